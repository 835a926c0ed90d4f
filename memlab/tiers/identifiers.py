"""Exact identifiers in a text: order numbers, phones, e-mails, URLs, dates, amounts, names.

An identifier is one string, `kind:form`, the same for each spelling: "+86 138-0013-8000" and 13800138000,
"May 1st 2024" and 2024年5月1日. Two that differ in one character are two, however alike they look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlab import checks
from memlab.facts.amounts import amount
from memlab.facts.text import fold
from memlab.tiers.days import dates
from memlab.tiers.names import names, phrases

LOOSE = ("name:", "amount:")
"""Kinds that many memories may share: how few have one decides what it tells. All others are decisive."""

SURE_DIGITS = 5  # of a bare number that is an identifier; a shorter one needs "order", "#", 单号 … before it
PHONE_DIGITS = 20  # most digits of a number in groups (a card's has 19)
GROUPS = 5  # of digits in a number, at most, where many stand in a row
ASKED = 5_000  # characters of a question that are read: what is longer is a document

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}", re.I | re.A)
_TLD = "com|org|net|io|dev|app|edu|gov|cn|uk|de|fr|jp|eu|ai"
_PATH = r"[^\s<>\"'`「」『』《》（），。！？；、\u4e00-\u9fff]"
_URL = re.compile(
    rf"(?<![\w.@-])(?:(?:https?://|www\.){_PATH}{{1,300}}"
    rf"|(?:[a-z0-9-]{{1,63}}\.){{1,5}}(?:{_TLD})(?![\w-])(?:[/:]{_PATH}{{0,300}})?)",
    re.I | re.A,
)
_DIGIT = re.compile(r"\d")
_SEPARATORS = re.compile(r"[-_/#: ]")
_RUN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[-_/.#:][A-Za-z0-9]+)*")
_PART = re.compile("[A-Za-z0-9]+")
_PLAIN_WORD = re.compile(r"(?:^|[-_/.#:])[a-z]{4,}(?:$|[-_/.#:])")  # 24-hour is no code, INV-2024 is
_SPACED = re.compile(  # an account's number in fours, and HS 123456
    r"(?<![A-Za-z0-9])(?:[A-Z]{2}\d\d(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?|[A-Z]{2,6} \d{3,20})"
    r"(?!\.?[A-Za-z0-9])"
)
_DIGITS = re.compile(r"(?<![A-Za-z0-9.])(?<![A-Za-z0-9]-)\+?\(?\d+(?:[ .()-]{1,2}\d+)*(?![A-Za-z0-9])")
_CHINESE_MOBILE = re.compile(r"(?:00)?86(1[3-9]\d{9})$")
_COUNTRY = re.compile(r"1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{1,3}")  # ITU-T E.164
_NUMBERED = re.compile(
    r"(?:\b(?:order|ticket|invoice|case|tracking|parcel|booking|reservation|confirmation|reference|ref|account"
    r"|room|flight|gate|serial|model|policy|contract|member|customer|card|passport|bug|issue|no|nr|number|id|pin"
    r"|code)(?:\b|(?=\d))|[单编账卡房票门工学件案号]号|号码|订单|尾号|编码|密码|#|№)"
    r"(?: ?\b(?:number|no|nr|id|code|is|was)\b|[号码是为]){0,2}[ .:#-]{0,3}(\d{2,20})(?![A-Za-z0-9])",
    re.I,
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_FIGURE = r"\d{1,18}(?:\.\d{1,9})?"
_SCALES = "百万|千万|万|亿|千|百|(?:k|m|bn|thousand|million|billion)(?![a-z])"
_COINS = (
    "美元|英镑|欧元|人民币|日元|港币|元|块"
    "|(?:usd|gbp|eur|cny|rmb|jpy|hkd|chf|dollars?|euros?|pounds?|yuan|bucks)(?![a-z])"
)
_MONEY = re.compile(
    rf"(?<![A-Za-z0-9.])(?:(?:us|hk)?[$£€¥₩₹] ?{_FIGURE}(?: ?(?:{_SCALES}))?(?: ?(?:{_COINS}))?"
    rf"|{_FIGURE} ?(?:(?:{_SCALES}) ?(?:{_COINS})|{_COINS}|百万|千万|万|亿))",
    re.I,
)
_UNITS = {
    "kg": "kg 公斤 千克",
    "g": "g 克",
    "km": "km 公里 千米",
    "m": "m 米",
    "cm": "cm 厘米",
    "mm": "mm 毫米",
}
_UNITS |= {
    "lb": "lb lbs",
    "oz": "oz",
    "l": "l 升",
    "ml": "ml 毫升",
    "mg": "mg 毫克",
    "%": "%",
    "m²": "m² 平米 平方米",
}
_UNITS |= {"mb": "mb", "gb": "gb", "tb": "tb", "kw": "kw", "kwh": "kwh"}
_UNIT = {spelling: unit for unit, spellings in _UNITS.items() for spelling in spellings.split()}
_ANY_UNIT = "|".join(sorted(_UNIT, key=len, reverse=True))
_MEASURE = re.compile(rf"(?<![A-Za-z0-9.-])(\d{{1,18}}(?:\.\d{{1,9}})?) ?({_ANY_UNIT})(?![A-Za-z0-9²])", re.I)
_NO_CODE = re.compile(rf"[\d.]+(?:st|nd|rd|th|s|am|pm|h|k|{'|'.join(_UNIT)})$|[\d.]*$|\D*$", re.I)
_ASKED_CODE = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{1,6})[ -]?#?(\d{1,20})(?![A-Za-z0-9])")
_ASKED_NUMBER = re.compile(r"(?<![A-Za-z0-9])\d{2,20}(?![A-Za-z0-9])")


def identifiers_of(text: str) -> frozenset[str]:
    """The exact identifiers of a text, each in one form however it is spelled. Linear in the length.

    A number alone is one from five digits on, a shorter one behind "order", "room", 订单号 and their like;
    a date if it is complete (5/1/2024 is both readings), an amount if it has a unit; a name is what has a
    capital elsewhere than at the start of a sentence, or stands in quotation marks. ASCII letters in either
    case are one; é is not e here.

    >>> sorted(identifiers_of("Order HS-123456 came on May 1st, 2024. Ask our Li Wei, +86 138 0013 8000."))
    ['code:hs123456', 'date:2024-05-01', 'name:li', 'name:li wei', 'name:wei', 'number:13800138000']
    """
    return frozenset(_found(_folded(text)))


def _found(folded: str) -> Iterator[str]:
    if "@" in folded:
        yield from (_email(m.group()) for m in _EMAIL.finditer(folded))
        folded = _EMAIL.sub(" ; ", folded)  # whose digits and dots are nobody else's
    if "." in folded:
        yield from (_url(m.group()) for m in _URL.finditer(folded))
        folded = _URL.sub(" ; ", folded)
    days, folded = dates(folded)
    yield from (f"date:{day}" for day in days)
    if _DIGIT.search(folded):
        folded = _THOUSANDS.sub("", folded)
        yield from (f"number:{m[1]}" for m in _NUMBERED.finditer(folded))
        for reader in (_amounts, _numbers, _codes):
            yield from reader(folded)
    yield from (f"name:{name}" for name in names(folded))


def asked_of(question: str) -> frozenset[str]:
    """The identifiers that a question may mean, which may be spelled more loosely: hs 123456, 7316, li wei.

    Whether it is one, the memories tell: theirs were read by `identifiers_of`.

    >>> sorted(asked_of("hs 123456")), "name:li wei" in asked_of("who is li wei?")
    (['code:hs123456', 'name:hs', 'number:123456'], True)
    """
    folded = _folded(question[:ASKED])
    codes = {f"code:{m[1]}{m[2]}".casefold() for m in _ASKED_CODE.finditer(folded)}
    numbers = {f"number:{number}" for number in _ASKED_NUMBER.findall(folded)}
    return identifiers_of(question[:ASKED]) | codes | numbers | {f"name:{said}" for said in phrases(folded)}


def _folded(text: str) -> str:
    return fold(checks.kind("text", text, str, "decode or format it first")).text


def _email(text: str) -> str:
    return f"email:{text.casefold().rstrip('.')}"


def _url(text: str) -> str:
    bare = re.sub(r"^(?:https?://)?(?:www\.)?", "", text.casefold())
    return f"url:{bare.rstrip('.,;:!?)]}/')}"


def _amounts(text: str) -> Iterator[str]:
    """Sums of money with and without their currency, since it is often left out; measures with their unit."""
    for match in _MONEY.finditer(text):
        said = amount(match.group())
        if said:
            number, currency, _ = said
            yield f"amount:{number}"
            if currency:
                yield f"amount:{number} {currency.lower()}"
    for match in _MEASURE.finditer(text):
        yield f"amount:{match[1]} {_UNIT[match[2].lower()]}"


def _numbers(text: str) -> Iterator[str]:
    """Long numbers, and what is written in groups: 138-0013-8000, (020) 7946 0958, +44 20 7946 0958."""
    for match in _DIGITS.finditer(text):
        said = match.group()
        groups = re.findall(r"\d+", said)
        digits = "".join(groups)
        if _dots_count(said, groups):
            yield from [f"number:{said.strip('+(')}"] * (len(digits) >= SURE_DIGITS)
            continue
        chunks = [re.sub(r"\D", "", chunk) for chunk in said.split(" ")]
        written = {group for group in groups + chunks if SURE_DIGITS <= len(group) <= PHONE_DIGITS}
        written |= _joined(chunks)
        yield from (f"number:{_dialled(number)}" for number in written)
        if said[0] == "+" and len(digits) <= PHONE_DIGITS and _dialled(digits) == digits:
            home = digits[len(_COUNTRY.match(digits)[0]) :]  # type: ignore[index]
            yield from (f"number:{home}", f"number:0{home}")


def _joined(chunks: list[str]) -> set[str]:
    """The number that stands in several groups; among many groups each row of them that may be one."""
    if sum(map(len, chunks)) <= PHONE_DIGITS:
        rows = ["".join(chunks)]
    else:
        pairs = [(i, j) for i in range(len(chunks)) for j in range(i + 2, min(i + GROUPS, len(chunks)) + 1)]
        rows = ["".join(chunks[i:j]) for i, j in pairs]
    return {row for row in rows if 7 <= len(row) <= PHONE_DIGITS}


def _dots_count(said: str, groups: list[str]) -> bool:
    """Whether it is a decimal, a version or an address of a machine, where the place of a dot matters."""
    dots = said.count(".")
    return 0 < dots == len(groups) - 1 and (dots in (1, 3) or sum(map(len, groups)) < 9)


def _dialled(digits: str) -> str:
    """A Chinese mobile number without the way to dial it from abroad."""
    match = _CHINESE_MOBILE.match(digits)
    return match[1] if match else digits.removeprefix("00")


def _codes(text: str) -> Iterator[str]:
    """Letters and digits together: HS123456, T-7316, INV/2024/17, HS 123456."""
    for match in _RUN.finditer(text):
        said = match.group()
        parts = _PART.findall(said) if len(said) > 80 or _PLAIN_WORD.search(said) else [said]
        yield from (_code(part) for part in parts if _is_code(part))
        if len(parts) > 1:
            yield from (f"number:{p}" for p in parts if p.isdigit() and SURE_DIGITS <= len(p) <= PHONE_DIGITS)
    yield from (_code(match.group()) for match in _SPACED.finditer(text))


def _is_code(said: str) -> bool:
    digits = sum(map(str.isdigit, said))
    needed = 1 if any(map(str.isupper, said)) else 2
    return digits >= needed and len(said) <= 80 and not _NO_CODE.match(said) and any(map(str.isalpha, said))


def _code(said: str) -> str:
    return f"code:{_SEPARATORS.sub('', said).casefold()}"
