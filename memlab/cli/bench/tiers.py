"""The speed of `memlab.tiers`: recall among many memories, one's own and other tenants', and writes."""

from __future__ import annotations

import itertools
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from memlab.cli.bench.results import Measurement
from memlab.cli.bench.speech import filled, question, text
from memlab.cli.bench.timing import Side, side_by_side, timed
from memlab.tiers.store import MemoryStore

BUDGET = 0.05  # seconds for nineteen recalls of twenty
SIZES = (10_000, 100_000, 1_000_000)  # memories of a tenant, of a larger one, of all together
QUICK = (200, 600, 1_500)
OTHERS = 10  # tenants that own the rest
ROUNDS = 5  # of writes


def measurements(quick: bool) -> Iterator[Measurement]:
    """Recalls are timed one by one; the median and the slowest but one of twenty are told."""
    one_core()
    few, many, every = QUICK if quick else SIZES
    asked = 40 if quick else 100
    owners = {"many": many} | {f"other {n}": (every - many) // OTHERS for n in range(OTHERS)}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        small = opened("few", filled(Path(folder, "small"), {"few": few}), few)
        large = opened("many", filled(Path(folder, "large"), owners), many)
        try:
            yield _slow(small, few, f"recall of {few:,}", asked)
            yield _slow(large, many, f"recall of {many:,} among {every:,}", asked)
            ours, peer = side_by_side(recalling(large, many), recalling(small, few), repeats=asked)
            yield Measurement(f"recall of {many:,} among {every:,}, median", ours, f"of {few:,}", peer)
            yield from _searches(large, many, asked // 2)
        finally:
            small.close()
            large.close()
    yield from _writes(10 if quick else 40)


def one_core() -> None:
    """numpy, which is not loaded yet, would wait on all cores."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def opened(tenant: str, folder: Path, memories: int) -> MemoryStore:
    """A store whose vectors are loaded."""
    store = MemoryStore(tenant, folder, clock=lambda: float(memories))
    store.recall(question(0, memories))
    return store


def recalling(store: MemoryStore, memories: int) -> Side:
    """Recalls for the next question."""
    return asking(store.recall, memories)


def asking(search: Callable[[str], object], memories: int) -> Side:
    numbers = itertools.count(1)
    return lambda: timed(search, question(next(numbers), memories))


def _slow(store: MemoryStore, memories: int, name: str, asked: int) -> Measurement:
    side = recalling(store, memories)
    times = sorted(side() for _ in range(asked))
    return Measurement(f"{name}, p95", times[int(0.95 * asked)], "the budget of 50 ms", BUDGET, 1)


def _searches(store: MemoryStore, memories: int, asked: int) -> Iterator[Measurement]:
    """Against a full-text search of the same texts without fields, vectors, identifiers and ranking of ours,
    and against a loop over all texts that counts common words."""
    texts = [text(n) for n in range(memories)]
    sides = {"FTS5, ORDER BY rank": full_text(texts), "a loop over all texts": looping(texts)}
    for name, search in sides.items():
        ours, peer = side_by_side(recalling(store, memories), asking(search, memories), repeats=asked)
        yield Measurement(f"recall of {memories:,}, median", ours, name, peer)


def full_text(texts: list[str]) -> Callable[[str], object]:
    c = sqlite3.connect(":memory:")
    c.execute("CREATE VIRTUAL TABLE texts USING fts5(text)")
    c.executemany("INSERT INTO texts VALUES(?)", ((text,) for text in texts))

    def search(question: str) -> object:
        match = " OR ".join(f'"{word}"' for word in question.strip("?").split())
        asked = "SELECT text FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 5"
        return c.execute(asked, (match,)).fetchall()

    return search


def looping(texts: list[str]) -> Callable[[str], object]:
    def search(question: str) -> object:
        words = set(question.strip("?").split())
        return max(texts, key=lambda text: len(words.intersection(text.split())))

    return search


def _writes(each: int) -> Iterator[Measurement]:
    """A write through three tiers, fsynced twice, against one row that SQLite commits; in real time."""
    numbers = itertools.count()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        store = MemoryStore("writer", Path(folder, "store"))
        c = sqlite3.connect(Path(folder, "bare.sqlite"), isolation_level=None)
        c.execute("PRAGMA journal_mode = WAL")
        c.execute("CREATE TABLE texts(text)")

        def writing(write: Callable[[list[str]], object]) -> Side:
            return lambda: timed(write, [text(next(numbers)) for _ in range(each)], clock=perf_counter) / each

        one, batch, bare = side_by_side(
            writing(lambda texts: [store.add(said, kind="turn") for said in texts]),
            writing(lambda texts: store.add_many([{"text": said, "kind": "turn"} for said in texts])),
            writing(lambda texts: [c.execute("INSERT INTO texts VALUES(?)", (said,)) for said in texts]),
            repeats=ROUNDS,
        )
        store.close()
        c.close()
        yield Measurement("a write through the tiers", one, "a row in SQLite", bare)
        yield Measurement(f"a write of {each} at once", batch, "a row in SQLite", bare)
