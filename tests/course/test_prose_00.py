"""Every figure that chapter 00 says in words is what the story and the library say."""

from __future__ import annotations

import re

import pytest

from memlab import course
from memlab.course import ch00
from memlab.course.story import SERVICE_CALL
from memlab.view import correspondence

COUNTS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
DEFS = {(name, turn["id"]) for turn in SERVICE_CALL for name in turn["def"]}


@pytest.fixture(scope="session")
def text(prose):
    return prose("00")


def test_the_allergy_is_told_in_turn_2_and_asked_for_at_turn_8(text):
    assert ("allergy", 2) in DEFS and "allergy" in SERVICE_CALL[7]["use"]
    assert "In turn 2 Lin Yue says" in text and "in turn 8, still has the peanuts of turn 2" in text
    assert f"{COUNTS[len(SERVICE_CALL) - 2].capitalize()} turns later" in text


def test_the_table_has_as_many_lines_as_the_recap_says(text):
    lines = repr(correspondence()).splitlines()[2:]
    assert f"{COUNTS[len(lines)]} lines of a table" in text


def test_the_words_are_those_of_the_first_question(text):
    words = re.search(r"(\w+) of the words you need right away(.*?)## The map", text)
    assert COUNTS.index(words[1].lower()) == len(ch00._WORDS)
    assert re.findall(r"\*\*(.+?)\*\*", words[2]) == list(ch00._WORDS)


def test_so_many_exercises_follow_the_first(text):
    assert f"## {COUNTS[sum(id[:2] == '00' for id in course.exercises()) - 1].capitalize()} more" in text


def test_so_many_lines_of_the_call_are_in_chinese(text):
    chinese = [turn for turn in SERVICE_CALL if re.search(r"[\u4e00-\u9fff]", turn["text"])]
    assert f"{COUNTS[len(chinese)].capitalize()} lines have Chinese in them" in text
    assert all(re.search(r"[\u4e00-\u9fff]+", turn["text"])[0] in text for turn in chinese)


def test_a_character_less_and_the_allergy_is_gone_while_the_rain_is_still_there(text):
    window = course.exercises()["00.5"].answer_in(course.exercises()["00.5"].solution)
    room = sum(len(turn["text"]) for turn in SERVICE_CALL[1:7])
    kept = [[turn["id"] for turn in window(SERVICE_CALL[:7], size)] for size in (room, room - 1)]
    assert 2 in kept[0] and 2 not in kept[1] and 4 in kept[1] and ("weather", 4) in DEFS
    assert "With one character less, the allergy is gone, and the rain of turn 4 is still there" in text


def test_a_search_finds_two_addresses(text):
    assert [turn for name, turn in sorted(DEFS) if name == "address"] == [5, 9]
    assert "finds two, the one of turn 5 and the one of turn 9" in text
