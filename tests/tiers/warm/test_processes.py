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

THREADS, PROCESSES = 8, 2
WRITES = int(os.environ.get("MEMLAB_TEST_WRITES", 15))  # of each thread; 500 is the long version

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

CROWD = """
import sys
sys.path.insert(0, sys.argv[2])
from concurrent.futures import ThreadPoolExecutor
from memlab.tiers.errors import VersionConflict
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm

warm = Warm(sys.argv[1], timeout=120.0)
process, threads, writes = sys.argv[3], int(sys.argv[4]), int(sys.argv[5])

def add_one():
    while True:
        old = warm.get("ann", "counter")
        try:
            new = Memory("ann", "counter", str(int(old.text) + 1), version=old.version + 1)
            return warm.put([new], expected={"counter": old.version})
        except VersionConflict:
            pass

def work(thread):
    for n in range(writes):
        warm.put([Memory("ann", f"{process}-{thread}-{n}", f"tea number {n}")])
        if n % 5 == 0:
            add_one()

with ThreadPoolExecutor(threads) as pool:
    list(pool.map(work, range(threads)))
warm.close()
"""


@pytest.fixture
def run(place, repo):
    """Starts a process; all are ended with the test."""
    started = []

    def run(program: str, *words: object) -> subprocess.Popen:
        command = [sys.executable, "-c", program, os.fspath(place), os.fspath(repo), *map(str, words)]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.communicate()


def test_W1_threads_and_processes_write_at_once(run, open_warm, note):
    open_warm().put([note("counter", "0")])
    processes = [run(CROWD, f"p{n}", THREADS, WRITES) for n in range(PROCESSES)]
    said = [process.communicate()[1] for process in processes]
    assert [p.returncode for p in processes] == [0] * PROCESSES, b"".join(said).decode()
    warm, added = open_warm(), PROCESSES * THREADS * WRITES
    changes = PROCESSES * THREADS * len(range(0, WRITES, 5))
    assert warm.get("ann", "counter").text == str(changes), "no update is lost"
    assert warm.count("ann") == added + 1 == warm.totals("ann").count
    assert sorted(m.seq for m in warm.rows("ann", kinds=["note"]))[-1] == added + changes + 1
    assert warm.document_frequencies("ann", ["tea"]) == {"tea": added} and warm.check() == []


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


def test_killed_in_mid_write_it_holds_what_was_told(run, open_warm):
    pick = random.Random(5)
    told = 0
    for round in range(3):
        process = run(WRITER, f"k{round}", 10_000)
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
