"""The leaderboard as a table, in text and in HTML."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from memlab import checks
from memlab.course.board_file import Entry
from memlab.course.capstone_verdict import Verdict
from memlab.course.exercise import _card


@dataclass(frozen=True)
class Place:
    """A row of the board. Equal scores have equal ranks; memlab's own policies, `baseline`, have none: 0."""

    rank: int
    name: str
    design: str
    score: float
    share: float
    wrong: str
    baseline: bool


@dataclass(frozen=True, repr=False)
class Board:
    """Who stands where: of every name the best entry, and memlab's own policies between them."""

    title: str
    places: tuple[Place, ...]
    problems: tuple[tuple[int, str], ...] = ()  # (line of the file, why it does not count)

    def place_of(self, name: str) -> Place:
        """The row of a learner. LookupError for a name that is not there."""
        for place in self.places:
            if not place.baseline and same(place.name) == same(name):
                return place
        raise LookupError(f"name: {checks.shown(name)} is not on the board: look at the names in .places")

    def __repr__(self) -> str:
        rows = [_HEADS, *map(_cells, self.places)]
        widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
        return "\n".join([self.title, *(_aligned(row, widths) for row in rows), *self._told])

    @property
    def _told(self) -> list[str]:
        return [_BOUND, *(f"Line {line} does not count: {why}." for line, why in self.problems)]

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col" style="{_CELL}">{name}</th>' for name in _HEADS)
        rows = "".join(map(_row, self.places))
        told = "".join(f"<div>{html.escape(line)}</div>" for line in self._told)
        table = f'<table style="border-collapse:collapse;margin:4px 0"><tr>{head}</tr>{rows}</table>'
        return _card(f"<b>{html.escape(self.title)}</b>{table}{told}", "#0072B2")


_BOUND = "100 is the optimum: a bound that nobody passes."
_HEADS = ("place", "who", "design", "score", "of the optimum", "what went wrong")
_CELL = "text-align:left;white-space:nowrap;padding:2px 14px 2px 0;background:#FFFFFF;color:#1A1A1A"
_BAR = '<span aria-hidden="true" style="{}"></span>'
_LENGTH = "display:inline-block;height:9px;margin-left:6px;width:{}px;background:{}"


def _cells(place: Place) -> tuple[str, ...]:
    rank = "–" if place.baseline else str(place.rank)
    return (rank, place.name, place.design, f"{place.score:.1f}", f"{place.share:.1%}", place.wrong)


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
    return "  ".join(padded).rstrip()


def _row(place: Place) -> str:
    style = f"{_CELL};font-style:italic" if place.baseline else f"{_CELL};font-weight:bold"
    cells = list(map(html.escape, _cells(place)))
    colour = "#9E9E9E" if place.baseline else "#0072B2"
    cells[3] += _BAR.format(_LENGTH.format(round(place.score * 0.8), colour))
    cells[-1] = f'<span style="white-space:normal">{cells[-1]}</span>'  # a reason may be long
    data = "".join(f'<td style="{style}">{cell}</td>' for cell in cells)
    return f"<tr>{data}</tr>"


def _width(text: str) -> int:
    """Columns of a terminal: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def places(ranked: Sequence[tuple[str, Entry | Verdict]], known: Sequence[Verdict]) -> tuple[Place, ...]:
    """Rows in order: of equal scores the earlier first, whoever handed in before memlab's own policies."""
    scores = [row.score for _, row in ranked]
    rows = [_place(row, name, 1 + sum(score > row.score for score in scores)) for name, row in ranked]
    rows += [_place(row, "memlab", 0) for row in known]
    return tuple(
        sorted(rows, key=lambda place: (-place.score, place.baseline, -place.share * place.baseline))
    )


def _place(row: Entry | Verdict, name: str, rank: int) -> Place:
    lost = f"{row.lost} lost" if row.lost else ""
    wrong = ", ".join(filter(None, ["customers mixed" if row.mixed else "", lost])) or "–"
    trouble = row.trouble if isinstance(row, Verdict) else ""
    return Place(rank, name, row.design, row.score, row.share, trouble or wrong, rank == 0)


def same(name: str) -> str:
    """A name as it is compared: case and width do not matter."""
    return unicodedata.normalize("NFKC", name).casefold()
