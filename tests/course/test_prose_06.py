"""Every figure that chapter 06 says in words is what the book, its rules and its sentences say."""

from __future__ import annotations

import json
import pathlib
import re
from itertools import pairwise

import pytest

from memlab import course
from memlab.course import ch06
from memlab.course.sentences import by, measure, read_labelled
from memlab.course.story import HALF_A_YEAR
from memlab.facts import RULES, FactBook, Rule, candidates_from_json
from memlab.facts.moments import moment

DAY = 86_400
CITY = re.compile(r"北京|Nanjing|Shanghai")


@pytest.fixture(scope="session")
def text(prose):
    return prose("06")


def book_of(*texts):
    book = FactBook(tenant="test")
    return book, [book.hear(text, at=60.0 * minute) for minute, text in enumerate(texts)]


def code(chapter):
    (path,) = (pathlib.Path(__file__).resolve().parents[2] / "notebooks").glob(f"{chapter}_*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def half_a_year(last):
    """The book after the half year, and the line `last` so many days after the move."""
    book = FactBook(tenant="test")
    for day, _, said in HALF_A_YEAR:
        book.hear(said, at=day)
    moved = moment(next(day for day, _, said in HALF_A_YEAR if "moved" in said))[0]
    [decision] = book.hear("I live in Hangzhou.", at=moved + last * DAY)
    return decision.kind


def test_the_calls_span_half_a_year_and_four_notes_of_them_have_three_cities(text):
    days = [moment(day)[0] for day, _, _ in HALF_A_YEAR]
    assert 180 < (days[-1] - days[0]) / DAY < 220 and "Half a year of calls" in text
    found = [said for _, _, said in HALF_A_YEAR if any(word in said for word in ("live", "moved", "住"))]
    assert len(found) == 4 and len(set(CITY.findall(" ".join(found)))) == 3
    assert (
        "Four notes, three cities" in text and "the first is no less like the question than the third" in text
    )
    assert "moved" in found[2]


def test_the_sisters_city_counts_from_july_to_september(text):
    assert [day[5:7] for day, _, said in HALF_A_YEAR if "Nanjing" in said or "moved" in said] == ["07", "09"]
    assert "In July the sister's city" in text and "A box that is sent in August goes to Nanjing" in text


def test_the_decision_is_written_in_a_dozen_lines(text):
    lines = course.exercises()["06.3"].solution.splitlines()
    assert 12 <= len(lines) - 1 <= 14 and "in a dozen lines" in text


def test_a_city_holds_for_a_quarter_of_a_year_and_a_name_for_ever(text):
    assert half_a_year(26) == "contradiction" and half_a_year(89) == "contradiction"
    assert half_a_year(92) == "update"
    assert RULES["city"].firm == 90 and RULES["name"].firm is None
    assert "a quarter of a year" in text and "a name holds for ever" in text


def test_what_is_below_three_quarters_is_a_guess(text):
    book, _ = book_of()
    assert book.settings.threshold == 0.75
    assert "at least 0.75" in text and "0.4 is a guess" in text


def test_what_is_explained_below_the_picture_is_what_the_book_decides(text):
    def heard(*lines):
        book, _ = book_of(*lines)
        return book.values("city"), sorted(fact.attribute for fact in book.pending())

    before, after = ch06.YEAR[:3], ch06.YEAR[4:]
    assert heard(*ch06.YEAR) == (["北京"], ["allergy", "city"])
    assert heard(*before, "I live in Shanghai now.", *after) == (["Shanghai"], ["allergy"])
    assert heard(*before, "Do I live in Shanghai?", *after) == (["北京"], ["allergy"])
    assert heard(*ch06.YEAR[1:]) == (["Shanghai"], [])
    assert "Shanghai is simply new" in text


def test_a_later_write_makes_the_sort_by_time_total(text):
    book = FactBook(tenant="test")
    book.hear("I live in Oslo.", at=0.0)
    book.hear("I have just moved to Rome.", at=0.0)
    assert book.values("city") == ["Rome"]
    assert "at equal times by the order of writing" in text


def test_the_model_of_section_6_gives_two_whole_items_and_with_the_rule_three(text):
    whole = (("city", "Hangzhou", 0.4), ("shoe size", "41", 0.9), ("job", "tea taster", 0.9))
    answer = json.dumps([{"attribute": a, "value": v, "confidence": c} for a, v, c in whole])
    shoes = Rule("shoe size", patterns=["{whose} shoe size {is} {value}"], form="number", examples={})
    assert len(candidates_from_json(answer, RULES)[0]) == 2
    assert len(candidates_from_json(answer, RULES.with_(shoes))[0]) == 3
    assert "Two whole items are saved" in text and "its shoe size passes, too" in text


def test_a_book_that_asks_asks_rarely_and_few_questions_are_for_nothing(text):
    conversations, _ = read_labelled()
    findings = measure(conversations)
    held = sum(len(f.held | f.held_wrongly) for f in findings)
    assert 0 < held < len(findings) / 10
    assert sum(counts.held_wrongly for counts in by("split", findings).values()) < held / 20
    assert "labels can be argued about" in text


def test_what_was_measured_adds_up_and_is_good_in_both_parts():
    conversations, _ = read_labelled()
    counts = by("split", measure(conversations)).values()
    assert sum(each.conversations for each in counts) == len(conversations)
    assert all(each.precision > 0.9 and each.recall > 0.9 for each in counts)
    labelled = sum(len(values) for c in conversations for values in c.active.values())
    assert sum(each.right + each.missed for each in counts) == labelled


def test_of_the_eight_lines_with_hangzhou_none_defines_and_a_plain_one_does(text):
    source = re.search(r"LINES = \((.*?)\n\)", "\n".join(code("06")), re.S)[1]
    lines = [line.strip().rstrip(",")[1:-1] for line in source.strip().splitlines()]
    book, _ = book_of(*lines)
    assert len(lines) == 8 and book.values("city") == [] == book.pending()
    assert [fact.value for fact in book.history("city", "user")] == ["Hangzhou"]  # “used to”
    book.hear("I live in Hangzhou.", at=3600.0)
    assert book.values("city") == ["Hangzhou"] and "None does." in text


def test_the_oldest_wins_where_recency_is_counted_from_the_wrong_end(text):
    cities = ["Beijing", "Shanghai"]
    assert max(cities, key=lambda city: 0.99 ** cities.index(city)) == cities[0]
    assert "the *oldest* wins" in text


def test_the_sections_are_numbered_and_what_points_to_them_finds_them(text):
    numbers = [int(n) for n in re.findall(r"## (\d+) · ", text)]
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers))
    assert all(int(n) in numbers for n in re.findall(r"[Ss]ections? (\d+)(?!\.\d)", text))
    assert set(re.findall(r"exercise (\d\d\.\d)", text)) <= set(course.exercises())
