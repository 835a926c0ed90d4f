"""Transcript: the turns in the order of time, each read with the turns before it as context."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from memlab.facts.candidate import Candidate, Turn
from memlab.facts.erasing import is_mark, mark
from memlab.facts.gate import Claim

Read = Callable[[str, str, float, Sequence[Turn]], tuple[Sequence[Candidate], Sequence[str]]]


class Numbers:
    """Numbers of turns and commands in the order in which they come in, from 1."""

    def __init__(self) -> None:
        self.last = 0

    def next(self) -> int:
        """The next one."""
        return self.take(self.last + 1)

    def take(self, number: int) -> int:
        """A number that is given; the next one is beyond it."""
        self.last = max(self.last, number)
        return number


@dataclass
class Heard:
    """A turn as it was heard: its number in the order of coming in, and what was read in it."""

    turn: Turn
    number: int
    source: str = ""
    problems: tuple[str, ...] = ()  # what could not even be read as a candidate

    @property
    def order(self) -> tuple[float, int]:
        """By time, then as it came in."""
        return self.turn.at, self.number

    def claims(self) -> list[Claim]:
        """Its candidates as they come to the gate: in the order in which they stand in the text."""
        t = self.turn
        places = [((c.span[0], n), c) for n, c in enumerate(t.candidates)]
        return [
            Claim(c, t.at, self.number, place, t.text, self.source, t.role)
            for place, c in sorted(places, key=lambda pair: pair[0])
        ]


class Transcript:
    """All turns, each once, whatever the order in which they come in."""

    def __init__(self, reader: Read, context: int) -> None:
        self._reader, self._context = reader, context
        self._heard: list[Heard] = []
        self._known: dict[tuple[float, str, str], Heard] = {}

    @property
    def turns(self) -> list[Turn]:
        """The turns in the order of time."""
        return [heard.turn for heard in self._heard]

    def read_by(self, other: Transcript) -> None:
        """Read what is still to come as another transcript does."""
        self._reader = other._reader

    def known(self, text: str, role: str, at: float) -> Heard | None:
        """The turn, if it was heard before, be it that its words were erased since."""
        return self._known.get((at, role, text)) or self._known.get((at, role, mark(text)))

    def read(self, text: str, role: str, at: float, number: int, source: str) -> Heard:
        """Read a new turn where it belongs in time; it is not kept yet, so that a failure changes nothing."""
        heard = Heard(Turn(text, role, at), number, source)
        n = self._place_for(heard)
        return self._reading(heard, self._heard[max(0, n - self._context) : n])

    def keep(self, heard: Heard) -> list[tuple[Heard, Heard]]:
        """Keep a turn; those after it that read otherwise now, each as it was and as it is.

        What a turn means depends on the `context` turns before it and on what was read in them: from the new
        turn on, turns are read again until none within reach has changed.
        """
        n = self._place_for(heard)
        if n == len(self._heard):
            self.put(heard)
            return []
        turns = [*self._heard[:n], heard, *self._heard[n:]]
        changes = list(self._read_again(turns, n))  # whoever reads may fail: nothing is kept before
        self._heard = turns
        for new in (heard, *(new for _, new in changes)):
            self._remember(new)
        return changes

    def put(self, heard: Heard) -> int:
        """Keep a turn as it was read; its place from 0."""
        n = self._place_for(heard)
        self._heard.insert(n, heard)
        self._remember(heard)
        return n

    def place_of(self, text: str, at: float) -> int | None:
        """The number, from 1 in the order of time, of the turn that said it then."""
        n = bisect_left(self._heard, at, key=lambda h: h.turn.at)
        while n < len(self._heard) and self._heard[n].turn.at == at:
            if self._heard[n].turn.text == text:
                return n + 1
            n += 1
        return None

    def __iter__(self) -> Iterator[Heard]:
        return iter(self._heard)

    def _place_for(self, heard: Heard) -> int:
        if not self._heard or self._heard[-1].order <= heard.order:  # nearly always
            return len(self._heard)
        return bisect_right(self._heard, heard.order, key=lambda h: h.order)

    def _remember(self, heard: Heard) -> None:
        self._known[heard.turn.at, heard.turn.role, heard.turn.text] = heard

    def _read_again(self, turns: list[Heard], changed: int) -> Iterator[tuple[Heard, Heard]]:
        n = changed + 1
        while n < len(turns) and n - changed <= self._context:
            old = turns[n]
            new = self._reading(old, turns[max(0, n - self._context) : n])
            if new.turn.candidates != old.turn.candidates:
                changed, turns[n] = n, new
                yield old, new
            n += 1

    def _reading(self, heard: Heard, before: Sequence[Heard]) -> Heard:
        turn = heard.turn
        if is_mark(turn.text):  # its words are gone; what was read in them stays as it is
            return heard
        found, problems = self._reader(turn.text, turn.role, turn.at, [h.turn for h in before])
        return replace(heard, turn=replace(turn, candidates=tuple(found)), problems=tuple(problems))
