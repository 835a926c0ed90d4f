"""Complete dates in a text, in ISO form: 2024-05-01, May 1st 2024, 1 May 2024, 2024年5月1日 …"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date

from memlab.facts.amounts import han_number

_NAMES = "january february march april may june july august september october november december"
_MONTHS = {name[:n]: i for i, name in enumerate(_NAMES.split(), 1) for n in (3, len(name))} | {"sept": 9}
_MONTH = rf"({'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_WEEK = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?"
_HAN = "[〇零一二三四五六七八九十]"
_DIGIT = {c: str(n) for n, c in enumerate("〇一二三四五六七八九")} | {"零": "0"}
_YEAR = re.compile(rf"\d{{4}}|{_HAN} ?年")
_HAN_DATE = (
    rf"(?<!\d)(\d{{4}}|{_HAN}{{4}}) ?年 ?(\d{{1,2}}|{_HAN}{{1,2}}) ?月 ?(\d{{1,2}}|{_HAN}{{1,3}}) ?[日号]"
)

Reader = Callable[[re.Match[str]], Iterator[str]]


def dates(text: str) -> tuple[list[str], str]:
    """(the complete dates of a folded text in order, the text with blanks for them). Linear in the length.

    >>> dates("from 1 May 2024 to 2024年5月3日")
    (['2024-05-01', '2024-05-03'], 'from  ;  to  ; ')
    """
    found: set[str] = set()
    if not _YEAR.search(text):
        return [], text

    def take(match: re.Match[str], read: Reader) -> str:
        days = list(read(match))
        found.update(days)
        return " ; " if days else match.group()

    for pattern, read in _READERS:
        text = pattern.sub(lambda match, read=read: take(match, read), text)  # type: ignore[misc]
    return sorted(found), text


def _day(year: str, month: int, day: str) -> Iterator[str]:
    try:
        yield date(int(year), month, int(day)).isoformat()
    except ValueError:  # 2024-13-45 is something else
        return


def _either(m: re.Match[str]) -> Iterator[str]:
    """5/1/2024 is the first of May to some and the fifth of January to others: both."""
    for month, day in {(m[1], m[3]), (m[3], m[1])}:
        yield from _day(m[4], int(month), day)


def _han(m: re.Match[str]) -> Iterator[str]:
    year = "".join(_DIGIT.get(c, c) for c in m[1])
    month, day = (said if said.isdigit() else str(han_number(said) or 0) for said in (m[2], m[3]))
    return _day(year, int(month), day)


_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (
        re.compile(r"(?<![A-Za-z0-9.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d-])"),
        lambda m: _day(m[1], int(m[3]), m[4]),
    ),
    (re.compile(r"(?<![A-Za-z0-9.-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![\d-])"), _either),
    (
        re.compile(rf"\b{_MONTH} (?:the )?{_DAY}(?:,| of)? ?(\d{{4}})(?!\d)", re.I),
        lambda m: _day(m[3], _MONTHS[m[1].lower()], m[2]),
    ),
    (
        re.compile(rf"\b{_DAY} (?:of )?{_MONTH},? ?(\d{{4}})(?!\d)", re.I),
        lambda m: _day(m[3], _MONTHS[m[2].lower()], m[1]),
    ),
    (re.compile(_HAN_DATE), _han),
    (
        re.compile(r"(?<![A-Za-z0-9.-])((?:19|20)\d\d)(\d\d)(\d\d)(?![A-Za-z0-9-])"),
        lambda m: _day(m[1], int(m[2]), m[3]),
    ),
)
