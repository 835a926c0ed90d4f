"""kill -9 in mid-write: what was acknowledged is there, and one reconcile makes the tiers agree."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading

import pytest

from memlab.tiers import MemoryStore, Settings
from memlab.zset import EmulatedRedis

WRITER = """
import itertools, random, sys
from memlab.tiers import MemoryStore, Settings
store = MemoryStore("u1", sys.argv[1], settings=Settings(segment=20_000, hot=5))
draw = random.Random(int(sys.argv[2]))
mine = []
for n in itertools.count():
    what = draw.choice(["add", "add", "many", "update", "forget", "touch"]) if mine else "add"
    id = f"{sys.argv[2]}-{n}" if what in ("add", "many") else draw.choice(mine)
    print("begin", what, id, n, flush=True)
    if what == "add":
        store.add(f"text {n} of {id}", id=id)
    elif what == "many":
        store.add_many({"text": f"text {n} of {id}.{k}", "id": f"{id}.{k}"} for k in range(5))
    elif what == "update":
        store.update(id, text=f"text {n} of {id}")
    elif what == "forget":
        store.forget(id)
        mine.remove(id)
    else:
        store.touch(id)
    if what == "add":
        mine.append(id)
    print("done", what, id, n, flush=True)
"""


def lived(folder, seed, enough):
    """Lines that a writer printed before it was killed, somewhere in the writes after so many."""
    command = [sys.executable, "-c", WRITER, str(folder), str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    lines = []
    for line in process.stdout:
        lines.append(line.split())
        if len(lines) == 2 * enough:
            delay = random.Random(seed).uniform(0, 0.1)
            threading.Timer(delay, process.send_signal, [signal.SIGKILL]).start()
    process.wait()
    return lines


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not there")
def test_what_was_acknowledged_outlives_the_process(tmp_path):
    said, gone, unsure = {}, set(), set()
    for seed, enough in enumerate((10, 25, 40, 15)):
        lines = lived(tmp_path, seed, enough)
        done = {tuple(rest) for word, *rest in lines if word == "done"}
        assert len(done) >= enough - 1
        for word, what, id, n in lines:
            if word == "begin" and (what, id, n) not in done:
                unsure.add(id)
            elif word == "done" and what in ("add", "update"):
                said[id] = f"text {n} of {id}"
            elif word == "done" and what == "many":
                said |= {f"{id}.{k}": f"text {n} of {id}.{k}" for k in range(5)}
            elif word == "done" and what == "forget":
                gone.add(id)
        store = MemoryStore("u1", tmp_path, client=EmulatedRedis(), settings=Settings(segment=20_000))
        told = [d.id for d in store.reconcile()]
        assert set(told) <= {i for i in said.keys() | unsure | gone if i.partition(".")[0] in unsure} | {
            f"{i}.{k}" for i in unsure for k in range(5)
        }
        assert store.reconcile() == []
        for id, text in said.items():
            if id not in gone and id not in unsure:
                assert store.get(id).text == text
        for id in gone:
            assert id not in store
        kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        for id in gone:
            assert f'of {id}"'.encode() not in kept
        assert store.warm.check() == [] and store.cold.problems() == ()
        store.close()
