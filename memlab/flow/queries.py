"""What the solutions answer about single memories: who reads it, does it leak or dangle, when is it held."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from memlab.flow.analyses import ASSIGNED, LIVENESS, MAYBE_ASSIGNED, REACHING, definitions_by_variable
from memlab.flow.program import Program
from memlab.flow.solver import solve


@dataclass(frozen=True)
class DanglingUse:
    """A use that no definition reaches on every path, or only on some."""

    variable: Hashable
    statement: Hashable
    every_path: bool


@dataclass(frozen=True)
class LiveRange:
    """Positions in program order, from 0, both included."""

    first: int
    last: int


def def_use_chains(program: Program) -> dict[tuple[Hashable, Hashable], tuple[Hashable, ...]]:
    """(variable, defining id) -> the ids of the statements that may read that value, all in program order.

    What a sub-dialogue possibly writes is a definition at the call.

    >>> def_use_chains(Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}]))
    {('cart', 1): (2,)}
    """
    reaching = solve(program, REACHING)
    about = definitions_by_variable(reaching.facts)
    rank = {v: n for n, v in enumerate(program.variables)}
    chains: dict[tuple[Hashable, Hashable], list[Hashable]] = {
        (v, s.id): [] for s in program.effects for v in sorted(s.may, key=rank.__getitem__)
    }
    for s, before, _ in reaching.masks():
        for v in s.use:
            for definition in reaching.facts.listed(before & about.get(v, 0)):
                chains[definition].append(s.id)
    return {definition: tuple(uses) for definition, uses in chains.items()}


def dead_definitions(program: Program) -> tuple[tuple[Hashable, Hashable], ...]:
    """(variable, id) of each definition whose variable is not live after it: a leak, nobody will read it.

    Those inside a sub-dialogue are seen by asking about that program.

    >>> dead_definitions(Program.from_turns([{"use": [], "def": ["weather"]}]))
    (('weather', 1),)
    """
    live = solve(program, LIVENESS)
    dead = (
        (program.statements[n], live.facts.mask[program.statements[n].defs] & ~after)
        for n, (_, _, after) in enumerate(live.masks())
    )
    return tuple((v, s.id) for s, mask in dead for v in live.facts.listed(mask))


def dangling_uses(program: Program) -> tuple[DanglingUse, ...]:
    """The uses, in program order, that are reached by no definition on some path or on every path.

    A path starts at an entry. A use inside a sub-dialogue dangles at the call.

    >>> dangling_uses(Program.from_turns([{"use": ["tracking"], "def": []}]))
    (DanglingUse(variable='tracking', statement=1, every_path=True),)
    """
    certain, possible = solve(program, ASSIGNED), solve(program, MAYBE_ASSIGNED)
    facts, found = certain.facts, []
    for (s, known, _), (_, maybe, _) in zip(certain.masks(), possible.masks(), strict=True):
        for v in facts.listed(facts.mask[s.use] & ~known):
            found.append(DanglingUse(v, s.id, every_path=not maybe >> facts.bit[v] & 1))
    return tuple(found)


def live_ranges(program: Program) -> dict[Hashable, tuple[LiveRange, ...]]:
    """variable -> the maximal runs of statements, in program order, during which it must be held.

    It is held at a statement where it is live before or after it. A dead definition has no range.

    >>> live_ranges(Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}]))
    {'cart': (LiveRange(first=0, last=1),)}
    """
    live = solve(program, LIVENESS)
    starts: dict[Hashable, int] = {}
    ranges: dict[Hashable, list[LiveRange]] = {v: [] for v in program.variables}
    held = 0
    for n, mask in enumerate([*(before | after for _, before, after in live.masks()), 0]):
        for v in live.facts.listed(held & ~mask):
            ranges[v].append(LiveRange(starts[v], n - 1))
        starts.update(dict.fromkeys(live.facts.listed(mask & ~held), n))
        held = mask
    return {v: tuple(runs) for v, runs in ranges.items()}
