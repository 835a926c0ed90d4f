"""The book against chapter 02: a conflict is what REACHING shows, two definitions that reach one use."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.facts import FactBook, FactError, book_program, races
from memlab.facts.program import NOW, Translation
from memlab.flow import LIVENESS, REACHING, dead_definitions, solve

HOW = ("=", "=", "=", "=", ":=", ":=", "!=", "-=", "~=", "<=")
COMMANDS = ("confirm", "reject", "rollback", "restore", "forget")
TOPICS = (("city",), ("city",), ("allergy",), ("task",), ("likes", "dislikes"), ("city", "allergy"))


def lines(topic):
    """Turns about few things, so that they meet: up to three sayings, each of two values."""
    sayings = st.builds(
        lambda a, how, value, old: (
            f"{a}{how}{value * (how != '<=')}{f'/{old}' if old and how == ':=' else ''}"
        ),
        st.sampled_from(topic),
        st.sampled_from(HOW),
        st.sampled_from(("A1", "B2", "B2", "C3")),
        st.sampled_from((None, None, "A1", "B2")),
    )
    turn = st.lists(sayings, min_size=1, max_size=2).map(" ".join)
    return st.lists(st.one_of(turn, turn, turn, st.sampled_from(COMMANDS)), max_size=14)


talks = st.sampled_from(TOPICS).flatmap(lines)


def identities(facts):
    return Counter((f.version, f.attribute, f.value, f.polarity) for f in facts)


def command(book: FactBook, word: str) -> None:
    """The command on what there is, if there is anything."""
    if word in ("confirm", "reject") and book.pending():
        getattr(book, word)(book.pending()[len(book.turns) % len(book.pending())])
    elif word == "rollback":
        book.rollback(book.version * 2 // 3)
    elif word == "restore" and (old := [f for f in book.history() if f.polarity]):
        book.restore(old[len(book.turns) % len(old)])
    elif word == "forget" and book.turns:  # before all turns there is no time yet: it would be today's
        book.forget("city")


def tell(book: FactBook, n: int, line: str) -> None:
    """Line n of a talk: a command, or a turn at minute n."""
    if line in COMMANDS:
        command(book, line)
    else:
        book.hear(line, at=60 * n)


def reached(book: FactBook, at=NOW):
    """(facts in force, facts pending) that reach a statement of the book's program."""
    translation = Translation(book)
    facts = [f for v, ids in translation.reaching(at).items() for id in ids for f in translation.facts[v, id]]
    return [f for f in facts if f.status == "active"], [f for f in facts if f.status == "pending"]


@given(talks)
def test_what_reaches_the_end_is_what_the_book_holds(told, talk):
    book = told()
    for n, line in enumerate(talk):
        tell(book, n, line)
        active, pending = reached(book)
        assert identities(active) == identities(book.facts())
        assert set(identities(pending)) == set(identities(book.pending()))


@given(talks)
def test_races_are_what_is_pending(told, talk):
    book = told()
    for n, line in enumerate(talk):
        tell(book, n, line)
    found = races(book)
    assert set(identities(f for race in found for f in race.facts if f.status == "pending")) == set(
        identities(book.pending())
    )
    for race in found:
        in_force = [f for f in race.facts if f.status == "active"]
        assert {f.value for f in in_force} <= {f.value for f in book.facts()}
        assert len(race.statements) == len(race.facts)


@given(talks)
def test_a_decision_names_the_definitions_that_reach_it(told, talk):
    """What the book says reached a candidate is what reaches the end of the program so far."""
    book = told()
    for n, line in enumerate(talk):
        if line in COMMANDS:
            command(book, line)
            continue
        translation = Translation(book)
        at_end = translation.reaching(NOW)
        first = next(iter(book.hear(line, at=60 * n)), None)
        if first is None or first.version is None:
            continue
        c = first.candidate
        named = {c.value, c.replaces} - {""}
        wide = c.forgets or not c.value
        expected = [
            f
            for v, ids in at_end.items()
            for f in (f for id in ids for f in translation.facts[v, id])
            if v[0] == c.entity and (v[1] == c.attribute or {v[1], c.attribute} == {"likes", "dislikes"})
            if len(v) == 2 or wide or v[2] in named
        ]
        assert set(identities(first.reaching)) == set(identities(expected))


def test_a_bare_contradiction_is_a_branch(told):
    book = told("city=Oslo", "weather", "city=Rome")
    program = book_program(book)
    assert [(s.id, s.succ) for s in program] == [
        (1, (2,)),
        (2, (3,)),
        (3, ((3, "if confirmed"), NOW)),
        ((3, "if confirmed"), (NOW,)),
        (NOW, ()),
    ]
    city = ("user", "city")
    assert solve(program, REACHING).before[NOW] == {(city, 1), (city, (3, "if confirmed"))}
    (race,) = races(book)
    assert race.variable == city and [f.value for f in race.facts] == ["Oslo", "Rome"]


def test_an_update_kills(told):
    book = told("city=Oslo", "city:=Rome")
    assert races(book) == [] and dead_definitions(book_program(book)) == ((("user", "city"), 1),)


def test_confirmed_and_rejected_races_are_over(told):
    for word, value in (("confirm", "Rome"), ("reject", "Oslo")):
        book = told("city=Oslo", "city=Rome")
        assert len(races(book)) == 1
        getattr(book, word)(book.pending()[0])
        assert races(book) == [] and book.values("city") == [value]
        assert [f.value for f in reached(book)[0]] == [value]


def test_what_waits_on_reaches_beyond_a_sure_definition(told):
    book = told("city=Oslo", "city=Rome", "city=Ulm", "city-=Oslo")
    active, pending = reached(book)
    assert active == [] and [f.value for f in pending] == ["Rome", "Ulm"]


def test_turns_are_numbered_in_the_order_of_time(told):
    book = told("city=Oslo")
    book.hear("name=Tom", at=-5)
    assert [(s.id, s.text) for s in book_program(book)][:2] == [(1, "name=Tom"), (2, "city=Oslo")]


def test_a_use_keeps_a_definition_alive(told):
    book = told("city=Oslo", "where am I?", "city:=Rome")
    city = ("user", "city")
    assert dead_definitions(book_program(book)) == ((city, 1),)
    program = book_program(book, uses=[(2, "city")])
    assert dead_definitions(program) == () and city in solve(program, LIVENESS).before[2]


@pytest.mark.parametrize("turn", [0, 3, -1])
def test_a_use_at_an_unknown_turn_is_refused(told, turn):
    with pytest.raises(FactError, match=f"no turn {turn}, allowed are 1 to 2"):
        book_program(told("city=Oslo", "hello"), uses=[(turn, "city")])


def test_what_expired_does_not_reach(told):
    book = told("age=34")
    assert [f.value for f in reached(book)[0]] == ["34"]
    book.hear("hello", at=366 * 86_400)
    assert book.values("age") == [] and reached(book) == ([], [])
    book.hear("age=35", at=367 * 86_400)
    assert [f.value for f in reached(book)[0]] == ["35"] and races(book) == []


@pytest.mark.parametrize(
    ("uses", "said"),
    [
        (5, "uses: 5 is int, allowed is Iterable"),
        ([5], r"uses: 5, allowed is \(turn, attribute\)"),
        ([(1,)], r"uses: \(1,\), allowed is"),
        ([(True, "city")], "no turn True, allowed are 1 to 1"),
        ([(1, "shoe")], "uses: 'shoe' is not in the table, allowed are name, "),
        ([(1, None)], "uses: None is not in the table"),
    ],
)
def test_a_use_that_is_none_is_named(told, uses, said):
    with pytest.raises((FactError, TypeError), match=said):
        book_program(told("city=Oslo"), uses)
