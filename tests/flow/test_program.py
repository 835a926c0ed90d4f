"""Reading programs: shapes that are allowed, and what is said about those that are not."""

from __future__ import annotations

import copy
import pickle
import random

import networkx as nx
import pytest

from memlab.flow import (
    ASSIGNED,
    LIVENESS,
    REACHING,
    DanglingUse,
    Program,
    ProgramError,
    Statement,
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


def statement(**fields):
    return {"id": 0, "use": [], "def": [], "succ": [], **fields}


def without(key):
    return {k: v for k, v in statement().items() if k != key}


BAD = {
    "duplicate id": (
        [statement(id="a"), statement(id="b"), statement(id="a")],
        "a",
        "id",
        "positions 0 and 2",
    ),
    "unknown successor": ([statement(succ=[7])], 0, "succ", "no statement has this id"),
    "successor of the wrong type": ([statement(succ=["0"])], 0, "succ", "did you mean 0"),
    "one successor, no list": ([statement(succ=0)], 0, "succ", "list"),
    "no id": ([without("id")], 0, "id", "missing"),
    "no use": ([without("use")], 0, "use", "missing"),
    "no def": ([without("def")], 0, "def", "missing"),
    "no succ": ([without("succ")], 0, "succ", "missing"),
    "defs for def": ([{**without("def"), "defs": []}], 0, "def", "'defs'"),
    "a string for use": ([statement(use="cart")], 0, "use", "['cart']"),
    "a string for def": ([statement(id="t1", **{"def": "cart"})], "t1", "def", "['cart']"),
    "a string for succ": ([statement(succ="0")], 0, "succ", "['0']"),
    "None for use": ([statement(use=None)], 0, "use", "NoneType"),
    "a dict for use": ([statement(use={"cart": 1})], 0, "use", "dict"),
    "a number for def": ([statement(**{"def": 3})], 0, "def", "int"),
    "unhashable name": ([statement(use=["a", ["b"]])], 0, "use", "not hashable"),
    "unhashable definition": ([statement(**{"def": [{}]})], 0, "def", "not hashable"),
    "unhashable id": ([statement(), statement(id=[1])], 1, "id", "not hashable"),
    "unhashable successor": ([statement(succ=[[0]])], 0, "succ", "not hashable"),
    "unhashable of two": ([statement(succ=[0, {}])], 0, "succ", "not hashable"),
    "unhashable call": ([statement(call=[])], 0, "call", "not hashable"),
    "unknown call": ([statement(call="pay")], 0, "call", "procedures="),
    "text that is none": ([statement(text=3)], 0, "text", "str"),
    "speaker that is none": ([statement(speaker=["agent"])], 0, "speaker", "str"),
    "not a dict": ([statement(), "x"], 1, "statement", "dict"),
    "a list": ([[0, [], [], []]], 0, "statement", "dict"),
    "None": ([None], 0, "statement", "dict"),
    "a dict of statements": ({"a": statement()}, None, "statements", "list"),
    "a string": ("statements", None, "statements", "list"),
    "a number": (5, None, "statements", "list"),
    "nothing": (None, None, "statements", "list"),
}


@pytest.mark.parametrize("read", [Program.from_dicts, liveness_analysis])
@pytest.mark.parametrize(("items", "where", "field", "words"), BAD.values(), ids=BAD)
def test_bad_input_is_refused_by_name(read, items, where, field, words):
    with pytest.raises(ProgramError) as caught:
        read(items)
    error = caught.value
    assert (error.statement, error.field) == (where, field)
    place = "program" if where is None else f"statement {where!r}"
    assert str(error).startswith(f"{place}, {field!r} = ") and words in str(error)


def test_a_long_value_is_shortened_in_the_message():
    with pytest.raises(ProgramError) as caught:
        Program.from_dicts([statement(use="x" * 10_000)])
    assert len(str(caught.value)) < 20_300


@pytest.mark.parametrize(
    "turns", ["turns", {"use": []}, None, [{"use": []}], ["x"], [statement(succ=[1], id=1)]]
)
def test_bad_turns_are_refused(turns):
    with pytest.raises(ProgramError):
        Program.from_turns(turns)


class Array:
    """Like an array of numpy, it has no answer to whether it equals a list."""

    def __eq__(self, other):
        raise ValueError("ambiguous")

    __ne__ = __eq__


@pytest.mark.parametrize("place", [{"id": [1]}, {"succ": Array()}, {"succ": None}])
def test_turns_with_a_place_of_their_own_are_refused(place):
    with pytest.raises(ProgramError, match="straight conversation"):
        Program.from_turns([{"use": [], "def": [], **place}])


def test_turns_may_come_one_by_one():
    assert Program.from_turns({"use": [], "def": []} for _ in range(3)).ids == (1, 2, 3)


@pytest.mark.parametrize("procedures", [3, "pay", [("pay", [])], nx.DiGraph])
def test_procedures_are_a_dict(procedures):
    for read in (
        lambda: Program.from_dicts([statement()], procedures),
        lambda: Program.from_networkx(nx.DiGraph(procedures=procedures)),
    ):
        with pytest.raises(ProgramError, match=r"program, 'procedures' = .* dict"):
            read()


@pytest.mark.parametrize("body", [None, "abc", [statement(use="x")], [statement(), statement()]])
def test_an_error_in_a_procedure_names_it(body):
    with pytest.raises(ProgramError, match=r"^procedure 'pay', ") as caught:
        Program.from_dicts([statement()], {"ask": [statement()], "pay": body})
    assert caught.value.procedure == "pay"


@pytest.mark.parametrize("statements", [None, "abc", {"a": 1}, [statement()], [None]])
def test_a_program_is_made_of_statements(statements):
    with pytest.raises(ProgramError, match="statement"):
        Program(statements)


@pytest.mark.parametrize(
    "ask", [lambda p: solve(p, LIVENESS), live_ranges, pressure, lambda p: spills(p, 1), next_use, slots]
)
def test_a_question_about_something_else_than_a_program_is_refused(ask):
    with pytest.raises(ProgramError, match="must be a Program"):
        ask([statement()])


def test_names_may_be_any_hashables():
    names = [None, "", 0, (1, "x"), frozenset({2})]
    p = Program.from_dicts([statement(use=names)])
    assert set(p.variables) == set(names) and len(live_ranges(p)) == 5
    assert slots(p).needed == 5 and len(dangling_uses(p)) == 5


def test_an_analysis_is_not_its_name():
    with pytest.raises(TypeError, match="analysis = 'liveness': must be an Analysis"):
        solve(Program.from_dicts([]), "liveness")


def test_errors_and_answers_survive_copying():
    with pytest.raises(ProgramError) as caught:
        Program.from_dicts([statement()], {"pay": [statement(use="x")]})
    p = Program.from_dicts([statement(use=["a"], succ=[0], call="f")], {"f": [statement()]})
    for duplicate in (copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))):
        assert str(duplicate(caught.value)) == str(caught.value)
        assert duplicate(p) == p
        assert dict(duplicate(solve(p, LIVENESS)).before) == {0: {"a"}}
        assert duplicate(solve(p, LIVENESS, trace=True)).steps == solve(p, LIVENESS, trace=True).steps
        assert dict(duplicate(next_use(p)).before) == {0: {"a": 0}}


@pytest.mark.parametrize("g", [nx.Graph(), [], nx.DiGraph([(0, 1)]).to_undirected()])
def test_only_a_directed_graph_is_a_program(g):
    with pytest.raises(ProgramError, match="DiGraph"):
        Program.from_networkx(g)


def test_a_plain_graph_is_a_program_without_memories():
    p = Program.from_networkx(nx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "b")]))
    assert [(s.id, s.succ) for s in p] == [("a", ("b",)), ("b", ("b",))]


def test_an_unknown_id_is_told_with_the_known_ones():
    p = Program.from_dicts([statement()])
    for look in (p.__getitem__, p.predecessors, p.successors, solve(p, LIVENESS).before.__getitem__):
        with pytest.raises(KeyError, match=r"no statement 9; there are 0"):
            look(9)


def test_the_empty_program():
    p = Program.from_dicts([])
    assert (len(p), p.entries, p.exits, p.variables, p.ids) == (0, (), (), (), ())
    assert all(
        dict(solve(p, a, trace).before) == {} for a in (LIVENESS, REACHING, ASSIGNED) for trace in (0, 1)
    )
    assert liveness_analysis([]) == ([], [], 1)
    assert dead_definitions(p) == dangling_uses(p) == spills(p, 0) == ()
    assert def_use_chains(p) == live_ranges(p) == pressure(p) == dict(next_use(p).before) == {}
    assert (slots(p).needed, slots(p).at_least, len(interference(p))) == (0, 0, 0)
    assert Program.from_networkx(p.to_networkx()) == p == Program.from_turns([])


def test_lists_tuples_and_sets_are_the_same():
    fields = [["a", "b"], [0, 1]]
    programs = [
        Program.from_dicts([statement(use=kind(fields[0]), succ=kind(fields[1])), statement(id=1)])
        for kind in (list, tuple, set, frozenset)
    ]
    assert all(p == programs[0] for p in programs)


def test_successors_count_once_and_other_keys_do_not_matter():
    p = Program.from_dicts([statement(succ=[1, 0, 1], mood="kind"), statement(id=1)])
    assert p[0] == Statement(0, succ=(1, 0))
    assert (p.successors(0), p.predecessors(1), p.predecessors(0)) == ((1, 0), (0,), (0,))


def test_entries_and_exits():
    def entries(*succ):
        p = Program.from_dicts([statement(id=n, succ=s) for n, s in enumerate(succ)])
        return p.entries, p.exits

    assert entries([1], [0]) == ((0,), ())  # a loop to the first statement, which no exit leaves
    assert entries([1], [], [1]) == ((0, 2), (1,))  # nothing leads to 2
    assert entries([], [2], [1]) == ((0, 1), (0,))  # nothing outside leads into the loop of 1 and 2
    assert entries([], [1]) == ((0, 1), (0,))  # nor into this loop of one
    assert entries([1], [1]) == ((0,), ())


def test_an_entry_that_is_also_a_loop_target_still_starts_with_nothing():
    p = Program.from_dicts([statement(use=["x"], succ=[1]), statement(id=1, **{"def": ["x"]}, succ=[0])])
    assert solve(p, ASSIGNED).before == {0: frozenset(), 1: frozenset()}
    assert [(d.statement, d.every_path) for d in dangling_uses(p)] == [(0, False)]


def test_the_first_statement_is_an_entry_even_if_another_entry_leads_to_it():
    p = Program.from_dicts([statement(use=["x"]), statement(id=1, **{"def": ["x"]}, succ=[0])])
    assert p.entries == (0, 1)
    assert solve(p, ASSIGNED).before[0] == frozenset()
    assert dangling_uses(p) == (DanglingUse("x", 0, every_path=False),)


def test_next_use_does_not_look_past_a_definition():
    p = Program.from_dicts(
        [
            statement(succ=[1, 2]),
            statement(id=1, **{"def": ["x"]}, succ=[4]),  # the short way writes x anew
            statement(id=2, succ=[3]),
            statement(id=3, succ=[4]),
            statement(id=4, use=["x"]),
        ]
    )
    assert next_use(p).before[0] == next_use(p).after[0] == {"x": 3}


def test_variables_stand_in_the_order_in_which_they_appear():
    items = [statement(use=["z"], **{"def": ["y", "x"]}, succ=[1]), statement(id=1, use=["a", "z"])]
    assert Program.from_dicts(items).variables == ("z", "x", "y", "a")


def test_attributes_travel_through_networkx():
    body = [statement(**{"def": ["paid"]})]
    p = Program.from_dicts([statement(text="你好", speaker="agent", call="pay")], procedures={"pay": body})
    q = Program.from_networkx(p.to_networkx())
    assert q == p and hash(q) == hash(p)
    assert solve(q, REACHING).after == {0: {("paid", 0)}}
    assert p != Program.from_dicts([statement(text="你好", speaker="agent")])


def test_a_long_chain_needs_no_recursion():
    n = 200_000
    chain = ({"id": i, "use": [], "def": [], "succ": [i + 1]} for i in range(n - 1))
    p = Program.from_dicts([*chain, {"id": n - 1, "use": ["a"], "def": [], "succ": []}])
    live = solve(p, LIVENESS)
    assert live.before[0] == {"a"} and live.after[n - 1] == frozenset()
    assert live.visits == n


def test_a_long_loop_and_a_reversed_layout_are_visited_few_times():
    n = 20_000
    reverse = [{"id": i, "use": [f"v{i % 50}"], "def": [], "succ": [i - 1] if i else []} for i in range(n)]
    assert solve(Program.from_dicts(reverse), LIVENESS).visits == n
    reverse[0]["succ"] = [n - 1]
    assert solve(Program.from_dicts(reverse), LIVENESS).visits <= 3 * n


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), 10**400, "5", None])
def test_a_capacity_and_a_size_are_numbers_from_0(value):
    p = Program.from_dicts([statement(use=["cart"])])
    with pytest.raises(ValueError, match="capacity"):
        spills(p, value)
    with pytest.raises(ValueError, match="size of 'cart'"):
        pressure(p, size=lambda _: value)


def test_the_order_of_sets_changes_nothing():
    """Strings hash differently in every run; shuffled lists stand in for that."""
    items = [
        statement(
            id=i,
            use=["a", "b", "c", "d"],
            **{"def": ["e", "f", "g"]},
            succ=[j for j in (0, 1, 2, 3) if j != i],
        )
        for i in range(4)
    ]

    def told(items):
        p = Program.from_dicts(items)
        steps = solve(p, REACHING, trace=True).steps
        return repr([p.variables, slots(p), dangling_uses(p), spills(p, 2), def_use_chains(p), len(steps)])

    for seed in range(5):
        mixed = [
            {**s, **{k: random.Random(seed).sample(s[k], len(s[k])) for k in ("use", "def")}} for s in items
        ]
        assert told(mixed) == told(items)
