"""fold: one spelling of a text to read from, with the way back to the text as given."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cache
from itertools import accumulate
from typing import Any

_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"
)  # all but \t and \n: no part of any sentence
_ODD_TABLE = {n: " " for n in (*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0))}
_ODD_TABLE |= {0x85: "\n", 0x0B: "\n", 0x0C: "\n", 0x2028: "\n", 0x2029: "\n"}
_ODD_TABLE |= {n: "�" for n in range(0xD800, 0xE000)}
_HIDDEN = re.compile("[\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]")
_WIDE = {0xFF01 + n: chr(0x21 + n) for n in range(94)} | {0x3000: " ", 0xA0: " "}  # most of what NFKC mends
_HAN = re.compile("[\u2e80-\u2fff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_CURLY = str.maketrans("’‛′", "'''")
_APOSTROPHE = re.compile("(?<=[A-Za-z])‘(?=[A-Za-z])")  # a slip of the keyboard; else ‘ opens a quotation


class Folded:
    """A text in one spelling: `text` to match against, `kept` to take values from, of equal length.

    `text` is `kept` in simplified Chinese with straight apostrophes; `kept` is the NFKC form of the text as
    given, character by character, without control and invisible characters.
    """

    __slots__ = ("_ends", "_starts", "given", "kept", "text")

    def __init__(
        self, given: str, kept: str, text: str, lengths: list[tuple[int, int]] | None = None
    ) -> None:
        self.given, self.kept, self.text = given, kept, text
        self._starts = self._ends = None
        if lengths is not None:  # (characters of the given text, characters of the folded one) a step
            self._starts = [0, *accumulate(new for _, new in lengths)]
            self._ends = [0, *accumulate(old for old, _ in lengths)]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The span in the text as given that [start, end) of the folded text was made of.

        >>> folded = fold("my budget is ５００万")
        >>> folded.kept[13:], folded.origin(13, 17)
        ('500万', (13, 17))
        """
        if self._starts is None or self._ends is None:
            return start, end
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, max(end - 1, start)) - 1
        return self._ends[first], self._ends[min(last + 1, len(self._ends) - 1)]

    def __repr__(self) -> str:
        return f"Folded({self.text[:40]!r})"


def fold(text: str) -> Folded:
    """One spelling of `text`: NFKC, simplified Chinese, no control characters; linear in its length.

    A lone surrogate becomes U+FFFD, a control character a space, a line or paragraph break a newline.

    >>> folded = fold("我住在臺灣，預算５００萬")
    >>> folded.text, folded.kept
    ('我住在台湾,预算500万', '我住在臺灣,預算500萬')
    """
    if text.isascii():
        kept = text.translate(_ODD_TABLE) if _ODD.search(text) else text
        return Folded(text, kept, kept)
    clean = text.translate(_WIDE)
    if _ODD.search(clean):
        clean = clean.translate(_ODD_TABLE)
    if _HIDDEN.search(clean) is None and unicodedata.is_normalized("NFKC", clean):
        return Folded(text, clean, _simple(clean))
    kept, lengths = _normal(clean)
    return Folded(text, kept, _simple(kept), lengths)


_CLUSTER = re.compile(
    "[\x00-\x7f]+(?![\u0300-\u036f])|[\u1100-\u11ff]+|[^\u0300-\u036f\u3099\u309a][\u0300-\u036f\u3099\u309a]*|.",
    re.S,
)


def _normal(text: str) -> tuple[str, list[tuple[int, int]]]:
    """(the NFKC form without invisible characters, (old length, new length) a step)."""
    parts, lengths = [], []
    for match in _CLUSTER.finditer(text):
        old = match.group()
        if old.isascii():
            lengths.extend([(1, 1)] * len(old))
            parts.append(old)
            continue
        new = unicodedata.normalize("NFKC", _HIDDEN.sub("", old))
        parts.append(new)
        lengths.append((len(old), len(new)))
    return "".join(parts), lengths


def _simple(kept: str) -> str:
    """`kept` in simplified Chinese with straight apostrophes, of the same length."""
    simple = _converter().convert(kept) if _HAN.search(kept) else kept
    if len(simple) != len(kept):  # a phrase of another length: character by character, then
        simple = "".join(_converter().convert(c)[:1] or c for c in kept)
    simple = simple.translate(_CURLY)
    return _APOSTROPHE.sub("'", simple) if "‘" in simple else simple


@cache
def _converter() -> Any:
    import opencc  # a dictionary of some megabytes: only when Chinese comes along

    return opencc.OpenCC("t2s")
