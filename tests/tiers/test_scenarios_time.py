"""Time, use, and the question why: instants, decay, expiry, the clock, reinforcement, explanations."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.bank import MemoryBank, PriorityMemory
from memlab.bank import Settings as HotSettings
from memlab.bank.scoring import recency
from memlab.context import MemoryManager, offline_llm
from memlab.tiers import Settings, keeping
from memlab.tiers.memory import STATUSES, Memory
from memlab.tiers.settings import DAY

NOON = datetime(2030, 3, 1, 12, tzinfo=timezone.utc)


def in_zone(hours, minutes=0):
    return NOON.astimezone(timezone(timedelta(hours=hours, minutes=minutes)))


SPELLINGS = {
    "UTC": NOON,
    "+08:00": in_zone(8),
    "-08:00": in_zone(-8),
    "+05:45": in_zone(5, 45),
    "ISO +08:00": in_zone(8).isoformat(),
    "ISO Z": "2030-03-01T12:00:00Z",
    "seconds": NOON.timestamp(),
    "naive, taken as UTC": NOON.replace(tzinfo=None),
    "naive ISO": "2030-03-01T12:00:00",
}


# -- Z1


@pytest.mark.parametrize("name", SPELLINGS)
def test_Z1_one_instant_is_one_order_and_one_expiry_in_every_zone(open_store, clock, found, name):
    clock.now = NOON.timestamp() + 60
    store = open_store()
    store.add("a minute before", id="before", kind="preference", at=NOON - timedelta(minutes=1))
    store.add("那一刻", id="it", kind="preference", at=SPELLINGS[name])
    store.add("a minute after", id="after", kind="preference", at=NOON + timedelta(minutes=1))
    it = store.get("it")
    assert it.at == NOON.timestamp() and it.expires_at == NOON.timestamp() + 180 * DAY
    assert sorted(store.items(), key=lambda m: m.at)[1].id == "it"
    assert [m.id for m in store.items(since=SPELLINGS[name], until=SPELLINGS[name])] == ["it"]
    assert found(store, "那一刻", since=SPELLINGS[name], until=SPELLINGS[name]) == ["it"]
    assert {m.id for m in store.as_of(SPELLINGS[name])} == {"before", "it"}


def test_Z1_a_zone_of_the_machine_changes_nothing(open_store, monkeypatch):
    import time

    store = open_store()
    for zone in ("America/Los_Angeles", "Asia/Shanghai"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        store.add(f"said in {zone}", id=zone, at="2030-03-01T12:00:00")
    monkeypatch.undo()
    time.tzset()
    assert {m.at for m in store.items()} == {NOON.timestamp()}


# -- Z2


AGES = st.floats(min_value=-1e12, max_value=1e12)


@given(AGES, AGES, st.floats(min_value=0, max_value=1e3))
def test_Z2_a_decay_is_between_0_and_1_and_never_rises_with_age(one, other, rate):
    young, old = sorted((one, other))
    assert 0 <= recency(old, rate) <= recency(young, rate) <= 1


@given(AGES, AGES)
def test_Z2_so_does_the_standing_of_a_memory(one, other):
    young, old = sorted((one, other))
    memory = Memory("u", "m", "tea", importance=8)
    assert 0 <= keeping.standing(memory, old).product <= keeping.standing(memory, young).product <= 8


@pytest.mark.parametrize("at", [-1e10, 0.0, 1.9e9 + 1, 4e9, 1e11])
@pytest.mark.parametrize("text", ["a note of another time", "来自别的年代的便条"])
def test_Z2_a_memory_of_any_time_scores_within_bounds(open_store, clock, at, text):
    store = open_store()
    store.add(text, id="it", at=at)
    store.add(text + " 2", id="now")
    for hit in store.recall(text, 5).considered:
        assert 0 <= hit.terms["recency"] <= 0.02 and math.isfinite(hit.score)
    assert all(0 <= score <= 10 for _, score in store.tiers().hot)
    store.touch("it")
    assert 0 < keeping.standing(store.get("it"), clock.now).product <= 5


# -- Z3


@pytest.mark.parametrize(
    ("text", "word", "question"),
    [
        ("the code for the gate is violet", "violet", "What is the code for the gate?"),
        ("大门的暗号是紫罗兰", "紫罗兰", "大门的暗号是什么？"),
    ],
)
@pytest.mark.parametrize("state", ["fresh", "swept", "archived", "reopened", "pinned"])
def test_Z3_what_has_expired_is_absent_from_all_but_the_past(
    open_store, clock, found, text, word, question, state
):
    store = open_store()
    ask = MemoryManager("mira", store=store, llm=lambda prompt: "I see.").process_message
    begin = clock.now
    turn = {"kind": "turn", "at": begin - 200 * DAY} if state == "archived" else {}
    store.add(text, id="it", ttl=100, pinned=state == "pinned", **turn)
    if state == "archived":
        store.archive()
    clock.forward(99)
    assert "it" in store and "it" in found(store, text, kinds=["note", "turn"]) and store.count() == 1
    assert ("it" in dict(store.tiers().hot)) == (state != "archived")
    assert word in ask(question)["context_used"] and any(word in line for line in store.export_lines())

    clock.forward(1)
    if state == "swept":
        store.sweep(force=True)
    elif state == "reopened":
        store.close()
        store = open_store()
        ask = MemoryManager("mira", store=store, llm=lambda prompt: "I see.").process_message
    assert "it" not in found(store, text, statuses=STATUSES) and "it" not in store
    live = {memory.id for memory in store.items()}
    assert "it" not in live and store.count() == len(live) == 2 and "it" not in dict(store.tiers().hot)
    assert not any(word in line for line in store.export_lines())
    assert word not in ask(question)["context_used"]
    assert [m.text for m in store.as_of(begin + 50) if m.id == "it"] == [text]
    assert "it" not in {m.id for m in store.as_of(begin + 100)}
    assert store.why("it").status == "expired"


def test_Z3_the_past_is_asked_with_the_ttl_of_then(open_store, clock):
    store = open_store()
    store.add("用旧的期限", id="it", ttl=100)
    clock.forward(50)
    store.update("it", ttl=1000)
    clock.forward(200)
    begin = clock.now - 250
    assert [m.expires_at for m in store.as_of(begin + 20)] == [begin + 100]
    assert [m.expires_at for m in store.as_of(begin + 200)] == [begin + 1050]


# -- Z4


@pytest.mark.parametrize("days", [0, 1, 30, 90])
def test_Z4_when_the_clock_moves_scores_follow_the_closed_form(open_store, clock, days):
    store = open_store()
    store.add("the gutter needs cleaning", id="a", importance=8)
    store.add("疏通水管", id="b", importance=4, pinned=True)
    clock.forward(days * DAY)
    half = 0.5 ** (days / 30)
    assert keeping.standing(store.get("a"), clock.now).product == pytest.approx(8 * half)
    assert keeping.standing(store.get("b"), clock.now).product == pytest.approx(40 * half)
    terms = {hit.memory.id: hit.terms for hit in store.recall("gutter 水管").considered}
    assert terms["a"]["recency"] == pytest.approx(0.02 * half)
    hot = dict(store.tiers().hot)
    assert hot["a"] == pytest.approx(max(0.1, 8 * 0.5 ** (days * 48)))


def test_Z4_every_use_is_counted(open_store, clock):
    store = open_store()
    store.add("用过的", id="a")
    for n in range(1, 4):
        clock.forward(DAY)
        assert store.touch("a")
        memory = store.get("a")
        assert (memory.access_count, memory.last_access) == (n, clock.now)
        assert keeping.standing(memory, clock.now).product == 5.0


# -- R1


@pytest.mark.parametrize("importance", [1, 5, 10])
def test_R1_a_thousand_accesses_lift_nothing_beyond_its_cap(open_store, clock, importance):
    store = open_store()
    store.add("常常想起的事", id="it", importance=importance)
    cap = store.recall("常常想起的事").considered[0].score
    for _ in range(1000):
        store.touch("it")
    memory = store.get("it")
    assert memory.access_count == 1000 and memory.importance == importance and memory.confidence <= 1
    assert keeping.standing(memory, clock.now).product <= importance
    assert dict(store.tiers().hot)["it"] <= importance
    assert store.recall("常常想起的事").considered[0].score <= cap + 1e-9


def test_R1_to_be_found_or_put_into_a_prompt_is_no_access(open_store, clock):
    store = open_store()
    manager = MemoryManager("mira", store=store, llm=offline_llm)
    store.add("The allotment key hangs by the door.", id="key")
    store.add("菜园的钥匙挂在门边", id="钥匙")
    for _ in range(5):
        clock.forward(60)
        store.recall("allotment key 钥匙")
        assert "allotment key" in manager.process_message("Where is the allotment key?")["context_used"]
        list(store.export())
        store.items()
    assert [(m.access_count, m.last_access) for m in map(store.get, ("key", "钥匙"))] == [(0, None)] * 2


# -- R2


@pytest.mark.parametrize("text", ["the ferry timetable changed", "轮渡时刻表改了"])
def test_R2_newer_and_oftener_used_never_ranks_lower(open_store, clock, found, text):
    store = open_store(settings=Settings(quota=3))
    for n, days in enumerate((30, 20, 10)):
        store.add(text, id=f"{days}", kind="turn", at=clock.now - days * DAY, place=n)
    assert found(store, text) == ["10", "20", "30"]
    standing = [keeping.standing(store.get(id), clock.now).product for id in ("10", "20", "30")]
    assert standing == sorted(standing, reverse=True)
    store.touch("30")
    assert keeping.standing(store.get("30"), clock.now).product > standing[0]
    receipt = store.add("one more", kind="turn")
    assert [gone.id for gone in receipt.evicted] == ["20"], "neither the newest nor the one that was used"


# -- E1


def summed(told):
    return sum(told.terms.values())


@pytest.mark.parametrize(
    ("texts", "query"),
    [
        (
            ["the kiln fires at noon", "the kiln is cold", "a kiln and a wheel", "noon is hot"],
            "when is the kiln fired?",
        ),
        (["窑中午开火", "窑凉了", "一座窑和一个转盘", "中午很热"], "窑什么时候开火？"),
    ],
)
def test_E1_recalled_and_beaten_have_terms_that_sum_and_a_competitor(open_store, texts, query):
    store = open_store()
    for n, text in enumerate(texts):
        store.add(text, id=f"m{n}")
    recalled = store.recall(query, 2)
    scores = {hit.memory.id: hit.score for hit in recalled.considered}
    assert len(scores) >= 3
    ranked = list(scores)
    for place, id in enumerate(ranked):
        told = recalled.explain(id)
        assert summed(told) == pytest.approx(told.score) and told.score == pytest.approx(scores[id])
        assert told.status == ("recalled" if place < 2 else "kept")
        assert told.competitor == (ranked[2] if place < 2 else ranked[1])
        assert told.competitor in told.text


@pytest.mark.parametrize("text", ["a spare wheel", "备用轮胎"])
def test_E1_what_was_not_even_considered_says_why(open_store, clock, text):
    store = open_store()
    store.add("nothing to do with it", id="far")
    store.add(text, id="gone")
    store.add(text, id="late", kind="turn", ttl=5)
    store.add(text, id="old", kind="turn", at=5.0)
    store.add(text + " 2", id="new", replaces=["gone"])
    store.add("to be erased", id="erased")
    store.forget("erased")
    clock.forward(5)
    recalled = store.recall(text, since=10.0)
    told = {id: recalled.explain(id) for id in ("far", "gone", "late", "old", "erased", "never")}
    assert {id: each.status for id, each in told.items()} == {
        "far": "kept", "gone": "superseded", "late": "expired", "old": "kept", "erased": "forgotten",
        "never": "unknown",
    }  # fmt: skip
    assert "before the time" in told["old"].text and all("not considered" in t.text for t in told.values())
    assert store.why("gone").competitor == "new"


def test_E1_evicted_ones_have_terms_that_multiply_and_a_competitor(open_store):
    store = open_store(settings=Settings(quota=2, hot=2))
    for n, importance in enumerate((4, 9, 7)):
        store.add(f"事情 {n}", id=f"m{n}", importance=importance)
    told = store.why("m0")
    assert told.status == "archived" and "quota" in told.text
    assert math.prod(told.terms.values()) == pytest.approx(told.score) == pytest.approx(4.0)
    assert told.competitor in ("m1", "m2")


def test_E1_in_the_hot_layer_and_in_a_bank(redis_client, clock):
    memory = PriorityMemory(redis_client, "u1", HotSettings(capacity=1, protection=0), clock)
    memory.remember("小事", "a trifle", 1)
    memory.remember("大事", "a great thing", 9)
    told = memory.why("小事")
    assert told.status == "archived" and told.competitor == "大事"
    assert math.prod(told.terms.values()) == pytest.approx(told.score)
    bank = MemoryBank(capacity=1, policy="scored", clock=clock)
    bank.add("a trifle", 0.1, id="小事")
    clock.forward(100)
    bank.add("a great thing", 0.9, id="大事")
    assert bank.why("小事").status == "evicted" and bank.why("小事").competitor == "大事"
