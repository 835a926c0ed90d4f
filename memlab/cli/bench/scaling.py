"""How times grow with the size of the work, over three decades: memlab's, and a peer's as far as it gets."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from memlab.cli.bench.results import Growth
from memlab.cli.bench.timing import Side, side_by_side, timed

Make = Callable[[int], Side]
DECADES = 3
PATIENCE = 1.0  # seconds a turn: a peer that took longer is not asked for three times as much
REPEATS = {True: 3, False: 15}  # of what is slow, and of what is not


def growths(room: str, quick: bool) -> Iterator[Growth]:
    """How the room's time grows; `quick`: all sizes a tenth. The room is one of GROWTHS."""
    yield GROWTHS[room](1 if quick else 10)


def sizes(most: int) -> list[int]:
    """Three decades up to `most`, three sizes in each.

    >>> sizes(10_000)
    [10, 30, 100, 300, 1000, 3000, 10000]
    """
    least = most // 10**DECADES
    return sorted({least * k * 10**n for n in range(DECADES) for k in (1, 3)} | {most})


def grown(name: str, things: str, most: int, sides: dict[str, Make]) -> Growth:
    """Each side's median seconds at each size, the sides in turns, memlab at all sizes."""
    found: dict[str, list[float | None]] = {side: [] for side in sides}
    last = dict.fromkeys(sides, 0.0)
    for size in sizes(most):
        last = {side: took for side, took in last.items() if took < PATIENCE or side == "memlab"}
        repeats = REPEATS[max(last.values()) > 0.1]
        taken = side_by_side(*(sides[side](size) for side in last), repeats=repeats)
        last = dict(zip(last, taken, strict=True))
        for side in sides:
            found[side].append(last.get(side))
    return Growth(name, things, sizes(most), found)


def flow(scale: int) -> Growth:
    from memlab.cli.bench.flow import branching, scanning, solving

    sides: dict[str, Make] = {
        "memlab": lambda n: solving(branching(n)),
        "textbook": lambda n: scanning(branching(n)),
    }
    return grown("solving liveness", "statements", 50_000 * scale, sides)


def zset(scale: int) -> Growth:
    import fakeredis

    from memlab.cli.bench.zset import pairs
    from memlab.zset import EmulatedRedis

    def filling(client: Callable[[], Any]) -> Make:
        def fill(members: list[tuple[bytes, float]]) -> None:
            r = client()
            for member, score in members:
                r.zadd("k", {member: score})

        return lambda n: lambda: timed(fill, pairs(n))

    sides = {"memlab": filling(EmulatedRedis), "fakeredis": filling(fakeredis.FakeRedis)}
    return grown("filling a sorted set", "members", 30_000 * scale, sides)


def replay(scale: int) -> Growth:
    import cachetools

    from memlab.cli.bench.replay import KEYS, playing, replaying
    from memlab.replay.generators import zipf

    def peer(n: int) -> Side:
        trace = zipf(n, KEYS)
        return playing([trace.names[id] for id in trace.ids], cachetools.LRUCache)

    sides: dict[str, Make] = {"memlab": lambda n: replaying(zipf(n, KEYS), "lru"), "cachetools": peer}
    return grown("replaying under lru", "requests", 100_000 * scale, sides)


def tiers(scale: int) -> Growth:
    from memlab.cli.bench.speech import filled, text
    from memlab.cli.bench.tiers import asking, full_text, one_core, opened

    one_core()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as stores:
        known = [0]

        def store(n: int) -> Side:
            """Of the store that was there before, with more memories."""
            stores.close()
            filled(Path(folder), {"many": n}, known[-1])
            known.append(n)
            there = stores.enter_context(closing(opened("many", Path(folder), n)))
            return asking(there.recall, n)

        def peer(n: int) -> Side:
            return asking(full_text([text(k) for k in range(n)]), n)

        return grown("a recall", "memories", 10_000 * scale, {"memlab": store, "SQLite's FTS5": peer})


GROWTHS: dict[str, Callable[[int], Growth]] = {"flow": flow, "zset": zset, "replay": replay, "tiers": tiers}
