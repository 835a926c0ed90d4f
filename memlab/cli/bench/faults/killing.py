"""Killing: writers that are killed (SIGKILL) at random moments. A writer is a fork of this process."""

from __future__ import annotations

import json
import os
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from memlab.cli.bench.faults.outcome import Outcome, total

SPAN = 0.06  # seconds within which a writer is killed, at first; then about two writes long
TIERS, BETWEEN = ("hot", "warm", "cold"), "between writes"
WORLD = 8  # kills after which a new folder is begun

Row = dict[str, Any]
Say = Callable[[Row], None]


class Scene(Protocol):
    """One write path: what is written, and what must be so after it was cut off."""

    name: str

    def live(self, folder: Path, seed: int, say: Say) -> None:
        """Write until killed; tell of the beginning and of the end of each write."""

    def check(self, folder: Path, rows: list[Row]) -> Outcome:
        """Look at what was left."""


def kills(make: Callable[[], Scene], many: int, seed: int) -> Outcome:
    """Kill a writer so many times; every few times another one, on another folder."""
    draw, where, span = Random(seed), Counter[str](), SPAN
    found: list[Outcome] = []
    while len(found) < many:
        scene = make()
        with TemporaryDirectory(prefix="memlab-faults-") as folder, TemporaryDirectory() as beside:
            for n in range(min(WORLD, many - len(found))):
                live = partial(scene.live, Path(folder), draw.getrandbits(30))
                rows = killed(live, Path(beside, str(n)), draw.uniform(0, span))
                where[_place(rows)] += 1
                span = max(SPAN / 4, min(1.0, span * (0.8 if _writes(rows) > 1 else 1.3)))
                found.append(scene.check(Path(folder), rows))
    seen = {"in a write": many - where[BETWEEN]} | {f"in {tier}": where[tier] for tier in TIERS}
    return total(f"kill -9: {make().name}", found, **seen)


def killed(live: Callable[[Say], None], log: Path, delay: float) -> list[Row]:
    """What a fork that does `live` told before it was killed, `delay` seconds after its first word."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        _live(live, os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), theirs)
    os.close(theirs)
    os.read(ours, 1)  # it begins, or it has died
    os.close(ours)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    rows = [json.loads(line) for line in log.read_bytes().splitlines(keepends=True) if line[-1:] == b"\n"]
    for row in rows:
        if "failed" in row:
            raise RuntimeError(f"a writer failed before it was killed: {row['failed']}")
    return rows


def _live(live: Callable[[Say], None], log: int, ready: int) -> None:
    """In the fork: nothing of the parent's is tidied up by it."""
    try:

        def say(row: Row) -> None:
            os.write(log, json.dumps(row).encode() + b"\n")
            if row.get("begin") == 0:
                os.write(ready, b".")

        live(say)
    except BaseException:
        os.write(log, json.dumps({"failed": traceback.format_exc()[-1500:]}).encode() + b"\n")
    finally:
        os._exit(1)


def _writes(rows: Iterable[Row]) -> int:
    """How many writes were done before the kill."""
    return sum("done" in row and row["done"] >= 0 for row in rows)


def _place(rows: Iterable[Row]) -> str:
    """Where the kill hit: a tier, between two of them within a write, or between two writes."""
    place = BETWEEN
    for row in rows:
        if "begin" in row:
            place = "elsewhere"
        elif "done" in row:
            place = BETWEEN
        elif "in" in row:
            place = row["in"] or "elsewhere"
    return place
