"""What is quoted: code, text in quotation marks, what others said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlab.facts.stretch import Stretch, sentence_end

_CODE_MARK = re.compile(r"`{1,20}|~{3,20}")
_CLOSES = {"“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "《": "》", '"': '"', "'": "'", "‘": "'"}
_OPENING = re.compile(r"[“„«「『《‘]|(?<![\w\d])\"(?=\S)|(?<=[㐀-鿿])\"|(?<![\w'.])'(?=\w)")
_APOSTROPHE_CLOSES = re.compile(r"(?<=[\w.!?,。])'(?![A-Za-z])")
_CLAUSE = re.compile(  # a statement, not a name or title: somebody does something
    r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|he|she|they|you|your)\b|[我你您他她咱]|[.!?]\s+\S"
    r"|[。,](?=[㐀-鿿])",
    re.I,
)
_TITLED = """called named titled song book movie film show series album game band novel poem 歌 书 电影
电视剧 专辑 小说"""
_LIKED = """like likes love loves enjoy hate reading watching to 叫 看 读 听 唱 喜欢 喜爱 讨厌 最爱 名字是
书名是"""
_LINKS = ("", " is", " are", " was", "是", "叫")
_VALUE_ENDS = (*(word + link for word in _TITLED.split() for link in _LINKS), *_LIKED.split())
_FAVOURITE = ("favourite", "favorite", "最喜欢", "最爱")
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
        mark, at = opening[0], opening.end()
        end = closers.after(mark, at)
        if end is None and (mark in "“「『«„" or (mark == '"' and _is_clause(text[at : at + LONGEST_NAME]))):
            end = closers.line_end(at)
        inside = text[at : min(end or at, at + 400)]
        if end is None or len(inside) < 3 or (mark in "'‘" and not _is_clause(inside)):
            continue
        splits = mark != "《" and _is_clause(inside) and not _names(text, opening.start())
        yield Stretch(opening.start(), end, "quoted", splits)
        at = end


def _is_clause(inside: str) -> bool:
    return len(inside) > LONGEST_NAME or _CLAUSE.search(inside) is not None


def _names(text: str, at: int) -> bool:
    """Whether what stands before a quotation mark asks for a name or a title ("my favourite song is")."""
    before = text[max(at - 60, 0) : at].lower().rstrip(" :")
    return before.endswith(_VALUE_ENDS) or any(word in before for word in _FAVOURITE)


class _Closers:
    """Finds closing marks; what was looked for once is remembered, so all is linear."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[str, int] = {}  # mark -> where it was found next (the end of the text: nowhere)

    def after(self, mark: str, at: int) -> int | None:
        """The end of the quotation that `mark` opened before `at`, within its paragraph."""
        if mark in "'‘":
            found = _APOSTROPHE_CLOSES.search(self._text, at, min(at + 300, self.line_end(at)))
            return found.end() if found else None
        end = min(self._next(close, at) for close in _CLOSES[mark])
        return end + 1 if end < self._next("\n\n", at) else None

    def line_end(self, at: int) -> int:
        """Where the line that holds `at` ends."""
        return self._next("\n", at)

    def _next(self, mark: str, at: int) -> int:
        """Where `mark` stands next; `at` never goes back."""
        if self._ends.get(mark, -1) < at:
            found = self._text.find(mark, at)
            self._ends[mark] = len(self._text) if found < 0 else found
        return self._ends[mark]


_REPORTS = re.compile(
    r"\b(?:says?|said|wrote|writes|asked|told (?:me|us|him|her|them)|replied|texted(?: me)?|answered"
    r"|goes)\s?[:,]\s?"
    r"(?=[\"'“]?(?:i|i'm|my|we)\b)"
    r"|(?<!老实)(?<!坦白)(?<!来)(?<!句话)(?<!实话)(?<!顺便)(?<![再小听据传解是理如忘了])(?:[说问写喊]道?|回答|告诉我|回复"
    r"|表示)\s?[:,]\s?(?=[我“\"「])",
    re.I,
)
_MYSELF = re.compile(  # "as I said", 我跟你说
    r"(?:\bi(?:'ve|'d| have| had)?(?: \w{1,12})?|我(?:刚才|之前|已经|是|也|都)?"
    r"|[跟和对同][你您大](?:们|家)?)\s*$",
    re.I,
)


def reported(text: str) -> Iterator[Stretch]:
    """What others said, without quotation marks: "Ann said: I live in Rome", 小明说：我住在巴黎."""
    done = 0
    for match in _REPORTS.finditer(text):
        if match.start() < done or _MYSELF.search(text, max(match.start() - 24, 0), match.start()):
            continue
        done = sentence_end(text, match.end())
        yield Stretch(match.end(), done, "quoted")
