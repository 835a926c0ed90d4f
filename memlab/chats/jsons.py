"""The records of a JSON or JSON Lines file of any size, one in memory at a time, over faults in between.

The standard library's decoder reads each record; the outer array or object is walked by hand. (A streaming
parser stops at the first fault, refuses NaN, and is slower.)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from memlab.chats.mending import Mended, mend
from memlab.chats.window import HELD, LARGEST, Window

_DECODER = json.JSONDecoder(strict=False)  # line breaks within strings are forgiven
MENDED = 1 << 22  # characters of a damaged record that are looked through
NEAR, WIDER = 1 << 12, 4  # first this many or WIDER times a sound one, then WIDER times as many again
LIKE = 100  # beginnings of records of which one may be like the sound one
_SCRIPTED = re.compile(r"\bjsonData\s*=\s*\[")
MESSAGE_LISTS = ("messages", "chat_messages")  # of one conversation: kept together with its title


@dataclass(frozen=True)
class Found:
    """A record: where it stands, its value, and what was wrong with it ('' if nothing)."""

    value: Any
    key: str = ""  # of the array it stands in
    number: int = 0  # in that array, from 1; 0: in none
    line: int = 0  # from 1, in a file with a record a line; 0: in another
    why: str = ""


@dataclass(frozen=True)
class Sound:
    """A record that was sound, and how many characters it took: what its neighbours may look like."""

    value: dict
    length: int


@dataclass(frozen=True)
class Closed:
    """The outermost array or object has ended; its other fields."""

    head: dict


def documents(window: Window) -> Iterator[Found | Closed]:
    """Records of a JSON file: items of an outer array, or of arrays in an outer object, or that object.

    Several documents may follow each other.
    """
    while letter := window.next():
        if letter == "[":
            window.at += 1
            yield from _items(window, "")
            yield Closed({})
        elif letter == "{":
            yield from _object(window)
        else:
            yield Found(None, why=f"not JSON: {_glimpse(window)}")
            _to_bracket(window)


def embedded(window: Window) -> Iterator[Found | Closed]:
    """Records of the array that ChatGPT's chat.html holds in its script."""
    if found := _SCRIPTED.search(window.text):
        window.at = found.end()
        yield from _items(window, "")
        yield Closed({})


def lines(window: Window) -> Iterator[Found | Closed]:
    """Records of a JSON Lines file, one a line."""
    number = 0
    while (line := window.read_line()) is not None:
        number += 1
        if line.strip(" \t\ufeff\x00,"):
            yield _of_line(line, number)
    yield Closed({})


def _of_line(line: str, number: int) -> Found:
    try:
        return Found(_DECODER.decode(line), line=number)
    except (ValueError, RecursionError):
        start = min((i for i in (line.find("{"), line.find("[")) if i >= 0), default=-1)
    if start < 0:
        return Found(None, line=number, why="not JSON")
    mended = mend(line, start)
    mended.wrong(start, "not quite JSON")
    return Found(mended.value, line=number, why=_of_fault(mended, line))


def _object(window: Window) -> Iterator[Found | Closed]:
    """An outer object: whole if it is small and sound, else field by field."""
    try:
        value, window.at = _DECODER.raw_decode(window.text, window.at)
    except (ValueError, RecursionError):
        yield from _fields(window)
    else:
        yield Found(value)
        yield Closed({})


def _fields(window: Window) -> Iterator[Found | Closed]:
    head: dict = {}
    window.at += 1
    while (letter := window.next()) == '"':
        key, why = value_at(window)
        if window.next() == "[":
            window.at += 1
            yield from (
                _collected(window, str(key), head) if key in MESSAGE_LISTS else _items(window, str(key))
            )
        elif window.next() not in ("", "}", "]"):
            head[key], why = value_at(window)
        if why:
            yield Found(None, str(key), why=why)
    if letter == "}":
        window.at += 1
    else:
        why = (
            "the file ends in the middle" if not letter else f"a field was expected, found {_glimpse(window)}"
        )
        yield Found(None, why=why)
        _to_bracket(window)
    yield Closed(head)


def _collected(window: Window, key: str, head: dict) -> Iterator[Found | Closed]:
    """The messages of one conversation; what would be too long to hold is handed on in parts."""
    head[key] = []
    begun = window.character
    for found in _items(window, key):
        if found.value is not None:
            head[key].append(found.value)
        if found.why:
            yield Found(None, key, found.number, why=found.why)
        if window.character - begun > LARGEST:
            yield Closed(dict(head))
            head[key], begun = [], window.character


def _items(window: Window, key: str) -> Iterator[Found]:
    number, why = 0, ""
    known: Sound | None = None
    while letter := window.next():
        if letter == "]":
            window.at += 1
            return
        number += 1
        begun = window.character
        value, why = value_at(window, known)
        if not why and isinstance(value, dict) and value:
            known = Sound(value, window.character - begun)
        yield Found(value, key, number, why=why)
    if not why:  # else the last record has told it
        yield Found(None, key, number + 1, why="the file ends in the middle: a part of it is missing")


def value_at(window: Window, known: Sound | None = None) -> tuple[Any, str]:
    """The value that begins here, and what was wrong with it; `known`: a sound one of its kind."""
    while True:
        try:
            value, end = _DECODER.raw_decode(window.text, window.at)
        except json.JSONDecodeError as error:
            more = error.msg.startswith("Unterminated string") or error.pos > len(window.text) - 16
        except (ValueError, RecursionError):
            more = False
        else:
            if end < len(window.text) or window.ended:
                window.at = end
                return value, ""
            more = True
        held = len(window.text) - window.at
        if not more or held >= LARGEST or not window.more(max(held, HELD)):
            break
    return _damaged(window, known)


def _damaged(window: Window, known: Sound | None) -> tuple[Any, str]:
    mended, start = _as_far_as_needed(window, known)
    if start:
        mended = mend(window.text, window.at, start)
        mended.wrong(mended.end, "a bracket or a quote is missing")
    mended.wrong(window.at, "not quite JSON")
    why = _of_fault(mended, window.text, window.at, window.character - 1)
    cut = not mended.closed and mended.end - window.at >= MENDED
    if mended.hopeless:
        window.skip_value()
    elif cut:
        why = f"damaged or too long: what comes after its first {MENDED:,} characters is left out"
        window.skip_value()
    else:
        window.at = max(mended.end, window.at + 1)
    return mended.value, why


def _as_far_as_needed(window: Window, known: Sound | None) -> tuple[Mended, int]:
    """A damaged record as it can be read, and where the next begins if it has no end of its own, else 0.

    Looked through is as much as such records take, then more and more: a file full of records without an end
    is read in linear time.
    """
    reach = max(NEAR, WIDER * known.length) if known else MENDED
    while True:
        while len(window.text) - window.at < reach and window.more(reach):
            pass
        stop = window.at + min(reach, MENDED)
        mended = mend(window.text, window.at, stop)
        like = known.value if known else mended.value if isinstance(mended.value, dict) else None
        sound = mended.hopeless or _sound_after(mended, window.text)
        start = 0 if sound else _next_like(window.text, window.at + 1, stop, like)
        if mended.closed or mended.hopeless or start or reach >= MENDED or stop >= len(window.text):
            return mended, start
        reach *= WIDER


def _sound_after(mended: Mended, text: str) -> bool:
    """Whether a mended value is followed by what may follow a value."""
    return mended.closed and bool(re.compile(r"\s*([,\]}]|$)").match(text, mended.end))


def _next_like(text: str, start: int, stop: int, known: dict | None) -> int:
    """Where the next record begins before `stop` that looks like a sound one of its kind; 0: nowhere."""
    if not known:
        return 0
    first = re.escape(json.dumps(next(iter(known))))
    beginnings = re.compile(rf",\s*(\{{\s*{first}\s*:)").finditer(text, start, stop)
    for found in islice(beginnings, LIKE):
        try:
            value = _DECODER.raw_decode(text, found.start(1))[0]
        except (ValueError, RecursionError):
            continue
        if 2 * len(value.keys() & known.keys()) >= len(known):
            return found.start(1)
    return 0


def _of_fault(mended: Mended, text: str, start: int = 0, before: int = 0) -> str:
    if mended.fault is None:
        return ""
    at, why = mended.fault
    return f"damaged at character {before + at - start + 1}: {why}; what could be read of it is used"


def _glimpse(window: Window) -> str:
    return repr(window.text[window.at])  # no more: it may be half of something private


def _to_bracket(window: Window) -> None:
    """Go on where an array or object might begin."""
    while not (found := re.compile(r"[{\[]").search(window.text, window.at + 1)):
        window.at = len(window.text)
        if not window.more():
            return
    window.at = found.start()
