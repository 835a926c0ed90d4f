"""Raw rows become a trace: fields by their many names, numbers and times from text, what is odd set aside."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from typing import Any

from memlab import checks
from memlab.replay.access import Problem
from memlab.replay.trace import Columns, Trace

ALIASES = {
    "time": ("time", "timestamp", "ts", "t", "at", "date", "datetime", "clock", "clocktime", "optime"),
    "key": ("key", "id", "obj", "object", "objid", "objectid", "item", "itemid", "memory", "memoryid", "lbn"),
    "op": ("op", "operation", "action", "optype", "command", "cmd", "method"),
    "size": ("size", "objsize", "objectsize", "tokens", "bytes", "length", "valuesize"),
    "importance": ("importance",),
    "text": ("text", "content"),
    "hit": ("hit",),
}
FIELDS = {alias: field for field, aliases in ALIASES.items() for alias in aliases}
READS = {"read", "r", "get", "gets", "use", "touch", "recall", "access", "load", "lookup", "hit", "miss"}
WRITES = {"write", "w", "set", "add", "put", "insert", "update", "replace", "store", "def", "define"}
WRITES |= {"cas", "append", "prepend", "incr", "decr"}
ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?",
    re.A,
)

Row = dict[str, Any]  # field -> what stands there; absent, None and "" are: not given
NO_OPERATION = "no operation that is known here"


class Odd(ValueError):
    """Why a row is no access."""


@lru_cache(maxsize=1024)  # a million rows have the same few names
def field_of(name: str) -> str | None:
    """Which field a column or a JSON key of that name holds, if any.

    >>> field_of("obj_id"), field_of("Object Size"), field_of("colour")
    ('key', 'size', None)
    """
    return FIELDS.get(re.sub(r"[\s_-]", "", name).lower())


def is_operation(value: Any) -> bool:
    """Whether this names a read or a write."""
    return isinstance(value, str) and value.strip().lower() in READS | WRITES


class Intake:
    """Rows taken in one after the other. What a row leaves open is as it was when its key was last there.

    A write that follows a missed read of its key ("hit": false) is that read's fetch: together they are one
    read, at the place of the write, for the replay fetches by itself what it misses.
    """

    def __init__(self) -> None:
        self.columns = Columns()
        self.problems: list[Problem] = []
        self._last: dict[Hashable, tuple[float, float, str]] = {}
        self._time = -1.0
        self._missed: dict[Hashable, int] = {}  # reads that missed and were not fetched yet
        self._fetched: set[int] = set()  # reads that another place stands for
        self._unread: dict[str, None] = {}  # names of columns, in the order in which they came

    def take(self, line: int, raw: Any, row: Row) -> None:
        """One row; `raw` is what a problem shows of it. "unread" in it names the columns left out of it."""
        if "unread" in row:
            self._unread.update(dict.fromkeys(row["unread"]))
        try:
            key = key_of(row.get("key"))
            time = self._time_of(row.get("time"))
            write = write_of(row.get("op"))
            size, importance, before = self._last.get(key, (1, 0.5, ""))
            size = number_of("size", row.get("size"), size, checks.HUGE)
            importance = number_of("importance", row.get("importance"), importance, 1)
            text = text_of("text", row.get("text"), before)
        except Odd as odd:
            self.skip(line, raw, str(odd))
            return
        text = before if text == before else text  # one object for all: a million reads hold it once
        self._last[key], self._time = (size, importance, text), time
        missed = self._missed.pop(key, None) if self._missed else None
        if write and missed is not None:
            self._fetched.add(missed)
            write = False
        elif not write and row.get("hit") is False:
            self._missed[key] = len(self.columns.ids)
        self.columns.add(key, time, write, size, importance, text)

    def skip(self, line: int, raw: Any, why: str) -> None:
        self.problems.append(Problem(line, raw if len(raw) <= 80 else f"{raw[:77]}...", why))

    def trace(self, name: str) -> Trace:
        """What was taken in, and what was skipped, in the order of the lines."""
        columns = self._without_fetched() if self._fetched else self.columns
        problems = tuple(sorted(self.problems, key=lambda p: p.line))
        return columns.trace(name, problems=problems, fetched=len(self._fetched), unread=tuple(self._unread))

    def _without_fetched(self) -> Columns:
        kept, all, names = Columns(), self.columns, list(self.columns.index)
        rows = zip(all.ids, all.times, all.writes, all.sizes, all.importances, all.texts, strict=True)
        for n, (id, *rest) in enumerate(rows):
            if n not in self._fetched:
                kept.add(names[id], *rest)
        return kept

    def _time_of(self, value: Any) -> float:
        if value is None or value == "":
            return self._time + 1
        return time_of(value)


def key_of(value: Any) -> Hashable:
    if value is None or value == "":
        raise Odd("key: there is none: name the memory")
    if isinstance(value, (list, dict)):
        raise Odd(f"key: {checks.shown(value)}, allowed is a text or a number")
    if isinstance(value, str):
        return text_of("key", value, "")
    if not _finite(value):
        raise Odd(f"key: {checks.shown(value)}, allowed is a text or a finite number")
    return value


def write_of(value: Any) -> bool:
    if value is None or value == "":
        return False
    name = value.strip().lower() if isinstance(value, str) else ""
    if name in WRITES:
        return True
    if name in READS:
        return False
    raise Odd(f"operation: {checks.shown(value)} is {NO_OPERATION}: allowed are read, get, write, set, …")


def number_of(field: str, value: Any, absent: float, high: float) -> float:
    """A number from 0 to `high`, from a number or its text."""
    if value is None or value == "":
        return absent
    number: Any = _parsed_before(value) if isinstance(value, str) else value
    if type(number) not in (int, float) or not 0 <= number <= high:
        raise Odd(f"{field}: {checks.shown(value)}, allowed is a number from 0{'' if high > 1 else ' to 1'}")
    return number


def text_of(field: str, value: Any, absent: str) -> str:
    if value is None or value == "":
        return absent
    if not isinstance(value, str):
        raise Odd(f"{field}: {checks.shown(value)} is {type(value).__name__}, allowed is a text")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise Odd(f"{field}: {checks.shown(value)} has half a character, allowed is text") from None
    return value


def time_of(value: Any) -> float:
    """Seconds, from a number or from ISO 8601 (UTC where no zone is given).

    >>> time_of("1970-01-01T00:01:00Z"), time_of("1970-01-01 01:00+01:00"), time_of("2.5")
    (60.0, 0.0, 2.5)
    """
    number: Any = _parsed(value) if isinstance(value, str) else value
    if type(number) in (int, float) and -checks.HUGE <= number <= checks.HUGE:
        return float(number)
    found = ISO.fullmatch(value.strip()) if isinstance(value, str) else None
    try:
        return _seconds(*found.groups()) if found else _no_time(value)
    except (ValueError, OverflowError):
        return _no_time(value)


def _seconds(year: str, month: str, day: str, *rest: str | None) -> float:
    hour, minute, second, fraction, zone = rest
    moment = datetime(
        int(year),
        int(month),
        int(day),
        int(hour or 0),
        int(minute or 0),
        int(second or 0),
        tzinfo=timezone.utc,
    )
    ahead = timedelta()
    if zone and zone != "Z":
        ahead = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:]) if len(zone) > 3 else 0)
    return (moment - (-ahead if zone and zone[0] == "-" else ahead)).timestamp() + float(f"0.{fraction or 0}")


def _no_time(value: Any) -> float:
    raise Odd(f"time: {checks.shown(value)}, allowed are seconds or ISO 8601 such as 2026-05-01T09:30:00Z")


def _parsed(text: str) -> float | None:
    """The number in a text, a whole one as int; None where there is none."""
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return None


_parsed_before = lru_cache(maxsize=4096)(_parsed)  # sizes and grades are few: one object for all


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an int beyond every float is a good name
        return True
