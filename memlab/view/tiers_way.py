"""One memory's way through the tiers: a column for each move, an arrow or a cross in it, and its reason."""

from __future__ import annotations

from collections.abc import Sequence

from memlab.view.facts_axis import date
from memlab.view.facts_words import short
from memlab.view.picture import counted
from memlab.view.segments import letter
from memlab.view.svg import BLUE, LINE, MARGIN, MUTED, RULE, WIDTH, Canvas, wrap
from memlab.view.tiers_words import TIERS, WHEN, Held, Leg
from memlab.view.turns import WRITTEN

MOST = 12  # columns; of more moves the latest are drawn
LEFT, RIGHT, ROW, WIDEST = MARGIN + 84.0, WIDTH - MARGIN - 8.0, 34.0, 84.0
AT, WHY = MARGIN + 196.0, MARGIN + 290.0


class Way:
    """The steps of the memory that is looked at."""

    def __init__(self, canvas: Canvas, held: Held) -> None:
        self.canvas, self.legs = canvas, held.legs[-MOST:]
        self.hidden = len(held.legs) - len(self.legs)
        self.step = min(WIDEST, (RIGHT - LEFT) / max(len(self.legs), 1))

    def draw(self) -> None:
        """The rows, a column for each step, and the steps in words."""
        canvas = self.canvas
        self.top = canvas.y + 44
        for n, tier in enumerate(TIERS):
            y = self.top + ROW * n
            canvas.line(LEFT, y, RIGHT, y, RULE)
            canvas.text(MARGIN + 10, y + 4.5, TIERS[tier], LEFT - MARGIN - 14, font_weight="bold")
        canvas.text(LEFT - 8, self.top - 20, "move", fill=MUTED, text_anchor="end")
        for n, leg in enumerate(self.legs):
            self._column(n, leg)
        canvas.y = self.top + ROW * (len(TIERS) - 1) + 18
        if self.hidden:
            canvas.notes([f"… after {counted(self.hidden, 'earlier move')}; the text form lists them all."])
        for n, leg in enumerate(self.legs):
            self._words(n, leg)

    def _rows(self, tiers: Sequence[str]) -> list[float]:
        """Where these tiers lie; other places have no row."""
        return [self.top + ROW * n for n, tier in enumerate(TIERS) if tier in tiers]

    def _column(self, n: int, leg: Leg) -> None:
        x, canvas, tip = LEFT + self.step * (n + 0.5), self.canvas, short(leg.why, 200)
        canvas.text(x, self.top - 20, self.hidden + n + 1, fill=MUTED, text_anchor="middle")
        sources, targets = self._rows(leg.sources), self._rows(leg.targets)
        if not targets:
            for y in sources or self._rows(list(TIERS)):
                canvas.cross(x, y, 6, tip)
        elif not sources or sources == targets:
            self._written(x, targets, tip)
        else:
            self._arrow(x, sources[0], targets[-1], tip)

    def _written(self, x: float, rows: Sequence[float], tip: str) -> None:
        """A box in each tier, tied to one another: one write."""
        self.canvas.line(x, rows[0], x, rows[-1], BLUE, stroke_width=2)
        for y in rows:
            self.canvas.box(x - 8, y - 8, 16, 16, WRITTEN, tip)
            letter(self.canvas, x - 8, y - 8, 16, 16, WRITTEN)

    def _arrow(self, x: float, source: float, target: float, tip: str) -> None:
        down = 1 if target > source else -1
        self.canvas.element("circle", cx=x, cy=source, r=4, fill=BLUE)
        middle = (source + target) / 2
        points = [(x, source), (x, middle), (x, middle), (x, target - 12 * down)]
        self.canvas.curve(points, (x, target - 2 * down), BLUE, tip, stroke_width=2)

    def _words(self, n: int, leg: Leg) -> None:
        canvas = self.canvas
        canvas.text(MARGIN + 22, canvas.y + 14, self.hidden + n + 1, fill=MUTED, text_anchor="end")
        canvas.text(MARGIN + 32, canvas.y + 14, leg, AT - MARGIN - 40)
        canvas.text(AT, canvas.y + 14, date(leg.at, WHEN), WHY - AT - 8, fill=MUTED)
        lines = wrap(short(leg.why, 300), RIGHT - WHY) or ["–"]
        for line in [*lines[:1], " ".join(lines[1:])][: len(lines)]:
            canvas.text(WHY, canvas.y + 14, line, RIGHT - WHY)
            canvas.y += LINE
        canvas.y += 2
