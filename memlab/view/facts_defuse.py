"""A conversation as definitions and uses: what each turn defines, who reads it, what kills it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from memlab.view.facts_axis import Columns
from memlab.view.facts_story import Definition, Reader, Story, only_waited, rows, told, who_reads
from memlab.view.facts_words import GONE, LOOKS, value_of
from memlab.view.picture import Picture, table
from memlab.view.svg import (
    BLUE,
    CARD,
    CONFLICT,
    DEAD,
    INK,
    KEPT,
    LINE,
    MARGIN,
    MUTED,
    ORANGE,
    ROOM,
    USED,
    WIDTH,
    Canvas,
    Mark,
    measure,
)

if TYPE_CHECKING:
    from memlab.facts import FactBook

MOST_TURNS = 60
LANE, BAR = 24.0, 16.0
WRITTEN = Mark("defined", BLUE, BLUE, sign="w")


def def_use(book: FactBook, uses: Iterable[tuple[int, str]] = ()) -> Picture:
    """The definitions of a conversation: a row for each variable, a column for each turn, whoever asks last.

    A bar runs from the turn that defines a value to the one that kills it, or to now. On it stand those who
    read it, as REACHING finds: whoever asks now, and the turns of `uses` (turn number, attribute of the
    user). Two values that reach one reader are a conflict. Of more than 36 definitions those in conflict, in
    force and of late are drawn; the text form has all. FactError for a use in a turn that is not there.
    """
    return drawn(Story(told(book), book.turns, *who_reads(book, uses), only_waited(book)))


def drawn(story: Story) -> Picture:
    """The picture of a story."""
    canvas = Canvas(story.title)
    if story.shown:
        _draw(canvas, story)
    canvas.notes(story.hidden)
    header = ["turn", "definition", "state", "read", "said"]
    lines = [[x.turn, x.does, x.state, x.readers, x.said] for x in story.lines(story.definitions)]
    return canvas.picture(story.description, table(story.title, header, lines))


@dataclass(frozen=True)
class _Grid:
    """Where turns stand."""

    story: Story
    columns: Columns
    place: Mapping[int, int]

    def at(self, turn: float | None) -> float:
        """The centre of a turn; None is now, and what is further back stands at the left edge."""
        if turn is None:
            return self.columns.at(len(self.columns.heads) - 1)
        shift = self.columns.step / 2 if turn % 1 else 0
        place = self.place.get(int(turn))
        return self.columns.left if place is None else self.columns.at(place) + shift

    def reads_at(self, reader: Reader) -> float:
        """Where a reader stands: a turn reads before it writes."""
        return self.at(reader) - (0 if reader is None else 0.3 * self.columns.step)


def _draw(canvas: Canvas, story: Story) -> None:
    shown = list(rows(story.shown).items())
    numbers = _numbers(story)
    width = min(max(measure(name) for name, _ in shown) + 20, WIDTH / 4)
    columns = Columns([*map(_head, numbers), "now"], MARGIN + width, WIDTH - MARGIN - 12)
    columns.head(canvas, "turn")
    grid = _Grid(story, columns, {turn: i for i, turn in enumerate(numbers)})
    for name, row in shown:
        _row(canvas, grid, name, row)
    canvas.line(MARGIN, canvas.y, columns.end, canvas.y)
    marks = [(WRITTEN, "defined"), (KEPT, "in force"), (USED, "read")]
    waits = [(CONFLICT, "pending")] * any(d.waited for d in story.shown)
    canvas.legend(*marks, *([(CONFLICT, "two values reach one reader")] if story.races else waits))
    _list(canvas, story)


def _head(turn: int) -> str:
    return str(turn) if turn else "–"


def _numbers(story: Story) -> list[int]:
    """The turns that are drawn: all, or the latest of those in which something happens."""
    moments = (n for d in story.shown for n in (d.turn, d.end, *d.readers) if n is not None)
    used = {int(n) for n in moments}
    every = [*([0] if 0 in used else []), *range(1, len(story.turns) + 1)]
    return every if len(every) <= MOST_TURNS else sorted(used)[-MOST_TURNS:]


def _row(canvas: Canvas, grid: _Grid, name: str, row: Sequence[Definition]) -> None:
    columns = grid.columns
    canvas.line(MARGIN, canvas.y, columns.end, canvas.y)
    canvas.text(columns.left - 8, canvas.y + 17, name, columns.left - MARGIN - 8, text_anchor="end")
    for d in row:
        _bar(canvas, grid, d)
    for reader in {reader: None for d in row for reader in d.conflicts}:
        _tie(canvas, grid, reader, [d.lane for d in row if reader in d.conflicts])
    canvas.y += (max(d.lane for d in row) + 1) * LANE


def _tie(canvas: Canvas, grid: _Grid, reader: Reader, lanes: Sequence[int]) -> None:
    """Two lines tie together what reaches the same reader."""
    x = grid.reads_at(reader) + min(BAR, grid.columns.step * 0.6) / 2 + 4
    top, end = (canvas.y + lane * LANE + LANE / 2 for lane in (min(lanes), max(lanes)))
    for shift in (0, 3):
        canvas.line(x + shift, top - BAR / 2, x + shift, end + BAR / 2, ORANGE, stroke_width=1.6)


def _bar(canvas: Canvas, grid: _Grid, d: Definition) -> None:
    """From the turn that defines to the turn that kills, or to now; on it those who read."""
    y, step = canvas.y + d.lane * LANE + (LANE - BAR) / 2, grid.columns.step
    start, end, tip, size = grid.at(d.turn), grid.at(d.end), grid.story.tip(d), min(BAR, step * 0.6)
    first = min((grid.reads_at(reader) for reader in d.readers), default=end)
    if end > start:
        canvas.box(start, y, end - start, BAR, _look(d), tip)
        _value(canvas, d, start + size / 2 + 5, y, first - start - size - 10, tip)
    elif grid.columns.right - start > 60:
        _value(canvas, d, start + size / 2 + 5, y, 90, tip)
    _event(canvas, start, y, size, _written(d), tip)
    for reader in d.readers:
        mark = CONFLICT if reader in d.conflicts else USED
        _event(canvas, grid.reads_at(reader), y, size if reader else BAR, mark, tip)
    if d.end is not None and end > start:
        x, r = end - size / 2 - 2, min(4.5, step / 4)
        for side in (1, -1):
            canvas.line(x - r, y + BAR / 2 - side * r, x + r, y + BAR / 2 + side * r, INK, stroke_width=2)


def _value(canvas: Canvas, d: Definition, x: float, y: float, room: float, tip: str) -> None:
    if room > 20:
        canvas.text(x, y + 12.5, value_of(d.fact, 40), room, tip, size=12)


def _look(d: Definition) -> Mark:
    if d.waited:
        return CONFLICT
    return GONE if d.fact.status == "undone" or not (d.readers or d.end) else KEPT


def _written(d: Definition) -> Mark:
    status = d.fact.status
    if d.waited:
        return CONFLICT
    return replace(DEAD, sign=LOOKS[status][1]) if status in ("past", "unconfirmed") else WRITTEN


def _event(canvas: Canvas, x: float, y: float, size: float, mark: Mark, tip: str) -> None:
    """A small lettered box; a narrow one has no letter."""
    canvas.box(x - size / 2, y, size, BAR, mark, tip)
    if size >= 11:
        ink = CARD if mark.fill == mark.stroke else INK
        look: dict[str, Any] = {"fill": ink, "font_weight": "bold", "text_anchor": "middle"}
        canvas.text(x, y + 12.5, mark.sign, tip=tip, size=12, **look)


def _list(canvas: Canvas, story: Story) -> None:
    """The words of each turn that defines or ends something, and what that is."""
    before = None
    for line in story.lines(story.shown):
        canvas.y += LINE
        if line.turn != before or not line.turn:
            canvas.text(MARGIN + 24, canvas.y, _head(line.turn), text_anchor="end", font_weight="bold")
            canvas.text(MARGIN + 36, canvas.y, line.said, 330)
        before = line.turn
        what = line.does if line.state == "–" else f"{line.does} · {line.state}"
        canvas.text(MARGIN + 376, canvas.y, what, ROOM - 376, fill=MUTED)
    canvas.y += 4
