"""The most hits that any policy can have, with the whole future known: Bélády's rule with bypass.

It is exact where all memories weigh the same. Where sizes differ the farthest next use is not optimal (the
optimum is NP-hard to find): what is given then is an upper bound of the hits, which no policy can pass.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate
from weakref import WeakKeyDictionary

from memlab.replay.measure import check_capacity, slots_of, whole
from memlab.replay.trace import Trace


@dataclass(frozen=True)
class Optimum:
    """What no policy can better; `exact` says whether one reaches it, `note` why or why not."""

    hits: int
    misses: int
    exact: bool
    note: str


_KNOWN: WeakKeyDictionary[Trace, dict[tuple[float, str], Optimum]] = WeakKeyDictionary()


def optimum(trace: Trace, capacity: float, unit: str = "items") -> Optimum:
    """The optimum of a trace at a capacity, worked out once. O(n log n).

    >>> found = optimum(Trace.of_keys("abcabc"), 2)
    >>> found.hits, found.misses, found.exact
    (2, 4, True)
    """
    check_capacity(capacity, unit)
    known = _KNOWN.setdefault(trace, {})
    if (capacity, unit) not in known:
        known[capacity, unit] = _found(trace, capacity, unit)
    return known[capacity, unit]


def _found(trace: Trace, capacity: float, unit: str) -> Optimum:
    slots = slots_of(trace, capacity, unit)
    if slots is not None:
        hits = _most_hits(trace, slots)
        return Optimum(hits, trace.requests - hits, True, "exact: Bélády's rule with bypass, sizes are equal")
    weights, limit = whole(trace.sizes, capacity)
    least = min(weights)
    slots = limit // least if least and limit < math.inf else math.inf  # if all were as small as the smallest
    hits = min(_affordable(trace, weights, limit), _most_hits(trace, slots))
    note = "an upper bound of the hits: sizes differ, and the best choice among them is not known"
    return Optimum(hits, trace.requests - hits, False, note)


def _most_hits(trace: Trace, slots: float) -> int:
    """Bélády's rule with bypass: hold every value until its next read; over capacity, give up the farthest.

    A value that is never read again is not held. What is held is the set of those next reads.
    """
    held = bytearray(len(trace))  # 1 where a read will hit as things stand
    farthest: list[int] = []  # a heap of minus the next reads; past ones lie at its bottom
    count = 0
    for n, ahead in enumerate(trace.next_reads):
        count -= held[n]
        if ahead == math.inf:
            continue
        held[int(ahead)] = 1
        heappush(farthest, -int(ahead))
        count += 1
        if count > slots:
            held[-heappop(farthest)] = 0
            count -= 1
    return sum(held)


def _affordable(trace: Trace, weights: Sequence[int], limit: float) -> int:
    """How many hits the capacity pays for, if each takes size × time of it: the cheapest ones come first.

    The room between two accesses is used by one hit only, but here any hit may use any of it, so no policy
    has more. Berger, Beckmann and Harchol-Balter, Practical bounds on optimal caching, 2018 (PFOO-L).
    """
    smallest: dict[int, int] = {}  # of a value: it may be held in the size in which it was first fetched
    costs = []
    for n, (id, ahead, weight) in enumerate(zip(trace.ids, trace.next_reads, weights, strict=True)):
        known = weight if trace.writes[n] else smallest.get(id, weight)
        smallest[id] = min(known, weight)
        if ahead < math.inf and smallest[id] <= limit:
            costs.append(smallest[id] * (int(ahead) - n))
    if limit == math.inf:
        return len(costs)
    budget = int(limit) * max(0, len(trace) - 1)
    return bisect_right(list(accumulate(sorted(costs))), budget)
