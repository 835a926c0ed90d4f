"""The speed of `memlab.tiers`: recall among many memories, one's own and other tenants', and writes."""

from __future__ import annotations

import os
import random
import sqlite3
import statistics
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from memlab.cli.bench import Measurement
from memlab.tiers.analysis import Indexed, analyse
from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.memory import Memory
from memlab.tiers.store import MemoryStore
from memlab.tiers.warm import Warm

BUDGET = 0.05  # seconds for nineteen recalls of twenty
SIZES = (10_000, 100_000, 1_000_000)  # memories of a tenant, of a larger one, of all together
QUICK = (500, 2_000, 5_000)
OTHERS = 10  # tenants that own the rest
BATCH = 2_000  # memories in a transaction
ASKED = 100  # questions
MEASURED = ("few", "many")  # who is asked
WRITES = 200
DIFFERENT = 2_000  # texts of the owners who are only there
SYLLABLES = tuple(f"{a}{b}" for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ai"))


def measurements(quick: bool) -> Iterator[Measurement]:
    """Recalls are timed one by one; the median and the slowest but one of twenty are told."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(
            name, "1"
        )  # one core: numpy, which is not loaded yet, would wait on all of them
    few, many, every = QUICK if quick else SIZES
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        small = _filled(Path(folder, "small"), {"few": few})
        yield from _recalls("few", small, few, few, seconds_before=None)
        owners = {"many": many} | {f"other {n}": (every - many) // OTHERS for n in range(OTHERS)}
        alone = statistics.median(_recall_times("few", small, few))
        large = _filled(Path(folder, "large"), owners)
        yield from _recalls("many", large, many, every, seconds_before=alone)
        yield _plain("many", large, many)
        yield _scan("many", large, many)
    yield from _writes()


def _recalls(
    tenant: str, folder: Path, mine: int, every: int, seconds_before: float | None
) -> Iterator[Measurement]:
    times = sorted(_recall_times(tenant, folder, mine))
    slow = times[int(0.95 * len(times))]
    where = f"of {mine:,}" if mine == every else f"of {mine:,} among {every:,}"
    yield Measurement(f"recall {where}, p95", slow, "the budget of 50 ms", BUDGET, 1)
    if seconds_before is not None:
        yield Measurement(
            f"recall {where}, median", times[len(times) // 2], "of the small one", seconds_before
        )


def _recall_times(tenant: str, folder: Path, memories: int) -> list[float]:
    store = MemoryStore(tenant, folder, clock=lambda: float(memories))
    try:
        store.recall(_question(0, memories))  # which loads the vectors
        return [_seconds(store.recall, _question(n, memories)) for n in range(1, ASKED + 1)]
    finally:
        store.close()


def _plain(tenant: str, folder: Path, memories: int) -> Measurement:
    """A full-text search of the same texts without fields, vectors, identifiers and ranking of ours."""
    store = MemoryStore(tenant, folder, clock=lambda: float(memories))
    c = sqlite3.connect(":memory:")
    c.execute("CREATE VIRTUAL TABLE texts USING fts5(text)")
    c.executemany("INSERT INTO texts VALUES(?)", ((_text(n),) for n in range(memories)))

    def search(question: str) -> None:
        match = " OR ".join(f'"{word}"' for word in question.strip("?").split())
        c.execute("SELECT text FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 5", (match,)).fetchall()

    return _against(store, "FTS5, ORDER BY rank", search, memories)


def _scan(tenant: str, folder: Path, memories: int) -> Measurement:
    """A loop over all texts that counts common words."""
    store = MemoryStore(tenant, folder, clock=lambda: float(memories))
    texts = [_text(n) for n in range(memories)]

    def search(question: str) -> None:
        words = set(question.strip("?").split())
        max(texts, key=lambda text: len(words.intersection(text.split())))

    return _against(store, "a loop over all texts", search, memories)


def _against(store: MemoryStore, peer: str, search: Callable[[str], object], memories: int) -> Measurement:
    questions = [_question(n, memories) for n in range(20)]
    store.recall(questions[0])
    ours = statistics.median(_seconds(store.recall, question) for question in questions)
    theirs = statistics.median(_seconds(search, question) for question in questions)
    store.close()
    return Measurement(f"recall of {memories:,}, median", ours, peer, theirs)


def _writes() -> Iterator[Measurement]:
    """A write through three tiers, fsynced twice, against one row that SQLite commits."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        store = MemoryStore("writer", Path(folder, "store"))
        one = _waited(lambda: [store.add(_text(n), kind="turn") for n in range(WRITES)]) / WRITES
        many = [{"text": _text(n), "kind": "turn"} for n in range(WRITES, 2 * WRITES)]
        batch = _waited(store.add_many, many) / WRITES
        store.close()
        c = sqlite3.connect(Path(folder, "bare.sqlite"), isolation_level=None)
        c.execute("PRAGMA journal_mode = WAL")
        c.execute("CREATE TABLE texts(text)")
        bare = _waited(lambda: [c.execute("INSERT INTO texts VALUES(?)", (_text(n),)) for n in range(WRITES)])
        c.close()
        peer = "a row in SQLite"
        yield Measurement("a write through the tiers", one, peer, bare / WRITES)
        yield Measurement(f"a write of {WRITES} at once", batch, peer, bare / WRITES)


def _filled(folder: Path, owners: dict[str, int]) -> Path:
    """A directory whose warm tier holds so many memories of each owner.

    All but the first owner say the same DIFFERENT things again and again, in no session: written sooner.
    """
    folder.mkdir()
    read, embed = lru_cache(DIFFERENT)(_read), lru_cache(DIFFERENT)(hashed_embedding)
    for place, (tenant, memories) in enumerate(owners.items()):
        first = place == 0
        how: dict[str, Any] = (
            {} if first else {"analyse": lambda memory, before, after: read(memory.text), "embed": embed}
        )
        warm = Warm(folder / "warm.sqlite", embed_name="hashed", **how)
        different = memories if first else DIFFERENT
        for start in range(0, memories, BATCH):
            numbers = range(start, min(start + BATCH, memories))
            warm.put([_memory(tenant, n, _text(n % different)) for n in numbers])
        warm.close()
    return folder


def _read(text: str) -> Indexed:
    return analyse(Memory("", "", text))


def _memory(tenant: str, n: int, text: str) -> Memory:
    """A turn of a conversation of twenty turns."""
    return Memory(
        tenant,
        f"m{n}",
        text,
        kind="turn",
        at=float(n),
        session=f"s{n // 20}" if tenant in MEASURED else "",
        place=n % 20,
        speaker=("Ann", "Bob")[n % 2],
    )


def _text(n: int) -> str:
    """Fifteen words, common ones and rare ones as in speech (Zipf), and now and then an order number."""
    draw = random.Random(n)
    words = [_word(int(10 ** draw.uniform(0, 4.5))) for _ in range(15)]
    return " ".join(words) + (f" order T-{n}." if n % 10 == 0 else ".")


def _word(rank: int) -> str:
    word = ""
    while rank or not word:
        rank, place = divmod(rank, len(SYLLABLES))
        word += SYLLABLES[place]
    return word + "x"


def _question(n: int, memories: int) -> str:
    """Eight words of one of the memories."""
    draw = random.Random(-n - 1)
    words = _text(draw.randrange(memories)).rstrip(".").split()
    return " ".join(draw.sample(words, 8)) + "?"


def _seconds(function: Callable[..., object], *arguments: object) -> float:
    """In processor time, which other processes do not change: a recall waits for nothing."""
    start = process_time()
    function(*arguments)
    return process_time() - start


def _waited(function: Callable[..., object], *arguments: object) -> float:
    """In real time: a write waits for the disk."""
    start = perf_counter()
    function(*arguments)
    return perf_counter() - start
