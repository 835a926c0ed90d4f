"""What the pictures of facts say in words: a variable, a definition, what became of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from memlab.view.picture import clean
from memlab.view.svg import CONFLICT, DEAD, INK, KEPT, PLAIN, Canvas, Mark

if TYPE_CHECKING:
    from memlab.facts import Candidate, Fact

USER = "user"
SHORT = 60  # characters of a value in a line of text
JOINERS = "\u200c\u200d"  # emoji and some scripts are written with them
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_TO_THE_LEFT = {"R", "AL", "AN"}

GONE = replace(DEAD, name="ended")
WAITED = ("pending", "rejected")  # states of what never was in force
LOOKS: dict[str, tuple[Mark, str, str]] = {  # status: (mark, sign, words)
    "active": (KEPT, "=", "in force"),
    "pending": (CONFLICT, "!!", "pending"),
    "superseded": (GONE, "×", "killed"),
    "retracted": (GONE, "×", "retracted"),
    "past": (GONE, "p", "told as past"),
    "rejected": (GONE, "×", "rejected"),
    "expired": (GONE, "e", "expired"),
    "forgotten": (GONE, "†", "forgotten"),
    "undone": (GONE, "↶", "undone"),
    "unconfirmed": (GONE, "?", "unconfirmed"),
}
KINDS: dict[str, tuple[Mark, str]] = {  # kind of a decision: (mark, sign)
    "new": (KEPT, "+"),
    "addition": (KEPT, "+"),
    "update": (KEPT, "→"),
    "duplicate": (PLAIN, "="),
    "retraction": (GONE, "×"),
    "past": (GONE, "p"),
    "contradiction": (CONFLICT, "!!"),
    "ignored": (GONE, "–"),
}
REJECTED, UNDONE = "rejected", "undone"  # what a decision came to, beside its kind
OUTCOMES = {word: LOOKS[word][:2] for word in (REJECTED, UNDONE)}


def short(value: object, most: int = SHORT) -> str:
    """A value in one line of at most `most` characters.

    >>> short("two\\nlines"), short("a" * 100, 5), short("zero\\u200bwidth")
    ('two lines', 'aaaa…', 'zero[U+200B]width')
    """
    line = " ".join(str(value)[: 4 * most].split())
    plain = line.isascii() and line.isprintable()
    text = line if plain else clean("".join(c for c, _ in visible(line)))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def variable(entity: str, attribute: str) -> str:
    """The variable in words; the user, who is most of them, is not named.

    >>> variable("user", "city"), variable("sister", "city"), variable("project A", "deadline")
    ('city', "sister's city", "project A's deadline")
    """
    name = short(attribute, 40)
    link = "的" if entity and unicodedata.east_asian_width(entity[-1]) in "WF" else "'s "
    return name if entity == USER else _joined(short(entity, 40), link, name)


def _joined(left: str, link: str, right: str) -> str:
    """Two texts and what links them, from left to right whichever way their scripts run."""
    turns = any(unicodedata.bidirectional(c) in _TO_THE_LEFT for c in left + right)
    return f"{left}\u200e{link}\u200e{right}" if turns else left + link + right


def definition(what: Candidate | Fact, most: int = SHORT) -> str:
    """A definition as an assignment.

    >>> from memlab.facts.candidate import Candidate
    >>> definition(Candidate("city", "上海")), definition(Candidate("likes", "tea", polarity=False))
    ('city = 上海', 'likes ≠ tea')
    """
    if not what.value:
        return f"{variable(what.entity, what.attribute)} ends"
    link = " = " if what.polarity else " ≠ "
    return _joined(variable(what.entity, what.attribute), link, short(what.value, most))


def value_of(what: Candidate | Fact, most: int = SHORT) -> str:
    """Its value; a negation says so.

    >>> from memlab.facts.candidate import Candidate
    >>> value_of(Candidate("likes", "tea", polarity=False))
    'not tea'
    """
    return short(what.value, most) if what.polarity or not what.value else f"not {short(what.value, most)}"


def state(fact: Fact, waited: bool = False) -> str:
    """What became of a fact, in words; what is known not to be so is in force as nobody's value.

    `waited`: it was never in force, so that nothing could kill it.
    """
    if waited and fact.status not in WAITED:
        return f"pending, {fact.status}"
    return LOOKS[fact.status][2] if fact.polarity or fact.status != "active" else "on record"


def became(old: str, new: str, link: str = " → ") -> str:
    """An old value, if there is one, and a new one.

    >>> became("Beijing", "上海"), became("", "tea")
    ('Beijing → 上海', 'tea')
    """
    return _joined(old, link, new) if old else new


def visible(text: str) -> Iterator[tuple[str, bool]]:
    """The characters of a text; one that is not seen, or turns its neighbours around, as its number (True).

    >>> list(visible("a\\u202eb"))
    [('a', False), ('[U+202E]', True), ('b', False)]
    """
    return map(_visible, text)


@lru_cache(4096)
def _visible(char: str) -> tuple[str, bool]:
    if char in "\n\t" or char in JOINERS or unicodedata.category(char) not in _HIDDEN:
        return char, False
    return f"[U+{ord(char):04X}]", True


def sign(canvas: Canvas, x: float, y: float, mark: Mark, letter: str, tip: str) -> None:
    """A small lettered box in the look of a mark."""
    canvas.box(x, y, 20, 17, mark, tip)
    canvas.text(x + 10, y + 13, letter, fill=INK, font_weight="bold", text_anchor="middle")
