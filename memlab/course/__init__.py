"""The exercises of the course: `check` an answer, take a `hint`, see a `solution` and your `progress`.

>>> from memlab import course
>>> course.check("00.1", ...)
Not attempted: replace every `...` in `answer_00_1` and run its cell.
>>> course.check("00.1", "I am here.").status
'correct'

Each chapter has its exercises in `memlab.course.chNN` and is found by its file's name. The capstone lives
in `memlab.course.capstone`: `submit` a design, look at the `leaderboard`, `open_board` for a class.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
import re
from typing import Any

from memlab.course.board import Board, BoardError, leaderboard, open_board, submit
from memlab.course.exercise import Exercise, NotYet, Outcome, Text, small
from memlab.course.progress_card import Progress, progress_of
from memlab.course.record import RECORD

__all__ = [
    "Board",
    "BoardError",
    "Exercise",
    "NotYet",
    "Outcome",
    "Progress",
    "Text",
    "UnknownExercise",
    "check",
    "exercises",
    "hint",
    "leaderboard",
    "open_board",
    "progress",
    "solution",
    "submit",
]


class UnknownExercise(LookupError):
    """No exercise has this id; the text lists those that exist."""


@functools.cache
def exercises() -> dict[str, Exercise]:
    """All exercises of all chapters by id, in order."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if re.fullmatch(r"ch\d\d", m.name))
    chapters = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return {exercise.id: exercise for chapter in chapters for exercise in chapter.EXERCISES}


def check(id: str, answer: Any) -> Outcome:
    """Judge `answer` to exercise `id`. No answer makes it raise; an unknown id does (UnknownExercise)."""
    exercise = _find(id)
    outcome = exercise.judge(answer)
    RECORD.note(exercise.id, outcome.status)
    return outcome


def progress(reset: bool = False) -> Progress:
    """What was checked so far and how it went, chapter by chapter; `reset=True` starts over.

    It is kept in `.memlab-progress.json` beside the notebooks, so that it outlives the kernel. Only right and
    wrong answers count, an untouched one does not.
    """
    if reset:
        RECORD.forget()
    known = RECORD.read()
    lost = f"This is kept only until the kernel stops: {RECORD.path} cannot be used ({RECORD.trouble})."
    return progress_of(exercises(), known, lost if RECORD.trouble else "")


def hint(id: str, step: int = 1) -> Text:
    """Hint number `step` of exercise `id`; each says a little more than the one before."""
    hints = _find(id).hints
    if step not in range(1, len(hints) + 1):
        raise ValueError(f"step = {small(step)}: exercise {id} has hints 1 to {len(hints)}")
    more = f'\n(For more: course.hint("{id}", {step + 1}))' if step < len(hints) else ""
    return Text(f"Hint {step} of {len(hints)} for {id}.", hints[step - 1] + more)


def solution(id: str) -> Text:
    """One right answer to exercise `id`, as source text."""
    source = _find(id).solution
    return Text(f"A solution of {id}:", source, code=True)


def _find(id: str) -> Exercise:
    known = exercises()
    if isinstance(id, str) and id in known:
        return known[id]
    padded = (id if isinstance(id, str) else small(id)).zfill(4)  # "2.1" or the number 2.1 for "02.1"
    close = [padded] if padded in known else difflib.get_close_matches(padded, known, n=3)
    meant = f" Did you mean {' or '.join(close)}?" if close else ""
    listed = [other for other in known if other[:3] == padded[:3]] or known
    raise UnknownExercise(
        f"id = {small(id)}: there is no such exercise.{meant} There are: {', '.join(listed)}."
    )
