"""Export and import: nothing is lost on the way, and nothing bad comes in."""

from __future__ import annotations

import json
import math
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.tiers import Corrupt, MemoryStore, Settings
from memlab.tiers.settings import DAY
from memlab.zset import EmulatedRedis


class Clock:
    now = 1_700_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def opened(tmp_path_factory, clock, warm_at):
    stores = []

    def open_(tenant="u1", path=None, **options):
        path = path or tmp_path_factory.mktemp("store")
        given = {"client": EmulatedRedis(), "clock": clock, "warm": warm_at(path)}
        stores.append(MemoryStore(tenant, path, **{**given, **options}))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


def lived(store, clock):
    """A store with something of everything."""
    store.add("I am allergic to penicillin", id="allergy", importance=10, pinned=True, secret=True)
    store.add("I live in Oslo", id="city1", at=clock.now - DAY, metadata={"b": 1, "a": [1, {"ü": None}]})
    store.add("I live in Rome", id="city2", replaces=["city1"])
    store.add("I like tea in the morning", id="taste", kind="preference")
    store.add("i like TEA in the morning!", id="taste2", kind="preference")
    store.add("a parcel comes", id="parcel", ttl=3 * DAY)
    store.add("gone soon", id="soon", ttl=10)
    store.add("my own plan", id="own", private=True) if store.agent else None
    store.add("first part", id="p1")
    store.add("second part, and more", id="p2")
    store.merge(["p1", "p2"])
    store.add("a zebra", id="zebra")
    store.add("某次对话 “引号” \n 新行", id="turn", kind="turn", session="s:1", place=3, speaker="Ann", at=5)
    clock.now += 60
    store.update("city2", text="I live in Rome now", metadata={"since": 2024})
    store.touch("allergy")
    store.forget("zebra")
    store.archive()
    for value in ({"step": 1}, {"step": 2}):
        store.warm.put_document("u1", "states", "task", value, expires_at=clock.now + DAY)
        clock.now += 1
    store.warm.put_document("u1", "states", "over", {"x": 1}, expires_at=clock.now + 1)
    clock.now += 5
    store.warm.put_document("u1", "facts:other", "book", {"private": "of other"})


@pytest.mark.parametrize("agent", ["", "a1"])
def test_what_was_exported_is_imported_and_exported_alike_byte_by_byte(opened, clock, agent):
    store = opened(agent=agent)
    lived(store, clock)
    rows = list(store.export_lines())
    assert sum('"record":"memory"' in row for row in rows) == (10 if agent else 9)
    for word in (
        "pinned",
        "penicillin",
        "tombstone",
        "zebra",
        '"archived":true',
        "taste2",
        '"step":1',
        "superseded",
    ):
        assert any(word in row for row in rows), word
    for word in ("gone soon", '"over"', "of other"):
        assert not any(word in row for row in rows), word
    again = opened(agent=agent)
    clock.now += 1000
    assert all(again.import_(rows))
    assert list(again.export_lines()) == list(store.export_lines()) == rows
    assert again.reconcile() == [] and again.tiers().cold == store.tiers().cold == ["turn"]
    assert [m for m in again.items()] == [m for m in store.items()]
    assert again.versions("city2") == store.versions("city2")
    for then in (5.0, clock.now - 1050, clock.now - 1020, clock.now, clock.now + 2 * DAY):
        assert again.as_of(then) == store.as_of(then)
    assert "allergy" in dict(again.hot.scores()) and "city1" not in dict(again.hot.scores())


def test_an_import_again_changes_nothing(opened, clock):
    store = opened()
    lived(store, clock)
    rows = list(store.export())
    before = list(store.export_lines())
    assert all(store.import_(rows)) and all(store.import_(json.dumps(row) for row in rows))
    assert list(store.export_lines()) == before and store.reconcile() == []


def test_what_was_forgotten_is_not_imported_back(opened):
    store = opened()
    store.add("a zebra", id="z")
    rows = list(store.export())
    store.forget("z")
    (receipt,) = store.import_(rows)
    assert not receipt and "forgotten" in receipt.problem and "z" not in store
    other = opened()
    other.add("a zebra", id="z")
    assert all(other.import_(store.export()))
    assert "z" not in other and other.reconcile() == []
    assert b"zebra" not in b"".join(p.read_bytes() for p in other.path.rglob("*") if p.is_file())


def test_of_two_versions_the_higher_stays(opened):
    store, other = opened(), opened()
    store.add("one", id="m1")
    old = list(store.export())
    store.update("m1", text="two")
    new = list(store.export())
    assert all(other.import_(old)) and all(other.import_(new))
    assert [m.text for m in other.versions("m1")] == ["one", "two"]
    (receipt,) = other.import_(old)
    assert not receipt and "no newer" in receipt.problem and other.get("m1").text == "two"
    assert list(other.export_lines()) == list(store.export_lines())


BAD = [
    ("version", 0), ("version", "1"), ("importance", math.nan), ("importance", 0), ("text", ""),
    ("text", None), ("colour", 1), ("at", None), ("at", math.inf), ("status", "gone"),
    ("metadata", {"user_id": "B"}), ("tenant", "u2"), ("agent", "a2"), ("id", ""), ("replaces", "x"),
    ("access_count", -1), ("seq", -1), ("last_access", math.nan),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), BAD)
def test_a_bad_row_is_told_and_the_others_come_in(opened, field, value):
    store, other = opened(), opened()
    for n in range(3):
        store.add(f"thing number {n}", id=f"m{n}")
    rows = list(store.export())
    rows[1]["memory"][field] = value
    receipts = other.import_(rows)
    assert [bool(r) for r in receipts] == [True, False, True] and field in receipts[1].problem
    assert [m.id for m in other.items()] == ["m0", "m2"] and other.reconcile() == []


MINE = {"tenant": "u1"}
GRAVE = {**MINE, "record": "tombstone", "id": "x"}
NO_ROWS = [
    "{", "[]", "5", 5, None, {}, {"text": "tea"}, MINE, {**MINE, "record": "x"}, {**MINE, "record": "memory"},
    {"tenant": "u2", "record": "tombstone"}, GRAVE, {**GRAVE, "version": 0, "at": 1},
    {**GRAVE, "version": 1, "at": math.nan},
    {**MINE, "record": "document", "collection": "c", "key": "k", "versions": []},
    {**MINE, "record": "memory", "memory": [], "earlier": [], "archived": False},
]  # fmt: skip


@pytest.mark.parametrize("row", NO_ROWS)
def test_what_is_no_row_is_told(opened, row):
    store = opened()
    store.add("tea", id="m1")
    before = list(store.export_lines())
    (receipt,) = store.import_([row])
    assert not receipt and receipt.problem
    assert list(store.export_lines()) == before


def test_another_tenants_rows_are_refused_unless_they_are_renamed(opened):
    store, other = opened(), opened("u2")
    store.add("tea", id="m1")
    rows = list(store.export())
    (receipt,) = other.import_(rows)
    assert "tenant" in receipt.problem and "u2" in receipt.problem and other.count() == 0
    renamed = [{**row, "tenant": "u2", "memory": {**row["memory"], "tenant": "u2"}} for row in rows]
    assert all(other.import_(renamed)) and other.get("m1").tenant == "u2"


def test_private_memories_and_papers_of_one_agent_stay_with_it(opened):
    one = opened(agent="one")
    one.add("my secret plan", id="p", private=True)
    one.warm.put_document("u1", "sessions:one", "k", {"a": "secret window"})
    two = opened(agent="two", path=one.path)
    assert "secret" in "".join(one.export_lines())
    assert "secret" not in "".join(two.export_lines()) + "".join(opened(path=one.path).export_lines())


TEXTS = st.sampled_from(["tea", "coffee", "水", "milk", "a beer", "red wine"])
ACTS = st.tuples(
    st.sampled_from(["add", "update", "forget", "touch", "archive", "replace", "merge", "pin", "age"]),
    st.sampled_from("abcd"), st.sampled_from("abcd"), TEXTS,
)  # fmt: skip


@settings(max_examples=40)
@given(st.lists(ACTS, max_size=15))
def test_whatever_was_done_the_export_comes_back_alike(tmp_path_factory, acts):
    clock = Clock()
    folder = tmp_path_factory.mktemp("t")
    small = Settings(hot=3, archive_after=2 * DAY, quota=4)
    stores = [MemoryStore("u1", folder / name, settings=small, clock=clock) for name in ("a", "b")]
    store, other = stores
    for act, a, b, text in acts:
        clock.now += 1
        try:
            if act == "add":
                store.add(text, id=a, kind="turn" if a < "c" else "note")
            elif act == "replace":
                store.add(text, replaces=[a])
            elif act == "merge":
                store.merge([a, b])
            elif act == "age":
                clock.now += 3 * DAY
            elif act in ("update", "pin"):
                store.update(a, **({"text": text} if act == "update" else {"pinned": True}))
            else:
                getattr(store, act)(*([] if act == "archive" else [a]))
        except (KeyError, ValueError):
            pass
    rows = list(store.export_lines())
    assert store.reconcile() == []
    assert all(other.import_(rows))
    assert list(other.export_lines()) == rows == list(store.export_lines())
    assert other.reconcile() == []
    for one in stores:
        one.close()


def test_an_export_without_a_damaged_memory_does_not_pass_for_whole(opened, clock):
    store = opened()
    store.add_many([{"text": f"parcel {n}", "id": f"m{n}"} for n in range(3)])
    other = opened("u2", store.path)
    other.add("a kettle", id="kettle")
    assert len(list(store.export_lines())) == 3
    with sqlite3.connect(store.path / "warm.sqlite") as c:
        c.execute("UPDATE bodies SET body = '{' WHERE num = (SELECT body FROM memories WHERE id = 'm1')")
    c.close()
    with pytest.raises(Corrupt, match=r"m1.*reconcile\(\)"):
        list(store.export_lines())
    assert len(list(other.export_lines())) == 1, "another tenant's is whole"
    assert [difference.id for difference in store.reconcile()] == ["m1"]
    assert sorted(row["memory"]["text"] for row in store.export()) == ["parcel 0", "parcel 1", "parcel 2"]
