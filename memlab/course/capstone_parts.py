"""What a capstone design is made of: the design's three methods, and what they are handed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

BUDGET = 600
"""What the memory holds, in tokens."""


@dataclass(frozen=True)
class Note:
    """Something that a customer said; `about` is one of `ABOUT`. Times are seconds.

    `came` is when it last came into the memory, by being said or fetched again; `uses` is how often it was
    there when it was asked for.
    """

    id: int
    tenant: str
    about: str
    text: str
    tokens: int
    said: float
    came: float
    last_used: float
    uses: int


@dataclass(frozen=True)
class Question:
    """What Mira wants to know of one customer: a prompt with the right notes is the answer."""

    tenant: str
    about: str
    text: str
    time: float


class Design:
    """A memory: override the three methods. They see what has been said so far, and never what comes."""

    name = "mine"

    def slot(self, note: Note) -> Hashable:
        """The place of a note: what is written into a place that is taken ends what was there."""
        raise NotImplementedError("give your design a method slot(note) that returns a name for its place")

    def key(self, note: Note, now: float) -> tuple:
        """Who goes when there is no room: the smallest key first, a newcomer too unless it ended another."""
        raise NotImplementedError("give your design a method key(note, now) that returns a tuple")

    def prompt(self, question: Question, notes: tuple[Note, ...]) -> Iterable[Note]:
        """Which of the notes in memory, those of all customers, go into the prompt."""
        raise NotImplementedError("give your design a method prompt(question, notes) that returns notes")
