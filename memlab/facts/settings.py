"""Settings: the few numbers by which a book decides."""

from __future__ import annotations

from dataclasses import dataclass

from memlab import checks


@dataclass(frozen=True)
class Settings:
    """What is believed, how far a reading looks back, and how long values and turns may be.

    A candidate below `threshold` stays in short-term memory. `context` earlier turns are read along with a
    turn. Lengths are in characters: a longer value is ignored, a longer turn refused.

    >>> Settings(threshold=0.9).context
    4
    """

    threshold: float = 0.75
    context: int = 4
    longest_value: int = 300
    longest_turn: int = 4_000_000

    def __post_init__(self) -> None:
        checks.number("threshold", self.threshold, 0, 1)
        checks.whole("context", self.context, 0)
        checks.whole("longest_value", self.longest_value, 1)
        checks.whole("longest_turn", self.longest_turn, 1)
