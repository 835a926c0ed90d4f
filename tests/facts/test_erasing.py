"""Erasure: what was told is gone from everything that is exported, and does not come back."""

from __future__ import annotations

import json

import pytest

from memlab.facts import FactBook, FactError
from memlab.facts.erasing import mentions

TALK = [
    "I'm Ann and I live in Berlin.",
    "I moved to Munich.",
    "I am allergic to peanuts.",
    "Also I'm allergic to penicillin",
    "Is Munich nice?",
    "Maybe I will move to Rome",
    "my order is HS123456",
    "Order HS123456 is shipped",
    "我住在浦东",
]


def told(book):
    return {(f.attribute, f.value) for f in book.facts()}


@pytest.fixture
def book():
    made = FactBook("u1", clock=lambda: 10_000.0)
    for n, text in enumerate(TALK):
        made.hear(text, at=60 * n, source="s1")
    return made


def exported(book):
    return json.dumps(book.export(), ensure_ascii=False).casefold()


def again(book):
    return FactBook.from_export(book.export(), "u1", clock=lambda: 10_000.0)


CASES = [
    ("city", None, ["berlin", "munich", "rome", "浦东"], {("name", "Ann"), ("allergy", "peanuts")}),
    ("order_id", None, ["hs123456"], {("city", "Munich")}),
    ("allergy", "peanuts", ["peanut"], {("allergy", "penicillin"), ("city", "Munich")}),
]


@pytest.mark.parametrize(("attribute", "value", "gone", "stays"), CASES, ids=[c[0] for c in CASES])
def test_what_is_erased_is_nowhere_and_the_rest_stays(book, attribute, value, gone, stays):
    assert all(word in exported(book) for word in gone), "the positive control"
    book.erase(attribute, value=value)
    assert not [word for word in gone if word in exported(book)]
    assert stays <= told(book)
    assert not [f for f in book.facts() if f.attribute == attribute and value in (None, f.value)]
    assert not [d for d in book.decisions if any(word in repr(d).casefold() for word in gone)]


@pytest.mark.parametrize(("attribute", "value"), [(a, v) for a, v, *_ in CASES])
def test_the_export_of_an_erased_book_is_the_book(book, attribute, value):
    book.erase(attribute, value=value)
    assert again(book).export() == book.export()
    assert told(again(book)) == told(book)


@pytest.mark.parametrize(("attribute", "value"), [(a, v) for a, v, *_ in CASES])
def test_the_old_turns_heard_again_bring_nothing_back(book, attribute, value):
    book.erase(attribute, value=value)
    before, rows = told(book), book.export()
    for n, text in enumerate(TALK):
        book.hear(text, at=60 * n, source="s1")
    assert (told(book), book.export()) == (before, rows)


def test_the_same_words_at_a_later_time_wait_for_a_word(book):
    book.erase("city")
    assert book.hear("I moved to Munich.", at=20_000)[0].fact.status == "pending"
    assert book.values("city") == []
    book.hear("I live in Oslo.", at=20_060)
    assert book.values("city") == ["Oslo"]


def test_an_erased_turn_is_as_if_nobody_had_said_it(book):
    book.erase_turn("I moved to Munich.", 60)
    assert book.values("city") == ["Berlin"]
    assert "moved to munich" not in exported(book)
    assert again(book).export() == book.export()
    assert book.hear("I moved to Munich.", at=60) == []
    assert book.values("city") == ["Berlin"]


def test_a_fact_that_another_turn_says_too_survives_an_erased_turn(book):
    book.hear("I live in Munich.", at=900)
    book.erase_turn("I moved to Munich.", 60)
    assert ("city", "Munich") in told(book) or "Munich" in [f.value for f in book.pending()]


def test_what_was_confirmed_is_erased_with_its_word(book):
    book.confirm(book.pending()[0])
    assert book.values("city") == ["浦东"]
    book.erase_turn("我住在浦东", 480)
    assert "浦东" not in exported(book) and book.values("city") == ["Munich"]
    assert again(book).export() == book.export()


def test_a_turn_that_slips_in_before_leaves_an_erased_one_alone(book):
    book.erase("city")
    book.hear("What a day.", at=30)
    assert book.values("city") == [] and ("name", "Ann") in told(book)


def test_twice_is_once(book):
    book.erase("city")
    rows = book.export()
    book.erase("city")
    assert [r for r in book.export() if r["row"] == "turn"] == [r for r in rows if r["row"] == "turn"]


def test_a_rollback_brings_no_erased_value_back(book):
    version = book.version
    book.erase("city")
    book.rollback(version)
    assert "munich" not in exported(book) and "Munich" not in book.values("city")


def test_unknown_things_are_refused_and_nothing_changes(book):
    rows = book.export()
    with pytest.raises(FactError, match="shoe"):
        book.erase("shoe")
    with pytest.raises(FactError, match="not heard"):
        book.erase_turn("I never said that.", 60)
    assert book.export() == rows


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        ("浦东", "我住在浦东新区", True),
        ("5", "15 or 50", False),
        ("５", "5 of them", True),
        ("C++", "I like c++.", True),
    ],
)
def test_mentions(value, text, found):
    assert mentions([value])(text) is found
