"""The table of analyses: each is a direction, a meet, a boundary fact and one line of transfer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from memlab.flow.program import Program

Transfer = Callable[[Any, int], int]  # (statement, facts on the one side) -> facts on the other


class Facts:
    """What can hold in one program, in a fixed order; a set of facts is an int with one bit for each."""

    def __init__(self, facts: Sequence[Hashable]) -> None:
        self.all = facts
        self.bit = {fact: n for n, fact in enumerate(facts)}
        self.mask = _Masks(self.bit)
        self.everything = (1 << len(facts)) - 1

    def set(self, mask: int) -> frozenset[Any]:
        """The facts of a mask. O(number of facts), at the speed of a string search."""
        bits, found = f"{mask:b}"[::-1], []
        n = bits.find("1")
        while n >= 0:
            found.append(self.all[n])
            n = bits.find("1", n + 1)
        return frozenset(found)


class _Masks(dict[frozenset[Hashable], int]):
    """The mask of a set, remembered; what is not among the facts has no bit."""

    def __init__(self, bit: dict[Hashable, int]) -> None:
        self._bit = bit

    def __missing__(self, names: frozenset[Hashable]) -> int:
        self[names] = mask = sum(1 << self._bit[name] for name in names if name in self._bit)
        return mask


@dataclass(frozen=True)
class Analysis:
    """One row of the table.

    `forward`: from before to after, else from after to before. `must`: on every path (meet is ∩), else on some (∪).
    `boundary`: what holds where the conversation starts (forward) or ends (backward), whatever flows in there.
    `facts`: everything that may hold in a program. `transfer`: given the facts, a function from a statement and the
    mask on its one side to the mask on the other.
    """

    name: str
    forward: bool
    must: bool
    facts: Callable[[Program], Sequence[Hashable]]
    transfer: Callable[[Facts], Transfer]
    boundary: frozenset[Hashable] = frozenset()


def _variables(program: Program) -> Sequence[Hashable]:
    return program.variables


def _definitions(program: Program) -> Sequence[Hashable]:
    """All (variable, defining id), those of one variable side by side."""
    places: dict[Hashable, list[Hashable]] = {v: [] for v in program.variables}
    for s in program.effects:
        for v in s.may:
            places[v].append(s.id)
    return [(v, id) for v, ids in places.items() for id in ids]


def _live(facts: Facts) -> Transfer:
    mask = facts.mask
    return lambda s, live: live & ~mask[s.defs] | mask[s.use]


def _strongly_live(facts: Facts) -> Transfer:
    mask = facts.mask

    def transfer(s: Any, live: int) -> int:
        wanted = not s.may or s.call is not None or live & mask[s.may]
        return live & ~mask[s.defs] | mask[s.use] if wanted else live

    return transfer


def _assigned(facts: Facts) -> Transfer:
    mask = facts.mask
    return lambda s, known: known | mask[s.defs]


def _maybe_assigned(facts: Facts) -> Transfer:
    mask = facts.mask
    return lambda s, known: known | mask[s.may]


def _reaching(facts: Facts) -> Transfer:
    """Masks are not remembered here: with d definitions each is d bits, and there are d of them."""
    about = definitions_by_variable(facts)

    def transfer(s: Any, reaching: int) -> int:
        for v in s.defs:
            reaching &= ~about[v]
        for v in s.may:
            reaching |= 1 << facts.bit[v, s.id]
        return reaching

    return transfer


def definitions_by_variable(facts: Facts) -> dict[Hashable, int]:
    """For each variable the mask of all (variable, id) pairs, which lie side by side."""
    spans: dict[Hashable, list[int]] = {}
    for n, (v, _) in enumerate(facts.all):  # type: ignore[misc]
        spans.setdefault(v, [n, n])[1] = n + 1
    return {v: (1 << stop) - (1 << start) for v, (start, stop) in spans.items()}


LIVENESS = Analysis("liveness", forward=False, must=False, facts=_variables, transfer=_live)
STRONG_LIVENESS = Analysis(
    "strong liveness", forward=False, must=False, facts=_variables, transfer=_strongly_live
)
REACHING = Analysis("reaching definitions", forward=True, must=False, facts=_definitions, transfer=_reaching)
ASSIGNED = Analysis("definitely assigned", forward=True, must=True, facts=_variables, transfer=_assigned)
MAYBE_ASSIGNED = Analysis(
    "possibly assigned", forward=True, must=False, facts=_variables, transfer=_maybe_assigned
)
