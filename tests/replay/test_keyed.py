"""Policies by key: the bank, the bank's policy replayed, and the fast one evict the same, in order."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memlab import bank
from memlab.bank import MemoryBank, Policy, PriorityMemory, Settings, TooLarge
from memlab.replay import READ, WRITE, Access, Trace, simulate
from memlab.replay.heaps import Heap
from memlab.zset import EmulatedRedis

GRADES = [0, 0.005, 0.01, 0.05, 0.1, 0.2, 0.4, 0.5, 0.8, 1]
STEPS = [0, 0, 0, 1, 1, 7, 30, 60, 1800]


@st.composite
def traces(draw, back=(), steps=STEPS, keys="abcdef"):
    """Reads and writes with ties in time, and steps back in time where `back` has some."""
    now, rows = draw(st.sampled_from([0, 1000, 1.7e9])), []
    for _ in range(draw(st.integers(0, 40))):
        now += draw(st.sampled_from([*steps, *back]))
        operation, key = draw(st.sampled_from([READ, READ, WRITE])), draw(st.sampled_from(keys))
        rows.append(Access(key, now, operation, draw(st.integers(1, 4)), draw(st.sampled_from(GRADES))))
    return Trace.of(rows)


RULES = st.builds(
    Settings,
    decay=st.sampled_from([0, math.log(2) / 1800, math.log(2) / 60, 0.3, 20]),
    floor=st.sampled_from([0, 0.1, 2]),
    protection=st.sampled_from([0, 1, 30, 100, 10_000]),
    boost=st.sampled_from([1, 2, 10]),
)
PINNED = st.sets(st.sampled_from("abcdef"))
CAPACITIES = st.integers(1, 8)
UNITS = st.sampled_from(["items", "tokens"])


def log_of(result):
    """(place, key) of each eviction but those of what was refused, and the residents."""
    refused = set(result.refused)
    gone = zip(result.evicted_at, result.evicted, strict=True)
    return [(at, result.trace.names[id]) for at, id in gone if at not in refused], set(result.resident)


def banked(trace, policy, capacity, unit):
    """The same of a MemoryBank to which every missed read is added again."""
    now, log = [0.0], []
    sizes = {}
    memory = MemoryBank(
        capacity, policy, None if unit == "items" else lambda text: sizes[text], clock=lambda: now[0]
    )
    for n, access in enumerate(trace):
        now[0], sizes[str(access.key)] = access.time, access.size
        before = len(memory.evict_log)
        if access.operation == WRITE or not memory.touch(access.key):
            try:
                memory.add(str(access.key), access.importance, id=access.key)
            except TooLarge:
                memory.forget(access.key)  # its old value is worthless
        log += [(n, entry.id) for entry in memory.evict_log[before:] if entry.cause == "capacity"]
    return log, {item.id for item in memory.items}


FAST = ["article", "article_protected", "worth"]


@pytest.mark.parametrize("name", FAST)
@given(trace=traces(back=[-3, -50]), capacity=CAPACITIES, unit=UNITS)
def test_fast_evicts_what_the_bank_does(name, trace, capacity, unit):
    fast = log_of(simulate(trace, name, capacity, unit))
    assert fast == log_of(simulate(trace, bank.POLICIES[name](), capacity, unit))
    assert fast == banked(trace, name, capacity, unit)


@given(traces(), RULES, PINNED, CAPACITIES, UNITS)
def test_fast_scored_evicts_what_the_bank_does(trace, rules, pinned, capacity, unit):
    fast = log_of(simulate(trace, "scored", capacity, unit, settings=rules, pinned=pinned))
    assert fast == log_of(simulate(trace, bank.Scored(rules, pinned), capacity, unit))
    assert fast == banked(trace, bank.Scored(rules, pinned), capacity, unit)


@given(traces(back=[-1, -40, -2000]), RULES, PINNED, CAPACITIES, UNITS)
def test_fast_scored_does_so_though_the_clock_is_set_back(trace, rules, pinned, capacity, unit):
    fast = log_of(simulate(trace, "scored", capacity, unit, settings=rules, pinned=pinned))
    assert fast == log_of(simulate(trace, bank.Scored(rules, pinned), capacity, unit))


@given(traces(steps=[1, 30, 31, 32, 33, 34, 35, 37]), PINNED, CAPACITIES)
def test_fast_scored_does_so_where_scores_run_out_of_digits(trace, pinned, capacity):
    rules = Settings(decay=20, floor=0, protection=0)
    fast = log_of(simulate(trace, "scored", capacity, settings=rules, pinned=pinned))
    assert fast == log_of(simulate(trace, bank.Scored(rules, pinned), capacity))


@pytest.mark.parametrize("start", [0, 1.7e9])
def test_fast_scored_does_so_where_scores_are_equal_but_for_rounding(start):
    """Twice the importance a half-life ago: equal on paper, not in floats."""
    draw, rules = Random(1), Settings(decay=math.log(2) / 60, floor=0, protection=0, boost=2)
    grades = [0.1 * 2**n for n in range(-3, 4)]
    rows = [
        Access(draw.randrange(60), start + 60 * (n // 4), READ, 1, draw.choice(grades)) for n in range(2000)
    ]
    trace = Trace.of(rows)
    fast = simulate(trace, "scored", 12, settings=rules, pinned=[1, 2])
    assert log_of(fast) == log_of(simulate(trace, bank.Scored(rules, [1, 2]), 12))


def test_whoever_is_used_at_the_floor_rises_above_it():
    rows = [Access(key, 0, WRITE, 1, 0.5) for key in "abd"]
    rows += [Access("x", 200, READ, 1, 0.3), Access("b", 201), Access("y", 202, READ, 1, 1)]
    rows.append(Access("z", 203, READ, 1, 1))
    rules = Settings(decay=math.log(2) / 60, floor=2, protection=0)
    fast = simulate(rows, "scored", 3, settings=rules)
    assert [gone.key for gone in fast.evictions] == ["a", "d", "x"]
    assert log_of(fast) == log_of(simulate(rows, bank.Scored(rules), 3))


def test_a_clock_that_is_set_back_lowers_a_key():
    rows = [Access("a", 10), Access("b", 12), Access("b", 5), Access("c", 13)]
    assert simulate(rows, "worth", 2).evictions[0].key == "b"
    assert log_of(simulate(rows, "worth", 2)) == log_of(simulate(rows, bank.Worth(), 2))


@pytest.mark.parametrize("name", ["fifo", "lru", "lfu"])
@given(trace=traces(), capacity=CAPACITIES, unit=UNITS)
def test_policies_in_queues_evict_what_the_bank_does(name, trace, capacity, unit):
    fast = log_of(simulate(trace, name, capacity, unit))
    assert fast == log_of(simulate(trace, bank.POLICIES[name](), capacity, unit))
    assert fast == banked(trace, name, capacity, unit)


def test_a_heap_holds_no_more_than_twice_what_is_there():
    keys = {id: (0, id) for id in range(50)}
    heap = Heap(keys.get)
    for n in range(5_000):
        keys[n % 50] = (n, n % 50)
        heap.add(n % 50)
        assert len(heap._entries) <= 2 * 50 + 64
    assert heap.top() == (4950, 0)
    for id in range(49):
        heap.remove(id)
    assert heap.top() == (4999, 49)
    heap.pop()
    assert heap.top() is None


class Whim(Policy):
    """Reads every field of an item; spares the newcomer or not."""

    name = "whim"

    def __init__(self, spares):
        self.spares_newcomer, self.seen = spares, []

    def key(self, item, now):
        self.seen.append((item, now))
        whim = hash((item.id, item.content, item.created_at, item.last_access, item.access_count, item.size))
        return (whim % 7, item.importance, item.touched)


@given(traces(), st.booleans(), CAPACITIES, UNITS)
def test_a_policy_of_ones_own_is_shown_what_a_bank_would_show_it(trace, spares, capacity, unit):
    mine, banks = Whim(spares), Whim(spares)
    assert log_of(simulate(trace, mine, capacity, unit)) == banked(trace, banks, capacity, unit)
    if not simulate(trace, Whim(spares), capacity, unit).refused:  # forgetting takes a number of the bank's
        assert {repr(seen) for seen in mine.seen} == {repr(seen) for seen in banks.seen}


def test_long_traces_with_many_residents():
    draw, rows, now = Random(4), [], 0.0
    for _ in range(4000):
        now += draw.choice([0, 1, 5, 60])
        grade = draw.choice([0.1, 0.3, 0.5, 0.7, 0.8, 1]) if draw.random() < 0.5 else draw.random()
        operation = WRITE if draw.random() < 0.3 else READ
        key = int(draw.paretovariate(0.6)) % 2000
        rows.append(Access(key, now, operation, draw.randrange(1, 9), grade))
    trace = Trace.of(rows)
    for protection in (0, 300, 9000):
        rules, pinned = Settings(protection=protection, floor=0.05), range(0, 40, 7)
        for capacity, unit in ((60, "items"), (200, "tokens")):
            fast = simulate(trace, "scored", capacity, unit, settings=rules, pinned=pinned)
            assert log_of(fast) == log_of(simulate(trace, bank.Scored(rules, pinned), capacity, unit))
            assert len(fast.evictions) > 300


@given(st.integers(0, 10**9), st.sampled_from([0, 300]), st.integers(2, 6))
def test_scored_and_the_scored_memory_agree_until_a_pinned_one_goes(seed, protection, capacity):
    """They differ for pinned ones (PriorityMemory never evicts them), at the floor (it goes by id there) and
    in that a rewrite opens a new window of protection there: so pins hold, no floor, and no rewrites here."""
    draw, pinned, rows, now = Random(seed), {"a"}, [], 0.0
    for _ in range(40):
        now += draw.uniform(1, 400)
        rows.append(Access(draw.choice("abcdefgh"), now, READ, 1, draw.uniform(0.01, 1)))
    rules = Settings(capacity=capacity, floor=0, protection=protection, boost=1e6)
    result = simulate(Trace.of(rows), "scored", capacity, settings=rules, pinned=pinned)
    clock = [0.0]
    memory = PriorityMemory(EmulatedRedis(), "u", rules, clock=lambda: clock[0])
    for row in rows:
        clock[0] = row.time
        if not memory.touch(row.key):
            memory.remember(row.key, "", 10 * row.importance, pinned=row.key in pinned)
    log = [entry.id for entry in memory.evict_log]
    gone = [entry.key for entry in result.evictions]
    assume("a" not in gone)  # as a newcomer it may be the lowest of those in protection
    assert gone == log


# -- reasons


def test_the_reason_has_the_numbers_that_decided():
    rows = [Access("a", 0, WRITE, 1, 0.9), Access("b", 10, WRITE, 1, 0.3), Access("a", 20), Access("c", 1810)]
    rules = Settings(protection=0, floor=0)
    scored = simulate(rows, "scored", 2, settings=rules).evictions[0]
    assert (scored.key, scored.terms) == ("b", {"importance": 3, "recency": pytest.approx(0.5)})
    assert scored.reason == "the lowest score: importance 3 × recency 0.5 = 1.5"
    article = simulate(rows, "article_protected", 2).evictions[0]
    assert (article.key, article.terms) == ("b", {"access count": 0, "unused for": 1800, "importance": 0.3})
    own = simulate(rows, bank.Article(), 2).evictions[0]
    assert own.terms == {"access count": 0, "last access": 10, "importance": 0.3}
    assert own.reason == "article puts it first: access count 0, last access 10, importance 0.3"


def test_worth_is_told_by_its_factors():
    rows = [
        Access("long", 0, WRITE, 4, 0.5),
        Access("short", 0, WRITE, 1, 0.5),
        Access("new", 9, WRITE, 1, 0.5),
    ]
    gone = simulate(rows, "worth", 5, "tokens").evictions[0]
    assert (gone.key, gone.terms["per size"]) == ("long", 0.25)
    assert gone.reason == "least worth for its size: 0.693 expected uses × 0.25 per token, unused for 9 s"


def test_boost_and_floor_are_told():
    rows = [Access("a", 0, WRITE, 1, 0.1), Access("b", 0, WRITE, 1, 1), Access("c", 0, WRITE, 1, 1)]
    rules = Settings(protection=0, floor=0.5, boost=5)
    told = simulate(rows, "scored", 2, settings=rules, pinned=["a"]).evictions[0]
    assert (told.key, told.terms) == ("a", {"importance": 1, "recency": 1, "boost": 5})
    sunk = simulate(rows, "scored", 2, settings=Settings(protection=0, floor=2)).evictions[0]
    assert sunk.key == "a" and "at the floor 2" in sunk.reason


def test_a_newcomer_that_is_passed_over_is_told_by_its_own_numbers():
    rows = [Access("a", 0, WRITE), Access("a", 1), Access("b", 2, WRITE, 1, 0.7)]
    gone = simulate(rows, "article", 1).evictions[0]
    assert gone.passed_over and gone.terms == {"access count": 0, "unused for": 0, "importance": 0.7}


# -- odd policies


def own(key, named="mine"):
    policy = Policy()
    policy.name, policy.key = named, key
    return policy


@pytest.mark.parametrize(
    ("key", "error", "words"),
    [
        (lambda item, now: None, TypeError, "key of policy mine: None is NoneType"),
        (lambda item, now: (math.nan,), ValueError, r"key of policy mine: \(nan,\) has nan"),
        (lambda item, now: (1 / 0,), ValueError, "policy mine: asked about '.' it raised ZeroDivisionError"),
        (
            lambda item, now: ("x" if item.id == "a" else 1,),
            TypeError,
            "policy mine: its keys cannot be ordered .*str.*int",
        ),
    ],
)
def test_what_is_wrong_with_ones_own_policy_is_told_with_its_name(key, error, words):
    with pytest.raises(error, match=words):
        simulate("abc", own(key), 2)


def test_a_policy_whose_parts_do_not_fit_its_key_is_told_so():
    policy = own(lambda item, now: (item.seq, 1))
    policy.parts = ("written",)
    with pytest.raises(ValueError, match="policy mine: asked about 'a' it raised ValueError: zip"):
        simulate("abc", policy, 2)


def test_a_policy_without_a_key_is_told_what_is_missing():
    with pytest.raises(NotImplementedError, match="policy custom: give it a method key"):
        simulate("abc", Policy(), 2)


def test_a_policy_whose_terms_are_none_is_told_so():
    policy = own(lambda item, now: (item.seq,))
    policy.terms = lambda item, now: None
    with pytest.raises(ValueError, match="policy mine: asked about 'a' it raised TypeError"):
        simulate("abc", policy, 2)


def test_a_key_that_cannot_be_printed_is_a_key():
    result = simulate([10**5000, 1, 2] * 2, own(lambda item, now: (item.seq,)), 2)
    assert result.misses == 6
