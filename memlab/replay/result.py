"""Result: what a replay gave, kept by column; what costs time is worked out when it is asked for."""

from __future__ import annotations

import math
from array import array
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from memlab.replay.departures import Departure, Departures, Span, Stays
from memlab.replay.optimum import Optimum, optimum
from memlab.replay.replacement import Replacement
from memlab.replay.trace import Trace


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """One replay. Positions count the accesses from 0; ids are places in `trace.names`.

    A newcomer that is passed over counts as inserted and evicted at once, so insertions − evictions is the
    number of residents.

    >>> from memlab.replay.simulate import simulate
    >>> result = simulate("abacab", "fifo", capacity=2)
    >>> result.hits, result.misses, result.optimum.hits, result.share, result.regret
    (1, 5, 3, 0.3333333333333333, 2)
    >>> result.evictions[0].key, result.evictions[0].reason
    ('a', 'the oldest: came in 3 accesses ago')
    """

    trace: Trace
    policy: Replacement
    capacity: float
    unit: str  # "items" or "tokens"
    missed: array[int]  # positions of the reads that missed
    refused: array[int]  # positions of what is larger than the whole capacity
    evicted_at: array[int]  # the position at which each eviction happened …
    evicted: array[int]  # … and the id that went; the newcomer's own where it was passed over
    resident_ids: frozenset[int]  # at the end

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
    def hit_ratio(self) -> float:
        """Hits for each request; 0 where there are none."""
        return self.hits / self.requests if self.requests else 0.0

    @cached_property
    def requested_size(self) -> float:
        """The sizes of all reads together, in tokens."""
        return math.fsum(
            size for size, write in zip(self.trace.sizes, self.trace.writes, strict=True) if not write
        )

    @cached_property
    def missed_size(self) -> float:
        """The sizes of the missed reads together, in tokens: what had to be fetched again."""
        return math.fsum(self.trace.sizes[n] for n in self.missed)

    @property
    def weighted_miss_ratio(self) -> float:
        """Missed tokens for each requested token; 0 where none are requested."""
        return self.missed_size / self.requested_size if self.requested_size else 0.0

    @property
    def insertions(self) -> int:
        """How often a memory came in, passed over ones among them."""
        return len(self.evicted) + len(self.resident_ids)

    @cached_property
    def evictions(self) -> Sequence[Departure]:
        """Who went, in order, each with its reason; an entry is worked out when it is looked at."""
        return Departures(self)

    @property
    def resident(self) -> tuple[Hashable, ...]:
        """Who is there at the end, in the order of first appearance."""
        return tuple(self.trace.names[id] for id in sorted(self.resident_ids))

    def spans(self, start: int = 0, stop: int | None = None) -> list[Span]:
        """The stays that touch the accesses from `start` up to `stop` (not included), by beginning. O(n)."""
        return self._stays.spans(start, len(self.trace) if stop is None else stop)

    @cached_property
    def _stays(self) -> Stays:
        return Stays(self.trace, self.refused, self.evicted_at, self.evicted)

    @property
    def optimum(self) -> Optimum:
        """The most hits that any policy can have at this capacity, or an upper bound of that: see there."""
        return optimum(self.trace, self.capacity, self.unit)

    @property
    def share(self) -> float:
        """Hits for each hit of the optimum; 1 where not even that has any."""
        return self.hits / self.optimum.hits if self.optimum.hits else 1.0

    @property
    def regret(self) -> int:
        """How many misses more than the optimum."""
        return self.misses - self.optimum.misses

    def __repr__(self) -> str:
        missed = f"{self.misses:,} of {self.requests:,} missed"
        return f"<Result {self.policy.name} at {self.capacity:g} {self.unit}: {missed}>"
