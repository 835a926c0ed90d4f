"""Exercises and notebooks belong together: same questions, same starters, help commented out."""

from __future__ import annotations

import json
import pathlib
import re

import pytest

from memlab import course
from memlab.course.programs import random_conversations
from memlab.flow import Program

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[2] / "notebooks").glob("[0-9]*.ipynb"))
EXERCISES = list(course.exercises().values())


def cells(path, kind):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_the_notebook_asks_what_the_registry_knows(exercise):
    (path,) = [path for path in NOTEBOOKS if path.name[:2] == exercise.id[:2]]
    code = cells(path, "code")
    assert any(
        exercise.question in cell and f"Exercise {exercise.id}" in cell for cell in cells(path, "markdown")
    )
    starter = code.index(exercise.starter)
    assert code[starter + 1] == f'course.check("{exercise.id}", {exercise.name})'
    assert code[starter + 2] == f'# course.hint("{exercise.id}")\n# course.solution("{exercise.id}")'


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_exercise_of_a_notebook_is_registered_and_in_order(path):
    asked = re.findall(r"^#+ Exercise (\S+)", "\n".join(cells(path, "markdown")), re.M)
    assert asked == [exercise.id for exercise in EXERCISES if exercise.id[:2] == path.name[:2]]
    assert 3 <= len(asked) <= 6


def test_the_map_of_chapter_00_tells_the_minutes_of_every_chapter():
    rows = re.findall(r"^\| \[?(\d\d) .*\| (\d+) \|$", "\n".join(cells(NOTEBOOKS[0], "markdown")), re.M)
    said = [re.search(r"\*\*Minutes:\*\*([^·]+)", cells(path, "markdown")[0])[1] for path in NOTEBOOKS]
    minutes = [sum(map(int, re.findall(r"\d+", text))) for text in said]
    assert rows == [(path.name[:2], str(n)) for path, n in zip(NOTEBOOKS, minutes, strict=True)]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_running_all_spoils_nothing(path):
    for cell in cells(path, "code"):
        for line in cell.splitlines():
            assert not re.match(r"[^#]*course\.(hint|solution)\(", line), line


def test_there_is_a_notebook_for_every_chapter_of_exercises():
    assert {path.name[:2] for path in NOTEBOOKS} == {exercise.id[:2] for exercise in EXERCISES}


@pytest.mark.parametrize("branches", [True, False])
def test_the_conversations_for_checking_are_programs_and_always_the_same(branches):
    drawn = list(random_conversations(branches=branches))
    assert drawn == list(random_conversations(branches=branches))
    assert [len(turns) for turns in drawn] == sorted(len(turns) for turns in drawn)
    assert all(len(Program.from_dicts(turns)) == len(turns) for turns in drawn)
    assert any(turn["id"] in turn["succ"] for turns in drawn for turn in turns) == branches
