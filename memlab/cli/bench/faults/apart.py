"""Apart: faults done in a process of their own, of one thread, which may have its own mounts and limits."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from memlab.cli.bench.faults.outcome import Outcome

ROOM = "memlab.cli.bench.faults"
Task = tuple[str, Mapping[str, Any]]  # "module.function" of this package, and what it is given
PATIENCE = 900.0  # seconds
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # a fork takes none but its own along


def apart(*tasks: Task, prefix: Sequence[str] = ()) -> list[Outcome]:
    """The outcomes of some tasks, done one after the other in a process of their own.

    RuntimeError, with its last words, if it fails.
    """
    command = [*prefix, sys.executable, "-m", f"{ROOM}.apart", json.dumps(tasks)]
    done = subprocess.run(
        command, capture_output=True, env=os.environ | ONE_THREAD, timeout=PATIENCE, check=False
    )
    if done.returncode:
        names = ", ".join(task for task, _ in tasks)
        raise RuntimeError(f"{names}: {done.stderr[-2000:].decode(errors='replace')}")
    return [Outcome(**{**row, "wrong": tuple(row["wrong"])}) for row in json.loads(done.stdout)]


@lru_cache
def own_mounts() -> tuple[str, ...] | None:
    """How a process gets mounts that nobody else sees; None where it may not."""
    for way in (("unshare", "-m"), ("unshare", "-r", "-m")):
        if shutil.which("unshare") and shutil.which("mount"):
            test = [*way, "mount", "-t", "tmpfs", "-o", "size=64k", "memlab", "/mnt"]
            if subprocess.run(test, capture_output=True, check=False).returncode == 0:
                return way
    return None


def main(tasks: str) -> None:
    found: list[Outcome] = []
    for task, given in json.loads(tasks):
        module, name = task.split(".")
        found += getattr(importlib.import_module(f"{ROOM}.{module}"), name)(**given)
    print(json.dumps([asdict(outcome) for outcome in found]))


if __name__ == "__main__":
    main(*sys.argv[1:])
