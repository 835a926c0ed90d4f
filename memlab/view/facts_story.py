"""A book's facts on its turns: who defines what, what ends it, who reads it, and what is in conflict."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memlab.view.facts_axis import in_words, turn_at, turn_of
from memlab.view.facts_words import WAITED, definition, short, state, variable
from memlab.view.picture import counted, listing

if TYPE_CHECKING:
    from memlab.facts import Fact, FactBook, Turn

MOST = 36  # definitions that are drawn
Reader = int | None  # a turn that uses a variable; None: whoever asks now
Id = tuple[int, str, str, bool]


def identity(fact: Fact) -> Id:
    """What tells a fact from all others of a book: one write may make several."""
    return fact.version, fact.attribute, fact.value, fact.polarity


def told(book: FactBook) -> list[Fact]:
    """Everything that was ever told, of other people too, in the order of time."""
    named = (c.entity for turn in book.turns for c in turn.candidates)
    entities = dict.fromkeys([*book.entities(), *named])
    others = [fact for entity in entities for fact in book.history(entity=entity) if not fact.is_users]
    return sorted([*book.history(), *others], key=lambda fact: (fact.at, fact.version))


def only_waited(book: FactBook) -> set[Id]:
    """What never was in force: it was pending until it ended, or still is."""
    steps = [entry.step for entry in book.journal()]
    held = {identity(fact) for step in steps for fact in step.held}
    return held - {identity(fact) for step in steps for fact in (*step.state.active, *step.state.denied)}


def who_reads(
    book: FactBook, uses: Iterable[tuple[int, str]] = ()
) -> tuple[dict[Id, list[Reader]], set[tuple[Id, Reader]]]:
    """By REACHING over the book's program: who reads each definition, and which of that is a conflict."""
    from memlab.facts.program import NOW, Translation

    wanted = list(uses)
    program = Translation(book, wanted)
    reads: dict[Id, list[Reader]] = {}
    racing: set[tuple[Id, Reader]] = set()
    for turn in [*sorted({turn for turn, _ in wanted}), None]:
        statement = NOW if turn is None else turn
        used = next(s.use for s in program.program.statements if s.id == statement)
        for name, places in program.reaching(statement).items():
            facts = [fact for place in places for fact in program.facts[name, place]] if name in used else []
            for fact in facts:
                reads.setdefault(identity(fact), []).append(turn)
            if any(fact.status == "pending" for fact in facts) and len(facts) > 1:
                racing |= {(identity(fact), turn) for fact in facts}
    return reads, racing


@dataclass(frozen=True)
class Definition:
    """A fact on its turns: `end` is where something ended it, None if nothing did; turn 0 is before all."""

    fact: Fact
    turn: int
    end: float | None
    readers: tuple[Reader, ...] = ()
    conflicts: frozenset[Reader] = frozenset()  # those of the readers that another value reaches, too
    waited: bool = False  # whether it never was in force
    lane: int = 0

    @property
    def reaches(self) -> bool:
        """Whether it reaches whoever asks now."""
        return None in self.readers


@dataclass(frozen=True)
class Line:
    """What a turn does, in words, and what became of that."""

    turn: int
    said: str
    does: str
    state: str = "–"
    readers: str = "–"


class Story:
    """Everything that is said of a conversation, before anything has a place."""

    def __init__(
        self,
        facts: Iterable[Fact],
        turns: Sequence[Turn],
        reads: Mapping[Id, Sequence[Reader]],
        racing: Collection[tuple[Id, Reader]] = (),
        waited: Collection[Id] = (),
    ) -> None:
        self.turns, self._reads, self._racing, self._waited = turns, reads, racing, waited
        self._place, self._times = turn_at(turns), [turn.at for turn in turns]
        known = list(facts)
        self._by_version = {fact.version: fact for fact in known}
        self.definitions = sorted(map(self._definition, known), key=_order)
        self.shown = self._chosen() if len(self.definitions) > MOST else self.definitions
        racers = [d for d in self.definitions if d.conflicts]
        self.races = list(dict.fromkeys(variable(d.fact.entity, d.fact.attribute) for d in racers))

    def _definition(self, fact: Fact) -> Definition:
        id = identity(fact)
        readers = tuple(self._reads.get(id, ()))
        conflicts = frozenset(reader for reader in readers if (id, reader) in self._racing)
        waited = fact.status in WAITED or id in self._waited
        return Definition(fact, self._turn(fact), self._end(fact), readers, conflicts, waited)

    def _turn(self, fact: Fact) -> int:
        """The turn that said it; what no turn said (an import) stands before the first, as turn 0."""
        return self._place.get((fact.at, fact.text), 0)

    def _end(self, fact: Fact) -> float | None:
        """The turn that ended it, or after which it ended: by a rollback, say."""
        if fact.status in ("active", "pending"):
            return None
        killer = self._by_version.get(fact.killed_by) if fact.killed_by is not None else None
        if killer and self._turn(killer):
            return self._turn(killer)
        if fact.until is None or fact.status in ("past", "unconfirmed"):
            return self._turn(fact)
        return turn_of(fact.until, self._times)

    def _chosen(self) -> list[Definition]:
        """Those that are drawn: what is in conflict, then what is in force, then what was said of late."""
        weighed = sorted(self.definitions, key=lambda d: (bool(d.conflicts), d.reaches, *_order(d)))
        return sorted(weighed[-MOST:], key=_order)

    # -- in words

    @property
    def title(self) -> str:
        if not self.definitions:
            return f"{counted(len(self.turns), 'turn')}, no definition: nothing reaches a reader"
        size = f"{counted(len(self.definitions), 'definition')} in {counted(len(self.turns), 'turn')}"
        if self.races:
            return f"{size}: !! two values of {listing(self.races, 3)} reach one reader"
        if any(d.fact.status == "pending" for d in self.definitions):
            return f"{size}: what is pending waits alone, nothing of its variable is in force"
        reach = sum(d.reaches for d in self.definitions)
        return f"{size}: {reach} {'reaches' if reach == 1 else 'reach'} the reader now, no two in conflict"

    @property
    def description(self) -> str:
        lines = (self.tip(d) for d in self.definitions)
        return "A row for each variable, a column for each turn. " + listing(lines, 40)

    @property
    def hidden(self) -> list[str]:
        """A sentence about the definitions that are not drawn, if there are any."""
        more = len(self.definitions) - len(self.shown)
        return [f"Only in the text form: {counted(more, 'more definition')}."] * (more > 0)

    def state(self, d: Definition) -> str:
        """What became of a definition."""
        word = state(d.fact, d.waited)
        return word if d.end is None or d.end == d.turn else f"{word} {in_words(d.end)}"

    def tip(self, d: Definition) -> str:
        """All about a definition in a line."""
        return f"turn {d.turn}: {definition(d.fact)}, {self.state(d)}"

    def lines(self, shown: Sequence[Definition]) -> list[Line]:
        """What each turn does: it defines, or it ends something and puts nothing in its place."""
        made = [(d.turn, d.fact.version, self._defines(d)) for d in shown]
        heirs = {(d.turn, d.fact.key) for d in shown}
        for d in shown:
            end = int(d.end or 0)
            if end == d.end and end > d.turn and (end, d.fact.key) not in heirs:
                ends = Line(end, self._said(end, d.fact), f"ends {definition(d.fact)}")
                made.append((end, d.fact.version, ends))
        return [line for *_, line in sorted(made, key=lambda item: item[:2])]

    def _defines(self, d: Definition) -> Line:
        readers = ["now" if reader is None else f"turn {reader}" for reader in d.readers]
        marked = [
            f"{'!! ' if r in d.conflicts else ''}{name}" for r, name in zip(d.readers, readers, strict=True)
        ]
        return Line(d.turn, self._said(d.turn, d.fact), definition(d.fact), self.state(d), listing(marked))

    def _said(self, turn: int, fact: Fact) -> str:
        return short(self.turns[turn - 1].text if turn else fact.text or fact.source, 120) or "–"


def _order(d: Definition) -> tuple[int, int]:
    return d.turn, d.fact.version


def rows(definitions: Iterable[Definition]) -> dict[str, list[Definition]]:
    """Variable -> its definitions, each in the first lane that is free when it begins."""
    found: dict[str, list[Definition]] = {}
    for d in definitions:
        row = found.setdefault(variable(d.fact.entity, d.fact.attribute), [])
        row.append(replace(d, lane=_lane(d, row)))
    return found


def _lane(d: Definition, row: Sequence[Definition]) -> int:
    busy = {other.lane for other in row if other.end is None or other.end > d.turn or other.turn == d.turn}
    return next(lane for lane in range(len(busy) + 1) if lane not in busy)
