"""A conversation as definitions and uses: what each turn defines, what reaches a reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from memlab.view.facts_axis import Columns, turn_at
from memlab.view.facts_words import LOOKS, definition, short, value_of, variable
from memlab.view.picture import Picture, counted, listing, table
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
    from memlab.facts import Fact, FactBook, Turn

MOST_TURNS, MOST = 60, 36  # of turns and of definitions that are drawn
LANE, BAR = 24.0, 16.0
WRITTEN = Mark("defined", BLUE, BLUE, sign="w")


def def_use(book: FactBook) -> Picture:
    """The definitions of a conversation: a row for each variable, a column for each turn, the reader last.

    A bar runs from the turn that defines a value to the turn that kills it, or to the reader now; two values
    that reach the reader are a conflict. Of more than 36 definitions those in conflict, in force and of late
    are drawn; the text form has all.
    """
    return defs_and_uses(told(book), book.turns)


def told(book: FactBook) -> list[Fact]:
    """Everything that was ever told, of other people too, in the order of time."""
    named = (c.entity for turn in book.turns for c in turn.candidates)
    entities = dict.fromkeys([*book.entities(), *named])
    others = [fact for entity in entities for fact in book.history(entity=entity) if not fact.is_users]
    return sorted([*book.history(), *others], key=lambda fact: (fact.at, fact.version))


def defs_and_uses(facts: Iterable[Fact], turns: Sequence[Turn]) -> Picture:
    """The same of facts and turns that somebody else has collected."""
    story = _Story(facts, turns)
    canvas = Canvas(story.title)
    if story.rows:
        _draw(canvas, story)
    canvas.notes(story.hidden)
    header = ["turn", "definition", "state", "reaches", "said"]
    rows = [
        [line.turn, line.does, line.state or "–", line.reader, line.said]
        for line in story.lines(story.definitions)
    ]
    return canvas.picture(story.description, table(story.title, header, rows))


@dataclass(frozen=True)
class _Definition:
    """A fact on its turns: columns from 0; `end` None where it reaches the reader."""

    fact: Fact
    turn: int
    end: int | None
    lane: int = 0

    @property
    def reaches(self) -> bool:
        return self.end is None


@dataclass(frozen=True)
class _Line:
    """A turn in words: what it says and does, and what became of that."""

    turn: int
    said: str
    does: str
    state: str
    definition: _Definition

    @property
    def reader(self) -> str:
        return "the reader" if self.state and self.definition.reaches else "–"


class _Story:
    """Everything that is said of a conversation, before anything has a place."""

    def __init__(self, facts: Iterable[Fact], turns: Sequence[Turn]) -> None:
        self.turns = turns
        self._place = turn_at(turns)
        known = list(facts)
        self._by_version = {fact.version: fact for fact in known}
        made = (_Definition(fact, self._turn(fact), self._end(fact)) for fact in known)
        self.definitions = sorted(made, key=lambda d: (d.turn, d.fact.version))
        self.rows = _rows(self.definitions)
        self.races = [name for name, row in self.rows.items() if len(_racing(row)) > 1]
        self.shown = self._chosen() if len(self.definitions) > MOST else self.definitions

    def _turn(self, fact: Fact) -> int:
        """The turn that said it; what no turn said (an import) stands before the first, as turn 0."""
        return self._place.get((fact.at, fact.text), 0)

    def _end(self, fact: Fact) -> int | None:
        """The turn that ended it. What ended later than all turns (a rollback, say) ended with the last."""
        if fact.status in ("active", "pending"):
            return None
        killer = self._by_version.get(fact.killed_by) if fact.killed_by is not None else None
        if killer and self._turn(killer):
            return self._turn(killer)
        if fact.until is None or fact.status in ("past", "unconfirmed"):
            return self._turn(fact)
        later = [n for n, turn in enumerate(self.turns, start=1) if turn.at >= fact.until]
        return min(later, default=len(self.turns))

    def _chosen(self) -> list[_Definition]:
        """Those that are drawn: what is in conflict, then what is in force, then what was said of late."""
        racing = {id(d.fact) for row in self.rows.values() for d in _racing(row)}
        first = sorted(
            self.definitions, key=lambda d: (id(d.fact) in racing, d.reaches, d.turn, d.fact.version)
        )
        return sorted(first[-MOST:], key=lambda d: (d.turn, d.fact.version))

    @property
    def title(self) -> str:
        if not self.definitions:
            return f"{counted(len(self.turns), 'turn')}, no definition: nothing reaches the reader"
        reach = sum(d.fact.status == "active" for d in self.definitions)
        size = f"{counted(len(self.definitions), 'definition')} in {counted(len(self.turns), 'turn')}"
        if any(d.fact.status == "pending" for d in self.definitions) and not self.races:
            return f"{size}: what is pending waits alone, nothing of its variable is in force"
        if self.races:
            return f"{size}: !! two values of {listing(self.races, 3)} reach the reader"
        return f"{size}: {reach} {'reaches' if reach == 1 else 'reach'} the reader, no two of one variable"

    @property
    def description(self) -> str:
        lines = (f"turn {d.turn}: {definition(d.fact)}, {self.state(d)}" for d in self.definitions)
        return "A row for each variable, a column for each turn. " + listing(lines, 40)

    @property
    def hidden(self) -> list[str]:
        more = len(self.definitions) - len(self.shown)
        return [f"Only in the text form: {counted(more, 'more definition')}."] * (more > 0)

    def state(self, d: _Definition) -> str:
        """What became of a definition, in words."""
        word = LOOKS[d.fact.status][2]
        return word if d.end is None or d.end == d.turn else f"{word} in turn {d.end}"

    def tip(self, d: _Definition) -> str:
        """All about a definition in a line."""
        return f"turn {d.turn}: {definition(d.fact)}, {self.state(d)}"

    def lines(self, shown: Sequence[_Definition]) -> list[_Line]:
        """What each turn does: it defines, or it ends something and puts nothing in its place."""
        made = [
            _Line(d.turn, self._said(d.turn, d.fact), definition(d.fact), self.state(d), d) for d in shown
        ]
        defines = {(d.turn, d.fact.key) for d in shown}
        for d in shown:
            if d.end and d.end > d.turn and (d.end, d.fact.key) not in defines:
                made.append(_Line(d.end, self._said(d.end, d.fact), f"ends {definition(d.fact)}", "", d))
        return sorted(made, key=lambda line: (line.turn, line.definition.fact.version))

    def _said(self, turn: int, fact: Fact) -> str:
        return short(self.turns[turn - 1].text if turn else fact.text or fact.source, 120) or "–"


def _rows(definitions: Sequence[_Definition]) -> dict[str, list[_Definition]]:
    """Variable -> its definitions, each in the first lane that is free when it begins."""
    rows: dict[str, list[_Definition]] = {}
    for d in definitions:
        row = rows.setdefault(variable(d.fact.entity, d.fact.attribute), [])
        row.append(replace(d, lane=_lane(d, row)))
    return rows


def _lane(d: _Definition, row: Sequence[_Definition]) -> int:
    """A pending value has a lane of its own: both marks of a conflict are seen."""
    busy = {other.lane for other in row if other.end is None or other.end > d.turn or other.turn == d.turn}
    return next(lane for lane in range(len(busy) + 1) if lane not in busy)


@dataclass(frozen=True)
class _Grid:
    """Where turns stand."""

    story: _Story
    columns: Columns
    place: Mapping[int, int]

    def at(self, turn: int | None) -> float:
        """The centre of a turn; None is the reader, and what is further back stands at the left edge."""
        if turn is None:
            return self.columns.at(len(self.columns.heads) - 1)
        return self.columns.at(self.place[turn]) if turn in self.place else self.columns.left


def _draw(canvas: Canvas, story: _Story) -> None:
    shown = list(_rows(story.shown).items())
    numbers = _columns(story, shown)
    width = min(max(measure(name) for name, _ in shown) + 20, WIDTH / 4)
    columns = Columns([*map(_head, numbers), "now"], MARGIN + width, WIDTH - MARGIN - 12)
    columns.head(canvas, "turn")
    grid = _Grid(story, columns, {turn: i for i, turn in enumerate(numbers)})
    for name, row in shown:
        _row(canvas, grid, name, row)
    canvas.line(MARGIN, canvas.y, columns.end, canvas.y)
    marks = [(WRITTEN, "defined"), (KEPT, "in force"), (USED, "read now")]
    marks += [(CONFLICT, "two values reach one reader")] * bool(story.races)
    canvas.legend(*marks)
    _list(canvas, story)


def _head(turn: int) -> str:
    return str(turn) if turn else "–"


def _columns(story: _Story, shown: Sequence[tuple[str, list[_Definition]]]) -> list[int]:
    """The turns that are drawn: all, or the latest of those in which something happens."""
    used = {n for _, row in shown for d in row for n in (d.turn, d.end) if n is not None}
    every = [*([0] if 0 in used else []), *range(1, len(story.turns) + 1)]
    return every if len(every) <= MOST_TURNS else sorted(used)[-MOST_TURNS:]


def _row(canvas: Canvas, grid: _Grid, name: str, row: Sequence[_Definition]) -> None:
    columns = grid.columns
    canvas.line(MARGIN, canvas.y, columns.end, canvas.y)
    canvas.text(columns.left - 8, canvas.y + 17, name, columns.left - MARGIN - 8, text_anchor="end")
    racing = _racing(row)
    for d in row:
        _bar(canvas, grid, d, d in racing)
    ends = [canvas.y + d.lane * LANE + LANE / 2 for d in racing]
    for shift in (0, 3) if len(ends) > 1 else ():  # two lines tie together what reaches the same reader
        x = columns.at(len(columns.heads) - 1) + BAR / 2 + 4 + shift
        canvas.line(x, min(ends) - BAR / 2, x, max(ends) + BAR / 2, ORANGE, stroke_width=1.6)
    canvas.y += (max(d.lane for d in row) + 1) * LANE


def _racing(row: Sequence[_Definition]) -> list[_Definition]:
    """The pending ones and what they contradict: of many values the one that is denied."""
    waits = [d for d in row if d.fact.status == "pending"]
    held = [d for d in row if d.fact.status == "active"]
    denied = {d.fact.value for d in waits if not d.fact.polarity}
    meant = [d for d in held if d.fact.value in denied]
    return [*(meant or held), *waits] if waits else []


def _bar(canvas: Canvas, grid: _Grid, d: _Definition, racing: bool) -> None:
    """From the turn that defines to the turn that kills, or to the reader."""
    y, columns = canvas.y + d.lane * LANE + (LANE - BAR) / 2, grid.columns
    start, end, tip = grid.at(d.turn), grid.at(d.end), grid.story.tip(d)
    size = min(BAR, columns.step * 0.6)
    if end > start:
        canvas.box(start, y, end - start, BAR, CONFLICT if d.fact.status == "pending" else KEPT, tip)
        room = end - start - size - 10
        if room > 20:
            canvas.text(start + size / 2 + 5, y + 12.5, value_of(d.fact, 40), room, tip, size=12)
    elif columns.right - start > 60:
        canvas.text(start + size / 2 + 5, y + 12.5, value_of(d.fact, 40), 90, tip, size=12, fill=MUTED)
    _event(canvas, start, y, size, _written(d), tip)
    if d.reaches:
        _event(canvas, end, y, BAR, CONFLICT if racing else USED, tip)
    elif end > start:
        x, r = end - size / 2 - 2, min(4.5, columns.step / 4)
        for side in (1, -1):
            canvas.line(x - r, y + BAR / 2 - side * r, x + r, y + BAR / 2 + side * r, INK, stroke_width=2)


def _written(d: _Definition) -> Mark:
    status = d.fact.status
    if status == "pending":
        return CONFLICT
    return replace(DEAD, sign=LOOKS[status][1]) if status in ("past", "unconfirmed") else WRITTEN


def _event(canvas: Canvas, x: float, y: float, size: float, mark: Mark, tip: str) -> None:
    """A small lettered box; a narrow one has no letter."""
    canvas.box(x - size / 2, y, size, BAR, mark, tip)
    if size >= 11:
        ink = CARD if mark.fill == mark.stroke else INK
        look: dict[str, Any] = {"fill": ink, "font_weight": "bold", "text_anchor": "middle"}
        canvas.text(x, y + 12.5, mark.sign, tip=tip, size=12, **look)


def _list(canvas: Canvas, story: _Story) -> None:
    """The words of each turn that defines or ends something, and what that is."""
    before = None
    for line in story.lines(story.shown):
        canvas.y += LINE
        if line.turn != before or not line.turn:
            canvas.text(MARGIN + 24, canvas.y, _head(line.turn), text_anchor="end", font_weight="bold")
            canvas.text(MARGIN + 36, canvas.y, line.said, 330)
        before = line.turn
        what = " · ".join(filter(None, (line.does, line.state)))
        canvas.text(MARGIN + 376, canvas.y, what, ROOM - 376, fill=MUTED)
    canvas.y += 4
