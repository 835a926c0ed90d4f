"""The replay itself: what counts as a hit, what is conserved, that its two loops agree, what it refuses."""

import math
import random
from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import bank
from memlab.replay import POLICIES, Access, Trace, simulate
from memlab.replay.engine import by_count, by_size
from memlab.replay.measure import whole
from memlab.replay.replacement import Options, Replacement

SIZES = st.sampled_from([0, 1, 2, 3, 5, 0.1, 0.7])
ACCESSES = st.lists(
    st.builds(
        Access,
        st.integers(0, 6),
        operation=st.sampled_from(["read", "read", "write"]),
        size=SIZES,
        importance=st.sampled_from([0.1, 0.5, 1.0]),
    ),
    max_size=60,
)
TRACES = ACCESSES.map(
    lambda rows: Trace.of([Access(a.key, n, *list(vars(a).values())[2:]) for n, a in enumerate(rows)])
)
CAPACITIES = st.sampled_from([0, 1, 2, 2.5, 3, 5, 0.3, 100, math.inf])
UNITS = st.sampled_from(["items", "tokens"])
KEYS_ONLY = [name for name, kind in POLICIES.items() if kind.see is None and kind.look is None]


@pytest.mark.parametrize("policy", POLICIES)
@given(trace=TRACES, capacity=CAPACITIES, unit=UNITS)
def test_nothing_is_lost(policy, trace, capacity, unit):
    """The log, replayed on a plain dict, gives the same misses, always fits and ends with the residents."""
    result = simulate(trace, policy, capacity, unit)
    there, missed, came = {}, [], 0
    gone = list(zip(result.evicted_at, result.evicted, strict=True))
    for n, access in enumerate(trace):
        id, size = trace.ids[n], 1 if unit == "items" else access.size
        if access.operation == "read" and id not in there:
            missed.append(n)
        if n in result.refused:
            assert size > capacity
        elif access.operation == "write" or id not in there:
            came += id not in there
            there[id] = size
        while gone and gone[0][0] == n:
            del there[gone.pop(0)[1]]
        assert math.fsum(there.values()) <= capacity
    assert not gone
    assert list(result.missed) == missed
    assert set(result.resident_ids) == set(there)
    assert result.insertions == came
    assert len(result.evictions) <= result.insertions
    assert result.hits + result.misses == result.requests == sum(a.operation == "read" for a in trace)
    assert result.misses >= result.optimum.misses
    assert 0 <= result.share <= 1
    assert result.regret >= 0


@pytest.mark.parametrize("policy", KEYS_ONLY)
@given(trace=TRACES, slots=st.integers(1, 8))
def test_both_loops_agree(policy, trace, slots):
    def ready():
        return POLICIES[policy](Options(slots, seed=3, names=trace.names))

    quick = by_count(trace, ready(), slots)
    assert quick == by_size(trace, ready(), repeat(1), repeat(1), slots)


@pytest.mark.parametrize("policy", POLICIES)
@given(trace=TRACES, slots=st.integers(0, 8), size=st.sampled_from([1, 3, 0.1]))
def test_memories_of_one_size_count_as_items(policy, trace, slots, size):
    even = Trace.of([Access(a.key, a.time, a.operation, size, a.importance) for a in trace])
    tokens = simulate(even, policy, math.fsum([size] * slots) + size / 3, "tokens")
    items = simulate(even, policy, slots)
    assert tokens.missed == items.missed
    assert tokens.resident == items.resident
    assert tokens.optimum == items.optimum
    assert tokens.optimum.exact


@pytest.mark.parametrize("policy", ["fifo", "lru", "lfu"])
@given(
    steps=st.lists(st.tuples(st.integers(0, 5), st.booleans(), st.integers(1, 4)), max_size=60),
    capacity=st.sampled_from([4, 7, 7.5, 12]),
)
def test_evicts_as_a_memory_bank_does(policy, steps, capacity):
    """Reads touch; a missed one is added again. A rewrite that grows makes the others go."""
    time = 0

    def clock():
        return time

    store = bank.MemoryBank(capacity, policy, size=len, clock=clock)
    rows = []
    for time, (key, write, size) in enumerate(steps):
        rows.append(Access(key, time, "write" if write else "read", size))
        if write or not store.touch(key):
            store.add("x" * size, id=key)
    result = simulate(rows, policy, capacity, "tokens")
    assert [gone.id for gone in store.evict_log] == [gone.key for gone in result.evictions]
    assert {item.id for item in store.items} == set(result.resident)


@given(sizes=st.lists(st.sampled_from([0.1, 0.2, 0.7, 1 / 3, 1, 1e-9, 5]), max_size=12), data=st.data())
def test_whole_sizes_fit_as_rounded_sums_do(sizes, data):
    total = math.fsum(sizes)
    near = [total, math.nextafter(total, 0), math.nextafter(total, math.inf), total + 1, total / 2]
    capacity = data.draw(st.sampled_from(near))
    weights, limit = whole(sizes, capacity)
    assert (sum(weights) <= limit) == (total <= capacity)


def test_a_full_bank_does_not_seem_too_full():
    rows = [Access(n, n, "write", 0.1) for n in range(10)]
    assert len(simulate([*rows, Access("x", 10, "write", 0.0)], "lru", 1, "tokens").evictions) == 0
    assert len(simulate([*rows, Access("x", 10, "write", 0.01)], "lru", 1, "tokens").evictions) == 1


def test_extremes():
    for policy in POLICIES:
        assert simulate([], policy).misses == 0
        assert simulate("abab", policy, 0).misses == 4
        assert simulate("abab", policy, 0).insertions == 0
        assert simulate("abab", policy, math.inf).misses == 2
        assert simulate("abab", policy, 10**30).misses == 2
        assert simulate("aaaa", policy, 1).hits == 3
        assert simulate([], policy).share == 1
        assert simulate([], policy).miss_ratio == simulate([], policy).hit_ratio == 0


def test_a_rewrite_larger_than_all_loses_the_old_value_only():
    rows = [
        Access("a", 0, "write", 2),
        Access("b", 1, "write", 2),
        Access("a", 2, "write", 9),
        Access("a", 3),
    ]
    result = simulate(rows[:3], "lru", 4, "tokens")
    assert result.resident == ("b",)
    assert list(result.refused) == [2]
    assert result.evictions[0].key == "a"
    assert (
        result.evictions[0].reason
        == "its new value is larger than the capacity, and the old one is worthless"
    )
    assert not result.evictions[0].passed_over
    assert simulate(rows, "lru", 4, "tokens").misses == 1


def test_weighted_ratios():
    rows = [Access("a", 0, "read", 10), Access("b", 1, "read", 30), Access("b", 2, "read", 30)]
    result = simulate(rows, "lru", 1)
    assert (result.requested_size, result.missed_size, result.weighted_miss_ratio) == (70, 40, 4 / 7)


def test_pinned_keys_need_not_be_there():
    assert simulate("ab", "lru", 1, pinned=["z"]).misses == 2


def test_a_seed_decides_what_random_does():
    keys = [n * n % 17 for n in range(300)]
    assert simulate(keys, "random", 5, seed=1).missed == simulate(keys, "random", 5, seed=1).missed
    assert simulate(keys, "random", 5, seed=1).missed != simulate(keys, "random", 5, seed=2).missed


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ({"policy": "mru"}, ValueError, "policy: 'mru', allowed are fifo, lru, lfu, clock"),
        ({"policy": 7}, TypeError, "policy: 7, allowed are fifo"),
        ({"policy": int}, TypeError, "policy: <class 'int'>, allowed are fifo"),
        ({"policy": bank.LRU}, TypeError, "policy: LRU is a class, allowed is an instance: pass LRU()"),
        ({"capacity": math.nan}, ValueError, "capacity: nan"),
        ({"capacity": -1}, ValueError, "capacity: -1"),
        ({"capacity": -math.inf}, ValueError, "capacity: -inf"),
        ({"capacity": True}, TypeError, "capacity: True"),
        ({"capacity": "5"}, TypeError, "capacity: '5'"),
        ({"unit": "bytes"}, ValueError, "unit: 'bytes', allowed are 'items' and 'tokens'"),
        ({"seed": 0.5}, TypeError, "seed: 0.5"),
        ({"pinned": "tea"}, TypeError, "pinned: 'tea', allowed is an iterable of keys"),
        ({"pinned": [["tea"]]}, TypeError, "pinned"),
        ({"settings": 5}, TypeError, "settings: 5"),
    ],
)
def test_refuses_with_a_reason(arguments, kind, words):
    with pytest.raises(kind) as caught:
        simulate("abc", **arguments)
    assert str(caught.value).startswith(words)


class Broken(Replacement):
    name = "broken"
    answer = None

    def admit(self, id, size):
        self.last = id

    def victim(self, newcomer):
        return self.answer

    def drop(self, id):
        pass


@pytest.mark.parametrize("answer", [None, -1, 99, 2, "a", [0], 0.0])
def test_a_victim_that_is_not_there_is_an_error_and_no_loop(answer):
    """Ids at the third access are 0 and 1 (resident), 2 (the newcomer), 3 (not yet seen)."""

    class Mine(Broken):
        pass

    Mine.answer = answer
    if answer == 2:
        assert simulate("abcab", Mine, 2).hits == 2  # the newcomer may be passed over
        return
    with pytest.raises(
        ValueError, match=r"policy broken: victim\(\) returned .* at access 2, allowed is the id"
    ):
        simulate("abcd", Mine, 2)


def test_a_victim_named_twice_is_an_error():
    class Twice(Broken):
        answer = 0

    with pytest.raises(ValueError, match="victim\\(\\) returned 0 at access 3"):
        simulate("abcd", Twice, 2)


def test_methods_that_are_missing_are_named():
    class Empty(Replacement):
        name = "empty"

    with pytest.raises(NotImplementedError, match="policy empty: give it a method admit"):
        simulate("ab", Empty, 1)


def test_arc_takes_ghosts_that_weigh_nothing():
    """Four memories, two of them of size 0: every short trace of them replays, whatever the capacity."""
    draw = random.Random(1)
    for _ in range(300):
        keys = [draw.choice("abcd") for _ in range(14)]
        rows = [Access(key, n, size="abcd".index(key) // 2) for n, key in enumerate(keys)]
        for capacity in (0, 1, 2):
            result = simulate(Trace.of(rows), "arc", capacity, "tokens")
            assert result.hits <= result.optimum.hits
