"""Evicted too early: what went although it was read later, how much later, and what would have kept it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memlab.view.picture import Picture, clean, counted, listing, number, table
from memlab.view.svg import MARGIN, MUTED, WIDTH, Canvas

if TYPE_CHECKING:
    from memlab.replay import TooEarly

MOST_ROWS, ROW = 12, 42.0
HEADER = ("memory", "evicted at", "read again at", "later by", "what would have kept it")
RIGHTS = (MARGIN + 224.0, MARGIN + 314.0, MARGIN + 384.0)  # the right ends of the three columns of numbers
SAVED = MARGIN + 412.0


def too_early_table(rows: Sequence[TooEarly]) -> Picture:
    """A row for each: when it went, when it was read again, with which reason, and what would have kept it.

    Accesses count from 1. Beyond 12 rows the rest is only in the text form.
    """
    canvas = Canvas(_title(rows))
    if rows:
        _head(canvas)
    for row in rows[:MOST_ROWS]:
        _row(canvas, row)
    canvas.notes(_notes(rows))
    cells = [[*_cells(row), clean(row.departure.reason)] for row in rows]
    header = [*HEADER, "reason"]
    lines = (f"{name} at {at}, read again at {again}" for name, at, again, *_ in cells)
    description = f"A row for each eviction that came too early. {listing(lines, 40)}"
    return canvas.picture(description, table(_title(rows), header, cells))


def _notes(rows: Sequence[TooEarly]) -> list[str]:
    hidden, notes = len(rows) - MOST_ROWS, []
    if any(row.saved_by.capacity is not None and not row.saved_by.exact for row in rows[:MOST_ROWS]):
        notes.append("Room: the smallest capacity that was tried and keeps it.")
    return [*notes, *[f"Only in the text form: {counted(hidden, 'more row')}."] * (hidden > 0)]


def _title(rows: Sequence[TooEarly]) -> str:
    if not rows:
        return "In the whole log nothing is evicted too early"
    soonest = min(rows, key=lambda row: row.wait)
    name, wait = clean(soonest.departure.key), soonest.wait
    return f"In the whole log, evicted too early: {name} is read again only {_accesses(wait)} after it went"


def _accesses(count: int) -> str:
    return f"{count:,} access" + "es" * (count != 1)


def _cells(row: TooEarly) -> list[object]:
    gone = row.departure
    return [clean(gone.key), gone.position + 1, row.needed_at + 1, row.wait, _kept_by(row)]


def _kept_by(row: TooEarly) -> str:
    saved = row.saved_by
    ways = [] if saved.capacity is None else [f"room for {number(saved.capacity)}"]
    ways += ["a pin"] * saved.pin
    ways += [" or ".join(map(clean, saved.policies))] * bool(saved.policies)
    return "; ".join(ways) or "–"


def _head(canvas: Canvas) -> None:
    y = canvas.y + 12
    canvas.text(MARGIN + 24, y, HEADER[0], fill=MUTED)
    for x, word in zip(RIGHTS, HEADER[1:4], strict=True):
        canvas.text(x, y, word, fill=MUTED, text_anchor="end")
    canvas.text(SAVED, y, HEADER[4], fill=MUTED)
    canvas.y += 20


def _row(canvas: Canvas, row: TooEarly) -> None:
    y, (name, *numbers, kept) = canvas.y, _cells(row)
    canvas.line(MARGIN, y, WIDTH - MARGIN, y)
    canvas.cross(MARGIN + 10, y + 13, 4.5)
    canvas.text(MARGIN + 24, y + 17, name, RIGHTS[0] - 76 - MARGIN - 24, font_weight="bold")
    for x, value in zip(RIGHTS, numbers, strict=True):
        canvas.text(x, y + 17, f"{value:,}", text_anchor="end")
    canvas.text(SAVED, y + 17, kept, WIDTH - MARGIN - SAVED)
    canvas.text(MARGIN + 24, y + 34, row.departure.reason, WIDTH - 2 * MARGIN - 24, fill=MUTED)
    canvas.y += ROW
