"""The one solver: a worklist in a good visiting order over sets that are ints."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import and_, or_
from typing import Any

from memlab.flow import graph
from memlab.flow.analyses import Analysis, Facts
from memlab.flow.program import ById, Program, in_order
from memlab.flow.statement import ProgramError

BLOCK = 64  # facts are kept per run without a branch; inside, they are found again in at most this many steps


@dataclass(frozen=True, slots=True)
class Step:
    """One visit of a statement: the facts on both its sides afterwards, and what the visit changed there."""

    number: int
    statement: Hashable
    before: frozenset[Any]
    after: frozenset[Any]
    changed: frozenset[Any]


class FixedPoint:
    """Iterates an analysis on a program until nothing changes; then `pair` gives the masks around a position.

    `effects` stands in for the program's own while the summaries of calls are still being worked out.
    """

    def __init__(
        self,
        program: Program,
        analysis: Analysis,
        longest: int = BLOCK,
        effects: Sequence[Any] | None = None,
    ) -> None:
        self.program, self.analysis = program, analysis
        self.effects = program.effects if effects is None else effects
        variables = program.variables if effects is None else in_order(effects)
        self.facts = Facts(analysis.facts(variables, self.effects))
        self.transfer = analysis.transfer(self.facts, self.effects)
        self.meet = and_ if analysis.must else or_
        self.top = self.facts.everything if analysis.must else 0
        self.boundary = self.facts.mask[self._known(analysis.boundary)]
        self._lay_out(longest)
        self.out = [self.top] * (len(self.cuts) - 1)
        self.visits = 0
        self.expand = lru_cache(16)(self._expand)

    def _known(self, boundary: frozenset[Hashable]) -> frozenset[Hashable]:
        for fact in boundary - self.facts.bit.keys():
            mend = "a boundary holds only facts that the program has"
            raise ValueError(
                f"boundary of {self.analysis.name}: {fact!r} is unknown to {self.program!r}; {mend}"
            )
        return boundary

    def _lay_out(self, longest: int) -> None:
        """The visiting order and its blocks; in its direction, what feeds and what awaits each position."""
        p, order = self.program, self.program.order
        self.feeds: graph.Edges
        self.awaits: graph.Edges
        cuts = graph.cut(order, p.succ, p.pred, longest)
        if self.analysis.forward:
            self.visiting, self.cuts = order.positions, cuts
            self.feeds, self.awaits, self.edge = p.pred, p.succ, order.roots
        else:
            self.visiting, self.cuts = order.positions[::-1], [len(p) - c for c in reversed(cuts)]
            self.feeds, self.awaits = p.succ, p.pred
            self.edge = frozenset(n for n, targets in enumerate(p.succ) if not targets)
        self.where = [0] * len(p)  # position -> its block
        for k in range(len(cuts) - 1):
            for n in self.block(k):
                self.where[n] = k

    def block(self, k: int) -> Sequence[int]:
        """The positions in block k, in visiting order."""
        return self.visiting[self.cuts[k] : self.cuts[k + 1]]

    def inflow(self, n: int) -> int:
        """What flows into position n, the first of its block."""
        mask = self.boundary if n in self.edge else self.top
        for m in self.feeds[n]:
            mask = self.meet(mask, self.out[self.where[m]])
        return mask

    def run(self) -> Iterator[tuple[int, int]]:
        """Visit blocks until none waits, yielding the last position of each and the block's inflow.

        A block waits at first, and when one that feeds it has changed. Those that wait are swept in visiting
        order, round and round, one stretch after another: `find` skips the others at memory speed.
        """
        out, where, awaits, cuts = self.out, self.where, self.awaits, self.cuts  # local names: a hot loop
        visiting, transfer, inflow_of = self.visiting, self.transfer, self.inflow
        waiting, begin = bytearray(b"\1") * len(out), 0
        for end in self._stretches():
            k = begin - 1
            while (k := waiting.find(1, k + 1, end)) >= 0 or (k := waiting.find(1, begin, end)) >= 0:
                waiting[k] = 0
                start, stop = cuts[k], cuts[k + 1]
                mask = inflow = inflow_of(visiting[start])
                for n in visiting[start:stop]:
                    mask = transfer(n, mask)
                self.visits += stop - start
                if mask != out[k]:
                    out[k] = mask
                    for m in awaits[n]:
                        waiting[where[m]] = 1
                yield n, inflow
            begin = end

    def _stretches(self) -> Iterator[int]:
        """Where each stretch of blocks ends: none after it feeds it, so it is brought to rest by itself."""
        where, farthest = self.where, 0
        for k, start in enumerate(self.cuts[:-1]):
            for m in self.feeds[self.visiting[start]]:
                if where[m] > farthest:
                    farthest = where[m]
            if farthest <= k:
                yield k + 1

    def _expand(self, k: int) -> dict[int, tuple[int, int]]:
        """The masks (before, after) of every position in block k."""
        block = self.block(k)
        mask, pairs = self.inflow(block[0]), {}
        for n in block:
            given, mask = mask, self.transfer(n, mask)
            pairs[n] = (given, mask) if self.analysis.forward else (mask, given)
        return pairs

    def pair(self, n: int) -> tuple[int, int]:
        """The masks before and after the statement at position n."""
        return self.expand(self.where[n])[n]


class Solution:
    """What holds before and after each statement: `.before[id]`, `.after[id]` are frozensets of facts.

    `.visits` counts visits of statements, repeated ones too; a trace may have fewer, for it can stop in the
    middle of a run without a branch. `.steps` is empty unless `solve` was asked to trace.
    """

    def __init__(self, found: FixedPoint, steps: tuple[Step, ...] = ()) -> None:
        self.program, self.analysis, self.facts = found.program, found.analysis, found.facts
        self.visits, self.steps = found.visits, steps
        self._found, self._set = found, lru_cache(4096)(found.facts.set)
        self.before = ById(found.program, lambda n: self._set(found.pair(n)[0]))
        self.after = ById(found.program, lambda n: self._set(found.pair(n)[1]))

    def pair(self, position: int) -> tuple[int, int]:
        """The masks before and after the statement at a position; `.facts` tells what they mean."""
        return self._found.pair(position)

    def masks(self) -> Iterator[tuple[Any, int, int]]:
        """(effect, mask before, mask after) of each statement in program order."""
        return ((s, *self._found.pair(n)) for n, s in enumerate(self._found.effects))

    def __reduce__(self) -> tuple[Any, ...]:  # a copy is worked out anew
        return solve, (self.program, self.analysis, bool(self.steps))

    def __repr__(self) -> str:
        return f"<Solution: {self.analysis.name} of {self.program!r}>"


def solve(program: Program, analysis: Analysis, trace: bool = False) -> Solution:
    """The least fixed point (of a must-analysis the greatest) of the analysis on the program.

    `trace` records every visit in `.steps`. With n statements, e edges, f facts and loops nested d deep it
    takes about O((n + e) · (d + 2) · f / 64), and keeps f bits for each run without a branch, not for each
    statement. REACHING has a fact for each definition: f grows with n, its time and memory with n² / 64.

    >>> from memlab.flow import LIVENESS
    >>> p = Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}])
    >>> s = solve(p, LIVENESS)
    >>> s.before[2], s.after[2]
    (frozenset({'cart'}), frozenset())
    """
    if not isinstance(program, Program):
        raise ProgramError(None, "program", program, "must be a Program; Program.from_dicts reads dicts")
    if not isinstance(analysis, Analysis):
        raise TypeError(f"analysis = {analysis!r}: must be an Analysis, such as LIVENESS")
    found = FixedPoint(program, analysis, longest=1 if trace else BLOCK)
    if trace:
        return Solution(found, steps=tuple(_traced(found)))
    deque(found.run(), maxlen=0)
    return Solution(found)


def _traced(found: FixedPoint) -> Iterator[Step]:
    """Run on blocks of one statement and tell each visit."""
    known = [(found.top, found.top)] * len(found.program)
    sets = lru_cache(4096)(found.facts.set)
    for number, (n, inflow) in enumerate(found.run(), start=1):
        outflow = found.out[found.where[n]]
        before, after = (inflow, outflow) if found.analysis.forward else (outflow, inflow)
        changed = before ^ known[n][0] | after ^ known[n][1]
        known[n] = before, after
        yield Step(number, found.effects[n].id, sets(before), sets(after), sets(changed))
