"""Curve: the misses of one policy at several capacities."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from memlab.checks import shown


@dataclass(frozen=True)
class Curve:
    """`misses[k]` of the `requests` reads missed at `capacities[k]`; the capacities rise.

    With `exact_for_all` they are all whole numbers from 0 up to where nothing more is gained, so that every
    capacity is known.

    >>> curve = Curve("lru", (0, 1, 2), (6, 6, 3), 6, exact_for_all=True)
    >>> curve.miss_ratio(1.5), curve.miss_ratio(99)
    (1.0, 0.5)
    """

    policy: str
    capacities: Sequence[float]
    misses: Sequence[int]
    requests: int
    exact_for_all: bool = False

    def miss_ratio(self, capacity: float) -> float:
        """Misses for each request; ValueError for a capacity that was not replayed."""
        place = bisect_right(self.capacities, capacity) - 1
        known = place >= 0 and (self.exact_for_all or self.capacities[place] == capacity)
        if not known or math.isnan(capacity):
            listed = "0 and above" if self.exact_for_all else ", ".join(f"{c:g}" for c in self.capacities)
            raise ValueError(f"capacity: {shown(capacity)}, allowed are {listed}: choose one")
        return self.misses[place] / self.requests if self.requests else 0.0
