"""Widgets of chapters 03 and 04: a bank of any capacity under any policy, a score that fades."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets

from memlab.bank import POLICIES, Settings, play
from memlab.course.story import DAY_AT_THE_DESK, MEMORIES, SERVICE_CALL
from memlab.view import Picture, ScoreLine, bank_timeline, score_curves
from memlab.widgets.explorer import Explorer, dropdown, slider

MINUTE = 60.0
OTHERS = ("order", "weather", "finding", "thanks")


class BankExplorer(Explorer):
    """A conversation played against a bank: what it holds, misses and evicts under a policy.

    `memories` gives for each variable what is written down and its importance from 0 to 1.

    >>> BankExplorer().first.title
    'Article, room for 4: 8 evictions, 7 of 12 readings find their memory gone'
    """

    def __init__(
        self,
        turns: Sequence[Mapping[str, Any]] = SERVICE_CALL,
        memories: Mapping[str, tuple[str, float]] = MEMORIES,
    ) -> None:
        self.turns, self.memories = turns, memories
        written = {variable for turn in turns for variable in turn["def"]}
        self.capacity = slider(ipywidgets.IntSlider, "Capacity", 4, 1, max(len(written), 4) + 1, 1)
        self.policy = dropdown("Policy", list(POLICIES), "article")
        super().__init__(self._picture, {"capacity": self.capacity, "policy": self.policy})

    def _picture(self, capacity: int, policy: str) -> Picture:
        return bank_timeline(play(self.turns, self.memories, capacity, policy))


class DecayExplorer(Explorer):
    """A memory of your own among those of a day at the desk: when does it fall below which of them?

    >>> DecayExplorer().first.title
    'Who goes first? After 5 min yours falls below the newcomer order'
    """

    def __init__(self) -> None:
        real = ipywidgets.FloatSlider
        controls = {
            "decay": slider(real, "Decay λ per minute", 0.02, 0, 0.5, 0.005, readout_format=".3f"),
            "importance": slider(real, "Importance of yours", 7, 0, 10, 1, readout_format=".0f"),
            "boost": slider(real, "Boost of yours", 1, 1, 10, 1, readout_format=".0f"),
            "protection": slider(real, "Protection in minutes", 5, 0, 30, 1, readout_format=".0f"),
            "floor": slider(real, "Floor", 0.1, 0, 2, 0.1, readout_format=".1f"),
        }
        super().__init__(self._picture, controls)

    def _picture(
        self, decay: float, importance: float, boost: float, protection: float, floor: float
    ) -> Picture:
        settings = Settings(decay=decay / MINUTE, protection=protection * MINUTE, floor=floor)
        others = [
            ScoreLine(id, grade, 1, at * MINUTE) for at, id, _, grade, _ in DAY_AT_THE_DESK if id in OTHERS
        ]
        return score_curves([ScoreLine("yours", importance, boost), *others], settings, 90 * MINUTE)
