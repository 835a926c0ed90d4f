"""The plan: which faults are done how often, in which processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from memlab.cli import servers
from memlab.cli.bench.faults.apart import apart, own_mounts
from memlab.cli.bench.faults.outcome import Outcome
from memlab.cli.bench.faults.paths import PATHS
from memlab.cli.bench.faults.scenes import SCENES
from memlab.cli.bench.results import LeftOut

KILLS = 21  # of each write path in a full run: with those on servers more than 500
SERVED = 6  # times each fault of a server in a full run, with several writes
NO_MOUNTS = "this user may not mount: unshare -m is not allowed, file size limits stand in for it"


class Job(NamedTuple):
    """Faults that are done in one process of their own."""

    task: str
    given: Mapping[str, Any]
    mounts: bool = False


def plan(quick: bool) -> tuple[list[Job], list[LeftOut]]:
    """(what is to be done, what cannot be done here)."""
    mounts = own_mounts() is not None
    each, seed = (1, 1) if quick else (KILLS, 1)
    paths, scenes = dict.fromkeys(PATHS, each), dict.fromkeys(SCENES, each)
    shares = [paths] if quick else [{path: each} for path in paths]
    jobs = [Job("stores.killed_paths", {"many": share, "seed": seed + n}) for n, share in enumerate(shares)]
    jobs += [
        Job("scenes.killed_scenes", {"many": scenes, "seed": seed}),
        Job("disk.read_only", {"mounts": mounts}, mounts),
        Job("clocks.jumping", {"many": 1 if quick else 10, "seed": seed}),
        Job("damage.damaged", {"many": 1 if quick else 12, "seed": seed}),
    ]
    full = {"rounds": 1 if quick else 4, "seed": seed, "paths": 6 if quick else 0}
    ways = (mounts,) if quick else {mounts, False}
    jobs += [Job("disk.full_disk", {**full, "mounts": own}, own) for own in ways]
    left_out = [] if mounts else [LeftOut("a full disk", NO_MOUNTS)]
    for task, missing in _servers():
        if missing:
            left_out.append(LeftOut(f"faults of {task}", missing))
        else:
            jobs.append(
                Job(
                    f"served.{task}_faults",
                    {"many": 1 if quick else SERVED, "seed": seed, "few": 1 if quick else 6},
                )
            )
    return jobs, left_out


def _servers() -> Iterator[tuple[str, str]]:
    """(server, why faults of it cannot be done here)."""
    needed = {
        "redis": (servers.redis_program, "redis"),
        "postgres": (servers.postgres_programs, "psycopg_pool"),
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


def done(job: Job) -> list[Outcome]:
    """Do one job."""
    return apart(job.task, prefix=(own_mounts() or ()) if job.mounts else (), **job.given)
