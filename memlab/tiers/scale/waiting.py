"""Waiting: what an operation costs where each of its steps is a round trip."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from memlab import checks

DRAWS = 1000


class Waited(NamedTuple):
    """Seconds that half of the calls need at most (p50), and that 95 of 100 need at most (p95)."""

    p50: float
    p95: float


def measured(seconds: Sequence[float]) -> Waited:
    """The two percentiles of measured times, by the nearest rank. ValueError for none.

    >>> measured([3, 1, 2, 100])
    Waited(p50=2, p95=100)
    """
    if not seconds:
        raise ValueError("seconds: there are none, one at least is needed: measure first")
    ranked = sorted(seconds)
    return Waited(*(ranked[-(-len(ranked) * share // 100) - 1] for share in (50, 95)))


def waited(trips: int, trip: float, own: float = 0.0, spread: float = 0.5) -> Waited:
    """How long an operation takes: `own` seconds of work, and `trips` round trips one after another.

    The median trip takes `trip` seconds; single ones differ by a log-normal factor with this `spread` (0:
    all alike), which is how times in networks lie. The same thousand draws each time.

    >>> waited(3, 0.001, spread=0), waited(3, 0.001).p95 > 0.004
    (Waited(p50=0.003, p95=0.003), True)
    """
    checks.whole("trips", trips, 0)
    for name, value in (("trip", trip), ("own", own), ("spread", spread)):
        checks.number(name, value, 0, 1e6)
    return Waited(*(own + trip * factor for factor in _factors(trips, float(spread))))


@lru_cache(1024)  # a picture asks for one operation at many distances
def _factors(trips: int, spread: float) -> Waited:
    """The two percentiles of so many trips whose median is 1."""
    rng = random.Random(10)
    return measured([sum(rng.lognormvariate(0, spread) for _ in range(trips)) for _ in range(DRAWS)])
