"""fit: how well a bare value suits an attribute ("Sorry, I meant Lisbon": a city, no birthday)."""

from __future__ import annotations

import re

from memlab.facts.amounts import amount
from memlab.facts.canonical import is_language
from memlab.facts.dates import date
from memlab.facts.places import is_place

LONGEST = 120  # characters of a bare value
_EMAIL = re.compile(r"[^\s@]{1,64}@[^\s@]{1,190}")
_DIGIT = re.compile(r"\d")
_NAME = re.compile(
    r"[A-Z][\w.'’-]{0,40}(?: [A-Z\d][\w.'’-]{0,40}| (?:of|the|de|la|and|&)){0,5}|[㐀-鿿·]{1,12}"
)
_LITTLE_HAN = re.compile("[我你他她它的了吗呢吧]")
NOT_AT_ALL, POSSIBLE, WELL = 0, 1, 2


def fit(value: str, kind: str) -> int:
    """How well a folded value suits a form of `memlab.facts.rules.FORMS`: 0 not at all, 1 possibly, 2 well.

    >>> fit("Lisbon", "place"), fit("Lisbon", "date"), fit("Friday", "date"), fit("a@b.org", "email")
    (2, 0, 2, 2)
    >>> fit("Lisbon", "words"), fit("nurse", "words"), fit("555-1234", "phone"), fit("555-1234", "place")
    (1, 2, 2, 0)
    """
    value = value.strip()
    if not value or len(value) > LONGEST:
        return NOT_AT_ALL
    if kind == "email" or _EMAIL.fullmatch(value):
        return WELL if kind == "email" and _EMAIL.fullmatch(value) else NOT_AT_ALL
    digits = len(_DIGIT.findall(value))
    if kind == "phone":
        return WELL if digits >= 5 else NOT_AT_ALL
    if kind in ("amount", "number"):
        return WELL if amount(value) is not None else NOT_AT_ALL
    if kind == "date":
        return WELL if date(value) != value.lower() else POSSIBLE if digits or "月" in value else NOT_AT_ALL
    if kind == "code":
        return WELL if digits >= 2 else NOT_AT_ALL
    if kind == "language":
        return WELL if is_language(value) else NOT_AT_ALL
    return _fit_of_a_name(value, kind, digits)


def _fit_of_a_name(value: str, kind: str, digits: int) -> int:
    """A place, a person, an organisation, words or a whole sentence."""
    if kind == "sentence" or digits > len(value) // 2 or is_language(value):
        return POSSIBLE if kind in ("sentence", "words") else NOT_AT_ALL
    if is_place(value):
        return WELL if kind == "place" else POSSIBLE
    name = _NAME.fullmatch(value) is not None and _LITTLE_HAN.search(value) is None
    if kind == "words":
        return POSSIBLE if name and value.isascii() else WELL
    if kind in ("place", "person") and digits:
        return NOT_AT_ALL
    return WELL if name else POSSIBLE if len(value.split()) <= 4 else NOT_AT_ALL
