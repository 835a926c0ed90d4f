"""Trace: what an agent read and wrote, in order. One column for each field, so a million accesses are cheap."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from memlab import flow
from memlab.bank import checks

READ, WRITE = "read", "write"
NEVER = math.inf


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


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """Accesses in order, kept by column: `ids[n]` is the place in `names` of the n-th access's key.

    Make one with `Trace.of_keys`, `Trace.of`, `Trace.of_program` or `read_trace`. A request is a read: it hits
    what is there, and what it misses is fetched again. A write puts a value there and makes the old one
    worthless; it neither hits nor misses. `problems` are the places of the source that were skipped.

    >>> trace = Trace.of_keys("abcab")
    >>> len(trace), trace.requests, trace.names, trace[3]
    (5, 5, ('a', 'b', 'c'), Access(key='a', time=3, operation='read', size=1, importance=0.5, text=''))
    """

    names: tuple[Hashable, ...]
    ids: tuple[int, ...]
    times: Sequence[float]
    writes: bytes  # 1 where the access is a write
    sizes: Sequence[float]
    importances: Sequence[float]
    texts: Sequence[str]
    name: str = "trace"
    program: flow.Program | None = None
    statements: tuple[Hashable, ...] = ()  # with a program: the statement that each access belongs to
    problems: tuple[Problem, ...] = field(default=())

    @classmethod
    def of_keys(cls, keys: Iterable[Hashable], name: str = "keys") -> Trace:
        """Reads of these keys, one a second, each of size 1. TypeError for a key that is not hashable."""
        index: dict[Hashable, int] = {}
        try:
            ids = tuple([index.setdefault(key, len(index)) for key in keys])
        except TypeError as error:
            raise TypeError(
                f"keys: {error}, allowed is an iterable of hashable keys: pass a list of str or int"
            ) from None
        n = len(ids)
        return cls(tuple(index), ids, range(n), bytes(n), (1,) * n, (0.5,) * n, ("",) * n, name)

    @classmethod
    def of(cls, accesses: Iterable[Access], name: str = "trace", **more: Any) -> Trace:
        """The trace of these accesses, each field checked. TraceError names the access that is none.

        >>> Trace.of([Access("tea", 0, "write", size=3), Access("tea", 5)]).operations
        ('write', 'read')
        """
        rows = [_checked(n, access) for n, access in enumerate(accesses, start=1)]
        index: dict[Hashable, int] = {}
        ids = tuple([index.setdefault(row.key, len(index)) for row in rows])
        return cls(
            tuple(index),
            ids,
            tuple(row.time for row in rows),
            bytes(row.operation == WRITE for row in rows),
            tuple(row.size for row in rows),
            tuple(row.importance for row in rows),
            tuple(row.text for row in rows),
            name,
            **more,
        )

    @classmethod
    def of_program(
        cls,
        program: flow.Program,
        memories: Mapping[Any, tuple[str, float]] | None = None,
        size: Any = None,
        name: str = "program",
    ) -> Trace:
        """Each statement's uses as reads, then its definitions as writes; a minute a statement.

        `memories` gives for a variable what is written down and its importance; `size(text)` its tokens.

        >>> p = flow.Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}])
        >>> trace = Trace.of_program(p)
        >>> trace.operations, trace.statements
        (('write', 'read'), (1, 2))
        """
        rows, statements = [], []
        for n, statement in enumerate(program):
            for operation, variables in ((READ, statement.use), (WRITE, statement.defs)):
                for variable in variables:
                    text, importance = (memories or {}).get(variable, (str(variable), 0.5))
                    length = 1 if size is None else size(text)
                    rows.append(Access(variable, 60.0 * n, operation, length, importance, text))
                    statements.append(statement.id)
        return cls.of(rows, name, program=program, statements=tuple(statements))

    @property
    def requests(self) -> int:
        """How many accesses are reads."""
        return len(self.ids) - sum(self.writes)

    @cached_property
    def equal_sizes(self) -> bool:
        """Whether all memories weigh the same: only then is the farthest next use optimal."""
        return len(set(self.sizes)) <= 1

    @cached_property
    def next_reads(self) -> tuple[float, ...]:
        """For each access the place of the next read of its value: infinite if it is rewritten or never read.

        This is the future: nothing that decides online may look at it. O(n).

        >>> Trace.of_keys("aba").next_reads
        (2, inf, inf)
        """
        found: list[float] = [NEVER] * len(self.ids)
        ahead: list[float] = [NEVER] * len(self.names)
        for n in range(len(self.ids) - 1, -1, -1):
            key = self.ids[n]
            found[n] = ahead[key]
            ahead[key] = NEVER if self.writes[n] else n
        return tuple(found)

    @property
    def operations(self) -> tuple[str, ...]:
        """ "read" or "write" for each access."""
        return tuple(WRITE if write else READ for write in self.writes)

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Access]:
        return (self[n] for n in range(len(self)))

    @overload
    def __getitem__(self, n: int) -> Access: ...
    @overload
    def __getitem__(self, n: slice) -> Trace: ...
    def __getitem__(self, n: int | slice) -> Access | Trace:
        """The n-th access, or a stretch of the trace (without its program)."""
        if isinstance(n, slice):
            return Trace.of([self[m] for m in range(*n.indices(len(self)))], self.name)
        return Access(
            self.names[self.ids[n]],
            self.times[n],
            WRITE if self.writes[n] else READ,
            self.sizes[n],
            self.importances[n],
            self.texts[n],
        )

    def __repr__(self) -> str:
        return f"<Trace {self.name}: {len(self):,} accesses of {len(self.names):,} memories>"


def trace_of(source: Any) -> Trace:
    """A trace as it is, a Program's, or that of an iterable of keys or Accesses."""
    if isinstance(source, Trace):
        return source
    if isinstance(source, flow.Program):
        return Trace.of_program(source)
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise TypeError(
            f"trace: {checks.shown(source)} is {type(source).__name__}, allowed is a Trace, a Program or an "
            f"iterable of keys: pass a list"
        )
    rows = list(source)
    return Trace.of(rows) if rows and isinstance(rows[0], Access) else Trace.of_keys(rows)


def _checked(n: int, access: Access) -> Access:
    try:
        checks.kind("access", access, Access, "pass Access(key, time, operation, …)")
        checks.hashable("key", access.key)
        checks.number("time", access.time)
        checks.number("size", access.size, 0, checks.HUGE)
        checks.number("importance", access.importance, 0, 1)
        checks.kind("text", access.text, str, "decode or format it first")
        if access.operation not in (READ, WRITE):
            raise ValueError(
                f"operation: {checks.shown(access.operation)}, allowed are 'read' and 'write': choose one"
            )
    except (TypeError, ValueError) as error:
        raise TraceError(f"access {n}: {error}") from None
    return access
