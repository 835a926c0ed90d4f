"""Why a memory went or stayed: log entries and answers, in numbers and in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memlab.bank.item import MemoryItem
from memlab.checks import shown


@dataclass(frozen=True)
class Candidate:
    """One memory that could have gone: the smallest `key` goes first; `terms` are its named parts."""

    id: Any
    key: tuple
    terms: Mapping[str, float] = field(default_factory=dict)

    @property
    def product(self) -> float:
        """The score, where the terms are its factors."""
        return math.prod(self.terms.values())


@dataclass(frozen=True)
class Eviction:
    """One departure. `candidates` are all that could have gone then, in the order in which they would."""

    id: Any
    item: MemoryItem
    cause: str  # "capacity", "expiry" (then `at` is when the ttl ended), "demotion" or "forgotten"
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

    id: Any
    status: str  # kept, recalled, evicted, expired, forgotten, archived or unknown
    text: str
    terms: Mapping[str, float] = field(default_factory=dict)
    score: float | None = None
    competitor: Any = None
    combine: str = "order"


def say(value: Any) -> str:
    """A number for people: three significant digits, a clock time to the millisecond, ∞ for never."""
    if not isinstance(value, float):
        return shown(value)
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.3f}".rstrip("0").rstrip(".")


def say_terms(terms: Mapping[str, float], mark: str = ", ") -> str:
    """The terms in words, `mark` between them.

    >>> say_terms({"importance": 7, "recency": 0.5}, " × ")
    'importance 7 × recency 0.5'
    """
    return mark.join(f"{name} {say(value)}" for name, value in terms.items())


def say_eviction(ranked: tuple[Candidate, ...], policy: str, *, newcomer: bool) -> str:
    """The reason for an eviction of `ranked[0]` for want of room."""
    victim, *others = ranked
    text = f"over capacity, and {policy} puts {shown(victim.id)} first ({say_terms(victim.terms)})"
    if newcomer:
        text = f"the newcomer itself was the victim: {text}"
    return text + (
        f"; next would be {shown(others[0].id)} ({say_terms(others[0].terms)})"
        if others
        else "; no other is a candidate"
    )


def judged(
    id: Any, status: str, text: str, me: Candidate | None, other: Candidate | None, combine: str
) -> Explanation:
    """The answer that a ranking gives: `me` with its terms, and the candidate to compare it with."""
    if me is None:
        return Explanation(id, status, text)
    score = me.product if combine == "product" else None
    return Explanation(id, status, text, me.terms, score, other.id if other else None, combine)


def why_gone(entry: Eviction, evicted: str, combine: str) -> Explanation:
    """The answer for a memory that has left; `evicted` is the status after want of room."""
    status = {"capacity": evicted, "expiry": "expired", "demotion": evicted}.get(entry.cause, entry.cause)
    me = next((c for c in entry.candidates if c.id == entry.id), None)
    return judged(entry.id, status, f"{status}: {entry.reason}", me, entry.next, combine)
