"""Many threads and processes at once, and one that is killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from memlab.tiers.errors import VersionConflict
from memlab.tiers.memory import Memory

THREADS, PROCESSES, WRITES = 8, 2, 200

WRITER = """
import sys
sys.path.insert(0, sys.argv[2])
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm
warm = Warm(sys.argv[1])
for n in range(int(sys.argv[4])):
    warm.put([Memory("ann", f"{sys.argv[3]}-{n}", f"tea number {n}", session="s", kind="turn", place=n)])
    print(n, flush=True)
warm.close()
"""


@pytest.fixture
def start(path, repo):
    """Starts a process that writes."""
    started = []

    def start(name: str, writes: int) -> subprocess.Popen:
        command = [sys.executable, "-c", WRITER, os.fspath(path), os.fspath(repo), name, str(writes)]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_W1_threads_and_processes_write_at_once(start, open_warm):
    processes = [start(f"p{n}", WRITES) for n in range(PROCESSES)]  # they make the database, too
    warm = open_warm()

    def write(name):
        for n in range(WRITES):
            warm.put([Memory("ann", f"{name}-{n}", f"tea number {n}")])

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(write, [f"t{n}" for n in range(THREADS)]))
    said = [process.communicate() for process in processes]
    assert [(p.returncode, err) for p, (_, err) in zip(processes, said, strict=True)] == [
        (0, b"")
    ] * PROCESSES
    total = (THREADS + PROCESSES) * WRITES
    assert warm.count("ann") == total == warm.totals("ann").count
    assert sorted(m.seq for m in warm.rows("ann")) == list(range(1, total + 1))
    assert warm.document_frequencies("ann", ["tea"]) == {"tea": total} and warm.check() == []


def test_of_two_that_change_the_same_version_one_is_told(warm, note):
    warm.put([note("m")])
    barrier, outcomes = threading.Barrier(8), []

    def change(n):
        barrier.wait()
        try:
            warm.put([note("m", f"by {n}", version=2)])
            outcomes.append(n)
        except VersionConflict as conflict:
            assert "version 2 cannot follow version 2" in str(conflict)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(change, range(8)))
    assert len(outcomes) == 1 and warm.get("ann", "m").text == f"by {outcomes[0]}"


def test_readers_see_whole_batches_only(warm, note):
    stop, seen = threading.Event(), set()

    def read():
        while not stop.is_set():
            seen.add(warm.count("ann") % 5)
            seen.add(len(warm.search_words("ann", ["tea"])) % 5)
            seen.add(len(warm.search_vectors("ann", [1.0] * 256, limit=500)) % 5)

    reader = threading.Thread(target=read)
    reader.start()
    for batch in range(20):
        warm.put([note(f"m{batch}-{n}", "tea") for n in range(5)])
    stop.set()
    reader.join()
    assert seen == {0}


def test_killed_in_mid_write_it_holds_what_was_told(start, open_warm):
    pick = random.Random(5)
    told = 0
    for round in range(3):
        process = start(f"k{round}", 10_000)
        for _ in range(pick.randrange(3, 20)):
            process.stdout.readline()
        time.sleep(pick.random() / 50)
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate()
        warm = open_warm()
        assert warm.check() == []
        mine = [m for m in warm.rows("ann") if m.id.startswith(f"k{round}-")]
        assert [m.id for m in mine] == [f"k{round}-{n}" for n in range(len(mine))]
        told += len(mine)
        assert len(mine) > len(rest.splitlines()) and warm.totals("ann").count == told
        assert len(warm.search_words("ann", ["tea"], limit=10_000)) == told
        warm.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_opens_its_own_connection(warm, note):
    warm.put([note("m")])
    parents = warm._db._connection()
    child = os.fork()
    if child == 0:
        ok = False
        try:
            warm.put([note("child")])
            ok = warm.count("ann") == 2 and warm._db._connection() is not parents
        finally:
            os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0
    warm.put([note("parent")])
    assert [m.id for m in warm.rows("ann")] == ["m", "child", "parent"]
