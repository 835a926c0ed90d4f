"""Trace: what an agent read and wrote, in order, a column for each field: a million accesses are cheap."""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

from memlab import checks, flow
from memlab.bank.runs import memory_of
from memlab.replay.access import READ, WRITE, Access, Problem, check
from memlab.replay.access import TraceError as TraceError

UNITS = ("items", "tokens")
NEVER = math.inf
FILES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt", ".log", ".gz")  # how no word ends


class Columns:
    """A trace that is being put together, an access at a time; nothing is checked here."""

    def __init__(self) -> None:
        self.index: dict[Hashable, int] = {}
        self.ids: list[int] = []
        self.times = array("d")
        self.writes = bytearray()
        self.sizes: list[float] = []
        self.importances = array("d")
        self.texts: list[str] = []

    def add(self, key: Hashable, time: float, write: bool, size: float, importance: float, text: str) -> None:
        self.ids.append(self.index.setdefault(key, len(self.index)))
        self.times.append(time)
        self.writes.append(write)
        self.sizes.append(size)
        self.importances.append(importance)
        self.texts.append(text)

    def trace(self, name: str, **more: Any) -> Trace:
        return Trace(
            tuple(self.index),
            tuple(self.ids),
            self.times,
            bytes(self.writes),
            tuple(self.sizes),
            self.importances,
            tuple(self.texts),
            name,
            **more,
        )


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """Accesses in order, kept by column: `ids[n]` is the place in `names` of the n-th access's key.

    Make one with `Trace.of_keys`, `Trace.of`, `Trace.of_program` or `read_trace`. A request is a read: it
    hits what is there, and what it misses is fetched again. A write puts a value there and makes the old one
    worthless; it neither hits nor misses. `names` stand in the order in which they first appear, `problems`
    are the places of the source that were skipped, `unread` its columns that were. Some 40 bytes an access,
    besides the keys themselves.

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
    dataset: str = ""  # whose conversations are joined here, such as "locomo"
    fetched: int = 0  # writes of the source that brought back what a read had missed: one with that read
    unread: tuple[str, ...] = ()  # columns of the source that say nothing here

    @classmethod
    def of_keys(cls, keys: Iterable[Hashable], name: str = "keys") -> Trace:
        """Reads of these keys, one a second, each of size 1. TypeError for a key that is not hashable."""
        try:
            keys = keys if isinstance(keys, (list, tuple)) else list(keys)
            index = dict.fromkeys(keys, 0)
            index.update(zip(index, range(len(index)), strict=True))
            ids = tuple(map(index.__getitem__, keys))  # without a line of Python for each key
        except TypeError as error:
            raise TypeError(
                f"keys: {error}, allowed is an iterable of hashable keys: pass a list of str or int"
            ) from None
        n = len(ids)
        halves = array("d", [0.5]) * n
        return cls(tuple(index), ids, range(n), bytes(n), (1,) * n, halves, ("",) * n, name)

    @classmethod
    def of(cls, accesses: Iterable[Access], name: str = "trace", **more: Any) -> Trace:
        """The trace of these accesses, each field checked. TraceError names the access that is none.

        >>> Trace.of([Access("tea", 0, "write", size=3), Access("tea", 5)]).operations
        ('write', 'read')
        """
        columns = Columns()
        for n, access in enumerate(accesses, start=1):
            check(n, access)
            columns.add(
                access.key,
                access.time,
                access.operation == WRITE,
                access.size,
                access.importance,
                access.text,
            )
        return columns.trace(name, **more)

    @classmethod
    def of_program(
        cls,
        program: flow.Program,
        memories: Mapping[Any, tuple[str, float]] | None = None,
        size: Callable[[str], float] | None = None,
        name: str = "program",
    ) -> Trace:
        """Each statement's uses as reads, then its definitions as writes, by name; a minute a statement.

        The statements run as they are listed: of a program with branches that is one reading, in which every
        branch is taken in turn. A call counts with all that its sub-dialogue may read and write. `memories`
        gives for a variable what is written down and its importance; `size(text)` its tokens, else all are 1.

        >>> p = flow.Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}])
        >>> trace = Trace.of_program(p)
        >>> trace.operations, trace.statements
        (('write', 'read'), (1, 2))
        """
        checks.kind("program", program, flow.Program, "build one with Program.from_dicts(...)")
        told = checks.kind(
            "memories", memories or {}, Mapping, "pass a dict of variable: (content, importance)"
        )
        weigh = (lambda text: 1) if size is None else checks.function("size", size)
        rows, statements = [], []
        for n, (statement, effect) in enumerate(zip(program, program.effects, strict=True)):
            for operation, variables in ((READ, effect.use), (WRITE, effect.may)):
                for variable in sorted(variables, key=lambda name: (str(name), repr(name))):
                    text, importance = memory_of(told, variable)
                    rows.append(Access(variable, 60.0 * n, operation, weigh(text), importance, text))
                    statements.append(statement.id)
        return cls.of(rows, name, program=program, statements=tuple(statements))

    @property
    def requests(self) -> int:
        """How many accesses are reads."""
        return len(self.ids) - self.writes.count(1)

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

    def footprint(self, unit: str = "items") -> float:
        """The smallest capacity at which nothing ever has to go: all keys at once, by number or by size.

        A key weighs what it weighed when it was last written (or first read). O(n).

        >>> trace = Trace.of([Access("tea", 0, WRITE, 7), Access("cup", 1, WRITE, 2), Access("tea", 2)])
        >>> trace.footprint(), trace.footprint("tokens")
        (2, 9)
        """
        if unit not in UNITS:
            raise ValueError(f"unit: {checks.shown(unit)}, allowed are 'items' and 'tokens': choose one")
        if unit == "items":
            return len(self.names)
        exact = {size: size if isinstance(size, int) else Fraction(size) for size in set(self.sizes)}
        held: dict[int, float | Fraction] = {}
        total: Any = 0
        most: Any = 0
        for id, write, size in zip(self.ids, self.writes, self.sizes, strict=True):
            if write or id not in held:
                total += exact[size] - held.get(id, 0)
                held[id] = exact[size]
                most = max(most, total)
        return most if isinstance(most, int) else float(most)  # rounded once: the sum of what is there

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
        """The n-th access, or a stretch of the trace as a trace of its own (without program and problems)."""
        if isinstance(n, slice):
            return self._stretch(n)
        return Access(
            self.names[self.ids[n]],
            self.times[n],
            WRITE if self.writes[n] else READ,
            self.sizes[n],
            self.importances[n],
            self.texts[n],
        )

    def _stretch(self, n: slice) -> Trace:
        ids = self.ids[n]
        place = {id: new for new, id in enumerate(dict.fromkeys(ids))}
        return Trace(
            tuple(self.names[id] for id in place),
            tuple([place[id] for id in ids]),
            self.times[n],
            self.writes[n],
            self.sizes[n],
            self.importances[n],
            self.texts[n],
            self.name,
        )

    def __getstate__(self) -> dict[str, Any]:
        """What a worker process is sent: the columns, and nothing that it can work out itself."""
        return {column.name: getattr(self, column.name) for column in fields(self)}

    def __repr__(self) -> str:
        return f"<Trace {self.name}: {len(self):,} accesses of {len(self.names):,} memories>"


def trace_of(source: Any) -> Trace:
    """A trace as it is, a Program's, or that of an iterable of keys or Accesses; no file's name."""
    if isinstance(source, Trace):
        return source
    if isinstance(source, flow.Program):
        return Trace.of_program(source)
    if isinstance(source, os.PathLike) or (isinstance(source, str) and source.lower().endswith(FILES)):
        what = "text, and each letter counts as a key" if isinstance(source, str) else "a path"
        name = checks.shown(os.fspath(source))
        raise TraceError(f"trace: {name} is {what}, allowed is a trace: read_trace({name}) reads the file")
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise TypeError(
            f"trace: {checks.shown(source)} is {type(source).__name__}, allowed is a Trace, a Program or an "
            f"iterable of keys: pass a list"
        )
    rows = list(source)
    return Trace.of(rows) if rows and isinstance(rows[0], Access) else Trace.of_keys(rows)
