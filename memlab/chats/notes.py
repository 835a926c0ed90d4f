"""What could not be read, gathered while the rest is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memlab.chats.conversation import Unread

ASSUMED = 20
KEPT = 1000  # places told one by one; beyond, they are only counted


class Problems:
    """The places that could not be read: at most 1,000 by name, `total` counts all.

    >>> problems = Problems(); problems.add("chat.jsonl, line 7", "not JSON"); print(*problems)
    chat.jsonl, line 7: not JSON
    """

    def __init__(self) -> None:
        self.total = 0
        self.assumed: list[str] = []  # what was read in a way that the source does not tell, a sentence each
        self._kept: list[Unread] = []

    def add(self, place: str, why: str) -> None:
        """Note one place."""
        self.total += 1
        if len(self._kept) < KEPT:
            self._kept.append(Unread(_shown(place), _shown(why)))

    def clear(self) -> None:
        """Forget them: reading begins anew."""
        self.total = 0
        self.assumed.clear()
        self._kept.clear()

    def __iter__(self) -> Iterator[Unread]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def __repr__(self) -> str:
        return f"Problems({self.total})"


def _shown(text: str) -> str:
    """On one line that any terminal can show: places bear names out of the files."""
    return "".join(c if c.isprintable() else " " for c in text)


@dataclass(frozen=True)
class Notes:
    """A place in a file, and where to tell what is wrong there."""

    problems: Problems
    place: str

    def at(self, step: str) -> Notes:
        """The same for a place within this one."""
        return Notes(self.problems, f"{self.place}, {step}" if self.place else step)

    def assume(self, what: str) -> None:
        """It is read, but in a way that the source does not tell; at most 20 are kept, each once."""
        told = f"{_shown(self.place or 'The source')}: {what}."
        if told not in self.problems.assumed and len(self.problems.assumed) < ASSUMED:
            self.problems.assumed.append(told)

    def tell(self, why: str) -> None:
        """This place, or a part of it, could not be read."""
        self.problems.add(self.place, why)
