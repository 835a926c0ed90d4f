"""Capacities, and sizes as whole numbers: sums without rounding, so that no full bank seems too full."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from memlab import checks
from memlab.replay.trace import UNITS, Trace


def check_capacity(capacity: float, unit: str) -> None:
    """ValueError or TypeError if it is no number from 0 up (infinity is), or the unit is unknown."""
    if not (isinstance(capacity, float) and capacity == math.inf):
        checks.number("capacity", capacity, 0, checks.HUGE)
    if unit not in UNITS:
        raise ValueError(f"unit: {checks.shown(unit)}, allowed are 'items' and 'tokens': choose one")


def whole(sizes: Sequence[float], capacity: float) -> tuple[Sequence[int], float]:
    """The sizes as multiples of the largest power of two that divides them all, and how many of it fit.

    Memories fit if their sum, rounded once to a float, is at most the capacity: the rule of MemoryBank. O(n).

    >>> whole([1, 2, 1], 3.5), whole([0.5, 2], 1.25)
    (([1, 2, 1], 3), ([1, 4], 2))
    >>> tenths, limit = whole([0.1] * 10, 1)
    >>> sum(tenths) <= limit, sum([0.1] * 3) <= 0.3  # ten fit into 1; of rounded sums three seem too many
    (True, False)
    """
    if all(isinstance(size, int) for size in set(sizes)):
        return sizes, _limit(capacity, 1)  # type: ignore[return-value]
    ratios = {size: size.as_integer_ratio() for size in set(sizes)}
    scale = max(below for _, below in ratios.values())  # all are powers of two
    table = {size: above * (scale // below) for size, (above, below) in ratios.items()}
    return [table[size] for size in sizes], _limit(capacity, scale)


def _limit(capacity: float, scale: int) -> float:
    """The largest whole number that, divided by the scale and rounded once, is at most the capacity."""
    if capacity == math.inf or (scale == 1 and isinstance(capacity, int)):
        return capacity
    middle = (Fraction(capacity) + Fraction(math.nextafter(capacity, math.inf))) / 2
    limit = math.floor(middle * scale)
    return limit if limit / scale <= capacity else limit - 1


def slots_of(trace: Trace, capacity: float, unit: str) -> float | None:
    """How many memories fit, whichever they are; None where their sizes differ.

    >>> trace = Trace.of_keys("abc")
    >>> slots_of(trace, 2.5, "items"), slots_of(trace, math.inf, "tokens")
    (2, inf)
    """
    if unit == "items" or not trace.sizes:
        return capacity if capacity == math.inf else math.floor(capacity)
    if not trace.equal_sizes:
        return None
    weights, limit = whole(trace.sizes[:1], capacity)
    return limit // weights[0] if weights[0] and limit < math.inf else math.inf
