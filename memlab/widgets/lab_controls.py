"""What can be set in the policy lab."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

import ipywidgets

from memlab.replay import POLICIES, Trace
from memlab.view.scores import duration
from memlab.widgets.explorer import dropdown, scale, slider, tick
from memlab.widgets.lab_traces import first_room, rooms

TICKED = ("fifo", "lru", "lfu", "scored", "predicted")
HOUR, DAY = 3600, 86400
HALVES = (10, 30, 60, 300, 600, 1800, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, inf)
GUARDS = (0, 10, 30, 60, 300, 600, 1800, HOUR, 6 * HOUR, DAY)
WINDOW, STEP = 40, 20  # accesses of the timeline, and of a move of it
AHEAD = " (knows the future)"


def lab_controls(trace: Trace, names: Iterable[str], start: str) -> dict[str, Any]:
    """The controls by name, of a menu of traces and the one at its start; the boxes bear policies' names."""
    sizes, whole, (low, last) = rooms(trace, "items"), ipywidgets.IntSlider, window_starts(trace)
    return {
        "capacity": scale("Capacity", sizes, first_room(sizes), "{:,}".format),
        "trace": dropdown("Trace", list(names), start),
        "unit": dropdown("Counted in", ["items", "tokens"], "items"),
        "half": scale("Half-life", HALVES, 1800, lambda time: "never" if time == inf else duration(time)),
        "boost": slider(whole, "Boost of the whitelist", 10, 1, 20, 1),
        "protection": scale("Protection", GUARDS, 30, duration),
        "look": dropdown("Look at", list(POLICIES), "lru"),
        "start": slider(whole, "From access", low, 1, last, STEP),
        **{
            name: tick(name + AHEAD * kind.foresight, name in TICKED, kind.about)
            for name, kind in POLICIES.items()
        },
    }


def window_starts(trace: Trace) -> tuple[int, int]:
    """Where the timeline's window is at first (in the middle of a long trace) and at last, from 1.

    >>> window_starts(Trace.of_keys("abc")), window_starts(Trace.of_keys(range(400)))
    ((1, 2), (201, 380))
    """
    length = len(trace)
    middle = 1 + STEP * (length // (2 * STEP)) if length > 2 * WINDOW else 1
    return middle, max(length - STEP, 2)  # a slider needs two places
