"""What a question word asks for, and whether a text holds such a thing: a time, a number, a name."""

from __future__ import annotations

import re
from collections.abc import Set

_WHEN = (
    r"\bwhen\b|\bhow long\b|\bwhat (?:date|day|month|year|time)\b"
    r"|什么时候|何时|几点|几号|几月|哪天|哪一天|哪年|多久"
)
_TIME = (
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|recently|just|days?|weeks?|weekend|months?|years?"
    r"|morning|evening|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july"
    r"|august|september|october|november|december|\d{4})\b"
    r"|[昨今明前后][天晚年日]|[上下这本]个?(?:周|星期|礼拜|月)|刚|最近|以前|周末|早上|晚上"
    r"|[\d一二三四五六七八九十两] ?[年月日号点天周]"
)
_HOW_MANY = r"\bhow (?:many|much|often|old|far|tall|big|large)\b|多少|多大|多远|多高|几[个次岁位只本张件块元]"
_NUMBER = (
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|few|couple|several|once|twice)\b"
    r"|[一二三四五六七八九十百千万两半]"
)
_WHO = r"\b(?:which|who|whom|whose|where|names?|called)\b"
_NAME = r"(?<=[a-z,'] )[A-Z][a-z]+"

_KINDS = tuple(
    (re.compile(asked, re.I), re.compile(held, flags))
    for asked, held, flags in ((_WHEN, _TIME, re.I), (_HOW_MANY, _NUMBER, re.I), (_WHO, _NAME, 0))
)


def asked_for(question: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of the things that a question asks for, none if its words do not tell."""
    return tuple(held for asked, held in _KINDS if asked.search(question))


def answers(wanted: tuple[re.Pattern[str], ...], text: str, speakers: Set[str] = frozenset()) -> float:
    """1 if the text holds one of the things asked for, else 0; a speaker's name is none.

    >>> when, count, who = map(asked_for, ("When did Ann move?", "你有几只猫？", "Where do you live?"))
    >>> answers(when, "I moved last week."), answers(when, "I moved.")
    (1.0, 0.0)
    >>> answers(count, "我有两只猫。"), answers(who, "I live in Oslo."), answers(who, "Yes, Ann.", {"ann"})
    (1.0, 1.0, 0.0)
    """
    for held in wanted:
        for match in held.finditer(text):
            if match.group().casefold() not in speakers:
                return 1.0
    return 0.0
