"""The running summary, made without a model: of what leaves the window, the sentences that say most."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from memlab import tokens
from memlab.facts.candidate import USER
from memlab.facts.reading import extract
from memlab.facts.sentences import sentences
from memlab.facts.text import Folded
from memlab.tiers.memory import Memory

_FIGURE = re.compile(r"\d|[A-Z][a-z]*[A-Z]|[\w.]+@\w")
_DECIDED = re.compile(
    r"\b(?:decid|agree|chose|choose|plan|must|never|always|deadline|due|done|finish|instead|chang|cancel)"
    r"|决定|同意|选|计划|必须|不要|截止|完成|改|取消|负责",
    re.I,
)
CUT = "…"


class Line(NamedTuple):
    """A sentence of a summary: where it was said, by whom, and how much it tells."""

    place: int
    speaker: str
    text: str
    score: float


def in_words(lines: Sequence[Line]) -> str:
    """The summary as it is read: a line each, in the order of speaking."""
    return "\n".join(f"{line.speaker}: {line.text}" if line.speaker else line.text for line in lines)


def fold(lines: Sequence[Line], turn: Memory, most: int) -> list[Line]:
    """The lines of a summary after one more turn, in at most `most` tokens.

    Those that tell most stay; of equals the newer. Turn by turn or many at once: the result is the same.

    >>> turn = Memory("u1", "t1", "Hi there! The launch is due on May 4.", place=1, speaker="user")
    >>> in_words(fold([], turn, 14))
    'user: The launch is due on May 4.'
    """
    every = [*lines, *_lines(turn)]
    kept: set[int] = set()
    for n in sorted(range(len(every)), key=lambda n: (-every[n].score, -every[n].place, n)):
        if tokens.count(in_words([every[k] for k in sorted({*kept, n})])) <= most:
            kept.add(n)
    return [every[n] for n in sorted(kept)] or _clipped(every, most)


def _lines(turn: Memory) -> list[Line]:
    found = (s.text.strip() for s in sentences(Folded("", "", turn.text)))
    return [Line(turn.place, turn.speaker, text, _score(text, turn.speaker)) for text in found if text]


def _score(text: str, speaker: str) -> float:
    """How much a sentence tells: facts, figures and decisions; a question tells little."""
    facts = sum(c.is_fact for c in extract(text)) if speaker in (USER, "") else 0
    asks = text.endswith(("?", "？"))
    told = 3.0 * facts + 2.0 * bool(_FIGURE.search(text)) + 1.5 * bool(_DECIDED.search(text))
    return told - 2.0 * asks - 2.5 * (speaker == "assistant")  # who mostly repeats what it was told


def _clipped(every: Sequence[Line], most: int) -> list[Line]:
    """The best line alone is too long: its beginning."""
    if not every:
        return []
    best = max(every, key=lambda line: (line.score, line.place))
    low, high = 0, len(best.text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = tokens.count(in_words([best._replace(text=best.text[:middle] + CUT)])) <= most
        low, high = (middle, high) if fits else (low, middle - 1)
    return [best._replace(text=best.text[:low] + CUT)] if low else []
