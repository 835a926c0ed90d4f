"""The table of analyses: each is a direction, a meet, a boundary fact and one line of transfer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Transfer = Callable[[int, int], int]  # (position, mask on the one side of it) -> mask on the other


class Facts:
    """What can hold in one program, in a fixed order; a set of facts is an int with one bit for each."""

    def __init__(self, facts: Sequence[Any]) -> None:
        self.all = facts
        self.bit = {fact: n for n, fact in enumerate(facts)}
        self.mask = _Masks(self.bit)
        self.everything = (1 << len(facts)) - 1

    def masks(self, sets: Iterable[frozenset[Any]]) -> list[int]:
        """The masks of many sets."""
        return list(map(self.mask.__getitem__, sets))

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


class _Powers(dict[Hashable, int]):
    """The mask of one fact, remembered; what is not among the facts has no bit."""

    def __init__(self, bit: dict[Hashable, int]) -> None:
        self._bit = bit

    def __missing__(self, fact: Hashable) -> int:
        self[fact] = mask = 1 << self._bit[fact] if fact in self._bit else 0
        return mask


class _Masks(dict[frozenset[Hashable], int]):
    """The mask of a set, remembered."""

    def __init__(self, bit: dict[Hashable, int]) -> None:
        self._power = _Powers(bit)

    def __missing__(self, names: frozenset[Hashable]) -> int:
        self[names] = mask = sum(map(self._power.__getitem__, names))
        return mask


@dataclass(frozen=True)
class Analysis:
    """One row of the table.

    `forward`: from before to after a statement, else from after to before. `must`: on every path (the meet
    is ∩), else on some path (∪). `boundary`: what holds where the conversation starts (forward) or ends
    (backward), whatever else flows in there. `facts`: all that may hold, given the variables and the
    statements. `transfer`: given those facts and the statements, the function from a position and the mask
    on its one side to the mask on the other.
    """

    name: str
    forward: bool
    must: bool
    facts: Callable[[Sequence[Hashable], Sequence[Any]], Sequence[Hashable]]
    transfer: Callable[[Facts, Sequence[Any]], Transfer]
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


# A statement here has `use`, `defs` (what it certainly writes) and `may` (what it possibly writes, which is
# more than `defs` only where a sub-dialogue is called).


def _live(facts: Facts, statements: Sequence[Any]) -> Transfer:
    use, write = facts.masks(s.use for s in statements), facts.masks(s.defs for s in statements)
    return lambda n, live: live & ~write[n] | use[n]


def _strongly_live(facts: Facts, statements: Sequence[Any]) -> Transfer:
    """What defines nothing uses for real, and so may a sub-dialogue."""
    use, write = facts.masks(s.use for s in statements), facts.masks(s.defs for s in statements)
    real = [not s.may or s.call is not None for s in statements]
    return lambda n, live: live & ~write[n] | use[n] if real[n] or live & write[n] else live


def _assigned(facts: Facts, statements: Sequence[Any]) -> Transfer:
    write = facts.masks(s.defs for s in statements)
    return lambda n, known: known | write[n]


def _maybe_assigned(facts: Facts, statements: Sequence[Any]) -> Transfer:
    """A call without return writes all and possibly nothing: it lets nothing past."""
    write, may = facts.masks(s.defs for s in statements), facts.masks(s.may for s in statements)
    return lambda n, known: known & ~write[n] | may[n]


def _reaching(facts: Facts, statements: Sequence[Any]) -> Transfer:
    """Its masks are not kept: with d definitions each has d bits, and there are d of them."""
    about = definitions_by_variable(facts)

    def transfer(n: int, reaching: int) -> int:
        s = statements[n]
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
