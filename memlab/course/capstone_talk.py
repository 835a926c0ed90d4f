"""A conversation of the capstone: turns to be read, and the same as a log.

Tokens are counted by the estimate, so that a score is the same on every machine.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from memlab.course.capstone_story import IMPORTANCE, SINGLE
from memlab.replay import Access, Trace
from memlab.tokens import estimate


@dataclass(frozen=True)
class Turn:
    """A line: something said is worth a note; where Mira asks her memory, `needs` is the number of the turn
    in which it was said. `safe`: must never be lost. `time` in seconds."""

    number: int
    time: float
    tenant: str
    about: str
    text: str
    needs: int | None = None
    safe: bool = False

    def __str__(self) -> str:
        who = f"{self.tenant}: " if self.needs is None else f"Mira, for {self.tenant}: "
        after = f" → turn {self.needs}" if self.needs is not None else " [must not be lost]" * self.safe
        return f"{self.number:>4}  {self.about:<8}{who}{self.text}{after}"


@dataclass(frozen=True, eq=False, repr=False)
class Talk:
    """A conversation of the capstone; `trace` is the same as a log for `memlab.replay.simulate`."""

    name: str
    turns: tuple[Turn, ...]  # numbered from 1

    def __len__(self) -> int:
        return len(self.turns)

    def __repr__(self) -> str:
        said = sum(turn.needs is None for turn in self.turns)
        customers = len({turn.tenant for turn in self.turns})
        safe = sum(turn.safe for turn in self.turns)
        return (
            f"<Talk {self.name}: {len(self)} turns, {customers} customers, {said} notes ({safe} of them must "
            f"not be lost), {len(self) - said} questions>"
        )

    def show(self, start: int = 1, stop: int = 20) -> None:
        """Print the turns from number `start` to number `stop`, both included."""
        for turn in self.turns[max(0, start - 1) : stop]:
            print(turn)

    @cached_property
    def tokens(self) -> tuple[int, ...]:
        """Of every turn."""
        return tuple(estimate(turn.text) for turn in self.turns)

    def asked_after(self, note: int, turn: int) -> float:
        """The first question after `turn` that needs what was said in turn `note`; infinite if none."""
        asked = self._questions.get(note, [])
        place = bisect_right(asked, turn)
        return asked[place] if place < len(asked) else math.inf

    @cached_property
    def _questions(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for turn in self.turns:
            if turn.needs is not None:
                found.setdefault(turn.needs, []).append(turn.number)
        return found

    @cached_property
    def trace(self) -> Trace:
        """Notes and questions as writes and reads; a memory that has one value is one key."""
        rows = []
        for turn in self.turns:
            source = turn if turn.needs is None else self.turns[turn.needs - 1]
            key, size = self.key(source), self.tokens[source.number - 1]
            operation = "write" if source is turn else "read"
            rows.append(Access(key, turn.time, operation, size, IMPORTANCE[turn.about], source.text))
        return Trace.of(rows, self.name)

    @staticmethod
    def key(turn: Turn) -> tuple:
        """What a memory of this turn is called."""
        return (turn.tenant, turn.about) if turn.about in SINGLE else (turn.tenant, turn.about, turn.number)
