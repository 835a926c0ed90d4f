"""Reconciling: whatever fails or dies between any two steps, the tiers come to agree, and nothing is lost."""

from __future__ import annotations

import json
import tempfile

import pytest
import redis
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.backoff import NoBackoff
from redis.retry import Retry

from memlab.bank import connect
from memlab.tiers import MemoryStore, Settings
from memlab.tiers.errors import StoreError, UnknownMemory
from memlab.tiers.memory import content
from memlab.zset import EmulatedRedis

IDS = ("a", "b", "c", "d")
STEPS = [
    ("hot", "put"), ("hot", "drop"), ("hot", "touch"), ("warm", "put"), ("warm", "erase"), ("warm", "touch"),
    ("cold", "append"), ("cold", "erase"),
]  # fmt: skip


class Died(BaseException):
    """The process is gone."""


class World:
    """A store that is opened again and again on the same files and the same Redis."""

    def __init__(self, folder, client=None):
        self.folder, self.client, self.now = folder, client or EmulatedRedis(), 1_000_000.0
        self.acknowledged: dict[str, tuple[str | None, ...]] = {}  # id -> what it may say now; None: erased
        self.store = self.reopen()

    def reopen(self):
        small = Settings(hot=3, attempts=1, segment=3000)
        self.store = MemoryStore(
            "u1", self.folder, client=self.client, settings=small, clock=lambda: self.now
        )
        return self.store

    def act(self, n, what, id, fault):
        """One operation, with a fault at one of its steps; what may be true of its id afterwards."""
        self.now += 1
        text = f"text {n} of {id}"
        before = self.acknowledged.get(id, ("",))
        if fault:
            self.break_(*fault)
        try:
            after = self.do(what, id, text, before)
        except UnknownMemory:
            after = before
        except StoreError:
            after = before  # nothing was acknowledged, and nothing has changed
        except Died:
            after = (*before, None if what == "forget" else text if what != "touch" else before[-1])
        self.acknowledged[id] = after
        self.store.close()
        self.reopen()

    def do(self, what, id, text, before):
        if what == "touch":
            self.store.touch(id)
            return before
        if what == "forget":
            return (None,) if self.store.forget(id) else before
        change = {"text": text} if what == "update" else {"text": text, "id": id}
        receipt = self.store.update(id, **change) if what == "update" else self.store.add(**change)
        return (text,) if receipt else before

    def break_(self, step, kind):
        tier = getattr(self.store, step[0])
        real = getattr(tier, step[1])

        def broken(*args, **options):
            if kind == "after":
                real(*args, **options)
            if kind == "fails":
                raise StoreError("injected")
            raise Died

        setattr(tier, step[1], broken)

    # -- what lies where, read in another way than reconcile does

    def in_cold(self):
        """Id -> (version, erased) of the highest line, and the ids whose text is still there."""
        best, speaking = {}, set()
        for path in sorted(self.store.cold.folder.glob("*.jsonl")):
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                if "id" in row:
                    best[row["id"]] = max(
                        best.get(row["id"], (0, False)), (row["version"], "tombstone" in row)
                    )
                    if "memory" in row:
                        speaking.add(row["id"])
        return best, speaking

    def differing(self):
        cold, speaking = self.in_cold()
        hot, failed = self.store.hot.memories(), {r.id: r for r in self.store.warm.repairs("u1")}
        found = set()
        for id in IDS:
            row, grave = self.store.warm.get("u1", id), self.store.warm.tombstone("u1", id)
            warm = (grave.version, True) if grave else (row.version, False) if row else (0, False)
            in_hot = (hot[id].version, False) if id in hot else (0, False)
            best = max(warm, cold.get(id, (0, False)), in_hot)
            if best == (0, False):
                continue
            apart = warm != best or cold.get(id) != best or (best[1] and id in speaking)
            wrong = id in hot and (
                best[1] or in_hot != best or (row and warm == best and content(row) != content(hot[id]))
            )
            if (
                apart
                or wrong
                or (id in failed and failed[id].version == best[0] and id not in hot and not best[1])
            ):
                found.add(id)
        return found

    def check(self):
        expected = self.differing()
        assert {d.id for d in self.store.reconcile(heal=False)} == expected
        healed = self.store.reconcile()
        assert {d.id for d in healed} == expected
        assert all(" → " in d.direction and d.why for d in healed)
        assert self.store.reconcile() == [] and self.differing() == set()
        for id, may in self.acknowledged.items():
            try:
                said = self.store.get(id).text
            except UnknownMemory:
                said = None if self.store.warm.tombstone("u1", id) else ""
            assert said in may, (id, said, may)
            self.acknowledged[id] = (said,)


FAULTS = st.none() | st.tuples(st.sampled_from(STEPS), st.sampled_from(["fails", "before", "after"]))
OPERATIONS = st.tuples(st.sampled_from(["add", "update", "forget", "touch"]), st.sampled_from(IDS), FAULTS)


@settings(max_examples=60)
@given(st.lists(st.tuples(OPERATIONS, st.booleans()), min_size=1, max_size=14))
def test_reconcile_lists_exactly_what_differs_and_nothing_acknowledged_is_lost(steps):
    with tempfile.TemporaryDirectory() as folder:
        world = World(folder)
        for n, ((what, id, fault), look) in enumerate(steps):
            if what == "add" and world.acknowledged.get(id, ("",))[-1] is None:
                continue  # a forgotten id stays forgotten
            world.act(n, what, id, fault)
            if look:
                world.check()
        world.check()
        world.store.close()


@pytest.mark.parametrize("kind", ["fails", "before", "after"])
@pytest.mark.parametrize("step", STEPS, ids=[".".join(step) for step in STEPS])
@pytest.mark.parametrize("what", ["add", "update", "forget", "touch"])
def test_a_fault_at_each_step_of_each_operation(tmp_path, what, step, kind):
    world = World(tmp_path)
    if what != "add":
        world.act(0, "add", "a", None)
    world.act(1, "add", "b", None)
    world.act(2, what, "a", (step, kind))
    world.check()
    world.act(3, "add" if world.acknowledged["a"] != (None,) else "touch", "a", None)
    world.check()


@pytest.mark.parametrize("kind", ["fails", "before", "after"])
@pytest.mark.parametrize("what", ["add", "update", "forget"])
def test_with_a_redis_server_it_is_the_same(tmp_path, redis_url, what, kind):
    on_a_server(tmp_path, connect(redis_url), what, kind)


def test_with_a_cluster_it_is_the_same(tmp_path, cluster_url):
    on_a_server(tmp_path, connect("redis+cluster" + cluster_url.removeprefix("redis")), "update", "after")


def on_a_server(tmp_path, server, what, kind):
    server.flushall()
    for n, step in enumerate(STEPS):
        world = World(tmp_path / str(n), server)
        if what != "add":
            world.act(0, "add", "a", None)
        world.act(1, "add", "b", None)
        world.act(2, what, "a", (step, kind))
        world.check()
        world.store.close()
        server.flushall()
    server.close()


def test_a_redis_server_that_is_gone_costs_no_memory(tmp_path):
    client = redis.Redis(port=1, socket_connect_timeout=0.2, retry=Retry(NoBackoff(), 0))
    with MemoryStore("u1", tmp_path, client=client, sleep=lambda s: None) as store:
        receipt = store.add("tea", id="m1")
        assert receipt and receipt.tiers["hot"].startswith("failed: ConnectionError")
        assert store.get("m1").text == "tea" and store.touch("m1") and store.update("m1", text="milk")
        assert [d.direction for d in store.reconcile()] == ["warm → hot"]
        assert store.why("m1").status == "warm" and store.tiers().hot == []
        assert store.forget("m1").tiers["warm"] == "erased" and "m1" not in store
    with MemoryStore("u1", tmp_path, client=EmulatedRedis()) as store:
        assert store.reconcile() == []


def test_a_write_that_warm_lacks_and_nobody_could_note_is_refused(tmp_path, monkeypatch):
    """Acknowledged, it would be found by nobody before the next reconcile."""
    small = Settings(attempts=1)
    with MemoryStore("u1", tmp_path, settings=small) as store:
        monkeypatch.setattr(store.warm, "put", lambda *args, **options: 1 / 0)
        assert store.add("tea", id="noted") and store.get("noted").text == "tea"
        note = store.cold.folder / "behind"
        note.unlink()
        note.mkdir()
        with pytest.raises(StoreError, match="nothing was stored: warm: ZeroDivisionError"):
            store.add("milk", id="unnoted")
        assert "unnoted" not in store
        note.rmdir()
        note.write_text('"torn', encoding="utf-8")  # a crash in mid-note
        assert store.add("water", id="noted too") and store.get("noted too").text == "water"


def test_an_archived_text_is_found_again_where_its_line_has_moved(tmp_path):
    with MemoryStore("u1", tmp_path) as store:
        for n in range(3):
            store.add(f"turn {n}", id=f"t{n}", kind="turn")
        assert {gone.id for gone in store.archive(0)} == {"t0", "t1", "t2"}
        (file,) = store.cold.folder.glob("*.jsonl")
        lines = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"no line of ours\n" + b"".join(lines[:2]))  # the last one is lost
        with pytest.raises(StoreError):
            store.items()
        told = store.reconcile()
        assert [(d.id, d.direction) for d in told] == [("t0", "cold → warm"), ("t1", "cold → warm")]
        assert all("no longer where it was archived" in d.why for d in told)
        assert store.reconcile() == [] and [store.get(id).text for id in ("t0", "t1")] == ["turn 0", "turn 1"]
        with pytest.raises(StoreError, match=r"t2|byte"):
            store.get("t2")


def test_a_cold_file_that_is_lost_with_what_was_archived_in_it_is_told(tmp_path):
    with MemoryStore("u1", tmp_path) as store, MemoryStore("u2", tmp_path) as other:
        other.add("a heron", id="h")
        for n in range(2):
            store.add(f"turn {n}", id=f"t{n}", kind="turn")
        store.archive(0)
        assert store.problems() == []
        store.add("water", id="w")
        for file in store.cold.folder.glob("*.jsonl"):
            file.unlink()
        assert {d.id for d in store.reconcile()} == {"w"} and store.reconcile() == []
        told = store.problems()
        assert [problem.partition(":")[0] for problem in told] == ["'t0'", "'t1'"]
        assert all("its text is in no cold file" in problem for problem in told) and other.problems() == []
        store.forget_many(["t0", "t1"])
        assert store.problems() == []
