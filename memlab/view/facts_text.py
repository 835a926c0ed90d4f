"""Marked text: an utterance in which the candidates' values are marked and numbered, and what each is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from memlab.view.facts_words import definition, short, visible
from memlab.view.picture import counted
from memlab.view.svg import CARD, DEAD, FONTS, INK, KEPT, MUTED, RULE, Mark, escape

if TYPE_CHECKING:
    from memlab.facts import Candidate

MOST_CHARACTERS = 1_000  # of an utterance
MOST_CANDIDATES = 30
WRAP = "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate"
CARD_STYLE = (
    f"box-sizing:border-box;width:720px;max-width:100%;padding:8px 12px;border:1px solid {RULE};"
    f"border-radius:6px;background:{CARD};color:{INK};font:13px/1.6 {FONTS};overflow:hidden"
)


@dataclass(frozen=True, repr=False)
class MarkedText:
    """An utterance with its marks: notebooks show `html`, terminals and tests read `text`."""

    html: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": f'<div style="{escape(CARD_STYLE)}">{self.html}</div>', "text/plain": self.text}


def marked(text: str, candidates: Iterable[Candidate] = ()) -> MarkedText:
    """The text with each candidate's value marked and numbered, and under it what was read there.

    What is no fact (a question, a wish, a quotation …) has a dashed mark and says what it is. Text is always
    shown as text: markup is escaped, characters that are not seen are shown by their number, and what runs
    from right to left keeps to itself. Of a long text the first 1,000 characters are shown.

    >>> from memlab.facts.candidate import Candidate
    >>> marked("I live in <b>.", [Candidate("city", "<b>", span=(10, 13), rule="english")])
    I live in [1 <b>].
      1 city = <b> · rule english · stated · 95 %
    """
    found = list(candidates)
    labels = [f"{n} {_label(c)}" for n, c in enumerate(found[:MOST_CANDIDATES], start=1)]
    more = len(found) - len(labels)
    labels += [f"… and {counted(more, 'more candidate')}"] if more else []
    pieces = _pieces(text[:MOST_CHARACTERS], found[:MOST_CANDIDATES])
    rest = len(text) - MOST_CHARACTERS
    tail = f" … {counted(rest, 'more character')}" if rest > 0 else ""
    body = "".join(_piece_html(piece, number, found) for piece, number in pieces)
    shown = f'<div style="{WRAP}" dir="auto">{body}</div>'
    under = f'<div style="color:{MUTED}">{escape(tail)}</div>' if tail else ""
    lines = "".join(_label_html(label, n, found) for n, label in enumerate(labels))
    plain = "".join(_piece_text(piece, number) for piece, number in pieces) + tail
    return MarkedText(shown + under + lines, "\n".join([plain, *(f"  {label}" for label in labels)]))


def _label(c: Candidate) -> str:
    """What was read, by which rule, how it was said and how sure that is."""
    when = [] if c.time.tense == "present" else [c.time.tense]
    when += [f"when: {short(c.time.words)}"] if c.time.words else []
    words = ["a change"] * c.change + ["ends it"] * c.ends + ["forgets it"] * c.forgets
    words += [f"not {short(c.replaces)}"] if c.replaces else []
    mood = c.mood if c.is_fact else f"{c.mood}: no fact"
    rule = f"rule {short(c.rule)}" if c.rule else "no rule"
    return " · ".join([definition(c), rule, mood, f"{c.confidence:.0%}".replace("%", " %"), *when, *words])


def _pieces(text: str, found: Sequence[Candidate]) -> list[tuple[str, tuple[int, ...]]]:
    """The text cut where marks begin and end, each piece with the numbers of its marks."""
    spans = [(max(a, 0), min(b, len(text))) for a, b in (c.span for c in found)]
    cuts = sorted({0, len(text), *(cut for a, b in spans if a < b for cut in (a, b))})
    return [
        (text[a:b], tuple(n for n, (x, y) in enumerate(spans, start=1) if x <= a and b <= y))
        for a, b in pairwise(cuts)
    ]


def _mark(numbers: Sequence[int], found: Sequence[Candidate]) -> Mark:
    return KEPT if any(found[n - 1].is_fact for n in numbers) else DEAD


def _piece_html(piece: str, numbers: Sequence[int], found: Sequence[Candidate]) -> str:
    inside = "".join(_chip(c) if hidden else _plain(c) for c, hidden in visible(piece))
    if not numbers:
        return inside
    mark = _mark(numbers, found)
    style = (
        f"{WRAP};color:{INK};background:{mark.fill};border-radius:3px;padding:0 2px;"
        f"border-bottom:2px {'dashed' if mark.dash else 'solid'} {mark.stroke}"
    )
    names = ",".join(map(str, numbers))
    return f'<mark style="{style}"><b style="font-size:11px">{names} </b>{inside}</mark>'


def _plain(char: str) -> str:
    return {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}.get(char, char)


def _chip(code: str) -> str:
    return (
        f'<span style="border:1px solid {MUTED};color:{MUTED};font-size:11px;border-radius:3px">{code}</span>'
    )


def _label_html(label: str, n: int, found: Sequence[Candidate]) -> str:
    plain = n < len(found) and found[n].is_fact
    style = f"{WRAP};font-size:12px;padding-left:16px;color:{INK if plain else MUTED}"
    return f'<div style="{style}">{escape(label)}</div>'


def _piece_text(piece: str, numbers: Sequence[int]) -> str:
    shown = "".join(c for c, _ in visible(piece))
    return f"[{','.join(map(str, numbers))} {shown}]" if numbers else shown
