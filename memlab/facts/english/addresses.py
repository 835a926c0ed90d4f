"""addresses: where an address begins and ends."""

from __future__ import annotations

import re

from memlab.facts.english import phrases
from memlab.facts.english.chunks import Cut
from memlab.facts.english.shapes import SHAPES
from memlab.facts.rules import Rule

_ADDRESS_LEAD = re.compile(r"(?:(?:at|is|to|on|of|number|no\.?(?=\s*\d)|now|over|in)\s+)+", re.I)
_ADDRESS_END = re.compile(
    r"[;!?\n(]|(?<!\bst)(?<!\bmt)(?<!\bft)\.(?=\s|$)|\s[-–—]\s|,?\s+(?:and|but|so|please|thanks|thank you"
    r"|if|can|could|which|where"
    r"|because|now|instead"
    r"|since|not|for|until|btw|from now on|these days|that's|as|in (?:early |late |mid[- ])?(?:(?:19"
    r"|20)\d\d|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|spring|summer|autumn|winter)|in case|whenever|when|anymore|any|is"
    r"|these|from|with|at the moment|last|yesterday|today|tomorrow|next|this)\b"
    r"|,\s+(?:(?:that|it|my|i|we|the|he|she|call|ring|leave|what|do|is|how|right|one|no|don't|just)\b"
    r"|it's|i'm|or)",
    re.I,
)
_DESCRIBED = re.compile(r"(?:an?|the|my|our|this) (?!\D{0,20}\d)", re.I)
_HOUSE = re.compile(r"(?:flat |apt\.? |unit |suite |#)?\d", re.I)
_SAINT = re.compile(r"[^\d,]*\bSt\. [A-Z]")  # St. Louis is no street


def address(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    """A street and its number at `start`, as far as the address reaches."""
    lead = _ADDRESS_LEAD.match(text, start, limit)
    begin = lead.end() if lead else start
    furthest = min(limit, begin + 160)
    stop = _ADDRESS_END.search(text, begin, furthest)
    end = stop.start() if stop else furthest
    while end > begin and text[end - 1] in " ,.)":
        end -= 1
    value = text[begin:end]
    if (
        not phrases.ADDRESS.search(value)
        or "@" in value
        or SHAPES["date"].fullmatch(value)  # "moved to 16 June"
        or _DESCRIBED.match(value)
        or (bare and not _HOUSE.match(value))
        or _SAINT.match(text, begin, limit)
    ):
        return []
    return [(begin, end, "")]
