"""The widget of chapter 07: ask a store, weigh its channels, see who ranks where and why."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import ipywidgets

from memlab.tiers import MemoryStore
from memlab.tiers.ranking import Weights
from memlab.view import Picture, recall_channels
from memlab.view.picture import number
from memlab.widgets.explorer import Explorer, button, dropdown, scale, slider
from memlab.widgets.recall_talks import NOW, QUESTIONS, rows

if TYPE_CHECKING:
    from memlab.tiers.recall import Recalled

WEIGHTS = ("identifiers", "words", "vector", "recency", "importance")
OTHERS = ("session", "answer", "detail", "asking", "conflict")
WINDOWS = (6.0, 24.0, 7 * 24.0, 30 * 24.0, inf)  # hours
MOST = 10  # top k
LONGEST = 1_000  # characters of a question
OWN = "your own"


class RecallExplorer(Explorer):
    """A question to a store: what each channel finds, how the weights fuse it, what falls out of the top k.

    Without a store it asks the tea shop's own memories, in English and Chinese, and has example questions.
    "Vector only" shows what a search by likeness alone loses.

    >>> RecallExplorer().first.title
    'order comes first (identifiers 1, words 1; not found by vector)'
    """

    def __init__(self, store: MemoryStore | None = None, query: str | None = None) -> None:
        self.store = shop() if store is None else store
        given = {} if query is None else {OWN: query}
        self._questions = {**given, **(QUESTIONS if store is None else {})} or {OWN: ""}
        self.recalled: Recalled | None = None
        buttons = (
            button(
                "Vector only",
                "Likeness alone: every other weight is 0",
                lambda: self._weigh(vector=1.0, others=0.0),
            ),
            button(
                "All channels", "The weights of the library", lambda: self._weigh(others=1.0, **_defaults())
            ),
        )
        super().__init__(self._picture, self._made(), buttons)

    def _made(self) -> dict[str, Any]:
        """The controls by name."""
        first = next(iter(self._questions))
        example = dropdown("Question", list(self._questions), first)
        example.observe(lambda change: self._ask(change["new"]), "value")  # before the redraw
        layout = ipywidgets.Layout(width="440px")
        real = ipywidgets.FloatSlider
        return {
            "example": example,
            "query": ipywidgets.Text(self._questions[first], description="Ask", layout=layout),
            **{
                name: slider(
                    real,
                    f"Weight of {name}",
                    value,
                    0,
                    _most(value),
                    _most(value) / 100,
                    readout_format=".3f",
                )
                for name, value in _defaults().items()
            },
            "others": slider(real, "Other clues ×", 1, 0, 2, 0.1),
            "top_k": slider(ipywidgets.IntSlider, "Top k", 5, 1, MOST, 1),
            "window": scale("Heard in the last", WINDOWS, inf, _hours),
        }

    def refresh(self) -> None:
        """Draw anew, unless more is about to move."""
        if not self._quiet:
            super().refresh()

    def reset(self) -> None:
        """The first question and the library's weights."""
        with self._at_once():
            for name, control in self._controls.items():
                control.value = self._start[name]
        self.refresh()

    def _ask(self, name: str) -> None:
        with self._at_once():
            self._controls["query"].value = self._questions[name]

    def _weigh(self, **weights: float) -> None:
        with self._at_once():
            for name in (*WEIGHTS, "others"):
                self._controls[name].value = weights.get(name, 0.0)
        self.refresh()

    def _picture(
        self, example: str, query: str, top_k: int, window: float, others: float, **weights: float
    ) -> Picture:
        hours = None if window == inf else window
        clues = {name: others * getattr(Weights(), name) for name in OTHERS}
        chosen = Weights(**weights, **clues)
        asked = query[:LONGEST].encode("utf-8", "replace").decode()  # half a character is none
        self.recalled = self.store.recall(asked, top_k, window_hours=hours, weights=chosen)
        return recall_channels(self.recalled, top_k)


def shop() -> MemoryStore:
    """The tea shop's memories in a store of their own, at a moment that does not move."""
    store = MemoryStore("tea shop", clock=lambda: NOW)
    store.add_many(rows())
    return store


def _defaults() -> dict[str, float]:
    weights = Weights()
    return {name: getattr(weights, name) for name in WEIGHTS}


def _most(value: float) -> float:
    """The right end of a weight's slider."""
    return max(1.0, 2 * value)


def _hours(hours: float) -> str:
    return "all time" if hours == inf else f"{number(hours)} h" if hours < 48 else f"{number(hours / 24)} d"
