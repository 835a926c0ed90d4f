"""The history of one variable: a lane for each version, when it was in force, and what ended it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memlab import checks
from memlab.view.facts_axis import Columns, in_words, moment_names, turn_of
from memlab.view.facts_story import Id, identity, only_waited
from memlab.view.facts_words import GONE, LOOKS, USER, WAITED, short, sign, state, value_of, variable
from memlab.view.picture import Picture, counted, listing, table
from memlab.view.svg import CONFLICT, DEAD, INK, KEPT, MARGIN, MUTED, WIDTH, Canvas, measure

if TYPE_CHECKING:
    from memlab.facts import Fact, FactBook, Turn

MOST_LANES = 20
LANE, BAR = 42.0, 14.0
LABEL = 268.0  # room for the words of a lane
ENDS = {"superseded": "×", "retracted": "×", "rejected": "×", "forgotten": "†", "undone": "↶", "expired": "e"}


def history_lanes(book: FactBook, attribute: str, entity: str = USER) -> Picture:
    """A lane for each version of a variable: when it was in force, who killed it, what waits or was undone.

    Moments stand from left to right, a turn by its number; columns are as many as moments, not a scale of
    time. Of more than 20 versions the latest are drawn; the text form has all. Raises FactError for an
    attribute that is not in the book's rules, TypeError for what is no text.
    """
    checks.text("attribute", attribute)
    checks.text("entity", entity, empty=False)
    facts = list(book.history(attribute, entity))
    return lanes(facts, variable(entity, attribute), book.turns, only_waited(book))


def lanes(
    facts: Sequence[Fact], name: str, turns: Sequence[Turn] = (), waited: Collection[Id] = ()
) -> Picture:
    """The same of facts that somebody else has collected; of `waited` it is known that they only waited."""
    history = _History(facts, name, turns, waited)
    canvas = Canvas(history.title)
    shown = history.facts[-MOST_LANES:]
    if shown:
        _draw(canvas, history, shown)
    hidden = len(history.facts) - len(shown)
    hint = [f"Only in the text form: {counted(hidden, 'earlier version')}."] * (hidden > 0)
    canvas.notes([*history.events, *hint])
    header = ["version", "value", "said", "in force until", "state", "reason"]
    rows = [history.cells(fact) for fact in history.facts]
    return canvas.picture(history.description, table(history.title, header, rows, history.events))


class _History:
    """The versions and the moments of one variable, before anything has a place."""

    def __init__(
        self, facts: Sequence[Fact], name: str, turns: Sequence[Turn], waited: Collection[Id]
    ) -> None:
        self.facts, self.name, self._waited = list(facts), name, waited
        self.version = {fact.version: fact for fact in reversed(self.facts)}
        self._times = [turn.at for turn in turns]
        moments = _moments(self.facts)
        self.names = dict(zip(moments, moment_names(moments, turns), strict=True))

    @property
    def title(self) -> str:
        if not self.facts:
            return f"{self.name}: nothing was ever said of it"
        held = [value_of(f, 40) for f in self.facts if f.status == "active"]
        waits = [value_of(f, 40) for f in self.facts if f.status == "pending"]
        now = f"in force is {listing(held, 4)}" if held else "nothing is in force"
        size = f"after {counted(len(self.facts), 'version')}"
        return f"{self.name}: {now} {size}" + (f"; pending !! {listing(waits, 4)}" if waits else "")

    @property
    def description(self) -> str:
        lines = (f"v{fact.version} {value_of(fact)}: {self.state(fact)}" for fact in self.facts)
        return f"A lane for each version of {self.name}. {listing(lines, 40)}"

    def when(self, moment: float) -> str:
        """A moment in words."""
        turn = turn_of(moment, self._times)
        return in_words(turn) if turn else f"at {self.names[moment]}"

    def waited(self, fact: Fact) -> bool:
        """Whether it never was in force."""
        return fact.status in WAITED or identity(fact) in self._waited

    def state(self, fact: Fact) -> str:
        """What became of a version, in words."""
        word, waited = state(fact, self.waited(fact)), identity(fact) in self._waited
        if fact.killed_by is not None and fact.status != "active" and not waited:
            word += f" by {self.killer(fact.killed_by)}"
        if fact.until is not None and fact.status != "past":
            word += f" {self.when(fact.until)}"
        return word

    def killer(self, version: int) -> str:
        """The write that ended something: its version, and its value if it is one of these."""
        known = self.version.get(version)
        return f"v{version}" + (f" {value_of(known, 24)}" if known else "")

    @property
    def events(self) -> list[str]:
        """Writes that are no version of this variable: what they took back or laid a stone on."""
        found: dict[tuple[int, str, str], list[str]] = {}
        for fact in self.facts:
            if fact.killed_by is not None and fact.killed_by not in self.version:
                key = (fact.killed_by, fact.status, short(fact.reason))
                found.setdefault(key, []).append(f"v{fact.version}")
        said = {"undone": "↶ the rollback v{} undid {}", "forgotten": "† v{} forgot {}"}
        return [
            said.get(state, "× v{} ended {}").format(n, listing(ended)) + (f": {why}" if why else "")
            for (n, state, why), ended in found.items()
        ]

    def cells(self, fact: Fact) -> list[object]:
        """A row of the text form."""
        until = "now" if fact.until is None else self.when(fact.until)
        ends = "–" if self.waited(fact) or fact.status in ("past", "unconfirmed") else until
        said = self.when(fact.at) + (f", {fact.times} times" if fact.times > 1 else "")
        return [f"v{fact.version}", value_of(fact), said, ends, self.state(fact), fact.reason or "–"]


def _moments(facts: Iterable[Fact]) -> list[float]:
    """The moments at which something happened to one of them, in time order."""
    return sorted({m for fact in facts for m in (fact.at, fact.last_at, fact.until) if m is not None})


@dataclass(frozen=True)
class _Grid:
    """Where moments stand."""

    history: _History
    columns: Columns
    place: Mapping[float, int]

    def at(self, moment: float | None) -> float:
        """The centre of a moment's column; None is now."""
        return self.columns.end if moment is None else self.columns.at(self.place[moment])


def _draw(canvas: Canvas, history: _History, shown: Sequence[Fact]) -> None:
    moments = _moments(shown)
    columns = Columns([*(history.names[m] for m in moments), "now"], MARGIN + LABEL)
    columns.head(canvas, "turn")
    grid = _Grid(history, columns, {moment: i for i, moment in enumerate(moments)})
    places = [canvas.y + i * LANE for i in range(len(shown))]
    killers = {fact.version: y for fact, y in reversed(list(zip(shown, places, strict=True)))}
    for fact in shown:
        _lane(canvas, grid, fact)
    for fact, y in zip(shown, places, strict=True):
        _kill(canvas, grid, fact, y, killers)
    canvas.y += 4
    used = {fact.status for fact in shown}
    ran = {fact.status for fact in shown if not history.waited(fact)}
    marks = [(KEPT, "in force")] if ran & {"active", "superseded"} else []
    marks += [(CONFLICT, "pending: two values")] if any(map(history.waited, shown)) else []
    marks += [(GONE, "past or taken back")] if used & {"past", "undone", "unconfirmed"} else []
    canvas.legend(*marks)


def _lane(canvas: Canvas, grid: _Grid, fact: Fact) -> None:
    """A version: its words at the left, its bar at the right."""
    y, (mark, letter, _) = canvas.y, LOOKS[fact.status]
    canvas.line(MARGIN, y, WIDTH - MARGIN, y)
    sign(canvas, MARGIN, y + 6, mark, letter, fact.status)
    name = f"v{fact.version}"
    canvas.text(MARGIN + 28, y + 18, name, font_weight="bold")
    x = MARGIN + 28 + measure(name) + 10
    canvas.text(x, y + 18, value_of(fact), grid.columns.left - x - 8)
    canvas.text(MARGIN + 28, y + 35, grid.history.state(fact), LABEL - 36, fact.reason, fill=MUTED)
    _bar(canvas, grid, fact)
    canvas.y += LANE


def _bar(canvas: Canvas, grid: _Grid, fact: Fact) -> None:
    y, start, ends = canvas.y + (LANE - BAR) / 2, grid.at(fact.at), grid.at(fact.until)
    tip = f"v{fact.version} {value_of(fact)}: {grid.history.state(fact)}"
    if fact.status == "past":
        canvas.box(grid.columns.left, y, start - grid.columns.left, BAR, DEAD, tip)
    elif grid.history.waited(fact):
        for shift in (0, BAR - 5):  # two marks: the value in force and this one reach the same reader
            canvas.box(start, y + shift, max(ends - start, 4), 5, CONFLICT, tip)
    else:
        canvas.box(start, y, max(ends - start, 4), BAR, GONE if _of_no_effect(fact) else KEPT, tip)
    canvas.line(start, y - 4, start, y + BAR + 4, INK, stroke_width=2)
    if fact.times > 1 and fact.last_at > fact.at and fact.status != "past":
        again = grid.at(fact.last_at)
        canvas.line(again, y - 2, again, y + BAR + 2, MUTED, stroke_width=2)
    _end(canvas, fact, ends, y)


def _of_no_effect(fact: Fact) -> bool:
    """Whether nobody reads it: it was taken back, or only says what is not so."""
    return fact.status in ("undone", "unconfirmed") or state(fact) == "on record"


def _end(canvas: Canvas, fact: Fact, x: float, y: float) -> None:
    letter = "" if fact.until is None else ENDS.get(fact.status, "")
    if letter == "×":
        for r in (5, -5):
            canvas.line(x - 5, y + BAR / 2 - r, x + 5, y + BAR / 2 + r, INK, stroke_width=2)
    elif letter:
        look: dict[str, Any] = {"font_weight": "bold", "text_anchor": "middle", "size": 16}
        canvas.text(min(x + 8, WIDTH - 12), y + BAR - 1, letter, tip=LOOKS[fact.status][2], **look)


def _kill(canvas: Canvas, grid: _Grid, fact: Fact, y: float, killers: Mapping[int, float]) -> None:
    """An arrow from the version that killed to the end of the one that was killed."""
    if fact.killed_by is None or fact.killed_by not in killers or fact.until is None:
        return
    x = grid.at(fact.until)
    killer, killed = killers[fact.killed_by] + LANE / 2, y + LANE / 2
    side = 1 if killer > killed else -1
    start, tip = (x, killer - side * (BAR / 2 + 4)), (x, killed + side * (BAR / 2 + 3))
    base = (x, tip[1] + side * 8)
    words = f"v{fact.killed_by} kills v{fact.version}"
    canvas.curve([start, start, base, base], tip, INK, words, stroke_width=1.6)
