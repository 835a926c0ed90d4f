"""Hostile text for the reading of facts: time grows as the text does, whatever it is made of.

MEMLAB_FUZZ=20 tries twenty times as many.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memlab_attacks import seconds, steep
from memlab_hostile import FUZZ, TEXTS, VALUES, mutations, only

from memlab.bank import rate
from memlab.facts import RULES, FactBook, FactError, candidates_from_json, extract, form, read

PUMPS = [
    *(
        "a",
        "(",
        "[",
        '"',
        "'",
        "“",
        "7",
        "我",
        "不",
        ".",
        "\n",
        " ",
        "\u200d",
        "e\u0301",
        "👨‍👩‍👧",
        "\u202e",
        "\ud800",
    ),
    *(
        "my name is ",
        "not ",
        "I like ",
        "tea, ",
        "我喜欢",
        "花生和",
        "I live in Riga. ",
        "我住在北京。",
        "来",
        "的",
    ),
    *(
        "the friend of ",
        "2026-01-01 ",
        "100 kg ",
        "forget my ",
        "忘记我的",
        'he said "I ',
        "。",
        "？",
        "a: ",
        "- ",
    ),
]
HEADS = ["", "let's role-play a game.", "我们来角色扮演。", "Here is my email:\n", '"']
EVERY = [(head, pump) for head in HEADS for pump in PUMPS]


def test_four_times_the_text_takes_about_four_times_as_long():
    for head, pump in random.Random(3).sample(EVERY, min(len(EVERY), 25 * FUZZ)):
        slow = steep(lambda n, h=head, p=pump: f"{h}{p * (n // len(p))}x", extract, 8_000, floor=0.08)
        assert not slow, (head, pump, slow)


@pytest.mark.parametrize("pump", ["我", "I live in Riga. ", "我住在北京。", "\n", "my name is ", "\u200d"])
def test_a_megabyte_is_read_in_seconds(pump):
    text = (pump * (1_000_000 // len(pump)))[:1_000_000]
    assert seconds(lambda: extract(text), 20) < 20


def test_a_sentence_said_again_and_again_is_read_some_times_and_what_differs_always():
    text = "I live in Riga. " * 500 + "I like tea."
    found = [(c.attribute, c.value) for c in extract(text)]
    assert found.count(("city", "Riga")) == 20 and found[-1][1] == "tea"


@pytest.mark.parametrize(
    "value", ["\n" * 20_000 + "x", "  ," * 7_000 + "x", "了" * 20_000 + "x", "1" * 20_000]
)
def test_canonical_forms_of_long_values(value):
    for kind in sorted({rule.form for rule in RULES.values()}):
        assert seconds(lambda k=kind: form(value, k), 5) < 5, kind


def test_importance_of_long_text():
    for pump in random.Random(4).sample(PUMPS, min(len(PUMPS), 6 * FUZZ)):
        slow = steep(lambda n, p=pump: p * (n // len(p)) + "x", rate, 4_000, floor=0.08)
        assert not slow, (pump, slow)


ANSWER = [{"attribute": "city", "value": "Oslo", "span": [0, 3], "confidence": 0.5, "mood": "stated"}]


def test_whatever_a_model_answers():
    torn = ["[" * 100_000, '{"a":' * 50_000, "{" * 100_000, ",{ " * 30_000, "```\n" * 50_000, "\\u" * 99]
    for answer in [*torn, *VALUES, *TEXTS, b"x", object(), *mutations(ANSWER, 200 * FUZZ)]:
        found, problems = candidates_from_json(answer, RULES)
        assert all(problem.why for problem in problems) and len(found) <= 10_000


@settings(max_examples=30 * FUZZ, deadline=None)
@given(st.text(max_size=200), st.sampled_from(VALUES), st.sampled_from(["user", *VALUES]))
def test_a_book_hears_anything(text, at, role):
    book = FactBook("t", clock=lambda: 0.0)
    with only(ValueError, TypeError):
        book.hear(text, at, role)
    with only(ValueError, TypeError):
        read(text, role)


def test_rows_of_an_export_that_somebody_changed():
    book = FactBook("t", clock=lambda: 0.0)
    for n, said in enumerate(("I live in Riga.", "I moved to Oslo.", "我对花生过敏。")):
        book.hear(said, at=60.0 * n)
    book.forget("city")
    for rows in mutations(book.export(), 80 * FUZZ):
        with only(FactError, ValueError, TypeError):
            again = FactBook.from_export(rows, "t", clock=lambda: 0.0)
            again.hear("I live in Rome.", at=900.0)
            assert again.export()
