"""A conversation, turn by turn, in measures of its cues: what a rater weighs and weights are fitted on."""

from __future__ import annotations

from collections.abc import Iterable

from memlab.bank.rating.cues import CUES, REPLY, Cue
from memlab.bank.rating.hearing import Heard
from memlab.bank.rating.reading import Reading

BREAK = 3600.0  # seconds without a turn after which a session begins
AT_ONCE = CUES[: -len(REPLY)]


class Measures:
    """Hears one turn after the other."""

    def __init__(self) -> None:
        self._heard = Heard()
        self._at: float | None = None
        self._last: Reading | None = None  # the turn whose reply may come

    def hear(
        self, turn: Reading, speaker: str, at: float | None
    ) -> tuple[dict[str, float], dict[str, float] | None]:
        """The turn's measures, and what its being the reply adds to the turn before; None at a beginning.

        What is 0 is left out.
        """
        self._begin(at)
        heard = self._heard
        heard.speakers.add(speaker.casefold())
        heard.reply = turn
        added = None if self._last is None else _measured(REPLY, self._last, heard)
        measures = _measured(AT_ONCE, turn, heard)
        heard.take(turn)
        self._last = turn
        return measures, added

    def _begin(self, at: float | None) -> None:
        if at is not None:
            if self._at is not None and at - self._at > BREAK:
                self._heard.start_session()
                self._last = None
            self._at = at


def _measured(cues: Iterable[Cue], turn: Reading, heard: Heard) -> dict[str, float]:
    found = ((cue.name, cue.measure(turn, heard)) for cue in cues)
    return {name: measure for name, measure in found if measure}
