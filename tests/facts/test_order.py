"""The order of hearing makes no difference where statements have times, and hearing again changes nothing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.facts import FactBook

HOW = ("=", "=", "=", ":=", ":=", "!=", "-=", "~=", "?=", ">=", "<=")
TOPICS = (("city",), ("allergy",), ("likes", "dislikes"), ("city", "task"), ("age", "favourite_tea"))


def written(attribute, how, value, old, who):
    value = "" if how == "<=" else value
    return f"{who}{attribute}{how}{value}" + (f"/{old}" if old and how == ":=" else "")


def lines(topic):
    """Turns about few things, so that they meet, and tombstones on these."""
    values = st.sampled_from(("Oslo", "Oslo", "Rome", "Ulm"))
    sayings = st.builds(
        written,
        st.sampled_from(topic),
        st.sampled_from(HOW),
        values,
        st.sampled_from((None, None, None, "Oslo", "Rome")),
        st.sampled_from(("", "", "", "", "Ann.")),
    )
    corrections = values.map(lambda value: f"meant {value}")
    texts = st.lists(st.one_of(sayings, sayings, sayings, corrections), max_size=2).map(" ".join)
    turns = st.tuples(texts, st.sampled_from(("user", "user", "user", "user", "assistant")))
    forgets = st.tuples(st.sampled_from(topic), st.just("forget"))
    return st.lists(st.one_of(turns, turns, turns, turns, forgets), min_size=1, max_size=12)


talks = st.sampled_from(TOPICS).flatmap(lines)
PACE = 20 * 86_400  # seconds between two turns: some values are doubted after a few turns no longer


def hear(book: FactBook, talk, order) -> FactBook:
    """Turn n at its time, in this order; what is to be forgotten then likewise."""
    for n in order:
        text, role = talk[n]
        if role == "forget":
            book.forget(text, at=PACE * n)
        else:
            book.hear(text, at=PACE * n, role=role)
    return book


def said(facts):
    """Facts without what tells the order of writing: versions, and the words that name them."""
    return Counter(
        (f.entity, f.attribute, f.value, f.polarity, f.status, f.at, f.last_at, f.times, f.until, f.wordings)
        for f in facts
    )


def present(book: FactBook):
    everyone = [None, "Ann"]
    in_force = [f for who in everyone for f in book.facts(who)]
    return said(in_force), said(book.pending()), said(book.short_term())


def past(book: FactBook):
    facts = [f for who in (None, "Ann") for f in book.history(entity=who)]
    return said(f for f in facts if f.status != "undone")


def everything(book: FactBook):
    return present(book), book.history(), book.history(entity="Ann"), book.pending(), book.version, book.turns


@given(talks, st.randoms(use_true_random=False))
def test_any_order_of_hearing_gives_the_same_present_and_the_same_past(told, talk, random):
    in_time = hear(told(), talk, range(len(talk)))
    order = random.sample(range(len(talk)), len(talk))
    mixed = hear(told(), talk, order)
    assert present(mixed) == present(in_time)
    assert past(mixed) == past(in_time)
    assert [t.candidates for t in mixed.turns] == [t.candidates for t in in_time.turns]


@given(talks, st.randoms(use_true_random=False))
def test_the_past_at_any_time_does_not_depend_on_the_order_either(told, talk, random):
    in_time = hear(told(), talk, range(len(talk)))
    mixed = hear(told(), talk, random.sample(range(len(talk)), len(talk)))
    for n in range(len(talk)):
        then, so_far = mixed.as_of(PACE * n), hear(told(), talk, range(n + 1))
        assert said(then.facts()) == said(so_far.facts()) == said(in_time.as_of(PACE * n).facts())
        assert said(then.pending()) == said(so_far.pending())


@given(talks, st.randoms(use_true_random=False), st.booleans())
def test_a_transcript_read_again_changes_nothing(told, talk, random, settled):
    """In whole, in parts and shuffled; and so it is after a confirm, a rollback and a tombstone."""
    book = hear(told(), talk, range(len(talk)))
    if settled:
        if book.pending():
            book.confirm(book.pending()[0])
        book.rollback(book.version // 2)
        book.forget("city")
    before = everything(book)
    heard = [n for n, (_, role) in enumerate(talk) if role != "forget"]
    for order in (heard, heard[len(heard) // 2 :], random.sample(heard, len(heard))):
        hear(book, talk, order)
        assert everything(book) == before


@given(talks, st.randoms(use_true_random=False))
def test_a_rollback_is_exact_and_can_be_rolled_back(told, talk, random):
    book, presents = told(), []
    for n in range(len(talk)):
        hear(book, talk, [n])
        presents.append((book.version, present(book)[:2]))
    latest = book.version
    for version, was in random.sample(presents, len(presents)):
        undone = book.rollback(version)
        assert present(book)[:2] == was
        assert all(f.status == "undone" and f.killed_by == book.version for f in undone)
    book.rollback(latest)
    assert present(book)[:2] == presents[-1][1]
    assert all(f.status != "undone" for f in book.history() if f.version <= latest)


SENTENCES = (
    ("I live in Porto.", "user"),
    ("Any good bakeries nearby?", "user"),
    ("Sorry, I meant Lisbon.", "user"),
    ("我住在北京。", "user"),
    ("我刚搬到上海。", "user"),
    ("I used to live in Boston.", "user"),
    ("I live in Austin now.", "user"),
    ("Where do you work?", "assistant"),
    ("Bosch.", "user"),
    ("I work at Siemens.", "user"),
    ("I don't live in Dublin.", "user"),
    ("I am allergic to peanuts.", "user"),
    ("我对花生不过敏。", "user"),
    ("Forget my address.", "user"),
    ("I love sushi.", "user"),
    ("I no longer like sushi.", "user"),
    ("不对，我叫王炜。", "user"),
    ("我叫王伟。", "user"),
)


@given(st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=9), st.randoms(use_true_random=False))
def test_any_order_of_sentences_gives_the_same_present(talk, random):
    """The same with the real readers, whose readings depend on the turns before."""
    in_time = hear(FactBook("t"), talk, range(len(talk)))
    mixed = hear(FactBook("t"), talk, random.sample(range(len(talk)), len(talk)))
    assert present(mixed) == present(in_time)
    assert [t.candidates for t in mixed.turns] == [t.candidates for t in in_time.turns]


def test_equal_times_fall_back_to_the_order_of_writing(told):
    one, other = told(), told()
    for book, texts in ((one, ["city=Oslo", "city:=Rome"]), (other, ["city:=Rome", "city:=Oslo"])):
        for text in texts:
            book.hear(text, at=7)
    assert one.values("city") == ["Rome"] and other.values("city") == ["Oslo"]


def test_an_older_turn_changes_what_a_later_one_means(told):
    book = told()
    book.hear("meant Rome", at=120)
    assert book.values("city") == []
    book.hear("city=Oslo", at=60)
    assert book.values("city") == ["Rome"]
    book.hear("age=34", at=90)
    assert book.values("city") == ["Oslo"] and book.values("age") == ["Rome"]
    assert [f.status for f in book.history("city") if f.value == "Rome"] == ["undone"]


def test_what_an_older_turn_changes_reaches_as_far_as_the_context(told):
    for between, meant in ((3, ["Rome"]), (4, ["Oslo"])):
        book = told()
        book.hear("meant Rome", at=1000)
        for n in range(between):
            book.hear(f"hello {n}", at=500 + n)
        book.hear("city=Oslo", at=1)
        assert book.values("city") == meant


def test_what_an_older_turn_changes_is_passed_on(told):
    """The second correction is beyond the context of the new turn, but not of the first correction."""
    book = told()
    for at, text in (
        (100, "meant Rome"),
        (101, "a"),
        (102, "b"),
        (103, "c"),
        (104, "meant Ulm"),
        (1, "city=Oslo"),
    ):
        book.hear(text, at=at)
    assert book.values("city") == ["Ulm"]


def test_a_turn_keeps_its_place_when_it_is_read_again(told):
    book = told()
    for at, text in ((7, "meant Rome"), (7, "city:=Ulm"), (1, "city=Oslo")):
        book.hear(text, at=at)
    assert book.values("city") == ["Ulm"] and book.pending() == []


def test_words_from_before_a_tombstone_are_known_when_they_come_late(told):
    book = told()
    book.forget("city", at=100)
    for at, text in ((150, "city=Oslo"), (60, "city-="), (50, "city=Rome"), (30, "city=Oslo")):
        book.hear(text, at=at)
    assert book.values("city") == [] and [p.value for p in book.pending()] == ["Oslo"]


def test_words_that_never_meant_it_are_not_forgotten(told):
    """At 100 the correction was of the age, as turns out later: as a city nobody asked to forget it."""
    book = told()
    for at, text in ((50, "city=Oslo"), (100, "meant Rome"), (90, "age=34"), (120, "city=Ulm")):
        book.hear(text, at=at)
    book.forget("city", at=110)
    book.hear("meant Rome", at=130)
    assert book.values("city") == ["Rome"] and book.pending() == []


def test_a_rollback_revives_what_an_older_turn_changed(told):
    book = told()
    book.hear("city=Oslo", at=60)
    book.hear("meant Rome", at=120)
    book.hear("age=34", at=90)
    assert [f.status for f in book.history("city")] == ["active", "undone"]
    book.rollback(2)
    assert [f.status for f in book.history("city")] == ["superseded", "active"]


@pytest.mark.parametrize("words", [("city=Oslo", "city=Rome"), ("city=Oslo", "city:=Rome")])
def test_late_news_are_told_as_such(told, words):
    book = told()
    book.hear(words[1], at=60)
    (late,) = book.hear(words[0], at=0)
    assert late.note.startswith("said before what was heard already: in force is ")
    assert late.fact.at == 0
