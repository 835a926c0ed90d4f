"""Result: what a replay gave, kept by column; what costs time is worked out when it is asked for."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from memlab.replay.replacement import Replacement
from memlab.replay.trace import Trace


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """One replay. Positions count the accesses from 0; ids are places in `trace.names`."""

    trace: Trace
    policy: Replacement
    capacity: float
    unit: str  # "items" or "tokens"
    missed: array[int]  # positions of the reads that missed
    evicted_at: array[int]  # the position at which each eviction happened …
    evicted: array[int]  # … and the id that went; the newcomer's own where it was passed over
    refused: array[int]  # positions of what is larger than the whole capacity
    held: tuple[float, ...]  # id -> its size, or -1 where it is not resident at the end

    @property
    def requests(self) -> int:
        """How many reads."""
        return self.trace.requests

    @property
    def misses(self) -> int:
        """How many reads found nothing."""
        return len(self.missed)

    @property
    def hits(self) -> int:
        """How many reads found their memory."""
        return self.requests - self.misses

    @property
    def miss_ratio(self) -> float:
        """Misses for each request; 0 where there are none."""
        return self.misses / self.requests if self.requests else 0.0

    @property
    def resident(self) -> tuple[Hashable, ...]:
        """Who is there at the end, in the order of first appearance."""
        return tuple(name for name, size in zip(self.trace.names, self.held, strict=True) if size >= 0)

    @cached_property
    def optimum(self) -> Any:
        """The most hits that any policy can have."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<Result {self.policy.name} at {self.capacity:g} {self.unit}: {self.misses:,} of {self.requests:,} missed>"
