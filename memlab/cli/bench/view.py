"""How long a new picture takes for the course's data, against the 50 ms in which a slider feels immediate."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from memlab import view, widgets
from memlab.bank import Settings, play
from memlab.cli.bench.results import Measurement
from memlab.cli.bench.timing import side_by_side, timed
from memlab.course.story import DAY_AT_THE_DESK, MEMORIES, RETURN_DESK, SERVICE_CALL
from memlab.facts import FactBook
from memlab.flow import LIVENESS, Program, solve
from memlab.replay import GENERATORS, Trace, curves, simulate, too_early
from memlab.widgets import recall
from memlab.widgets.context_talks import story
from memlab.zset import ScoredSet, SkipList

BUDGET = 0.050  # seconds
LAB_BUDGET = 0.075  # half of what a move may take up to the picture in the browser


def measurements(quick: bool) -> Iterator[Measurement]:
    """The median time of a new picture, its analysis included, and of a slider's move for each widget."""
    times = 3 if quick else 25
    for name, draw in drawings().items():
        yield Measurement(f"{name}, new picture", median(draw, times), "the budget of 50 ms", BUDGET, 1)
    for turns in (12, 40):
        name = f"ConflictExplorer, {turns} turns, an edit"
        yield Measurement(name, median(edits(turns), times), "half of 150 ms", LAB_BUDGET, 1)
    for name, explorer, control in (
        ("RecallExplorer, a weight moved", widgets.RecallExplorer(), "words"),
        ("ContextExplorer, the budget moved", widgets.ContextExplorer(), "budget"),
    ):
        moved = median(to_and_fro(explorer._controls[control]), times)
        yield Measurement(name, moved, "half of 150 ms", LAB_BUDGET, 1)
    accesses = 2_000 if quick else 20_000
    moved = median(moves(accesses), times)
    yield Measurement(
        f"PolicyLab, {accesses:,} accesses, a move back", moved, "half of 150 ms", LAB_BUDGET, 1
    )


def edits(turns: int) -> Callable[[], object]:
    """A function that edits the last line of a conversation of this length to and fro."""
    cities = ("Beijing", "Shanghai", "Oslo", "Lima", "Rome")
    lines = [f"I have just moved to {cities[n % 5]}." if n % 3 else "我喜欢乌龙茶。" for n in range(turns)]
    explorer = widgets.ConflictExplorer(lines)
    talk = explorer._controls["talk"]
    texts = itertools.cycle([f"{talk.value}\nI live in Harbor Town.", talk.value])

    def edit() -> None:
        talk.value = next(texts)

    return edit


def to_and_fro(control: Any) -> Callable[[], object]:
    """A function that moves a slider one place on and back."""
    if hasattr(control, "index"):
        places = itertools.cycle([control.index - 1, control.index])
        return lambda: setattr(control, "index", next(places))
    values = itertools.cycle([control.value - control.step, control.value])
    return lambda: setattr(control, "value", next(values))


def moves(accesses: int) -> Callable[[], object]:
    """A function that moves the lab's capacity to and fro between places that were there before."""
    lab = widgets.PolicyLab(GENERATORS["zipf"](accesses))
    capacity = lab._controls["capacity"]
    places = [size for _, size in capacity.options]
    here = itertools.cycle([capacity.value, places[places.index(capacity.value) + 1]])

    def move() -> None:
        capacity.value = next(here)

    for _ in range(4):
        move()
    return move


def median(draw: Callable[[], object], times: int) -> float:
    draw()  # the first one imports what it needs
    return side_by_side(lambda: timed(draw), repeats=times)[0]


def drawings() -> dict[str, Callable[[], object]]:
    call, desk = Program.from_dicts(SERVICE_CALL), Program.from_dicts(RETURN_DESK)
    trace = Trace.of_program(call, MEMORIES)
    results = [simulate(trace, policy, 4) for policy in ("fifo", "lru", "lfu", "scored", "belady")]
    lines_of = curves(trace, ["fifo", "lru", "belady"], workers=1)
    grades = [(id, grade) for _, id, _, grade, _ in DAY_AT_THE_DESK]
    lines = [view.ScoreLine(id, grade, 1, 60 * at) for at, id, _, grade, _ in DAY_AT_THE_DESK]
    book = FactBook("bench", clock=lambda: 60.0 * 13)
    for n, city in enumerate(("Beijing", "Shanghai", "Oslo", "Lima") * 3):
        book.hear(f"I have just moved to {city}.", at=60 * n)
    shop = recall.shop()
    recalled = shop.recall("Please, where is my parcel T-7316 now?", 5)
    project = story("en")
    context = project.rebuilt(project.texts[0], 500, 200)
    explorers = ("LivenessStepper", "PressureExplorer", "BankExplorer", "DecayExplorer")
    return {
        "dataflow_graph": lambda: view.dataflow_graph(desk, variable="order"),
        "live_range_chart": lambda: view.live_range_chart(call),
        "fixed_point": lambda: view.fixed_point(solve(desk, LIVENESS, trace=True), 5),
        "pressure_chart": lambda: view.pressure_chart(call, 4),
        "bank_timeline": lambda: view.bank_timeline(play(SERVICE_CALL, MEMORIES, 4, "article")),
        "score_curves": lambda: view.score_curves(lines, Settings(), 5400),
        "policy_bars": lambda: view.policy_bars(results),
        "miss_curves": lambda: view.miss_curves(lines_of, 4),
        "residents": lambda: view.residents(results[1]),
        "too_early_table": lambda: view.too_early_table(too_early(results[1], results)),
        "sorted_set": lambda: view.sorted_set(ScoredSet(grades)),
        "skip_list": lambda: view.skip_list(SkipList(grades), path_to="order"),
        "def_use": lambda: view.def_use(book),
        "history_lanes": lambda: view.history_lanes(book, "city"),
        "decisions_table": lambda: view.decisions_table(book.decisions),
        "tiers_picture": lambda: view.tiers_picture(shop.tiers(), list(shop.moves), "order"),
        "recall_channels": lambda: view.recall_channels(recalled, 5),
        "context_bar": lambda: view.context_bar(context),
        **{name: getattr(widgets, name)().refresh for name in explorers},
    }
