"""One memory's way through the tiers: a column for each move, an arrow or a cross in it, and its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlab.view.facts_axis import date
from memlab.view.facts_words import short
from memlab.view.picture import counted
from memlab.view.segments import letter
from memlab.view.svg import BLUE, LINE, MARGIN, MUTED, RULE, WIDTH, Canvas, wrap
from memlab.view.tiers_words import TIERS, Held
from memlab.view.turns import WRITTEN

if TYPE_CHECKING:
    from memlab.tiers.receipts import Move

MOST = 12  # columns; of more moves the latest are drawn
LEFT, RIGHT, ROW, WIDEST = MARGIN + 84.0, WIDTH - MARGIN - 8.0, 34.0, 84.0
WHEN, WHY = MARGIN + 140.0, MARGIN + 240.0


class Way:
    """The moves of the memory that is looked at."""

    def __init__(self, canvas: Canvas, held: Held) -> None:
        self.canvas, self.moves = canvas, held.moves[-MOST:]
        self.hidden = len(held.moves) - len(self.moves)
        self.before = self.hidden + 1  # the number of the first column
        self.step = min(WIDEST, (RIGHT - LEFT) / max(len(self.moves), 1))

    def draw(self) -> None:
        """The rows, a column for each move, and the moves in words."""
        canvas = self.canvas
        self.top = canvas.y + 44
        for n, tier in enumerate(TIERS):
            y = self.top + ROW * n
            canvas.line(LEFT, y, RIGHT, y, RULE)
            canvas.text(MARGIN + 10, y + 4.5, TIERS[tier], LEFT - MARGIN - 14, font_weight="bold")
        canvas.text(LEFT - 8, self.top - 20, "move", fill=MUTED, text_anchor="end")
        for n, move in enumerate(self.moves):
            self._column(n, move)
        canvas.y = self.top + ROW * (len(TIERS) - 1) + 18
        if self.hidden:
            canvas.notes([f"… after {counted(self.hidden, 'earlier move')}; the text form lists them all."])
        for n, move in enumerate(self.moves):
            self._words(n, move)

    def _y(self, tier: str) -> float | None:
        """The row of a tier; None for any other place."""
        return self.top + ROW * list(TIERS).index(tier) if tier in TIERS else None

    def _column(self, n: int, move: Move) -> None:
        x, canvas, tip = LEFT + self.step * (n + 0.5), self.canvas, short(move.why, 200)
        canvas.text(x, self.top - 20, self.before + n, fill=MUTED, text_anchor="middle")
        source, target = self._y(move.source), self._y(move.target)
        if target is None:
            for y in [source] if source is not None else map(self._y, TIERS):
                canvas.cross(x, y or 0.0, 6, tip)
        elif source is None or source == target:
            self._written(x, target, tip)
        else:
            self._arrow(x, source, target, tip)

    def _written(self, x: float, y: float, tip: str) -> None:
        self.canvas.box(x - 8, y - 8, 16, 16, WRITTEN, tip)
        letter(self.canvas, x - 8, y - 8, 16, 16, WRITTEN)

    def _arrow(self, x: float, source: float, target: float, tip: str) -> None:
        down = 1 if target > source else -1
        self.canvas.element("circle", cx=x, cy=source, r=4, fill=BLUE)
        middle = (source + target) / 2
        points = [(x, source), (x, middle), (x, middle), (x, target - 12 * down)]
        self.canvas.curve(points, (x, target - 2 * down), BLUE, tip, stroke_width=2)

    def _words(self, n: int, move: Move) -> None:
        canvas = self.canvas
        canvas.text(MARGIN + 22, canvas.y + 14, self.before + n, fill=MUTED, text_anchor="end")
        canvas.text(
            MARGIN + 32, canvas.y + 14, f"{short(move.source) or '·'} → {short(move.target) or '×'}", 100
        )
        canvas.text(WHEN, canvas.y + 14, date(move.at, "%m-%d %H:%M"), 90, fill=MUTED)
        lines = wrap(short(move.why, 300), RIGHT - WHY) or ["–"]
        for line in [*lines[:1], " ".join(lines[1:])][: len(lines)]:
            canvas.text(WHY, canvas.y + 14, line, RIGHT - WHY)
            canvas.y += LINE
        canvas.y += 2
