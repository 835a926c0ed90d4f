"""Three tiers of a store: hot, warm and cold as bands, and one memory's way through them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memlab.view.facts_words import short
from memlab.view.picture import Picture
from memlab.view.segments import letter
from memlab.view.svg import (
    CARD,
    KEPT,
    LINE,
    LOOKED_AT,
    MARGIN,
    MUTED,
    PINNED,
    RULE,
    WIDTH,
    Canvas,
    Mark,
    measure,
)
from memlab.view.tiers_way import Way
from memlab.view.tiers_words import ARCHIVED, DIFFERS, EMPTY, ENDED, EXPIRED, TIERS, Held

if TYPE_CHECKING:
    from memlab.tiers.receipts import Difference, Move, Tiers

MOST, MOST_DIFFERENCES = 14, 5  # chips of a band; rows
LEFT, RIGHT = MARGIN + 84.0, WIDTH - MARGIN - 8.0
CHIP, HIGH, WIDEST = 30.0, 22.0, 168.0  # from chip to chip downwards, its height, its greatest width


def tiers_picture(
    tiers: Tiers,
    moves: Sequence[Move] = (),
    id: str | None = None,
    differences: Sequence[Difference] = (),
    now: float | None = None,
) -> Picture:
    """What each tier holds, as a band of memories, and below them the way of the memory `id` if it is given.

    `differences` are those of `store.reconcile(heal=False)`: they are marked, with the direction of their
    mend. Ages and expiry are those at `now` (UTC seconds), by itself the latest moment that is known. Of more
    than 14 memories of a tier, and of more than 12 moves, the rest is only in the text form.
    """
    held = Held(tiers, moves, id, differences, now)
    canvas = Canvas(held.title)
    for tier in TIERS:
        _Band(canvas, held, tier).draw()
    _legend(canvas, held)
    if id is not None and held.legs:
        Way(canvas, held).draw()
    canvas.notes(
        [f"!! {short(d.id, 40)}: {short(d.direction)} ({short(d.why, 120)})" for d in held.differences],
        MOST_DIFFERENCES,
    )
    return canvas.picture(held.description, held.text)


def _legend(canvas: Canvas, held: Held) -> None:
    """The looks that occur."""
    shown = {held.mark(tier, id).name for tier in TIERS for id in held.ids[tier][:MOST]}
    marks = (KEPT, PINNED, ARCHIVED, EXPIRED, ENDED, DIFFERS)
    looked_at = [(LOOKED_AT, "looked at")] * (held.id is not None)
    canvas.legend(*((mark, mark.name) for mark in marks if mark.name in shown), *looked_at)


class _Band:
    """One tier: its name, and its memories in rows."""

    def __init__(self, canvas: Canvas, held: Held, tier: str) -> None:
        self.canvas, self.held, self.tier = canvas, held, tier
        self.ids = held.ids[tier][:MOST]
        if held.id in held.ids[tier] and held.id not in self.ids:
            self.ids[-1] = held.id  # the one looked at is always drawn

    def draw(self) -> None:
        canvas, rows = self.canvas, self._rows()
        hidden = len(self.held.ids[self.tier]) - len(self.ids)
        height = 12 + CHIP * max(len(rows), 1) + LINE * (hidden > 0)
        canvas.box(MARGIN, canvas.y, WIDTH - 2 * MARGIN, height, Mark("", RULE, CARD))
        canvas.text(MARGIN + 10, canvas.y + 24, TIERS[self.tier], LEFT - MARGIN - 14, font_weight="bold")
        for n, row in enumerate(rows):
            x = LEFT
            for id, width in row:
                self._chip(id, x, canvas.y + 10 + CHIP * n, width)
                x += width + 8
        if not rows:
            canvas.text(LEFT, canvas.y + 24, EMPTY[self.tier], fill=MUTED)
        if hidden > 0:
            canvas.text(LEFT, canvas.y + height - 8, f"and {hidden:,} more", fill=MUTED)
        canvas.y += height + 8

    def _rows(self) -> list[list[tuple[str, float]]]:
        rows: list[list[tuple[str, float]]] = []
        room = 0.0
        for id in self.ids:
            width = self._width(id)
            if width > room:
                rows.append([])
                room = RIGHT - LEFT
            rows[-1].append((id, width))
            room -= width + 8
        return rows

    def _width(self, id: str) -> float:
        value = self.held.value(self.tier, id)
        beside = measure(value, 12) + 8 if value else 0.0
        return min(16 + self._indent(id) + measure(short(id, 40)) + beside, WIDEST)

    def _indent(self, id: str) -> float:
        return 18.0 if self.held.mark(self.tier, id).sign else 0.0

    def _chip(self, id: str, x: float, y: float, width: float) -> None:
        canvas, mark, value = self.canvas, self.held.mark(self.tier, id), self.held.value(self.tier, id)
        if id == self.held.id:
            canvas.box(x - 3, y - 3, width + 6, HIGH + 6, Mark("", LOOKED_AT.stroke, CARD, LOOKED_AT.weight))
        canvas.box(x, y, width, HIGH, mark, self.held.says(id))
        indent = self._indent(id)
        if mark.sign:
            letter(canvas, x + 4, y, indent, HIGH, mark)
        beside = measure(value, 12) + 8 if value else 0.0
        canvas.text(
            x + 8 + indent, y + 15.5, short(id, 40), width - 14 - indent - beside, tip=self.held.says(id)
        )
        if value:
            canvas.text(x + width - 6, y + 15.5, value, size=12, fill=MUTED, text_anchor="end")
