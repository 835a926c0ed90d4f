"""The sorted set at 100,000 members: against fakeredis, and against a bare dict with a SortedList."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import fakeredis
from sortedcontainers import SortedList

from memlab.cli.bench import Measurement
from memlab.zset import EmulatedRedis, ScoredSet

Call = Callable[[bytes, float], Any]  # with a member and a score
GOALS = {"ZADD": 10, "ZRANK": 10, "ZRANGEBYSCORE": 10, "ZRANGEBYSCORE LIMIT 0 10": 10, "ZPOPMIN": 500}
WINDOW = 30.0  # of scores: about four members lie in it
RUNS = 40
CALLS = {"ZRANK": 300, "ZRANGEBYSCORE": 300, "ZRANGEBYSCORE LIMIT 0 10": 300, "ZPOPMIN": 50}  # of a run


def measurements(quick: bool) -> Iterator[Measurement]:
    """Seconds for one call: adding 100,000 members one by one (10,000 if `quick`), then asking for them."""
    pairs = _pairs(10_000 if quick else 100_000)
    clients = _methods(EmulatedRedis()), _methods(fakeredis.FakeRedis())
    for name, times in _side_by_side(*clients, pairs):
        aim = (
            None if quick and name == "ZPOPMIN" else GOALS[name]
        )  # what the peer takes grows with the members
        yield Measurement(f"EmulatedRedis {name}", times[0], "fakeredis", times[1], aim)
    for name, times in _side_by_side(_scored_set(ScoredSet()), _bare(), pairs):
        yield Measurement(f"ScoredSet {name}", times[0], "dict and SortedList", times[1], 0.5)


def _pairs(size: int) -> list[tuple[bytes, float]]:
    draw = random.Random(1)
    return [(b"m%d" % i, draw.uniform(0, 10 * size)) for i in range(size)]


def _side_by_side(
    ours: dict[str, Call], peer: dict[str, Call], pairs: list[tuple[bytes, float]]
) -> Iterator[tuple[str, list[float]]]:
    """Seconds for each call, ours and right afterwards the peer's: a machine that slows down slows both.

    ZADD is the mean over filling the set; the others are, as in timeit, the best of several runs of one list.
    """
    draw = random.Random(2)
    for name in ours:
        chosen = pairs if name == "ZADD" else draw.choices(pairs, k=CALLS[name])
        yield name, [_best(side[name], chosen, runs=1 if name == "ZADD" else RUNS) for side in (ours, peer)]


def _best(call: Call, pairs: list[tuple[bytes, float]], runs: int) -> float:
    """The best mean of so many runs, or of those that began within three seconds."""
    began = time.monotonic()
    times = [_mean(call, pairs)]
    while len(times) < runs and time.monotonic() - began < 3:
        times.append(_mean(call, pairs))
    return min(times)


def _mean(call: Call, pairs: list[tuple[bytes, float]]) -> float:
    gc.disable()  # as timeit does; processor time, so that other work on the machine counts less
    began = time.process_time()
    for member, score in pairs:
        call(member, score)
    taken = time.process_time() - began
    gc.enable()
    return taken / len(pairs)


def _methods(client: Any) -> dict[str, Call]:
    """redis-py's methods of a client."""
    return {
        "ZADD": lambda member, score: client.zadd("k", {member: score}),
        "ZRANK": lambda member, score: client.zrank("k", member),
        "ZRANGEBYSCORE": lambda member, score: client.zrangebyscore("k", score, score + WINDOW),
        "ZRANGEBYSCORE LIMIT 0 10": lambda member, score: client.zrangebyscore("k", score, "+inf", 0, 10),
        "ZPOPMIN": lambda member, score: client.zpopmin("k"),
    }


def _scored_set(scored: Any) -> dict[str, Call]:
    return {
        "ZADD": scored.add,
        "ZRANK": lambda member, score: scored.rank(member),
        "ZRANGEBYSCORE": lambda member, score: scored.range_by_score(score, score + WINDOW),
        "ZPOPMIN": lambda member, score: scored.pop_min(),
    }


def _bare() -> dict[str, Call]:
    """The least code that does the same work."""
    scores: dict[bytes, float] = {}
    order = SortedList()

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
