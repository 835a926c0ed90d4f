"""One contract for all policies, then what each of them is."""

from __future__ import annotations

import inspect
import itertools
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import replay
from memlab.bank import (
    POLICIES,
    Liveness,
    MemoryBank,
    MemoryItem,
    Policy,
    Scored,
    Settings,
    TooLarge,
    Worth,
)
from memlab.bank.policies import OF_REPLAYS, policy_of
from memlab.flow import Program

IDS = "abcde"
OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from(IDS), st.integers(0, 10), st.integers(1, 4)),
        st.tuples(st.just("touch"), st.sampled_from(IDS)),
        st.tuples(st.just("recall"), st.sampled_from(IDS)),
        st.tuples(st.just("forget"), st.sampled_from(IDS)),
        st.tuples(st.just("wait"), st.sampled_from([0.0, 1.0, 40.0, 4000.0])),
    ),
    max_size=40,
)


def apply(bank, clock, operation):
    """One step; whether a new memory was written."""
    name, *arguments = operation
    if name == "wait":
        clock[0] += arguments[0]
        return False
    if name == "add":
        id, importance, size = arguments
        new = id not in bank
        bank.add(id * size, importance / 10, id=id, ttl=100 if size == 4 else None)
        return new
    getattr(bank, name)(arguments[0])
    return False


def dead_and_alive():
    turns = [{"use": [], "def": []}, *({"use": [id], "def": []} for id in "badce")]
    return Liveness(Program.from_turns(turns), at=lambda: 1)


UNDER_CONTRACT = {
    **{name: make for name, make in POLICIES.items() if name != "liveness"},
    "liveness": dead_and_alive,
    "scored, unprotected": lambda: Scored(Settings(protection=0, floor=0)),
}


def bank_of(make, clock, capacity=3, size=None):
    return MemoryBank(capacity, make(), size, clock=lambda: clock[0])


@pytest.mark.parametrize("make", UNDER_CONTRACT.values(), ids=UNDER_CONTRACT)
class TestContract:
    """What every policy keeps, whatever is done to its bank."""

    @given(OPERATIONS)
    def test_capacity_is_never_exceeded_and_one_memory_evicts_at_most_one(self, make, operations):
        clock, written = [0.0], 0
        bank = bank_of(make, clock)
        for operation in operations:
            written += apply(bank, clock, operation)
            assert len(bank) <= 3
            assert sum(entry.cause == "capacity" for entry in bank.evict_log) <= written

    @given(OPERATIONS)
    def test_conservation(self, make, operations):
        clock, written = [0.0], 0
        bank = bank_of(make, clock, capacity=6, size=len)
        for operation in operations:
            written += apply(bank, clock, operation)
            assert bank.used == sum(len(item.content) for item in bank.items) <= 6
            assert written == len(bank) + len(bank.evict_log)

    @given(OPERATIONS)
    def test_the_victim_has_the_smallest_key_and_no_two_are_equal(self, make, operations):
        clock = [0.0]
        bank = bank_of(make, clock, capacity=6, size=len)
        for operation in operations:
            apply(bank, clock, operation)
        for entry in bank.evict_log:
            if entry.cause == "capacity":
                keys = [candidate.key for candidate in entry.candidates]
                assert entry.candidates[0].id == entry.id
                assert keys == sorted(set(keys))

    @given(OPERATIONS)
    def test_same_operations_same_log(self, make, operations):
        runs = []
        for _ in range(2):
            clock = [0.0]
            bank = bank_of(make, clock)
            for operation in operations:
                apply(bank, clock, operation)
            runs.append((bank.items, bank.evict_log))
        assert runs[0] == runs[1]

    @given(OPERATIONS)
    def test_looking_changes_nothing(self, make, operations):
        (plain_clock, watched_clock) = ([0.0], [0.0])
        plain, watched = bank_of(make, plain_clock), bank_of(make, watched_clock)
        for operation in operations:
            apply(plain, plain_clock, operation)
            apply(watched, watched_clock, operation)
            for id in IDS:
                watched.get(id), id in watched, watched.why(id)
        assert (plain.items, plain.evict_log) == (watched.items, watched.evict_log)

    def test_rewriting_evicts_nobody(self, make):
        bank = bank_of(make, [0.0])
        for id in "abc":
            bank.add(id, id=id)
        for id in "cab" * 3:
            bank.add(id, id=id)
        assert {item.id for item in bank.items} == set("abc")
        assert bank.evict_log == []

    def test_a_huge_memory_evicts_nobody(self, make):
        bank = bank_of(make, [0.0], capacity=10, size=len)
        bank.add("a" * 4, id="a")
        bank.add("b" * 4, id="b")
        with pytest.raises(TooLarge):
            bank.add("c" * 11, id="c")
        assert [item.id for item in bank.items] == ["a", "b"]
        assert bank.evict_log == []

    def test_all_alike_are_told_apart_by_their_sequence_number(self, make):
        bank = bank_of(make, [0.0])
        for id in "xyz":  # no turn reads these: alike for every policy
            bank.add("same", id=id)
        bank.add("same", id="w")
        assert [item.id for item in bank.items] == list("yzw")

    def test_every_number_has_a_name(self, make):
        bank = bank_of(make, [0.0], capacity=1)
        bank.add("a", id="a")
        bank.add("b", id="b")
        for candidate in bank.evict_log[0].candidates:
            assert candidate.terms
            assert all(isinstance(value, (int, float)) for value in candidate.terms.values())
        assert all(name in bank.evict_log[0].reason for name in bank.evict_log[0].candidates[0].terms)


def test_a_policy_is_one_method():
    for policy in Policy.__subclasses__():
        assert list(inspect.signature(policy.key).parameters) == ["self", "item", "now"]


# -- each of them


def played(policy, trace, capacity):
    """A cache of ids: a hit is a touch, a miss writes."""
    clock = itertools.count()
    bank = MemoryBank(capacity, policy, clock=lambda: float(next(clock)))
    for id in trace:
        if not bank.touch(id):
            bank.add(str(id), id=id)
    return [item.id for item in bank.items]


@pytest.mark.parametrize(
    ("policy", "kept"),
    [("fifo", "bcd"), ("lru", "acd"), ("lfu", "abd"), ("article", "abc"), ("article_protected", "abd")],
)
def test_who_goes(policy, kept):
    # a and b are used twice, b the longer ago; c comes last and is used once; then d comes
    assert sorted(played(policy, "abbbaaccd", 3)) == sorted(kept)


@pytest.mark.parametrize(("trace", "kept"), [("abbac", "ac"), ("baabc", "bc")])
def test_lfu_breaks_ties_by_least_recently_used(trace, kept):
    assert sorted(played("lfu", trace, 2)) == sorted(kept)


def test_L11_a_memory_never_used_ages_from_its_creation():
    policy = Scored(Settings(protection=0, decay=0.01, floor=0))
    never, used = MemoryItem("never", "", 0, 0), MemoryItem("used", "", 0, 0).touch(50, 2)
    assert policy.terms(never, 100)["recency"] == pytest.approx(math.exp(-1))
    assert policy.terms(used, 100)["recency"] == pytest.approx(math.exp(-0.5))


def test_liveness_throws_out_the_dead_then_the_farthest():
    program = Program.from_turns([{"use": use, "def": []} for use in ([], ["near"], ["far"], ["farther"])])
    policy = Liveness(program, at=lambda: 1)
    items = [MemoryItem(id, "", 0, 0) for id in ("near", "dead", "farther", "far")]
    assert [i.id for i in sorted(items, key=lambda i: policy.key(i, 0))] == ["dead", "farther", "far", "near"]
    assert policy.terms(items[1], 0) == {"turns to next use": math.inf}
    assert policy.terms(items[0], 0) == {"turns to next use": 1}


def test_liveness_knows_that_a_rewritten_memory_is_dead_before():
    program = Program.from_turns(
        [{"use": [], "def": []}, {"use": [], "def": ["x"]}, {"use": ["x"], "def": []}]
    )
    here = [1]
    policy = Liveness(program, at=lambda: here[0])
    item = MemoryItem("x", "", 0, 0)
    assert policy.key(item, 0)[0] == -math.inf
    here[0] = 2
    assert policy.key(item, 0)[0] == -1


def misses(policy, trace, capacity, turn):
    bank, missed = MemoryBank(capacity, policy, clock=lambda: float(turn[0])), 0
    for turn[0], id in enumerate(trace, start=1):
        if not bank.touch(id):
            missed += 1
            bank.add(id, id=id)
    return missed


def fewest_misses(trace, capacity):
    """By trying everything: after a miss any set of `capacity` of what is there may stay."""
    states = {frozenset(): 0}
    for id in trace:
        after: dict[frozenset, int] = {}
        for held, cost in states.items():
            missed = id not in held
            there = held | {id}
            sizes = range(len(there) - 1, len(there) + 1)
            for stay in (
                frozenset(c) for n in sizes if n <= capacity for c in itertools.combinations(there, n)
            ):
                after[stay] = min(after.get(stay, 99), cost + missed)
        states = after
    return min(states.values())


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=12), st.integers(1, 3))
def test_no_policy_misses_less_than_liveness_where_all_can_be_fetched_again(trace, capacity):
    turn = [0]
    policy = Liveness(Program.from_turns([{"use": [id], "def": []} for id in trace]), at=lambda: turn[0])
    assert misses(policy, trace, capacity, turn) == fewest_misses(trace, capacity)


def test_scored_protects_the_newcomer_then_ranks_by_importance_and_age():
    policy = Scored(Settings(protection=30, decay=0.01))
    old = MemoryItem("old", "", created_at=0, last_access=0, importance=1.0)
    new = MemoryItem("new", "", created_at=100, last_access=100, importance=0.1)
    assert policy.key(old, 129) < policy.key(new, 129)
    assert policy.key(new, 130) < policy.key(old, 130)


def test_scored_touch_makes_fresh_but_never_more_than_fresh():
    policy = Scored(Settings(protection=0, decay=0.01))
    item = MemoryItem("x", "", 0, 0, importance=0.5)
    used = item
    for n in range(1000):
        used = used.touch(100.0, n)
    assert policy.key(item, 100)[1] < policy.key(used, 100)[1] <= 10 * 0.5


def test_scored_boosts_the_pinned_down_to_the_common_floor():
    policy = Scored(Settings(protection=0, decay=math.log(2) / 100, boost=10, floor=0.1), pinned=["a"])
    a, b = (MemoryItem(id, "", 0, 0, importance=0.5) for id in "ab")
    assert policy.key(a, 100)[1] == pytest.approx(5 * 0.5 * 10) == 10 * policy.key(b, 100)[1]
    assert "boost" not in policy.terms(b, 100)
    assert policy.terms(a, 1e6) == policy.terms(b, 1e6) == {"floor": 0.1}


@pytest.mark.parametrize("pinned", ["ab", 3, [[]]])
def test_the_pinned_are_an_iterable_of_keys(pinned):
    with pytest.raises(TypeError, match="pinned: "):
        Scored(pinned=pinned)


# -- what others reported


def report_cases(data):
    return [
        json.loads(line) for line in (data / "cache_reports.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def test_cache_reports_are_all_right(data):
    cases = report_cases(data)
    assert len(cases) == 9
    for case in cases:
        policy = case["input"]["policy"].lower()
        if policy == "any":
            continue  # the contract above: evictions never outnumber insertions
        got = sorted(after(case["input"], "fifo" if policy == "ttl" else policy))
        assert got == sorted(map(str, case["expected_keys"])), case["what"]


def after(case, policy):
    """The ids held at the end of a report's operations."""
    now = [0.0]
    bank = MemoryBank(case.get("capacity", 100), policy, size=len, clock=lambda: now[0])
    for name, id, *size in case.get("ops") or [("use", str(key)) for key in case["trace"]]:
        if name == "t":
            now[0] = id
        elif name == "has":
            assert id in bank
        elif name == "put" or not bank.touch(id):
            try:
                bank.add("x" * (size[0] if size else 1), id=id, ttl=case.get("ttl"))
            except TooLarge:
                assert id == "huge"
    return [item.id for item in bank.items]


def test_a_name_that_only_a_replay_knows_is_told_as_such():
    only = [name for name in replay.POLICIES if name not in POLICIES]
    assert only == list(OF_REPLAYS)
    for name in only:
        with pytest.raises(ValueError, match=f"'{name}' is for replays .*, allowed are fifo, lru"):
            policy_of(name)
    with pytest.raises(ValueError, match="policy: 'mru', allowed are fifo, lru"):
        policy_of("mru")


def test_a_class_is_no_policy():
    with pytest.raises(TypeError, match=r"policy: Worth is a class, allowed is an instance: pass Worth\(\)"):
        policy_of(Worth)


def test_a_policy_of_ones_own_is_one_method():
    class Shortest(Policy):
        def key(self, item, now):
            return (len(item.content),)

    bank = MemoryBank(1, Shortest(), clock=lambda: 0.0)
    bank.add("oolong", id="tea")
    bank.add("rain", id="weather")
    assert bank.evict_log[0].candidates[0].terms == {"part 1": 6} and "part 1 6" in bank.evict_log[0].reason
