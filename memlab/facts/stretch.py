"""Stretch: a part of a text that is not plain speech; and where sentences, paragraphs and asides end."""

from __future__ import annotations

import re
from typing import NamedTuple

_SENTENCE_END = re.compile(r"[!?。\n]|\.(?=\s|$|[\"'”])")
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
_BACK = re.compile(  # words with which a speaker comes back to plain speech
    r"(?:^|(?<=[.!?。\n)\]\"'”」]))\s{0,20}\(?(?:by the way|btw|anyway|in real life|in reality|irl\b|back to"
    r" reality|for real|seriously"
    r"|out of character|ooc\b|(?:ok(?:ay)?,? )?(?:end|stop|quit|enough)(?: of)?(?: the| this| with the)?"
    r" (?:role[- ]?play|game|scene|story|pretending)"
    r"|thanks|thank you|p\.?s\b|now,? (?:about|for) (?:me|real)"
    r"|对了|顺便|说正经的|说真的|言归正传|回到现实|现实(?:中|里|生活)|其实我(?:真|本人)|游戏结束"
    r"|结束(?:角色扮演|游戏)|不演了|谢谢|另外)",
    re.I,
)


class Stretch(NamedTuple):
    """[start, end) of the folded text is not plain speech: `mood` says what it is instead.

    `splits`: no sentence reaches across its borders. What does not split is a name or a title in quotation
    marks: it may be a value, but a statement that lies in it is nobody's.
    """

    start: int
    end: int
    mood: str
    splits: bool = True


def sentence_end(text: str, at: int) -> int:
    """Where the sentence that goes on at `at` ends (after its mark)."""
    match = _SENTENCE_END.search(text, at)
    return match.end() if match else len(text)


def sentence_start(text: str, at: int) -> int:
    """Where the sentence that holds `at` begins; looks back at most 500 characters."""
    first = max(at - 500, 0)
    ends = [m.end() for m in _SENTENCE_END.finditer(text, first, at)]
    return ends[-1] if ends else first


def paragraph_end(text: str, at: int) -> int:
    """Where the paragraph that goes on at `at` ends."""
    match = _PARAGRAPH_END.search(text, at)
    return match.start() if match else len(text)


def until_back(text: str, at: int) -> int:
    """Where the speaker is back from what began at `at` ("By the way, …", "In real life …"): else the end."""
    match = _BACK.search(text, at)
    return match.start() if match else len(text)
