"""The table of commands, each registered beside its function, and how a caller's words reach it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from redis.connection import Encoder

from memlab.zset.keyspace import Keyspace

Words = list[bytes]
Run = Callable[[Keyspace, Words], Any]

_encoder = Encoder("utf-8", "strict", decode_responses=False)


def encode(value: Any) -> bytes:
    """A word as redis-py would send it; DataError for None, bool, list and so on."""
    return value if type(value) is bytes else bytes(_encoder.encode(value))


ENCODERS: dict[type, Callable[[Any], Any]] = {  # short ways for the usual types
    bytes: bytes,
    str: str.encode,
    int: lambda value: b"%d" % value,
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
