"""The store: what is added is there, in three tiers, once; what is refused has changed nothing."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone

import pytest
import redis

from memlab.tiers import MemoryStore, Settings
from memlab.tiers.errors import Forgotten, StoreError, UnknownMemory, VersionConflict
from memlab.tiers.memory import Memory
from memlab.tiers.settings import DAY
from memlab.zset import EmulatedRedis

STORED = {"hot": "stored", "warm": "stored", "cold": "stored"}


class Clock:
    def __init__(self, now=1_700_000_000.0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def warm_engine(request):
    return request.param


@pytest.fixture
def opened(tmp_path, clock, warm_at):
    """Opens stores on one directory and one Redis, and closes them."""
    stores, client = [], EmulatedRedis()

    def open_(tenant="u1", path=tmp_path, **options):
        given = {"client": client, "clock": clock, "sleep": lambda s: None, "warm": warm_at(path)}
        store = MemoryStore(tenant, path, **{**given, **options})
        stores.append(store)
        return store

    yield open_
    for store in stores:
        store.close()


@pytest.fixture
def store(opened):
    return opened()


def texts(store, **filters):
    return [memory.text for memory in store.items(**filters)]


def everywhere(store):
    """Every byte of the files below the store's directory, and all that Redis holds."""
    paths = [p for p in sorted(store.path.rglob("*")) if p.is_file() and not p.name.endswith("-shm")]
    kept = b"".join(path.read_bytes() for path in paths)  # -shm holds page numbers and changes when read
    client = store.hot.priority._client
    for key in client.keys("*"):
        name = key if isinstance(key, str) else key.decode()
        if name.endswith((":items", ":archive", ":meta")):
            kept += str(client.hgetall(name)).encode()
        elif name.endswith(":log"):
            kept += str(client.lrange(name, 0, -1)).encode()
    return kept


class Broken:
    """Takes the place of a method and fails so many times."""

    def __init__(self, real, times=10**9, error=None):
        self.real, self.times, self.calls = real, times, 0
        self.error = error or StoreError("injected")

    def __call__(self, *args, **options):
        self.calls += 1
        if self.calls <= self.times:
            raise self.error
        return self.real(*args, **options)


# -- adding


def test_what_is_added_is_there_in_all_three_tiers(store):
    receipt = store.add("我对青霉素过敏", id="m1", importance=9, metadata={"from": "form"})
    assert receipt and receipt.tiers == STORED and (receipt.id, receipt.version) == ("m1", 1)
    memory = store.get("m1")
    assert (memory.text, memory.importance, memory.metadata) == ("我对青霉素过敏", 9.0, {"from": "form"})
    assert store.hot.get("m1").text == store.cold.history("m1")[0].text == "我对青霉素过敏"
    assert "m1" in store and "m2" not in store and store.count() == 1


def test_a_store_is_read_again_by_whoever_opens_it(opened):
    opened().add("tea", id="m1")
    assert opened(client=EmulatedRedis()).get("m1").text == "tea"


def test_a_store_without_a_path_leaves_nothing_behind(clock):
    store = MemoryStore("u1", clock=clock)
    store.add("tea")
    assert store.path.is_dir()
    store.close()
    assert not store.path.exists()


def test_two_writes_in_the_same_instant_have_an_order(store):
    ids = [store.add(f"{word} it is", at=5).id for word in ("tea", "coffee", "water", "milk")]
    assert [m.id for m in store.items()] == ids
    assert [m.seq for m in store.items()] == sorted({m.seq for m in store.items()})


def test_ids_are_made_of_what_is_said_and_when(opened, store):
    turn = {"text": "hello there", "kind": "turn", "session": "s1", "place": 3, "at": 100}
    first, again = store.add_many([turn]), store.add_many([turn])
    assert first[0].id == again[0].id and store.count() == 1
    untimed = [store.add("hello there", kind="turn").id for _ in range(3)]
    assert len({*untimed, first[0].id}) == 4
    other = opened("u2")
    assert [other.add("hello there", kind="turn").id for _ in range(3)] == untimed


def test_the_same_memory_twice_is_one_and_counted(store, clock):
    store.add("I drink tea", id="m1", at=5, metadata={"a": 1})
    clock.now += 60
    receipt = store.add("I drink tea", id="m1", at=5, metadata={"a": 1})
    memory = store.get("m1")
    assert receipt and (memory.version, memory.access_count, memory.last_access) == (1, 1, clock.now)
    assert store.count() == 1


def test_another_content_under_the_same_id_is_a_new_version(store):
    store.add("I drink tea", id="m1", pinned=True, metadata={"a": 1})
    receipt = store.add("I drink coffee", id="m1", metadata={"b": 2})
    assert (receipt.version, store.count()) == (2, 1)
    memory = store.get("m1")
    assert (memory.text, memory.pinned, memory.metadata) == ("I drink coffee", True, {"a": 1, "b": 2})
    assert [m.text for m in store.versions("m1")] == ["I drink tea", "I drink coffee"]


def test_reading_a_transcript_again_changes_nothing(store):
    rows = [{"text": f"turn {n}", "kind": "turn", "session": "s", "place": n, "at": n} for n in range(30)]
    store.add_many(rows)
    before = [(m.id, m.text, m.version) for m in store.items()]
    for _ in range(3):
        assert all(store.add_many(rows))
    assert [(m.id, m.text, m.version) for m in store.items()] == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", ""), ("text", "  \n"), ("text", None), ("text", "a\ud800"), ("id", ""), ("id", 5),
        ("importance", math.nan), ("importance", math.inf), ("importance", 0), ("importance", 11),
        ("importance", -math.inf), ("importance", "5"), ("confidence", math.nan), ("confidence", 2),
        ("at", math.nan), ("at", math.inf), ("at", "yesterday"), ("ttl", 0), ("ttl", math.nan), ("ttl", -1),
        ("metadata", {"x": math.nan}), ("metadata", {"x": object()}), ("metadata", [1]), ("metadata", {1: 2}),
        ("metadata", {"user_id": "B"}), ("metadata", {"tenant": "B"}), ("kind", ""), ("place", -1),
        ("place", 1.5), ("pinned", 1), ("secret", "yes"), ("private", True), ("replaces", "m1"),
        ("session", None),
    ],
)  # fmt: skip
def test_a_bad_argument_is_named_and_nothing_has_changed(store, field, value):
    store.add("tea", id="m1")
    before = everywhere(store)
    with pytest.raises((ValueError, TypeError), match=field):
        store.add(**{"text": "coffee", field: value})
    assert everywhere(store) == before
    receipts = store.add_many([{"text": "water"}, {"text": "coffee", field: value}, {"text": "milk"}])
    assert [bool(r) for r in receipts] == [True, False, True] and field in receipts[1].problem
    assert texts(store) == ["tea", "water", "milk"]


@pytest.mark.parametrize("tenant", ["", None, 5])
def test_no_tenant_is_no_wildcard(tmp_path, tenant):
    with pytest.raises((ValueError, TypeError), match="tenant"):
        MemoryStore(tenant, tmp_path)


def test_the_caller_keeps_his_dicts(store):
    metadata, filters = {"a": {"b": [1]}}, {"kinds": ["note"], "limit": 5}
    row = {"text": "tea", "id": "m1", "metadata": metadata}
    store.add_many([row])
    metadata["a"]["b"].append(2)
    store.items(**filters)
    store.items(**filters)
    assert row == {"text": "tea", "id": "m1", "metadata": metadata} and filters == {
        "kinds": ["note"],
        "limit": 5,
    }
    assert store.get("m1").metadata == {"a": {"b": [1]}}


def test_many_are_one_transaction_and_one_line_each(store, monkeypatch):
    puts, appends = Broken(store.warm.put, 0), Broken(store.cold.append, 0)
    monkeypatch.setattr(store.warm, "put", puts)
    monkeypatch.setattr(store.cold, "append", appends)
    assert all(store.add_many({"text": f"number {n} is here", "at": n} for n in range(250)))
    assert puts.calls == appends.calls == 1
    assert store.count() == 250 and len(store.hot.memories()) == 100
    assert store.reconcile() == []


def test_a_memory_of_another_owner_is_refused(opened):
    store = opened(agent="a1")
    rows = [
        Memory("u2", "m1", "tea"),
        Memory("u1", "m2", "tea", agent="a2"),
        Memory("u1", "m3", "tea", agent="a1"),
    ]
    receipts = store.add_many(rows)
    assert [bool(r) for r in receipts] == [False, False, True]
    assert "u2" in receipts[0].problem and store.get("m3").agent == "a1"


# -- near duplicates


@pytest.mark.parametrize("again", ["i drink TEA in the morning", "I really drink tea, in the morning!"])
def test_what_says_the_same_refreshes_what_is_there(store, clock, again):
    store.add("I drink tea in the morning", id="m1", kind="preference")
    ends = store.get("m1").expires_at
    clock.now += 10 * DAY
    receipt = store.add(again, id="m2", kind="preference")
    assert receipt.merged_into == "m1" and store.count() == 1
    memory = store.get("m1")
    assert memory.text == "I drink tea in the morning"
    assert (memory.expires_at, memory.access_count) == (ends + 10 * DAY, 1)
    assert store.why("m2").status == "merged" and "m2" not in store


@pytest.mark.parametrize(
    "other",
    [
        "I do not drink tea in the morning", "I drink tea in the evening", "I drank tea in the morning",
        "我早上喝茶", "I drink 2 teas in the morning", "The morning drinks tea in I",
    ],
)  # fmt: skip
def test_what_says_something_else_is_kept_beside_it(store, other):
    store.add("I drink tea in the morning", id="m1")
    assert store.add(other).merged_into is None
    assert store.count() == 2


def test_turns_are_records_and_never_merged(store):
    for _ in range(3):
        store.add("ok", kind="turn")
    assert store.count() == 3


def test_an_embedding_by_meaning_merges_paraphrases_and_no_contradictions(opened):
    store = opened(embed=lambda text: [1.0, 0.0])
    store.add("I love tea", id="m1")
    assert store.add("I adore tea").merged_into == "m1"
    for other in ("I do not love tea", "I love 3 teas", "I love tea@example.org"):
        assert store.add(other).merged_into is None, other


def test_likeness_makes_no_chains(opened):
    angle = {"one": 0.0, "two": 0.25, "three": 0.5}
    store = opened(
        embed=lambda text: [math.cos(angle[text]), math.sin(angle[text])], settings=Settings(same=0.95)
    )
    receipts = [store.add(text, id=text) for text in angle]
    assert [r.merged_into for r in receipts] == [None, "one", None]
    assert texts(store) == ["one", "three"]


WAYS = ["add", "add_many", "update", "import", "share", "restore", "merge"]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_in_meets_the_same_gate(opened, way):
    store = opened(agent="a1")
    said = "I drink tea in the morning"
    store.add(said, id="m1")
    if way == "add":
        receipt = store.add(said, id="x")
    elif way == "add_many":
        receipt = store.add_many([{"text": said, "id": "x"}])[0]
    elif way == "update":
        store.add("something else", id="x")
        receipt = store.update("x", text=said)
    elif way == "import":
        other = opened(path=store.path / "other", agent="a1", client=EmulatedRedis())
        other.add(said, id="x")
        receipt = store.import_(list(other.export()))[-1]
    elif way == "share":
        store.add(said, id="x", private=True)
        assert store.count() == 2
        receipt = store.share("x")
    elif way == "restore":
        store.add("an old one", id="x")
        store.add("a correction", id="y", replaces=["x"])
        store.forget("y")
        store.add("an old one", id="z")
        store.forget("m1")
        store.add(said, id="z2")
        receipt = store.restore("x")
        assert receipt.merged_into == "z" and sorted(texts(store)) == sorted(["an old one", said])
        return
    else:
        store.add("first of two", id="x1")
        store.add("second of two", id="x2")
        receipt = store.merge(["x1", "x2"], text=said)
    assert receipt.merged_into == "m1"
    assert texts(store) == [said]


# -- changing


def test_an_update_keeps_what_it_was_not_asked_to_change(store):
    store.add("tea", id="m1", metadata={"a": 1, "b": 2}, importance=8, pinned=True, speaker="Ann", ttl=100)
    before = store.get("m1")
    receipt = store.update("m1", text="green tea", metadata={"b": 3})
    after = store.get("m1")
    assert receipt.tiers == STORED and receipt.version == 2
    assert after.with_(text="tea", version=1, seq=before.seq, metadata=before.metadata) == before
    assert after.metadata == {"a": 1, "b": 3}


@pytest.mark.parametrize("changes", [
    {"tenant": "B"}, {"version": 9}, {"seq": 1}, {"agent": "B"}, {"colour": 1},
    {"metadata": {"user_id": "B"}}, {"importance": math.nan}, {"status": "gone"}, {"text": ""},
])  # fmt: skip
def test_an_update_of_what_cannot_be_changed_is_refused_by_name(store, changes):
    store.add("tea", id="m1")
    before = store.get("m1")
    with pytest.raises(ValueError, match=next(iter(changes))):
        store.update("m1", **changes)
    assert store.get("m1") == before


@pytest.mark.parametrize("name", ["sessoin", "agent", "now", "tenant", "written_after"])
def test_a_filter_that_there_is_not_is_refused_by_name_and_never_ignored(store, name):
    store.add("I like tea", session="s1")
    assert store.count(session="s1") == len(store.items(session="s1")) == 1
    for look in (store.items, store.count):
        with pytest.raises(TypeError, match=rf"^{name}: is no filter, allowed are kinds, .*: leave it out"):
            look(**{name: "x"})


@pytest.mark.parametrize("name", ["order", "limit"])
def test_a_count_has_neither_order_nor_limit(store, name):
    assert store.items(**{name: {"order": "at", "limit": 1}[name]}) == []
    with pytest.raises(TypeError, match=rf"^{name}: is no filter, allowed are kinds, .*until: leave it out"):
        store.count(**{name: 1})


def test_an_update_that_changes_nothing_says_so(store):
    store.add("tea", id="m1")
    assert store.update("m1", text="tea").tiers["warm"] == "unchanged"
    assert store.get("m1").version == 1


def test_an_unknown_id_is_a_key_error_and_nothing_changes(store):
    store.add("tea", id="m1")
    before = everywhere(store)
    for call in (store.get, store.update, store.forget, store.share, store.restore, store.versions):
        with pytest.raises(UnknownMemory, match="'m9' is no memory of 'u1'"):
            call("m9")
        with pytest.raises(KeyError):
            call("m9")
    assert not store.touch("m9")
    with pytest.raises(UnknownMemory):
        store.merge(["m1", "m9"])
    with pytest.raises(UnknownMemory):
        store.add("coffee", replaces=["m9"])
    assert everywhere(store) == before


def test_who_expects_another_version_loses(store, opened):
    store.add("tea", id="m1")
    other = opened()
    other.update("m1", text="coffee", expected=1)
    with pytest.raises(VersionConflict, match="'m1' has 2, 1 was expected"):
        store.update("m1", text="water", expected=1)
    assert store.get("m1").text == "coffee" == store.hot.get("m1").text
    assert store.reconcile() == []


def test_a_lost_race_inside_the_write_leaves_the_winner_in_all_tiers(store, opened, monkeypatch):
    store.add("tea", id="m1")
    other, real = opened(), store.warm.put

    def overtaken(*args, **options):
        monkeypatch.setattr(store.warm, "put", real)
        other.update("m1", text=f"coffee {len(other.versions('m1'))}")
        return real(*args, **options)

    monkeypatch.setattr(store.warm, "put", overtaken)
    with pytest.raises(VersionConflict):
        store.update("m1", text="water", expected=1)
    assert store.hot.get("m1").text == store.get("m1").text == "coffee 1"
    assert store.reconcile() == []
    monkeypatch.setattr(store.warm, "put", overtaken)
    store.update("m1", text="milk")  # without an expectation it is decided anew
    assert (store.get("m1").text, store.get("m1").version) == ("milk", 4)


def test_what_is_replaced_is_superseded_and_can_be_restored(store, clock):
    store.add("I live in Oslo", id="a", at=10)
    store.add("I live in Rome", id="b", at=20, replaces=["a"])
    assert texts(store) == ["I live in Rome"]
    assert (store.get("a").status, store.get("a").until) == ("superseded", 20)
    assert store.why("a").competitor == "b"
    assert store.hot.get("a") is None
    store.forget("b")
    assert texts(store) == [] and "gone" in store.why("a").text
    assert store.restore("a") and texts(store) == ["I live in Oslo"]


def test_the_same_words_read_again_bring_nothing_back(store):
    store.add("I live in Oslo", id="a", at=10)
    store.add("I live in Rome", id="b", replaces=["a"])
    store.add("I live in Oslo", id="a", at=10)
    assert texts(store) == ["I live in Rome"]


def test_a_touch_counts_and_never_brings_back(store, clock):
    store.add("tea", id="m1")
    clock.now += 100
    assert store.touch("m1")
    assert (store.get("m1").access_count, store.get("m1").last_access) == (1, clock.now)
    assert store.get("m1").version == 1 and store.reconcile() == []
    store.forget("m1")
    assert not store.touch("m1") and "m1" not in store and store.hot.get("m1") is None


def test_a_thousand_uses_push_no_further_than_one(store, clock):
    store.add("tea", id="m1")
    store.touch("m1")
    once = dict(store.hot.scores())["m1"]
    for _ in range(200):
        store.touch("m1")
    assert dict(store.hot.scores())["m1"] == pytest.approx(once)


# -- merging on purpose


def test_merged_memories_are_recalled_no_more_and_reached_by_provenance(store):
    store.add("Ann likes tea", id="a", metadata={"x": 1}, at=1)
    store.add("Ann likes green tea most", id="b", pinned=True, importance=8, at=2)
    before = store.count()
    receipt = store.merge(["a", "b"])
    one = store.get(receipt.id)
    assert (one.text, one.pinned, one.importance, one.metadata) == (
        "Ann likes green tea most",
        True,
        8,
        {"x": 1},
    )
    assert one.provenance == ("a", "b") and store.count() == before - 1
    assert [store.get(id).status for id in one.provenance] == ["merged", "merged"]
    assert store.why("a").competitor == receipt.id and store.hot.get("a") is None


@pytest.mark.parametrize(("a", "b"), [("likes tea", "no longer likes tea"), ("我喜欢喝茶", "我不喜欢喝茶"),
                                      ("the budget is 500", "the budget is 700")])  # fmt: skip
@pytest.mark.parametrize("text", [None, "both"])
def test_what_contradicts_is_never_merged(store, a, b, text):
    store.add(a, id="a")
    store.add(b, id="b")
    with pytest.raises(ValueError, match="contradict"):
        store.merge(["a", "b"], text=text)
    assert sorted(texts(store)) == sorted([a, b])


# -- agents


def test_private_memories_are_their_agents_alone(opened):
    one, two, none = opened(agent="one"), opened(agent="two"), opened()
    one.add("my secret plan", id="p", private=True)
    one.add("known to all", id="s")
    assert texts(one) == ["my secret plan", "known to all"]
    for other in (two, none):
        assert texts(other) == ["known to all"] and other.count() == 1 and "p" not in other
        assert "my secret plan" not in "".join(other.export_lines())
        assert other.why("p").status == "unknown"
        with pytest.raises(ValueError, match="taken"):
            other.add("mine", id="p")
        with pytest.raises(UnknownMemory):
            other.share("p")
        with pytest.raises(UnknownMemory):
            other.forget("p")
    one.share("p")
    assert two.get("p").text == "my secret plan" and two.get("p").version == 2


# -- forgetting


def test_deleted_text_is_in_no_file_and_not_in_redis(opened):
    store = opened(settings=Settings(segment=2000))
    for n in range(8):
        store.add(f"a zebra numbered {n}", id=f"m{n}", pinned=n == 3)
    store.update("m3", text="a giraffe, once a zebra numbered 3")
    store.add("a quagga now", id="q", replaces=["m3"])
    for word in (b"giraffe", b"zebra numbered 3", b"quagga"):
        assert word in everywhere(store)
    receipt = store.forget("m3")
    assert set(receipt.tiers.values()) == {"erased"}
    for again in (store, opened(settings=Settings(segment=2000))):
        assert b"giraffe" not in everywhere(again) and b"zebra numbered 3" not in everywhere(again)
        assert "m3" not in again and again.count() == 8 and again.reconcile() == []
        assert again.why("m3").status == "forgotten"
        with pytest.raises(Forgotten):
            again.add("a zebra numbered 3", id="m3")
    assert store.add_many([{"text": "back", "id": "m3"}, {"text": "another"}])[0].problem


def test_of_many_ids_the_bad_one_is_told_and_the_others_go(store):
    for n in range(4):
        store.add(f"number {n}", id=f"m{n}")
    receipts = store.forget_many(["m0", "nope", "m2"])
    assert [bool(r) for r in receipts] == [True, False, True] and "'nope'" in receipts[1].problem
    assert [m.id for m in store.items()] == ["m1", "m3"]


def test_forgetting_all_of_one_tenant_leaves_the_others(opened):
    stores = {
        tenant: opened(tenant) for tenant in ("a", "ab", "a:b", "a%", "a' OR 1=1 --", "北京", "x" * 300)
    }
    for tenant, store in stores.items():
        store.add(f"of {tenant[:20]}", id="m")
        store.warm.put_document(tenant, "states", "k", {"t": tenant[:20]})
    before = {tenant: list(store.export_lines()) for tenant, store in stores.items()}
    assert stores["a"].forget_all() == 1
    for tenant, store in stores.items():
        if tenant != "a":
            assert list(store.export_lines()) == before[tenant] and store.reconcile() == []
    assert stores["a"].count() == 0 and stores["a"].reconcile() == []
    assert stores["a"].warm.get_document("a", "states", "k") is None


# -- time


def test_one_instant_in_two_zones_is_one_time(store, clock):
    east = datetime.fromtimestamp(clock.now, timezone(timedelta(hours=8)))
    for id, at in (("a", east), ("b", east.isoformat()), ("c", clock.now),
                   ("d", datetime.fromtimestamp(clock.now, timezone.utc).isoformat()),
                   ("e", datetime.fromtimestamp(clock.now, timezone.utc).replace(tzinfo=None))):  # fmt: skip
        store.add(f"the {id} preference", id=id, at=at, kind="preference")
    assert {m.at for m in store.items()} == {clock.now}
    assert {m.expires_at for m in store.items()} == {clock.now + 180 * DAY}


def test_a_lifetime_counts_from_when_it_was_said(store, clock):
    store.add("old taste", id="old", kind="preference", at=clock.now - 200 * DAY)
    store.add("old turn", id="turn", kind="turn", at=clock.now - 900 * DAY)
    store.add("for an hour", id="ttl", at=clock.now - 900 * DAY, ttl=3600)
    assert [m.id for m in store.items()] == ["turn", "ttl"]


def test_what_has_expired_is_absent_and_was_there(store, clock):
    store.add("a parcel comes", id="m1", ttl=100, pinned=True)
    store.add("tea", id="m2")
    assert "m1" in store and store.count() == 2
    seen, clock.now = clock.now, clock.now + 100
    assert "m1" not in store and store.count() == 1 and texts(store) == ["tea"]
    assert store.hot.get("m1") is None and "parcel" not in "".join(store.export_lines())
    with pytest.raises(UnknownMemory):
        store.get("m1")
    with pytest.raises(UnknownMemory):
        store.update("m1", text="late")
    assert "m1" in [m.id for m in store.as_of(seen + 99)] and "m1" not in [
        m.id for m in store.as_of(seen + 100)
    ]
    assert store.why("m1").status == "expired" and store.reconcile() == []


def test_what_was_said_before_a_correction_is_read_by_its_time(store, clock):
    start = clock.now
    store.add("the deadline is Friday", id="m1")
    clock.now += 100
    store.update("m1", text="the deadline is Monday")
    clock.now += 100
    store.add("the deadline is off", id="m2", at=start + 150, replaces=["m1"])
    said = {t: [m.text for m in store.as_of(start + t)] for t in (-1, 0, 99, 100, 149, 150, 200)}
    friday, monday, off = ["the deadline is Friday"], ["the deadline is Monday"], ["the deadline is off"]
    assert said == {-1: [], 0: friday, 99: friday, 100: monday, 149: monday, 150: off, 200: off}


def test_what_is_added_today_about_long_ago_was_so_then(store, clock):
    store.add("we met in Oslo", id="m1", at="2010-05-01")
    store.add("we met in Rome", id="m1", at="2012-05-01")
    assert [m.text for m in store.as_of("2011-01-01")] == ["we met in Oslo"]
    assert [m.text for m in store.as_of("2013-01-01")] == ["we met in Rome"]
    assert store.as_of("2009-01-01") == []


def test_recall_finds_what_is_live_and_is_no_access(store, clock):
    store.add("the order number is 88412", id="m1")
    store.add("a zebra crossing", id="m2", ttl=50)
    store.add("the old turn was about 3000 zebras", id="m3", kind="turn", at=clock.now - 100 * DAY)
    assert [g.id for g in store.archive()] == ["m3"]
    assert {hit.memory.id for hit in store.recall("zebra zebras")} == {"m2", "m3"}
    assert [hit.memory.text for hit in store.recall("3000")] == ["the old turn was about 3000 zebras"]
    clock.now += 50
    assert {hit.memory.id for hit in store.recall("zebra zebras")} == {"m3"}
    store.forget("m3")
    assert [hit.memory.id for hit in store.recall("zebras", top_k=1)] == []
    assert store.recall("88412").hits[0].memory.access_count == store.get("m1").access_count == 0


def test_scores_follow_the_clock_by_the_closed_form(store, clock):
    store.add("tea", id="m1", importance=8)
    clock.now += 1800
    assert dict(store.hot.scores())["m1"] == pytest.approx(4.0)


# -- tiers that fail


@pytest.mark.parametrize("error", [redis.ConnectionError("down"), TimeoutError("slow"), RuntimeError("odd")])
def test_a_hot_tier_that_is_down_never_loses_a_write(store, monkeypatch, error):
    broken = Broken(store.hot.put, error=error)
    monkeypatch.setattr(store.hot, "put", broken)
    receipt = store.add("tea", id="m1")
    assert receipt and broken.calls == 3
    assert receipt.tiers["hot"].startswith("failed") and receipt.tiers["warm"] == "stored"
    assert store.get("m1").text == "tea"
    monkeypatch.undo()
    (difference,) = store.reconcile()
    assert (difference.id, difference.direction) == ("m1", "warm → hot")
    assert store.hot.get("m1").text == "tea" and store.reconcile() == []


def test_a_tier_that_fails_twice_is_tried_thrice_with_doubled_pauses(opened, monkeypatch):
    pauses = []
    store = opened(sleep=pauses.append, settings=Settings(pause=0.1))
    monkeypatch.setattr(store.warm, "put", Broken(store.warm.put, 2))
    assert store.add("tea").tiers == STORED
    assert pauses == [0.1, 0.2]


@pytest.mark.parametrize(
    ("tier", "method", "direction"), [("warm", "put", "cold → warm"), ("cold", "append", "warm → cold")]
)
def test_a_tier_that_fails_is_told_and_healed(store, monkeypatch, tier, method, direction):
    store.add("before", id="m0")
    monkeypatch.setattr(getattr(store, tier), method, Broken(None))
    receipts = [store.add("tea", id="m1"), store.update("m0", text="after")]
    assert all(receipts) and all(r.tiers[tier].startswith("failed: StoreError: injected") for r in receipts)
    monkeypatch.undo()
    told = store.reconcile()
    assert [(d.id, d.direction) for d in told] == [("m0", direction), ("m1", direction)]
    assert store.reconcile() == []
    assert (store.get("m0").text, store.get("m1").text) == ("after", "tea")
    assert [m.text for m in store.versions("m0")] == ["before", "after"]


def test_a_write_that_only_the_cold_tier_took_is_read_and_built_upon(store, monkeypatch):
    store.add("one", id="m1")
    for text in ("two", "three"):
        with monkeypatch.context() as down:
            down.setattr(store.warm, "put", Broken(None))
            store.update("m1", text=text)
    assert (store.get("m1").text, store.get("m1").version) == ("three", 3)
    store.reconcile()
    assert [m.text for m in store.versions("m1")] == ["one", "two", "three"]
    with monkeypatch.context() as down:
        down.setattr(store.warm, "put", Broken(None))
        store.update("m1", text="four")
    store.update("m1", importance=9)
    assert (store.get("m1").text, store.get("m1").importance) == ("four", 9)
    assert store.reconcile() == []


@pytest.mark.parametrize("before", [0, 1, 3])
def test_what_only_the_cold_tier_took_is_erased_like_any_other(store, monkeypatch, before):
    for n in range(before):
        store.add(f"a horse of version {n}", id="m1")
    with monkeypatch.context() as down:
        down.setattr(store.warm, "put", Broken(None))
        for n in range(3):
            store.add(f"a zebra of version {n}", id="m1")
    assert b"zebra" in everywhere(store)
    assert set(store.forget("m1").tiers.values()) == {"erased"}
    assert store.reconcile() == [] and "m1" not in store
    assert b"zebra" not in everywhere(store) and b"horse" not in everywhere(store)


def test_where_neither_can_take_it_nothing_is_acknowledged(store, monkeypatch):
    store.add("tea", id="m1")
    monkeypatch.setattr(store.warm, "put", Broken(None))
    monkeypatch.setattr(store.cold, "append", Broken(None))
    for call in (lambda: store.update("m1", text="coffee"), lambda: store.add("water", id="m2")):
        with pytest.raises(StoreError, match="nothing was stored"):
            call()
    monkeypatch.undo()
    assert store.hot.get("m1").text == "tea" and store.hot.get("m2") is None
    assert store.reconcile() == [] and texts(store) == ["tea"]


def test_what_the_warm_tier_cannot_erase_is_not_said_to_be_erased(store, monkeypatch):
    store.add("tea", id="m1")
    monkeypatch.setattr(store.warm, "erase", Broken(None))
    with pytest.raises(StoreError, match="nothing was erased"):
        store.forget("m1")
    monkeypatch.undo()
    assert store.get("m1").text == store.hot.get("m1").text == "tea" and store.reconcile() == []


def test_text_that_stayed_in_the_cold_files_is_found_and_erased(store, monkeypatch):
    store.add("a zebra", id="m1")
    monkeypatch.setattr(store.cold, "erase", Broken(None))
    assert store.forget("m1").tiers["cold"].startswith("failed")
    monkeypatch.undo()
    assert b"zebra" in everywhere(store)
    assert [(d.id, d.direction) for d in store.reconcile()] == [("m1", "warm → cold")]
    assert b"zebra" not in everywhere(store) and store.reconcile() == []


def test_an_embedding_that_fails_loses_nothing(opened):
    down = [True]

    def embed(text):
        if down[0]:
            raise ConnectionError("no model")
        return [1.0, 0.0]

    store = opened(embed=embed)
    receipt = store.add("tea", id="m1")
    assert receipt.tiers["warm"].startswith("failed") and receipt.tiers["cold"] == "stored"
    down[0] = False
    assert [d.id for d in store.reconcile()] == ["m1"] and store.get("m1").text == "tea"
