"""The one solver: a worklist in a good visiting order over sets that are ints."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import and_, or_
from typing import Any

from memlab.flow import graph
from memlab.flow.analyses import Analysis, Facts
from memlab.flow.program import Program

BLOCK = 256  # facts are kept per block; those inside are worked out again, at most this many steps


@dataclass(frozen=True, slots=True)
class Step:
    """One visit of a statement: the facts on both its sides afterwards, and what the visit changed there."""

    number: int
    statement: Hashable
    before: frozenset[Any]
    after: frozenset[Any]
    changed: frozenset[Any]


class FixedPoint:
    """Iterates an analysis on a program until nothing changes; then `pair(position)` gives masks before and after.

    `effects` stands in for the program's own when the summaries of calls are still being worked out.
    """

    def __init__(
        self, program: Program, analysis: Analysis, longest: int = BLOCK, effects: Sequence[Any] | None = None
    ) -> None:
        self.program, self.analysis = program, analysis
        self.effects = program.effects if effects is None else effects
        self.facts = Facts(analysis.facts(program))
        self.transfer = analysis.transfer(self.facts)
        self.meet = and_ if analysis.must else or_
        self._lay_out(longest)
        self.top = self.facts.everything if analysis.must else 0
        boundary = self.facts.mask[self._known(analysis.boundary)]
        self.start = [boundary if edge else self.top for edge in self.at_edge]
        self.out = [self.top] * len(self.blocks)
        self.visits = 0
        self.expand = lru_cache(16)(self._expand)

    def _lay_out(self, longest: int) -> None:
        """Blocks in visiting order, each block's positions too, and which blocks feed and await which."""
        succ, pred, order = self.program.succ, self.program.pred, self.program.order
        blocks = graph.blocks(order, succ, pred, longest)
        if self.analysis.forward:
            self.at_edge = [b[0] in order.roots for b in blocks]
        else:
            blocks = [b[::-1] for b in reversed(blocks)]
            self.at_edge = [not succ[b[0]] for b in blocks]
            succ, pred = pred, succ
        self.blocks = blocks
        self.where = [0] * len(succ)
        for k, block in enumerate(blocks):
            for n in block:
                self.where[n] = k
        self.sources = [[self.where[n] for n in pred[b[0]]] for b in blocks]
        self.targets = [[self.where[n] for n in succ[b[-1]]] for b in blocks]

    def inflow(self, k: int) -> int:
        """What flows into block k."""
        return reduce(self.meet, [self.out[j] for j in self.sources[k]], self.start[k])

    def run(self) -> Iterator[tuple[int, int]]:
        """Visit blocks until none waits, yielding each and its inflow; a change makes those that it feeds wait.

        The waiting ones are swept in visiting order, round and round: `find` skips the others at memory speed.
        """
        waiting, k = bytearray(b"\1") * len(self.blocks), -1
        while (k := waiting.find(1, k + 1)) >= 0 or (k := waiting.find(1)) >= 0:
            waiting[k] = 0
            mask = inflow = self.inflow(k)
            for n in self.blocks[k]:
                mask = self.transfer(self.effects[n], mask)
            self.visits += len(self.blocks[k])
            if mask != self.out[k]:
                self.out[k] = mask
                for j in self.targets[k]:
                    waiting[j] = 1
            yield k, inflow

    def _known(self, boundary: frozenset[Hashable]) -> frozenset[Hashable]:
        for fact in boundary:
            if fact not in self.facts.bit:
                mend = "name only what the program has"
                raise ValueError(
                    f"boundary of {self.analysis.name}: {fact!r} is no fact of {self.program!r}; {mend}"
                )
        return boundary

    def _expand(self, k: int) -> dict[int, tuple[int, int]]:
        """The masks (before, after) of every position in block k."""
        mask, pairs = self.inflow(k), {}
        for n in self.blocks[k]:
            given, mask = mask, self.transfer(self.effects[n], mask)
            pairs[n] = (given, mask) if self.analysis.forward else (mask, given)
        return pairs

    def pair(self, n: int) -> tuple[int, int]:
        """The masks before and after the statement at position n."""
        return self.expand(self.where[n])[n]


class Side(Mapping[Hashable, frozenset[Any]]):
    """Statement id -> facts on one side of it; sets are made when asked for and the latest remembered."""

    def __init__(self, found: FixedPoint, side: int) -> None:
        self._found, self._side = found, side
        self._set = lru_cache(4096)(found.facts.set)

    def __getitem__(self, id: Hashable) -> frozenset[Any]:
        return self._set(self._found.pair(self._found.program.position(id))[self._side])

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._found.program.ids)

    def __len__(self) -> int:
        return len(self._found.program)

    def __repr__(self) -> str:
        return (
            f"<{('before', 'after')[self._side]} each of {len(self)} statements: {self._found.analysis.name}>"
        )


class Solution:
    """What holds before and after each statement: `.before[id]`, `.after[id]` are frozensets of facts.

    `.visits` counts visits of statements, repeated ones too. `.steps` is empty unless `solve` was asked to trace.
    """

    def __init__(self, found: FixedPoint, steps: tuple[Step, ...] = ()) -> None:
        self.program, self.analysis, self.visits, self.steps = (
            found.program,
            found.analysis,
            found.visits,
            steps,
        )
        self.facts, self.before, self.after = found.facts, Side(found, 0), Side(found, 1)
        self._found = found

    def masks(self) -> Iterator[tuple[Any, int, int]]:
        """(effect, mask before, mask after) of each statement in program order; `.facts` tells what the bits are."""
        return ((s, *self._found.pair(n)) for n, s in enumerate(self._found.effects))

    def __repr__(self) -> str:
        return f"<Solution: {self.analysis.name} of {self.program!r}>"


def solve(program: Program, analysis: Analysis, trace: bool = False) -> Solution:
    """The least fixed point (of a must-analysis the greatest) of the analysis on the program.

    `trace` records every visit in `.steps`. With n statements, e edges, f facts and loops nested d deep it takes about
    O((n + e) · (d + 2) · f / 64), and memory for the facts of each run without a branch, not of each statement.
    REACHING has a fact for each definition: straight lines take little, branches everywhere n²/8 bytes.

    >>> from memlab.flow import LIVENESS
    >>> p = Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}])
    >>> s = solve(p, LIVENESS)
    >>> s.before[2], s.after[2]
    (frozenset({'cart'}), frozenset())
    """
    found = FixedPoint(program, analysis, longest=1 if trace else BLOCK)
    if trace:
        return Solution(found, steps=tuple(_traced(found)))
    deque(found.run(), maxlen=0)
    return Solution(found)


def _traced(found: FixedPoint) -> Iterator[Step]:
    """Run on blocks of one statement and tell each visit."""
    known = [(found.top, found.top)] * len(found.program)
    sets = lru_cache(4096)(found.facts.set)
    for number, (k, inflow) in enumerate(found.run(), start=1):
        n = found.blocks[k][0]
        before, after = (inflow, found.out[k]) if found.analysis.forward else (found.out[k], inflow)
        changed = before ^ known[n][0] | after ^ known[n][1]
        known[n] = before, after
        yield Step(number, found.effects[n].id, sets(before), sets(after), sets(changed))
