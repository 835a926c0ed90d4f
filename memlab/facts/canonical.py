"""form, same: when two spellings are the same value. Pure, and deliberately not transitive."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from memlab.facts.amounts import amount
from memlab.facts.dates import date
from memlab.facts.places import place, plain
from memlab.facts.sounds import heard_alike, sounds_of
from memlab.facts.text import fold
from memlab.facts.wordings import alike, content, prefix, words

CACHED = 300  # characters up to which a value's form is remembered
_LEGAL = re.compile(
    r"(?<![\s,])[\s,]+(?:inc|incorporated|ltd|limited|llc|gmbh|corp|corporation|co|company|plc|ag|sa|bv|pty)\.?$"
    r"|(?<=[㐀-鿿]{2})(?:股份)?(?:有限)?(?:责任)?公司$"
)
_COMPANIES = {
    "tencent": "腾讯",
    "alibaba": "阿里巴巴",
    "bytedance": "字节跳动",
    "google": "谷歌",
    "microsoft": "微软",
}
_COMPANIES |= {
    "apple": "苹果",
    "amazon": "亚马逊",
    "siemens": "西门子",
    "bosch": "博世",
    "volkswagen": "大众",
}
_LANGUAGES = """
english 英文 英语 en
chinese 中文 汉语 华语 国语 普通话 mandarin 简体中文 zh
cantonese 粤语 广东话
german 德文 德语 deutsch de
french 法文 法语 francais fr
spanish 西班牙文 西班牙语 espanol es
japanese 日文 日语 ja
korean 韩文 韩语 ko
italian 意大利文 意大利语 italiano it
portuguese 葡萄牙文 葡萄牙语 pt
russian 俄文 俄语 ru
arabic 阿拉伯文 阿拉伯语 ar
dutch 荷兰文 荷兰语 nl
swedish 瑞典文 瑞典语 sv
turkish 土耳其文 土耳其语 tr
hindi 印地文 印地语 hi
thai 泰文 泰语
vietnamese 越南文 越南语
polish 波兰文 波兰语 pl
greek 希腊文 希腊语
"""
_LANGUAGE = {name: line.split()[0] for line in _LANGUAGES.split("\n") if line for name in line.split()}
_DIGITS = str.maketrans("零〇一二三四五六七八九", "00123456789")


@dataclass(frozen=True)
class Form:
    """A value as it is compared: equal `key` means the same value.

    `near` are the keys under which values that may be the same are found: whenever `same(a, b)`, the keys
    are equal or a.near and b.near share one. `kind` is the form of its rule, `parts` what `same` compares.
    """

    key: str
    near: frozenset[str] = frozenset()
    kind: str = "words"
    parts: tuple[Any, ...] = ()


def form(value: str, kind: str) -> Form:
    """The form of a value, of a kind in `memlab.facts.rules.FORMS`; linear in its length.

    >>> form("北京市", "place").key == form("Peking", "place").key, form("５００万", "amount").key
    (True, '5000000')
    """
    return _remembered(value, kind) if len(value) <= CACHED else _form(value, kind)


def same(a: Form, b: Form) -> bool:
    """Whether two values are the same: reflexive and symmetric, but not transitive.

    >>> one, latin, other = (form(name, "person") for name in ("王伟", "Wang Wei", "王炜"))
    >>> same(one, latin), same(latin, other), same(one, other)
    (True, True, False)
    """
    if a.kind != b.kind:
        return False
    return a.key == b.key or (not a.near.isdisjoint(b.near) and _ALIKE.get(a.kind, _never)(a.parts, b.parts))


def _form(value: str, kind: str) -> Form:
    folded = fold(value).text.strip()
    made = _FORMS.get(kind, _words)(folded, kind)
    return made if made.key else replace(made, key=folded)  # "´" and "?" are no two spellings of nothing


_remembered = lru_cache(maxsize=65_536)(_form)


def _never(a: tuple, b: tuple) -> bool:
    return False


# -- words, sentences, codes, addresses of mail ---------------------------------------------------------


def _words(text: str, kind: str) -> Form:
    return Form(words(text), kind=kind)


def _sentence(text: str, kind: str) -> Form:
    stems, negated = content(text)
    mark = "not " if negated else ""
    key = mark + " ".join(sorted(stems))
    return Form(key, frozenset(mark + stem for stem in prefix(stems)), kind, (negated, stems))


def _sentences_alike(a: tuple, b: tuple) -> bool:
    return a[0] == b[0] and alike(a[1], b[1])


def _code(text: str, kind: str) -> Form:
    return Form("".join(c for c in text.upper() if c.isalnum()) or text, kind=kind)


def _email(text: str, kind: str) -> Form:
    return Form(text.casefold().removeprefix("mailto:").strip("<> "), kind=kind)


def is_language(text: str) -> bool:
    """Whether a folded text is the name of a language."""
    return (len(text) > 2 or not text.isascii()) and plain(text).strip() in _LANGUAGE


def _language(text: str, kind: str) -> Form:
    low = plain(text).removeprefix("in ").strip()
    return Form(_LANGUAGE.get(low, low), kind=kind)


# -- numbers --------------------------------------------------------------------------------------------


def _phone(text: str, kind: str) -> Form:
    """Digits without the way to dial abroad; "+44 7700…" and "07700…" are alike, in China they are equal."""
    dialled = text.translate(_DIGITS).replace("(0)", "")
    digits = "".join(c for c in dialled if c.isdigit())
    abroad = dialled.lstrip("( ").startswith("+") or digits.startswith("00")
    digits = digits.removeprefix("00") if abroad else digits
    if len(digits) == 13 and digits.startswith("861"):
        digits, abroad = digits[2:], False
    near = frozenset([digits[-7:]]) if len(digits) >= 8 else frozenset()
    return Form(digits or text, near, kind, (abroad, digits))


def _phones_alike(a: tuple, b: tuple) -> bool:
    (_, far), (_, near) = sorted((a, b), key=lambda part: not part[0])
    local = near.removeprefix("0")
    return a[0] != b[0] and far.endswith(local) and 1 <= len(far) - len(local) <= 3


def _amount(text: str, kind: str) -> Form:
    known = amount(text)
    if known is None:
        return _words(text, kind)
    return Form(" ".join(part for part in known if part), frozenset(known[:1]), kind, known)


def _amounts_alike(a: tuple, b: tuple) -> bool:
    """The same number, and no two different currencies or periods."""
    return bool(a and b) and all(x == y or not (x and y) for x, y in zip(a[1:], b[1:], strict=True))


def _number(text: str, kind: str) -> Form:
    known = amount(text)
    return _words(text, kind) if known is None else Form(known[0], kind=kind)


def _date(text: str, kind: str) -> Form:
    key = date(text)
    year, _, day = key.partition("-") if re.match(r"\d{4}-", key) else ("", "", key)
    return Form(key, frozenset([day]), kind, (year,))


def _dates_alike(a: tuple, b: tuple) -> bool:
    """The same day, one of them without its year."""
    return not (a[0] and b[0])


# -- names ----------------------------------------------------------------------------------------------


def _place(text: str, kind: str) -> Form:
    """A place by its one name; "Leeds, UK" is like "Leeds", and 苏州 like "Suzhou"."""
    head, _, tail = text.partition(",")
    name, within = place(head), place(tail) if tail.strip() else ""
    sounds = sounds_of(name)
    return Form(
        f"{name}, {within}" if within else name, frozenset({name, *sounds}), kind, (name, within, sounds)
    )


def _places_alike(a: tuple, b: tuple) -> bool:
    if a[1] and b[1] and a[1] != b[1]:
        return False
    return a[0] == b[0] or heard_alike((a[0], a[2]), (b[0], b[2]))


def _person(text: str, kind: str) -> Form:
    name = " ".join(plain(text).replace(".", " ").replace("·", " ").split())
    name = re.sub(r"(?<=[㐀-鿿])\s(?=[㐀-鿿])", "", name)
    sounds = sounds_of(name)
    return Form(name, sounds, kind, (name, sounds))


def _organisation(text: str, kind: str) -> Form:
    name = plain(text).removeprefix("the ").strip(" .")
    short = _LEGAL.sub("", name).strip(" .,") or name
    name = _COMPANIES.get(short, short)
    sounds = sounds_of(name)
    return Form(name, sounds, kind, (name, sounds))


_FORMS: dict[str, Callable[[str, str], Form]] = {
    "place": _place, "person": _person, "organisation": _organisation, "amount": _amount, "number": _number,
    "date": _date, "phone": _phone, "email": _email, "code": _code, "language": _language,
    "sentence": _sentence,
}  # fmt: skip
_ALIKE: dict[str, Callable[[tuple, tuple], bool]] = {
    "place": _places_alike, "person": heard_alike, "organisation": heard_alike, "amount": _amounts_alike,
    "date": _dates_alike, "phone": _phones_alike, "sentence": _sentences_alike,
}  # fmt: skip
