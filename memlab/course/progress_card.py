"""The learner's progress as text and as a card: a row a chapter, a mark an exercise, and words."""

from __future__ import annotations

import html
import importlib
import re
from dataclasses import dataclass
from typing import Any

from memlab.course.capstone_verdict import CAP
from memlab.course.exercise import COLOURS, Exercise, _card

MARKS = {"correct": "■", "tried": "◪", "open": "□"}
_WORDS = (("correct", "correct"), ("tried", "tried"), ("open", "not tried"))


@dataclass(frozen=True, repr=False)
class Progress:
    """What was checked: `rows` are (chapter, title, {exercise id: "correct", "tried" or "open"})."""

    rows: tuple[tuple[str, str, dict[str, str]], ...]
    tries: dict[str, int]
    capstone: float | None
    note: str = ""

    @property
    def correct(self) -> int:
        """How many exercises are correct, of all chapters."""
        return sum(state == "correct" for _, _, states in self.rows for state in states.values())

    @property
    def total(self) -> int:
        """How many exercises there are."""
        return sum(len(states) for _, _, states in self.rows)

    @property
    def next(self) -> str:
        """The first exercise that is not correct yet, or the capstone, in words; empty if nothing is left."""
        for _, _, states in self.rows:
            for id, state in states.items():
                if state != "correct":
                    return f"exercise {id}"
        return "" if (self.capstone or 0) > CAP else "the capstone"

    def __repr__(self) -> str:
        lines = [
            f"{chapter}  {_bar(states)}  {title}: {_said(states)}" for chapter, title, states in self.rows
        ]
        return "\n".join([self._summary, *lines, f"    capstone: {self._score}", *filter(None, [self.note])])

    @property
    def _summary(self) -> str:
        done = f"{self.correct} of {self.total} exercises are correct."
        return f"{done} Next: {self.next}." if self.next else f"{done} All is done."

    @property
    def _score(self) -> str:
        return "not handed in yet" if self.capstone is None else f"best score {self.capstone:.1f} of 100"

    def _repr_html_(self) -> str:
        rows = "".join(_row(chapter, title, states) for chapter, title, states in self.rows)
        table = f'<table style="border-collapse:collapse;margin:6px 0">{_HEAD}{rows}</table>'
        capstone = f"<div>Capstone: {html.escape(self._score)}</div>"
        note = f"<div>{html.escape(self.note)}</div>" if self.note else ""
        key = ", ".join(f"{MARKS[state]} {words}" for state, words in _WORDS)
        body = f"<b>{html.escape(self._summary)}</b>{table}{capstone}<div>{key}</div>{note}"
        return _card(body, COLOURS["correct"] if not self.next else "#0072B2")


_CELL = "text-align:left;padding:2px 12px 2px 0;background:#FFFFFF;color:#1A1A1A;font-weight:normal"
_HEAD = "".join(
    f'<th scope="col" style="{_CELL}"><b>{name}</b></th>' for name in ("Chapter", "Exercises", "")
)
_HEAD = f"<tr>{_HEAD}</tr>"


def _row(chapter: str, title: str, states: dict[str, str]) -> str:
    bar = f'<td style="{_CELL};font-size:16px;letter-spacing:2px" aria-hidden="true">{_bar(states)}</td>'
    name = f'<th scope="row" style="{_CELL}">{chapter} · {html.escape(title)}</th>'
    return f'<tr>{name}{bar}<td style="{_CELL}">{_said(states)}</td></tr>'


def _bar(states: dict[str, str]) -> str:
    return "".join(MARKS[state] for state in states.values())


def _said(states: dict[str, str]) -> str:
    """The same bar in words.

    >>> _said({"01.1": "correct", "01.2": "correct", "01.3": "tried", "01.4": "open"})
    '2 of 4 correct, tried: 01.3'
    """
    tried = [id for id, state in states.items() if state == "tried"]
    return f"{list(states.values()).count('correct')} of {len(states)} correct" + (
        f", tried: {', '.join(tried)}" if tried else ""
    )


def progress_of(exercises: dict[str, Exercise], known: dict[str, Any], note: str = "") -> Progress:
    """The record's content against the exercises that there are; rows of others are left out."""
    tried = {id: row for id, row in known["exercises"].items() if id in exercises}
    rows = []
    for chapter in sorted({id[:2] for id in exercises}):
        ids = [id for id in exercises if id[:2] == chapter]
        rows.append((chapter, _title(chapter), {id: _state(tried.get(id)) for id in ids}))
    return Progress(tuple(rows), {id: row["tries"] for id, row in tried.items()}, known["capstone"], note)


def _state(row: dict[str, Any] | None) -> str:
    return "open" if row is None else "tried" if row["correct"] is None else "correct"


def _title(chapter: str) -> str:
    """A chapter's name as its module tells it: "Exercises of chapter 02, Liveness."."""
    text = importlib.import_module(f"memlab.course.ch{chapter}").__doc__ or ""
    found = re.match(r"Exercises of chapter \d\d, (.+?)\.?$", text)
    return found[1] if found else f"Chapter {chapter}"
