"""Traces for the exercises of chapter 05: short logs of letters, and whole seasons at Mira's desk.

Seasons draw from `random.random()` alone: its sequence for a seed is what Python promises to keep.
"""

from __future__ import annotations

import functools
import json
import math
import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import resources
from itertools import accumulate

from memlab.replay import Access, Trace

Choose = Callable[[list[str], Sequence[str], Sequence[str]], str]  # residents, past, future -> who goes
Decide = Callable[[Sequence[str]], list["str | None"]]

FACTS = (("identity", 0.9), ("allergy", 1.0), ("order", 0.7))
"""What Mira notes of every customer, with its importance."""


def season(seed: int = 1, customers: int = 40, visits: int = 300) -> Trace:
    """Weeks at the desk: a few customers come often, most of them seldom, and each chats a little.

    A visit reads most of what is known of this customer, and writes notes of chat (importance 0.1 to 0.3)
    that are read at once or never. Times are seconds; a seed gives the same season on every machine.

    >>> trace = season()
    >>> trace, trace[0].key, trace[0].operation
    (<Trace season 1: 2,607 accesses of 1,157 memories>, 'identity of 20', 'write')
    """
    draw, clock, known = random.Random(seed).random, 0.0, set()
    reach = list(accumulate(1 / (place + 1) for place in range(customers)))
    rows: list[Access] = []
    for visit in range(visits):
        clock -= 1800 * math.log(1 - draw())
        who = bisect_right(reach, draw() * reach[-1], hi=customers - 1)
        for operation, key, importance in _visit(draw, visit, who, new=who not in known):
            clock += 5 + 55 * draw()
            rows.append(Access(key, round(clock, 3), operation, 1, importance))
        known.add(who)
    return Trace.of(rows, f"season {seed}")


def _visit(draw: Callable[[], float], visit: int, who: int, new: bool) -> Iterator[tuple[str, str, float]]:
    """One visit's accesses: (operation, key, importance)."""
    if new:
        yield from (("write", f"{fact} of {who}", worth) for fact, worth in FACTS)
    turns = [("read", f"{fact} of {who}", worth) for fact, worth in FACTS if draw() < 0.8]
    turns += [("write", f"chat {visit}.{n}", 0.1 + 0.1 * int(3 * draw())) for n in range(2 + int(4 * draw()))]
    for _, (operation, key, importance) in sorted((draw(), turn) for turn in turns):
        yield operation, key, importance
        if operation == "write" and draw() < 0.7:
            yield "read", key, importance


def unnamed(trace: Trace) -> Trace:
    """The same accesses under names that say nothing: who goes may not depend on them."""
    places = {name: f"m{place}" for place, name in enumerate(trace.names)}
    return Trace.of([replace(access, key=places[access.key]) for access in trace], trace.name)


def random_logs(count: int, seed: int, names: str = "abcde", length: int = 14) -> Iterator[list[str]]:
    """Logs of reads, short ones first, so that the first failure is easy to read."""
    rng = random.Random(seed)
    for number in range(count):
        yield [rng.choice(names) for _ in range(4 + number * (length - 4) // count)]


@functools.cache
def fewest_misses() -> tuple[tuple[list[str], int, int], ...]:
    """Logs of reads with a room and the misses that libCacheSim 0.3.5 counts there for Bélády's rule.

    >>> [(len(log), room, misses) for log, room, misses in fewest_misses()][:2]
    [(400, 2, 183), (400, 3, 113)]
    """
    lines = (resources.files(__package__) / "belady_misses.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return tuple(
        ([f"m{key}" for key in row["trace"]], int(room), misses)
        for row in rows
        for room, misses in row["misses"].items()
    )


def decider(choose: Choose, room: int = 2) -> Decide:
    """A rule in a box: from a log of reads to one entry a read, who went for it or None.

    >>> decider(lambda residents, past, future: residents[0])(list("abca"))
    [None, None, 'a', 'b']
    """

    def decide(log: Sequence[str]) -> list[str | None]:
        residents: list[str] = []
        gone: list[str | None] = [None] * len(log)
        for n, key in enumerate(log):
            if key in residents:
                continue
            if len(residents) == room:
                gone[n] = choose(residents, log[:n], log[n + 1 :])
                residents.remove(str(gone[n]))
            residents.append(key)
        return gone

    return decide


def distance(name: str, future: Sequence[str]) -> float:
    """How many reads until the next of `name`; infinite if there is none."""
    return list(future).index(name) if name in future else float("inf")


def last_use(name: str, past: Sequence[str]) -> int:
    """The place of the last read of `name`."""
    return max(place for place, key in enumerate(past) if key == name)


HONEST: dict[str, Decide] = {
    "first in, first out": decider(lambda residents, past, future: residents[0]),
    "least recently used": decider(
        lambda residents, past, future: min(residents, key=lambda r: last_use(r, past))
    ),
    "least often used so far": decider(lambda residents, past, future: min(residents, key=list(past).count)),
}
"""Rules that look back only."""

PEEKING: dict[str, Decide] = {
    "the farthest next read": decider(
        lambda residents, past, future: max(residents, key=lambda r: distance(r, future))
    ),
    "the oldest, but never the one that is read next": decider(
        lambda residents, past, future: next(r for r in residents if r not in future[:1])
    ),
    "least often used in the whole log": decider(
        lambda residents, past, future: min(residents, key=[*past, *future].count)
    ),
}
"""Rules that look ahead: everywhere, by one read, or through a statistic of the whole log."""


def peeks(decide: Decide, log: Sequence[str]) -> bool:
    """Whether a decision on this log changes when its tail is cut off.

    >>> peeks(PEEKING["the farthest next read"], "abcab"), peeks(HONEST["least recently used"], "abcab")
    (True, False)
    """
    whole = decide(log)
    return any(decide(log[:cut]) != whole[:cut] for cut in range(len(log)))
