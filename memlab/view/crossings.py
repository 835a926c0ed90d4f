"""Scores that fade, and the moment at which one memory falls below another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log

from memlab.bank import Settings, score


@dataclass(frozen=True)
class ScoreLine:
    """One memory: its importance, its boost (above 1: pinned) and when it was written, in seconds.

    >>> order = ScoreLine("order", 8, written=60)
    >>> order.at(60, Settings()), order.at(0, Settings())
    (8.0, None)
    """

    label: str
    importance: float
    boost: float = 1.0
    written: float = 0.0

    def at(self, time: float, settings: Settings) -> float | None:
        """The score at a time; None before the memory exists."""
        if time < self.written:
            return None
        least = settings.floor if self.boost <= 1 else 0.0  # the floor is for memories that are not pinned
        age = time - self.written
        return score(self.importance, age, decay=settings.decay, boost=self.boost, floor=least)

    def reaches_floor(self, settings: Settings) -> float:
        """When importance × boost × recency is down at the floor; infinity for never."""
        above = self.importance * self.boost / settings.floor if settings.floor else inf
        return self.written + log(above) / settings.decay if settings.decay and 1 < above < inf else inf


@dataclass(frozen=True)
class Crossing:
    """The moment at which one line falls below another."""

    time: float
    loser: ScoreLine
    winner: ScoreLine


def crossings(lines: Sequence[ScoreLine], settings: Settings, horizon: float) -> tuple[Crossing, ...]:
    """When each line falls below another, earliest first; a newcomer that starts above it counts.

    All share one decay, so two lines keep their order for ever: it changes only when the winner is written,
    or when a pinned memory, which has no floor, falls through the floor on which the others lie. O(n²) for
    n lines.

    >>> old, new = ScoreLine("weather", 1), ScoreLine("order", 7, written=600)
    >>> [(c.time, c.loser.label, c.winner.label) for c in crossings([old, new], Settings(), 1800)]
    [(600, 'weather', 'order')]
    """
    found = [
        Crossing(time, a, b)
        for a in lines
        for b in lines
        if (time := _falls_below(a, b, settings)) is not None and time <= horizon
    ]
    return tuple(sorted(found, key=lambda c: (c.time, c.loser.label, c.winner.label)))


def _falls_below(a: ScoreLine, b: ScoreLine, settings: Settings) -> float | None:
    """The first moment before which a was there and not below b, and after which it is."""

    def below(time: float) -> bool:
        ours, theirs = a.at(time, settings), b.at(time, settings)
        return ours is not None and theirs is not None and ours < theirs

    for time in sorted(filter(isfinite, {b.written, a.reaches_floor(settings)})):
        instant = 1e-9 * max(time, 1)
        if a.written <= time - instant and below(time + instant) and not below(time - instant):
            return time
    return None
