"""How long a new picture takes for the course's data, against the 50 ms in which a slider feels immediate."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from memlab import view, widgets
from memlab.bank import Settings, play
from memlab.cli.bench import Measurement
from memlab.course.story import DAY_AT_THE_DESK, MEMORIES, RETURN_DESK, SERVICE_CALL
from memlab.flow import LIVENESS, Program, solve
from memlab.zset import ScoredSet, SkipList

BUDGET = 0.050  # seconds


def measurements(quick: bool) -> Iterator[Measurement]:
    """The median time of a new picture, its analysis included, and of a slider's move for each widget."""
    for name, draw in drawings().items():
        yield Measurement(
            f"{name}, new picture", median(draw, 5 if quick else 25), "the budget of 50 ms", BUDGET, 1
        )


def median(draw: Callable[[], object], times: int) -> float:
    draw()  # the first one imports what it needs
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        draw()
        taken.append(time.perf_counter() - start)
    return sorted(taken)[times // 2]


def drawings() -> dict[str, Callable[[], object]]:
    call, desk = Program.from_dicts(SERVICE_CALL), Program.from_dicts(RETURN_DESK)
    grades = [(id, grade) for _, id, _, grade, _ in DAY_AT_THE_DESK]
    lines = [view.ScoreLine(id, grade, 1, 60 * at) for at, id, _, grade, _ in DAY_AT_THE_DESK]
    explorers = ("LivenessStepper", "PressureExplorer", "BankExplorer", "DecayExplorer")
    return {
        "dataflow_graph": lambda: view.dataflow_graph(desk, variable="order"),
        "live_range_chart": lambda: view.live_range_chart(call),
        "fixed_point": lambda: view.fixed_point(solve(desk, LIVENESS, trace=True), 5),
        "pressure_chart": lambda: view.pressure_chart(call, 4),
        "bank_timeline": lambda: view.bank_timeline(play(SERVICE_CALL, MEMORIES, 4, "article")),
        "score_curves": lambda: view.score_curves(lines, Settings(), 5400),
        "sorted_set": lambda: view.sorted_set(ScoredSet(grades)),
        "skip_list": lambda: view.skip_list(SkipList(grades), path_to="order"),
        **{name: getattr(widgets, name)().refresh for name in explorers},
    }
