"""Hindsight: what was evicted although it was read again, and what would have kept it."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nsmallest

from memlab import checks
from memlab.replay.departures import Departure
from memlab.replay.keyed import Custom
from memlab.replay.queues import LRU
from memlab.replay.result import Result
from memlab.replay.simulate import simulate

NARROWINGS = 3  # halvings between the last capacity that missed and the first that hit: to an eighth


@dataclass(frozen=True)
class SavedBy:
    """What would have made that very read a hit, each by itself."""

    capacity: float | None  # the smallest tried with the same policy; None if none of them
    exact: bool  # whether no smaller one would have done either (a policy other than lru may miss with more)
    pin: bool  # whether there was room for this memory and, one after the other, all that came meanwhile
    policies: tuple[str, ...]  # those of the rivals that kept it at the same capacity


@dataclass(frozen=True, eq=False)
class TooEarly:
    """One eviction before its memory's next read: `wait` accesses, or `seconds`, too early.

    `saved_by` is worked out when it is first asked for.
    """

    departure: Departure
    needed_at: int  # the read that missed it: a place in the trace, from 0
    wait: int  # from the eviction to that read, in accesses
    seconds: float  # the same wait in seconds of the trace's times
    _saved: Callable[[TooEarly], SavedBy] = field(repr=False)

    @cached_property
    def saved_by(self) -> SavedBy:
        """What would have kept it."""
        return self._saved(self)


def too_early(
    result: Result,
    rivals: Iterable[Result] = (),
    limit: int = 50,
    larger: Iterable[Result] | None = None,
) -> list[TooEarly]:
    """The evictions of what was read again before it was rewritten, the soonest needed first.

    A newcomer that was passed over counts too. `rivals` are results of other policies at the same capacity;
    `larger` those of the same policy at larger ones. Without them a row's `saved_by` replays the trace at
    doubled capacities and then narrows to an eighth, once for all rows; for lru, memories of one size, it
    counts the keys between, which is exact. ValueError for a result of another trace. O(n + limit).

    >>> from memlab.replay.simulate import simulate
    >>> result = simulate("abca", "lru", capacity=2)
    >>> [row] = too_early(result, [simulate("abca", "belady", capacity=2)])
    >>> row.departure.key, row.wait, row.saved_by
    ('a', 1, SavedBy(capacity=3, exact=True, pin=True, policies=('belady',)))
    """
    checks.kind("result", result, Result, "pass what simulate returns")
    checks.whole("limit", limit, 0)
    stays, ahead, times = result._stays, result.trace.next_reads, result.trace.times
    waits = ((ahead[stays.last[k]] - stays.end[k], k) for k in range(stays.ended))
    soonest = nsmallest(limit, ((wait, k) for wait, k in waits if wait < math.inf))
    saved = _Rescue(result, tuple(rivals), None if larger is None else tuple(larger))
    rows = []
    for wait, k in soonest:
        at, needed = stays.end[k], stays.end[k] + int(wait)
        rows.append(TooEarly(result.evictions[k], needed, int(wait), times[needed] - times[at], saved))
    return rows


class _Rescue:
    """What would have saved a memory. Replays at other capacities are made once for all rows."""

    def __init__(self, result: Result, rivals: tuple[Result, ...], larger: tuple[Result, ...] | None) -> None:
        self.result, self.searches = result, larger is None
        for rival in rivals:
            checks.kind("rivals", rival, Result, "pass what simulate returns")
            _same(f"rivals: {rival!r}", result, rival, rival.capacity == result.capacity)
        for other in larger or ():
            checks.kind("larger", other, Result, "pass what simulate returns")
            _same(f"larger: {other!r}", result, other, other.policy.name == result.policy.name)
        self.rivals = [rival for rival in rivals if rival.policy.name != result.policy.name]
        self.known = {other.capacity: other for other in larger or () if other.capacity > result.capacity}

    def __call__(self, row: TooEarly) -> SavedBy:
        policies = tuple(rival.policy.name for rival in self.rivals if _hits(rival, row.needed_at))
        exact = self._distance(row)
        capacity = self._smallest(row.needed_at) if exact is None else exact
        return SavedBy(capacity, exact is not None, self._pin(row), policies)

    def _distance(self, row: TooEarly) -> float | None:
        """lru holds the keys used last, as many as fit: the size of those used since this one's last use."""
        trace, unit = self.result.trace, self.result.unit
        if type(self.result.policy) is not LRU or not (unit == "items" or trace.equal_sizes):
            return None
        keys = len(set(trace.ids[row.departure.last_used : row.needed_at]))
        return keys if unit == "items" else keys * trace.sizes[0]

    def _pin(self, row: TooEarly) -> bool:
        """Whether each that came from its eviction to its read would have fitted beside it."""
        trace, gone, refused = self.result.trace, row.departure, set(self.result.refused)
        if self.result.unit == "items":
            return self.result.capacity >= 2
        came = (
            n for n in range(gone.position, row.needed_at) if trace.ids[n] != gone.id and n not in refused
        )
        widest = max((trace.sizes[n] for n in came), default=0)
        return trace.sizes[gone.written] + widest <= self.result.capacity

    def _smallest(self, read: int) -> float | None:
        """The smallest capacity tried at which this read hits."""
        if not self.searches:
            return min((size for size, other in self.known.items() if _hits(other, read)), default=None)
        low, high = self.result.capacity, self._more(self.result.capacity)
        while not _hits(self._at(high), read) and high < self._footprint:
            low, high = high, self._more(high)
        for _ in range(NARROWINGS):
            middle = (low + high) // 2
            if low < middle < high:
                low, high = (low, middle) if _hits(self._at(middle), read) else (middle, high)
        return high

    def _more(self, capacity: float) -> float:
        return min(max(1, 2 * capacity), self._footprint)

    @cached_property
    def _footprint(self) -> float:
        """Where all fits: nothing is evicted there, and nothing read again is missed."""
        trace = self.result.trace
        if self.result.unit == "items":
            return len(trace.names)
        widest = dict[int, float]()
        for id, size in zip(trace.ids, trace.sizes, strict=True):
            widest[id] = max(widest.get(id, 0), size)
        return math.fsum(widest.values())

    def _at(self, capacity: float) -> Result:
        """The same policy with the same options at another capacity."""
        if capacity not in self.known:
            was, options = self.result.policy, self.result.policy.options
            self.known[capacity] = simulate(
                self.result.trace,
                was.policy if isinstance(was, Custom) else type(was),
                capacity,
                self.result.unit,
                seed=options.seed,
                settings=options.settings,
                pinned=[self.result.trace.names[id] for id in options.pinned],
            )
        return self.known[capacity]


def _hits(result: Result, read: int) -> bool:
    place = bisect_left(result.missed, read)
    return place == len(result.missed) or result.missed[place] != read


def _same(field: str, result: Result, other: Result, alike: bool) -> None:
    mine, others = ((it.trace.ids, it.trace.writes, it.trace.sizes, it.unit) for it in (result, other))
    if not alike or mine != others:
        allowed = f"allowed are replays of the same trace to set beside {result!r}: replay that one"
        raise ValueError(f"{field} is no replay to compare with, {allowed}")
