"""How many memories must be held at once, when each is needed next, and which do not fit."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import Any

from memlab.flow.analyses import LIVENESS
from memlab.flow.program import ById, Program
from memlab.flow.solver import solve

Size = Callable[[Hashable], float]


@dataclass(frozen=True)
class Spill:
    """The variables that do not fit at a statement, first the one to go first."""

    statement: Hashable
    variables: tuple[Hashable, ...]


def pressure(program: Program, size: Size | None = None) -> dict[Hashable, float]:
    """id -> how much must be held there: what is live before it or what is live after, if more.

    Without `size` each variable counts 1; with it, `size(variable)`, say its tokens. Raises ValueError for
    a size that is negative or no number.

    >>> p = Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}])
    >>> pressure(p), pressure(p, size=len)
    ({1: 1, 2: 1}, {1: 4, 2: 4})
    """
    live = solve(program, LIVENESS)
    sizes = _sizes(program, size)

    def weight(mask: int) -> float:
        return mask.bit_count() if size is None else sum(sizes[v] for v in live.facts.listed(mask))

    return {s.id: max(weight(before), weight(after)) for s, before, after in live.masks()}


def spills(program: Program, capacity: float, size: Size | None = None) -> tuple[Spill, ...]:
    """For each statement where more is live than `capacity` holds, what has to go so that the rest fits.

    The farthest next use goes first (Bélády's rule); of equally far ones, the later in `program.variables`.
    Before a statement its own uses are at distance 0, so they go last. Each statement is judged by itself,
    on both sides: what went out earlier is asked about again. Raises ValueError for a negative capacity or
    size.

    >>> p = Program.from_turns([{"use": [], "def": ["name"]}, {"use": [], "def": ["cart"]},
    ...                         {"use": ["cart"], "def": []}, {"use": ["name"], "def": []}])
    >>> spills(p, capacity=1)
    (Spill(statement=2, variables=('name',)), Spill(statement=3, variables=('name',)))
    """
    _check(capacity, "capacity")
    needs, sizes, next_ = pressure(program, size), _sizes(program, size), next_use(program)
    found = []
    for id in (id for id, need in needs.items() if need > capacity):
        gone = _overflow(next_.before[id], capacity, sizes)
        out = set(gone)  # what went out before the statement stays out
        left = {v: d for v, d in next_.after[id].items() if v not in out}
        found.append(Spill(id, (*gone, *_overflow(left, capacity, sizes))))
    return tuple(found)


def _overflow(
    distances: Mapping[Hashable, int], capacity: float, sizes: Mapping[Hashable, float]
) -> list[Hashable]:
    """The farthest ones, until the rest fits."""
    over = sum(sizes[v] for v in distances) - capacity
    gone = []
    for v in sorted(list(distances)[::-1], key=distances.__getitem__, reverse=True):
        if over <= 0:
            break
        if sizes[v]:
            over -= sizes[v]
            gone.append(v)
    return gone


class NextUse:
    """How many statements away the next use is, along the shortest path: `.before[id]`, `.after[id]`.

    Each is a dict of the variables live there: 0 where the statement itself uses it, so always at least 1
    after it.
    """

    def __init__(self, program: Program) -> None:
        self._program, self._live = program, solve(program, LIVENESS)
        self._found: dict[Hashable, array[int]] = {}
        self.before, self.after = ById(program, self._before), ById(program, self._after)

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is worked out anew
        return NextUse, (self._program,)

    def _before(self, n: int) -> dict[Hashable, int]:
        return {v: self._distance(v)[n] for v in self._live.facts.listed(self._live.pair(n)[0])}

    def _after(self, n: int) -> dict[Hashable, int]:
        live, succ = self._live.facts.listed(self._live.pair(n)[1]), self._program.succ[n]
        return {v: 1 + min(d for t in succ if (d := self._distance(v)[t]) >= 0) for v in live}

    @cached_property
    def _users(self) -> dict[Hashable, list[int]]:
        users: dict[Hashable, list[int]] = {}
        for n, s in enumerate(self._program.effects):
            for v in s.use:
                users.setdefault(v, []).append(n)
        return users

    def _distance(self, v: Hashable) -> array[int]:
        """Position -> distance before it, -1 for none: breadth-first backward, past no definition."""
        if v not in self._found:
            self._found[v] = found = array("i", [-1]) * len(self._program)
            queue = list(self._users[v])
            for n in queue:
                found[n] = 0
            for n in queue:  # it grows while we walk it
                for m in self._program.pred[n]:
                    if found[m] < 0 and v not in self._program.effects[m].defs:
                        found[m] = found[n] + 1
                        queue.append(m)
        return self._found[v]


def next_use(program: Program) -> NextUse:
    """The next-use distances of a program, each variable's worked out when it is first asked for.

    With n statements, e edges and v variables: at most O(v · (n + e)) time and 4 · v · n bytes in all.

    >>> p = Program.from_turns([{"use": [], "def": ["cart"]}, {"use": [], "def": []},
    ...                         {"use": ["cart"], "def": []}])
    >>> n = next_use(p)
    >>> n.after[1], n.before[3], n.after[3]
    ({'cart': 2}, {'cart': 0}, {})
    """
    return NextUse(program)


def _sizes(program: Program, size: Size | None) -> dict[Hashable, float]:
    sizes = {v: 1 if size is None else size(v) for v in program.variables}
    for v, value in sizes.items():
        _check(value, f"size of {v!r}")
    return sizes


def _check(value: Any, name: str) -> None:
    real = isinstance(value, Real)
    if not (real and 0 <= value <= sys.float_info.max):
        raise ValueError(f"{name} = {value!r}: must be a number from 0 up, such as a count of tokens")
