"""A bar of several parts beside one another: each in its own look, with its own sign where there is room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from memlab.view.svg import CARD, INK, Canvas, Mark, measure

SOLID = 12.0  # size of a sign inside a part


@dataclass(frozen=True)
class Segment:
    """One part of a bar: what it looks like, how much it is, and what a mouse that rests on it reads."""

    mark: Mark
    size: float
    tip: str = ""


def stacked_bar(
    canvas: Canvas, x: float, y: float, height: float, scale: float, segments: Iterable[Segment]
) -> float:
    """Draw the parts from `x` to the right, `scale` pixels a unit; where the last one ends, in pixels.

    A part of nothing is not drawn, one of very little is a pixel wide.
    """
    for segment in segments:
        if segment.size > 0:
            width = max(segment.size * scale, 1.0)
            canvas.box(x, y, width, height, segment.mark, segment.tip, rx=0)
            letter(canvas, x, y, width, height, segment.mark)
            x += width
    return x


def letter(canvas: Canvas, x: float, y: float, width: float, height: float, mark: Mark) -> None:
    """The sign of a mark in the middle of its box, if it fits."""
    if mark.sign and measure(mark.sign, SOLID) + 3 <= width:
        ink = CARD if mark.fill == mark.stroke else INK
        look: dict[str, Any] = {"size": SOLID, "font_weight": "bold", "text_anchor": "middle", "fill": ink}
        canvas.text(x + width / 2, y + height / 2 + 4.3, mark.sign, **look)
