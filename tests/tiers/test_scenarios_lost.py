"""Memories that got lost elsewhere, or came back: wrong deletes and updates, in all tiers of a store."""

from __future__ import annotations

from contextlib import suppress

import pytest

from memlab.bank import MemoryBank, PriorityMemory
from memlab.bank import Settings as HotSettings
from memlab.bank.priority import __doc__ as HOT_RULES
from memlab.context import MemoryManager
from memlab.tiers import Forgotten, Settings, StoreError, UnknownMemory, keeping
from memlab.tiers.memory import STATUSES
from memlab.tiers.settings import DAY

EVERY = {"statuses": STATUSES}


def ids(store, **filters):
    return {memory.id for memory in store.items(**filters)}


def whole(store, in_redis):
    """All that a tenant has, as this store can tell it."""
    mine = {key: held for key, held in in_redis().items() if key in keys_of(store, in_redis)}
    cold = {p.name: p.read_bytes() for p in sorted(store.cold.folder.rglob("*")) if p.is_file()}
    versions = [store.versions(memory.id) for memory in store.items(**EVERY)]
    return list(store.export_lines()), versions, store.as_of(store.now), cold, mine, store.hot.scores()


def keys_of(store, in_redis):
    """The Redis keys that hold something of this tenant and of nobody else."""
    return {key for key, held in in_redis().items() if f'"tenant":"{store.tenant}"' in held}


# -- L1


@pytest.mark.parametrize(
    ("one", "other"),
    [("ann", "bob"), ("a", "ab"), ("ab", "a"), ("a", "a:b"), ("王", "王芳"), ("北京", "北京市"), ("A", "a")],
)
def test_L1_forgetting_all_of_one_leaves_the_rows_history_and_index_of_another(
    open_store, found, in_redis, where, one, other
):
    stores = {name: open_store(name) for name in (one, other)}
    managers = {name: MemoryManager(name, store=store) for name, store in stores.items()}
    for name, store in stores.items():
        store.add("the blue kettle leaks", id="kettle", importance=9, pinned=True)
        store.add("阳台上的茉莉花要浇水", id="flower")
        store.update("flower", text="阳台上的茉莉花不用浇水了")
        store.add("an old word about kettles", id="old", kind="turn", at=store.now - 400 * DAY, session="s")
        store.archive()
        store.add("the kettle is mended", id="mended", replaces=["kettle"])
        store.add("nobody shall know of the kettle's price", id="price")
        store.forget("price")
        managers[name].set_state("delivery", "shipped", parcel="P-1")
        managers[name].store_session_memory("s1", ["I live in Oslo."])
    before = whole(stores[other], in_redis)
    kettles = found(stores[other], "kettle"), found(stores[other], "茉莉花浇水")
    assert kettles[0] and kettles[1] and found(stores[one], "kettle") == kettles[0], "there to be lost"

    assert stores[one].forget_all() > 0

    assert whole(stores[other], in_redis) == before
    assert (found(stores[other], "kettle"), found(stores[other], "茉莉花浇水")) == kettles
    assert managers[other].get_state("delivery").state == "shipped"
    assert managers[other].facts.values("city") == ["Oslo"]
    assert stores[one].items(**EVERY) == [] == found(stores[one], "kettle") and not stores[one].as_of(3e9)
    assert managers[one].get_state("delivery") is None and not managers[one].facts.facts()
    assert stores[other].reconcile() == [] == stores[one].reconcile()
    stores[other].forget_all()
    assert where("kettle leaks") == [] == where("茉莉花"), "and with the other's gone, nothing is left"


# -- L2


GOOD = [{"text": "the ferry leaves at six", "id": "g1"}, {"text": "轮渡六点开", "id": "g2"}]


@pytest.mark.parametrize(
    "bad",
    [
        {"text": "x", "id": "b", "replaces": ["no-such-id"]},
        {"text": "x", "id": "gone"},
        {"text": "", "id": "b"},
        {"id": "b"},
        {"text": "x", "id": "b", "importance": 11},
        {"text": "x", "id": "b", "colour": "red"},
        {"text": "x", "id": "b", "tenant": "somebody"},
        {"text": "x", "id": 7},
        "no row",
        None,
    ],
    ids=str,
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_L2_one_bad_row_is_refused_and_told_and_the_others_are_stored(open_store, bad, place):
    store = open_store()
    store.add("to be gone", id="gone")
    store.forget("gone")
    rows = [dict(row) for row in GOOD]
    rows.insert(place, bad)
    receipts = store.add_many(rows)
    assert [bool(receipt) for receipt in receipts] == [n != place for n in range(3)]
    assert receipts[place].problem and not receipts[place].tiers
    assert ids(store, **EVERY) == {"g1", "g2"} and store.reconcile() == []


def test_L2_of_several_to_be_forgotten_the_unknown_is_told_and_the_others_go(open_store, where):
    store = open_store()
    store.add_many([{"text": "柿子熟了", "id": "a"}, {"text": "plums are ripe", "id": "b"}])
    receipts = store.forget_many(["a", "没有这个", "b"])
    assert [bool(r) for r in receipts] == [True, False, True] and "没有这个" in receipts[1].problem
    assert store.count() == 0 and where("柿子") == [] == where("plums")


def test_L2_one_bad_row_of_an_import_is_told_and_the_others_come_in(open_store):
    source, target = open_store(), open_store(path=None, client=None)
    source.add_many(GOOD)
    rows = list(source.export())
    broken = {**rows[0], "memory": {**rows[0]["memory"], "importance": float("nan"), "id": "g0"}}
    receipts = target.import_([rows[0], broken, "{", rows[1]])
    assert [bool(r) for r in receipts] == [True, False, False, True] and ids(target) == {"g1", "g2"}
    target.close()


def test_L2_an_operation_on_several_that_needs_them_all_changes_none(open_store):
    store = open_store()
    store.add_many(GOOD)
    before = list(store.export_lines())
    with pytest.raises(UnknownMemory, match="no-such-id"):
        store.merge(["g1", "no-such-id"])
    assert list(store.export_lines()) == before


# -- L3


@pytest.mark.parametrize("quota", [1, 3, 7])
@pytest.mark.parametrize("text", ["parcel {} went to the harbour", "第 {} 个包裹送到了码头"])
def test_L3_far_more_than_fits_is_resident_or_evicted_and_nothing_vanishes(open_store, found, quota, text):
    store, pushed, evicted = open_store(settings=Settings(quota=quota, hot=2)), [], []
    for n in range(40):
        receipt = store.add(text.format(n), id=f"p{n}", importance=1 + n % 9)
        pushed.append(receipt.id)
        evicted += [gone.id for gone in receipt.evicted]
    tiers = store.tiers()
    resident = [memory.id for memory in tiers.warm]
    assert len(resident) == quota and sorted(resident + evicted) == sorted(pushed)
    assert sorted(evicted) == sorted(tiers.cold)
    assert [store.get(f"p{n}").text for n in range(40)] == [text.format(n) for n in range(40)]
    assert found(store, text.format(evicted[0][1:]), 1) == [evicted[0]], "an evicted one is found"


@pytest.mark.parametrize("archive", [True, False])
def test_L3_in_the_hot_layer_pushed_is_resident_and_archived_and_let_go(redis_client, clock, archive):
    memory = PriorityMemory(redis_client, "u1", HotSettings(capacity=4, archive=archive), clock)
    for n in range(60):
        memory.remember(f"k{n % 50}", f"第 {n} 条", 1 + n % 10)
        clock.forward(1)
    counts = memory.counts()
    assert counts["resident"] == 4 == len(memory.hot())
    assert counts["pushed"] == counts["resident"] + counts["archived"] + counts["forgotten"]
    assert counts["archived"] == (len(memory.archived()) if archive else 0)


@pytest.mark.parametrize("policy", ["article", "lru", "fifo", "lfu", "scored"])
def test_L3_a_bank_keeps_account_of_every_memory(clock, policy):
    bank = MemoryBank(capacity=5, policy=policy, clock=clock)
    for n in range(60):
        bank.add(f"note {n}", 0.1 + n % 9 / 10, id=n)
        clock.forward(1)
    assert sorted([i.id for i in bank.items] + [e.id for e in bank.evict_log]) == list(range(60))


# -- L4


@pytest.mark.parametrize("size", [9, 10, 11, 15, 40])
@pytest.mark.parametrize("text", ["the {}th bell rang", "钟敲了第 {} 下"])
def test_L4_one_batch_and_single_calls_leave_the_same_newest_window(open_store, clock, size, text):
    said = [{"role": "user", "content": text.format(n), "at": clock.now + n} for n in range(size)]
    clock.forward(size)
    batch = MemoryManager("batch", store=open_store("batch"))
    single = MemoryManager("single", store=open_store("single"))
    batch.store_session_memory("s", said)
    for message in said:
        single.store_session_memory("s", [message])
    windows = [[turn.text for turn in manager.sessions.window("s")] for manager in (batch, single)]
    assert windows[0] == windows[1] == [text.format(n) for n in range(size)][-10:]
    assert batch.sessions.summary("s") == single.sessions.summary("s")
    assert [t.text for t in batch.sessions.turns("s")] == [text.format(n) for n in range(size)], "none lost"


@pytest.mark.parametrize("important", [lambda n: 5, lambda n: 1 + n % 9, lambda n: 9 - n % 9])
def test_L4_a_batch_and_single_writes_leave_the_same_hot_tier(open_store, important):
    batch = open_store("batch", settings=Settings(hot=10))
    single = open_store("single", settings=Settings(hot=10))
    rows = [{"text": f"note number {n}", "id": f"m{n:02}", "importance": important(n)} for n in range(35)]
    batch.add_many(rows)
    for row in rows:
        single.add(**row)
    kept = {id for id, _ in batch.hot.scores()}
    assert len(kept) == 10 and kept == {id for id, _ in single.hot.scores()}


# -- L5


@pytest.mark.parametrize("text", ["the spare key is under the stone", "备用钥匙在石头下面"])
@pytest.mark.parametrize(
    "act",
    [
        lambda store: store.touch("key"),
        lambda store: store.update("key", importance=9.0),
        lambda store: store.restore("key"),
        lambda store: store.share("key"),
        lambda store: store.forget("key"),
        lambda store: store.add("a new key", id="key"),
        lambda store: store.merge(["key", "other"]),
    ],
    ids=["touch", "update", "restore", "share", "forget", "add", "merge"],
)
def test_L5_whatever_is_done_to_a_deleted_id_brings_nothing_back(
    open_store, in_redis, where, found, text, act
):
    store = open_store()
    store.add("the door is green", id="other")
    store.add(text, id="key")
    assert store.touch("key") and where(text) and found(store, text)[0] == "key", "there before"
    store.forget("key")
    before = list(store.export_lines()), in_redis()
    with suppress(UnknownMemory):  # refused by name is as good
        assert act(store) is False
    assert (list(store.export_lines()), in_redis()) == before
    assert "key" not in store and where(text) == [] and "key" not in found(store, text)
    assert store.reconcile() == []


def test_L5_one_who_did_not_see_it_go_brings_nothing_back(open_store, in_redis, where):
    here, there = open_store(), open_store()
    here.add("the attic is damp", id="attic")
    assert there.get("attic").text
    here.forget("attic")
    before = in_redis()
    assert there.touch("attic") is False and there.hot.touch("attic") is False
    assert in_redis() == before and where("attic is damp") == []


@pytest.mark.parametrize("ended", ["expired", "superseded", "merged"])
def test_L5_touching_what_is_no_longer_live_changes_nothing(open_store, clock, in_redis, ended):
    store = open_store()
    store.add("the well is dry", id="a", ttl=10 if ended == "expired" else None)
    store.add("the well is dry and deep", id="b", replaces=["a"] if ended == "superseded" else ())
    if ended == "merged":
        store.merge(["a", "b"])
    clock.forward(10)
    store.reconcile()
    before = list(store.export_lines()), in_redis()
    assert store.touch("a") is False
    assert (list(store.export_lines()), in_redis()) == before


# -- L6


@pytest.mark.parametrize(("live", "due"), [(93, 74), (10, 3), (50, 50), (20, 5)])
def test_L6_a_sweep_that_would_take_too_many_takes_none_without_force(open_store, clock, live, due):
    store = open_store(settings=Settings(drop_after=0))
    store.add_many(
        {"text": f"第 {n} 张便条 note {n}", "id": f"m{n}", "importance": 2, "ttl": 5 if n < due else None}
        for n in range(live)
    )
    clock.forward(6)
    before = [store.warm.get("mira", f"m{n}") for n in range(live)], list(store.export_lines())
    refused = store.sweep()
    assert not refused and str(due) in refused.refused and "force" in refused.refused
    assert ([store.warm.get("mira", f"m{n}") for n in range(live)], list(store.export_lines())) == before
    done = store.sweep(force=True)
    gone = [g.id for g in done.erased]
    assert done and gone == [f"m{n}" for n in range(due)] and all(g.why for g in done.erased)
    assert sorted(gone + [m.id for m in store.items()]) == sorted(f"m{n}" for n in range(live))


def test_L6_a_small_share_goes_and_the_receipt_lists_every_id(open_store, clock):
    store = open_store(settings=Settings(drop_after=0, largest_drop=0.2))
    store.add_many(
        {"text": f"note {n}", "id": f"m{n}", "importance": 2, "ttl": 5 if n < 10 else None} for n in range(50)
    )
    clock.forward(6)
    assert {g.id for g in store.sweep().erased} == {f"m{n}" for n in range(10)}
    assert store.sweep().erased == () and store.count() == 40


# -- L7


def outcome(store, id):
    """Where a memory is, in the words of the table."""
    told = store.why(id)
    if told.status == "forgotten":
        return "erased"
    if told.status in ("merged", "expired"):
        return told.status
    return "archived" if id in store.tiers().cold else "kept"


RULES = {  # as the docstring of keeping says: a pin beats want of room, age and the sweep, but not a ttl
    ("ttl", False): "absent",
    ("ttl", True): "absent",
    ("capacity", False): "archived",
    ("capacity", True): "kept",
    ("age", False): "archived",
    ("age", True): "kept",
    ("cleanup", False): "kept",
    ("cleanup", True): "kept",
    ("merge", False): "merged",
    ("merge", True): "merged",
    ("forget", False): "erased",
    ("forget", True): "erased",
}


@pytest.mark.parametrize("text", ["I am allergic to walnuts.", "我对核桃过敏。"])
@pytest.mark.parametrize(("event", "pinned"), RULES)
def test_L7_pinned_or_not_each_event_has_the_stated_outcome(open_store, clock, found, event, pinned, text):
    store = open_store(settings=Settings(quota=3))
    ttl = 60 if event == "ttl" else None
    store.add(text, id="it", kind="turn", pinned=pinned, importance=2, ttl=ttl, at=store.now - 200 * DAY)
    store.add(f"{text} ", id="also", kind="turn", importance=2, at=store.now)
    assert "it" in found(store, text)
    if event == "ttl":
        clock.forward(60)
    elif event == "capacity":
        for n in range(4):
            store.add(f"remark {n}", id=f"r{n}", importance=9)
    elif event == "age":
        store.archive()
    elif event == "cleanup":
        store.sweep(force=True)
    elif event == "merge":
        store.merge(["it", "also"])
    else:
        store.forget("it")
    stated = RULES[event, pinned]
    if stated == "absent":
        assert "it" not in store and "it" not in ids(store) and "it" not in found(store, text)
        assert outcome(store, "it") == "expired"
    else:
        assert outcome(store, "it") == stated
        assert ("it" in found(store, text)) == (stated in ("kept", "archived"))


def test_L7_the_tables_say_what_is_tested_here():
    for words in ("beats a pin", "a pin beats want of room, age and the sweep"):
        assert words in " ".join(keeping.__doc__.split())
    assert "ttl" in HOT_RULES and "pin" in HOT_RULES


# -- L8


SECRETS = [
    ("the vault opens with wintergreen", "the vault is in the cellar", "vault"),
    ("保险柜的密码是雪松", "保险柜在地下室里", "保险柜"),
]
WORDS = {"the vault opens with wintergreen": "wintergreen", "保险柜的密码是雪松": "雪松"}


def a_note(store, clock, text):
    store.add(text, id="gone", metadata={"who": f"{text} said Ann"})


def an_older_version(store, clock, text):
    store.add(text, id="gone")
    store.update("gone", text="nothing of the kind")


def an_archived_turn(store, clock, text):
    store.add("before it", kind="turn", session="s", place=1, id="t1", at=1.0)
    store.add(text, kind="turn", session="s", place=2, id="gone", at=2.0)
    store.add("after it", kind="turn", session="s", place=3, id="t3", at=3.0)
    store.archive()


def an_archived_one_restored(store, clock, text):
    an_archived_turn(store, clock, text)
    store.restore("gone")


def a_superseded_one(store, clock, text):
    store.add(text, id="gone")
    store.add("it was changed", id="new", replaces=["gone"])


def an_expired_one(store, clock, text):
    store.add(text, id="gone", ttl=5)
    clock.forward(6)
    store.sweep(force=True)


def one_that_only_cold_took(store, clock, text):
    store.add("another text", id="gone")
    put, store.warm.put = store.warm.put, fail
    store.update("gone", text=text)
    store.warm.put = put


def one_in_many_segments(store, clock, text):
    for n in range(6):
        store.add(f"{text} {'x' * 300} {n}", id="gone")


def fail(*args, **options):
    raise StoreError("injected: the disk is away")


KINDS = [
    a_note, an_older_version, an_archived_turn, an_archived_one_restored, a_superseded_one, an_expired_one,
    one_that_only_cold_took, one_in_many_segments,
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("text", "rest", "query"), SECRETS)
def test_L8_deleted_text_is_absent_from_every_tier(open_store, clock, where, found, kind, text, rest, query):
    settings = Settings(segment=1_000, attempts=1)
    store = open_store(settings=settings)
    store.add(rest, id="next", importance=1)
    kind(store, clock, text)
    assert where(WORDS[text]), "it would be found"
    store.forget("gone")
    assert where(WORDS[text]) == []
    store.warm.reindex()
    store.close()
    again = open_store(settings=settings)
    assert found(again, query, 1) == ["next"], "the next live one fills the slot"
    assert again.reconcile() == [] and where(WORDS[text]) == []
    assert not any(WORDS[text] in line for line in again.export_lines())
    assert all(WORDS[text] not in m.text for m in again.as_of(again.now))
    with pytest.raises(Forgotten):
        again.get("gone")


@pytest.mark.parametrize(("text", "rest", "query"), SECRETS)
@pytest.mark.parametrize("way", ["forget", "forget_many", "forget_all", "sweep"])
def test_L8_by_every_way_of_deleting(open_store, clock, where, found, way, text, rest, query):
    store = open_store(settings=Settings(drop_after=0))
    store.add(text, id="gone", importance=2, ttl=10)
    assert where(WORDS[text]) and found(store, query, 1) == ["gone"]
    clock.forward(20 if way == "sweep" else 1)
    if way == "sweep":
        store.sweep(force=True)
    elif way == "forget_all":
        store.forget_all()
    else:
        store.forget("gone") if way == "forget" else store.forget_many(["gone"])
    store.add(rest, id="next")
    assert where(WORDS[text]) == [] and found(store, query, 1) == ["next"]


@pytest.mark.parametrize(("text", "rest", "query"), SECRETS)
@pytest.mark.parametrize("way", ["forget", "sweep"])
def test_L8_what_was_merged_goes_with_what_it_went_into(
    open_store, clock, where, found, way, text, rest, query
):
    store = open_store(settings=Settings(drop_after=0))
    store.add(text, id="a")
    store.add(f"{text}!!", id="b", kind="profile")
    store.add(f"{text}, ok", id="c", kind="preference", ttl=10)
    first = store.merge(["a", "b"]).id
    one = store.merge([first, "c"]).id
    store.update(one, ttl=10, importance=1)
    assert where(WORDS[text]) and found(store, query, 1) == [one]
    store.add(rest, id="next", importance=1)
    if way == "forget":
        store.forget(one)
    else:
        clock.forward(10)
        assert {gone.id for gone in store.sweep(force=True).erased} == {"a", "b", "c", first, one}
    assert where(WORDS[text]) == [] and found(store, query, 1) == ["next"]
    assert store.reconcile() == []


@pytest.mark.parametrize(("text", "rest", "query"), SECRETS)
def test_L8_what_was_deleted_does_not_come_back_by_reading_it_again(
    open_store, where, found, text, rest, query
):
    store = open_store()
    turn = {"text": text, "kind": "turn", "session": "s", "place": 1, "speaker": "user", "at": 5.0}
    id = store.add(**turn).id
    exported = list(store.export_lines())
    assert found(store, query) == [id]
    store.forget(id)
    with pytest.raises(Forgotten):
        store.add(**turn)
    assert [bool(receipt) for receipt in store.add_many([turn])] == [False]
    assert not any(store.import_(exported))
    assert found(store, query) == [] and where(WORDS[text]) == []


# -- L9


FULL = {
    "kind": "preference", "at": 1_800_000_000.0, "importance": 8.0, "confidence": 0.8, "session": "s",
    "place": 3, "speaker": "user", "source": "s/3", "pinned": True, "secret": True, "ttl": 900_000.0,
    "metadata": {"来源": "聊天", "tags": ["a", "b"], "n": 1},
}  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"text": "乌龙茶换成了红茶"},
        {"text": "black tea instead"},
        {"importance": 2.0},
        {"metadata": {"n": 2}},
        {"speaker": "Li"},
        {"kind": "note"},
    ],
    ids=lambda change: next(iter(change)),
)
@pytest.mark.parametrize("state", ["warm", "archived", "restored", "healed"])
def test_L9_an_update_keeps_all_that_it_was_not_asked_to_change(open_store, change, state):
    store = open_store()
    given = {**FULL, "kind": "turn", "pinned": False} if state in ("archived", "restored") else FULL
    if state == "healed":
        put, store.warm.put = store.warm.put, fail
    store.add("I drink oolong", id="tea", **given)
    if state in ("archived", "restored"):
        assert [gone.id for gone in store.archive(0)] == ["tea"]
    if state == "restored":
        store.restore("tea")
    if state == "healed":
        store.warm.put = put
        assert [d.direction for d in store.reconcile()] == ["cold → warm"]
    old = store.get("tea")
    assert old.text == "I drink oolong" and old.metadata == FULL["metadata"] and old.secret
    store.update("tea", **change)
    merged = {**change, "metadata": {**old.metadata, **change.get("metadata", {})}}
    new = store.get("tea")
    assert new == old.with_(**merged, version=old.version + 1, seq=new.seq)
    assert store.versions("tea")[-2].text == "I drink oolong"


def test_L9_written_again_under_its_id_it_keeps_pin_and_metadata(open_store):
    store = open_store()
    store.add("I drink oolong", id="tea", **FULL)
    store.add("I drink sencha", id="tea", metadata={"n": 3})
    tea = store.get("tea")
    assert tea.pinned and tea.metadata == {**FULL["metadata"], "n": 3} and tea.importance == 8.0


# -- L10


@pytest.mark.parametrize("importance", [0.5, 1, 5])
def test_L10_the_newcomer_is_not_the_first_to_go(open_store, importance):
    store = open_store(settings=Settings(quota=3))
    for n in range(3):
        store.add(f"weighty matter {n}", id=f"w{n}", importance=9)
    receipt = store.add("新来的小事", id="new", importance=importance)
    assert [gone.id for gone in receipt.evicted] == ["w0"] and "new" not in store.tiers().cold


def test_L10_where_all_are_new_the_lowest_goes(open_store):
    store = open_store(settings=Settings(quota=2))
    store.add("an old one", id="old", importance=10)
    rows = [{"text": f"newcomer {n}", "id": f"n{n}", "importance": 1 + n} for n in range(4)]
    receipts = store.add_many(rows)
    gone = [g.id for receipt in receipts for g in receipt.evicted]
    assert gone == ["old", "n0", "n1"], "the unprotected first, then of the newcomers the lowest"


def test_L10_in_the_hot_layer_a_protected_one_stays_until_all_are(redis_client, clock):
    memory = PriorityMemory(redis_client, "u1", HotSettings(capacity=2, protection=60), clock)
    memory.remember("旧", "old and weighty", 10)
    clock.forward(61)
    memory.remember("a", "new", 2)
    memory.remember("b", "newer", 1)
    assert {id for id, _ in memory.hot()} == {"a", "b"} and memory.archived() == ["旧"]
    memory.remember("c", "newest", 3)
    assert memory.archived() == ["b", "旧"], "all are protected: capacity wins, and the lowest goes"


# -- L11


def test_L11_never_used_it_ages_from_its_time(open_store, clock):
    store = open_store()
    rows = {"fresh": 0, "old": 200, "used": 200}
    for id, days in rows.items():
        store.add(f"话 {id}", id=id, kind="turn", at=clock.now - days * DAY)
    store.touch("used")
    assert all(store.get(id).last_access is None for id in ("fresh", "old"))
    assert keeping.standing(store.get("fresh"), clock.now).product == 5.0, "not infinitely idle"
    assert keeping.standing(store.get("old"), clock.now).product < 0.1
    assert [gone.id for gone in store.archive()] == ["old"]


def test_L11_in_the_hot_layer_too(redis_client, clock):
    memory = PriorityMemory(redis_client, "u1", HotSettings(capacity=2, protection=0), clock)
    memory.remember("a", "never used", 5)
    clock.forward(1800)
    assert memory.hot() == [("a", pytest.approx(2.5))]
    memory.remember("b", "从未用过", 5)
    memory.remember("c", "also new", 5)
    assert memory.archived() == ["a"]


# -- L12


@pytest.mark.parametrize(
    ("allergy", "query", "trifle"),
    [
        ("I am allergic to shellfish.", "What am I allergic to?", "lol, that was remark {}"),
        ("我对芒果过敏。", "我对什么过敏？", "哈哈，第 {} 句闲话"),
    ],
)
def test_L12_a_pinned_allergy_survives_a_thousand_trifles(open_store, clock, found, allergy, query, trifle):
    store = open_store(settings=Settings(quota=50, hot=20))
    manager = MemoryManager("mira", store=store)
    manager.store_session_memory("s", [allergy])
    (it,) = [memory for memory in store.items() if memory.pinned]
    clock.forward(60 * DAY)
    for batch in range(10):
        store.add_many({"text": trifle.format(100 * batch + n), "importance": 9} for n in range(100))
        clock.forward(60)
    assert it.id in {m.id for m in store.tiers().warm} and it.id in dict(store.tiers().hot)
    assert len(store.tiers().cold) >= 950
    assert it.text in [m.text for m in store.recall(query, 2).memories]


# -- L13


CHAINS = [
    ("the meeting is on Monday", "the meeting is on Tuesday", "the meeting is on Friday", "meeting"),
    ("会议在三楼", "会议在五楼", "会议在地下室", "会议"),
]


@pytest.mark.parametrize(("a", "b", "c", "query"), CHAINS)
def test_L13_the_first_of_a_chain_whose_second_is_gone_can_be_had_back(open_store, found, a, b, c, query):
    store = open_store()
    store.add(a, id="a")
    store.add(b, id="b", replaces=["a"])
    assert found(store, query) == ["b"] and "'b'" in store.why("a").text
    store.forget("b")
    assert store.get("a").text == a and store.get("a").status == "superseded" and found(store, query) == []
    assert "restore" in store.why("a").text, "the rule is told where one looks"
    assert store.restore("a") and found(store, query) == ["a"] and store.get("a").status == "live"


@pytest.mark.parametrize(("a", "b", "c", "query"), CHAINS)
def test_L13_in_a_longer_chain_and_over_export_and_restart(open_store, found, a, b, c, query):
    store = open_store()
    store.add(a, id="a")
    store.add(b, id="b", replaces=["a"])
    store.add(c, id="c", replaces=["b"])
    store.forget("b")
    assert found(store, query) == ["c"] and store.get("a").status == "superseded"
    store.forget("c")
    other = open_store(path=None, client=None)
    assert all(other.import_(store.export_lines()))
    assert other.get("a").text == a and other.restore("a") and found(other, query) == ["a"]
    other.close()


@pytest.mark.parametrize("replacement", ["b-is-gone", "never-was"])
def test_L13_a_replacement_that_is_gone_takes_nothing_along(open_store, replacement):
    """To name as replaced what is erased is no error; to name what never was is one, and stores nothing."""
    store = open_store()
    store.add("the lamp is on", id="b-is-gone")
    store.forget("b-is-gone")
    store.add("the lamp is off", id="kept")
    if replacement == "never-was":
        with pytest.raises(UnknownMemory):
            store.add("the lamp is broken", id="new", replaces=["kept", replacement])
        assert store.get("kept").status == "live" and "new" not in store
    else:
        assert store.add("the lamp is broken", id="new", replaces=[replacement])
        assert ids(store) == {"kept", "new"}
