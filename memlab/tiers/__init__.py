"""tiers: an agent's long memory in three tiers, and what finds in it the evidence for a question.

Where these modules say "article 3" and "article 4", they mean two Chinese blog articles: 3, on the four layers
of an agent's memory; 4, on rebuilding the context for every question from a hot, a warm and a cold store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memlab.tiers.errors import Corrupt, Forgotten, NewerDatabase, StoreError, UnknownMemory, VersionConflict
from memlab.tiers.memory import Memory
from memlab.tiers.receipts import Difference, Gone, Move, Receipt, Sweep, Tiers
from memlab.tiers.settings import LIFETIMES, Settings

if TYPE_CHECKING:
    from memlab.tiers.store import MemoryStore

__all__ = [
    "LIFETIMES",
    "Corrupt",
    "Difference",
    "Forgotten",
    "Gone",
    "Memory",
    "MemoryStore",
    "Move",
    "NewerDatabase",
    "Receipt",
    "Settings",
    "StoreError",
    "Sweep",
    "Tiers",
    "UnknownMemory",
    "VersionConflict",
]


def __getattr__(name: str) -> Any:
    """The store is imported when it is first asked for: it brings a database along."""
    if name != "MemoryStore":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from memlab.tiers.store import MemoryStore

    return MemoryStore
