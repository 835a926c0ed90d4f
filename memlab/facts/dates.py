"""Dates as people say them, as one key: Fri, Friday, 周五 and 星期五; May 3, 3rd of May and 5月3号."""

from __future__ import annotations

import re

from memlab.facts.amounts import han_number

_DAYS = {"monday": 1, "mon": 1, "tuesday": 2, "tues": 2, "tue": 2, "wednesday": 3, "wed": 3, "thursday": 4}
_DAYS |= {
    "thurs": 4,
    "thur": 4,
    "thu": 4,
    "friday": 5,
    "fri": 5,
    "saturday": 6,
    "sat": 6,
    "sunday": 7,
    "sun": 7,
}
_HAN_DAYS = (
    {c: n for n, c in enumerate("一二三四五六", 1)}
    | {c: 7 for c in "日天7"}
    | {str(n): n for n in range(1, 7)}
)
_NAMED = "january february march april may june july august september october november december"
_MONTHS = _NAMED.split()
_MONTH = {m[:n]: i for i, m in enumerate(_MONTHS, 1) for n in (3, len(m))} | {"sept": 9}
_SAID = """
day+0: today, 今天, 今日
day+0 night: tonight, 今晚
day+1: tomorrow, 明天, 明日
day+1 night: tomorrow night, 明晚
day+2: day after tomorrow, 后天
day+3: 大后天
week+0: this week, 这周, 本周
week+0 end: end of week, end of this week
week+1: next week, 下周, 下星期, 下个星期
weekend: weekend, this weekend, 周末, 这周末, 本周末
weekend+1: next weekend, 下周末
month+0: this month, 这个月, 本月
month+0 end: end of month, end of this month, month end, 月底, 月末, 本月底, 这个月底
month+1: next month, 下个月, 下月
month+1 end: end of next month, 下月底, 下个月底
year+0 end: end of year, end of this year, 年底, 年末
year+1: next year, 明年
"""
_LINES = [line.split(": ") for line in _SAID.split("\n") if line]
_RELATIVE = {words: key for key, said in _LINES for words in said.split(", ")}  # what needs no arithmetic
_ENGLISH_DAY = re.compile(
    rf"\b(?:(next|this|coming) )?({'|'.join(sorted(_DAYS, key=len, reverse=True))})\b\.?"
)
_HAN_DAY = re.compile("(下下|下个|下|这个|这|本)?(?:周|星期|礼拜)([一二三四五六日天1-7])")
_FULL = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_HAN_DATE = re.compile(
    r"(?:(\d{4}|[零〇一二三四五六七八九]{4})年)?([\d一二三四五六七八九十]{1,3})月(?:([\d一二三四五六七八九十]{1,3})[日号]?)?"
)
_NAMES = "|".join(sorted(_MONTH, key=len, reverse=True))
_MONTH_DAY = re.compile(rf"\b({_NAMES})\.? (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (\d{{4}}))?")
_DAY_MONTH = re.compile(rf"\b(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_NAMES})\b\.?(?:,? (\d{{4}}))?")
_MONTH_ALONE = re.compile(rf"\b({_NAMES})\b\.?(?: (\d{{4}}))?")
_CLOCK = re.compile(r"\b(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b\.?|\b(\d{1,2}):(\d\d)\b")
_HAN_CLOCK = re.compile(
    r"(早上|上午|中午|下午|傍晚|晚上)?([\d一二三四五六七八九十两]{1,3})(?:点钟?|时)(?:(半)|(\d{1,2})分?)?"
)
_FILLER = re.compile(r"\b(?:the|by|on|at|before|due|day)\b|[,\s前之]+")
_WEEKS = {"next": "+1", "下": "+1", "下个": "+1", "下下": "+2"}


def date(text: str) -> str:
    """One key for a date as said, of a folded text; what is no known date stays as it is.

    >>> date("Fri"), date("周五"), date("next Monday"), date("下星期一"), date("May 3rd"), date("5月3号")
    ('day 5', 'day 5', 'day 1+1', 'day 1+1', '05-03', '05-03')
    >>> date("3 May 1990"), date("1990年5月3日"), date("Friday 5pm"), date("周五下午五点"), date("明天")
    ('1990-05-03', '1990-05-03', 'day 5 17:00', 'day 5 17:00', 'day+1')
    """
    low = " ".join(text[:100].lower().replace("'s", "").split())
    known = _RELATIVE.get(
        re.sub(r"\b(?:the|by|before|of the)\b", lambda m: "of" if "of" in m[0] else "", low).strip()
    )
    if known or (known := _RELATIVE.get(" ".join(_FILLER.sub(" ", low).split()))):
        return known
    parts: list[str] = []
    for pattern, said in _READERS:
        parts += [said(m) for m in pattern.finditer(low)]
        low = pattern.sub(" ", low)
    rest = " ".join(_FILLER.sub(" ", low).split())
    for words in sorted(_RELATIVE, key=len, reverse=True) if parts and rest else ():
        if words in rest:
            return " ".join([_RELATIVE[words], *parts, rest.replace(words, "").strip()]).strip()
    return " ".join([*parts, rest]).strip() or low.strip()


def _plain_int(text: str) -> int:
    return int(text) if text.isdigit() else han_number(text) or 0


def _year(text: str) -> str:
    return text if text.isdigit() else str(han_number(text))


def _day(year: str | None, month: int, day: str | None) -> str:
    head = f"{_year(year)}-" if year else ""
    return f"{head}{month:02d}-{_plain_int(day):02d}" if day else f"{head}month {month:02d}"


def _clock(m: re.Match) -> str:
    if m[4]:
        return f"{int(m[4]):02d}:{m[5]}"
    return f"{int(m[1]) % 12 + (12 if m[3] == 'p' else 0):02d}:{m[2] or '00'}"


def _han_clock(m: re.Match) -> str:
    hour = _plain_int(m[2])
    hour += 12 if m[1] in ("下午", "傍晚", "晚上") and hour < 12 else 0
    return f"{hour:02d}:{30 if m[3] else int(m[4] or 0):02d}"


_READERS = (
    (_FULL, lambda m: _day(m[1], int(m[2]), m[3])),
    (_HAN_DATE, lambda m: _day(m[1], _plain_int(m[2]), m[3])),
    (_MONTH_DAY, lambda m: _day(m[3], _MONTH[m[1]], m[2])),
    (_DAY_MONTH, lambda m: _day(m[3], _MONTH[m[2]], m[1])),
    (_MONTH_ALONE, lambda m: _day(m[2], _MONTH[m[1]], None)),
    (_ENGLISH_DAY, lambda m: f"day {_DAYS[m[2]]}{_WEEKS.get(m[1], '')}"),
    (_HAN_DAY, lambda m: f"day {_HAN_DAYS[m[2]]}{_WEEKS.get(m[1], '')}"),
    (_CLOCK, _clock),
    (_HAN_CLOCK, _han_clock),
)
