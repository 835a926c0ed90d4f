"""Bélády against brute force: every choice of victims on short traces."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import flow
from memlab.replay import Access, Trace, simulate
from memlab.replay.optimum import optimum

OPERATIONS = st.sampled_from(["read", "read", "write"])


def traces(sizes, keys=5, length=12):
    row = st.builds(Access, st.integers(0, keys - 1), operation=OPERATIONS, size=st.sampled_from(sizes))
    return st.lists(row, max_size=length).map(Trace.of)


def most_hits(trace, capacity, *, bypass):
    """The most hits over all choices of who leaves and, with bypass, of whether a newcomer comes in.

    A state is the set of (key, size held); of each the best number of hits so far is kept.
    """
    best = {frozenset(): 0}
    for access in trace:
        after = {}
        for state, hits in best.items():
            there = dict(state)
            hit = access.operation == "read" and access.key in there
            for follower in {state} if hit else choices(there, access, capacity, bypass):
                after[follower] = max(after.get(follower, 0), hits + hit)
        best = after
    return max(best.values())


def choices(there, access, capacity, bypass):
    """All states that may follow; a rewritten memory is never passed over."""
    others = frozenset(item for item in there.items() if item[0] != access.key)
    if access.size > capacity:
        return {others}
    found = set()
    for n in range(len(others) + 1):
        for kept in map(frozenset, itertools.combinations(others, n)):
            follower = kept | {(access.key, access.size)}
            if math.fsum(size for _, size in follower) <= capacity:
                found.add(follower)
    if not bypass:  # and nobody leaves without need
        return {state for state in found if not any(state < other for other in found)}
    return found if access.key in there else found | {others}


@given(trace=traces([1]), capacity=st.integers(0, 5))
def test_belady_with_bypass_and_the_optimum_are_the_best_there_is(trace, capacity):
    best = most_hits(trace, capacity, bypass=True)
    assert optimum(trace, capacity).hits == best
    assert optimum(trace, capacity).misses == trace.requests - best
    assert simulate(trace, "belady_bypass", capacity).hits == best
    assert simulate(trace, "liveness", capacity).hits == best


@given(trace=traces([1]), capacity=st.integers(1, 5))
def test_belady_is_the_best_that_always_inserts(trace, capacity):
    assert simulate(trace, "belady", capacity).hits == most_hits(trace, capacity, bypass=False)


@given(trace=traces([1, 2, 3, 0.5], keys=4, length=9), capacity=st.sampled_from([0, 1, 2, 2.5, 3, 5]))
def test_of_different_sizes_the_optimum_is_an_upper_bound(trace, capacity):
    found = optimum(trace, capacity, "tokens")
    assert most_hits(trace, capacity, bypass=True) <= found.hits <= trace.requests
    assert found.exact == trace.equal_sizes


@given(trace=traces([3]), capacity=st.sampled_from([0, 2, 3, 6.5, 9, math.inf]))
def test_of_equal_sizes_it_is_exact_in_tokens_too(trace, capacity):
    found = optimum(trace, capacity, "tokens")
    assert (found.hits, found.exact) == (most_hits(trace, capacity, bypass=True), True)


def test_the_bound_is_near_where_sizes_are_nearly_equal():
    """All but the last of the keys weigh the same, and it is read once: the bound may cost one hit."""
    keys = [n * n % 23 for n in range(400)] + [99]
    even = Trace.of([Access(key, size=10) for key in keys])
    odd = Trace.of([Access(key, size=11 if key == 99 else 10) for key in keys])
    assert optimum(odd, 75, "tokens").hits == optimum(even, 75, "tokens").hits
    assert not optimum(odd, 75, "tokens").exact
    assert "upper bound" in optimum(odd, 75, "tokens").note


def test_it_is_worked_out_once():
    trace = Trace.of_keys("abcabc")
    assert optimum(trace, 2) is simulate(trace, "lru", 2).optimum


def test_bypass_is_worth_something():
    assert (simulate("abcbaxab", "belady", 2).hits, simulate("abcbaxab", "belady_bypass", 2).hits) == (2, 4)


# -- liveness


BRANCHES = [
    {"id": "ask", "use": [], "def": ["size", "colour", "gift"], "succ": ["plain", "fancy"]},
    {"id": "plain", "use": ["size"], "def": [], "succ": ["pay"]},
    {"id": "fancy", "use": ["gift", "size"], "def": ["gift"], "succ": ["pay"]},
    {"id": "pay", "use": ["gift"], "def": [], "succ": []},
]


def test_liveness_takes_the_dead_then_the_farthest_on_any_path():
    """After `ask`, `colour` is dead; `size` and `gift` are one statement away."""
    result = simulate(flow.Program.from_dicts(BRANCHES), "liveness", 2)
    gone = result.evictions[0]
    assert (gone.key, gone.reason, gone.terms) == (
        "colour",
        "no path reads it",
        {"statements to next use": math.inf},
    )
    assert result.misses == 0


def test_liveness_counts_statements_where_the_program_branches():
    program = [
        {"id": 0, "use": [], "def": ["far", "near"], "succ": [1]},
        {"id": 1, "use": [], "def": ["new"], "succ": [2, 3]},
        {"id": 2, "use": ["near", "new"], "def": [], "succ": [3]},
        {"id": 3, "use": [], "def": [], "succ": [4]},
        {"id": 4, "use": ["far"], "def": [], "succ": []},
    ]
    gone = simulate(flow.Program.from_dicts(program), "liveness", 2).evictions[0]
    assert (gone.key, gone.reason) == ("far", "farthest next use: 2 statements ahead")


def test_liveness_keeps_what_the_statement_will_still_read_and_not_what_it_will_overwrite():
    program = [
        {"id": 0, "use": [], "def": ["a", "z"], "succ": [1, 2]},
        {"id": 1, "use": ["m", "z"], "def": ["a"], "succ": [2]},
        {"id": 2, "use": ["a", "m"], "def": [], "succ": []},
    ]
    result = simulate(flow.Program.from_dicts(program), "liveness", 2)
    gone = result.evictions[0]
    assert (gone.position, gone.key) == (2, "a")  # m is just read, z still will be


@given(
    turns=st.lists(
        st.fixed_dictionaries(
            {"use": st.sets(st.sampled_from("abcde")), "def": st.sets(st.sampled_from("abcde"))}
        ),
        max_size=8,
    ),
    capacity=st.integers(0, 5),
)
def test_liveness_of_a_straight_program_is_the_optimum(turns, capacity):
    result = simulate(flow.Program.from_turns(turns), "liveness", capacity)
    assert result.regret == 0


@pytest.mark.parametrize("capacity", [1, 2, 3])
def test_liveness_on_branches_obeys_the_bounds(capacity):
    result = simulate(flow.Program.from_dicts(BRANCHES), "liveness", capacity)
    assert 0 <= result.regret <= result.requests
