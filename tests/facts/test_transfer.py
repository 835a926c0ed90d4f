"""Out and in again: nothing is lost, bad rows are told one by one, and every path goes through one gate."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.facts import FactBook

HOW = ("=", ":=", "!=", "-=", "~=", "?=", ">=", "<=")
sayings = st.builds(
    lambda a, how, value: f"{a}{how}{'' if how == '<=' else value}",
    st.sampled_from(("city", "allergy", "likes", "dislikes", "age")),
    st.sampled_from(HOW),
    st.sampled_from(("Oslo", "Rome", "Ulm")),
)
lines = st.one_of(st.lists(sayings, max_size=3).map(" ".join), st.just("meant Bari"))
COMMANDS = ("confirm", "reject", "rollback", "restore", "forget", "promote")
talks = st.lists(st.tuples(st.one_of(lines, st.sampled_from(COMMANDS)), st.integers(0, 30)), max_size=12)


@pytest.fixture(scope="session")
def lived(told):
    """A book that has heard lines at these minutes, in any order, and was told commands in between."""

    def lived(talk) -> FactBook:
        book = told()
        book.hear("hello", at=0, role="assistant", source="test")
        for line, minute in talk:
            if line not in COMMANDS:
                book.hear(line, at=60 * minute)
            elif line == "rollback":
                book.rollback(book.version * 2 // 3)
            elif line == "forget":
                book.forget("city")
            else:
                whom = {"restore": book.history, "promote": book.short_term}.get(line, book.pending)()
                if whom:
                    getattr(book, line)(whom[minute % len(whom)])
        return book

    return lived


def everything(book: FactBook):
    return book.facts(), book.history(), book.pending(), book.short_term(), book.version, book.turns


@given(talks)
def test_export_import_export_is_equal(lived, speller, talk):
    book = lived(talk)
    text = json.dumps(book.export(), ensure_ascii=False, allow_nan=False)
    copy = FactBook.from_export(json.loads(text), "t", extractor=speller)
    assert json.dumps(copy.export(), ensure_ascii=False) == text
    assert everything(copy) == everything(book)


@given(talks, lines, st.integers(0, 40))
def test_a_copy_goes_on_like_the_original(lived, speller, talk, line, minute):
    book = lived(talk)
    copy = FactBook.from_export(book.export(), "t", extractor=speller)
    for line_before, minute_before in talk:
        if line_before not in COMMANDS:
            assert all(d.kind == "ignored" for d in copy.hear(line_before, at=60 * minute_before))
    assert everything(copy) == everything(book)
    for each in (book, copy):
        each.hear(line, at=60 * minute)
        each.rollback(each.version // 2)
    assert copy.export() == book.export() and everything(copy) == everything(book)


def test_what_is_restored_is_no_reading_of_its_turn(told, speller):
    """The words of a turn that reads otherwise now were restored; a copy may still read the turn so again."""
    book = told("city<=", "hello", "meant Bari")
    book.hear("meant Bari", at=0)
    book.restore(next(f for f in book.history("city") if f.at == 120))
    copy = FactBook.from_export(book.export(), "t", extractor=speller)
    for each in (book, copy):
        each.hear("city<=", at=60)
    assert copy.export() == book.export() and everything(copy) == everything(book)


@given(talks)
def test_import_twice_changes_nothing(lived, talk):
    book = lived(talk)
    rows = book.export()
    before = everything(book)
    book.import_facts(rows)
    assert everything(book) == before


def test_what_a_rollback_revives_is_known(told):
    """A turn read otherwise, and back again: the rows of both readings are no news to the book."""
    book = told("city=Oslo", "meant Bari")
    book.hear("city=Rome", at=30)
    book.rollback(2)
    assert book.values("city") == ["Bari"]
    before = everything(book)
    book.import_facts(book.export())
    assert everything(book) == before


@given(talks)
def test_into_a_book_with_facts_comes_what_counted(lived, told, talk):
    book = lived(talk)
    other = told("name=Tom")
    other.import_facts(book.export())
    assert other.values("name") == ["Tom"]
    undone = {(f.at, f.value, f.attribute) for f in book.history() if f.status == "undone"}
    alive = {(f.at, f.value, f.attribute) for f in book.history() if f.status != "undone"}
    taken = {(f.at, f.value, f.attribute) for f in other.history()}
    assert not taken & (undone - alive)
    once = everything(other)
    other.import_facts(book.export())
    assert everything(other) == once


def test_the_present_comes_along(told):
    book = told("city=Oslo", "city:=Rome", "allergy=nuts", "allergy!=nuts", "age?=34", "likes=tea")
    book.forget("likes")
    other = told("name=Tom")
    other.import_facts(book.export())
    assert other.values("city") == ["Rome"] and other.values("likes") == []
    assert [p.value for p in other.pending()] == ["nuts"] and [f.value for f in other.short_term()] == ["34"]
    assert [d.kind for d in other.hear("likes=tea", at=300)] == ["ignored"]


def test_what_was_confirmed_there_is_confirmed_here(told):
    book = told("city=Oslo", "city=Rome")
    book.confirm(2)
    other = told("name=Tom")
    other.import_facts(book.export())
    assert other.values("city") == ["Rome"]


def test_plain_rows_go_through_the_gate(told):
    book = told("city=Oslo")
    decisions = book.import_facts(
        [
            {"attribute": "city", "value": "Oslo", "at": 100},
            {"attribute": "city", "value": "Rome", "at": "1970-01-01T01:00:00"},
            {"attribute": "task", "value": "tea", "at": 100, "source": "notes"},
            {"attribute": "task", "value": "tea", "at": 100, "source": "notes"},
            {"attribute": "age", "value": "34", "confidence": 0.2},
        ]
    )
    assert [d.kind for d in decisions] == ["duplicate", "contradiction", "new", "ignored", "ignored"]
    assert decisions[1].note == "the time has no zone: taken as UTC"
    assert decisions[3].reason.startswith("heard already")
    assert book.facts()[1].source == "notes" and [f.value for f in book.short_term()] == ["34"]


BAD = {
    "no dict": (5, "row: 5 is int"),
    "unknown kind": ({"row": "fact"}, "row: 'fact', allowed are turn, doubt, write"),
    "no attribute": ({"value": "Oslo"}, "attribute: it is missing"),
    "no value": ({"attribute": "city"}, "value: it is missing"),
    "empty attribute": ({"attribute": "", "value": "x"}, "attribute: '' is not allowed"),
    "unknown attribute": ({"attribute": "shoe", "value": "44"}, "'shoe' is not in the table"),
    "unknown field": ({"attribute": "city", "value": "Oslo", "colour": 1}, "'colour' is no field"),
    "value no text": ({"attribute": "city", "value": 5}, "value: 5 is int"),
    "surrogate": ({"attribute": "city", "value": "\ud800"}, "lone surrogate"),
    "NaN": ({"attribute": "city", "value": "x", "confidence": float("nan")}, "confidence: nan"),
    "too sure": ({"attribute": "city", "value": "x", "confidence": 1.5}, "confidence: 1.5"),
    "NaN time": ({"attribute": "city", "value": "x", "at": float("nan")}, "at: nan"),
    "no time": ({"attribute": "city", "value": "x", "at": "soon"}, "at: 'soon' is no time"),
    "polarity": ({"attribute": "city", "value": "x", "polarity": 1}, "polarity: 1 is int"),
    "tense": ({"attribute": "city", "value": "x", "time": {"tense": "soon"}}, "tense: 'soon'"),
    "time": ({"attribute": "city", "value": "x", "time": 5}, "time: 5 is int"),
    "mood": ({"attribute": "city", "value": "x", "mood": "merry"}, "mood: 'merry', allowed are stated"),
    "span": ({"attribute": "city", "value": "x", "span": [1]}, "span: [1], allowed are two"),
    "long": ({"attribute": "city", "value": "x" * 100_000}, "100,000 characters"),
    "tenant": ({"attribute": "city", "value": "x", "tenant": "other"}, "tenant: 'other', allowed is 't'"),
    "turn without text": ({"row": "turn", "at": 0, "number": 1}, "text: it is missing"),
    "write without version": ({"row": "write"}, "version: it is missing"),
    "target": (
        {"row": "write", "version": 1, "what": "confirm", "target": 7, "at": 0, "turn": 1},
        "target: no row",
    ),
    "word": ({"row": "write", "version": 1, "what": "sing"}, "what: 'sing', allowed are said"),
}


@pytest.mark.parametrize(("row", "why"), BAD.values(), ids=BAD)
def test_a_bad_row_is_told_and_the_others_are_taken(told, row, why):
    good = [{"attribute": "city", "value": "Oslo", "at": 1}, {"attribute": "city", "value": "Rome", "at": 2}]
    book = told()
    decisions = book.import_facts([good[0], row, good[1]])
    assert [d.kind for d in decisions] == ["new", "ignored", "contradiction"]
    assert why in decisions[1].reason and len(decisions[1].reason) < 400
    assert (
        book.values("city") == ["Oslo"]
        and [p.value for p in book.pending()] == ["Rome"]
        and book.version == 2
    )


@pytest.mark.parametrize("rows", [None, 5, "[]", b"", {"attribute": "city"}])
def test_what_is_no_list_of_rows_is_refused(told, rows):
    with pytest.raises(TypeError, match="rows: "):
        told().import_facts(rows)


def test_an_export_torn_in_two_is_taken_as_far_as_it_goes(told, speller):
    book = told("city=Oslo", "city=Rome", "task=tea")
    book.confirm(2)
    rows = book.export()
    for cut in range(len(rows) + 1):
        copy = FactBook.from_export(rows[:cut], "t", extractor=speller)
        assert copy.version == max(0, cut - 3)
    assert copy.export() == rows


def test_a_row_that_is_missing_is_missed_by_name(told, speller):
    book = told("city=Oslo", "city=Rome")
    book.confirm(2)
    rows = [row for row in book.export() if row.get("version") != 2]
    copy = FactBook("t", extractor=speller)
    decisions = copy.import_facts(rows)
    assert [d.kind for d in decisions] == ["new", "ignored"]
    assert "target: no row with version 2 was taken in" in decisions[1].reason
    assert copy.values("city") == ["Oslo"]


def test_another_tenants_rows_stay_out(told):
    book = told("city=Oslo")
    other = FactBook("u2")
    decisions = other.import_facts(book.export())
    assert {d.kind for d in decisions} == {"ignored"} and len(decisions) == 2
    assert other.export() == [] and other.turns == [] and other.version == 0


def by_hearing(book, at):
    return book.hear("city=Oslo", at=at)


def by_import(book, at):
    return book.import_facts([{"attribute": "city", "value": "Oslo", "at": at}])


def by_export(book, at):
    rows = book.export()
    return book.import_facts([{**row, "at": at} for row in rows if row["row"] == "write"])


def by_restoring(book, at):
    return [book.restore(book.history("city")[0])]


def by_promoting(book, at):
    book.hear("city?=Oslo", at=at)
    return [book.promote(book.short_term()[-1])]


@pytest.mark.parametrize("path", [by_hearing, by_import, by_export, by_restoring, by_promoting])
def test_every_path_finds_the_duplicate(told, path):
    book = told("city=Oslo")
    (decision,) = path(book, 500)
    assert decision.kind == "duplicate"
    assert len(book.facts()) == 1 == len(book.history("city")) and book.facts()[0].times == 2


@pytest.mark.parametrize("path", [by_hearing, by_import, by_promoting])
def test_every_path_holds_a_contradiction(told, path):
    book = told("city=Rome")
    (decision,) = path(book, 500)
    assert decision.kind == "contradiction"
    assert book.values("city") == ["Rome"] and [p.value for p in book.pending()] == ["Oslo"]


def test_a_long_turn_with_many_facts_is_written_once(told):
    book = told(" ".join(f"task=t{n}" for n in range(500)))
    rows = book.export()
    assert sum("text" in row for row in rows) == 1 and len(rows) == 501
