"""Sub-dialogues: a call does what its body, written out in its place, would do."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from memlab.flow import (
    ASSIGNED,
    LIVENESS,
    REACHING,
    STRONG_LIVENESS,
    DanglingUse,
    Program,
    Summary,
    calls,
    dangling_uses,
    dead_definitions,
    liveness_analysis,
    pressure,
    slots,
    solve,
    summary,
)

SEND = [
    {"id": 0, "use": ["address"], "def": ["parcel"], "succ": [1, 2]},
    {"id": 1, "use": [], "def": ["receipt"], "succ": [2]},
    {"id": 2, "use": ["parcel"], "def": ["sent"], "succ": []},
]
DEPTH = 6  # more than the number of summaries that the small programs below can go through

names = st.lists(st.sampled_from("ab"), max_size=1)


def turns(*turns):
    last = len(turns) - 1
    return [{"id": n, "succ": [n + 1] if n < last else [], **turn} for n, turn in enumerate(turns)]


def turn(use="", define="", **more):
    return {"use": use.split(), "def": define.split(), **more}


def test_a_summary():
    assert summary(Program.from_dicts(SEND)) == Summary(
        uses={"address"}, defs={"parcel", "sent"}, may={"parcel", "receipt", "sent"}, returns=True
    )


def test_arguments_come_first_the_body_next_and_the_result_last():
    p = Program.from_dicts(
        turns(turn("", "order"), turn("order", "sent", call="send"), turn("sent receipt parcel")),
        {"send": SEND},
    )
    live, reaching = solve(p, LIVENESS), solve(p, REACHING)
    assert live.before[1] == {"order", "address", "receipt"}  # receipt: perhaps not written
    assert live.after[1] == {"sent", "receipt", "parcel"}
    assert reaching.after[1] == {("order", 0), ("parcel", 1), ("receipt", 1), ("sent", 1)}
    assert solve(p, ASSIGNED).after[1] == {"order", "parcel", "sent"}
    assert p.variables == ("order", "address", "parcel", "sent", "receipt")
    assert dangling_uses(p) == (DanglingUse("address", 1, True), DanglingUse("receipt", 2, False))
    assert liveness_analysis(p)[:2] == ([*live.before.values()], [*live.after.values()])
    assert pressure(p)[1] == 3 and slots(p).at_least == 3


def test_a_body_that_leaks_is_asked_about_by_itself():
    p = Program.from_dicts(turns(turn("", "x", call="send")), {"send": SEND})
    assert dead_definitions(p) == (("x", 0),)
    assert dead_definitions(p.procedures["send"]) == (("receipt", 1), ("sent", 2))


def test_a_call_counts_as_a_real_use():
    p = Program.from_dicts(turns(turn("", "address"), turn("", "", call="send")), {"send": SEND})
    assert solve(p, STRONG_LIVENESS).after[0] == {"address"}


def test_recursion_to_a_fixed_point():
    ask = [  # ask again until it is clear, then note it
        {"id": 0, "use": ["question"], "def": ["answer"], "succ": [1, 2]},
        {"id": 1, "use": [], "def": ["tries"], "succ": [3]},
        {"id": 3, "use": [], "def": [], "succ": [], "call": "ask"},
        {"id": 2, "use": ["answer"], "def": ["note"], "succ": []},
    ]
    p = Program.from_dicts(turns(turn("", "", call="ask")), {"ask": ask})
    assert summary(p) == Summary({"question"}, {"answer", "note"}, {"answer", "note", "tries"}, returns=True)


def test_mutual_recursion():
    ping = turns(turn("a", "b", call="pong"))
    pong = [
        {"id": 0, "use": ["b"], "def": [], "succ": [1, 2]},
        {"id": 1, "use": [], "def": ["c"], "succ": [], "call": "ping"},
        {"id": 2, "use": [], "def": ["d"], "succ": []},
    ]
    p = Program.from_dicts(turns(turn(call="ping")), {"ping": ping, "pong": pong})
    # it can only end by turn 2 of the last pong, so d is always written
    assert summary(p) == Summary({"a", "b"}, {"b", "d"}, {"b", "c", "d"}, returns=True)


def test_nothing_is_live_across_a_call_that_never_returns():
    p = Program.from_dicts(
        turns(turn("", "a"), turn("a", "r", call="wait"), turn("b r")),
        {"wait": [{"id": 0, "use": ["c"], "def": [], "succ": [0]}]},
    )
    assert summary(p) == Summary({"c"}, frozenset(), frozenset(), returns=False)
    assert solve(p, LIVENESS).before[1] == {"a", "c"}
    assert dangling_uses(p) == (DanglingUse("c", 1, True),)  # turn 2 is never reached


def test_an_empty_sub_dialogue_ends_at_once():
    p = Program.from_dicts(turns(turn("", "a"), turn(call="skip"), turn("a")), {"skip": []})
    assert summary(p.procedures["skip"]).returns
    assert solve(p, LIVENESS).after[0] == {"a"} and dangling_uses(p) == ()


def test_recursion_that_never_ends_does_not_return():
    p = Program.from_dicts(turns(turn("x", call="f")), {"f": turns(turn("y", "z", call="f"))})
    assert summary(p) == Summary({"x", "y"}, frozenset(), frozenset(), returns=False)


def test_what_follows_a_call_without_return_does_not_count_as_written():
    body = [
        {"id": 0, "use": [], "def": ["a"], "succ": [1, 2]},
        {"id": 1, "use": [], "def": ["b"], "succ": [], "call": "wait"},
        {"id": 2, "use": [], "def": ["c"], "succ": []},
    ]
    p = Program.from_dicts(body, {"wait": [{"id": 0, "use": [], "def": [], "succ": [0]}]})
    assert summary(p) == Summary(frozenset(), {"a", "c"}, {"a", "c"}, returns=True)


def test_a_program_keeps_the_procedures_that_it_was_built_with():
    inner = Program.from_dicts(turns(turn(call="f")), {"f": turns(turn("", "old"))})
    p = Program.from_dicts(turns(turn(call="inner")), {"inner": inner, "f": turns(turn("", "new"))})
    assert summary(p).defs == {"old"}


def test_a_long_chain_of_calls():
    n = 2_000
    table = {i: turns(turn(call=i + 1) if i < n - 1 else turn("end", "done")) for i in range(n)}
    p = Program.from_dicts(turns(turn(call=0)), table)
    assert summary(p) == Summary({"end"}, {"done"}, {"done"}, returns=True)


def test_a_great_circle_of_calls_is_summarised_few_times(monkeypatch):
    n, made = 100, []
    each = calls._summarise
    monkeypatch.setattr(calls, "_summarise", lambda *a: made.append(1) or each(*a))
    for step in (1, -1, 7):
        table = {
            i: [
                {"id": 0, "use": [f"a{i}"], "def": [], "succ": [1, 2]},
                {"id": 1, "use": [], "def": [], "succ": [], "call": (i + step) % n},
                {"id": 2, "use": [], "def": [], "succ": []},
            ]
            for i in range(n)
        }
        made.clear()
        assert len(summary(Program.from_dicts(turns(turn(call=0)), table)).uses) == n
        assert len(made) <= 4 * n


@st.composite
def bodies(draw):
    """A few statements, one of which may call f or g."""
    n = draw(st.integers(1, 4))
    calls = {draw(st.integers(0, n - 1)): draw(st.sampled_from([None, "f", "g"]))}
    succ = st.lists(st.integers(0, n - 1), max_size=2)
    return [
        {"id": i, "use": draw(names), "def": draw(names), "succ": draw(succ), "call": calls.get(i)}
        for i in range(n)
    ]


def written_out(items, table, depth, prefix=()):
    """The statements with each call replaced by its body; at depth 0 by a wait for ever."""
    out = []
    for s in items:
        here, after = (*prefix, s["id"]), [(*prefix, t) for t in s["succ"]]
        if s["call"] is None:
            out.append({**s, "id": here, "succ": after})
            continue
        body = Program.from_dicts([{**b, "call": None} for b in table[s["call"]]])
        inside = written_out(table[s["call"]], table, depth - 1, (*here, "in")) if depth else []
        starts = [(*here, "in", e) for e in body.entries] if depth else [here]
        out.append({"id": here, "use": s["use"], "def": [], "succ": starts})
        for b in inside:
            ends = b["id"][: len(here) + 1] == (*here, "in") and not b["succ"]
            out.append({**b, "succ": [(*here, "result")]} if ends else b)
        out.append({"id": (*here, "result"), "use": [], "def": s["def"], "succ": after})
    return [{**s, "call": None} for s in out]


def reached(p, items):
    """Those of the statements that a run of p can come to: what follows a wait for ever is no entry."""
    g = Program.from_dicts(items).to_networkx()
    seen = {(entry,) for entry in p.entries}.union(*(nx.descendants(g, (entry,)) for entry in p.entries))
    return [s for s in items if s["id"] in seen]


@given(bodies(), bodies(), bodies())
def test_a_call_equals_its_body_written_out(main, f, g):
    p = Program.from_dicts(main, {"f": f, "g": g})
    q = Program.from_dicts(reached(p, written_out(main, {"f": f, "g": g}, DEPTH)))
    live, live_out = solve(p, LIVENESS), solve(q, LIVENESS)
    known, known_out = solve(p, ASSIGNED), solve(q, ASSIGNED)
    reaching, reaching_out = solve(p, REACHING), solve(q, REACHING)
    # what stands behind a call without return still counts as a definition: it is not told from the rest
    returns = all(summary(body).returns for body in p.procedures.values())
    for s in (s for s in p if (s.id,) in q.ids):
        first, last = (s.id,), (s.id,) if s.call is None else (s.id, "result")
        assert live.before[s.id] == live_out.before[first]
        assert known.before[s.id] & set(q.variables) == known_out.before[first]
        if returns:
            assert {v for v, _ in reaching.before[s.id]} == {v for v, _ in reaching_out.before[first]}
        if last in q.ids:
            assert live.after[s.id] == live_out.after[last]
            assert known.after[s.id] & set(q.variables) == known_out.after[last]
        if last in q.ids and returns:
            assert {v for v, _ in reaching.after[s.id]} == {v for v, _ in reaching_out.after[last]}
