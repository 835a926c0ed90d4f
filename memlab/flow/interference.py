"""How many context slots a conversation needs: colour the graph of what is held together."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import networkx as nx

from memlab.flow.analyses import LIVENESS
from memlab.flow.program import Program
from memlab.flow.solver import Solution, solve


@dataclass(frozen=True)
class Slots:
    """variable -> slot (from 0), no two held together in one; `needed` of them, proven `at_least` so many.

    Where the two are equal the colouring is the best there is.
    """

    colours: dict[Hashable, int]
    needed: int
    at_least: int


def interference(program: Program) -> nx.Graph:
    """The graph of variables with an edge between two that are needed at the same time.

    Whoever is written interferes with what else is written there and with what is live after; what is live
    at an entry interferes with each other. That covers all that are live at one point, for walking back
    from there one meets the writing of one of them or an entry. O(n · d) set operations for d definitions a
    statement.

    >>> p = Program.from_turns([{"use": [], "def": ["a", "b"]}, {"use": ["a"], "def": ["c"]},
    ...                         {"use": ["b", "c"], "def": []}])
    >>> sorted(interference(p).edges)
    [('a', 'b'), ('b', 'c')]
    """
    graph = _numbered(program, solve(program, LIVENESS))
    return nx.relabel_nodes(graph, dict(enumerate(program.variables)))


def _numbered(program: Program, live: Solution) -> nx.Graph:
    """The same with numbers for variables: networkx takes no None, and pops from sets, which order names."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(program.variables)))
    for n, mask in enumerate(_neighbours(program, live)):
        graph.add_edges_from((n, live.facts.bit[w]) for w in live.facts.listed(mask & ~(1 << n)))
    return graph


def _neighbours(program: Program, live: Solution) -> list[int]:
    """For each variable the mask of those that it interferes with (and of itself)."""
    neighbours, bit = [0] * len(program.variables), live.facts.bit
    for s, _, after in live.masks():
        together = live.facts.mask[s.may] | after
        for v in s.may:
            neighbours[bit[v]] |= together
    for n in program.order.roots:
        before, _ = live.pair(n)
        for v in live.facts.listed(before):
            neighbours[bit[v]] |= before
    return neighbours


def slots(program: Program) -> Slots:
    """A slot for each variable, by networkx's greedy colouring in two orders of which the better counts.

    `at_least` is the most that are held at one point (a clique), counting a dead definition at its writing.
    On a straight conversation that writes each variable once, `needed` equals it: smallest-last is optimal
    on chordal graphs.

    >>> slots(Program.from_turns([{"use": [], "def": ["a"]}, {"use": ["a"], "def": ["b"]}]))
    Slots(colours={'a': 0, 'b': 0}, needed=1, at_least=1)
    """
    live = solve(program, LIVENESS)
    graph = _numbered(program, live)
    tried = [nx.greedy_color(graph, strategy) for strategy in ("smallest_last", "largest_first")]
    best = min(tried, key=lambda colours: len(set(colours.values())))
    held = (
        max(before.bit_count(), (live.facts.mask[s.may] | after).bit_count())
        for s, before, after in live.masks()
    )
    colours = {v: best[n] for n, v in enumerate(program.variables)}
    return Slots(colours, len(set(colours.values())), max(held, default=0))
