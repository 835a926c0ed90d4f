"""The speed of memlab on servers on loopback, in real time: Redis for hot, PostgreSQL for warm."""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from memlab.bank import PriorityMemory, Settings, connect
from memlab.cli.bench.results import LeftOut, Measurement, Result
from memlab.cli.bench.speech import question, text
from memlab.cli.bench.timing import Side, side_by_side, timed
from memlab.cli.servers import Missing, postgres_server, redis_server
from memlab.tiers import MemoryStore
from memlab.zset import EmulatedRedis

HOT = 100  # memories that the hot layer holds: each write puts one out


def measurements(quick: bool) -> Iterator[Result]:
    """What is not installed is left out, and told."""
    for name, room in {"memlab on Redis": _redis, "memlab on PostgreSQL": _postgres}.items():
        try:
            yield from room(quick)
        except Missing as error:
            yield LeftOut(name, str(error))
        except ModuleNotFoundError as error:
            yield LeftOut(name, f"{error.name} is not installed")


def _redis(quick: bool) -> Iterator[Result]:
    each, rounds = (20, 5) if quick else (200, 15)
    numbers = itertools.count(HOT)  # of all that is written
    with redis_server() as server:
        client = connect(server.url)
        bare, on_server, emulated = _bare(client), _hot(client), _hot(EmulatedRedis())
        writes = (
            lambda n: on_server.remember(f"m{n}", text(n), 5),
            lambda n: emulated.remember(f"m{n}", text(n), 5),
            bare,
        )
        ours, ours_emulated, peer = side_by_side(*(_each(w, each, numbers) for w in writes), repeats=rounds)
        name = "hot on Redis, an evicting write"
        yield Measurement(name, ours, "the bare commands", peer)
        yield Measurement(name, ours, "on EmulatedRedis", ours_emulated)
        last = next(numbers)
        for write in writes:  # so that both have it
            write(last)
        reads = (lambda n: on_server.get(f"m{last}"), lambda n: client.hget("items", f"m{last}"))
        ours, peer = side_by_side(*(_each(read, each, numbers) for read in reads), repeats=rounds)
        yield Measurement("hot on Redis, a read", ours, "HGET", peer)


def _hot(client: Any) -> PriorityMemory:
    """A hot layer that is full."""
    memory = PriorityMemory(client, "bench", Settings(capacity=HOT, archive=False))
    for n in range(HOT):
        memory.remember(f"old {n}", text(n), 5)
    return memory


def _bare(client: Any) -> Callable[[int], object]:
    """The least that keeps a scored memory: a transaction that writes text and score and puts the lowest out.

    Without looking first: no pins, no protection, no log, no second attempt; the text put out stays.
    """
    for n in range(HOT):
        client.zadd("scores", {f"old {n}": n})

    def write(n: int) -> object:
        with client.pipeline() as together:
            together.hset("items", f"m{n}", json.dumps({"text": text(n), "importance": 5}))
            together.zadd("scores", {f"m{n}": HOT + n})
            together.zpopmin("scores")
            return together.execute()

    return write


def _postgres(quick: bool) -> Iterator[Result]:
    """The same store, but for where the warm tier lies; hot is emulated, cold a file."""
    memories, each, rounds = (300, 5, 5) if quick else (5_000, 20, 15)
    with postgres_server(durable=True) as server, ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        stores = [
            stack.enter_context(MemoryStore("bench", folder / name, warm=warm))
            for name, warm in (("server", server.url), ("local", None))
        ]
        for store in stores:
            store.add_many([{"text": text(n), "kind": "turn"} for n in range(memories)])
        for what, do in {
            "a write": lambda store, n: store.add(text(n), kind="turn"),
            f"recall of {memories:,}": lambda store, n: store.recall(question(n, memories)),
        }.items():
            numbers = itertools.count(memories)
            sides = (_each(partial(do, store), each, numbers) for store in stores)
            ours, peer = side_by_side(*sides, repeats=rounds)
            yield Measurement(f"warm on PostgreSQL, {what}", ours, "warm on SQLite", peer)


def _each(do: Callable[[int], object], each: int, numbers: Iterator[int]) -> Side:
    """Seconds of one call, over so many of them, each with the next number."""

    def all_of_it() -> None:
        for n in itertools.islice(numbers, each):
            do(n)

    return lambda: timed(all_of_it, clock=perf_counter) / each
