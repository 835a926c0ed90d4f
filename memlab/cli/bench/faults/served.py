"""Served: what becomes of a store when the server of its hot or warm tier, or the way to it, fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import redis

from memlab.bank import PriorityMemory, connect
from memlab.bank import Settings as Caps
from memlab.cli import servers
from memlab.cli.bench.faults.killing import kills
from memlab.cli.bench.faults.outcome import Outcome, total
from memlab.cli.bench.faults.paths import PATHS
from memlab.cli.bench.faults.proxy import Proxy
from memlab.cli.bench.faults.scene import Scene
from memlab.cli.bench.faults.scenes import Priority
from memlab.cli.bench.faults.stores import Clock, StoreScene, under

TIMEOUT = 0.2  # seconds that a client waits for an answer
LATE = 0.5  # seconds by which a slow server answers

Harm = Callable[[Random], AbstractContextManager[object]]


def redis_faults(many: int, seed: int, few: int) -> list[Outcome]:
    """A hot tier on a Redis server of our own that keeps its data through a kill; `few` paths each time."""
    draw = Random(seed)
    with servers.redis_server(durable=True) as server, Proxy(server.url) as proxy:
        direct = redis.Redis.from_url(server.url)
        harms: dict[str, Harm] = {
            "Redis: connection cut before a reply": lambda d: proxy.cutting(d.randrange(9), True),
            "Redis: connection cut before a command": lambda d: proxy.cutting(d.randrange(9), False),
            "Redis: slow": lambda d: proxy.slow(LATE),
            "Redis: down, then started again": lambda d: _down(server),
            "Redis: lost everything": lambda d: _after(direct.flushall),
            "Redis: lost single keys": lambda d: _after(lambda: _drop_some(direct, d)),
        }
        found: list[Outcome] = []
        for name, harm in harms.items():
            tries = []
            for _ in range(many):
                direct.flushall()
                tries.append(_tried(name, StoreScene("add", partial(_client, proxy.url)), harm, draw, few))
            found.append(total(name, tries))
        return [*found, _counted(server, proxy, many, draw), *_killed(server.url, many, seed, few)]


def postgres_faults(many: int, seed: int, few: int) -> list[Outcome]:
    """A warm tier on a PostgreSQL server of our own, whose answers are on disk; `few` paths each time."""
    draw = Random(seed)
    with servers.postgres_server(durable=True) as server, Proxy(server.url) as proxy:
        harms: dict[str, Harm] = {
            "PostgreSQL: connection cut before a reply": lambda d: proxy.cutting(d.randrange(30), True),
            "PostgreSQL: connection cut before a command": lambda d: proxy.cutting(d.randrange(30), False),
            "PostgreSQL: slow": lambda d: proxy.slow(LATE / 10),
            "PostgreSQL: killed, then started again": lambda d: _down(server),
            "PostgreSQL: killed in mid-write": lambda d: _killed_meanwhile(server, d),
        }
        found: list[Outcome] = []
        for name, harm in harms.items():
            tries = []
            for n in range(many):
                schema = f"{proxy.url}?schema=f{len(found)}_{n}"
                tries.append(_tried(name, StoreScene("add", warm=schema), harm, draw, few))
            found.append(total(name, tries))
        return [*found, *_killed_on_postgres(server.url, many, seed, few)]


def _tried(name: str, scene: StoreScene, harm: Harm, draw: Random, few: int) -> Outcome:
    with TemporaryDirectory(prefix="memlab-faults-") as folder:
        paths = draw.sample(sorted(PATHS), few)
        return under(name, scene, Path(folder), lambda: harm(draw), paths, draw.getrandbits(30))


def _client(url: str) -> Any:
    return connect(url, timeout=TIMEOUT)


@contextmanager
def _after(harm: Callable[[], object]) -> Iterator[None]:
    """The harm is done, then everybody goes on."""
    harm()
    yield


@contextmanager
def _down(server: servers.Server) -> Iterator[None]:
    """Nobody answers."""
    server.kill()
    try:
        yield
    finally:
        server.start()


@contextmanager
def _killed_meanwhile(server: servers.Server, draw: Random) -> Iterator[None]:
    """It is killed at some moment and is soon there again."""

    def again() -> None:
        time.sleep(draw.uniform(0, 0.03))
        server.kill()
        server.start()

    thread = threading.Thread(target=again)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def _drop_some(client: Any, draw: Random) -> None:
    names = sorted(client.keys("*"))
    if names:
        client.delete(*draw.sample(names, draw.randint(1, len(names))))


def _counted(server: servers.Server, proxy: Proxy, many: int, draw: Random) -> Outcome:
    """A scored memory by itself: each write exactly once, whatever becomes of its connection."""
    name, wrong = "Redis: PriorityMemory, exactly once", list[str]()
    redis.Redis.from_url(server.url).flushall()
    memory = PriorityMemory(_client(proxy.url), "ann", Caps(capacity=5, protection=0), Clock())
    tries, before = 10 * many, proxy.cuts
    for n in range(tries):
        cut = proxy.cutting(n % 4, reply=n % 8 < 4)  # a write has three messages: each in turn, EXEC, too
        with _killed_meanwhile(server, draw) if n % 10 == 9 else cut:
            item = memory.remember(f"m{n}", f"text {n}", 1 + n % 9)
        if item.access_count:  # written once more, it counts as used
            wrong.append(f"{item.id} was written twice")
        counts = memory.counts()
        there = {item.id for item in memory.items()} | set(memory.archived())
        if counts["pushed"] != n + 1 or counts["resident"] + counts["archived"] != n + 1:
            wrong.append(f"{n + 1} were written, counted are {counts}")
        if len(there) != n + 1 or counts["resident"] > 5:
            wrong.append(f"{n + 1} were written, {len(there)} are there, {counts}")
    seen = {"connections cut": proxy.cuts - before}
    return Outcome(name, tries, opened=tries, checked=tries, lost=len(wrong), wrong=tuple(wrong), seen=seen)


def _killed(url: str, many: int, seed: int, few: int) -> list[Outcome]:
    """Writers are killed while the hot tier is on the server, and with it a scored memory by itself."""
    direct = redis.Redis.from_url(url)

    def priority() -> Scene:
        direct.flushdb()
        return Priority(url)

    def store(path: str) -> StoreScene:
        direct.flushdb()
        return StoreScene(path, partial(_client, url))

    paths = ("add", "update", "forget", "sweep", "merge")
    return [
        kills(priority, many, seed),
        total(
            "kill -9: a store with hot on Redis", (kills(partial(store, p), many, seed) for p in paths[:few])
        ),
    ]


def _killed_on_postgres(url: str, many: int, seed: int, few: int) -> list[Outcome]:
    made = iter(range(1_000_000))

    def store(path: str) -> StoreScene:
        return StoreScene(path, warm=f"{url}?schema=k{next(made)}")

    paths = ("add_many", "update", "forget", "document", "reindex")
    every = (kills(partial(store, path), many, seed) for path in paths[:few])
    return [total("kill -9: a store with warm on PostgreSQL", every)]
