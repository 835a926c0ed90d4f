"""Every answer against paths: on small graphs all simple paths are walked, and no dataflow equation is used.

Simple paths are enough: a walk that comes by a statement twice can be cut short without losing its witness.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from memlab.flow import (
    ASSIGNED,
    LIVENESS,
    MAYBE_ASSIGNED,
    REACHING,
    STRONG_LIVENESS,
    DanglingUse,
    Program,
    dangling_uses,
    dead_definitions,
    def_use_chains,
    interference,
    live_ranges,
    liveness_analysis,
    next_use,
    pressure,
    slots,
    solve,
    spills,
)

VARIABLES = "abc"
names = st.lists(st.sampled_from(VARIABLES), max_size=2)


@st.composite
def programs(draw, largest: int = 6) -> Program:
    n = draw(st.integers(0, largest))
    succ = st.lists(st.integers(0, n - 1), max_size=3) if n else st.nothing()
    return Program.from_dicts(
        [{"id": i, "use": draw(names), "def": draw(names), "succ": draw(succ)} for i in range(n)]
    )


def paths(p: Program, start: int) -> Iterator[list[int]]:
    """All paths from `start` without repeating a statement, but the last may be `start`."""
    stack = [[start]]
    while stack:
        path = stack.pop()
        yield path
        if len(path) == 1 or path[-1] != start:
            stack += [[*path, t] for t in p[path[-1]].succ if t == start or t not in path]


def distance(p: Program, v: str, n: int) -> int | None:
    """The length of the shortest path from before n to a use of v that no definition cuts."""
    lengths = [
        len(path) - 1
        for path in paths(p, n)
        if v in p[path[-1]].use and not any(v in p[m].defs for m in path[:-1])
    ]
    return min(lengths, default=None)


def live_before(p: Program, n: int) -> set[str]:
    return {v for v in VARIABLES if distance(p, v, n) is not None}


def live_after(p: Program, n: int) -> set[str]:
    return set().union(*(live_before(p, t) for t in p[n].succ))


def reaching_before(p: Program, n: int) -> set[tuple[str, int]]:
    return {
        (v, d)
        for d in p.ids
        for v in p[d].defs
        if any(
            len(path) > 1 and path[-1] == n and not any(v in p[m].defs for m in path[1:-1])
            for path in paths(p, d)
        )
    }


def unassigned_before(p: Program, n: int) -> set[str]:
    """The variables that some path from an entry brings to n without a definition."""
    return {
        v
        for v in VARIABLES
        if any(
            path[-1] == n and (len(path) == 1 or not any(v in p[m].defs for m in path[:-1]))
            for entry in p.entries
            for path in paths(p, entry)
        )
    }


def strongly_live_before(p: Program, n: int) -> set[str]:
    """By search: a memory leads on to the next statement, to what is made of it, or to a real use."""
    g = nx.DiGraph()
    g.add_nodes_from([("before", v, n) for v in VARIABLES] + ["used"])
    for s in p:
        for v in VARIABLES:
            here, there = ("before", v, s.id), ("after", v, s.id)
            g.add_edges_from([(there, ("before", v, t)) for t in s.succ])
            if v not in s.defs:
                g.add_edge(here, there)
            if v in s.use:
                g.add_edges_from([(here, ("after", w, s.id)) for w in s.defs] or [(here, "used")])
    return {v for v in VARIABLES if nx.has_path(g, ("before", v, n), "used")}


@given(programs())
def test_every_statement_can_be_reached_from_an_entry(p):
    seen = {n for entry in p.entries for path in paths(p, entry) for n in path}
    assert seen == set(p.ids)


@given(programs())
def test_liveness(p):
    live = solve(p, LIVENESS)
    assert dict(live.before) == {n: live_before(p, n) for n in p.ids}
    assert dict(live.after) == {n: live_after(p, n) for n in p.ids}
    live_in, live_out, passes = liveness_analysis(p)
    assert (live_in, live_out) == (list(live.before.values()), list(live.after.values()))
    assert 1 <= passes <= len(p) + 2


@given(programs())
def test_strong_liveness(p):
    assert dict(solve(p, STRONG_LIVENESS).before) == {n: strongly_live_before(p, n) for n in p.ids}


@given(programs())
def test_reaching(p):
    reaching = solve(p, REACHING)
    assert dict(reaching.before) == {n: reaching_before(p, n) for n in p.ids}
    assert dict(reaching.after) == {
        n: {(v, d) for v, d in reaching_before(p, n) if v not in p[n].defs} | {(v, n) for v in p[n].defs}
        for n in p.ids
    }


@given(programs())
def test_assigned_on_every_path_and_on_some(p):
    known, maybe = solve(p, ASSIGNED), solve(p, MAYBE_ASSIGNED)
    assert dict(known.before) == {n: set(p.variables) - unassigned_before(p, n) for n in p.ids}
    assert dict(maybe.before) == {n: {v for v, _ in reaching_before(p, n)} for n in p.ids}


@given(programs(), st.sampled_from([LIVENESS, STRONG_LIVENESS, REACHING, ASSIGNED, MAYBE_ASSIGNED]))
def test_a_trace_ends_where_the_solution_is(p, analysis):
    plain, traced = solve(p, analysis), solve(p, analysis, trace=True)
    assert dict(plain.before) == dict(traced.before)
    assert dict(plain.after) == dict(traced.after)
    latest = {step.statement: (step.before, step.after) for step in traced.steps}
    assert latest == {n: (plain.before[n], plain.after[n]) for n in p.ids}
    assert [step.number for step in traced.steps] == [*range(1, traced.visits + 1)]


@given(programs())
def test_each_step_of_a_trace_tells_what_changed(p):
    known = {n: (frozenset(), frozenset()) for n in p.ids}
    for step in solve(p, LIVENESS, trace=True).steps:
        before, after = known[step.statement]
        assert step.changed == (step.before ^ before) | (step.after ^ after)
        known[step.statement] = step.before, step.after


@given(programs())
def test_next_use(p):
    found = next_use(p)
    expected = {n: {v: distance(p, v, n) for v in live_before(p, n)} for n in p.ids}
    assert dict(found.before) == expected
    for n in p.ids:
        ahead = {v: [expected[t][v] for t in p[n].succ if v in expected[t]] for v in live_after(p, n)}
        assert found.after[n] == {v: 1 + min(lengths) for v, lengths in ahead.items()}


@given(programs())
def test_dead_definitions(p):
    dead = [(v, n) for n in p.ids for v in p.variables if v in p[n].defs and v not in live_after(p, n)]
    assert dead_definitions(p) == tuple(dead)


@given(programs())
def test_dangling_uses(p):
    reached = {n: {v for v, _ in reaching_before(p, n)} for n in p.ids}
    expected = {
        DanglingUse(v, n, every_path=v not in reached[n])
        for n in p.ids
        for v in p[n].use & unassigned_before(p, n)
    }
    found = dangling_uses(p)
    assert set(found) == expected and len(found) == len(expected)
    assert [d.statement for d in found] == sorted(d.statement for d in found)


@given(programs())
def test_def_use_chains(p):
    assert def_use_chains(p) == {
        (v, d): tuple(n for n in p.ids if v in p[n].use and (v, d) in reaching_before(p, n))
        for d in p.ids
        for v in p[d].defs
    }


@given(programs())
def test_live_ranges_cover_what_is_live_and_nothing_else(p):
    held = {v: [n for n in p.ids if v in live_before(p, n) | live_after(p, n)] for v in p.variables}
    ranges = live_ranges(p)
    assert {v: [n for r in runs for n in range(r.first, r.last + 1)] for v, runs in ranges.items()} == held
    assert all(a.last + 1 < b.first for runs in ranges.values() for a, b in pairwise(runs))


@given(programs())
def test_pressure_and_slots(p):
    live = {n: (live_before(p, n), live_after(p, n)) for n in p.ids}
    assert pressure(p) == {n: max(map(len, sides)) for n, sides in live.items()}
    together = [before for before, _ in live.values()] + [after | p[n].defs for n, (_, after) in live.items()]
    edges = {frozenset((v, w)) for group in together for v in group for w in group if v != w}
    assert {*map(frozenset, interference(p).edges)} == edges
    found = slots(p)
    assert found.at_least == max(map(len, together), default=0) <= found.needed
    assert list(found.colours) == list(p.variables)
    assert found.needed == len(set(found.colours.values()))
    assert all(len({found.colours[v] for v in edge}) == 2 for edge in edges)


@given(programs(), st.integers(0, 3))
def test_spills_leave_what_fits_and_is_needed_sooner(p, capacity):
    distances, gone = next_use(p), {s.statement: set(s.variables) for s in spills(p, capacity)}
    for n in p.ids:
        sides = [distances.before[n], distances.after[n]]
        assert (n in gone) == any(len(side) > capacity for side in sides)
        for side in sides:
            kept = side.keys() - gone.get(n, set())
            assert len(kept) <= capacity
    for spill in spills(p, capacity):
        side = distances.before[spill.statement]
        first = [v for v in spill.variables if v in side]
        if len(side) > capacity:
            farthest = sorted(side.values(), reverse=True)[: len(side) - capacity]
            assert [side[v] for v in first][: len(farthest)] == farthest


@given(st.lists(st.tuples(names, names), max_size=8))
def test_a_straight_conversation_that_writes_once_needs_as_many_slots_as_it_holds(turns):
    turns = [{"use": [], "def": list(VARIABLES)}] + [
        {"use": [*use, *(f"{d}{n}" for d in older)], "def": [f"{d}{n + 1}" for d in new]}
        for n, ((use, new), older) in enumerate(zip(turns, [[], *(d for _, d in turns)], strict=False))
    ]
    found = slots(Program.from_turns(turns))
    assert found.needed == found.at_least


@given(programs())
def test_networkx_and_back(p):
    assert Program.from_networkx(p.to_networkx()) == p
