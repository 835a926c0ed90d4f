"""Clauses: a sentence is cut where a new statement may begin, and each piece is asked how it is meant."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memlab.facts.chinese.words import ASKS, DOUBTS, PAST_END, PAST_VERB, TAGS

_HAN = "[㐀-鿿]"
_CUT = re.compile(
    rf",(?!\d{{3}}(?!\d))|[;。!?！？；，~～()（）\n]+|\.{{2,}}|[…]+|——+|--+|[\U0001f300-\U0001faff☀-➿]+"
    rf"|(?<={_HAN})(?<![叫是到在为成址箱话算号欢住名的对])[ \t]+(?={_HAN})(?!(?:(?![对我])[㐀-鿿 ]){{0,14}}不?过敏|了|的)|(?<=[0-9A-Za-z])[ \t]+(?=我|你|帮|请|谢|能不|麻烦|不好|想|有没|怎|但|不过|还有|另外|喜欢|预算|住|对(?!的))"
    rf"|(?<={_HAN}:)(?=我|本人)|(?<=\w\w)(?=不过(?!敏|是?敏|瘾|来|去|期|时|关|审|夜|分|问)|而且|并且|然后|所以|可是|因为|顺便|另外|还有(?:我|就是)|而不是|(?<!不)但(?!愿|丁|凡))"
)
_BLANK = re.compile(r"[\s:、\"'“”‘’「」『』]*")
_COMMON_ASK = re.compile(
    "(?:你|您).{0,6}(?:方便|可以|需要|有空|介意|愿意|能)|方便|可以|需要|不介意|没问题|有问题|不麻烦"
)


@dataclass
class Clause:
    """[start, end) of the folded text; `asked`, `past`, `tag` and `doubt` say how it is meant."""

    start: int
    end: int
    asked: bool = False
    past: bool = False  # it speaks of what was
    tag: bool = False  # 对吧?: asks what was said before
    doubt: bool = False  # 我不确定: doubts what was said before
    polite: bool = False  # 如果方便的话: supposes nothing


def clauses(text: str, start: int, end: int) -> list[Clause]:
    """The clauses of the sentence [start, end); linear."""
    found: list[Clause] = []
    at = start
    for cut in _CUT.finditer(text, start, end):
        _add(text, at, cut.start(), found)
        if "?" in cut.group() or "？" in cut.group():
            _ask(found)
        at = cut.end()
    _add(text, at, end, found)
    return found


def _ask(found: list[Clause]) -> None:
    if found:
        found[-1].asked = True


def _add(text: str, start: int, end: int, found: list[Clause]) -> None:
    blank = _BLANK.match(text, start, end)
    start = blank.end() if blank else start
    while end > start and text[end - 1] in " \t\n\"'“”「」、:":
        end -= 1
    if end > start:
        found.append(_clause(text[start:end], start, end))


def _clause(words: str, start: int, end: int) -> Clause:
    tag = TAGS.match(words) is not None
    return Clause(
        start,
        end,
        asked=not tag and ASKS.search(words) is not None,
        past=PAST_END.search(words) is not None or PAST_VERB.search(words) is not None,
        tag=tag,
        doubt=DOUBTS.match(words) is not None,
        polite=_COMMON_ASK.search(words) is not None,
    )
