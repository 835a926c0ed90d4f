"""Pictures of a report on chats: what is dead in each conversation, live after each turn, and lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from memlab.chats import Report
from memlab.chats.report import OPTIMUM, ConversationReport
from memlab.chats.report_text import percent
from memlab.replay.curve import Curve
from memlab.view.curves import miss_curves
from memlab.view.picture import Picture, clean, counted, listing, number, table
from memlab.view.pressure import HALO
from memlab.view.svg import (
    BLUE,
    DEAD,
    GREY,
    INK,
    KEPT,
    LINE,
    MARGIN,
    MUTED,
    WIDTH,
    Canvas,
    Mark,
    Point,
    measure,
)

BARS, ROW = 20, 26
NUMBERS = WIDTH - MARGIN - 92.0  # right end of the column of tokens; that of the shares is the card's
LEFT, RIGHT, HEIGHT = MARGIN + 64.0, float(WIDTH - MARGIN), 190.0
ABOVE = 1.6  # how far the scale of the live tokens goes beyond what is of interest
BUDGET = Mark("the budget", INK, "", weight=2, dash="1 3")
SAID = Mark("all that was said", GREY, "", weight=1.6, dash="7 4")


def conversation_bars(report: Report) -> Picture:
    """A bar for each of the largest conversations: the tokens needed again, and behind them the dead ones."""
    rows = report.conversations[:BARS]
    canvas = Canvas(_weight(report))
    if rows:
        _bars(canvas, rows)
        canvas.legend((KEPT, "needed again"), (DEAD, "dead: never needed again"))
    hidden = report.totals.conversations - len(rows)
    canvas.notes([f"{counted(hidden, 'smaller conversation')} not shown."] * (hidden > 0))
    told = (f"no. {row.number} {clean(row.title)} {row.tokens:,}, {row.dead_tokens:,} dead" for row in rows)
    words = f"A bar of tokens for each conversation, the largest first. {listing(told, BARS)}"
    cells = [
        [f"{r.number} {clean(r.title)}", r.tokens, r.tokens - r.dead_tokens, r.dead_tokens] for r in rows
    ]
    header = ["conversation", "tokens", "needed again", "dead"]
    return canvas.picture(words, table(canvas.title, header, cells))


def _weight(report: Report) -> str:
    totals = report.totals
    if not totals.tokens:
        return "No token was spent: there is nothing to weigh"
    where = counted(totals.conversations, "conversation")
    return f"{percent(totals.dead_share)} of {counted(totals.tokens, 'token')} in {where} are dead weight"


def _bars(canvas: Canvas, rows: Sequence[ConversationReport]) -> None:
    left = MARGIN + min(max(measure(_label(row)) for row in rows), 230) + 10
    scale = (NUMBERS - 66 - left) / max(*(row.tokens for row in rows), 1)
    canvas.y += LINE
    for x, words in ((NUMBERS, "tokens"), (RIGHT, "dead")):
        canvas.text(x, canvas.y - 4, words, text_anchor="end", fill=MUTED)
    top = canvas.y
    for row in rows:
        _bar(canvas, row, left, scale)
    canvas.line(left, top, left, canvas.y, MUTED)


def _bar(canvas: Canvas, row: ConversationReport, left: float, scale: float) -> None:
    y, live = canvas.y, row.tokens - row.dead_tokens
    tip = f"{_label(row)}: {live:,} tokens needed again, {row.dead_tokens:,} dead"
    canvas.text(left - 8, y + 17, _label(row), left - MARGIN - 8, text_anchor="end")
    if live:
        canvas.box(left, y + 4, live * scale, ROW - 8, KEPT, tip, rx=0)
    if row.dead_tokens:
        canvas.box(left + live * scale, y + 4, row.dead_tokens * scale, ROW - 8, DEAD, tip, rx=0)
    canvas.text(NUMBERS, y + 17, f"{row.tokens:,}", text_anchor="end")
    share = percent(row.dead_tokens / row.tokens) if row.tokens else "–"
    canvas.text(RIGHT, y + 17, share, text_anchor="end")
    canvas.y += ROW


def _label(row: ConversationReport) -> str:
    return f"{row.number} {clean(row.title)}".strip()


def live_tokens(conversation: ConversationReport, budget: int) -> Picture:
    """The tokens that are live after each message, under all that was said so far, against the budget.

    The scale ends a little above the budget and the peak; the line of all that was said may leave it.
    """
    live = [turn.live_tokens for turn in conversation.turns]
    said = list(accumulate(turn.tokens for turn in conversation.turns))
    canvas = Canvas(_need(conversation, budget))
    if live:
        _draw(canvas, live, said, budget)
        canvas.legend((KEPT, "live: a later message needs it"), (SAID, SAID.name), (BUDGET, BUDGET.name))
    peak = f"{max(live, default=0):,} tokens after message {conversation.peak_turn}"
    words = f"Live tokens after each of {len(live):,} messages: at most {peak}; the budget is {budget:,}."
    rows = [[turn.number, turn.role, a, b] for turn, a, b in zip(conversation.turns, live, said, strict=True)]
    header = ["message", "role", "live tokens", "said so far"]
    return canvas.picture(words, table(canvas.title, header, rows))


def _need(conversation: ConversationReport, budget: int) -> str:
    peak, of = conversation.peak_tokens, counted(conversation.tokens, "token")
    if not peak:
        return f"Conversation {conversation.number}: none of {of} is ever needed again"
    fits = "fits into" if peak <= budget else "does not fit into"
    told = f"of {of} at most {peak:,} are live at once, which {fits} {budget:,}"
    return f"Conversation {conversation.number}: {told}"


def _draw(canvas: Canvas, live: Sequence[int], said: Sequence[int], budget: int) -> None:
    most = min(max(said[-1], budget), ABOVE * max(*live, budget)) or 1
    top, bottom, step = canvas.y + LINE, canvas.y + LINE + HEIGHT, (RIGHT - LEFT) / len(live)

    def y(tokens: float) -> float:
        return bottom - HEIGHT * min(tokens / most, 1)

    for place in (0, most / 2, most):
        canvas.line(LEFT, y(place), RIGHT, y(place))
        canvas.text(LEFT - 8, y(place) + 4, number(round(place)), text_anchor="end", fill=MUTED)
    canvas.text(LEFT - 8, top - 10, "tokens", text_anchor="end", fill=MUTED)
    _area(canvas, _stairs(live, step, y), bottom)
    within = [tokens for tokens in said if tokens <= most]
    canvas.path(
        _stairs(within, step, y), SAID.stroke, SAID.name, stroke_width=1.6, stroke_dasharray=SAID.dash
    )
    if len(within) < len(said):
        x = min(LEFT + len(within) * step + 4, RIGHT - 130)
        canvas.text(x, top + 14, f"↑ up to {said[-1]:,}", fill=MUTED, **HALO)
    canvas.line(LEFT, y(budget), RIGHT, y(budget), INK, stroke_width=2, stroke_dasharray=BUDGET.dash)
    canvas.text(LEFT + 6, y(budget) - 5, f"budget {budget:,}", font_weight="bold", **HALO)
    _axis(canvas, len(live), step, bottom)
    canvas.y = bottom + 2 * LINE


def _stairs(values: Sequence[float], step: float, y: Callable[[float], float]) -> list[Point]:
    corners = ((LEFT + (n + side) * step, y(v)) for n, v in enumerate(values) for side in (0, 1))
    return list(corners)


def _area(canvas: Canvas, stairs: list[Point], bottom: float) -> None:
    outline = [(LEFT, bottom), *stairs, (stairs[-1][0], bottom)]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline) + "Z"
    canvas.element("path", tip=KEPT.name, d=d, fill=KEPT.fill, stroke=BLUE, stroke_width=KEPT.weight)


def _axis(canvas: Canvas, count: int, step: float, bottom: float) -> None:
    """Numbers of messages, as many as stand apart."""
    every = max(1, -(-int(measure(f"{count}  ")) // max(int(step), 1))) if step < 40 else 1
    for n in range(0, count, every):
        canvas.text(LEFT + (n + 0.5) * step, bottom + 16, n + 1, text_anchor="middle", fill=MUTED)
    canvas.text(LEFT - 8, bottom + 16, "message", text_anchor="end", fill=MUTED)


def losses(report: Report) -> Picture:
    """The share of needed messages that each policy has lost, over budgets, above the least possible."""
    needed = report.totals.needs
    curves = {c.policy: Curve(c.policy, report.budgets, c.missed, needed) for c in report.curves}
    best = curves.pop(OPTIMUM, None)
    return miss_curves(curves, report.budget, best, "tokens")
