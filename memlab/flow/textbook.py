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
    iterations, changed = 0, True
    while changed:
        changed = False
        iterations += 1
        for n in reversed(range(len(program))):
            s = program.effects[n]
            new_out: set[Hashable] = set()
            for successor in program.succ[n]:
                new_out |= live_in[successor]
            new_in = (new_out - s.defs) | s.use
            if new_in != live_in[n] or new_out != live_out[n]:
                live_in[n], live_out[n] = new_in, new_out
                changed = True
    return live_in, live_out, iterations
