"""A language model's answer is read item by item: a bad one is reported and never costs the others."""

from __future__ import annotations

import json

import pytest

from memlab.facts import FactBook
from memlab.facts.llm import ITEMS, candidates_from_json
from memlab.facts.table import RULES

GOOD = {"attribute": "city", "value": "Oslo"}
OTHER = {"attribute": "likes", "value": "茶", "polarity": False, "confidence": 0.8, "tense": "past"}


def read(answer):
    found, problems = candidates_from_json(answer, RULES)
    return [(c.attribute, c.value) for c in found], problems


@pytest.mark.parametrize(
    "answer",
    [
        [GOOD, OTHER],
        json.dumps([GOOD, OTHER]),
        json.dumps([GOOD, OTHER], indent=2, ensure_ascii=False),
        "Sure, here it is:\n```json\n" + json.dumps([GOOD, OTHER]) + "\n```\nAnything else?",
        json.dumps(GOOD) + "\n" + json.dumps(OTHER),
        json.dumps({"facts": [GOOD, OTHER]}),
        {"memories": [GOOD, OTHER]},
        "好的：" + json.dumps(GOOD) + "，还有" + json.dumps(OTHER),
        json.dumps([GOOD, OTHER])[:-1],  # torn after the last item
    ],
)
def test_whatever_it_is_wrapped_in(answer):
    found, problems = read(answer)
    assert found == [("city", "Oslo"), ("likes", "茶")]
    assert problems == []


def test_every_field_arrives():
    fields = {
        "polarity": False,
        "change": True,
        "ends": True,
        "forgets": True,
        "replaces": "Rome",
        "rule": "model",
    }
    fields |= {
        "entity": "Ann",
        "person": True,
        "mood": "hedged",
        "confidence": 1,
        "span": [3, 7],
        "clause": [0, 7],
    }
    (c,), problems = candidates_from_json([{**GOOD, **fields, "tense": "past", "when": "in May"}], RULES)
    assert problems == []
    assert {name: getattr(c, name) for name in fields} == {**fields, "span": (3, 7), "clause": (0, 7)}
    assert (c.attribute, c.value, c.time.tense, c.time.words) == ("city", "Oslo", "past", "in May")


def test_a_torn_answer_keeps_its_whole_items():
    text = json.dumps([GOOD, OTHER, GOOD])
    for cut in range(len(text)):
        found, problems = read(text[:cut])
        whole = text[:cut].count("}")
        assert len(found) == whole, text[:cut]
        assert len(problems) <= 1


@pytest.mark.parametrize(
    ("bad", "word"),
    [
        ({"attribute": "city"}, "value"),
        ({"value": "Oslo"}, "attribute"),
        ({"attribute": "shoe size", "value": "42"}, "attribute"),
        ({**GOOD, "mood_swing": 1}, "mood_swing"),
        ({**GOOD, "confidence": 1.5}, "confidence"),
        ({**GOOD, "confidence": -0.1}, "confidence"),
        ({**GOOD, "confidence": float("nan")}, "confidence"),
        ({**GOOD, "confidence": "high"}, "confidence"),
        ({**GOOD, "confidence": True}, "confidence"),
        ({**GOOD, "polarity": "no"}, "polarity"),
        ({**GOOD, "mood": "angry"}, "mood"),
        ({**GOOD, "tense": "future perfect"}, "tense"),
        ({**GOOD, "tense": ["past"]}, "tense"),
        ({**GOOD, "span": [7, 3]}, "span"),
        ({**GOOD, "span": "3-7"}, "span"),
        ({**GOOD, "entity": 7}, "entity"),
        ({**GOOD, "value": ""}, "value"),
        ({**GOOD, "value": None}, "value"),
        ({**GOOD, "value": ["Oslo"]}, "value"),
        ({**GOOD, "value": "a\ud800"}, "value"),
        ({**GOOD, 7: 1}, "7"),
        ("Oslo", "item"),
        (None, "item"),
        (17, "item"),
        ([GOOD], "item"),
    ],
)
def test_a_bad_item_is_reported_and_the_others_are_read(bad, word):
    found, problems = read([GOOD, bad, OTHER])
    assert found == [("city", "Oslo"), ("likes", "茶")]
    (problem,) = problems
    assert problem.place == 1 and word in problem.why and "allowed" in problem.why
    assert len(problem.value) <= 80


def test_a_broken_object_costs_only_itself():
    text = (
        '[{"attribute": "city", "value": "Oslo"}, {"attribute": "job" "value": "nurse"}, '
        + json.dumps(OTHER)
        + "]"
    )
    found, problems = read(text)
    assert found == [("city", "Oslo"), ("likes", "茶")]
    assert [p.place for p in problems] == [1]


@pytest.mark.parametrize("answer", ["", "[]", "```json\n[]\n```", '{"facts": []}', [], {"facts": []}])
def test_nothing_found_is_no_problem(answer):
    assert read(answer) == ([], [])


@pytest.mark.parametrize("answer", ["I found nothing.", None, 7, b"[]", object()])
def test_no_json_at_all_is_one_problem(answer):
    found, problems = read(answer)
    assert found == [] and len(problems) == 1 and "allowed" in problems[0].why


@pytest.mark.parametrize("unit", ["{", "[", '{"a":', '[{"a":1},', "}", '"', "{}", "\\", "```json", '{"a":['])
def test_hostile_text_ends(unit):
    found, _ = read(unit * (200_000 // len(unit)))
    assert found == []


def test_only_so_many_items_are_read():
    found, problems = read([GOOD] * (ITEMS + 5))
    assert len(found) == ITEMS and len(problems) == 1


def test_numbers_are_values_and_the_user_is_the_user():
    found, problems = candidates_from_json(
        [
            {"attribute": "age", "value": 34, "entity": "me"},
            {"attribute": "favourite_player", "value": "Ann Lee"},
        ],
        RULES,
    )
    assert [(c.value, c.entity, c.attribute) for c in found] == [
        ("34", "user", "age"),
        ("Ann Lee", "user", "favourite_player"),
    ]
    assert problems == []


def test_a_book_takes_a_model_in_place_of_the_rules():
    answers = {"hi": json.dumps([GOOD, {"attribute": "shoe", "value": "42"}])}
    book = FactBook("t", extractor=lambda text, role, at, context: answers.get(text, "[]"))
    decisions = book.hear("hi", at=1)
    assert book.values("city") == ["Oslo"]
    assert [d.kind for d in decisions] == ["new", "ignored"] and "shoe" in decisions[1].reason
    assert book.hear("ho", at=2) == []


@pytest.mark.parametrize("fence", ["{}", "```json\n{}\n```", "\n```\n{}```\n"])
def test_what_is_no_object_in_a_list_is_reported_in_its_place(fence):
    answer = '[{"attribute": "city", "value": "Oslo"}, 5, "I live in Rome", null, {"attribute": "job", "value": 1}]'
    found, problems = candidates_from_json(fence.format(answer), RULES)
    assert [(c.attribute, c.value) for c in found] == [("city", "Oslo"), ("job", "1")]
    assert [p.place for p in problems] == [1, 2, 3]
    assert all("allowed is an object" in p.why for p in problems)
