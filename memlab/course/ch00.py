"""Exercises of chapter 00, Start here."""

from __future__ import annotations

from typing import Any

from memlab.course.exercise import Exercise


def _anything(answer: Any) -> None:
    """Nobody fails the first question."""


EXERCISES = (
    Exercise(
        id="00.1",
        question="Put anything you like in place of the `...`: your name, a greeting, 你好, a number. "
        "Run the cell, then the check below it.",
        starter="answer_00_1 = ...",
        check=_anything,
        hints=(
            "Every answer is right here. `...` is how Python writes “nothing yet”.",
            'A text stands in quotes, as in `"hello"`.',
        ),
        solution='answer_00_1 = "你好, I am here."',
        praise="you are set. Every exercise works like this: answer, run, check; try as often as you like.",
    ),
)
