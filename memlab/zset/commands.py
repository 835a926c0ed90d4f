"""The table of commands: each is registered beside its function."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from memlab.zset.keyspace import Keyspace

Words = list[bytes]
Run = Callable[[Keyspace, Words], Any]


class Command(NamedTuple):
    """How a command is called: the words it takes (its name counted) and its function."""

    name: str
    run: Run
    least: int
    most: int


TABLE: dict[str, Command] = {}


def register(name: str, arity: int, run: Run) -> None:
    """Add a command; arity as Redis writes it: 3 is exactly three words with the name, -3 at least three."""
    TABLE[name] = Command(name, run, abs(arity), arity if arity > 0 else sys.maxsize)


def command(name: str, arity: int) -> Callable[[Run], Run]:
    """Register the decorated function, which gets the database and the words after the name."""

    def keep(run: Run) -> Run:
        register(name, arity, run)
        return run

    return keep
