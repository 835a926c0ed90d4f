"""Two processes on one memory: a lane each, and between them what the server holds, command by command."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memlab.view.picture import Picture, table
from memlab.view.svg import CONFLICT, DEAD, EVICTED, KEPT, MARGIN, MUTED, RULE, USED, WIDTH, Canvas, Mark

if TYPE_CHECKING:
    from memlab.tiers.scale.interleaving import Played, Step

LEFT, HIGH, GAP = MARGIN + 76.0, 44.0, 14.0
REMOVES = replace(EVICTED, sign="")
MARKS = {"ZRANGE": USED, "WATCH": USED, "ZREM": REMOVES, "EXEC": REMOVES, "EVAL": REMOVES, "power": CONFLICT}
CUT = ("power", "cut")


def two_processes(played: Played) -> Picture:
    """Lanes of A and B over time, the sorted set between them, the archive below, and what is wrong at last.

    A column is one command that reaches the server: its name, and under it the answer. In the middle stands
    how many memories the set holds and which is the lowest. Each fault is a sentence with !! before it.
    """
    canvas = Canvas(_title(played))
    width = min((WIDTH - MARGIN - LEFT) / max(len(played.steps), 1), 110.0)
    for n, name in enumerate(("process A", "hot", "process B", "archive")):
        canvas.text(
            MARGIN,
            canvas.y + HIGH * (n + 0.6) + GAP * n - 10 * (n == 3),
            name,
            LEFT - MARGIN - 6,
            font_weight="bold",
        )
    middle = canvas.y + HIGH + GAP
    canvas.box(LEFT, middle, width * len(played.steps), HIGH, Mark("", RULE, "#f7f7f7"))
    for n, step in enumerate(played.steps):
        _column(canvas, step, LEFT + n * width, width, middle)
    canvas.y = middle + 3 * HIGH + 2 * GAP
    canvas.legend((USED, "looks"), (REMOVES, "removes"), (KEPT, "writes"), (DEAD, "refused"))
    lines = [f"!! {fault}." for fault in played.faults] or [f"The books are right: {_books(played)}."]
    canvas.notes(lines, at_most=3, keep=True)
    about = f"A: {played.way}. B {played.rival}. Order {played.order}. {_title(played)}."
    return canvas.picture(about, _text(played))


def _column(canvas: Canvas, step: Step, x: float, width: float, middle: float) -> None:
    """One command in its lane, tied to the set, and what the set holds after it."""
    above = step.process == "A"
    top = middle - HIGH - GAP if above else middle + HIGH + GAP
    room, centre = width - 8, x + width / 2
    canvas.line(centre, middle - GAP if above else middle + HIGH, centre, middle if above else top, MUTED)
    canvas.box(x + 3, top, width - 6, HIGH, _mark(step), f"{step.process}: {step.command} {step.reply}")
    centred: dict[str, str] = {"text_anchor": "middle"}
    canvas.text(centre, top + 18, step.command, room, font_weight="bold", size=12, **centred)
    canvas.text(centre, top + 35, step.reply, room, size=12, **centred)
    canvas.text(centre, middle + 18, f"{len(step.hot)} held", room, size=12, **centred)
    canvas.text(centre, middle + 35, step.hot[0] if step.hot else "–", room, size=12, fill=MUTED, **centred)
    below = middle + 2 * (HIGH + GAP) + 12
    for n, name in enumerate(step.archive[-2:] or ("–",)):
        canvas.text(centre, below + 16 * n, name, room, size=12, **centred)


def _mark(step: Step) -> Mark:
    return DEAD if step.reply in ("refused", "0 removed", "not there") else MARKS.get(step.command, KEPT)


def _title(played: Played) -> str:
    found = played.faults[0] if played.faults else "nothing is lost and nothing doubled"
    return f"Order {played.order}: {found}"


def _books(played: Played) -> str:
    c = played.counts
    return f"pushed {c['pushed']} = resident {c['resident']} + archived {c['archived']}"


def _text(played: Played) -> str:
    rows = [
        [n, s.process, s.command, s.reply, len(s.hot), ", ".join(s.archive) or "–"]
        for n, s in enumerate(played.steps, start=1)
    ]
    header = ["step", "process", "command", "answer", "held", "archive"]
    return table(_title(played), header, rows, [*played.faults[1:], _books(played)])
