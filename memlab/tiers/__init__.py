"""tiers: an agent's long memory in three tiers, and what finds in it the evidence for a question.

Where these modules say "article 3" and "article 4", they mean two Chinese blog articles: 3, on the four
layers of an agent's memory; 4, on rebuilding the context for every question from hot, warm and cold stores.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from memlab.tiers.errors import Corrupt, Forgotten, NewerDatabase, StoreError, UnknownMemory, VersionConflict
from memlab.tiers.memory import Memory
from memlab.tiers.receipts import Difference, Gone, Move, Receipt, Sweep, Tiers
from memlab.tiers.settings import LIFETIMES, Settings

if TYPE_CHECKING:
    from memlab.tiers.ranking import Weights
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
    "Weights",
]


_LATER = {"MemoryStore": "memlab.tiers.store", "Weights": "memlab.tiers.ranking"}


def __getattr__(name: str) -> Any:
    """The store and its ranking are imported when they are first asked for: they bring a database along."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
