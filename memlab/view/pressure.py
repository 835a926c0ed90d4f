"""How much a conversation must hold at each turn, against the room that there is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import groupby
from typing import Any

from memlab.flow import Program, pressure, spills
from memlab.view.picture import Picture, counted, listing, number, ordered, table
from memlab.view.svg import CARD, EVICTED, KEPT, MARGIN, MUTED, Canvas, measure
from memlab.view.turns import Axis, spans, turn_names

HEIGHT = 170.0
HALO: dict[str, Any] = {"stroke": CARD, "stroke_width": 3, "paint_order": "stroke"}


def pressure_chart(
    program: Program, capacity: float, *, size: Callable[[Hashable], float] | None = None
) -> Picture:
    """How much must be held at each turn against a capacity; what does not fit is spilled, with names.

    Without `size` the unit is memories; with it, tokens, or whatever size(variable) counts. Raises
    ValueError for a capacity or a size that is no number from 0 up.

    >>> turns = [{"use": [], "def": ["cart", "coupon"]}, {"use": ["cart", "coupon"], "def": []}]
    >>> pressure_chart(Program.from_turns(turns), 1)
    Room for 1 memory is too small in 2 of 2 turns: the peak is 2
    turn  memories held  over 1  has to go
       1              2       1  coupon
       2              2       1  coupon
    """
    chart = _Chart(program, capacity, size)
    canvas = Canvas(chart.title)
    chart.axis.head(canvas)
    chart.draw(canvas)
    canvas.legend((KEPT, f"{chart.unit} held, they fit"), (EVICTED, "over the capacity: × has to go"))
    canvas.notes(chart.notes, at_most=6, keep=True)
    description = f"A bar for each turn, a line at capacity {number(capacity)}. {listing(chart.notes, 20)}"
    return canvas.picture(description, chart.text)


class _Chart:
    """The numbers, their words, and where they lie on the card."""

    def __init__(self, program: Program, capacity: float, size: Callable[[Hashable], float] | None) -> None:
        gone = {spill.statement: spill.variables for spill in spills(program, capacity, size)}
        place = {variable: i for i, variable in enumerate(program.variables)}
        self.spilled = [ordered(gone.get(id_, ()), place) for id_ in program.ids]
        self.held = list(pressure(program, size).values())
        self.capacity, self.unit = capacity, "memories" if size is None else "tokens"
        self.most = max(self.held, default=0)
        self.axis = Axis(turn_names(program), MARGIN + 70)
        self.scale = HEIGHT / max(self.most, min(capacity, 1.5 * self.most), 1e-9)

    @property
    def title(self) -> str:
        room = f"Room for {counted(self.capacity, 'memory' if self.unit == 'memories' else 'token')}"
        if self.most <= self.capacity:
            are = "is" if self.most == 1 else "are"
            return f"{room} is enough: at most {number(self.most)} {are} held at once"
        over = sum(held > self.capacity for held in self.held)
        turns = counted(len(self.held), "turn")
        return f"{room} is too small in {over} of {turns}: the peak is {number(self.most)}"

    @property
    def notes(self) -> list[str]:
        """What has to go, neighbouring turns with the same answer together."""
        runs = groupby(enumerate(self.spilled), key=lambda turn: turn[1])
        places = [([i for i, _ in turns], names) for names, turns in runs if names]
        if not places:
            return ["Nothing has to go."]
        return [
            f"turn{'s' * (len(at) > 1)} {spans([(at[0], at[-1])])}: × {listing(names)}"
            for at, names in places
        ]

    @property
    def text(self) -> str:
        header = ["turn", f"{self.unit} held", f"over {number(self.capacity)}", "has to go"]
        rows = [
            [i, held, max(held - self.capacity, 0), listing(names)]
            for i, (held, names) in enumerate(zip(self.held, self.spilled, strict=True), start=1)
        ]
        return table(self.title, header, rows)

    def draw(self, canvas: Canvas) -> None:
        """Bars, the line of the capacity over them, and over that the numbers."""
        top, bottom = canvas.y + 34, canvas.y + 34 + HEIGHT
        for i, held in enumerate(self.held):
            self._bar(canvas, i, held, bottom)
        canvas.line(self.axis.left, bottom, self.axis.right, bottom, MUTED)
        self._capacity(canvas, top, bottom)
        for i, (held, gone) in enumerate(zip(self.held, self.spilled, strict=True)):
            self._number(canvas, i, held, gone, bottom - held * self.scale)
        canvas.y = bottom + 4

    def _bar(self, canvas: Canvas, i: int, held: float, bottom: float) -> None:
        fits, width = min(held, self.capacity), self.axis.step * 0.8
        x, tip = self.axis.at(i + 0.1), f"{self.axis.names[i]}: {number(held)} held"
        edge = {"rx": 0, "stroke_width": 1.2 if width > 8 else 0}  # of narrow bars one would see edges alone
        if fits > 0:
            canvas.box(x, bottom - fits * self.scale, width, fits * self.scale, KEPT, tip, **edge)
        if held > fits:
            over = (held - fits) * self.scale
            canvas.box(x, bottom - held * self.scale, width, over, EVICTED, tip, **edge)

    def _capacity(self, canvas: Canvas, top: float, bottom: float) -> None:
        """The line; dashed at the top with an arrow where the capacity is far above all bars."""
        y = bottom - self.capacity * self.scale
        far = y < top - 1
        y, dash = (top - 10, "6 4") if far else (y, "")
        canvas.line(self.axis.left - 6, y, self.axis.right, y, MUTED, stroke_width=2, stroke_dasharray=dash)
        label = min(y, bottom - 12)  # at capacity 0 it would lie on the legend
        canvas.text(self.axis.left - 10, label - 2, "capacity", text_anchor="end")
        canvas.text(self.axis.left - 10, label + 12, number(self.capacity) + " ↑" * far, text_anchor="end")

    def _number(self, canvas: Canvas, i: int, held: float, gone: Sequence[Hashable], top: float) -> None:
        x, room = self.axis.at(i + 0.5), self.axis.step
        if measure(number(held)) <= room:
            canvas.text(x, top - 5, number(held), text_anchor="middle", **HALO)
        if gone and room > 6:
            canvas.cross(
                x, top - 25, min(5.0, room * 0.4), f"{self.axis.names[i]}: has to go {listing(gone)}"
            )
