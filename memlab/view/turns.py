"""Turns from left to right, and on them the life of each memory."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memlab.flow import (
    Program,
    dangling_uses,
    dead_definitions,
    live_ranges,
    pressure,
)
from memlab.view.picture import Picture, clean, counted, listing, table
from memlab.view.svg import (
    BLUE,
    CARD,
    DEAD,
    KEPT,
    MARGIN,
    MUTED,
    USED,
    WIDTH,
    Canvas,
    Mark,
    measure,
)

MOST_ROWS = 30
ROW = 24
READ_AT, WRITTEN_AT = 0.2, 0.8  # inside a turn's cell: a turn reads before it writes
WRITTEN = Mark("written", BLUE, BLUE, sign="w")
UNREAD = replace(DEAD, name="written, never read", sign="w")


@dataclass(frozen=True)
class Axis:
    """Turns from left to right, numbered from 1 as people count them."""

    names: Sequence[str]
    left: float
    right: float = WIDTH - MARGIN

    @property
    def step(self) -> float:
        """The width of one turn in pixels."""
        return min(140.0, (self.right - self.left) / max(len(self.names), 1))

    def at(self, position: float) -> float:
        """The left edge of a turn (0-based position); position + 0.5 is its centre."""
        return self.left + position * self.step

    def head(self, canvas: Canvas, word: str = "turn") -> None:
        """The numbers over the columns: all of them, or every fifth, tenth … where they would touch."""
        every = next(
            k for k in (1, 2, 5, 10, 20, 50, 100, 10**9) if k * self.step >= measure(self._widest) + 8
        )
        canvas.text(self.left - 8, canvas.y + 12, word, fill=MUTED, text_anchor="end")
        for i, name in enumerate(self.names):
            if every == 1 or (i + 1) % every == 0:
                canvas.text(
                    self.at(i + 0.5), canvas.y + 12, i + 1, tip=name, fill=MUTED, text_anchor="middle"
                )
        canvas.y += 20

    def event(self, canvas: Canvas, position: int, side: float, mark: Mark, **look: Any) -> None:
        """A small lettered box inside a turn's cell, `side` of the way across; narrow cells get no letter."""
        size = min(15.0, self.step * 0.3)
        x, y = self.at(position + side), canvas.y + (ROW - 15) / 2
        canvas.box(x - size / 2, y, size, 15, mark, self.names[position], **look)
        if size >= 11:
            ink = CARD if mark.fill == mark.stroke else mark.stroke
            style = {"fill": ink, "font_weight": "bold", "text_anchor": "middle", **look}
            canvas.text(x, y + 11.5, mark.sign, size=12, **style)

    @property
    def _widest(self) -> str:
        return str(len(self.names))


def turn_names(program: Program) -> list[str]:
    """What a column is called when the mouse rests on it: the turn, its id where that differs, its words."""
    names = []
    for turn, statement in enumerate(program.statements, start=1):
        known = "" if str(statement.id) == str(turn) else f" (id {clean(statement.id)})"
        said = ": ".join(filter(None, (clean(statement.speaker), clean(statement.text))))
        names.append(f"turn {turn}{known} {said}".strip())
    return names


def only_in_text(hidden: int) -> list[str]:
    """A sentence about the memories that have no row, if there are any."""
    more = "more memory is" if hidden == 1 else "more memories are"
    return [f"{hidden:,} {more} only in the text form."] * (hidden > 0)


def label_width(labels: Sequence[str]) -> float:
    """Room for row labels and the word over them: what the longest needs, a quarter of the card at most."""
    return min(max(map(measure, [*labels, "turn"])) + 20, WIDTH / 4)


def spans(positions: Sequence[tuple[int, int]]) -> str:
    """Ranges of 0-based positions as turns.

    >>> spans([(0, 2), (4, 4)])
    '1–3, 5'
    """
    return listing([f"{a + 1}–{b + 1}" if b > a else f"{a + 1}" for a, b in positions])


def live_range_chart(program: Program, *, variable: Hashable | None = None) -> Picture:
    """When each memory must be held: a bar from its writing to its last reading; all but `variable` fade.

    Below it the readings that no writing reaches. Beyond 30 memories the rest is only in the text form.

    >>> turns = [{"use": [], "def": ["cart", "weather"]}, {"use": ["cart"], "def": []}]
    >>> live_range_chart(Program.from_turns(turns))
    2 memories over 2 turns: at most 1 held at once; 1 written and never read
    memory   held in turns  written in      read in
    cart     1–2            1               2
    weather  –              1 (never read)  –
    """
    life = _Life(program, variable)
    canvas = Canvas(life.title)
    shown = life.variables[:MOST_ROWS]
    if variable is not None and variable in life.variables[MOST_ROWS:]:
        shown = [variable, *shown[1:]]
    axis = Axis(turn_names(program), MARGIN + label_width([clean(v) for v in shown]))
    axis.head(canvas)
    for name in shown:
        _life_row(canvas, axis, life, name, faded=variable is not None and name != variable)
    canvas.legend(
        (KEPT, "held: someone will read it"), (WRITTEN, "written"), (USED, "read"), (UNREAD, "never read")
    )
    canvas.notes([*life.notes, *only_in_text(len(life.variables) - len(shown))])
    header = ["memory", "held in turns", "written in", "read in"]
    rows = [[v, spans(life.held.get(v, ())), *life.turns(v)] for v in life.variables]
    return canvas.picture(life.description, table(life.title, header, rows, life.notes))


class _Life:
    """What the chart and its text form both need, computed once."""

    def __init__(self, program: Program, chosen: Hashable | None = None) -> None:
        self.program, self.variables, self.chosen = program, list(program.variables), chosen
        self.held = {v: [(r.first, r.last) for r in found] for v, found in live_ranges(program).items()}
        self.place = {id_: i for i, id_ in enumerate(program.ids)}
        self.dead = {(v, self.place[id_]) for v, id_ in dead_definitions(program)}
        self.most = max(pressure(program).values(), default=0)
        self.written, self.read = self._places("defs"), self._places("use")

    def _places(self, side: str) -> dict[Hashable, list[int]]:
        found: dict[Hashable, list[int]] = {v: [] for v in self.variables}
        for i, statement in enumerate(self.program.statements):
            for name in getattr(statement, side):
                found.setdefault(name, []).append(i)
        return found

    def turns(self, name: Hashable) -> tuple[str, str]:
        written = [f"{i + 1}{' (never read)' if (name, i) in self.dead else ''}" for i in self.written[name]]
        return listing(written), listing(i + 1 for i in self.read[name])

    @property
    def title(self) -> str:
        if not self.variables:
            return f"{counted(len(self.program), 'turn')} and no memory at all: nothing to hold"
        if self.chosen is not None:
            return f"{clean(self.chosen)} is held {self._when}"
        dead = f"; {len(self.dead)} written and never read" if self.dead else ""
        size = f"{counted(len(self.variables), 'memory')} over {counted(len(self.program), 'turn')}"
        return f"{size}: at most {self.most} held at once{dead}"

    @property
    def _when(self) -> str:
        """When the chosen variable is held, in words."""
        found = self.held.get(self.chosen, [])
        turns = "turn" if len(found) == 1 and found[0][0] == found[0][1] else "turns"
        return f"in {turns} {spans(found)}" if found else "nowhere: nobody reads it later"

    @property
    def description(self) -> str:
        lines = (f"{clean(v)}: held in turns {spans(self.held.get(v, ()))}" for v in self.variables)
        return "A row for each memory, a column for each turn. " + listing(lines, 40)

    @property
    def notes(self) -> list[str]:
        found = sorted(dangling_uses(self.program), key=lambda d: (self.place[d.statement], str(d.variable)))
        return [
            f"{clean(d.variable)} is read in turn {self.place[d.statement] + 1} but written on "
            f"{'no path' if d.every_path else 'only some of the paths'} to it"
            for d in found
        ]


def _life_row(canvas: Canvas, axis: Axis, life: _Life, name: Hashable, faded: bool) -> None:
    y, look = canvas.y, {"opacity": 0.3} if faded else {}
    canvas.line(MARGIN, y + ROW, axis.right, y + ROW)
    canvas.text(axis.left - 8, y + 16, name, axis.left - MARGIN - 8, text_anchor="end", **look)
    for first, last in life.held.get(name, ()):
        tip = f"{clean(name)} is held in turns {first + 1} to {last + 1}"
        canvas.box(axis.at(first) + 1, y + 4, (last - first + 1) * axis.step - 2, ROW - 8, KEPT, tip, **look)
    for i in life.written[name]:
        axis.event(canvas, i, WRITTEN_AT, UNREAD if (name, i) in life.dead else WRITTEN, **look)
    for i in life.read[name]:
        axis.event(canvas, i, READ_AT, USED, **look)
    canvas.y += ROW
