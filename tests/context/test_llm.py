"""The offline model: what it finds, what it does not claim, and that it only reads the memories."""

from __future__ import annotations

import pytest

from memlab.context import offline_llm, rebuild
from memlab.context.llm import FOUND, NOTED, UNKNOWN
from memlab.tiers.memory import Memory

DAY = 86_400.0
NOTES = [
    "The user lives in Rome.",
    "The user's budget is 700 euros.",
    "The user is allergic to peanuts.",
    "Ann Berg is responsible for the hosting.",
    "The launch is on 4 May.",
    "用户住在上海。",
    "用户的预算是五百万元。",
    "李雷负责后台开发。",
    "网站五月六日上线。",
]


def answer(question, notes=NOTES, **more):
    return offline_llm(rebuild(question, relevant=notes, **more).text)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Where do I live?", "Rome"),
        ("How much may I spend?", "700 euros"),
        ("What must I avoid when I eat?", "peanuts"),
        ("Who is in charge of the hosting?", "Ann Berg"),
        ("When do we go live?", "4 May"),
        ("我住在哪里？", "上海"),
        ("我的预算是多少？", "五百万元"),
        ("后台由谁负责？", "李雷"),
        ("网站什么时候上线？", "五月六日"),
    ],
)
def test_it_finds_the_line_that_answers(question, found):
    assert found in answer(question)


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("What is my cat called?", "en"),
        ("Which trains go to Oslo?", "en"),
        ("我的猫叫什么？", "zh"),
        ("去西安的火车几点开？", "zh"),
    ],
)
def test_it_says_when_nothing_fits(question, lang):
    assert answer(question) == UNKNOWN[lang]
    assert answer(question, []) == UNKNOWN[lang]


def test_what_is_no_question_is_noted():
    assert answer("I bought a kettle.") == NOTED["en"] and answer("我买了一个茶壶。") == NOTED["zh"]


def test_of_two_that_say_as_much_the_newer_one_is_told_first():
    old = Memory("u1", "a", "The meeting room is number 12.", at=100 * DAY)
    new = Memory("u1", "b", "The meeting room is number 14.", at=200 * DAY)
    told = answer("Which number is the meeting room?", [old, new])
    assert told.startswith(f"{FOUND['en']}The meeting room is number 14.")
    assert answer("Which number is the meeting room?", [new, old]) == told


def test_the_newer_day_counts_wherever_it_stands():
    days = ["2030-02-01\n- The room is number 14.", "2030-01-01\n- The room is number 12."]
    for order in (days, days[::-1]):
        told = offline_llm("<memory>\n" + "\n".join(order) + "\n</memory>\n\n# Current question\nWhich room?")
        assert told.startswith(f"{FOUND['en']}The room is number 14. (2030-02-01)")


def test_what_the_profile_says_goes_before_an_old_turn():
    turn = Memory("u1", "a", "I live in Berlin at the moment.", at=100 * DAY, speaker="user")
    told = offline_llm(
        rebuild("Where do I live?", profile=["The user lives in Munich."], relevant=[turn]).text
    )
    assert told.startswith(f"{FOUND['en']}The user lives in Munich.")


def test_what_an_assistant_said_counts_less_than_what_the_user_said():
    said = Memory("u1", "a", "The room is number 12.", at=DAY, speaker="assistant")
    mine = Memory("u1", "b", "The room is number 14.", at=DAY, speaker="user")
    assert answer("Which number is the room?", [said, mine]).startswith(
        f"{FOUND['en']}The room is number 14."
    )


def test_it_answers_from_messages_as_from_the_text():
    context = rebuild("Where do I live?", system="Be short.", relevant=NOTES)
    assert offline_llm(context.messages) == offline_llm(context.text) != UNKNOWN["en"]


def test_words_outside_the_fence_are_no_memories():
    assert offline_llm("- The user lives in Rome.\n\nWhere do I live?") == UNKNOWN["en"]
    assert offline_llm("The user lives in Rome.\n\n# Current question\nWhere do I live?") == UNKNOWN["en"]


def test_a_question_recalled_is_no_answer():
    assert answer("Which colour has the kettle?", ["Which colour has the kettle?!?"]) == UNKNOWN["en"]


def test_it_is_deterministic():
    assert len({answer("Where do I live and when do we launch?") for _ in range(5)}) == 1


@pytest.mark.parametrize("prompt", [None, 5, [5], [{"role": "user"}], [{"role": "user", "content": 5}]])
def test_what_is_no_prompt_is_refused(prompt):
    with pytest.raises(TypeError):
        offline_llm(prompt)


@pytest.mark.parametrize(
    "prompt", ["", "?", "<memory>", "</memory>", "<memory>\n- \n</memory>\n\n# Current question\n?"]
)
def test_odd_prompts_are_answered(prompt):
    assert isinstance(offline_llm(prompt), str)
