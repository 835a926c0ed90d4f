"""The plan: which faults are done how often, in which processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module

from memlab.cli import servers
from memlab.cli.bench.faults.apart import Task, apart, own_mounts
from memlab.cli.bench.faults.outcome import Outcome
from memlab.cli.bench.faults.paths import PATHS
from memlab.cli.bench.faults.scenes import SCENES
from memlab.cli.bench.results import LeftOut

KILLS = 20  # of each write path in a full run: with those on servers more than 500
SERVED = 6  # times each fault of a server in a full run, with several writes
NO_MOUNTS = "this user may not mount: unshare -m is not allowed, file size limits stand in for it"


def plan(quick: bool) -> tuple[list[list[Task]], list[LeftOut]]:
    """(what is to be done, each list in a process of its own; what cannot be done here)."""
    mounts = own_mounts() is not None
    left_out = [] if mounts else [LeftOut("a full disk", NO_MOUNTS)]
    there = []
    for task, missing in _servers():
        left_out += [LeftOut(f"faults of {task}", missing)] if missing else []
        there += [] if missing else [task]
    return (_few if quick else _many)(mounts, there), left_out


def _few(mounts: bool, there: Sequence[str]) -> list[list[Task]]:
    """Some of everything, in two processes: most of the time goes by in starting them."""
    once = {"many": 1, "seed": 1}
    local: list[Task] = [
        ("stores.killed_paths", {"many": dict.fromkeys(PATHS, 1), "seed": 1}),
        ("clocks.jumping", once),
        ("disk.full_disk", {"rounds": 1, "seed": 3, "paths": 3, "mounts": mounts}),
    ]
    others: list[Task] = [
        ("scenes.killed_scenes", {"many": dict.fromkeys(SCENES, 1), "seed": 1}),
        ("disk.read_only", {"mounts": mounts}),
        ("damage.damaged", once),
    ]
    return [local, [*others, *((f"served.{task}_faults", {**once, "few": 1}) for task in there)]]


def _many(mounts: bool, there: Sequence[str]) -> list[list[Task]]:
    """500 kills, and the other faults some dozens of times."""
    tasks: list[Task] = [
        ("stores.killed_paths", {"many": {p: KILLS}, "seed": n}) for n, p in enumerate(PATHS)
    ]
    tasks += [("scenes.killed_scenes", {"many": {s: KILLS}, "seed": n}) for n, s in enumerate(SCENES)]
    tasks += [("disk.full_disk", {"rounds": 4, "seed": 1, "mounts": own}) for own in sorted({mounts, False})]
    tasks += [
        ("disk.read_only", {"mounts": mounts}),
        ("clocks.jumping", {"many": 10, "seed": 1}),
        ("damage.damaged", {"many": 12, "seed": 1}),
        *((f"served.{task}_faults", {"many": SERVED, "seed": 1, "few": 6}) for task in there),
    ]
    return [[task] for task in tasks]


def done(tasks: Sequence[Task]) -> list[Outcome]:
    """Do some tasks in a process of their own, with mounts of its own where that may be."""
    return apart(*tasks, prefix=own_mounts() or ())


def _servers() -> Iterator[tuple[str, str]]:
    """(server, why faults of it cannot be done here)."""
    needed = {
        "redis": (servers.redis_program, "redis"),
        "postgres": (servers.postgres_programs, "psycopg"),
    }
    for task, (program, module) in needed.items():
        try:
            program()
            import_module(module)
            yield task, ""
        except servers.Missing as missing:
            yield task, str(missing)
        except ImportError as lacking:
            yield task, f"{lacking.name} is not installed"
