"""Policies that know the future: Bélády's rule, which is the yardstick, and liveness."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from heapq import heappop, heappush
from typing import Any

from memlab import flow
from memlab.replay.departures import Departure
from memlab.replay.replacement import Options, Replacement, accesses
from memlab.replay.trace import Trace


class Foresight(Replacement):
    """What these share: the trace, and of the access at hand when its value is read next."""

    foresight = True

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        if options.trace is None:
            raise ValueError(
                f"policy {self.name}: it needs the whole trace: use simulate(trace, {self.name!r})"
            )
        self.trace: Trace = options.trace

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        if gone.next_read is None:
            return "its value is never read again", {"next read in": math.inf}
        ahead = gone.next_read - gone.position
        return f"farthest next read: in {accesses(ahead)}", {"next read in": ahead}


class Belady(Foresight):
    """The farthest next read goes first, what is never read again before all; the newcomer always comes in.

    L. A. Belady, A study of replacement algorithms for a virtual-storage computer, 1966. Among those never
    read again the longest unused goes first. O(log n).
    """

    name, about = "belady", "the farthest next read goes; always inserts"
    bypass = False

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._reads = self.trace.next_reads
        self._now = 0
        self._last: dict[int, int] = {}  # id -> its last use
        self._heap: list[tuple[float, int, int]] = []  # (minus the next read, the last use, id)

    def look(self, n: int) -> None:
        self._now = n

    def hit(self, id: int) -> None:
        self._last[id] = self._now
        heappush(self._heap, (-self._reads[self._now], self._now, id))

    def admit(self, id: int, size: float) -> None:
        self.hit(id)

    def victim(self, newcomer: int | None) -> int:
        while self._last.get(self._heap[0][2]) != self._heap[0][1]:
            heappop(self._heap)  # an entry from before a later use
        if self.bypass and newcomer is not None and -self._heap[0][0] < self._reads[self._now]:
            return newcomer
        id = heappop(self._heap)[2]
        del self._last[id]
        return id

    def drop(self, id: int) -> None:
        del self._last[id]


class Bypass(Belady):
    """As Bélády's, but a newcomer that is read later than all residents is passed over.

    With memories of one size no policy misses less.
    """

    name, about, bypass = "belady_bypass", "the farthest next read goes, the newcomer included", True


class Liveness(Bypass):
    """A memory that no later statement reads goes first; of the live ones that whose next use is farthest.

    What a compiler knows of a program. A trace without a program is its own straight program, and where the
    program is straight this is Bélády's rule with bypass. Where it branches, nobody knows which way it will
    go: distances are counted in statements along the shortest path, ties go by lru, and a victim takes
    O(residents).
    """

    name, about = "liveness", "dead memories go, then the farthest next use, from the program"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        program = self.trace.program
        if program is not None and not _straight(program):
            self._ahead = _Ahead(self.trace, program)
            self.victim = self._victim_on_paths  # type: ignore[assignment, method-assign]
            self.explain = self._explain_on_paths  # type: ignore[assignment, method-assign]

    def _victim_on_paths(self, newcomer: int | None) -> int:
        last = self._last if newcomer is None else {**self._last, newcomer: self._now}
        id = max(last, key=lambda id: (self._ahead.distance(id, self._now), -last[id]))
        self._last.pop(id, None)
        return id

    def _explain_on_paths(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        distance = self._ahead.distance(gone.id, gone.position)
        text = (
            f"farthest next use: {distance} statements ahead" if distance < math.inf else "no path reads it"
        )
        return text, {"statements to next use": distance}


def _straight(program: flow.Program) -> bool:
    """Whether each statement leads to the one after it and nowhere else."""
    last = len(program) - 1
    return all(after == ((n + 1,) if n < last else ()) for n, after in enumerate(program.succ))


class _Ahead:
    """How far ahead a value's next use is, in statements, as seen from any access of a program's trace."""

    def __init__(self, trace: Trace, program: flow.Program) -> None:
        self._trace, self._after = trace, flow.next_use(program).after
        self._here: tuple[Any, Mapping[Hashable, int]] = (object(), {})  # no statement yet
        self._blocks: dict[Hashable, dict[int, list[tuple[int, int]]]] = {}
        for n, (statement, id, write) in enumerate(
            zip(trace.statements, trace.ids, trace.writes, strict=True)
        ):
            self._blocks.setdefault(statement, {}).setdefault(id, []).append((n, write))

    def distance(self, id: int, n: int) -> float:
        """0 if the statement at access n will still read it; infinite if no path reads its value."""
        statement = self._trace.statements[n]
        for position, write in self._blocks[statement].get(id, ()):
            if position > n:  # a value that is about to be written anew is worthless
                return math.inf if write else 0
        if self._here[0] != statement:  # one statement's distances serve all candidates
            self._here = (statement, self._after[statement])
        return self._here[1].get(self._trace.names[id], math.inf)
