"""Sub-dialogues: a statement may call another program, whose effect on the caller is its summary.

Memories are shared: a sub-dialogue reads and writes the caller's variables by name. At a call the
statement's own uses come first (they are the arguments), then the sub-dialogue, then the statement's own
definitions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from memlab.flow.analyses import ASSIGNED, LIVENESS, MAYBE_ASSIGNED
from memlab.flow.program import Program
from memlab.flow.solver import FixedPoint
from memlab.flow.statement import Statement, Variables


@dataclass(frozen=True)
class Summary:
    """A sub-dialogue seen from outside.

    `uses`: what it may read before it writes it. `defs`: what it has written whenever it ends. `may`: what
    it has possibly written when it ends. `returns`: whether it can end at all; if not, nothing after the
    call ever runs, so the call counts as writing everything (nothing is live across it).
    """

    uses: Variables
    defs: Variables
    may: Variables
    returns: bool


NOTHING_KNOWN = Summary(frozenset(), frozenset(), frozenset(), returns=False)


@dataclass(frozen=True, slots=True)
class Effect:
    """A statement with a call, as an analysis sees it; the fields are those of `Statement`."""

    id: Hashable
    use: Variables
    defs: Variables
    may: Variables
    call: Hashable


def summary(program: Program) -> Summary:
    """The summary of a program as a sub-dialogue; calls inside it, recursive ones too, are resolved.

    >>> body = [{"id": 0, "use": ["order"], "def": ["address"], "succ": []}]
    >>> summary(Program.from_dicts(body))
    Summary(uses=frozenset({'order'}), defs=frozenset({'address'}), may=frozenset({'address'}), returns=True)
    """
    return _summarise(program, summaries(program.procedures))


def effects(program: Program) -> tuple[Statement | Effect, ...]:
    """What each statement does, with the summaries of the sub-dialogues that it calls."""
    return _effects(program, summaries(program.procedures))


def summaries(procedures: Mapping[Hashable, Program]) -> dict[Hashable, Summary]:
    """The summary of each procedure: callees first, and those that call each other until none changes.

    At first no procedure is known to return, so that recursion which never ends is found not to. From there
    on `uses`, `may` and `returns` only grow and `defs` only shrinks: it ends, at the most exact answer.
    """
    graph = nx.DiGraph()
    graph.add_nodes_from(procedures)
    graph.add_edges_from((name, s.call) for name, p in procedures.items() for s in p if s.call in procedures)
    rank = {name: n for n, name in enumerate(nx.dfs_postorder_nodes(graph))}  # callees first in circles, too
    circles = nx.condensation(graph)
    known = dict.fromkeys(procedures, NOTHING_KNOWN)
    for circle in reversed(list(nx.topological_sort(circles))):
        members = sorted(circles.nodes[circle]["members"], key=rank.__getitem__)
        while _improve(members, procedures, known):
            pass
    return known


def _improve(
    names: Sequence[Hashable], procedures: Mapping[Hashable, Program], known: dict[Hashable, Summary]
) -> bool:
    """Summarise each anew from what is known; whether that told anything new."""
    before = [known[name] for name in names]
    for name in names:
        body = procedures[name]
        # a program that was built elsewhere calls the procedures of its own table
        known[name] = _summarise(body, known) if body.procedures is procedures else summary(body)
    return before != [known[name] for name in names]


def _summarise(program: Program, known: Mapping[Hashable, Summary]) -> Summary:
    seen = _effects(program, known)
    ends = _ends(program, known)
    sets = {}
    for analysis, side, places in (
        (LIVENESS, 0, program.order.roots),
        (ASSIGNED, 1, ends),
        (MAYBE_ASSIGNED, 1, ends),
    ):
        found = FixedPoint(program, analysis, effects=seen)
        deque(found.run(), maxlen=0)
        sets[analysis.name] = [found.facts.set(found.pair(n)[side]) for n in places]
    uses, defs, may = sets.values()
    union = frozenset[Hashable]().union
    returns = bool(ends) or not len(program)
    return Summary(union(*uses), frozenset.intersection(*defs) if defs else union(), union(*may), returns)


def _ends(program: Program, known: Mapping[Hashable, Summary]) -> list[int]:
    """The positions of the exits that are reached; a call that does not return is not passed."""
    todo, seen, ends = list(program.order.roots), set(program.order.roots), []
    while todo:
        n = todo.pop()
        call = program.statements[n].call
        if call is not None and not known[call].returns:
            continue
        if not program.succ[n]:
            ends.append(n)
        new = [m for m in program.succ[n] if m not in seen]
        seen.update(new)
        todo.extend(new)
    return ends


def _effects(program: Program, known: Mapping[Hashable, Summary]) -> tuple[Statement | Effect, ...]:
    callees = {s.call: known[s.call] for s in program if s.call is not None}
    visible = frozenset[Hashable]().union(
        *(s.use | s.defs for s in program), *(c.uses | c.may for c in callees.values())
    )
    return tuple(s if s.call is None else _effect(s, callees[s.call], visible) for s in program)


def _effect(s: Statement, callee: Summary, visible: Variables) -> Effect:
    if not callee.returns:
        return Effect(s.id, s.use | callee.uses, visible, frozenset(), s.call)
    return Effect(s.id, s.use | callee.uses, s.defs | callee.defs, s.defs | callee.may, s.call)
