"""The speed of `memlab.flow`: the solver against the textbook's scans and against itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from memlab.cli.bench.results import Measurement
from memlab.cli.bench.timing import Side, side_by_side, timed
from memlab.flow import LIVENESS, REACHING, Analysis, Program, liveness_analysis, solve

VARIABLES = [f"v{n}" for n in range(200)]
Items = list[dict[str, Any]]


def measurements(quick: bool) -> Iterator[Measurement]:
    """Programs are read before the clock starts; to put one in order, once for each, counts as solving."""
    n = 5_000 if quick else 100_000
    branches, forward, backward = branching(n), straight(n), straight(n, reverse=True)
    ours, scans = side_by_side(solving(branches), scanning(branches), repeats=3)
    yield Measurement(f"liveness of {n:,} statements", ours, "textbook", scans, None if quick else 25)
    ours, peer = side_by_side(solving(backward), solving(forward))
    yield Measurement(f"{n:,} in reverse layout", ours, "forward layout", peer, 0.5)
    small = straight(n // 100, reverse=True)
    ours, scans = side_by_side(solving(small), scanning(small), repeats=3)
    yield Measurement(f"{n // 100:,} in reverse layout", ours, "textbook", scans)
    # ten times as many may take twenty times as long: processor caches have their share
    ours, peer = side_by_side(solving(branching(10 * n)), solving(branches), repeats=3)
    yield Measurement(f"{10 * n:,} statements, a tenth of it", ours / 10, f"{n:,}", peer, 0.5)
    ours, peer = side_by_side(lambda: timed(Program.from_dicts, branches), solving(branches))
    yield Measurement(f"reading {n:,} dicts", ours, "solving", peer)
    ours, peer = side_by_side(solving(forward, REACHING), solving(forward))
    yield Measurement(f"reaching definitions of {n:,} in line", ours, "liveness", peer)


def solving(items: Items, analysis: Analysis = LIVENESS) -> Side:
    """Solves a program that was never solved before."""
    return lambda: timed(solve, Program.from_dicts(items), analysis)


def scanning(items: Items) -> Side:
    """The textbook's way: passes over all statements until nothing changes."""
    return lambda: timed(liveness_analysis, Program.from_dicts(items))


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
