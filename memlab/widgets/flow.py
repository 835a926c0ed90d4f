"""Widgets of chapters 01 and 02: a fixed point to step through, a capacity to move."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import ipywidgets

from memlab import tokens
from memlab.course.story import MEMORIES, RETURN_DESK, SERVICE_CALL
from memlab.flow import ASSIGNED, LIVENESS, REACHING, STRONG_LIVENESS, Program, Solution, pressure, solve
from memlab.view import Picture, fixed_point, pressure_chart
from memlab.widgets.explorer import Explorer, button, dropdown, slider

Turns = Program | Sequence[Mapping[str, Any]]
ANALYSES = {
    "Liveness": LIVENESS,
    "Strong liveness": STRONG_LIVENESS,
    "Reaching definitions": REACHING,
    "Definitely assigned": ASSIGNED,
}


ABOVE_PEAK = {"memories": 2, "tokens": 10}  # how far above the peak of its unit a capacity can be moved


def as_program(turns: Turns) -> Program:
    """A program as it is, or the program of a list of dicts."""
    return turns if isinstance(turns, Program) else Program.from_dicts(turns)


class LivenessStepper(Explorer):
    """The fixed point of an analysis, step by step, forward and back.

    Raises ProgramError for turns that are no program.

    >>> LivenessStepper().first.title
    'Liveness, step 0 of 10: nothing is known yet'
    """

    def __init__(self, program: Turns = RETURN_DESK) -> None:
        self.program = as_program(program)
        self._solved: dict[str, Solution] = {}
        self.step = slider(ipywidgets.IntSlider, "Step", 0, 0, self._steps("Liveness"), 1)
        self.analysis = dropdown("Analysis", list(ANALYSES), "Liveness")
        self.analysis.observe(
            self._fit_slider, "value"
        )  # before the redraw: the new analysis has its own last step
        back = button("◀ Back", "One step back", lambda: self._move(-1))
        forward = button("Forward ▶", "One step forward", lambda: self._move(1))
        super().__init__(self._picture, {"step": self.step, "analysis": self.analysis}, (back, forward))

    def _solution(self, name: str) -> Solution:
        if name not in self._solved:
            self._solved[name] = solve(self.program, ANALYSES[name], trace=True)
        return self._solved[name]

    def _steps(self, name: str) -> int:
        return len(self._solution(name).steps)

    def _picture(self, step: int, analysis: str) -> Picture:
        return fixed_point(self._solution(analysis), min(step, self._steps(analysis)))

    def _fit_slider(self, change: Any) -> None:
        self.step.max = self._steps(change["new"])

    def _move(self, by: int) -> None:
        self.step.value = min(max(self.step.value + by, 0), self.step.max)


class PressureExplorer(Explorer):
    """How much a conversation must hold at each turn, against a capacity in memories or in tokens.

    The capacity goes from 0 to a little above the peak of its unit. Raises ProgramError for turns that are
    no program.

    >>> PressureExplorer().first.title
    'Room for 4 memories is too small in 5 of 12 turns: the peak is 5'
    """

    def __init__(self, program: Turns = SERVICE_CALL) -> None:
        self.program = as_program(program)
        self._peaks = {
            unit: max(pressure(self.program, _size(unit)).values(), default=0) for unit in ABOVE_PEAK
        }
        most = self._most("memories")
        self.capacity = slider(ipywidgets.IntSlider, "Capacity", min(4, most), 0, most, 1)
        self.unit = dropdown("Counted in", list(ABOVE_PEAK), "memories")
        self.unit.observe(self._fit_slider, "value")  # before the redraw: the new unit has its own range
        super().__init__(self._picture, {"capacity": self.capacity, "unit": self.unit})

    def _picture(self, capacity: int, unit: str) -> Picture:
        return pressure_chart(self.program, capacity, size=_size(unit))

    def _most(self, unit: str) -> int:
        return int(self._peaks[unit]) + ABOVE_PEAK[unit]

    def _fit_slider(self, change: Any) -> None:
        """The range of the new unit, and in it the same share of the peak: the chart keeps its shape."""
        old, new = self._peaks[change["old"]], self._peaks[change["new"]]
        wanted = round(self.capacity.value * new / old) if old else self.capacity.value
        self.capacity.max = self._most(change["new"])
        self.capacity.value = min(wanted, self.capacity.max)


def _size(unit: str) -> Any:
    return _tokens if unit == "tokens" else None


def _tokens(variable: Hashable) -> int:
    """What the agent wrote down for a variable, in tokens; its name where the story has nothing."""
    content, _ = MEMORIES.get(str(variable), (str(variable), 0))
    return tokens.count(content)
