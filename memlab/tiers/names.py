"""Names in a text: what has a capital although no sentence begins, and what stands in quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 5  # words of a name
_NO_ALPHABET = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_LETTER = rf"(?:(?![{_NO_ALPHABET}])[^\W\d_])"
_WORD = re.compile(rf"(?<![A-Za-z0-9_])(?<!\d-){_LETTER}+(?:['-]{_LETTER}+)*(?!{_LETTER}|[\d+#]|[-_/.]\d)")
_QUOTED = re.compile('[“"「『《]([^“”"「」『』《》\n]{2,60})[”"」』》]')
_BEGINS = re.compile(r"(?:^|[.!?…。！？:;\n•*>-])[\s\"“”'「『《(（]*$")
_ABBREVIATED = 3  # letters of a word after which a full stop ends no name: Dr. Li, J. Verne
_SMALL = """
a an and are as at be but by can do for from had has have he her his how if in is it its it's i i'm i've i'll
i'd me my no not of oh ok on or our she so that the their them then there they this to us was we were what
when where which who why will with yes you your
"""
_NEVER = frozenset(_SMALL.split())


def names(text: str) -> Iterator[str]:
    """The names of a folded text, case folded, and the parts of those of several words. Linear.

    >>> sorted(set(names("Today our Li Wei read “The Sea”.")))
    ['li', 'li wei', 'sea', 'the sea', 'wei']
    """
    for match in _QUOTED.finditer(text):
        said = " ".join(_WORD.findall(match[1])) or match[1].strip()
        yield said.casefold()
    row: list[str] = []
    opening, end = False, -2
    for match in _WORD.finditer(text):
        word = match.group().removesuffix("'s")
        joined = row and text[end : match.start()] in (" ", ". "[len(row[-1]) > _ABBREVIATED :])
        if not joined or not word[:1].isupper():
            yield from _parts(row, opening)
            row, opening = [], bool(_BEGINS.search(text[max(0, match.start() - 4) : match.start()]))
        if word[:1].isupper():
            row.append(word.casefold())
        end = match.end()
    yield from _parts(row, opening)


def _parts(row: list[str], opening: bool) -> Iterator[str]:
    """Every run of the row's words; its first word alone is no name where a sentence begins."""
    for start in range(len(row)):
        for end in range(start + 1, min(start + LONGEST, len(row)) + 1):
            part = row[start:end]
            if part != row[:1] * opening and not (len(part) == 1 and part[0] in _NEVER):
                yield " ".join(part)


def phrases(text: str) -> Iterator[str]:
    """Whatever may be a name in a question: up to five words in a row, in any case."""
    words = [match.group().removesuffix("'s").casefold() for match in _WORD.finditer(text)]
    for start in range(len(words)):
        for end in range(start + 1, min(start + LONGEST, len(words)) + 1):
            yield " ".join(words[start:end])
