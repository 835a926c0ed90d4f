"""What the store tells of what it did: receipts, moves, differences, sweeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from memlab.tiers.memory import Memory

STORED, UNCHANGED, ERASED = "stored", "unchanged", "erased"


class Gone(NamedTuple):
    """One memory that left its tier, and why."""

    id: str
    why: str


@dataclass(frozen=True)
class Receipt:
    """What became of one write. True if what was asked for holds now, in a tier that outlives a crash.

    `tiers` says of hot, warm and cold "stored", "erased", "unchanged" or "failed: …", which `reconcile()`
    heals. `merged_into`: the live memory that says the same and was refreshed in its place. `evicted`: what
    had to leave the warm tier for it. `problem`: why nothing was written.
    """

    id: str
    version: int = 0
    tiers: Mapping[str, str] = field(default_factory=dict)
    merged_into: str | None = None
    evicted: tuple[Gone, ...] = ()
    problem: str = ""

    def __bool__(self) -> bool:
        return not self.problem


class Move(NamedTuple):
    """One step of a memory between the tiers; `source` "" is outside, `target` "" is gone."""

    seq: int
    at: float
    id: str
    source: str
    target: str
    why: str


class Difference(NamedTuple):
    """An id on which the tiers differ, and the direction in which it is healed."""

    id: str
    direction: str
    why: str


@dataclass(frozen=True)
class Sweep:
    """What a sweep did, or what it refused to do: then nothing has changed, and the lists say what would."""

    expired: tuple[Gone, ...] = ()  # all whose time ran out since the last sweep; the others are parts of it
    archived: tuple[Gone, ...] = ()
    erased: tuple[Gone, ...] = ()
    kept: tuple[Gone, ...] = ()
    refused: str = ""

    def __bool__(self) -> bool:
        return not self.refused


class Tiers(NamedTuple):
    """The three tiers at one moment, for pictures."""

    hot: list[tuple[str, float]]
    warm: list[Memory]
    cold: list[str]
