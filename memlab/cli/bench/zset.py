"""The sorted set at 100,000 members: against fakeredis, and against a bare dict with a SortedList."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from sortedcontainers import SortedList

from memlab.cli.bench import Measurement

Call = Callable[[bytes, float], Any]  # with a member that is there and a score
GOALS = {"ZADD": 10, "ZRANK": 10, "ZRANGEBYSCORE": 10, "ZPOPMIN": 500}
WINDOW = 100.0  # of scores: about ten members lie in it
ROUNDS, CALLS = 30, 300


def measurements(quick: bool) -> Iterator[Measurement]:
    """Seconds for one call on sets of the same 100,000 members, or of 10,000 if `quick`."""
    import fakeredis

    from memlab.zset import EmulatedRedis, ScoredSet

    size = 10_000 if quick else 100_000
    ours = _times(_methods(EmulatedRedis(), size), size)
    fakes = _times(_methods(fakeredis.FakeRedis(), size), size)
    for name, goal in GOALS.items():
        aim = None if quick and name == "ZPOPMIN" else goal  # what the peer takes grows with the members
        yield Measurement(f"EmulatedRedis {name}", ours[name], "fakeredis", fakes[name], aim)
    scored = _times(_scored_set(ScoredSet(_pairs(size))), size)
    bare = _times(_bare(size), size)
    for name in GOALS:
        yield Measurement(f"ScoredSet {name}", scored[name], "dict and SortedList", bare[name], 0.5)


def _pairs(size: int) -> list[tuple[bytes, float]]:
    scores = random.Random(1)
    return [(b"m%d" % i, scores.uniform(0, 10 * size)) for i in range(size)]


def _times(calls: dict[str, Call], size: int) -> dict[str, float]:
    """The mean of the best round of calls: whatever else the machine does can only add to it."""
    pick = random.Random(2)
    times = {}
    for name, call in calls.items():
        rounds, length = (2, 20) if name == "ZPOPMIN" else (ROUNDS, CALLS)
        arguments = [
            (b"m%d" % pick.randrange(size), pick.uniform(0, 10 * size)) for _ in range(rounds * length)
        ]
        times[name] = min(_round(call, arguments[i::rounds]) for i in range(rounds)) / length
    return times


def _round(call: Call, arguments: list[tuple[bytes, float]]) -> float:
    gc.disable()  # as timeit does; processor time, so that other work on the machine counts less
    began = time.process_time()
    for member, score in arguments:
        call(member, score)
    taken = time.process_time() - began
    gc.enable()
    return taken


def _methods(client: Any, size: int) -> dict[str, Call]:
    """redis-py's methods of a client."""
    pairs = _pairs(size)
    for start in range(0, size, 1000):
        client.zadd("k", dict(pairs[start : start + 1000]))
    return {
        "ZADD": lambda member, score: client.zadd("k", {member: score}),
        "ZRANK": lambda member, score: client.zrank("k", member),
        "ZRANGEBYSCORE": lambda member, score: client.zrangebyscore("k", score, score + WINDOW),
        "ZPOPMIN": lambda member, score: client.zpopmin("k"),
    }


def _scored_set(scored: Any) -> dict[str, Call]:
    return {
        "ZADD": scored.add,
        "ZRANK": lambda member, score: scored.rank(member),
        "ZRANGEBYSCORE": lambda member, score: scored.range_by_score(score, score + WINDOW),
        "ZPOPMIN": lambda member, score: scored.pop_min(),
    }


def _bare(size: int) -> dict[str, Call]:
    """What the library adds to is itself: the least code that does the same work."""
    scores = dict(_pairs(size))
    order = SortedList((score, member) for member, score in scores.items())

    def add(member: bytes, score: float) -> None:
        if member in scores:
            order.remove((scores[member], member))
        scores[member] = score
        order.add((score, member))

    def window(member: bytes, score: float) -> list[tuple[bytes, float]]:
        return [(m, s) for s, m in order.irange((score,), (score + WINDOW, b"\xff"))]

    return {
        "ZADD": add,
        "ZRANK": lambda member, score: order.bisect_left((scores[member], member)),
        "ZRANGEBYSCORE": window,
        "ZPOPMIN": lambda member, score: scores.pop(order.pop(0)[1]),
    }
