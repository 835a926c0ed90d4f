"""A window of a replay: who is resident, what is read, what goes, and what is missed because it went."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from memlab import checks
from memlab.replay import Result
from memlab.view.bank import MISSED
from memlab.view.picture import Picture, clean, counted, table
from memlab.view.policies import room
from memlab.view.svg import (
    CARD,
    EVICTED,
    KEPT,
    MARGIN,
    MUTED,
    PINNED,
    USED,
    VERMILION,
    WIDTH,
    Canvas,
    Mark,
    measure,
)
from memlab.view.turns import WRITTEN, label_width, only_in_text

MOST_ROWS, MOST_ACCESSES = 30, 200
ROW, WIDEST = 20.0, 30.0
PASSED = replace(MISSED, name="passed over", sign="?×")
GONE = Mark("too early", VERMILION, "", weight=1.6, dash="3 3")


def residents(result: Result, start: int = 0, count: int = 40) -> Picture:
    """A row for each memory that the accesses start … start + count touch: resident, read, missed, evicted.

    A cross from which a dashed line leads to a reading was too early: the reading missed what had gone.
    `start` counts from 0, at most 200 accesses are drawn; ValueError beyond. Of more than 30 memories those
    with most happening are drawn, the rest is only in the text form.

    >>> from memlab.replay import simulate
    >>> residents(simulate("abcab", "lru", 2)).title
    'lru, room for 2 memories, accesses 1–5 of 5: 3 evictions, 2 too early'
    """
    window = _Window(result, checks.whole("start", start, 0), checks.whole("count", count, 1))
    canvas = Canvas(window.title)
    if window.rows:
        window.draw(canvas)
        canvas.legend(
            (KEPT, "resident"),
            *([(PINNED, "pinned")] * bool(window.pinned)),
            (WRITTEN, "written"),
            (USED, "read"),
            (MISSED, "missed"),
            (EVICTED, "evicted"),
            *([(PASSED, "fetched, passed over")] * window.passed),
            (GONE, "too early"),
        )
    canvas.notes(only_in_text(window.hidden))
    return canvas.picture(window.description, window.text)


@dataclass(frozen=True)
class _Departure:
    """One eviction of the window: who, when, and when it is read again (infinite: never)."""

    id: int
    at: int
    needed: float
    reason: str


class _Window:
    """What happens in a stretch of a replay, its words, and where it lies on the card."""

    def __init__(self, result: Result, start: int, count: int) -> None:
        if count > MOST_ACCESSES:
            raise ValueError(f"count: {count}, allowed is 1 to {MOST_ACCESSES}: move start instead")
        self.result, self.trace = result, result.trace
        self.start, self.stop = min(start, len(self.trace)), min(start + count, len(self.trace))
        self.missed = set(result.missed[slice(*self._places(result.missed))])
        self.refused = set(result.refused[slice(*self._places(result.refused))])
        self.gone = self._departures()
        self.pinned = result.policy.options.pinned
        self.rows, self.hidden = self._chosen()

    def _places(self, positions: Any) -> tuple[int, int]:
        return bisect_left(positions, self.start), bisect_left(positions, self.stop)

    def _departures(self) -> list[_Departure]:
        first, last = self._places(self.result.evicted_at)
        entries = [self.result.evictions[k] for k in range(first, last)]
        return [
            _Departure(e.id, e.position, inf if e.next_read is None else e.next_read, clean(e.reason))
            for e in entries
        ]

    def _chosen(self) -> tuple[list[int], int]:
        """The memories of the rows, in the order of what happens to them first, and how many have none."""
        happened: dict[int, list[int]] = {}
        for n in range(self.start, self.stop):
            happened.setdefault(self.trace.ids[n], []).append(n)
        for departure in self.gone:
            happened.setdefault(departure.id, []).append(departure.at)
        busiest = sorted(happened, key=lambda id: (-len(happened[id]), min(happened[id])))[:MOST_ROWS]
        return sorted(busiest, key=lambda id: (min(happened[id]), id)), len(happened) - len(busiest)

    # -- words

    @property
    def early(self) -> int:
        return sum(departure.needed < inf for departure in self.gone)

    @property
    def passed(self) -> bool:
        """Whether what a reading missed was not admitted either: it goes at that very access."""
        return any(d.at in self.missed and d.id == self.trace.ids[d.at] for d in self.gone)

    @property
    def title(self) -> str:
        result, total = self.result, len(self.trace)
        place = room(result.capacity, result.unit)
        bank = f"{clean(result.policy.name)}, {place[:1].lower()}{place[1:]}"
        if self.start == self.stop:
            return f"{bank}: nothing happens from access {self.start + 1:,} on"
        told = counted(len(self.gone), "eviction")
        if self.gone:
            told += f", {self.early or 'none'} too early"
        return f"{bank}, accesses {self.start + 1:,}–{self.stop:,} of {total:,}: {told}"

    @property
    def description(self) -> str:
        missed = counted(len(self.missed), "reading")
        return (
            "A row for each memory, a column for each access. "
            f"{missed} found nothing. {self.title}. The text form has a line for each access."
        )

    @property
    def text(self) -> str:
        header = ["access", "memory", "what", "evicted (read again at)"]
        rows = [
            [n + 1, self._name(self.trace.ids[n]), self._what(n), self._gone_at(n)]
            for n in range(self.start, self.stop)
        ]
        return table(self.title, header, rows)

    def _name(self, id: int) -> Hashable:
        return self.trace.names[id]

    def _what(self, n: int) -> str:
        refused = ", refused: larger than the whole room" * (n in self.refused)
        if self.trace.writes[n]:
            return f"written{refused}"
        return f"read, but not there{refused}" if n in self.missed else "read"

    def _gone_at(self, n: int) -> str:
        gone = (
            f"{clean(self._name(d.id))} ({'never' if d.needed == inf else f'{int(d.needed) + 1:,}'})"
            for d in self.gone
            if d.at == n
        )
        return ", ".join(gone) or "–"

    # -- drawing

    def draw(self, canvas: Canvas) -> None:
        self.left = MARGIN + label_width([clean(self._name(id)) for id in self.rows])
        self.step = min(WIDEST, (WIDTH - MARGIN - self.left) / (self.stop - self.start))
        self.right = self.left + self.step * (self.stop - self.start)
        self._head(canvas)
        self.top, self.place = canvas.y, {id: n for n, id in enumerate(self.rows)}
        for id in self.rows:
            canvas.text(
                self.left - 8, canvas.y + 14, self._name(id), self.left - MARGIN - 8, text_anchor="end"
            )
            canvas.y += ROW
            canvas.line(MARGIN, canvas.y, self.right, canvas.y)
        self._stays(canvas)
        self._links(canvas)
        for n in range(self.start, self.stop):
            self._access(canvas, n)
        for departure in self.gone:
            self._cross(canvas, departure)

    def x(self, position: float) -> float:
        return self.left + (min(max(position, self.start), self.stop) - self.start) * self.step

    def y(self, id: int) -> float:
        """The middle of a memory's row."""
        return self.top + ROW * (self.place[id] + 0.5)

    def _head(self, canvas: Canvas) -> None:
        """Numbers over the columns, or the turns of a conversation where their accesses begin."""
        numbers, word = self._turns() or self._numbers(), "turn" if self.trace.statements else "access"
        canvas.text(self.left - 8, canvas.y + 12, word, fill=MUTED, text_anchor="end")
        end = self.left - 8
        for n, label in numbers:
            half = measure(label) / 2
            x = min(self.x(n + 0.5), WIDTH - MARGIN / 2 - half)
            if x - half >= end + 6:  # the last one reaches to there
                canvas.text(x, canvas.y + 12, label, fill=MUTED, text_anchor="middle", tip=self._tip(n))
                end = x + half
        canvas.y += 18

    def _turns(self) -> list[tuple[int, str]]:
        found, known = [], self.trace.statements
        places = {id: n for n, id in enumerate(dict.fromkeys(known), start=1)}
        if self.trace.program is not None:
            places = {id: n for n, id in enumerate(self.trace.program.ids, start=1)}
        for n in range(self.start, self.stop) if known else ():
            if n == self.start or known[n] != known[n - 1]:
                found.append((n, str(places[known[n]])))
        return found

    def _numbers(self) -> list[tuple[int, str]]:
        return [
            (n, f"{n + 1:,}") for n in range(self.start, self.stop) if n == self.start or (n + 1) % 5 == 0
        ]

    def _tip(self, n: int) -> str:
        return f"access {n + 1:,}: {clean(self._name(self.trace.ids[n]))} is {self._what(n)}"

    def _stays(self, canvas: Canvas) -> None:
        for stay in self.result.spans(self.start, self.stop):
            id, first, last = stay.id, stay.start, stay.end
            if id in self.place and stay.ended != "passed over":
                begin = self.x(first + 0.5) if first >= self.start else self.x(first)
                end = self.x(last + 0.5) if last < self.stop else self.x(last)
                mark = PINNED if id in self.pinned else KEPT
                until = min(last, len(self.trace))
                tip = f"{clean(self._name(id))} is resident from access {first + 1:,} to {until:,}"
                canvas.box(begin, self.y(id) - 6, end - begin, 12, mark, tip, rx=2)

    def _links(self, canvas: Canvas) -> None:
        """From each eviction to the reading that misses what went; it may lie beyond the window."""
        for departure in self.gone:
            if departure.needed < inf and departure.id in self.place:
                tip = (
                    f"{clean(self._name(departure.id))} is read again at access {int(departure.needed) + 1:,}"
                )
                self._link(canvas, departure.id, departure.at + 0.5, departure.needed + 0.5, tip)
        for id, n in self._returns():
            tip = f"{clean(self._name(id))} was evicted before this window"
            self._link(canvas, id, self.start, n + 0.5, tip)

    def _link(self, canvas: Canvas, id: int, begin: float, end: float, tip: str) -> None:
        line = [(self.x(begin), self.y(id)), (self.x(end), self.y(id))]
        canvas.path(line, VERMILION, tip, stroke_width=GONE.weight, stroke_dasharray=GONE.dash)

    def _returns(self) -> list[tuple[int, int]]:
        """Memories whose first access here is a reading that misses what went before the window."""
        before, _ = self._places(self.result.evicted_at)
        gone = set(self.result.evicted[:before])
        left = {departure.id: departure.at for departure in reversed(self.gone)}  # here, for the first time
        first = {self.trace.ids[n]: n for n in reversed(range(self.start, self.stop))}
        return [
            (id, n)
            for id, n in first.items()
            if n in self.missed and id in gone and id in self.place and left.get(id, n) >= n
        ]

    def _access(self, canvas: Canvas, n: int) -> None:
        id, write = self.trace.ids[n], self.trace.writes[n]
        if id not in self.place:
            return
        mark = WRITTEN if write else MISSED if n in self.missed else USED
        size, x, y = min(14.0, self.step - 1), self.x(n + 0.5), self.y(id)
        canvas.box(x - size / 2, y - 7, size, 14, mark, self._tip(n), rx=2)
        if size >= 10:
            ink = CARD if mark.fill == mark.stroke else mark.stroke
            canvas.text(x, y + 4.5, mark.sign, size=12, fill=ink, font_weight="bold", text_anchor="middle")

    def _cross(self, canvas: Canvas, departure: _Departure) -> None:
        if departure.id not in self.place:
            return
        tip = f"access {departure.at + 1:,}: {departure.reason}"
        canvas.cross(
            self.x(departure.at + 0.5), self.y(departure.id), min(5.0, max(2.0, self.step * 0.4)), tip
        )
