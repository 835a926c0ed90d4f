"""Why a memory went or stayed: log entries and answers, in numbers and in words."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from memlab.bank.item import MemoryItem


@dataclass(frozen=True)
class Candidate:
    """One memory that could have gone: the smallest `key` goes first; `terms` are its named parts."""

    id: Hashable
    key: tuple
    terms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Eviction:
    """One departure. `candidates` are all that could have gone then, in the order in which they would."""

    id: Hashable
    item: MemoryItem
    cause: str  # "capacity", "expiry", "demotion" or "forgotten"
    at: float
    seq: int
    policy: str
    candidates: tuple[Candidate, ...]
    reason: str

    @property
    def next(self) -> Candidate | None:
        """The candidate that would have gone instead."""
        return next((c for c in self.candidates if c.id != self.id), None)


@dataclass(frozen=True)
class Explanation:
    """The answer to why(id).

    `combine` says how the terms make the score: "sum", "product", or "order" (compared one after the other,
    as in a key that has no single number; then `score` is None).
    """

    id: Hashable
    status: str  # kept, recalled, evicted, expired, forgotten, archived or unknown
    text: str
    terms: Mapping[str, float] = field(default_factory=dict)
    score: float | None = None
    competitor: Hashable | None = None
    combine: str = "order"


def say(value: float) -> str:
    """A number for people: three significant digits, a clock time whole, ∞ for never."""
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def say_terms(terms: Mapping[str, float], mark: str = ", ") -> str:
    """The terms in words, `mark` between them.

    >>> say_terms({"importance": 7, "recency": 0.5}, " × ")
    'importance 7 × recency 0.5'
    """
    return mark.join(f"{name} {say(value)}" for name, value in terms.items())


def say_eviction(ranked: tuple[Candidate, ...], policy: str, *, newcomer: bool) -> str:
    """The reason for an eviction of `ranked[0]` for want of room."""
    victim, *others = ranked
    text = f"over capacity, and {policy} puts {victim.id!r} first ({say_terms(victim.terms)})"
    if newcomer:
        text = f"the newcomer itself was the victim: {text}"
    return text + (
        f"; next would be {others[0].id!r} ({say_terms(others[0].terms)})"
        if others
        else "; nothing else is there"
    )
