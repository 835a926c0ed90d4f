"""Evicted too early: by hand, and against a search through everything."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import bank
from memlab.replay import READ, WRITE, Access, Trace, simulate
from memlab.replay.hindsight import SavedBy, too_early

ONLINE = ["fifo", "lru", "lfu", "sieve", "arc", "article", "scored"]


@st.composite
def traces(draw):
    row = st.tuples(st.sampled_from("abcdef"), st.sampled_from([READ, READ, WRITE]), st.integers(1, 3))
    rows = draw(st.lists(row, max_size=30))
    return Trace.of([Access(key, 10 * n, *rest) for n, (key, *rest) in enumerate(rows)])


def missed_again(result):
    """(eviction, read) of each read that missed for want of what was evicted: by looking at all that came."""
    found = []
    for k, (at, id) in enumerate(zip(result.evicted_at, result.evicted, strict=True)):
        later = [n for n in range(at + 1, len(result.trace)) if result.trace.ids[n] == id]
        if later and not result.trace.writes[later[0]] and at not in result.refused:
            assert later[0] in result.missed
            found.append((k, later[0]))
    return found


@given(traces(), st.sampled_from(ONLINE), st.integers(0, 6), st.sampled_from(["items", "tokens"]))
def test_all_of_them_the_soonest_first(trace, policy, capacity, unit):
    result = simulate(trace, policy, capacity, unit)
    rows = too_early(result)
    assert sorted((row.departure.position, row.needed_at) for row in rows) == sorted(
        (result.evicted_at[k], read) for k, read in missed_again(result)
    )
    assert [row.wait for row in rows] == sorted(row.wait for row in rows)
    for row in rows:
        assert row.wait == row.needed_at - row.departure.position
        assert row.seconds == 10 * row.wait
        assert row.departure.next_read == row.needed_at
    assert [row.departure for row in too_early(result, limit=2)] == [row.departure for row in rows[:2]]


@given(traces(), st.integers(1, 6), st.sampled_from(["items", "tokens"]))
def test_of_lru_the_smallest_capacity_is_exact(trace, capacity, unit):
    trace = Trace.of([Access(access.key, access.time, access.operation, 2) for access in trace])
    capacity = capacity if unit == "items" else 2 * capacity
    for row in too_early(simulate(trace, "lru", capacity, unit)):
        enough = [
            size for size in range(20) if row.needed_at not in simulate(trace, "lru", size, unit).missed
        ]
        assert (row.saved_by.capacity, row.saved_by.exact) == (enough[0], True)


@given(traces(), st.sampled_from(ONLINE), st.integers(1, 4), st.sampled_from(["items", "tokens"]))
def test_a_capacity_that_is_named_would_have_done(trace, policy, capacity, unit):
    rows = too_early(simulate(trace, policy, capacity, unit))
    for row in rows:
        found = row.saved_by.capacity
        assert found > capacity
        assert row.needed_at not in simulate(trace, policy, found, unit).missed
        tried = [size for size in row._saved.known if size < found]
        if len(rows) == 1 and not row.saved_by.exact:
            assert all(row.needed_at in simulate(trace, policy, size, unit).missed for size in tried)


@given(traces(), st.integers(0, 6), st.sampled_from(["items", "tokens"]))
def test_the_rivals_that_kept_it(trace, capacity, unit):
    results = {policy: simulate(trace, policy, capacity, unit) for policy in [*ONLINE, "belady_bypass"]}
    for row in too_early(results["fifo"], results.values()):
        kept = [name for name, result in results.items() if row.needed_at not in result.missed]
        assert list(row.saved_by.policies) == kept


# -- by hand


def test_a_conversation():
    """cart is written, two others come, cart is asked for: two seats were one too few for lru."""
    rows = [Access(key, 60 * n, WRITE) for n, key in enumerate(("cart", "hello", "weather"))]
    rows.append(Access("cart", 180))
    lru, best = (simulate(rows, policy, 2) for policy in ("lru", "belady"))
    [row] = too_early(lru, [best, lru])
    assert (row.departure.key, row.departure.position, row.needed_at) == ("cart", 2, 3)
    assert (row.wait, row.seconds) == (1, 60)
    assert row.departure.reason == "longest unused: last used 2 accesses ago"
    assert row.saved_by == SavedBy(capacity=3, exact=True, pin=True, policies=("belady",))


@pytest.mark.parametrize(
    "other", [("abcb", "lru", 2, "items"), ("abca", "lru", 3), ("abca", "lru", 2, "tokens")]
)
def test_rivals_played_the_same(other):
    result = simulate("abca", "lru", 2)
    with pytest.raises(
        ValueError, match=r"rivals: <Result lru at .* is no replay to compare with, allowed are"
    ):
        too_early(result, [simulate(*other)])


def test_what_is_no_replay_is_refused():
    result = simulate("abca", "lru", 2)
    for field, call in {
        "result": lambda: too_early("abca"),
        "rivals": lambda: too_early(result, ["belady"]),
        "larger": lambda: too_early(result, larger=[3]),
    }.items():
        with pytest.raises(TypeError, match=f"{field}: .*allowed is Result: pass what simulate returns"):
            call()


def test_what_is_rewritten_first_was_not_needed():
    assert too_early(simulate([Access("a"), Access("b"), Access("a", 0, WRITE), Access("a")], "lru", 1)) == []


def test_a_newcomer_that_was_passed_over_may_have_been_needed():
    rows = [Access("a"), Access("a"), Access("b"), Access("b")]
    row, *_ = too_early(simulate(rows, "article", 1))
    assert row.departure.passed_over and row.needed_at == 3
    assert row.saved_by.capacity == 2 and not row.saved_by.pin


def test_a_pin_needs_room_beside_it():
    rows = [Access("a", 0, WRITE, 3), Access("b", 0, WRITE, 2), Access("a", 0, READ, 3)]
    assert [row.saved_by.pin for row in too_early(simulate(rows, "lru", 4, "tokens"))] == [False]
    rows[1] = Access("b", 0, WRITE, 1)
    rows.insert(1, Access("c", 0, WRITE, 1))
    assert [row.saved_by.pin for row in too_early(simulate(rows, "lru", 4, "tokens"))] == [True]


def test_results_at_hand_spare_the_replays(monkeypatch):
    trace = simulate("abcdabcd", "fifo", 2).trace
    larger = [simulate(trace, "fifo", capacity) for capacity in (1, 3, 5, 9)]
    monkeypatch.setattr("memlab.replay.hindsight.simulate", None)
    rows = too_early(simulate(trace, "fifo", 2), larger=larger)
    assert {row.saved_by.capacity for row in rows} == {5}
    assert {row.saved_by.capacity for row in too_early(simulate(trace, "fifo", 2), larger=[])} == {None}
    with pytest.raises(ValueError, match="larger: <Result lru"):
        too_early(simulate(trace, "fifo", 2), larger=[simulate(trace, "lru", 9)])


def test_the_search_replays_with_the_same_options(monkeypatch):
    trace, asked = simulate("abcdefgabcdefg" * 3, "random", 3, seed=5).trace, []

    def told(trace, policy, capacity, unit, **options):
        asked.append((policy, capacity, unit, options))
        return simulate(trace, policy, capacity, unit, **options)

    monkeypatch.setattr("memlab.replay.hindsight.simulate", told)
    rules, mine = bank.Settings(protection=0), bank.LFU()
    for policy, options in (
        ("scored", {"settings": rules, "pinned": ["a"]}),
        ("random", {"seed": 5}),
        (mine, {}),
    ):
        rows = too_early(simulate(trace, policy, 3, **options))
        assert all(row.saved_by.capacity > 3 for row in rows)
        assert len({capacity for _, capacity, _, _ in asked}) == len(asked)  # once for all rows
        assert all(options.items() <= given.items() for _, _, _, given in asked)
        asked.clear()


def test_nothing_to_tell():
    for trace, capacity in (("", 1), ("aaaa", 1), ("abc", 1), ("abab", 2), ("abab", math.inf)):
        assert too_early(simulate(trace, "lru", capacity)) == []
    assert len(too_early(simulate("abab", "lru", 0))) == 0  # refused, not evicted
    assert too_early(simulate("abab", "lru", 1), limit=0) == []
    with pytest.raises(ValueError, match="limit"):
        too_early(simulate("abab", "lru", 1), limit=-1)
