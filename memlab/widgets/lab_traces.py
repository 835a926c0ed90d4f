"""The traces of the policy lab, and what is said about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, inf
from typing import Any

from memlab import tokens
from memlab.course import story
from memlab.flow import Program
from memlab.replay import Trace, trace_of
from memlab.replay.chatter import conversation
from memlab.replay.curves import capacities_for
from memlab.replay.generators import bursty, loop, scan_over_zipf, sliding_window, zipf
from memlab.view.picture import clean, counted, number
from memlab.view.scores import duration

CONVERSATIONS = {  # name: (turns in memlab.course.story, what is written down there)
    "service call": ("SERVICE_CALL", "MEMORIES"),
    "wedding call": ("WEDDING_CALL", "WEDDING_MEMORIES"),
    "return desk": ("RETURN_DESK", ""),
}
Sources = dict[str, Callable[[], Trace]]
LENGTH, ROOM = 5000, 50  # accesses of the logs of chapter 05, and the room in which it compares them
LOGS: Sources = {
    "zipf": lambda: zipf(LENGTH, keys=500),
    "scan over zipf": lambda: scan_over_zipf(LENGTH, keys=500, every=500, length=125),
    "loop": lambda: loop(LENGTH, keys=120),
    "sliding window": lambda: sliding_window(LENGTH, window=100),
    "bursty": lambda: bursty(LENGTH),
    "conversation": lambda: conversation(LENGTH),
}
ROUND = (*range(10, 20), 20, 22, 24, 26, 28, 30, 33, 36, 40, 45, 50, 55, 60, 65, 70, 80, 90)
SHOWN = 5  # places of a file that were skipped


def sources(trace: Any = None) -> Sources:
    """Name -> what makes the trace: the one given, conversations of the course, the logs of chapter 05.

    >>> list(sources("abc"))[:2], list(sources())[:2]
    (['keys', 'service call'], ['service call', 'wedding call'])
    """
    given = {} if trace is None else _given(trace_of(trace))
    talks = {name: lambda turns=turns, notes=notes, name=name: _talk(turns, notes, name)
             for name, (turns, notes) in CONVERSATIONS.items()}  # fmt: skip
    return {**given, **{name: make for name, make in {**talks, **LOGS}.items() if name not in given}}


def _given(trace: Trace) -> Sources:
    return {clean(trace.name) or "trace": lambda: trace}


def _talk(turns: str, notes: str, name: str) -> Trace:
    """A conversation as a trace: memories of as many tokens as what is written down."""
    written = getattr(story, notes) if notes else {}
    return Trace.of_program(Program.from_dicts(getattr(story, turns)), written, tokens.count, name)


def rooms(trace: Trace, unit: str) -> tuple[int, ...]:
    """The capacities of a slider: each up to 20, then round ones, the footprint, and twice that.

    >>> rooms(Trace.of_keys("abc"), "items")
    (0, 1, 2, 3, 6)
    """
    whole = max(ceil(trace.footprint(unit)), 1)
    round_ones = (place * 10**power for power in range(len(str(whole))) for place in ROUND)
    below = (size for size in (*range(10), *round_ones) if size < whole)
    return tuple(sorted({*below, whole, 2 * whole, *capacities_for(trace, unit)}))


def first_room(sizes: Sequence[int]) -> int:
    """Where a slider over these capacities starts: at chapter 05's room if it is neither most nor nothing.

    >>> [first_room(rooms(Trace.of_keys(range(n)), "items")) for n in (3, 400)]
    [2, 50]
    """
    return ROOM if ROOM in sizes and 2 * ROOM <= sizes[-2] <= 40 * ROOM else sizes[len(sizes) // 2]


def about(trace: Trace, half: float, pinned: int) -> str:
    """A trace in a sentence, and what the settings of the scored policy mean on it.

    >>> about(Trace.of_keys("abca"), inf, 2)
    'keys: 4 accesses of 3 memories, one every 1 s. Pinned, with grade 10 (importance 1): 2 memories.'
    """
    words = f"{clean(trace.name)}: {_accesses(len(trace))} of {counted(len(trace.names), 'memory')}"
    pace = (trace.times[-1] - trace.times[0]) / (len(trace) - 1) if len(trace) > 1 else 0.0
    if pace > 0:
        words += f", one every {duration(pace)}"
        if half < inf:
            words += f", so a half-life of {duration(half)} is about {_accesses(round(half / pace))}"
    grade = "No memory has grade 10 (importance 1): the boost changes nothing."
    if pinned:
        grade = f"Pinned, with grade 10 (importance 1): {counted(pinned, 'memory')}."
    return f"{words}. {grade}"


def _accesses(count: int) -> str:
    return f"{number(count)} access" + "es" * (count != 1)


def problems(trace: Trace) -> str:
    """What a file holds that was skipped or not read, in words; empty if there is nothing of the kind."""
    unread = f"columns not read: {clean(', '.join(trace.unread))}" if trace.unread else ""
    if not trace.problems:
        return unread
    shown = "; ".join(f"line {p.line}: {clean(p.why)}" for p in trace.problems[:SHOWN])
    more = len(trace.problems) - SHOWN
    skipped = f"{counted(len(trace.problems), 'line')} skipped: {shown}" + f"; and {more:,} more" * (more > 0)
    return ". ".join(filter(None, (skipped, unread)))
