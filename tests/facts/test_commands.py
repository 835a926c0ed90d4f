"""What a user does to a book: whatever was said before, in whatever state it is, a command does what it says."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from memlab.facts import RULES, FactBook, FactError, Rule, Rules, book_program, races

BEHIND = {"clock": lambda: 0.0}  # the clock of a machine that is behind the one that wrote the times


def heard(*texts, **options):
    book = FactBook("t", **options)
    for n, text in enumerate(texts, start=1):
        book.hear(text, at=60 * n)
    return book


# -- a clock that is behind what was heard


def test_a_confirmation_comes_after_what_it_confirms_though_the_clock_be_behind():
    book = heard("I live in Berlin.", "I live in Munich.", **BEHIND)
    assert book.confirm(book.pending()[0]).kind == "update"
    assert book.values("city") == ["Munich"] and book.pending() == []


def test_a_rejection_comes_after_what_it_rejects():
    book = heard("I live in Berlin.", "I live in Munich.", **BEHIND)
    assert book.reject(book.pending()[0]).kind == "ignored"
    assert book.values("city") == ["Berlin"] and book.pending() == []


def test_what_is_forgotten_is_all_that_was_heard():
    book = heard("I live in Berlin.", "The deadline of project Kite is Friday.", **BEHIND)
    assert [d.kind for d in book.forget("city") + book.forget("deadline")] == ["retraction", "retraction"]
    assert book.values("city") == book.values("deadline") == []


def test_a_restored_and_a_promoted_fact_come_after_what_was_heard():
    book = heard("I live in Berlin.", "I just moved to Rome.", "I might be allergic to nuts.", **BEHIND)
    assert book.restore(1).kind == "update" and book.values("city") == ["Berlin"]
    (doubt,) = book.short_term()
    assert book.promote(doubt).kind == "new" and book.values("allergy") == ["nuts"]


# -- what waits can always be answered


@pytest.mark.parametrize("word", ["confirm", "reject"])
def test_an_end_that_waits_can_be_answered_though_it_was_said_again_beside_another_value(word):
    book = heard("I'm allergic to nuts.", "I'm not allergic to nuts.", "I'm allergic to shrimp, not nuts.")
    (waits,) = book.pending()
    assert (waits.value, waits.polarity, waits.times, waits.wordings) == ("nuts", False, 2, ())
    getattr(book, word)(waits)
    assert book.pending() == []
    assert book.values("allergy") == (["shrimp"] if word == "confirm" else ["nuts", "shrimp"])


def test_an_end_that_waits_can_be_confirmed_though_all_values_were_ended_since(told):
    book = told("allergy=nuts", "allergy!=nuts", "allergy-=")
    (waits,) = book.pending()
    assert book.confirm(waits).kind == "retraction"
    assert book.pending() == [] and book.values("allergy") == []


# -- copies


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda book: pickle.loads(pickle.dumps(book))])
def test_a_copy_of_a_book_lives_on_by_itself(copied):
    book = heard("I like jasmine tea.", "I like rice.", "I'm allergic to nuts.", "I'm allergic to shrimp.")
    twin = copied(book)
    assert twin.export() == book.export() and twin.history() == book.history()
    for each in (twin, book):  # joins two variables: what is keyed by where an object lies breaks
        each.hear("I'm allergic to shrimp, not nuts.", at=900)
        each.forget("likes")
        each.rollback(3)
    assert twin.export() == book.export() and twin.history() == book.history()
    twin.hear("I live in Oslo.", at=1_000)
    assert book.values("city") == []


# -- own rules


@pytest.mark.parametrize("more", [{"opposite": "city"}, {"opposite": "likes", "many": True}])
def test_an_opposite_that_does_not_name_the_rule_in_return_is_none(more):
    rules = RULES.with_(Rule("pet", ["my pet is {value}"], **more))
    book = heard("I live in Oslo.", "I like tea.", "My pet is Rex.", rules=rules)
    assert [book.values(name) for name in ("city", "likes", "pet")] == [["Oslo"], ["tea"], ["Rex"]]
    assert book.pending() == [] and races(book) == [] and ("user", "city") in book_program(book).variables
    book.forget("pet")
    assert book.values("city") == ["Oslo"] and book.values("likes") == ["tea"]


def test_opposites_name_each_other():
    assert RULES.opposite_of(RULES["likes"]) == "dislikes" and RULES.opposite_of(RULES["city"]) is None
    one, other = Rule("calm", many=True, opposite="loud"), Rule("loud", many=True, opposite="calm")
    assert Rules([one, other]).opposite_of(other) == "calm" and Rules([one]).opposite_of(one) is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("many", 1), ("safety", "yes"), ("taste", None), ("things", []), ("opposite", 3), ("about", 3)],
)
def test_a_rule_with_a_field_of_another_kind_is_refused_and_named(field, value):
    with pytest.raises(TypeError, match=rf"^{field}: .*{type(value).__name__}, allowed is (bool|str): "):
        Rule("pet", **{field: value})


def test_examples_are_texts():
    with pytest.raises(TypeError, match=r"^example: 3 is int"):
        Rule("pet", examples={3: "Rex"})
    with pytest.raises(TypeError, match=r"^value of an example: 4 is int"):
        Rule("pet", examples={"My pet is Rex.": 4})


# -- rows that were tampered with


def rows_of(book):
    return json.loads(json.dumps(book.export()))


def test_rows_of_one_number_are_of_one_time_and_one_turn():
    rows = rows_of(heard("I live in Berlin.", "I just moved to Rome."))
    for bad in ({**rows[1], "number": 1}, {**rows[2], "at": 7.5}):
        taken = FactBook("t")
        decisions = taken.import_facts([rows[0], bad])
        (reason,) = [d.reason for d in decisions if d.reason.startswith("row 1")]
        assert "number: 1 is that of an earlier row" in reason or "at: 7.5, allowed is 60.0" in reason
        assert len(taken.turns) == 1 and len(book_program(taken).statements) == 2


def test_what_has_no_number_comes_after_what_has_one():
    rows = rows_of(heard("I live in Berlin.", "I just moved to Rome."))
    book = FactBook.from_export([{"attribute": "job", "value": "nurse", "at": 5}, *rows], "t")
    assert book.values("job") == ["nurse"] and book.values("city") == ["Rome"]
    assert len(book_program(book).statements) == 4


@pytest.mark.parametrize("change", [{"value": ""}, {"attribute": "shoe"}, {"attribute": ""}])
def test_a_word_on_nothing_is_refused_before_anything_is_written(change):
    book = heard("I'm allergic to nuts.", "I'm not allergic to nuts.")
    book.confirm(book.pending()[0])
    rows = rows_of(book)
    rows[-1]["candidate"] |= change
    taken = FactBook("t")
    decisions = taken.import_facts(rows)
    assert decisions[-1].reason.startswith(f"row {len(rows) - 1}: {next(iter(change))}: ")
    assert taken.version == 2 and len(taken.pending()) == 1
    assert FactBook.from_export(rows_of(taken), "t").export() == taken.export()
    with pytest.raises(FactError, match=r"allowed are 0 .the empty book. to 2"):
        taken.rollback(3)
