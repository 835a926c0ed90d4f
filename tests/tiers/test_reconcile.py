"""Reconciling: whatever fails or dies between any two steps, the tiers come to agree, and nothing is lost."""

from __future__ import annotations

import json
import tempfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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

    def __init__(self, folder):
        self.folder, self.client, self.now = folder, EmulatedRedis(), 1_000_000.0
        self.acknowledged: dict[str, tuple[str | None, ...]] = {}  # id -> what it may say now; None: erased
        self.store = self.open()

    def open(self):
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
        self.open()

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
