"""The table of commands, each registered beside its function, and how a caller's words reach it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from redis.connection import Encoder
from redis.exceptions import DataError

from memlab.zset.keyspace import Keyspace, sweep
from memlab.zset.parse import LONG_MAX, cursor

Words = list[bytes]
Run = Callable[[Keyspace, Words], Any]

_encoder = Encoder("utf-8", "strict", decode_responses=False)


def encode(value: Any) -> bytes:
    """A word as redis-py would send it; DataError for None, bool, list, and what has no UTF-8 text."""
    if type(value) is bytes:
        return value
    try:
        return value.encode() if type(value) is str else bytes(_encoder.encode(value))
    except ValueError as error:  # a lone surrogate, an int of thousands of digits
        raise DataError(f"a {type(value).__name__} that cannot be written as UTF-8 text: {error}") from None


ENCODERS: dict[type, Callable[[Any], Any]] = {  # short ways for the usual types
    bytes: bytes,
    str: lambda value: value.encode() if value.isascii() else encode(value),
    int: lambda value: b"%d" % value if -LONG_MAX <= value <= LONG_MAX else encode(value),
    float: lambda value: repr(value).encode(),
}
KEEPING_FLOATS = {**ENCODERS, float: float}


class Command(NamedTuple):
    """How a command is called: the words it takes (its name counted), its function, its encoders."""

    name: str
    run: Run
    least: int
    most: int
    encoders: dict[type, Callable[[Any], Any]]


TABLE: dict[str, Command] = {}


def register(name: str, arity: int, run: Run, floats: bool = False) -> None:
    """Add a command; arity as Redis writes it: 3 is exactly three words with the name, -3 at least three.

    With `floats` the function may find a float among its words, and spares the detour over its text.
    """
    encoders = KEEPING_FLOATS if floats else ENCODERS
    TABLE[name] = Command(name, run, abs(arity), arity if arity > 0 else sys.maxsize, encoders)


def command(name: str, arity: int, floats: bool = False) -> Callable[[Run], Run]:
    """Register the decorated function, which gets the database and the words after the name."""

    def keep(run: Run) -> Run:
        register(name, arity, run, floats)
        return run

    return keep


def register_readers(kind: type, looks: dict[str, tuple[int, Callable[[Any, Words], Any]]]) -> None:
    """Add commands that only look at the value of one key; a missing key is like an empty value."""
    for name, (arity, look) in looks.items():
        register(name, arity, partial(_look, kind, kind(), look))


def _look(kind: type, empty: Any, look: Callable[[Any, Words], Any], db: Keyspace, words: Words) -> Any:
    value = db.get(words[0], kind)
    return look(empty if value is None else value, words[1:])


def register_scan(name: str, kind: type, items: Callable[[Any], Words], row: int = 1) -> None:
    """Add NAME key cursor [MATCH pattern] [COUNT count] over items of `row` words each."""

    def scan(db: Keyspace, words: Words) -> list[Any]:
        cursor(words[1])
        value = db.get(words[0], kind)
        return [b"0", []] if value is None else sweep(items(value), words[2:], row)

    register(name, -3, scan)
