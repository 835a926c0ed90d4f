"""The speed of `memlab.flow`: the solver against the textbook's scans and against itself."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from memlab.cli.bench import Measurement
from memlab.flow import LIVENESS, REACHING, Program, liveness_analysis, solve

VARIABLES = [f"v{n}" for n in range(200)]
Items = list[dict[str, Any]]


def measurements(quick: bool) -> Iterator[Measurement]:
    """Programs are read before the clock starts; to put one in order, once for each, counts as solving."""
    n = 20_000 if quick else 100_000
    branches = branching(n)
    ours = _solving(branches)
    scans = _seconds(liveness_analysis, Program.from_dicts(branches))
    yield Measurement(f"liveness of {n:,} statements", ours, "textbook", scans, None if quick else 25)
    forward, backward = _solving(straight(n)), _solving(straight(n, reverse=True))
    yield Measurement(f"{n:,} in reverse layout", backward, "forward layout", forward, 0.5)
    small = straight(n // 100, reverse=True)
    scans = _seconds(liveness_analysis, Program.from_dicts(small))
    yield Measurement(f"{n // 100:,} in reverse layout", _solving(small), "textbook", scans)
    # ten times as many may take twenty times as long: processor caches and the collector have their share
    tenth = _seconds(solve, Program.from_dicts(branching(10 * n)), LIVENESS) / 10
    yield Measurement(f"{10 * n:,} statements, a tenth of it", tenth, f"{n:,}", ours, 0.5)
    yield Measurement(f"reading {n:,} dicts", _seconds(Program.from_dicts, branches), "solving", ours)
    chain = _seconds(solve, Program.from_dicts(straight(n)), REACHING)
    yield Measurement(f"reaching definitions of {n:,} in line", chain, "liveness", forward)


def branching(n: int, seed: int = 1) -> Items:
    """Statements in line; one in five also jumps some way ahead, one in fifty some way back."""
    rng, items = random.Random(seed), straight(n, seed)
    for i, item in enumerate(items[:-1]):
        way = rng.random()
        if way < 0.02:
            item["succ"].append(max(0, i - rng.randint(1, 50)))
        elif way < 0.22:
            item["succ"].append(min(n - 1, i + rng.randint(2, 30)))
    return items


def straight(n: int, seed: int = 1, reverse: bool = False) -> Items:
    """Statements in line with up to two uses and one definition; in reverse the successor of i is i - 1."""
    rng = random.Random(seed)
    follow = (lambda i: [i - 1] if i else []) if reverse else (lambda i: [i + 1] if i < n - 1 else [])
    return [
        {
            "id": i,
            "use": rng.sample(VARIABLES, rng.randint(0, 2)),
            "def": rng.sample(VARIABLES, rng.randint(0, 1)),
            "succ": follow(i),
        }
        for i in range(n)
    ]


def _solving(items: Items) -> float:
    """The best of three, each on a program that was never solved."""
    return min(_seconds(solve, Program.from_dicts(items), LIVENESS) for _ in range(3))


def _seconds(function: Callable[..., Any], *arguments: Any) -> float:
    """In processor time, which other processes do not change."""
    gc.collect()  # what was made before is not this function's garbage
    start = process_time()
    function(*arguments)
    return process_time() - start
