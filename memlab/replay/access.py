"""Access: one read or write of a memory, checked at the door; Problem: a place in a file that is none."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from memlab import checks

READ, WRITE = "read", "write"


class TraceError(ValueError):
    """What is no trace: the message names the place, the value and the mend."""


@dataclass(frozen=True)
class Access:
    """One read or write of a memory. `time` in seconds, `size` in tokens, `importance` from 0 to 1."""

    key: Hashable
    time: float = 0.0
    operation: str = READ
    size: float = 1
    importance: float = 0.5
    text: str = ""


@dataclass(frozen=True)
class Problem:
    """A place in a source that was skipped, and why. `line` counts from 1."""

    line: int
    text: str
    why: str


def check(n: int, access: Access) -> None:
    """Refuse what is no access, naming it as the n-th."""
    try:
        checks.kind("access", access, Access, "pass Access(key, time, operation, …)")
        checks.hashable("key", access.key)
        checks.number("time", access.time, -checks.HUGE, checks.HUGE)
        checks.number("size", access.size, 0, checks.HUGE)
        checks.number("importance", access.importance, 0, 1)
        checks.kind("text", access.text, str, "decode or format it first")
        if access.operation not in (READ, WRITE):
            raise ValueError(
                f"operation: {checks.shown(access.operation)}, allowed are 'read' and 'write': choose one"
            )
    except (TypeError, ValueError) as error:
        raise TraceError(f"access {n}: {error}") from None
