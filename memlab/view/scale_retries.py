"""Clients that come back to a server: how many ask in each tenth of a second, and how many are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlab.view.picture import Picture, counted, number, table
from memlab.view.svg import EVICTED, KEPT, MARGIN, MUTED, VERMILION, WIDTH, Canvas, Mark

if TYPE_CHECKING:
    from memlab.tiers.scale.retries import Herd

LEFT, HIGH, TICK = MARGIN + 44.0, 170.0, 0.1
SHOWN = 100  # bars: what comes later is told
LINE = Mark("", VERMILION, "", weight=2, dash="4 3")


def herd_of_retries(herd: Herd) -> Picture:
    """Bars over time, blue answered and vermilion refused, with a line at what the server can answer.

    The first ten seconds are drawn; the text form tells each second of all.
    """
    canvas = Canvas(_title(herd))
    bottom = canvas.y + 22 + HIGH
    most = max(max(herd.asked, default=1), herd.serves)
    most += most % 2  # its half stands beside the axis, too
    canvas.text(MARGIN, canvas.y + 12, "attempts in a tenth of a second", fill=MUTED)
    for value in (0, most // 2, most):
        y = bottom - HIGH * value / most
        canvas.line(LEFT, y, WIDTH - MARGIN, y)
        canvas.text(LEFT - 6, y + 4, number(value), fill=MUTED, text_anchor="end")
    _bars(canvas, herd, bottom, HIGH / most)
    line = bottom - HIGH * herd.serves / most
    canvas.line(LEFT, line, WIDTH - MARGIN, line, VERMILION, stroke_dasharray="4 3", stroke_width=2)
    for second in range(0, int(SHOWN * TICK) + 1):
        x = LEFT + second / TICK * _width()
        canvas.text(min(x, WIDTH - MARGIN - 12), bottom + 17, f"{second} s", text_anchor="middle", fill=MUTED)
    canvas.y = bottom + 26
    canvas.legend((KEPT, "answered"), (EVICTED, "refused"), (LINE, "what the server can answer"))
    canvas.notes(_notes(herd), at_most=2, keep=True)
    return canvas.picture(f"Attempts over time. {_title(herd)}.", _text(herd))


def _width() -> float:
    return (WIDTH - MARGIN - LEFT) / SHOWN


def _bars(canvas: Canvas, herd: Herd, bottom: float, unit: float) -> None:
    for n, (asked, answered) in enumerate(zip(herd.asked[:SHOWN], herd.answered[:SHOWN], strict=True)):
        x, refused = LEFT + n * _width() + 0.5, asked - answered
        tip = f"second {n * TICK:.1f}: {asked} ask, {answered} are answered"
        for below, count, mark in ((0, answered, KEPT), (answered, refused, EVICTED)):
            if count:
                high = count * unit
                canvas.box(x, bottom - (below + count) * unit, _width() - 1, high, mark, tip, rx="0")


def _title(herd: Herd) -> str:
    attempts = counted(herd.attempts, "attempt")
    if herd.done is None:
        return f"After 120 s not all of {counted(herd.clients, 'client')} are back, with {attempts}"
    return f"{counted(herd.clients, 'client')}: the last is back after {herd.done:.1f} s, with {attempts}"


def _notes(herd: Herd) -> list[str]:
    refused = herd.attempts - sum(herd.answered)
    later = sum(herd.asked[SHOWN:])
    most = max(herd.asked, default=0)
    told = (
        f"The worst tenth of a second has {counted(most, 'attempt')}; {number(refused)} are refused in all."
    )
    return [told, *[f"{counted(later, 'attempt')} more come after the ten seconds shown."] * (later > 0)]


def _text(herd: Herd) -> str:
    seconds = range(0, len(herd.asked), 10)
    rows = [[n // 10, sum(herd.asked[n : n + 10]), sum(herd.answered[n : n + 10])] for n in seconds]
    return table(_title(herd), ["second", "asked", "answered"], rows[:130], _notes(herd)[:1])
