"""Tenants that share a directory and a Redis: no memory moves, widens, is evicted or seen by another."""

from __future__ import annotations

import copy
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.context import MemoryManager, offline_llm, rebuild
from memlab.tiers import MemoryStore, Settings, UnknownMemory
from memlab.tiers.door import OWNERS
from memlab.tiers.memory import STATUSES, Memory
from memlab.tiers.warm import Warm
from memlab.zset import EmulatedRedis

EVERY = {"statuses": STATUSES}
LONG = "北京的很长的名字" * 37 + "four"  # 300 characters
HOSTILE = ["a", "ab", "a:b", "a%", "a%3Ab", "a' OR 1=1 --", 'a"b', "''", "A", "*", "北京", "北京市", LONG]
KETTLE = "the kettle is blue"


# -- T1


@pytest.mark.parametrize("name", sorted(OWNERS))
@pytest.mark.parametrize("text", ["Mira keeps bees.", "米拉养蜜蜂。"])
def test_T1_no_metadata_moves_a_memory_to_another_owner(open_store, found, name, text):
    mine, other = open_store("mira"), open_store("B")
    mine.add(text, id="bees", metadata={"colour": "yellow"})
    assert mine.update("bees", metadata={"colour": "black"}), "other metadata is changed"
    exported, before = list(mine.export()), list(mine.export_lines())
    moved = copy.deepcopy(exported)
    moved[0]["memory"]["metadata"][name] = "B"
    moved[0]["memory"]["version"] += 1
    for act in (
        lambda: mine.update("bees", metadata={name: "B"}),
        lambda: mine.add(text, id="bees", metadata={name: "B", "colour": "red"}),
        lambda: mine.update("bees", **{name: "B"}),
    ):
        with pytest.raises(ValueError, match=name):
            act()
    for receipts in (
        mine.add_many([{"text": text, "id": "bees", "metadata": {name: "B"}}, {"text": text, name: "B"}]),
        mine.import_(moved),
    ):
        assert not any(receipts) and all(name in receipt.problem for receipt in receipts)
    assert list(mine.export_lines()) == before and mine.get("bees").tenant == "mira"
    assert other.count(**EVERY) == 0 and found(other, text) == [] and found(mine, text) == ["bees"]


@pytest.mark.parametrize("row", [Memory("B", "x", "tea"), Memory("mira", "x", "茶", agent="scout")])
def test_T1_a_memory_of_another_owner_is_not_taken_in(open_store, row):
    mine = open_store("mira")
    receipts = mine.add_many([row, Memory("mira", "y", "milk")])
    assert [bool(receipt) for receipt in receipts] == [False, True] and "another owner" in receipts[0].problem
    assert [memory.id for memory in mine.items()] == ["y"]


def test_T1_nor_do_the_rows_of_an_export_come_in_under_another_name(open_store):
    mine, other = open_store("mira"), open_store("B")
    mine.add("米拉养蜜蜂。", id="bees")
    mine.add("gone", id="gone")
    mine.forget("gone")
    MemoryManager("mira", store=mine).set_state("parcel", "shipped")
    rows = list(mine.export())
    assert len({row["record"] for row in rows}) == 3
    half = [{**row, "tenant": "B"} for row in rows if row["record"] == "memory"]  # the head alone is renamed
    receipts = other.import_(rows) + other.import_(half)
    assert not any(receipts) and all("tenant" in receipt.problem for receipt in receipts)
    assert list(other.export_lines()) == [] and all(mine.import_(rows)), "into the owner's they do"


# -- T2


def test_T2_what_the_caller_passes_is_the_same_afterwards_and_widens_no_second_call(open_store, found):
    stores = {name: open_store(name) for name in ("first", "第二")}
    kinds, filters = ["turn"], {"session": "s", "speaker": "user"}
    row = {"text": KETTLE, "id": "k", "kind": "turn", "session": "s", "speaker": "user", "replaces": []}
    rows = [{**row, "metadata": {"tags": ["a", {"b": 1}]}}, {**row, "id": "k2", "text": "水壶是蓝色的"}]
    said = [{"role": "user", "content": "I like green tea."}, {"role": "assistant", "content": "好的"}]
    given = {"kinds": kinds, **filters}
    whole = [given, rows, said]
    before = copy.deepcopy(whole)
    for name, store in stores.items():
        assert all(store.add_many(rows))
        assert {hit.memory.tenant for hit in store.recall(KETTLE, 9, **given).hits} == {name}
        assert {memory.tenant for memory in store.items(**given)} == {name} and store.count(**given) == 2
        manager = MemoryManager(name, store=store, llm=offline_llm)
        manager.store_session_memory("t", said)
        manager.recall_memory(KETTLE, **given)
        manager.set_state("task", "begun", parts=rows)
        assert whole == before
    exported = list(stores["first"].export())
    kept = copy.deepcopy(exported)
    stores["first"].import_(exported)
    stores["第二"].import_(exported)
    assert exported == kept


def test_T2_what_is_handed_out_is_no_door_into_the_store(open_store):
    store = open_store()
    tags = {"tags": ["a"]}
    store.add(KETTLE, id="k", metadata=tags)
    tags["tags"].append("b")
    store.get("k").metadata["tags"].append("c")
    store.recall(KETTLE).memories[0].metadata["user_id"] = "B"
    next(iter(store.export()))["memory"]["metadata"]["tags"] = []
    assert dict(store.get("k").metadata) == {"tags": ["a"]} == dict(store.recall(KETTLE).memories[0].metadata)


# -- T3


NOBODY = [None, "", 0, False, [], {}, b"a", ("a",), float("nan"), "\ud800"]


@pytest.mark.parametrize("warm_engine", ["sqlite"], ids=["the file"])  # which it looks into
@pytest.mark.parametrize("tenant", NOBODY, ids=ascii)
def test_T3_no_tenant_is_no_wildcard(open_store, tmp_path, clock, redis_client, where, tenant):
    store = open_store("mira")
    for n in range(3):
        store.add(f"{KETTLE} {n} 水壶", id=f"k{n}")
    before, there = list(store.export_lines()), where("kettle")
    warm = Warm(store.path / "warm.sqlite")
    assert len(store.recall("kettle 水壶").hits) == 3 and warm.count("mira") == 3, "there to be found"
    for act in (
        lambda: MemoryStore(tenant, store.path, client=redis_client, clock=clock),
        lambda: MemoryManager(tenant, store.path, client=redis_client, clock=clock),
        lambda: MemoryManager(tenant, store=store),
        lambda: store.recall("kettle", tenant=tenant),
        lambda: store.items(tenant=tenant),
        lambda: store.count(tenant=tenant),
        lambda: list(warm.rows(tenant)),
        lambda: warm.count(tenant),
        lambda: warm.get(tenant, "k0"),
        lambda: warm.versions(tenant, "k0"),
        lambda: warm.as_of(tenant, store.now),
        lambda: warm.search_words(tenant, ["kettl"]),
        lambda: warm.search_identifiers(tenant, ["0"]),
        lambda: warm.search_vectors(tenant, store.vector(KETTLE)),
        lambda: warm.load(tenant, [1, 2, 3]),
        lambda: warm.totals(tenant),
        lambda: warm.get_document(tenant, "states", "k"),
        lambda: warm.erase(tenant, ["k0"], store.now),
        lambda: warm.erase_all(tenant),
        lambda: warm.put([Memory(tenant, "new", "tea")]),
    ):
        with pytest.raises((ValueError, TypeError)):
            act()
    rows = [{**row, "tenant": tenant} for row in store.export()]
    bare = [{name: value for name, value in row.items() if name != "tenant"} for row in rows]
    assert not any(store.import_(rows) + store.import_(bare))
    assert (list(store.export_lines()), where("kettle")) == (before, there)
    warm.close()


@pytest.mark.parametrize("tenant", [" ", "None", "null", "%", "_", "*", "?", "[a-z]*"])
def test_T3_a_name_that_looks_like_all_is_a_name(open_store, found, tenant):
    mine = open_store("mira")
    mine.add(KETTLE, id="k")
    odd = open_store(tenant)
    assert found(mine, KETTLE) == ["k"] and found(odd, KETTLE) == [] == odd.items(**EVERY)
    assert odd.forget_all() == 0 and mine.count() == 1 and list(odd.export()) == []
    assert odd.hot.scores() == [] and odd.cold.latest() == {}


# -- T5


def flat_vector(text):
    """No embedding at all: ten thousand of them take no time."""
    return [1.0, 0.0]


@pytest.mark.long
def test_T5_ten_thousand_of_one_tenant_evict_none_of_another(open_store, clock, found):
    limits = Settings(quota=5, hot=4)
    mine, other = (open_store(name, settings=limits, embed=flat_vector) for name in ("a", "ab"))
    for n in range(5):
        other.add(f"a trifle of long ago, 小事 {n}", id=f"m{n}", importance=1)
        mine.add(f"a trifle of long ago, 小事 {n}", id=f"m{n}", importance=1)
    before = list(other.export_lines()), other.hot.memories(), other.tiers(), list(other.moves)
    clock_then, texts = clock.now, found(other, "trifle 小事")
    receipts = mine.add_many({"text": f"n{n}", "importance": 10, "kind": "turn"} for n in range(10_000))
    assert all(receipts) and len(receipts[-1].evicted) == 10_000, "its own it does evict"
    assert len(mine.tiers().warm) == 5 and len(mine.hot.scores()) == 4
    assert clock.now == clock_then and found(other, "trifle 小事") == texts and len(texts) == 5
    assert (list(other.export_lines()), other.hot.memories(), other.tiers(), list(other.moves)) == before


# -- T6


@pytest.mark.parametrize("tenant", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_T6_any_text_is_a_tenant_and_stands_apart_from_all_others(open_store, found, tenant):
    stores = {name: open_store(name) for name in HOSTILE}
    for n, (name, store) in enumerate(stores.items()):
        store.add(f"{KETTLE}, number{n}", id="k", metadata={"of": name})
        store.add(f"第{n}个水壶是蓝色的", id="壶")
        MemoryManager(name, store=store).set_state("parcel", f"state {n}")
    number, mine = HOSTILE.index(tenant), stores[tenant]
    exports = {name: list(store.export_lines()) for name, store in stores.items()}
    assert found(mine, KETTLE) == ["k"] and found(mine, "蓝色的水壶") == ["壶"]
    assert [m.text for m in mine.items()] == [f"{KETTLE}, number{number}", f"第{number}个水壶是蓝色的"]
    assert {m.tenant for m in mine.as_of(mine.now)} == {tenant} and mine.count() == 2
    assert {m.tenant for m in mine.hot.memories().values()} == {tenant}
    assert mine.update("k", text="it is red now").version == 2 and mine.reconcile() == []
    assert mine.forget("壶") and mine.archive() == [] and mine.sweep()
    again = open_store(tenant)
    assert again.get("k").text == "it is red now" and "壶" not in again
    assert MemoryManager(tenant, store=again).get_state("parcel").state == f"state {number}"
    again.forget_all()
    assert again.items(**EVERY) == []
    for name, store in stores.items():
        if name != tenant:
            assert list(store.export_lines()) == exports[name] and found(store, KETTLE) == ["k"]
            assert store.reconcile() == [], name


LOOKALIKES = [
    ("café", "cafe\u0301"), ("ＡＢ", "AB"), ("a", "a "), ("a/b", "a"), ("../a", "a"), ("a\nb", "a"),
    ("a\0b", "a"), ("国", "國"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), LOOKALIKES, ids=ascii)
def test_T6_what_only_looks_like_a_name_is_another_one(open_store, found, one, other):
    stores = open_store(one), open_store(other)
    for store, text in zip(stores, ("the left door", "右边的门"), strict=True):
        store.add(text, id="door")
    assert [m.text for m in stores[0].items()] == ["the left door"]
    assert [m.text for m in stores[1].items()] == ["右边的门"]
    assert found(stores[0], "右边的门") == [] == found(stores[1], "left door")
    stores[0].forget_all()
    assert stores[1].get("door").text == "右边的门" and stores[1].reconcile() == []


# -- T4


MARKS = ("zorvex", "qualtib", "孔雀石")  # one in all that a tenant says and names
READ = {
    b"hash": lambda client, key: client.hgetall(key),
    b"list": lambda client, key: client.lrange(key, 0, -1),
    b"set": lambda client, key: client.smembers(key),
    b"string": lambda client, key: client.get(key),
    b"zset": lambda client, key: client.zrange(key, 0, -1, withscores=True),
}
BODIES = """
    SELECT t.name, m.id || m.session || m.speaker || m.agent FROM memories m
        JOIN tenants t ON t.num = m.tenant
    UNION ALL SELECT t.name, CAST(b.body AS TEXT) FROM memories m
        JOIN tenants t ON t.num = m.tenant JOIN bodies b ON b.num IN (m.body, m.fields)
    UNION ALL SELECT t.name, v.id || b.body FROM versions v
        JOIN tenants t ON t.num = v.tenant JOIN bodies b ON b.num = v.body
    UNION ALL SELECT t.name, d.collection || d.name || coalesce(b.body, '') FROM documents d
        JOIN tenants t ON t.num = d.tenant LEFT JOIN bodies b ON b.num = d.body
    UNION ALL SELECT t.name, g.id FROM tombstones g JOIN tenants t ON t.num = g.tenant
    UNION ALL SELECT t.name, r.id || b.body FROM repairs r
        JOIN tenants t ON t.num = r.tenant JOIN bodies b ON b.num = r.body
"""


def flat(value):
    """All bytes of what a client gives."""
    if isinstance(value, dict):
        value = list(value.items())
    if isinstance(value, (list, tuple, set, frozenset)):
        return b"\n".join(
            sorted(map(flat, value)) if isinstance(value, (set, frozenset)) else map(flat, value)
        )
    return value if isinstance(value, bytes) else str(value).encode()


def marks_in(value):
    held = value if isinstance(value, bytes) else str(value).encode()
    return {mark for mark in MARKS if mark.encode() in held}


class World:
    """Three tenants on one directory and one Redis, each with an agent, and what they do."""

    def __init__(self, folder, names):
        self.now, self.folder, self.client = 1.9e9, Path(folder), EmulatedRedis()
        self.mark = dict(zip(names, MARKS, strict=True))
        self.stores = {name: self.opened(name) for name in names}
        self.agents = {name: self.opened(name, agent="scout") for name in names}
        self.managers = {
            name: MemoryManager(name, store=store, llm=offline_llm) for name, store in self.stores.items()
        }
        for name in names:
            self.add(name, 0)
            self.stores[name].add(self.text(name, 9), id="same", session="s", place=9)
            self.managers[name].set_state("same task", "begun", who=self.mark[name])

    def opened(self, name, path="shared", **options):
        given = {"client": self.client, "clock": lambda: self.now, "sleep": lambda s: None, **options}
        limits = Settings(hot=4, quota=6, segment=4_000)
        return MemoryStore(name, self.folder / path, settings=limits, **given)

    def close(self):
        for store in [*self.stores.values(), *self.agents.values()]:
            store.close()

    def text(self, name, n):
        return f"{self.mark[name]}: " + (
            f"the kettle number {n} is blue" if n % 2 else f"第 {n} 个水壶是蓝色的"
        )

    def id(self, name, n):
        return f"{self.mark[name]}-{n}" if n else "same"

    # -- what they do: each gives all that it was told

    def row(self, name, n):
        mark = self.mark[name]
        row = {"text": self.text(name, n), "id": self.id(name, n), "metadata": {"who": mark}, "place": n}
        return {**row, "kind": "turn" if n > 1 else "note", "session": "s", "speaker": f"speaker of {mark}"}

    def add(self, name, n):
        return self.stores[name].add(**self.row(name, n), importance=1 + n, ttl=50 if n == 3 else None)

    def add_many(self, name, n):
        return self.stores[name].add_many([self.row(name, k) for k in range(n, n + 3)])

    def update(self, name, n):
        return self.stores[name].update(self.id(name, n), text=self.text(name, n + 2), metadata={"n": n})

    def touch(self, name, n):
        return self.stores[name].touch(self.id(name, n))

    def forget(self, name, n):
        return self.stores[name].forget(self.id(name, n))

    def forget_all(self, name, n):
        return self.stores[name].forget_all() if n == 1 else self.agents[name].forget_all()

    def archive(self, name, n):
        return self.stores[name].archive(older_than=n)

    def sweep(self, name, n):
        self.now += 60
        return self.stores[name].sweep(force=True)

    def merge(self, name, n):
        return self.stores[name].merge([self.id(name, n), self.id(name, n + 1)])

    def share(self, name, n):
        id = f"{self.mark[name]} private {n} at {self.now}"  # shared once, it is private no more
        told = [self.agents[name].add(f"{self.text(name, n)} in private", id=id, private=True)]
        assert id not in self.stores[name]
        return [*told, self.agents[name].recall("kettle 水壶"), self.agents[name].share(id)]

    def recall(self, name, n):
        theirs = " ".join(MARKS)
        asked = [f"kettle number {n} blue {theirs}", f"蓝色的水壶 {theirs}", "same"][n % 3]
        told = self.stores[name].recall(asked, 50, **({} if n else EVERY))
        assert all(hit.memory.tenant == name for hit in told.considered)
        return [hit.memory for hit in told.considered], told.channels

    def as_of(self, name, n):
        return self.stores[name].as_of(self.now + 1 - n)

    def transfer(self, name, n):
        rows = list(self.stores[name].export_lines())
        with self.opened(name, "elsewhere", client=None) as elsewhere:
            receipts = elsewhere.import_(rows)
            told = [rows, receipts, list(elsewhere.export_lines()), elsewhere.recall("kettle 水壶")]
            elsewhere.forget_all()
        for other in self.stores.values():
            assert other.tenant == name or not any(other.import_(rows))
        return told

    def reconcile(self, name, n):
        return self.stores[name].reconcile()

    def say(self, name, n):
        mark = self.mark[name]
        says = [f"I live in {mark}.", "What colour is the kettle?", f"我喜欢{mark}茶。", "水壶是什么颜色的？"]
        return self.managers[name].process_message(says[n % 4])

    def rebuild(self, name, n):
        memories = {each: store.items(**EVERY) for each, store in self.stores.items()}
        for other, theirs in memories.items():
            if other != name and theirs and memories[name]:
                with pytest.raises(ValueError, match="tenant"):
                    rebuild("kettle?", relevant=memories[name], background=theirs)
                with pytest.raises(ValueError, match="tenant"):
                    rebuild("水壶?", profile=theirs, tenant=name)
        return rebuild("水壶 kettle?", relevant=memories[name], tenant=name, now=self.now)

    def others(self, name, n):
        """Ask for, change, erase and take over what another tenant has."""
        other = next(each for each in self.stores if each != name)
        store, id = self.stores[name], self.id(other, n or 1)
        for act in (
            lambda: store.get(id),
            lambda: store.update(id, text="mine"),
            lambda: store.forget(id),
            lambda: store.share(id),
            lambda: store.restore(id),
            lambda: store.versions(id),
            lambda: store.merge([self.id(name, 0), id]),
            lambda: store.add("mine", replaces=[id]),
        ):
            with pytest.raises(UnknownMemory):
                act()
        assert not store.touch(id) and id not in store and store.why(id).status == "unknown"
        assert not any(store.forget_many([id]))
        return self.managers[name].get_state("same task"), self.managers[name].facts.facts()

    # -- what lies where, read past the library

    def redis(self):
        return {key: flat(READ[self.client.type(key)](self.client, key)) for key in self.client.keys("*")}

    def cold(self, name):
        return b"".join(path.read_bytes() for path in sorted(self.stores[name].cold.folder.iterdir()))

    def held(self):
        """(tenant, tier) -> the marks in it."""
        there = {(name, "cold"): marks_in(self.cold(name)) for name in self.stores}
        there |= {(name, "warm"): set() for name in self.stores}
        with closing(sqlite3.connect(self.folder / "shared" / "warm.sqlite")) as warm:
            for name, body in warm.execute(BODIES):
                there[name, "warm"] |= marks_in(body)
        for name, store in self.stores.items():
            there[name, "hot"] = marks_in(store.hot.memories())
            told = store.recall("kettle 水壶 " + " ".join(MARKS), 99, **EVERY).considered
            there[name, "recall"] = marks_in([hit.memory for hit in told])
            there[name, "export"] = marks_in(list(store.export_lines()))
            there[name, "as of"] = marks_in(store.as_of(self.now))
        return there

    def leaks(self):
        """Where another's mark stands; a key of Redis is one tenant's."""
        found = [(who, tier, marks) for (who, tier), marks in self.held().items() if marks - {self.mark[who]}]
        keys = [(key, held) for key, held in self.redis().items() if len(marks_in(key + b"\n" + held)) > 1]
        return found + keys

    def seen_by(self, name):
        mark = self.mark[name].encode()
        mine = {key: held for key, held in self.redis().items() if mark in key + held}
        return list(self.stores[name].export_lines()), self.cold(name), mine


ACTS = (
    "add", "add", "add_many", "update", "touch", "forget", "forget_all", "archive", "sweep", "merge", "share",
    "recall", "as_of", "transfer", "reconcile", "say", "say", "rebuild", "others",
)  # fmt: skip
STEPS = st.tuples(st.integers(0, 2), st.sampled_from(ACTS), st.integers(0, 4))


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(HOSTILE), min_size=3, max_size=3, unique=True),
    st.lists(STEPS, min_size=6, max_size=14),
)
def test_T4_whatever_three_tenants_do_nobody_carries_anothers(names, steps):
    with tempfile.TemporaryDirectory() as folder:
        world = World(folder, names)
        tiers = {"cold", "warm", "hot", "recall", "export", "as of"}
        assert all(world.held()[name, tier] == {world.mark[name]} for name in names for tier in tiers)
        for who, act, n in steps:
            name = names[who]
            before = {other: world.seen_by(other) for other in names if other != name}
            now = world.now
            try:
                told = getattr(world, act)(name, n)
            except (ValueError, UnknownMemory) as refused:  # an id that is gone, a merge of what contradicts
                told = refused
            foreign = marks_in(told) - {world.mark[name]}
            assert not foreign, (act, name, told)
            since, world.now = world.now, now
            assert {other: world.seen_by(other) for other in before} == before, (act, name)
            world.now = since + 1
        assert world.leaks() == []
        for store in world.stores.values():
            assert store.reconcile() == []
        assert world.leaks() == []
        world.close()


@pytest.mark.parametrize("act", sorted(set(ACTS) - {"forget_all"}))
@pytest.mark.parametrize(
    "names", [("a", "ab", "a:b"), ("a%", "a' OR 1=1 --", "北京"), (LONG, LONG[:-1], "''")]
)
def test_T4_each_of_them_alone_tells_of_its_own(tmp_path, names, act):
    world = World(tmp_path, names)
    for name in names:
        world.add_many(name, 1)
        world.say(name, 0)
    told = {name: getattr(world, act)(name, 1) for name in names}
    for name in names:
        assert marks_in(told[name]) <= {world.mark[name]}
        if act in ("add", "add_many", "update", "recall", "as_of", "transfer", "rebuild", "share"):
            assert marks_in(told[name]) == {world.mark[name]}
    assert world.leaks() == []
    world.close()


@pytest.mark.parametrize("tier", ["warm", "cold", "hot", "key", "document"])
def test_T4_the_look_would_find_a_leak(tmp_path, tier):
    names = ("a", "a:b", "北京")
    world = World(tmp_path, names)
    assert world.leaks() == []
    store, theirs = world.stores["a"], world.text("北京", 3)
    leaked = Memory("a", "leak", theirs, kind="turn")
    if tier == "warm":
        store.warm.put([leaked])
    elif tier == "cold":
        store.cold.append([leaked])
    elif tier == "hot":
        store.hot.put(leaked)
    elif tier == "document":
        store.warm.put_document("a", "states", "leak", {"text": theirs})
    else:
        world.client.set("a key of both", f"{MARKS[0]} and {theirs}")
    assert world.leaks()
    world.close()
