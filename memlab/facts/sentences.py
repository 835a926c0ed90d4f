"""sentences: where one statement ends and the next begins, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from memlab.facts.text import Folded

LONGEST = 1_000  # characters of a sentence: a run without an end is cut there
_END = re.compile(
    r"[!?。！？]+(?!\w{0,40}[=&%/])[\"'”’」』)\]]{0,4}"  # "?b=1" belongs to an address of the web
    r"|[;；](?=\s|$|[^\x00-\x7f])"
    r"|(?<!\.)\.+(?:[\"'”’)\]]{1,4}(?=\s|$)|(?=\s|$|[^\x00-\x7f]))"
    r"|(?<=[a-z])\.(?=(?:I|My|We|He|She|It|The|And|But|Also|So)[ '])"  # the blank forgotten
    r"|\n"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"'])(?:(?P<title>mr|mrs|ms|dr|st|prof|mt|ft|e\.g|i\.e|vs|approx)|jr|sr|no|etc|dept|inc|ltd|co|ave|rd|blvd"
    r"|apt|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|u\.s|u\.k|ph\.d|a\.m|p\.m|[a-z])$",
    re.I,
)
_STARTER = re.compile(  # a word that begins a sentence after "project A." or "Acme Inc."
    r"\s+(?:I|I'm|I've|My|We|He|She|It|It's|They|The|This|That|And|But|So|Now|Then|Also|Please|Can|Could|What|Where"
    r"|When|How|Is|Are|Do|You|Your|Our|Any|If)\b"
)


class Sentence(NamedTuple):
    """A sentence: [start, end) of the folded text, its `text` with its end mark.

    `mood` is that of the stretch it lies in ("stated": plain speech), `cut` says that it goes on after
    `end`: a run of more than LONGEST characters.
    """

    start: int
    end: int
    text: str
    mood: str = "stated"
    cut: bool = False


def sentences(folded: Folded, stretches: Sequence = ()) -> list[Sentence]:
    """The sentences of a text, none across the border of a stretch; linear.

    >>> [s.text for s in sentences(Folded("", "", "I live in St. Ives. 我叫李雷。Is 3.5 ok?"))]
    ['I live in St. Ives.', '我叫李雷。', 'Is 3.5 ok?']
    """
    found: list[Sentence] = []
    at = 0
    for stretch in stretches:
        if not stretch.splits:
            continue
        _split(folded.text, at, stretch.start, "stated", found)
        _split(folded.text, stretch.start, stretch.end, stretch.mood, found)
        at = stretch.end
    _split(folded.text, at, len(folded.text), "stated", found)
    return found


def _split(text: str, start: int, stop: int, mood: str, found: list[Sentence]) -> None:
    at = start
    for match in _END.finditer(text, start, stop):
        if match.group()[0] == "." and match.end() - match.start() == 1 and _is_abbreviated(text, at, match):
            continue
        _add(text, at, match.end(), mood, found)
        at = match.end()
    _add(text, at, stop, mood, found)


def _is_abbreviated(text: str, at: int, match: re.Match) -> bool:
    """Whether the full stop is that of "St." or "e.g.", and the sentence goes on."""
    before = text[max(at, match.start() - 8) : match.start()]
    found = _ABBREVIATION.search(before) if match.end() < len(text) else None
    return found is not None and (found["title"] is not None or _STARTER.match(text, match.end()) is None)


def _add(text: str, start: int, end: int, mood: str, found: list[Sentence]) -> None:
    """The sentence in [start, end) without the blanks around it, in pieces if it is too long."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > LONGEST:
        stop = _joint(text, start + LONGEST)
        found.append(Sentence(start, stop, text[start:stop], mood, cut=True))
        start = stop
    if end > start:
        found.append(Sentence(start, end, text[start:end], mood))


def _joint(text: str, at: int) -> int:
    """Where a run is cut: behind its last comma, before its last "and", at its last blank, else at `at`."""
    for mark, kept in ((",", 1), (" and ", 0), (" ", 0)):
        found = text.rfind(mark, at - LONGEST // 2, at)
        if found >= 0:
            return found + kept
    return at
