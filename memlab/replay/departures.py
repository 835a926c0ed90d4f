"""Who was resident from when to when, and why it left: worked out after a replay, when it is asked for."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, overload

from memlab import checks
from memlab.replay.trace import Trace

if TYPE_CHECKING:
    from memlab.replay.result import Result


@dataclass(frozen=True)
class Departure:
    """One eviction. Positions count the accesses from 0.

    `uses` counts what befell it while it was there: coming in, reads and rewrites. `next_read` is when its
    value would have been read next, None if never (a rewrite ends a value).
    """

    position: int  # the access that needed the room
    key: Hashable
    id: int  # the key's place in `trace.names`
    number: int  # how many victims the policy had named before
    inserted: int  # when it came in
    written: int  # when its value was written last, or fetched
    last_used: int
    uses: int
    next_read: int | None
    passed_over: bool  # it was the newcomer itself, which did not come in
    reason: str = ""
    terms: Mapping[str, float] = field(default_factory=dict)  # the numbers that decided, by name

    @property
    def unused(self) -> int:
        """For how many accesses it had not been used."""
        return self.position - self.last_used


@dataclass(frozen=True)
class Span:
    """A stay: from access `start`, at which it came in, to `end`, at which it went."""

    key: Hashable
    id: int
    start: int
    end: int  # the trace's length where it stays
    ended: str  # "evicted", "passed over", "refused" (its rewrite was larger than all), "" where it stays


class Stays:
    """All stays by column: first those that ended, in the order of the evictions, then those that did not."""

    def __init__(
        self, trace: Trace, refused: Sequence[int], evicted_at: Sequence[int], evicted: Sequence[int]
    ) -> None:
        self.trace, self.refused = trace, set(refused)
        self.id, self.start, self.end, self.written, self.last, self.uses = (array("q") for _ in range(6))
        there: dict[int, list[int]] = {}  # id -> start, last write, last use, uses
        k = 0
        for n, (id, write) in enumerate(zip(trace.ids, trace.writes, strict=True)):
            if n not in self.refused:
                self._use(there, n, id, write)
            while k < len(evicted) and evicted_at[k] == n:
                self._end(evicted[k], n, there.pop(evicted[k]))
                k += 1
        for id, stay in there.items():
            self._end(id, len(trace), stay)
        self.ended = k
        self.lost = [k for k in range(k) if self.end[k] in self.refused]

    @staticmethod
    def _use(there: dict[int, list[int]], n: int, id: int, write: int) -> None:
        stay = there.get(id)
        if stay is None:
            there[id] = [n, n, n, 1]
        else:
            stay[1] = n if write else stay[1]
            stay[2] = n
            stay[3] += 1

    def _end(self, id: int, n: int, stay: list[int]) -> None:
        for column, value in zip(
            (self.id, self.end, self.start, self.written, self.last, self.uses), (id, n, *stay), strict=True
        ):
            column.append(value)

    def departure(self, k: int) -> Departure:
        """The k-th eviction, without its reason."""
        next_read = self.trace.next_reads[self.last[k]]
        return Departure(
            self.end[k],
            self.trace.names[self.id[k]],
            self.id[k],
            k - bisect_left(self.lost, k),
            self.start[k],
            self.written[k],
            self.last[k],
            self.uses[k],
            None if next_read == math.inf else int(next_read),
            self.how(k) == "passed over",
        )

    def how(self, k: int) -> str:
        """How the k-th stay ended."""
        if k >= self.ended:
            return ""
        if self.end[k] in self.refused:
            return "refused"
        return "passed over" if self.start[k] == self.end[k] else "evicted"

    def spans(self, start: int, stop: int) -> list[Span]:
        """Those that touch the accesses from start up to stop, by beginning."""
        names = self.trace.names
        found = [
            Span(names[id], id, first, end, self.how(k))
            for k, (id, first, end) in enumerate(zip(self.id, self.start, self.end, strict=True))
            if first < stop and end >= start
        ]
        return sorted(found, key=lambda span: span.start)


class Departures(Sequence[Departure]):
    """The evictions of a replay, in order. Its length costs nothing; the first entry costs one pass."""

    def __init__(self, result: Result) -> None:
        self._result = result

    def __len__(self) -> int:
        return len(self._result.evicted)

    @overload
    def __getitem__(self, k: int) -> Departure: ...
    @overload
    def __getitem__(self, k: slice) -> list[Departure]: ...
    def __getitem__(self, k: int | slice) -> Departure | list[Departure]:
        places = range(len(self))[k]  # negative ones count from the end; IndexError beyond
        return self._entry(places) if isinstance(places, int) else [self._entry(place) for place in places]

    def _entry(self, k: int) -> Departure:
        stays = self._result._stays
        gone = stays.departure(k)
        if stays.how(k) == "refused":
            return replace(
                gone, reason="its new value is larger than the capacity, and the old one is worthless"
            )
        reason, terms = self._explained(gone)
        text = f"the newcomer itself was passed over: {reason}" if gone.passed_over else reason
        return replace(gone, reason=text, terms=terms)

    def _explained(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        policy = self._result.policy
        told = policy.explain(gone)
        if not (isinstance(told, tuple) and len(told) == 2 and isinstance(told[0], str)):
            allowed = "allowed is (text, {name: number}): return both"
            raise TypeError(f"policy {policy.name}: explain() returned {checks.shown(told)}, {allowed}")
        return told

    def __repr__(self) -> str:
        return f"<{len(self):,} evictions>"
