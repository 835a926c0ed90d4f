"""The moments of a book from left to right: turns by their number, others by their date, now last."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

from memlab.view.picture import number
from memlab.view.svg import MARGIN, MUTED, WIDTH, Canvas, measure

if TYPE_CHECKING:
    from memlab.facts import Turn

WIDEST = 150.0
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
CALENDAR = (10**8, 2.5 * 10**11)  # seconds that are shown as a date; others are somebody's own counting


@dataclass(frozen=True)
class Columns:
    """A column for each moment."""

    heads: Sequence[str]
    left: float
    right: float = WIDTH - MARGIN

    @property
    def step(self) -> float:
        """The width of a column in pixels."""
        return min(WIDEST, (self.right - self.left) / max(len(self.heads), 1))

    @property
    def end(self) -> float:
        """Where the last column ends."""
        return self.left + len(self.heads) * self.step

    def at(self, column: int) -> float:
        """The centre of a column."""
        return self.left + (column + 0.5) * self.step

    def head(self, canvas: Canvas, word: str) -> None:
        """What the columns are called; names that would touch are left out, the last one stays."""
        canvas.text(self.left - 8, canvas.y + 12, word, fill=MUTED, text_anchor="end")
        last, taken = len(self.heads) - 1, -1e9
        for i, name in enumerate(self.heads):
            half = measure(name) / 2
            near = self.at(last) - measure(self.heads[last]) / 2 - 6
            if i == last or (self.at(i) - half > taken and self.at(i) + half < near):
                x = min(self.at(i), WIDTH - half - 4)
                canvas.text(x, canvas.y + 12, name, fill=MUTED, text_anchor="middle")
                taken = self.at(i) + half + 6
        canvas.y += 20


def after(turn: int) -> float:
    """The moments between a turn and the next one, as a number of a turn."""
    return turn + 0.5


def in_words(turn: float) -> str:
    """When something happened.

    >>> in_words(4), in_words(after(4)), in_words(0)
    ('in turn 4', 'after turn 4', 'before turn 1')
    """
    return "before turn 1" if turn < 1 else f"after turn {int(turn)}" if turn % 1 else f"in turn {turn:.0f}"


def turn_of(moment: float, times: Sequence[float]) -> float:
    """The turn of that moment, of turns said at these times; a time after one; 0 before all of them.

    >>> turn_of(60, [60, 120]), turn_of(90, [60, 120]), turn_of(9, [60, 120])
    (1, 1.5, 0)
    """
    n = bisect_left(times, moment)
    return n + 1 if n < len(times) and times[n] == moment else after(n) if n else 0


def turn_at(turns: Iterable[Turn]) -> dict[tuple[float, str], int]:
    """(time, text) -> the number of the turn, from 1; of a repeated one the first."""
    found: dict[tuple[float, str], int] = {}
    for n, turn in enumerate(turns, start=1):
        found.setdefault((turn.at, turn.text), n)
    return found


def moment_names(moments: Sequence[float], turns: Sequence[Turn]) -> list[str]:
    """Each moment by the number of its turn, 4+ after turn 4, or by its date.

    >>> from memlab.facts import Turn
    >>> moment_names([60, 90, 1.7e9], [Turn("Hello", at=60)]), moment_names([90, 1.7e9], [])
    (['1', '1+', '1+'], ['90', '2023-11-14'])
    """
    days, times = Counter(map(date, moments)), [turn.at for turn in turns]
    return [
        f"{int(n)}{'+' if n % 1 else ''}" if n else date(m) if days[date(m)] == 1 else date(m, "%m-%d %H:%M")
        for m, n in zip(moments, (turn_of(m, times) for m in moments), strict=True)
    ]


def date(moment: float, form: str = "%Y-%m-%d") -> str:
    """A moment in UTC seconds as a date; a small or huge number, which is no date, as it is.

    >>> date(1.7e9), date(90), date(float("inf"))
    ('2023-11-14', '90', '∞')
    """
    if not CALENDAR[0] <= moment <= CALENDAR[1]:
        return number(moment)
    return f"{EPOCH + timedelta(seconds=moment):{form}}"
