"""What annotated dialogues ask of a memory: how long each is needed, how many at once, what serves them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memlab import flow
from memlab.replay.crosswoz import Dialogue
from memlab.replay.curves import Progress, shown
from memlab.replay.optimum import optimum
from memlab.replay.simulate import simulate
from memlab.replay.trace import Trace

UNBOUNDED, OPTIMUM = "unbounded", "optimum"


@dataclass(frozen=True)
class CrosswozReport:
    """Sums and distributions over all dialogues.

    A live range runs from a definition to its last use; lengths count statements, both ends included. What is
    used and never defined has none, but it presses: it is live from the first statement to its last use.
    """

    dialogues: int
    statements: int
    definitions: int
    uses: int
    dangling_uses: int  # of the uses those that no definition reaches: the agent must look them up
    dead_definitions: int  # never read
    lengths: tuple[int, ...]  # of the live ranges, rising
    peaks: tuple[float, ...]  # of each dialogue: the most memories that are live at once, rising
    mean_pressure: float  # live memories, over all statements
    served: dict[str, dict[int, int]]  # policy -> capacity -> uses that found their memory
    problems: int  # places that were skipped

    def share(self, policy: str, capacity: int) -> float:
        """Of what the optimum serves at this capacity; 1 where that is nothing."""
        most = self.served[OPTIMUM][capacity]
        return self.served[policy][capacity] / most if most else 1.0


def crosswoz_report(
    dialogues: Sequence[Dialogue],
    capacities: Iterable[int] = (2, 4, 8),
    policies: Sequence[str] = ("fifo", "lru", "predicted", "liveness"),
    progress: Progress | bool | None = None,
) -> CrosswozReport:
    """Liveness of every dialogue, and its uses replayed at each capacity (in memories) by each policy.

    A use that finds nothing looks it up and remembers it: the next one is served. `served` is bounded on both
    sides: "unbounded" forgets nothing, "optimum" is the most at that capacity.

    >>> from memlab.replay.crosswoz import read_crosswoz
    >>> asks = {"role": "usr", "content": "电话多少？", "dialog_act": [["Request", "酒店", "电话", ""]]}
    >>> report = crosswoz_report(read_crosswoz({"1": {"messages": [asks, asks]}}), capacities=[1])
    >>> report.uses, report.dangling_uses, report.served["fifo"], report.share("lru", 1)
    (2, 2, {1: 1}, 1.0)
    """
    sizes = tuple(dict.fromkeys(capacities))
    served = {name: dict.fromkeys(sizes, 0) for name in (UNBOUNDED, *policies, OPTIMUM)}
    held: list[tuple[float, ...]] = []
    with shown(progress, len(dialogues)) as step:
        for dialogue in dialogues:
            held.append(tuple(flow.pressure(dialogue.program).values()))
            _serve(Trace.of_program(dialogue.program), served)
            step()
    programs = [dialogue.program for dialogue in dialogues]
    statements = sum(map(len, programs))
    return CrosswozReport(
        dialogues=len(dialogues),
        statements=statements,
        definitions=sum(len(s.defs) for program in programs for s in program),
        uses=sum(len(s.use) for program in programs for s in program),
        dangling_uses=sum(len(flow.dangling_uses(program)) for program in programs),
        dead_definitions=sum(len(flow.dead_definitions(program)) for program in programs),
        lengths=tuple(sorted(length for program in programs for length in _lengths(program))),
        peaks=tuple(sorted(max(values, default=0) for values in held)),
        mean_pressure=sum(map(sum, held)) / statements if statements else 0.0,
        served=served,
        problems=sum(len(dialogue.problems) for dialogue in dialogues),
    )


def _serve(trace: Trace, served: dict[str, dict[int, int]]) -> None:
    """Add the hits of one dialogue."""
    for name, row in served.items():
        for capacity in row:
            if name == OPTIMUM:
                row[capacity] += optimum(trace, capacity).hits
            else:
                policy, size = ("lru", math.inf) if name == UNBOUNDED else (name, capacity)
                row[capacity] += simulate(trace, policy, size).hits


def _lengths(program: flow.Program) -> list[int]:
    """A dialogue has no branches: the last use of a definition is the one that stands last."""
    place, chains = program.position, flow.def_use_chains(program)
    return [place(uses[-1]) - place(at) + 1 for (_, at), uses in chains.items() if uses]


def quantile(values: Sequence[Any], share: float) -> Any:
    """Of rising values the smallest that at least this share does not exceed; 0 where there are none.

    >>> quantile([1, 2, 3, 10], 0.5), quantile([1, 2, 3, 10], 0.9), quantile([], 0.5)
    (2, 10, 0)
    """
    return values[max(0, math.ceil(share * len(values)) - 1)] if values else 0
