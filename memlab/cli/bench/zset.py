"""The sorted set at 100,000 members: against fakeredis, and against a bare dict with a SortedList."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import fakeredis
from sortedcontainers import SortedList

from memlab.cli.bench.results import Measurement
from memlab.cli.bench.timing import Side, side_by_side, timed
from memlab.zset import EmulatedRedis, ScoredSet

Call = Callable[[bytes, float], Any]  # with a member and a score
Pairs = list[tuple[bytes, float]]
GOALS = {"ZADD": 10, "ZRANK": 10, "ZRANGEBYSCORE": 10, "ZRANGEBYSCORE LIMIT 0 10": 10, "ZPOPMIN": 500}
WINDOW = 30.0  # of scores: about four members lie in it
REPEATS = 10
CALLS = {"ZRANK": 200, "ZRANGEBYSCORE": 200, "ZRANGEBYSCORE LIMIT 0 10": 200, "ZPOPMIN": 50}  # of a run


def measurements(quick: bool) -> Iterator[Measurement]:
    """Seconds for one call: adding 100,000 members one by one (10,000 if `quick`), then asking for them."""
    members = pairs(10_000 if quick else 100_000)
    clients = _methods(EmulatedRedis()), _methods(fakeredis.FakeRedis())
    for name, ours, peer in _calls(*clients, members):
        goal = None if quick and name == "ZPOPMIN" else GOALS[name]  # what the peer takes grows with the set
        yield Measurement(f"EmulatedRedis {name}", ours, "fakeredis", peer, goal)
    for name, ours, peer in _calls(_scored_set(ScoredSet()), _bare(), members):
        yield Measurement(f"ScoredSet {name}", ours, "dict and SortedList", peer, 0.5)


def pairs(size: int) -> Pairs:
    draw = random.Random(1)
    return [(b"m%d" % i, draw.uniform(0, 10 * size)) for i in range(size)]


def _calls(ours: dict[str, Call], peer: dict[str, Call], pairs: Pairs) -> Iterator[tuple[str, float, float]]:
    """Seconds of each call, ours and the peer's. ZADD fills the set, a tenth of it in each round."""
    draw, tenth = random.Random(2), len(pairs) // REPEATS
    for name in ours:
        filling = [pairs[n : n + tenth] for n in range(0, len(pairs), tenth)]
        rounds = filling if name == "ZADD" else [draw.choices(pairs, k=CALLS[name])] * REPEATS
        sides = (_calling(side[name], rounds, warm=name != "ZADD") for side in (ours, peer))
        taken = [seconds / len(rounds[0]) for seconds in side_by_side(*sides, repeats=REPEATS)]
        yield name, taken[0], taken[1]


def _calling(call: Call, rounds: list[Pairs], warm: bool) -> Side:
    """Takes the next of the rounds at each turn; `warm`: twice, as the other side had the caches before."""
    left = iter(rounds)

    def all_of_it(pairs: Pairs) -> None:
        for member, score in pairs:
            call(member, score)

    def turn() -> float:
        pairs = next(left)
        if warm:
            all_of_it(pairs)
        return timed(all_of_it, pairs)

    return turn


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
