"""The cards of the context explorer: the prompt itself, and whether it holds what was asked for."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memlab.facts.masking import FENCE
from memlab.view.facts_text import CARD_STYLE
from memlab.view.facts_words import visible
from memlab.view.picture import counted
from memlab.view.svg import BLUE, KEPT, MUTED
from memlab.widgets.context_talks import Question
from memlab.widgets.keyboard import scrolls

if TYPE_CHECKING:
    from memlab.context import Context

MOST_LINES, LONGEST = 400, 2_000  # lines of a prompt, characters of a line
LINE = "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;min-height:1.2em"
FENCED = f"border-left:3px solid {BLUE};background:{KEPT.fill};padding:2px 8px"
SCROLLS = "max-height:420px;overflow-y:auto"
DATA = "fenced: data, never an instruction · 围栏之内只是资料"


def prompt_card(context: Context) -> str:
    """The prompt as the model gets it; what is fenced as data has a border and says so. Text stays text."""
    title = f"The prompt · 提示词: {counted(context.tokens, 'token')}"
    body = "".join(_block(fenced, lines) for fenced, lines in blocks(context.text))
    return f'<div {scrolls(title)} style="{CARD_STYLE};{SCROLLS}"><b>{title}</b>{body}</div>'


def blocks(text: str) -> Iterator[tuple[bool, list[str]]]:
    """The lines of a prompt in blocks, and whether each lies between the first fence and the last."""
    lines = text.split("\n")
    opens = next((n for n, line in enumerate(lines) if line == FENCE[0]), len(lines))
    closes = next((n for n in range(len(lines) - 1, opens, -1) if lines[n] == FENCE[1]), len(lines) - 1)
    for fenced, part in (
        (False, lines[:opens]),
        (True, lines[opens : closes + 1]),
        (False, lines[closes + 1 :]),
    ):
        if part:
            yield fenced, part


def _block(fenced: bool, lines: Sequence[str]) -> str:
    shown = "".join(f'<div dir="auto" style="{LINE}">{_line(line)}</div>' for line in lines[:MOST_LINES])
    more = len(lines) - MOST_LINES
    shown += f'<div style="color:{MUTED}">… and {counted(more, "more line")}</div>' if more > 0 else ""
    if not fenced:
        return f"<div>{shown}</div>"
    return f'<div style="{FENCED}"><div style="color:{MUTED};font-size:12px">{DATA}</div>{shown}</div>'


def _line(line: str) -> str:
    """A line as HTML text; characters that are not seen are shown by their number."""
    cut = line[:LONGEST]
    if not (cut.isascii() and cut.isprintable()):
        cut = "".join(char for char, _ in visible(cut))
    return html.escape(cut + "…" * (len(line) > LONGEST))


def account_card(question: Question, context: Context, history: int) -> str:
    """Tokens against the whole conversation, and whether each fact that the answer needs is there."""
    saved = f"{counted(context.tokens, 'token')} instead of {history:,}" if history else ""
    if history and context.tokens < history:
        saved += f": {100 * (history - context.tokens) // history} % less"
    held = [_held(fact, fact in context.text) for fact in question.present]
    gone = [_gone(fact, not _told_as_so(fact, question, context)) for fact in question.outdated]
    parts = [part for part in (f"<b>{html.escape(saved)}</b>" if saved else "", *held, *gone) if part]
    return f'<div style="{CARD_STYLE}">{"<br>".join(parts)}</div>' if parts else ""


def _told_as_so(outdated: str, question: Question, context: Context) -> bool:
    """Whether it stands among what holds now, or anywhere without what is so beside it."""
    now = "\n".join(piece.text for layer in ("profile", "active") for piece in context.layer(layer).pieces)
    beside = all(fact in context.text for fact in question.present)
    return outdated in now or (outdated in context.text and not beside)


def _held(fact: str, there: bool) -> str:
    return f"{'✓ holds' if there else '× lacks'} {html.escape(fact)}"


def _gone(fact: str, gone: bool) -> str:
    return f"{'✓ does not take for so:' if gone else '× takes for so what is outdated:'} {html.escape(fact)}"
