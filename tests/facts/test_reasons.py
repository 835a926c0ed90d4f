"""What a decision says: the words that decided, what stays in force and what waits, each once."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.facts import ROLES, FactBook, FactError, Turn, extract, read
from memlab.facts.write import QUOTED, sentence_around


def heard(*texts: str) -> FactBook:
    book = FactBook("u")
    for n, text in enumerate(texts):
        book.hear(text, at=60.0 * n)
    return book


# -- each fact ends once


@pytest.mark.parametrize(
    ("texts", "attribute"),
    [
        (["I live in Rome.", "I live in Paris.", "I have moved to Oslo."], "city"),
        (["我住在深圳。", "我住在杭州。", "我搬到北京了。"], "city"),
        (["I'm allergic to nuts.", "I'm not allergic to nuts.", "I'm allergic to nuts."], "allergy"),
    ],
)
def test_what_waited_ends_once(texts, attribute):
    book = heard(*texts)
    found = Counter((fact.version, fact.value, fact.polarity) for fact in book.history(attribute))
    assert len(found) >= 2 and set(found.values()) == {1}


def test_a_pending_end_of_a_taste_ends_once(told):
    book = told("likes=tea", "likes~=tea", "dislikes=tea")
    found = Counter((fact.version, fact.status) for fact in book.history())
    assert len(found) == 4 and set(found.values()) == {1}


# -- the words that decided


@pytest.mark.parametrize(
    ("before", "text", "quoted"),
    [
        ("I live in Beijing.", "I live in Shanghai now.", "'I live in Shanghai now'"),
        (
            "I live in Beijing.",
            "Hello! I live in Shanghai now, with Ann. And you?",
            "'I live in Shanghai now, with Ann'",
        ),
        ("我喜欢乌龙茶。", "嗯！我不喜欢乌龙茶了。谢谢。", "'我不喜欢乌龙茶了'"),
        ("I like tea.", "I don't like tea any more!", '"I don\'t like tea any more" ends '),
    ],
)
def test_a_reason_quotes_the_sentence_and_not_the_clause_alone(before, text, quoted):
    assert quoted in " | ".join(decision.reason for decision in heard(before, text).decisions)


def test_of_a_long_sentence_a_reason_quotes_what_is_around_the_clause():
    text = f"{'well ' * 40}I live in Rome now, {'well ' * 40}"
    start = text.index("I live")
    said = sentence_around(text, start, start + len("I live in Rome"))
    assert said.startswith("…well ") and said.endswith(" well…") and "well I live in Rome now, well" in said
    assert len(said) <= QUOTED + 2


def test_a_long_clause_is_quoted_whole_and_a_message_shortens_it():
    text = f"Oh. I am allergic to {'nuts ' * 30}now. Bye."
    end = text.index("now")
    assert sentence_around(text, 4, end).startswith("I am allergic to nuts nuts")


def test_what_was_not_said_in_words_is_named_by_its_value():
    book = FactBook("u")
    book.import_facts([{"attribute": "city", "value": "Rome", "at": 0}])
    decision = book.import_facts([{"attribute": "city", "value": "Oslo", "change": True, "at": 1}])[0]
    assert decision.reason == "update: 'Oslo' says that 'Oslo' takes the place of 'Rome'"


@given(st.text("ab. 。!\n是", max_size=300), st.data())
def test_the_sentence_holds_its_clause_and_is_short(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    said = sentence_around(text, start, end)
    squeezed = "".join(text[start:end].rstrip(" .!。\n").split())
    assert squeezed in "".join(said.split())
    assert len(said) <= max(QUOTED, end - start) + 2
    assert "".join(said.strip("…").split()) in "".join(text.split())


# -- what stays and what waits


def test_a_rejected_denial_is_named_as_one():
    book = heard("我对花生过敏。", "我对花生不过敏了。")
    assert "that '花生' is not so waits" in book.decisions[-1].reason
    decision = book.reject(book.pending()[0])
    assert decision.kind == "ignored" and (decision.fact.status, decision.fact.polarity) == (
        "rejected",
        False,
    )
    assert decision.reason.startswith("ignored: you rejected that '花生'")
    assert decision.reason.endswith("is not so: '花生' stays in force")
    assert book.values("allergy") == ["花生"] and decision.version == book.version == 3


def test_the_end_of_every_safety_fact_waits_and_is_called_so(told):
    decision = told("allergy=nuts", "allergy-=").decisions[-1]
    assert decision.reason == (
        "contradiction: a safety fact ends only when you confirm it: "
        "'nuts' (said at turn 1) stays in force; its end waits for you"
    )


def test_a_rejection_can_be_rolled_back(told):
    book = told("city=Oslo", "city=Rome")
    book.reject(2)
    book.rollback(2)
    assert [p.value for p in book.pending()] == ["Rome"]


# -- who speaks


@pytest.mark.parametrize("role", ["human", "ai", "bot", "User", "usr", "model", ""])
def test_a_role_that_nobody_has_is_refused_with_the_mend(role):
    book = FactBook("u")
    calls = (
        lambda: book.hear("I live in Rome.", at=0, role=role),
        lambda: read("I live in Rome.", role=role),
        lambda: extract("I live in Rome.", role=role),
        lambda: extract("Rome.", context=[(role, "Where do you live?")]),
    )
    for call in calls:
        with pytest.raises(ValueError, match=r'role: .*allowed are user, .*"human" write "user".*"bot"'):
            call()
    assert book.turns == [] and book.version == 0


@pytest.mark.parametrize("role", ROLES)
def test_every_role_can_be_heard(role):
    book = FactBook("u")
    book.hear("I live in Rome.", at=0, role=role)
    assert book.values("city") == (["Rome"] if role == "user" else [])
    assert read("I live in Rome.", role=role) and extract("Hello.", context=[Turn("Hi.", role)]) == []


def test_a_row_of_a_role_that_nobody_has_is_reported():
    book = heard("I live in Rome.")
    rows = [{**row, "role": "human"} if row["row"] == "turn" else row for row in book.export()]
    first, *_ = FactBook("u").import_facts(rows)
    assert first.kind == "ignored" and "row 0: role: 'human'" in first.reason


# -- an export of which nothing could be taken


def test_an_export_of_another_tenant_is_refused_and_says_why():
    rows = heard("I live in Rome.").export()
    with pytest.raises(
        FactError, match="rows: not one of 2 could be taken: row 0: tenant: 'u', allowed is 'v'"
    ):
        FactBook.from_export(rows, "v")
    with pytest.raises(FactError, match=r"row 1: .*row 2: ") as refused:
        FactBook.from_export(iter([3, {}, {"row": "x"}, {"attribute": "shoe", "value": "42"}]), "v")
    assert "row 3" not in str(refused.value) and "shoe" not in str(refused.value)


def test_an_export_with_one_good_row_is_taken_and_the_others_are_reported():
    doubt = {"attribute": "city", "value": "Rome", "confidence": 0.1, "at": 0}
    for good in ({"attribute": "city", "value": "Rome"}, doubt, *heard("Hello.").export()):
        book = FactBook.from_export([3, good], "u")
        assert "row 0: row: 3 is int" in book.decisions[0].reason
    assert FactBook.from_export([], "u").version == 0


def test_an_export_has_what_expired_because_it_was_so_once():
    book = heard("I am 30 years old.")
    book.hear("I live in Oslo.", at=400 * 86_400)
    again = FactBook.from_export(book.export(), "u")
    assert again.values("age") == [] and again.as_of(30.0)["age"] == ["30"]
    assert "expired" in (FactBook.export.__doc__ or "")
