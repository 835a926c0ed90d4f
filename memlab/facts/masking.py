"""moods: what in a text is no statement of its speaker's: quotations, code, roles, recalled memories."""

from __future__ import annotations

from dataclasses import dataclass

from memlab.facts.text import Folded

FENCE = ("<memory>", "</memory>")  # what recall puts around memories in a prompt


@dataclass(frozen=True)
class Stretch:
    """[start, end) of the folded text is not plain speech: `mood` says what it is instead."""

    start: int
    end: int
    mood: str


def moods(folded: Folded) -> list[Stretch]:
    """The stretches of a text that are not plain speech, in order, none overlapping; linear."""
    return []
