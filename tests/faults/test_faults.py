"""Faults in small numbers, by the code of `memlab bench faults`; MEMLAB_FAULTS=20 does twenty times more."""

from __future__ import annotations

import os
import sys

import pytest

from memlab.cli import servers
from memlab.cli.bench.faults.apart import apart, own_mounts
from memlab.cli.bench.faults.paths import PATHS
from memlab.cli.bench.faults.scenes import SCENES

TIMES = int(os.environ.get("MEMLAB_FAULTS", "1"))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork, no SIGKILL")


def kept(task, apart_with=(), **given):
    """The outcomes of a task, once every promise was found to be kept."""
    outcomes = apart((task, given), prefix=apart_with)
    for outcome in outcomes:
        assert outcome.ok, (outcome.name, outcome.wrong[:5])
        assert outcome.tried and outcome.opened + outcome.refused == outcome.tried
    return outcomes


def test_kill_9_in_every_write_path_of_a_store():
    outcomes = kept("stores.killed_paths", many=dict.fromkeys(PATHS, TIMES), seed=int(TIMES))
    assert len(outcomes) == len(PATHS) and sum(o.seen["in a write"] for o in outcomes) >= len(PATHS) / 2
    assert all(o.checked for o in outcomes)


def test_kill_9_in_the_write_paths_beside_the_store():
    outcomes = kept("scenes.killed_scenes", many=dict.fromkeys(SCENES, TIMES), seed=TIMES)
    assert len(outcomes) == len(SCENES)


def test_a_full_disk():
    mounts = own_mounts()  # None: this user may not mount, and the limit on file sizes stands in for it
    given = {"rounds": TIMES, "seed": 3, "paths": 2, "mounts": mounts is not None}
    (outcome,) = kept("disk.full_disk", mounts or (), **given)
    assert outcome.refused and outcome.checked


def test_files_that_may_not_grow():
    (outcome,) = kept("disk.full_disk", rounds=TIMES, seed=4, paths=2, mounts=False)
    assert outcome.refused and outcome.checked


def test_no_right_to_write():
    mounts = own_mounts()
    (outcome,) = kept("disk.read_only", mounts or (), mounts=mounts is not None)
    assert outcome.refused and outcome.opened


def test_a_clock_that_jumps():
    assert len(kept("clocks.jumping", many=TIMES, seed=1)) == 3


def test_damaged_files():
    outcomes = kept("damage.damaged", many=TIMES, seed=1)
    assert len(outcomes) == 7 and any(o.seen.get("recovered") for o in outcomes)


@pytest.mark.parametrize(("task", "program"), [("redis", "redis_program"), ("postgres", "postgres_programs")])
def test_a_server_or_the_way_to_it_fails(task, program):
    try:
        getattr(servers, program)()
    except servers.Missing as missing:
        pytest.skip(f"{missing}: the embedded engines go through the other faults")
    kept(f"served.{task}_faults", many=TIMES, seed=2, few=1)
