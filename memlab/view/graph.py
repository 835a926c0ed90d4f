"""The conversation as a graph: a box for each statement, on each edge what is alive there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from memlab.flow import LIVENESS, Program, Solution, Statement, solve
from memlab.view.layout import Arrow, Layout, Point, lay_out
from memlab.view.picture import Picture, clean, counted, listing, table, title_case
from memlab.view.program import Words, said
from memlab.view.svg import (
    BLUE,
    LINE,
    LOOKED_AT,
    MARGIN,
    MUTED,
    PLAIN,
    ROOM,
    WIDTH,
    Canvas,
    Mark,
    fit,
    measure,
)

MOST = 40
HEAVY = Mark("live range", BLUE, "", weight=4)


def dataflow_graph(
    program: Program,
    *,
    solution: Solution | None = None,
    variable: Hashable | None = None,
    statement: Hashable | None = None,
) -> Picture:
    """The graph of a program with the facts of a solution (liveness by default) on its edges.

    `variable` draws its live range heavy, `statement` marks one statement. Beyond 40 statements the picture
    shows the 40 around `statement` and says so; the text form has them all. Raises RuntimeError where
    neither pygraphviz nor Graphviz's `dot` is installed.

    >>> turns = [{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}]
    >>> dataflow_graph(Program.from_turns(turns), variable="cart")
    cart is alive on 1→2
    turn  statement  reads  writes  alive on its arrows
       1  id 1       –      cart    → 2: cart
       2  id 2       cart   –       end
    """
    drawing = _Drawing(program, solution or solve(program, LIVENESS), variable, statement)
    canvas = Canvas(drawing.title)
    if drawing.shown:
        _draw(canvas, drawing)
    canvas.legend(*drawing.legend)
    canvas.notes(drawing.words.hidden(drawing.shown))
    return canvas.picture(drawing.description, drawing.text)


class _Drawing:
    """The labels of one graph, before anything has a place."""

    def __init__(
        self, program: Program, solution: Solution, variable: Hashable | None, statement: Hashable | None
    ) -> None:
        self.program, self.solution, self.variable, self.statement = program, solution, variable, statement
        self.words = Words(program)
        self.turn = self.words.turn
        self.shown = self.words.around(statement, MOST)
        self.holds = "known" if solution.analysis.forward else "alive"

    def _on(self, tail: Hashable, head: Hashable) -> frozenset:
        """What holds on an edge: at its end for a backward analysis, at its start for a forward one."""
        return self.solution.after[tail] if self.solution.analysis.forward else self.solution.before[head]

    def facts(self, tail: Hashable, head: Hashable) -> list[str]:
        """The same in words."""
        return self.words.facts(self._on(tail, head))

    def carries(self, tail: Hashable, head: Hashable) -> bool:
        """Is the chosen variable on this edge?"""
        return self.variable is not None and self.words.about(self.variable, self._on(tail, head))

    @property
    def title(self) -> str:
        size = "around the one statement"
        if len(self.program) > 1:
            size = f"between the {counted(len(self.program), 'statement')}"
        if not len(self.program):
            return "An empty program: no statement, nothing alive"
        if self.variable is None:
            alive = self.solution.analysis == LIVENESS
            return f"{'What is alive' if alive else title_case(self.solution.analysis.name)} {size}"
        edges = [(s.id, t) for s in self.program.statements for t in s.succ]
        carrying = [f"{self.turn[a]}→{self.turn[b]}" for a, b in edges if self.carries(a, b)]
        where = f"on {listing(carrying, 8)}" if carrying else f"nowhere {size}"
        return f"{clean(self.variable)} is {self.holds} {where}"

    @property
    def legend(self) -> list[tuple[Mark, str]]:
        marks = [(PLAIN, f"a statement; on its arrows what is {self.holds}")]
        marks += (
            [(HEAVY, f"{clean(self.variable)} is {self.holds} here")] if self.variable is not None else []
        )
        return marks + ([(LOOKED_AT, "the statement looked at")] if self.statement is not None else [])

    @property
    def description(self) -> str:
        arrows = (
            f"{self.turn[s.id]} to {listing(self.turn[t] for t in s.succ)}" for s in self.program.statements
        )
        return "Statements as boxes, from each an arrow to what may follow. Arrows: " + listing(arrows, 60)

    @property
    def text(self) -> str:
        rows = [
            [
                self.turn[s.id],
                said(s),
                self.words.variables(s.use),
                self.words.variables(s.defs),
                "; ".join(f"→ {self.turn[t]}: {listing(self.facts(s.id, t))}" for t in s.succ) or "end",
            ]
            for s in self.program.statements
        ]
        header = ["turn", "statement", "reads", "writes", f"{self.holds} on its arrows"]
        return table(self.title, header, rows)


@dataclass(frozen=True)
class _Style:
    """Small numbered boxes from left to right, or boxes with the words of the turn from top to bottom."""

    direction: str
    box: Point
    lines: Callable[[_Drawing, Statement], list[str]]
    label: Callable[[list[str]], list[str]]


def _numbered(drawing: _Drawing, s: Statement) -> list[str]:
    return [str(drawing.turn[s.id])]


def _worded(drawing: _Drawing, s: Statement) -> list[str]:
    return [f"{drawing.turn[s.id]}  {said(s)}", drawing.words.reads_writes(s)]


def _stacked(names: list[str]) -> list[str]:
    lines = names if len(names) <= 6 else [*names[:5], f"… {len(names) - 5} more"]
    return [fit(line, 150) for line in lines]


def _in_a_row(names: list[str]) -> list[str]:
    return [fit(", ".join(names), 260)] if names else []


SIDEWAYS = _Style("LR", (34, 30), _numbered, _stacked)
DOWNWARDS = _Style("TB", (340, 44), _worded, _in_a_row)


def _draw(canvas: Canvas, drawing: _Drawing) -> None:
    """From left to right where that reads well on the card, from top to bottom otherwise."""
    style, labels, frame = SIDEWAYS, *_place(drawing, SIDEWAYS)
    if frame.width * 0.85 > ROOM:
        style, labels, frame = DOWNWARDS, *_place(drawing, DOWNWARDS)
    scale = min(1.0, ROOM / frame.width)
    with canvas.moved((WIDTH - frame.width * scale) / 2, canvas.y, scale):
        for arrow in frame.arrows:
            _draw_arrow(canvas, drawing, style, arrow, labels[arrow.tail, arrow.head])
        for s, centre in zip(drawing.shown, frame.centres, strict=True):
            _draw_box(canvas, drawing, style, s, centre)
    canvas.y += frame.height * scale + 10
    if style is SIDEWAYS:
        _list_statements(canvas, drawing)


def _place(drawing: _Drawing, style: _Style) -> tuple[dict[tuple[int, int], list[str]], Layout]:
    index = {s.id: i for i, s in enumerate(drawing.shown)}
    edges = [(s.id, t) for s in drawing.shown for t in s.succ if t in index]
    labels = {(index[a], index[b]): style.label(drawing.facts(a, b)) for a, b in edges}
    sizes = {edge: _label_size(lines) for edge, lines in labels.items()}
    return labels, lay_out([style.box] * len(drawing.shown), sizes, style.direction)


def _label_size(lines: Sequence[str]) -> Point:
    return (max(map(measure, lines)) + 10, len(lines) * 16 + 6) if lines else (0, 0)


def _draw_arrow(canvas: Canvas, drawing: _Drawing, style: _Style, arrow: Arrow, lines: list[str]) -> None:
    a, b = drawing.shown[arrow.tail].id, drawing.shown[arrow.head].id
    heavy, tip = (
        drawing.carries(a, b),
        f"{drawing.turn[a]} → {drawing.turn[b]}: {listing(drawing.facts(a, b))}",
    )
    canvas.curve(arrow.curve, arrow.tip, BLUE if heavy else MUTED, tip, stroke_width=4 if heavy else 1.4)
    x, y = arrow.label or (0, 0)
    anchor = "middle"
    if style is DOWNWARDS:  # labels then begin beside their arrow, one under the other
        x, anchor = x - _label_size(lines)[0] / 2 + 8, "start"
    for i, line in enumerate(lines):
        chosen = heavy and line.split("@")[0] == clean(drawing.variable)
        look: dict[str, Any] = {"fill": BLUE, "font_weight": "bold"} if chosen else {}
        canvas.text(x, y + 12 - 8 * len(lines) + 16 * i, line, tip=tip, text_anchor=anchor, **look)


def _draw_box(canvas: Canvas, drawing: _Drawing, style: _Style, s: Statement, centre: Point) -> None:
    (width, height), lines = style.box, style.lines(drawing, s)
    x, y = centre[0] - width / 2, centre[1] - height / 2
    mark = LOOKED_AT if s.id == drawing.statement else PLAIN
    canvas.box(x, y, width, height, mark, f"{drawing.turn[s.id]} {said(s)}. {drawing.words.reads_writes(s)}")
    if len(lines) == 1:
        canvas.text(centre[0], centre[1] + 5, lines[0], text_anchor="middle", font_weight="bold")
    else:
        canvas.text(x + 8, y + 18, lines[0], width - 16)
        canvas.text(x + 8, y + 36, lines[1], width - 16, fill=MUTED)


def _list_statements(canvas: Canvas, drawing: _Drawing) -> None:
    for s in drawing.shown:
        canvas.y += LINE
        canvas.text(MARGIN + 24, canvas.y, drawing.turn[s.id], text_anchor="end", font_weight="bold")
        canvas.text(MARGIN + 36, canvas.y, said(s), 350)
        canvas.text(MARGIN + 400, canvas.y, drawing.words.reads_writes(s), ROOM - 400, fill=MUTED)
    canvas.y += 4
