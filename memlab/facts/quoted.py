"""What is quoted: code, text in quotation marks, what others said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlab.facts.stretch import Stretch, sentence_end

_CODE_MARK = re.compile(r"`{1,20}|~{3,20}")
_CLOSES = {"“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "《": "》", '"': '"”', "'": "'", "”": "”"}
_OPENING = re.compile(r"[“„«「『《]|(?<![\w\d])\"(?=\S)|(?<=[㐀-鿿])\"|(?<![\w'.])'(?=\w)")
_CLAUSE = re.compile(  # a statement, not a name or title: somebody does something
    r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|he|she|they|you|your)\b|[我你您他她咱]|[.!?]\s+\S|[。,](?=[㐀-鿿])", re.I
)
_VALUE = re.compile(  # what comes before a title or a name in quotation marks
    r"(?:\b(?:called|named|titled|favou?rite\b[^.!?\n]{0,50}|(?:song|book|movie|film|show|series|album|game|band|novel|poem)s?"
    r"(?: is| are| was)?|likes?|loves?|enjoys?|hates?|reading|watching|listening to)|[叫看读听唱]|喜欢|喜爱|讨厌|最爱|名字是|书名是"
    r"|(?:书|歌|电影|电视剧|专辑|小说|节目)(?:是|叫)?)\s*:?\s*$",
    re.I,
)
LONGEST_NAME = 60  # characters of a name or title in quotation marks


def code(text: str) -> Iterator[Stretch]:
    """Fenced blocks (to the end if the fence is not closed) and inline code of more than a word."""
    opened: re.Match | None = None
    for mark in _CODE_MARK.finditer(text):
        if opened is None:
            opened = mark
        elif mark[0][0] == opened[0][0] and len(mark[0]) >= len(opened[0]):
            inside = text[opened.end() : mark.start()]
            yield Stretch(opened.start(), mark.end(), "quoted", len(opened[0]) > 2 or " " in inside.strip())
            opened = None
        elif len(opened[0]) < 3 and "\n" in text[opened.end() : mark.start()]:
            opened = mark  # a lone backtick: inline code ends with its line
    if opened is not None and len(opened[0]) >= 3:
        yield Stretch(opened.start(), len(text), "quoted")


def quotations(text: str) -> Iterator[Stretch]:
    """What stands in quotation marks; an opening “ or 「 without its end quotes to the end of the line."""
    at = 0
    closers = _Closers(text)
    while (opening := _OPENING.search(text, at)) is not None:
        start, mark = opening.start(), opening[0]
        end = closers.after(mark, opening.end())
        line = closers.line_end(opening.end())
        if end is None and (mark in "'《" or (mark == '"' and not _CLAUSE.search(text, start, line))):
            at = opening.end()
            continue
        end = line if end is None else end
        inside = text[opening.end() : min(end, opening.end() + 400)]
        clause = mark not in "《'" and (len(inside) > LONGEST_NAME or _CLAUSE.search(inside) is not None)
        clause = clause or (mark == "'" and " " in inside and _CLAUSE.search(inside) is not None)
        splits = clause and not _VALUE.search(text, max(start - 90, 0), start)
        if end > opening.end() and not (mark == "'" and " " not in inside):
            yield Stretch(start, end, "quoted", splits)
        at = max(end, opening.end())


class _Closers:
    """Finds closing marks; what was looked for in vain is not looked for again, so all is linear."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._none: dict[str, int] = {}
        self._line = -1

    def after(self, mark: str, at: int) -> int | None:
        """The end of the quotation that `mark` opened before `at`, within its paragraph."""
        if mark == "'":
            found = _APOSTROPHE_CLOSES.search(self._text, at, min(at + 300, self.line_end(at)))
            return found.end() if found else None
        if self._none.get(mark, -1) >= at:
            return None
        stop = _paragraph(self._text, at)
        places = [p for c in _CLOSES[mark] if (p := self._text.find(c, at, stop)) >= 0]
        if not places:
            self._none[mark] = stop
            return None
        return min(places) + 1

    def line_end(self, at: int) -> int:
        """Where the line that holds `at` ends."""
        if self._line < at:
            end = self._text.find("\n", at)
            self._line = len(self._text) if end < 0 else end
        return self._line


_APOSTROPHE_CLOSES = re.compile(r"(?<=[\w.!?,])'(?!\w)")


def _paragraph(text: str, at: int) -> int:
    end = text.find("\n\n", at, at + 100_000)
    return min(len(text), at + 100_000) if end < 0 else end


_REPORTS = re.compile(
    r"\b(?:says?|said|wrote|writes|asked|told (?:me|us|him|her|them)|replied|texted(?: me)?|answered|goes)\s?[:,]\s?(?=[\"'“]?(?:i|i'm|my|we)\b)"
    r"|(?<!老实)(?<!坦白)(?<!来)(?<!句话)(?<!实话)(?<!顺便)(?<!再)(?:说道?|问道?|回答|告诉我|写道?|喊道?|回复|表示)\s?[:,]\s?(?=[我“\"「])",
    re.I,
)
_MYSELF = re.compile(r"(?:\bi(?:'ve|'d| have| had)?(?: \w{1,12})?|我(?:刚才|之前|已经|是|也|都)?)\s*$", re.I)


def reported(text: str) -> Iterator[Stretch]:
    """What others said, without quotation marks: "Ann said: I live in Rome", 小明说：我住在北京."""
    for match in _REPORTS.finditer(text):
        if not _MYSELF.search(text, max(match.start() - 24, 0), match.start()):
            yield Stretch(match.end(), sentence_end(text, match.end()), "quoted")
