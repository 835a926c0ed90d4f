"""Recall: what each channel found, in its own order, and how the fused ranking comes out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlab.view.channels_words import EXACT, FELL, OTHER, TERMS, Told
from memlab.view.facts_words import short
from memlab.view.picture import Picture, number
from memlab.view.segments import Segment, letter, stacked_bar
from memlab.view.svg import (
    BLUE,
    GREY,
    INK,
    KEPT,
    LINE,
    MARGIN,
    MUTED,
    PINNED,
    WIDTH,
    Canvas,
    Mark,
)

if TYPE_CHECKING:
    from memlab.tiers.recall import Hit, Recalled

MOST_RANKS, MOST_FELL = 10, 4  # rows of the ranking: of the hits, and beneath them
ROW, BOX = 30.0, 22.0
CELL, GAP = 90.0, 22.0  # a channel's column, and the way from one to the next
FUSED = MARGIN + 3 * (CELL + GAP) + 6
CHIP = 120.0  # a memory of the ranking
SCORE = float(WIDTH - MARGIN)


def recall_channels(recalled: Recalled, top_k: int | None = None) -> Picture:
    """The channels as columns in their own order, lines that lead from there into the fused ranking.

    Its bars are the terms (weight × term) that add up to the score; beneath the line is what fell out of the
    top k (by itself, as many as there are hits). What an exact identifier found is solid blue and bears "=".
    Of more than 10 hits, and more than 4 beneath them, the rest is only in the text form.
    """
    told = Told(recalled, len(recalled.hits) if top_k is None else top_k)
    canvas = Canvas(told.title)
    question = f"question: {short(recalled.query, 200)}"
    canvas.text(MARGIN, canvas.y + 6, question, WIDTH - 2 * MARGIN, fill=MUTED)
    canvas.y += LINE
    if told.ranking:
        _Drawing(told, canvas).draw()
    canvas.notes(told.notes, at_most=3)
    return canvas.picture(told.description, told.text)


class _Drawing:
    """Where each memory lies in each column."""

    def __init__(self, told: Told, canvas: Canvas) -> None:
        self.told, self.canvas = told, canvas
        kept, fell = told.kept[:MOST_RANKS], told.fell[:MOST_FELL]
        self.fused: list[Hit] = [*kept, *fell]
        self.cut = len(kept)
        self.rows = len(self.fused)
        self.top = canvas.y + LINE + 8

    def draw(self) -> None:
        """Heads, lines, and the boxes over them."""
        self._heads()
        for hit in reversed(self.fused):
            self._way(hit)
        for n, channel in enumerate(self.told.columns):
            for place, id in enumerate(self.told.channels[channel][: self.rows]):
                self._cell(n, channel, place, id)
        self._ranking()
        self.canvas.y = self.top + ROW * self.rows + 2
        self._legend()

    def x(self, column: int) -> float:
        return MARGIN + column * (CELL + GAP)

    def y(self, row: int) -> float:
        """The upper edge of a row's box; what fell out lies a little lower."""
        return self.top + ROW * row + (ROW - BOX) / 2

    def _fused_y(self, row: int) -> float:
        return self.y(row) + (6 if row >= self.cut else 0)

    def _heads(self) -> None:
        for n, channel in enumerate(self.told.columns):
            found = len(self.told.channels[channel])
            words = f"{short(channel, 20)} ({found})"
            self.canvas.text(self.x(n), self.top - 6, words, CELL + GAP - 4, font_weight="bold")
        self.canvas.text(FUSED, self.top - 6, "fused ranking", font_weight="bold")
        self.canvas.text(SCORE, self.top - 6, "score", text_anchor="end", fill=MUTED)

    def _look(self, id: str) -> Mark:
        kept = {hit.memory.id for hit in self.fused[: self.cut]}
        return KEPT if id in kept else FELL

    def _way(self, hit: Hit) -> None:
        """The line from a memory's place in each channel to its place in the ranking."""
        id, row = hit.memory.id, self.fused.index(hit)
        points = []
        for n, channel in enumerate(self.told.columns):
            place = self.told.place[channel].get(id, self.rows)
            if place < self.rows:
                y = self.y(place) + BOX / 2
                points += [(self.x(n), y), (self.x(n) + CELL, y)]
        if points:
            points.append((FUSED - 4, self._fused_y(row) + BOX / 2))
            kept = row < self.cut
            look = {"stroke_width": 1.8 if kept else 1.2, "stroke_dasharray": "" if kept else FELL.dash}
            self.canvas.path(points, BLUE if kept else GREY, f"{short(id)}: rank {row + 1}", **look)

    def _cell(self, column: int, channel: str, place: int, id: str) -> None:
        """A memory in its channel's order; beyond the drawn ranks no line leads away from it."""
        mark = EXACT if channel == "identifiers" else self._look(id)
        x, y, canvas = self.x(column), self.y(place), self.canvas
        canvas.box(x, y, CELL, BOX, mark, f"{channel} {place + 1}: {self.told.says(id)}")
        ink = "#ffffff" if mark.fill == mark.stroke else INK
        canvas.text(x + 20, y + 15.5, place + 1, text_anchor="end", fill=ink)
        canvas.text(x + 26, y + 15.5, short(id, 30), CELL - 30, tip=self.told.says(id), fill=ink)

    # -- the ranking

    def _ranking(self) -> None:
        low = min((self._negative(hit) for hit in self.fused), default=0.0)
        high = max((self._positive(hit) for hit in self.fused), default=0.0)
        left, right = FUSED + CHIP + 8, SCORE - 52.0
        scale = (right - left) / max(high - low, 1e-9)
        zero = left - low * scale
        for row, hit in enumerate(self.fused):
            self._rank(row, hit, zero, scale)
        if self.cut < self.rows:
            y = self.top + ROW * self.cut + 3
            self.canvas.line(FUSED, y, SCORE, y, MUTED, stroke_dasharray="2 3")

    @staticmethod
    def _positive(hit: Hit) -> float:
        return sum(value for value in hit.terms.values() if value > 0)

    @staticmethod
    def _negative(hit: Hit) -> float:
        return sum(value for value in hit.terms.values() if value < 0)

    def _rank(self, row: int, hit: Hit, zero: float, scale: float) -> None:
        y, canvas, id = self._fused_y(row), self.canvas, hit.memory.id
        mark = FELL if row >= self.cut else PINNED if hit.memory.pinned else KEPT
        canvas.box(FUSED, y, CHIP, BOX, mark, self.told.says(id))
        rank = "" if row >= self.cut else str(row + 1)
        canvas.text(FUSED + 20, y + 15.5, rank, text_anchor="end", font_weight="bold")
        if not rank:
            canvas.cross(FUSED + 12, y + BOX / 2, 4, "not among the top k")
        exact = id in self.told.exact
        canvas.text(FUSED + 26, y + 15.5, short(id, 30), CHIP - 30 - 14 * exact, tip=self.told.says(id))
        if exact:
            canvas.box(FUSED + CHIP - 18, y + 3, 14, BOX - 6, EXACT, "found by an exact identifier")
            letter(canvas, FUSED + CHIP - 18, y + 3, 14, BOX - 6, EXACT)
        self._bar(hit, y, zero, scale)
        canvas.text(SCORE, y + 15.5, number(hit.score), text_anchor="end", font_weight="bold" if rank else "")

    def _bar(self, hit: Hit, y: float, zero: float, scale: float) -> None:
        """What adds to the score goes to the right of zero, what takes from it to the left."""
        parts = [(TERMS.get(name, OTHER), name, hit.terms.get(name, 0.0)) for name in self.told.terms]
        add = [Segment(mark, v, f"{short(name)} {number(v)}") for mark, name, v in parts if v > 0]
        take = [Segment(mark, -v, f"{short(name)} {number(v)}") for mark, name, v in parts if v < 0]
        stacked_bar(self.canvas, zero, y + 2, BOX - 4, scale, add)
        stacked_bar(self.canvas, zero - sum(s.size for s in take) * scale, y + 2, BOX - 4, scale, take)

    def _legend(self) -> None:
        self.canvas.y += 4 + 6 * (self.cut < self.rows)
        terms = [(TERMS.get(name, OTHER), short(name, 20)) for name in self.told.terms]
        self.canvas.legend(*terms)
        self.canvas.legend((KEPT, "in the top k"), (FELL, "fell out of it"))
