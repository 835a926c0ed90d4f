"""How much room each kind of memory took, turn by turn: a row a kind, a cross where something was lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import fsum

from memlab.view.picture import Picture, clean, listing, number, table
from memlab.view.svg import EVICTED, KEPT, LINE, MARGIN, MUTED, WIDTH, Canvas, Point, fit

LEFT, RIGHT = MARGIN + 92.0, WIDTH - 176.0
COLUMNS = 136  # of four pixels
ROW, HIGH = 34.0, 26.0


def held_by_kind(
    title: str,
    held: Mapping[str, Sequence[float]],
    lost: Mapping[str, Sequence[int]] | None = None,
    unit: str = "tokens",
) -> Picture:
    """A row for each kind: what it held after every turn, on one scale; the largest on average first.

    `held` is kind → a number for each turn, all of one length. `lost` is kind → the turns, from 1 on, at
    which something went that had to stay. Of a long conversation several turns share a column, by their mean.

    >>> held_by_kind("Chat fills it", {"chat": [4, 8], "date": [3, 0]}, {"date": [2]})
    Chat fills it
    kind  tokens on average  most  lost at turn
    chat                  6     8  –
    date                1.5     3  2
    """
    lost = lost or {}
    kinds = sorted(held, key=lambda kind: -fsum(held[kind]))
    canvas, columns = Canvas(title), {kind: _columns(held[kind]) for kind in kinds}
    full = max((value for values in columns.values() for value in values), default=0) or 1
    for kind in kinds:
        _row(canvas, kind, held[kind], _outline(columns[kind], full), lost.get(kind, ()))
    turns = max(map(len, held.values()), default=0)
    if turns:
        canvas.text(LEFT, canvas.y + 10, "turn 1", fill=MUTED, size=12)
        canvas.text(RIGHT, canvas.y + 10, f"turn {turns:,}", fill=MUTED, size=12, text_anchor="end")
        canvas.y += LINE
    canvas.legend(
        (KEPT, f"held: the highest is {number(full)} {unit}"),
        *([(EVICTED, "lost, and had to stay")] if any(lost.values()) else []),
    )
    rows = [
        [kind, _mean(held[kind]), max(held[kind], default=0), _turns(lost.get(kind, ()))] for kind in kinds
    ]
    text = table(canvas.title, ["kind", f"{unit} on average", "most", "lost at turn"], rows)
    return canvas.picture(_description(kinds, held, lost, unit), text)


def _row(
    canvas: Canvas, kind: str, values: Sequence[float], outline: list[Point], lost: Sequence[int]
) -> None:
    floor, words = canvas.y + HIGH, f"{number(_mean(values))} on average"
    d = "M" + "L".join(f"{x:.1f} {floor - high:.1f}" for x, high in outline)
    canvas.text(LEFT - 8, floor - 6, fit(clean(kind), 84), text_anchor="end")
    canvas.element("path", tip=f"{kind}: {words}", d=d, fill=KEPT.fill, stroke=KEPT.stroke)
    for turn in lost:
        x = LEFT + (RIGHT - LEFT) * (turn - 0.5) / max(len(values), 1)
        canvas.cross(x, canvas.y + 5, 4, f"turn {turn}: lost")
    words += f", {len(lost)} lost" if lost else ""
    canvas.text(RIGHT + 10, floor - 6, words, WIDTH - RIGHT - MARGIN - 10)
    canvas.y += ROW


def _columns(values: Sequence[float]) -> list[float]:
    """At most COLUMNS numbers, each the mean of its turns."""
    count = min(COLUMNS, len(values))
    cuts = [len(values) * column // max(count, 1) for column in range(count + 1)]
    return [_mean(values[start:stop]) for start, stop in pairwise(cuts)]


def _outline(columns: Sequence[float], full: float) -> list[Point]:
    """Steps, one a column: (x, height above the floor)."""
    width = (RIGHT - LEFT) / max(len(columns), 1)
    points = [(LEFT, 0.0)]
    for column, value in enumerate(columns):
        high = HIGH * value / full
        points += [(LEFT + width * column, high), (LEFT + width * (column + 1), high)]
    return [*points, (RIGHT, 0.0)]


def _mean(values: Sequence[float]) -> float:
    mean = fsum(values) / max(len(values), 1)
    return round(mean, 1) if mean < 10 else round(mean)


def _turns(lost: Sequence[int]) -> str:
    return listing(lost, 6) if lost else "–"


def _description(
    kinds: Sequence[str], held: Mapping[str, Sequence[float]], lost: Mapping[str, Sequence[int]], unit: str
) -> str:
    parts = [
        f"{kind} {number(_mean(held[kind]))}" + (f" ({len(lost[kind])} lost)" if lost.get(kind) else "")
        for kind in kinds
    ]
    return f"A row for each kind of memory, over the turns; {unit} on average: {listing(parts)}"
