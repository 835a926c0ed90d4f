"""Numbers and sums of money as numbers: 500万, 5,000,000, "5 million" and 五百万 are one."""

from __future__ import annotations

import re

_CURRENCIES = """
USD $ us$ usd dollar dollars buck bucks 美元 美金 美刀
GBP £ gbp pound pounds quid 英镑
EUR € eur euro euros 欧元
CNY ¥ rmb cny yuan 元 块 块钱 元钱 人民币 元人民币 圆
JPY jp¥ jpy yen 日元 日圆 円
HKD hk$ hkd 港币 港元
KRW ₩ krw won 韩元
INR ₹ inr rupee rupees 卢比
CHF chf franc francs 瑞士法郎 法郎
"""
_CURRENCY = {name: line.split()[0] for line in _CURRENCIES.split("\n") if line for name in line.split()[1:]}
_TIMES = {"k": 10**3, "千": 10**3, "thousand": 10**3, "grand": 10**3, "w": 10**4, "万": 10**4, "m": 10**6}
_TIMES |= {"mio": 10**6, "million": 10**6, "百万": 10**6, "千万": 10**7, "亿": 10**8, "bn": 10**9, "b": 10**9}
_TIMES |= {"billion": 10**9, "hundred": 10**2, "百": 10**2}
_PERIODS = {
    "month": "month",
    "monthly": "month",
    "mo": "month",
    "pcm": "month",
    "月": "month",
    "每月": "month",
}
_PERIODS |= {
    "每个月": "month",
    "year": "year",
    "annually": "year",
    "yearly": "year",
    "annum": "year",
    "年": "year",
}
_PERIODS |= {"每年": "year", "week": "week", "weekly": "week", "周": "week", "每周": "week", "每星期": "week"}
_PERIODS |= {
    "day": "day",
    "daily": "day",
    "天": "day",
    "每天": "day",
    "night": "night",
    "晚": "night",
    "每晚": "night",
}
_PERIODS |= {"person": "person", "head": "person", "人": "person", "每人": "person", "人均": "person"}

_DIGITS = dict(
    zip("零〇一二三四五六七八九两壹贰叁肆伍陆柒捌玖", (0, 0, *range(1, 10), 2, *range(1, 10)), strict=True)
)
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_BIG = {"万": 10**4, "亿": 10**8}
_HAN_NUMBER = re.compile("[零〇一二三四五六七八九两壹贰叁肆伍陆柒捌玖十拾百佰千仟万亿]{1,24}")
_TO_NINETEEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TO_NINETY = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10.0 * n for n, word in enumerate(_TO_NINETY.split(), 2)}
_WORDS = {word: float(n) for n, word in enumerate(_TO_NINETEEN.split())} | _TENS
_TOKEN = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[a-z]+[$¥]?|[$£€¥₩₹]|[㐀-鿿]+")
_HAN_PARTS = re.compile(
    "|".join(sorted((w for w in {**_CURRENCY, **_TIMES, **_PERIODS} if w > "㐀"), key=len, reverse=True))
    + "|[一-鿿]"
)


def han_number(text: str) -> int | None:
    """The number that Chinese numerals say, or None.

    >>> [han_number(said) for said in ("五百万", "三十四", "二八", "十二", "两千零五", "三千五", "一万二")]
    [5000000, 34, 28, 12, 2005, 3500, 12000]
    """
    if not _HAN_NUMBER.fullmatch(text):
        return None
    if not set(text) & (set(_UNITS) | set(_BIG)):
        return int("".join(str(_DIGITS[c]) for c in text))
    whole = section = digit = 0
    last = 1
    for c in text:
        if c in _DIGITS:
            digit, last = _DIGITS[c], last if _DIGITS[c] else 1
        elif c in _UNITS:
            section, digit, last = section + (digit or 1) * _UNITS[c], 0, _UNITS[c]
        else:
            whole, section, digit, last = (whole + section + digit or 1) * _BIG[c], 0, 0, _BIG[c]
    return whole + section + digit * (last // 10 if last >= 100 else 1)


def amount(text: str) -> tuple[str, str, str] | None:
    """(number or range, currency or "", period or "") of a folded text; None if it says no number.

    >>> amount("500万"), amount("£900"), amount("5 million dollars"), amount("3,000元每月")
    (('5000000', '', ''), ('900', 'GBP', ''), ('5000000', 'USD', ''), ('3000', 'CNY', 'month'))
    """
    numbers: list[float] = []
    currency = period = ""
    after_number = False
    last = ""
    for token in _tokens(text.lower()):
        before, last = last, token
        if token in _TIMES and after_number:
            numbers[-1] *= _TIMES[token]
            continue
        value = _number(token)
        if value is not None and before in _TENS and 0 < value < 10:
            numbers[-1] += value  # thirty-four
            continue
        if value is not None:
            numbers.append(value)
            after_number = True
            continue
        currency = currency or _CURRENCY.get(token, "")
        period = period or _PERIODS.get(token, "")
        after_number = False
    if not numbers:
        return None
    return "-".join(_shown(n) for n in numbers[:4]), currency, period


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    for token in _TOKEN.findall(text[:200]):
        if token[0] < "㐀":
            found.append(token)
            continue
        at = 0
        while at < len(token):
            numeral = None if found and found[-1][0].isdigit() else _HAN_NUMBER.match(token, at)
            match = numeral or _HAN_PARTS.match(token, at)
            if match is None:
                at += 1
                continue
            found.append(match.group())
            at = match.end()
    return found


def _number(token: str) -> float | None:
    if token[0].isdigit():
        return float(token.replace(",", ""))
    han = han_number(token)
    return float(han) if han is not None else _WORDS.get(token)


def _shown(value: float) -> str:
    return str(round(value)) if abs(value - round(value)) < 1e-6 else f"{value:.10g}"
