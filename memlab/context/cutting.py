"""A message that is too long for the whole budget: its head and its tail stay, with a mark between them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

CUT = {"en": " [… cut …] ", "zh": "［……略……］"}
WORD = 24  # characters by which an end moves so that no word or number is cut in two


def truncated(text: str, fits: Callable[[str], bool], lang: str = "en") -> str:
    """The text if it fits, else as much of its head and its tail as fits, CUT between them.

    No character, emoji or short word is cut in two. "" if nothing fits. O(log n) calls of `fits`.

    >>> truncated("Please move the launch of the shop to Friday.", lambda text: len(text) < 36)
    'Please move [… cut …] to Friday.'
    """
    if fits(text):
        return text
    few, many = 0, len(text) // 2
    while few < many:  # `few` characters on either side fit
        middle = (few + many + 1) // 2
        few, many = (middle, many) if fits(_around(text, middle, lang)) else (few, middle - 1)
    found = _around(text, few, lang)
    return found if few and fits(found) else ""


def _around(text: str, side: int, lang: str) -> str:
    head, tail = _end(text, side), _start(text, len(text) - side)
    return text[:head].rstrip() + CUT[lang] + text[max(head, tail) :].lstrip()


def _end(text: str, at: int) -> int:
    """The last place up to `at` where the text may end."""
    return next(
        (n for n in range(at, max(at - WORD, 0), -1) if _between(text, n, words=True)), _back(text, at)
    )


def _start(text: str, at: int) -> int:
    """The first place from `at` on where the text may begin."""
    last = min(at + WORD, len(text))
    return next((n for n in range(at, last) if _between(text, n, words=True)), _forth(text, at))


def _back(text: str, at: int) -> int:
    while at > 0 and not _between(text, at):
        at -= 1
    return at


def _forth(text: str, at: int) -> int:
    while at < len(text) and not _between(text, at):
        at += 1
    return at


def _between(text: str, at: int, *, words: bool = False) -> bool:
    """Whether `at` lies between two characters as people count them (`words`: and in no word of letters)."""
    if not 0 < at < len(text):
        return True
    before, after = text[at - 1], text[at]
    if _joins(after) or before == "\u200d" or (_is_flag(before) and _is_flag(after)):
        return False
    return not (words and _is_word(before) and _is_word(after))


def _joins(c: str) -> bool:
    """Marks, variation selectors, the joiner of emoji, skin colours, vowels and ends of Hangul."""
    return (
        unicodedata.category(c) in ("Mn", "Me", "Mc")
        or c == "\u200d"
        or "\U0001f3fb" <= c <= "\U0001f3ff"
        or "\u1160" <= c <= "\u11ff"
    )


def _is_flag(c: str) -> bool:
    return "\U0001f1e6" <= c <= "\U0001f1ff"


def _is_word(c: str) -> bool:
    """A letter or digit of a script with blanks between its words, or what holds a number together."""
    return (c.isalnum() and not "\u3040" <= c <= "\u9fff") or c in ".,-_@/:"
