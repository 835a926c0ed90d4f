"""Liveness as textbooks print it: scan backward, again and again, until a scan changes nothing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from memlab.flow.program import Program


def liveness_analysis(
    statements: Iterable[Mapping[str, Any]] | Program,
) -> tuple[list[set[Hashable]], list[set[Hashable]], int]:
    """(live_in, live_out, iterations) of dicts `{"id", "use", "def", "succ"}`: sets in their order.

    The last scan, which changes nothing, counts. Equal to `solve(program, LIVENESS)`, and quadratic where
    statements stand in the reverse of the order in which they run. Raises ProgramError.

    >>> liveness_analysis([{"id": 1, "use": [], "def": ["cart"], "succ": [2]},
    ...                    {"id": 2, "use": ["cart"], "def": [], "succ": []}])
    ([set(), {'cart'}], [{'cart'}, set()], 2)
    """
    program = statements if isinstance(statements, Program) else Program.from_dicts(statements)
    live_in: list[set[Hashable]] = [set() for _ in program]
    live_out: list[set[Hashable]] = [set() for _ in program]
    scans = 1
    while _scan_backward(program, live_in, live_out):
        scans += 1
    return live_in, live_out, scans


def _scan_backward(program: Program, live_in: list[set[Hashable]], live_out: list[set[Hashable]]) -> bool:
    """Apply both equations once to every statement, the last one first; whether any set changed."""
    moved = False
    for n in reversed(range(len(program))):
        statement = program.effects[n]
        after = set().union(*[live_in[later] for later in program.succ[n]])
        before = statement.use | (after - statement.defs)
        if after != live_out[n] or before != live_in[n]:
            live_in[n], live_out[n], moved = set(before), after, True
    return moved
