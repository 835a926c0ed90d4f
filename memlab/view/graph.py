"""The conversation as a graph: a box for each statement, on each edge what is alive there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from memlab.flow import LIVENESS, Program, Solution, Statement, solve
from memlab.view.layout import Arrow, Layout, Point, lay_out
from memlab.view.picture import Picture, clean, listing, ordered, table, title_case
from memlab.view.svg import (
    BLUE,
    INK,
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
    shows the 40 around `statement` and says so; the text form has them all.
    """
    drawing = _Drawing(program, solution or solve(program, LIVENESS), variable, statement)
    canvas = Canvas(drawing.title)
    if drawing.shown:
        _draw(canvas, drawing)
    canvas.legend(*drawing.legend)
    hidden = len(program) - len(drawing.shown)
    canvas.notes(
        [f"{hidden:,} of {len(program):,} statements are not drawn; the text form has them all."]
        * (hidden > 0)
    )
    return canvas.picture(drawing.description, drawing.text)


class _Drawing:
    """The labels of one graph, before anything has a place."""

    def __init__(
        self, program: Program, solution: Solution, variable: Hashable | None, statement: Hashable | None
    ) -> None:
        self.program, self.solution, self.variable, self.statement = program, solution, variable, statement
        self.turn = {id_: i + 1 for i, id_ in enumerate(program.ids)}
        first = max(0, min(self.turn.get(statement, 1) - MOST // 2, len(program) - MOST))
        self.shown = program.statements[first : first + MOST]

    def facts(self, tail: Hashable, head: Hashable) -> list[str]:
        """What holds on an edge: at its end for a backward analysis, at its start for a forward one."""
        forward = self.solution.analysis.forward
        found = self.solution.after[tail] if forward else self.solution.before[head]
        return fact_names(self.program, found)

    def carries(self, tail: Hashable, head: Hashable) -> bool:
        """Is the chosen variable on this edge?"""
        return self.variable is not None and clean(self.variable) in {
            name.split("@")[0] for name in self.facts(tail, head)
        }

    @property
    def title(self) -> str:
        if not len(self.program):
            return "An empty program: no statement, nothing alive"
        if self.variable is None:
            return f"What is alive between the {len(self.program)} statements" if self._alive else self._named
        edges = [(s.id, t) for s in self.program.statements for t in s.succ]
        carrying = [f"{self.turn[a]}→{self.turn[b]}" for a, b in edges if self.carries(a, b)]
        where = f"alive on {listing(carrying, 8)}" if carrying else "alive nowhere between statements"
        return f"{clean(self.variable)} is {where}"

    @property
    def _alive(self) -> bool:
        return self.solution.analysis == LIVENESS

    @property
    def _named(self) -> str:
        return f"{title_case(self.solution.analysis.name)} between the {len(self.program)} statements"

    @property
    def legend(self) -> list[tuple[Mark, str]]:
        marks = [(PLAIN, "a statement; on its arrows what is alive" if self._alive else "a statement")]
        marks += [(HEAVY, f"{clean(self.variable)} is alive here")] if self.variable is not None else []
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
                listing(ordered(s.use, self.program.variables)),
                listing(ordered(s.defs, self.program.variables)),
                "; ".join(f"→ {self.turn[t]}: {listing(self.facts(s.id, t))}" for t in s.succ) or "end",
            ]
            for s in self.program.statements
        ]
        on_edge = "alive on its arrows" if self._alive else "on its arrows"
        return table(self.title, ["turn", "statement", "reads", "writes", on_edge], rows)


def fact_names(program: Program, facts: frozenset) -> list[str]:
    """Facts as words: a variable's name, or name@turn for a definition that reaches."""
    variables, turn = set(program.variables), {id_: i + 1 for i, id_ in enumerate(program.ids)}
    places = {v: i for i, v in enumerate(program.variables)}

    def key(fact: Hashable) -> tuple[int, int, str]:
        if fact in variables or not isinstance(fact, tuple):
            return places.get(fact, len(places)), 0, clean(fact)
        return (
            places.get(fact[0], len(places)),
            turn.get(fact[1], 0),
            f"{clean(fact[0])}@{turn.get(fact[1], '?')}",
        )

    return [key(fact)[2] for fact in sorted(facts, key=key)]


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
    return [f"{drawing.turn[s.id]}  {said(s)}", reads_writes(drawing.program, s)]


def _stacked(names: list[str]) -> list[str]:
    lines = names if len(names) <= 6 else [*names[:5], f"… {len(names) - 5} more"]
    return [fit(line, 150) for line in lines]


def _in_a_row(names: list[str]) -> list[str]:
    return [fit(", ".join(names), 260)] if names else []


SIDEWAYS = _Style("LR", (34, 30), _numbered, _stacked)
DOWNWARDS = _Style("TB", (340, 44), _worded, _in_a_row)


def said(s: Statement) -> str:
    """Who says what in a statement; its id where nobody says anything."""
    return ": ".join(filter(None, (clean(s.speaker), clean(s.text)))) or f"id {clean(s.id)}"


def reads_writes(program: Program, s: Statement) -> str:
    """What a statement reads and writes, in words."""
    sides = (("reads ", s.use), ("writes ", s.defs))
    return (
        " · ".join(word + listing(ordered(names, program.variables)) for word, names in sides if names) or "–"
    )


def _draw(canvas: Canvas, drawing: _Drawing) -> None:
    """From left to right where that reads well on the card, from top to bottom otherwise."""
    style, labels, frame = SIDEWAYS, *_place(drawing, SIDEWAYS)
    if frame.width * 0.85 > ROOM:
        style, labels, frame = DOWNWARDS, *_place(drawing, DOWNWARDS)
    scale = min(1.0, ROOM / frame.width)
    with canvas.moved((WIDTH - frame.width * scale) / 2, canvas.y, scale):
        for arrow in frame.arrows:
            _draw_arrow(canvas, drawing, arrow, labels[arrow.tail, arrow.head])
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


def _draw_arrow(canvas: Canvas, drawing: _Drawing, arrow: Arrow, lines: list[str]) -> None:
    a, b = drawing.shown[arrow.tail].id, drawing.shown[arrow.head].id
    heavy = drawing.carries(a, b)
    ink, tip = (
        (BLUE if heavy else MUTED),
        f"{drawing.turn[a]} → {drawing.turn[b]}: {listing(drawing.facts(a, b))}",
    )
    canvas.curve(arrow.curve, arrow.tip, stroke=ink, stroke_width=4 if heavy else 1.4, tip=tip)
    if arrow.label:
        x, y = arrow.label
        y -= len(lines) * 8 - 12
        for i, line in enumerate(lines):
            chosen = heavy and line.split("@")[0] == clean(drawing.variable)
            bold = "bold" if chosen else None
            canvas.text(
                x,
                y + 16 * i,
                line,
                tip=tip,
                text_anchor="middle",
                fill=BLUE if chosen else INK,
                font_weight=bold,
            )


def _draw_box(canvas: Canvas, drawing: _Drawing, style: _Style, s: Statement, centre: Point) -> None:
    (width, height), lines = style.box, style.lines(drawing, s)
    x, y = centre[0] - width / 2, centre[1] - height / 2
    mark = LOOKED_AT if s.id == drawing.statement else PLAIN
    canvas.box(
        x, y, width, height, mark, f"{drawing.turn[s.id]} {said(s)}. {reads_writes(drawing.program, s)}"
    )
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
        canvas.text(MARGIN + 400, canvas.y, reads_writes(drawing.program, s), ROOM - 400, fill=MUTED)
    canvas.y += 4
