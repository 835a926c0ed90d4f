"""A teaching plan and its chapter agree: minutes, sections, exercises, and nothing of the plan is missing."""

from __future__ import annotations

import re

import pytest

from memlab import course

EXERCISES = course.exercises()
CHAPTERS = sorted({id[:2] for id in EXERCISES})
SECTIONS = [
    "What they can do afterwards",
    "Minutes",
    "The story line",
    "Likely wrong answers, and what they reveal",
    "What is argued about",
    "Short of time",
    "Where readers stopped",
]


@pytest.fixture(params=CHAPTERS)
def chapter(request) -> str:
    return request.param


@pytest.fixture
def plan(repo, chapter) -> dict[str, str]:
    """The sections of a chapter's plan by their titles."""
    (path,) = (repo / "notebooks" / "teaching").glob(f"{chapter}_*.md")
    assert (repo / "notebooks" / f"{path.stem}.ipynb").exists()
    parts = re.split(r"^## (.+)$", path.read_text(encoding="utf-8"), flags=re.M)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def test_a_plan_has_all_its_sections_in_order(plan):
    assert [title for title in plan if title] == SECTIONS
    assert not [title for title in SECTIONS if len(plan[title].split()) < 10]


def test_the_minutes_are_the_chapters_and_the_story_line_adds_up_to_them(plan, chapter, prose):
    said = re.search(r"\*\*Minutes:\*\* (\d+), and (\d+) for the exercises", prose(chapter))
    planned = re.search(r"(\d+) for teaching, (\d+) for the exercises", plan["Minutes"])
    assert planned.groups() == said.groups()
    rows = [int(n) for n in re.findall(r"^\| (\d+) \|", plan["The story line"], flags=re.M)]
    assert sum(rows) == int(said[1])


def test_every_exercise_that_can_go_wrong_has_a_likely_wrong_answer(plan, chapter):
    told = set(
        re.findall(r"^\| (\d\d\.\d) \|", plan["Likely wrong answers, and what they reveal"], flags=re.M)
    )
    assert told == {id for id, e in EXERCISES.items() if id[:2] == chapter and e.misconceptions}


def test_what_stopped_a_reader_has_its_place_its_reason_and_what_became_of_it(plan):
    rows = [
        line.strip("|").split("|") for line in plan["Where readers stopped"].splitlines() if line[:1] == "|"
    ]
    assert len(rows) > 5 and not [row for row in rows if len(row) != 3 or not all(map(str.strip, row))]
