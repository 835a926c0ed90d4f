"""A rebuilt context: six layers in a token budget, what was shortened, and what was left out and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memlab.view.facts_words import short
from memlab.view.picture import Picture, counted, number, table
from memlab.view.segments import Segment, letter, stacked_bar
from memlab.view.svg import (
    BLUE,
    CARD,
    DEAD,
    EVICTED,
    GREEN,
    GREY,
    INK,
    KEPT,
    LINE,
    MARGIN,
    MUTED,
    OPTIMUM,
    RULE,
    USED,
    WIDTH,
    Canvas,
    Mark,
    measure,
)

if TYPE_CHECKING:
    from memlab.context.layers import Context, LayerUse, LeftOut, Piece, Step

MOST_LEFT_OUT, MOST_STEPS = 8, 6  # rows
BAR, ROW = 26.0, 24.0
NAME, CHINESE, TOKENS, PIECES = MARGIN + 28.0, MARGIN + 172.0, MARGIN + 306.0, MARGIN + 322.0
LAYERS: dict[str, tuple[Mark, str, str]] = {  # layer: (mark, its name in English, in Chinese)
    "system": (Mark("system", MUTED, MUTED, sign="1"), "system instruction", "系统指令"),
    "profile": (Mark("profile", BLUE, KEPT.fill, sign="2"), "user profile", "用户档案"),
    "active": (Mark("active", BLUE, BLUE, sign="3"), "project and tasks", "项目和任务"),
    "relevant": (Mark("relevant", GREEN, USED.fill, sign="4"), "relevant memories", "相关记忆"),
    "background": (Mark("background", GREY, DEAD.fill, sign="5"), "background", "背景"),
    "question": (Mark("question", INK, INK, sign="6"), "current question", "当前问题"),
}
OTHER = Mark("other", GREY, CARD, sign="?")
RESERVE = Mark("room for the answer", GREY, CARD, dash="4 3")


def context_bar(context: Context) -> Picture:
    """The six layers as one bar against the budget, a row for each, and beneath it what yielded and why.

    The black line is the budget, the dashed end of it the room that is reserved for the answer. Of more than
    8 memories that were left out, and of more than 6 steps, the rest is only in the text form.
    """
    made = _Layers(context)
    canvas = Canvas(made.title)
    made.bar(canvas)
    for layer in context.layers:
        _row(canvas, layer)
    made.steps(canvas)
    made.left_out(canvas)
    return canvas.picture(made.description, made.text)


class _Layers:
    """The words of a context, and where its parts lie on the card."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.room = context.budget - context.reserve
        self.most = max(context.budget, sum(use.tokens for use in context.layers), 1)

    @property
    def title(self) -> str:
        c, gone = self.context, len(self.context.left_out)
        fits = f"{number(c.tokens)} of {counted(self.room, 'token')}"
        if c.tokens > self.room:
            over = number(c.tokens - self.room)
            fits = f"!! {counted(c.tokens, 'token')}, {over} over the {number(self.room)}"
        left = f"{counted(gone, 'memory')} left out" if gone else "nothing left out"
        return f"{fits} that the question may take: {left}"

    @property
    def description(self) -> str:
        parts = ", ".join(f"{_name(use.name)} {number(use.tokens)}" for use in self.context.layers)
        c = self.context
        return (
            f"A bar of the layers' tokens ({parts}) against a budget of {number(c.budget)}, of which "
            f"{number(c.reserve)} are kept for the answer. {self.title}."
        )

    @property
    def text(self) -> str:
        c = self.context
        budget = [f"budget {number(c.budget)}, reserve {number(c.reserve)}, used {number(c.tokens)}"]
        rows = [
            [_name(use.name), _chinese(use.name), use.tokens, _held(use, 300, _named)] for use in c.layers
        ]
        parts = [table(self.title, ["layer", "层", "tokens", "holds"], rows, budget)]
        if c.steps:
            steps = [[_what(s, 100), s.before, s.after, short(s.why, 200)] for s in c.steps]
            parts.append(table("Steps", ["what", "before", "after", "why"], steps))
        if c.left_out:
            gone = [
                [short(g.id, 40), _name(g.layer), g.tokens, short(g.why, 200), short(g.text, 200)]
                for g in c.left_out
            ]
            parts.append(table("Left out", ["memory", "layer", "tokens", "why", "text"], gone))
        return "\n\n".join(parts)

    # -- drawing

    def bar(self, canvas: Canvas) -> None:
        """All layers beside one another, the reserve, and the black line of the budget."""
        scale, top = (WIDTH - 2 * MARGIN) / self.most, canvas.y + LINE
        parts = [Segment(_mark(use.name), use.tokens, _tip(use)) for use in self.context.layers]
        canvas.box(MARGIN, top, self.most * scale, BAR, Mark("", RULE, CARD), rx=0)
        self._reserve(canvas, top, scale)
        stacked_bar(canvas, MARGIN, top, BAR, scale, parts)
        end = MARGIN + self.context.budget * scale
        canvas.line(end, top - 4, end, top + BAR + 4, OPTIMUM.stroke, stroke_width=OPTIMUM.weight)
        label = f"budget {number(self.context.budget)}"
        canvas.text(max(end, MARGIN + measure(label)), top - 7, label, text_anchor="end", fill=MUTED)
        canvas.y = top + BAR + 12

    def _reserve(self, canvas: Canvas, top: float, scale: float) -> None:
        width = min(self.context.reserve, self.context.budget) * scale
        if width <= 0:
            return
        x = MARGIN + self.context.budget * scale - width
        words = f"{number(self.context.reserve)} for the answer"
        canvas.box(x, top, width, BAR, RESERVE, words, rx=0)
        if measure(words) + 8 <= width:
            canvas.text(x + width / 2, top + BAR / 2 + 4.5, words, fill=MUTED, text_anchor="middle")

    def steps(self, canvas: Canvas) -> None:
        """What was shortened or yielded, step by step, with the tokens before and after."""
        steps = self.context.steps
        if steps:
            _heading(canvas, f"How it came to fit · 压缩步骤: {counted(len(steps), 'step')}")
            _some(canvas, steps, MOST_STEPS, _step_row)

    def left_out(self, canvas: Canvas) -> None:
        """What is not in the context, and why."""
        gone = self.context.left_out
        if gone:
            tokens = counted(sum(g.tokens for g in gone), "token")
            _heading(canvas, f"Left out · 未装入: {counted(len(gone), 'memory')}, {tokens}")
            _some(canvas, gone, MOST_LEFT_OUT, _gone_row)


def _some(canvas: Canvas, rows: Sequence, most: int, draw: Callable) -> None:
    """The first rows; the others are counted."""
    for row in rows[:most]:
        draw(canvas, row)
    if len(rows) > most:
        canvas.notes([f"… and {len(rows) - most:,} more; the text form lists them all."])
        canvas.y += 6


def _mark(layer: str) -> Mark:
    return LAYERS.get(layer, (OTHER,))[0]


def _name(layer: str) -> str:
    return LAYERS[layer][1] if layer in LAYERS else short(layer, 30)


def _chinese(layer: str) -> str:
    return LAYERS[layer][2] if layer in LAYERS else ""


def _held(use: LayerUse, most: int, name: Callable[[Piece], str]) -> str:
    """What a layer holds: how many pieces, and which."""
    names = " · ".join(map(name, use.pieces))
    return short(f"{len(use.pieces)}: {names}", most) if names else "–" if use.tokens else "nothing"


def _named(piece: Piece) -> str:
    """A piece by its id, or the beginning of its text if it has none."""
    return f"{short(piece.id or piece.text, 24)}{' (shortened)' if piece.shortened else ''}"


def _said(piece: Piece) -> str:
    """The beginning of its text, which is a line of a list in the prompt."""
    return f"{short(piece.text.removeprefix('- '), 22)}{' (shortened)' if piece.shortened else ''}"


def _tip(use: LayerUse) -> str:
    pieces = "; ".join(f"{_named(p)}, {number(p.tokens)}: {_said(p)}" for p in use.pieces)
    return short(f"{_name(use.name)}: {counted(use.tokens, 'token')}. {pieces}".removesuffix(". "), 300)


def _row(canvas: Canvas, use: LayerUse) -> None:
    y, mark = canvas.y, _mark(use.name)
    canvas.line(MARGIN, y, WIDTH - MARGIN, y)
    canvas.box(MARGIN, y + 4, 20, 16, mark, _tip(use))
    letter(canvas, MARGIN, y + 4, 20, 16, mark)
    canvas.text(NAME, y + 16.5, _name(use.name), CHINESE - NAME - 8, font_weight="bold")
    canvas.text(CHINESE, y + 16.5, _chinese(use.name), 80, fill=MUTED)
    canvas.text(TOKENS, y + 16.5, number(use.tokens), text_anchor="end")
    canvas.text(
        PIECES, y + 16.5, _held(use, 120, _said), WIDTH - MARGIN - PIECES, fill=INK if use.pieces else MUTED
    )
    canvas.y += ROW


def _heading(canvas: Canvas, words: str) -> None:
    canvas.line(MARGIN, canvas.y, WIDTH - MARGIN, canvas.y)
    canvas.text(MARGIN, canvas.y + 26, words, WIDTH - 2 * MARGIN, font_weight="bold")
    canvas.y += 34


def _what(step: Step, most: int) -> str:
    return short(step.what, most)


def _step_row(canvas: Canvas, step: Step) -> None:
    canvas.text(MARGIN + 20, canvas.y + 14, _what(step, 60), 216)
    change = f"{number(step.before)} → {number(step.after)}"
    canvas.text(TOKENS, canvas.y + 14, change, text_anchor="end")
    canvas.text(PIECES, canvas.y + 14, short(step.why, 120), WIDTH - MARGIN - PIECES, fill=MUTED)
    canvas.y += LINE + 2


def _gone_row(canvas: Canvas, gone: LeftOut) -> None:
    """A cross and the text, the layer and its tokens, and under it the reason."""
    y, mark = canvas.y, _mark(gone.layer)
    canvas.cross(MARGIN + 7, y + 10, 4, EVICTED.name)
    canvas.box(MARGIN + 20, y + 2, 18, 16, mark, _name(gone.layer))
    letter(canvas, MARGIN + 20, y + 2, 18, 16, mark)
    said = short(gone.text.removeprefix("- "), 300)  # it is a line of a list in the prompt
    canvas.text(MARGIN + 46, y + 14, said, TOKENS - MARGIN - 100, said)
    canvas.text(TOKENS, y + 14, number(gone.tokens), text_anchor="end")
    canvas.text(PIECES, y + 14, short(gone.why, 120), WIDTH - MARGIN - PIECES, fill=MUTED)
    canvas.y += LINE + 4
