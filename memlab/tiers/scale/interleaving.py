"""Interleaving: two processes on one memory, played command by command in every order that there is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from redis.exceptions import WatchError

from memlab.zset import EmulatedRedis

PUSHED = {"greeting": 1, "weather": 2, "coupon": 5, "order": 7, "allergy": 100}
RAISED = 50

Pair = tuple[str, str]  # what was said to the server, and what it answered
Process = Generator[Pair, None, None]


class Step(NamedTuple):
    """One command of one process, and what the server holds after it."""

    process: str
    command: str
    reply: str
    hot: tuple[str, ...]  # the lowest score first
    archive: tuple[str, ...]  # the oldest entry first


@dataclass(frozen=True)
class Played:
    """What two processes did in one order, and what is wrong afterwards (`faults`, empty if nothing is)."""

    way: str
    rival: str
    order: str
    steps: tuple[Step, ...]
    faults: tuple[str, ...]

    @property
    def counts(self) -> dict[str, int]:
        """pushed, resident and archived; nothing is forgotten here."""
        last = self.steps[-1]
        return {"pushed": len(PUSHED), "resident": len(last.hot), "archived": len(last.archive)}


def looking(r: EmulatedRedis) -> Process:
    """Look who is the lowest, remove it, archive it: three commands with two gaps between them."""
    [lowest] = r.zrange("hot", 0, 0)
    yield "ZRANGE", lowest
    removed = r.zrem("hot", lowest)
    yield "ZREM", f"{removed} removed"
    r.rpush("archive", lowest)
    yield "RPUSH", lowest


def watching(r: EmulatedRedis) -> Process:
    """The same behind WATCH: EXEC writes nothing if the key has changed, and everything begins again."""
    while True:
        with r.pipeline() as pipe:
            pipe.watch("hot")
            yield "WATCH", "hot"
            [lowest] = pipe.zrange("hot", 0, 0)
            yield "ZRANGE", lowest
            pipe.multi()
            pipe.zrem("hot", lowest)
            pipe.rpush("archive", lowest)
            try:
                pipe.execute()
            except WatchError:
                yield "EXEC", "refused"
            else:
                yield "EXEC", lowest
                return


def scripted(r: EmulatedRedis) -> Process:
    """The same as one script. (A server runs it with nobody between; here nobody is asked to yield.)"""
    [lowest] = r.zrange("hot", 0, 0)
    r.zrem("hot", lowest)
    r.rpush("archive", lowest)
    yield "EVAL", lowest


def raising(r: EmulatedRedis) -> Process:
    """The customer comes back to the lowest: it is worth 50 now, if it is still there."""
    changed = r.zadd("hot", {"greeting": RAISED}, xx=True, ch=True)
    yield "ZADD XX", f"greeting {RAISED}" if changed else "not there"


def cutting(r: EmulatedRedis) -> Process:
    """Cuts the other's power: no command at all."""
    yield "power", "cut"


WAYS: dict[str, Callable[[EmulatedRedis], Process]] = {
    "look, then remove": looking,
    "WATCH … EXEC": watching,
    "one script": scripted,
}
RIVALS = ("evicts, too", "raises the lowest", "cuts A's power")
_COMMANDS = {"look, then remove": 3, "WATCH … EXEC": 3, "one script": 1}


def orders(way: str, rival: str = RIVALS[0]) -> list[str]:
    """Every order in which the commands of A and B can reach the server, as text: "AABABB".

    >>> len(orders("look, then remove")), orders("one script"), orders("one script", "raises the lowest")
    (20, ['AB', 'BA'], ['AB', 'BA'])
    """
    mine = _COMMANDS[way]
    its = mine if rival == RIVALS[0] else 1
    places = combinations(range(mine + its), mine)
    return ["".join("A" if n in a else "B" for n in range(mine + its)) for a in places]


def play(way: str, rival: str = RIVALS[0], order: str = "") -> Played:
    """Let A evict in this way while B does what it does, each next command by the letter in `order`.

    Who is not done when the order ends goes on alone, A first. ValueError for a way, a rival or an order
    that there is not.

    >>> play("look, then remove", order="AABBAB").faults
    ()
    >>> play("look, then remove", order="ABABAB").faults
    ('greeting is archived twice: pushed 5, resident 4 + archived 2',)
    """
    known = orders(way, rival) if way in WAYS and rival in RIVALS else []
    if order not in known:
        raise ValueError(f"way, rival, order = {(way, rival, order)!r}: take one of orders(way, rival)")
    server = EmulatedRedis(decode_responses=True)
    server.zadd("hot", PUSHED)
    other = {RIVALS[0]: WAYS[way], RIVALS[1]: raising, RIVALS[2]: cutting}[rival]
    steps = tuple(_steps(server, {"A": WAYS[way](server), "B": other(server)}, order))
    return Played(way, rival, order, steps, tuple(_faults(steps)))


def _steps(server: EmulatedRedis, processes: dict[str, Process], order: str) -> Iterator[Step]:
    waiting = [*order, *"A" * 9, *"B" * 9]  # the rest of whoever had to begin again
    for name in waiting:
        said = next(processes[name], None) if name in processes else None
        if said is None:
            continue
        hot, archive = server.zrange("hot", 0, -1), server.lrange("archive", 0, -1)
        yield Step(name, *said, tuple(hot), tuple(archive))
        if said == ("power", "cut"):
            del processes["A"]


def _faults(steps: tuple[Step, ...]) -> Iterator[str]:
    last = steps[-1]
    told = f"pushed {len(PUSHED)}, resident {len(last.hot)} + archived {len(last.archive)}"
    for name in PUSHED:
        if name not in last.hot + last.archive:
            yield f"{name} is neither here nor in the archive: {told}"
        if (last.hot + last.archive).count(name) > 1:
            yield f"{name} is archived twice: {told}"
    before = tuple(PUSHED)
    for step in steps:
        yield from (f"{name} went, and was not the lowest" for name in before[1:] if name not in step.hot)
        before = step.hot
