"""A memory bank over time: what it held at each turn, what was read in vain, what was evicted and why."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from memlab.bank import BankRun, Eviction, Frame
from memlab.view.picture import Picture, clean, counted, listing, number, table, title_case
from memlab.view.svg import CARD, EVICTED, KEPT, MARGIN, USED, VERMILION, Canvas, Mark
from memlab.view.turns import (
    MOST_ROWS,
    READ_AT,
    ROW,
    WRITTEN,
    WRITTEN_AT,
    Axis,
    label_width,
    only_in_text,
    spans,
)

ACRONYMS = ("fifo", "lru", "lfu")
MISSED = Mark("read, but gone", VERMILION, CARD, dash="2 2", sign="?")


def bank_timeline(run: BankRun) -> Picture:
    """A row for each memory, a column for each turn: held, written, read, missed, evicted; then why.

    `run` comes from `memlab.bank.play`. Beyond 30 memories the rest is only in the text form.

    >>> from memlab.bank import play
    >>> turns = [
    ...     {"id": 1, "use": [], "def": ["name"], "succ": [2]},
    ...     {"id": 2, "use": ["name"], "def": ["cart"], "succ": []},
    ... ]
    >>> bank_timeline(play(turns, {}, 1, "fifo")).title
    'FIFO, room for 1: 1 eviction, every reading finds its memory'
    """
    history = _History(run)
    canvas = Canvas(history.title)
    shown = history.ids[:MOST_ROWS]
    axis = Axis(history.turns, MARGIN + label_width([clean(i) for i in shown]))
    axis.head(canvas)
    for id_ in shown:
        _row(canvas, axis, run, id_)
    canvas.legend(
        (KEPT, "held"),
        (WRITTEN, "written"),
        (USED, "read"),
        (MISSED, "wanted, but gone"),
        (EVICTED, "evicted"),
    )
    canvas.notes(only_in_text(len(history.ids) - len(shown)))
    canvas.notes(history.short or ["Nothing is evicted."], at_most=9, keep=True)
    return canvas.picture(history.description, history.text)


class _History:
    """The words of the picture, and its text form."""

    def __init__(self, run: BankRun) -> None:
        self.run = run
        seen = (i for f in run.frames for i in (*f.written, *f.refused, *f.read, *f.missed, *_resident(f)))
        self.ids: list[Hashable] = list(dict.fromkeys(seen))
        self.turns = [f"turn {i}: {clean(f.text)}" for i, f in enumerate(run.frames, start=1)]
        self.missed = sum(len(f.missed) for f in run.frames)

    @property
    def title(self) -> str:
        reads = self.missed + sum(len(f.read) for f in self.run.frames)
        found = "every reading finds its memory" if reads else "nothing is read"
        if self.missed:
            gone = "finds its" if self.missed == 1 else "find their"
            found = f"{self.missed} of {counted(reads, 'reading')} {gone} memory gone"
        evictions = sum(len(f.evicted) for f in self.run.frames)
        policy = clean(self.run.policy)
        bank = f"{policy.upper() if policy in ACRONYMS else title_case(policy)}, room for"
        return f"{bank} {number(self.run.capacity)}: {counted(evictions, 'eviction')}, {found}"

    @property
    def reasons(self) -> list[str]:
        """Every departure with its reason in full."""
        return self._departures(lambda e: clean(e.reason))

    @property
    def short(self) -> list[str]:
        """The same with what decided it only: the victim's terms and those of the next one."""
        return self._departures(_decided)

    def _departures(self, reason: Callable[[Eviction], str]) -> list[str]:
        lines = []
        for turn, frame in enumerate(self.run.frames, start=1):
            lines += [f"turn {turn} × {clean(e.id)}: {reason(e)}" for e in frame.evicted]
            lines += [
                f"turn {turn}: {clean(id_)} is refused, larger than the whole bank" for id_ in frame.refused
            ]
        return lines

    @property
    def description(self) -> str:
        return "A row for each memory, a column for each turn. " + (
            listing(self.reasons, 40) if self.reasons else "Nothing is evicted."
        )

    @property
    def text(self) -> str:
        header = ["turn", "written", "read", "wanted, but gone", "evicted", "held"]
        rows = [
            [i, *map(listing, (f.written, f.read, f.missed, _evicted(f))), len(f.resident)]
            for i, f in enumerate(self.run.frames, start=1)
        ]
        return table(self.title, header, rows, self.reasons)


def _decided(eviction: Eviction) -> str:
    if eviction.cause != "capacity" or eviction.next is None:
        return clean(eviction.reason)
    ours = ", ".join(f"{name} {number(value)}" for name, value in eviction.candidates[0].terms.items())
    theirs = ", ".join(number(value) for value in eviction.next.terms.values())
    return f"{ours}; next {clean(eviction.next.id)} ({theirs})"


def _resident(frame: Frame) -> list[Hashable]:
    return [item.id for item in frame.resident]


def _evicted(frame: Frame) -> list[Hashable]:
    return [eviction.id for eviction in frame.evicted]


def _row(canvas: Canvas, axis: Axis, run: BankRun, id_: Hashable) -> None:
    y = canvas.y
    canvas.line(MARGIN, y + ROW, axis.right, y + ROW)
    canvas.text(axis.left - 8, y + 16, id_, axis.left - MARGIN - 8, text_anchor="end")
    held = [id_ in _resident(f) for f in run.frames]
    for first, last in _runs(held):
        tip = f"{clean(id_)} is held in turns {spans([(first, last)])}"
        canvas.box(axis.at(first) + 1, y + 4, (last - first + 1) * axis.step - 2, ROW - 8, KEPT, tip)
    for i, frame in enumerate(run.frames):
        _events(canvas, axis, i, frame, id_)
    canvas.y += ROW


def _runs(flags: list[bool]) -> list[tuple[int, int]]:
    """Where flags are true without a break, as (first, last)."""
    edges = [i for i in range(len(flags) + 1) if (i > 0 and flags[i - 1]) != (i < len(flags) and flags[i])]
    return [(a, b - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _events(canvas: Canvas, axis: Axis, i: int, frame: Frame, id_: Hashable) -> None:
    """Reading at the left of the cell, the cross of an eviction in the middle, writing at the right.

    A newcomer that goes at once is written before its cross.
    """
    written_at, cross_at = (
        (0.5, WRITTEN_AT) if id_ in frame.written and id_ in _evicted(frame) else (WRITTEN_AT, 0.5)
    )
    sides = (
        (frame.read, USED, READ_AT),
        (frame.missed, MISSED, READ_AT),
        (frame.written, WRITTEN, written_at),
    )
    for ids, mark, side in sides:
        if id_ in ids:
            axis.event(canvas, i, side, mark)
    for eviction in frame.evicted:
        if eviction.id == id_:
            tip = f"{axis.names[i]}: {clean(eviction.reason)}"
            canvas.cross(axis.at(i + cross_at), canvas.y + ROW / 2, min(7.0, max(2.0, axis.step * 0.14)), tip)
