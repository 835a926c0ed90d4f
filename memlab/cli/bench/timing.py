"""How everything here is timed: the sides take turns, and the median counts."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable
from time import process_time
from typing import Any

Side = Callable[[], float]  # does its work once and tells the seconds it took


def timed(function: Callable[..., Any], *arguments: Any, clock: Callable[[], float] = process_time) -> float:
    """Seconds of one call, without the garbage collector, as in timeit.

    Processor time, which other processes hardly change; give `perf_counter` where the work waits for a disk
    or a server.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = clock()
        function(*arguments)
        return clock() - start
    finally:
        if collecting:
            gc.enable()


def side_by_side(*sides: Side, repeats: int = 5) -> list[float]:
    """The median seconds of each side, after so many rounds in which each had its turn.

    A machine that slows down for a while slows all sides, so their ratio stays.

    >>> side_by_side(iter([3.0, 1.0, 2.0]).__next__, iter([30.0, 10.0, 20.0]).__next__, repeats=3)
    [2.0, 20.0]
    """
    gc.collect()  # what was made before is nobody's garbage; not in every round: it empties the caches
    rounds = [[side() for side in sides] for _ in range(repeats)]
    return [statistics.median(taken) for taken in zip(*rounds, strict=True)]
