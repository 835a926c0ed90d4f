"""The table of analyses: each is a direction, a meet, a boundary fact and one line of transfer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

Transfer = Callable[[Any, int], int]  # (statement, facts on the one side) -> facts on the other


class Facts:
    """What can hold in one program, in a fixed order; a set of facts is an int with one bit for each."""

    def __init__(self, facts: Sequence[Any]) -> None:
        self.all = facts
        self.bit = {fact: n for n, fact in enumerate(facts)}
        self.mask = _Masks(self.bit)
        self.everything = (1 << len(facts)) - 1

    def set(self, mask: int) -> frozenset[Any]:
        """The facts of a mask."""
        return frozenset(self.listed(mask))

    def listed(self, mask: int) -> list[Any]:
        """The facts of a mask in order. O(span of its bits), at the speed of a string search."""
        low = (mask & -mask).bit_length() - 1
        bits, found = f"{mask >> low:b}"[::-1] if mask else "", []
        n = bits.find("1")
        while n >= 0:
            found.append(self.all[low + n])
            n = bits.find("1", n + 1)
        return found


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

    `forward`: from before to after a statement, else from after to before. `must`: on every path (the meet
    is ∩), else on some path (∪). `boundary`: what holds where the conversation starts (forward) or ends
    (backward), whatever else flows in there. `facts`: all that may hold, given the variables and the
    statements. `transfer`: given the facts, the function from a statement and the mask on its one side to
    the mask on the other.
    """

    name: str
    forward: bool
    must: bool
    facts: Callable[[Sequence[Hashable], Sequence[Any]], Sequence[Hashable]]
    transfer: Callable[[Facts], Transfer]
    boundary: frozenset[Hashable] = frozenset()


def _variables(variables: Sequence[Hashable], statements: Sequence[Any]) -> Sequence[Hashable]:
    return variables


def _definitions(variables: Sequence[Hashable], statements: Sequence[Any]) -> Sequence[Hashable]:
    """All (variable, defining id), those of one variable side by side."""
    places: dict[Hashable, list[Hashable]] = {v: [] for v in variables}
    for s in statements:
        for v in s.may:
            places[v].append(s.id)
    return [(v, id) for v, ids in places.items() for id in ids]


# In a transfer `s` is a statement, or the effect of one that calls a sub-dialogue: it has `use`, `defs`
# (what it certainly writes) and `may` (what it possibly writes, more than `defs` only for a call).


def _live(facts: Facts) -> Transfer:
    mask = facts.mask
    return lambda s, live: live & ~mask[s.defs] | mask[s.use]


def _strongly_live(facts: Facts) -> Transfer:
    """What defines nothing uses for real, and so may a sub-dialogue."""
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
    return lambda s, known: known & ~mask[s.defs] | mask[s.may]  # a call without return lets nothing past


def _reaching(facts: Facts) -> Transfer:
    """Masks are not remembered here: with d definitions each is d bits, and there are d of them."""
    about = definitions_by_variable(facts)

    def transfer(s: Any, reaching: int) -> int:
        for v in s.defs:
            reaching &= ~about.get(v, 0)
        for v in s.may:
            reaching |= 1 << facts.bit[v, s.id]
        return reaching

    return transfer


def definitions_by_variable(facts: Facts) -> dict[Hashable, int]:
    """For each variable the mask of all (variable, id) pairs, which lie side by side."""
    spans: dict[Hashable, list[int]] = {}
    for n, pair in enumerate(facts.all):
        spans.setdefault(pair[0], [n, n])[1] = n + 1
    return {v: (1 << stop) - (1 << start) for v, (start, stop) in spans.items()}


LIVENESS = Analysis("liveness", forward=False, must=False, facts=_variables, transfer=_live)
STRONG_LIVENESS = Analysis("strong liveness", False, False, facts=_variables, transfer=_strongly_live)
REACHING = Analysis("reaching definitions", forward=True, must=False, facts=_definitions, transfer=_reaching)
ASSIGNED = Analysis("definitely assigned", forward=True, must=True, facts=_variables, transfer=_assigned)
MAYBE_ASSIGNED = Analysis("possibly assigned", True, False, facts=_variables, transfer=_maybe_assigned)
