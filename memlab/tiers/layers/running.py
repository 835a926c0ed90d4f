"""RunningSummary: what the turns that left a session's window said, as a memory that lives some hours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from memlab import checks
from memlab.tiers.errors import UnknownMemory, VersionConflict
from memlab.tiers.layers.documents import escaped
from memlab.tiers.layers.summary import Line, fold, in_words
from memlab.tiers.memory import Memory

LATE = 10  # turns that may be read again, rather than writing at each that nothing of them was kept


class RunningSummary:
    """The summaries of a store's sessions. Each has a number: one that was erased, or whose time is over, is
    followed by a new one, made of the turns that are there.
    """

    def __init__(self, store: Any, summarise: Callable[[str, str], str] | None) -> None:
        self.store = store
        self._summarise = None if summarise is None else checks.function("summarise", summarise)

    def id(self, session: str, number: int) -> str:
        """The id of a session's n-th summary, from 1."""
        agent = f"{escaped(self.store.agent)}/" if self.store.agent else ""
        return f"summary:{agent}{escaped(session)}:{number}"

    def get(self, session: str, number: int) -> Memory | None:
        """The summary, None if there is none any more."""
        with suppress(UnknownMemory):
            return self.store.get(self.id(session, number)) if number else None
        return None

    def forget(self, session: str, last: int) -> list[str]:
        """Erase all summaries of a session up to the last; their ids."""
        gone = [id for n in range(1, last + 1) if (id := self.id(session, n)) in self.store]
        for id in gone:
            self.store.forget(id)
        return gone

    def take_in(
        self, old: Memory | None, out: int, turns: Callable[[int, int], Sequence[Memory]]
    ) -> list[Line] | None:
        """The lines after all turns up to place `out`; None if nothing worth writing has changed.

        `turns(after, last)` are those at places after + 1 to last. No secret is in it,
        nor is what is over.
        """
        through = old.metadata["through"] if old else 0
        before = [Line(*line) for line in old.metadata["lines"]] if old else []
        lines = before
        for turn in turns(through, out):
            if not turn.secret and turn.status == "live":
                lines = self._folded(lines, turn)
        late = self._summarise is None and lines == before and out - through < LATE
        return None if late or not in_words(lines) else lines

    def write(self, id: str, session: str, at: float, lines: Sequence[Line], out: int) -> None:
        """Write the summary of that id."""
        lifetime = self.store.settings.lifetime("summary")
        row = {
            "text": in_words(lines), "kind": "summary", "at": at, "session": session,
            "expires_at": None if lifetime is None else self.store.clock() + lifetime,
            "source": f"session {session}", "private": bool(self.store.agent),
            "metadata": {"lines": [list(line) for line in lines], "through": out},
        }  # fmt: skip
        with suppress(VersionConflict):  # somebody else has just written it, with as much in it
            self.store.add_many([{**row, "id": id}])

    def _folded(self, lines: list[Line], turn: Memory) -> list[Line]:
        most = self.store.settings.summary_tokens
        if self._summarise is None:
            return fold(lines, turn, most)
        told = checks.text("summarise", self._summarise(in_words(lines), f"{turn.speaker}: {turn.text}"))
        return fold([], turn.with_(text=told, speaker=""), most)
