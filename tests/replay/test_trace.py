"""Trace: the columns say what the accesses say, and nothing that is no access gets in."""

from __future__ import annotations

import math
import pickle
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import tokens
from memlab.course.story import FIVE_STATEMENTS
from memlab.flow import Program
from memlab.replay import READ, WRITE, Access, Trace, TraceError, simulate, trace_of
from memlab.replay.generators import zipf

ACCESSES = st.lists(
    st.builds(
        Access,
        st.sampled_from(["a", "b", "茶", 7]),
        st.floats(-1e6, 1e6),
        st.sampled_from([READ, WRITE]),
        st.integers(0, 50),
        st.floats(0, 1),
        st.sampled_from(["", "oolong", "乌龙"]),
    ),
    max_size=20,
)


@given(ACCESSES)
def test_the_columns_say_what_the_accesses_say(accesses):
    trace = Trace.of(accesses)
    assert list(trace) == accesses and len(trace) == len(accesses)
    assert trace.names == tuple(dict.fromkeys(access.key for access in accesses))
    assert trace.operations == tuple(access.operation for access in accesses)
    assert trace.requests == sum(access.operation == READ for access in accesses)


@given(ACCESSES, st.slices(20))
def test_a_stretch_is_the_trace_of_those_accesses(accesses, part):
    stretch, whole = Trace.of(accesses)[part], Trace.of(accesses[part])
    assert list(stretch) == accesses[part]
    assert (stretch.names, stretch.ids) == (whole.names, whole.ids)


@given(ACCESSES)
def test_a_worker_process_gets_the_same_trace(accesses):
    trace = Trace.of(accesses, "log", problems=())
    copy = pickle.loads(pickle.dumps(trace))
    assert list(copy) == accesses and copy.name == "log" and copy.next_reads == trace.next_reads


def test_a_worker_process_is_not_sent_what_it_can_work_out():
    trace = zipf(5_000)
    before = len(pickle.dumps(trace))
    assert simulate(trace, "belady", 10).misses > 0 and "next_reads" in vars(trace)
    assert len(pickle.dumps(trace)) == before


@given(ACCESSES)
def test_next_reads_against_looking_for_them(accesses):
    trace = Trace.of(accesses)
    for n, access in enumerate(accesses):
        later = [m for m in range(n + 1, len(accesses)) if accesses[m].key == access.key]
        expected = later[0] if later and accesses[later[0]].operation == READ else math.inf
        assert trace.next_reads[n] == expected


@given(ACCESSES)
def test_the_footprint_is_the_least_capacity_at_which_nothing_goes(accesses):
    trace = Trace.of(accesses)
    for unit in ("items", "tokens"):
        need = trace.footprint(unit)
        result = simulate(trace, "lru", need, unit)
        assert len(result.evictions) == 0 and len(result.refused) == 0
        if need:
            less = simulate(trace, "lru", need - 1, unit)
            assert len(less.evictions) + len(less.refused) > 0


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from([0.1, 0.2, 0.3, 1 / 3, 7, 5e-324])), max_size=30)
)
def test_the_footprint_is_enough_though_sums_of_fractions_are_rounded(rows):
    trace = Trace.of([Access(key, size=size) for key, size in rows])
    result = simulate(trace, "lru", trace.footprint("tokens"), "tokens")
    assert len(result.evictions) == 0 and len(result.refused) == 0


def test_the_footprint_of_no_such_unit_is_refused():
    with pytest.raises(ValueError, match="unit: 'bytes', allowed are 'items' and 'tokens'"):
        zipf(5).footprint("bytes")


@pytest.mark.parametrize(
    "access, why",
    [
        ("tea", "access 2: access: 'tea' is str, allowed is Access"),
        (Access(["tea"]), "access 2: key: .* is not hashable"),
        (Access("tea", math.nan), "access 2: time"),
        (Access("tea", "noon"), "access 2: time"),
        (Access("tea", 1e101), "access 2: time"),
        (Access("tea", 0, "peek"), "access 2: operation: 'peek', allowed are 'read' and 'write'"),
        (Access("tea", size=-1), "access 2: size"),
        (Access("tea", size=math.inf), "access 2: size"),
        (Access("tea", importance=1.1), "access 2: importance"),
        (Access("tea", importance=math.nan), "access 2: importance"),
        (Access("tea", text=None), "access 2: text"),
    ],
)
def test_what_is_no_access_is_refused_with_its_number(access, why):
    with pytest.raises(TraceError, match=why):
        Trace.of([Access("cup"), access])


def test_keys_that_cannot_be_keys_are_refused():
    with pytest.raises(TypeError, match=r"keys: .*allowed is an iterable of hashable keys"):
        Trace.of_keys([["a"]])


def test_a_straight_program_reads_its_uses_then_writes_its_definitions():
    memories = {"user_id": ("Lin Yue, U-2041", 0.9), "cart": ("购物车：乌龙茶", 0.7)}
    trace = Trace.of_program(Program.from_dicts(FIVE_STATEMENTS), memories, tokens.count)
    assert [(a.key, a.operation) for a in trace] == [
        ("user_id", WRITE),
        ("user_id", READ),
        ("cart", WRITE),
        ("coupon", WRITE),
        ("cart", READ),
        ("coupon", READ),
        ("order", WRITE),
        ("order", READ),
    ]
    assert trace.statements == (1, 2, 2, 3, 4, 4, 4, 5)
    assert list(trace.times) == [0, 60, 60, 120, 180, 180, 180, 240]
    assert trace[0].size == tokens.count("Lin Yue, U-2041") and trace[0].importance == 0.9
    assert trace[3].text == "coupon" and trace[3].importance == 0.5
    assert trace.program == Program.from_dicts(FIVE_STATEMENTS)


def test_a_program_with_branches_runs_as_it_is_listed():
    branches = [
        {"id": "ask", "use": [], "def": ["wish"], "succ": ["yes", "no"]},
        {"id": "yes", "use": ["wish"], "def": ["order"], "succ": []},
        {"id": "no", "use": [], "def": ["regret"], "succ": []},
    ]
    trace = Trace.of_program(Program.from_dicts(branches))
    assert trace.statements == ("ask", "yes", "yes", "no")


def test_a_call_counts_with_what_its_sub_dialogue_reads_and_writes():
    inside = [
        {"id": 1, "use": ["address"], "def": [], "succ": [2, 3]},
        {"id": 2, "use": [], "def": ["parcel"], "succ": []},
        {"id": 3, "use": [], "def": [], "succ": []},
    ]
    outside = [{"id": 1, "use": [], "def": [], "succ": [], "call": "ship"}]
    trace = Trace.of_program(Program.from_dicts(outside, {"ship": inside}))
    assert [(a.key, a.operation) for a in trace] == [("address", READ), ("parcel", WRITE)]


@pytest.mark.parametrize(
    "options, why",
    [
        ({"program": FIVE_STATEMENTS}, "program: .* is list, allowed is Program"),
        ({"memories": [1]}, "memories: .* is list, allowed is Mapping"),
        ({"memories": {"cart": "tea"}}, "memories.'cart'.: 'tea', allowed is .content, importance."),
        ({"memories": {"cart": ("tea", 7)}}, "importance: 7 is not allowed"),
        ({"size": 3}, "size: 3 is int, allowed is a function"),
        ({"size": lambda text: -1}, "size: -1 is not allowed"),
    ],
)
def test_a_program_that_makes_no_trace_is_refused(options, why):
    with pytest.raises((TypeError, ValueError), match=why):
        Trace.of_program(**{"program": Program.from_dicts(FIVE_STATEMENTS), **options})


def test_whatever_can_be_a_trace_becomes_one():
    trace = trace_of("abca")
    assert trace_of(trace) is trace
    assert trace_of(iter(["a", "b"])).names == ("a", "b")
    assert trace_of([Access("a", 5, WRITE)]).operations == (WRITE,)
    assert trace_of(Program.from_dicts(FIVE_STATEMENTS)).requests == 4
    assert len(trace_of([])) == 0
    for nothing in (3, None, {"a": 1}):
        with pytest.raises(TypeError, match=r"trace: .*allowed is a Trace, a Program or an iterable of keys"):
            trace_of(nothing)


@pytest.mark.parametrize("name", ["agent.jsonl", "logs/Agent.CSV", "a.txt.gz", "dialogues.json", "keys.txt"])
@pytest.mark.parametrize("form", [str, Path])
def test_the_name_of_a_file_is_no_trace(name, form):
    with pytest.raises(TraceError) as caught:
        trace_of(form(name))
    assert str(caught.value).endswith(f"allowed is a trace: read_trace({name!r}) reads the file")
    assert ("each letter counts as a key" in str(caught.value)) == (form is str)


def test_an_access_costs_some_forty_bytes_however_many_there_are():
    """Measured by the allocator: keys that repeat, so that the columns are all there is."""
    per_access = []
    for n in (20_000, 200_000):
        tracemalloc.start()
        trace = Trace.of(Access(k % 100, float(k), WRITE, k % 100, k % 100 / 100) for k in range(n))
        per_access.append(tracemalloc.get_traced_memory()[0] / len(trace))
        tracemalloc.stop()
    assert per_access[1] < 50 and per_access[1] == pytest.approx(per_access[0], rel=0.1)
