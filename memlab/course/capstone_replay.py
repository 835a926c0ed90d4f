"""The replay of a capstone design: who is in memory at each turn, what is asked for, and what goes wrong.

The design is handed copies and answers with places, keys and notes; all that counts is kept here.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from memlab.course.capstone_parts import Design, Note, Question
from memlab.course.capstone_story import SINGLE
from memlab.course.capstone_talk import Talk, Turn
from memlab.course.exercise import describe, small

LIMIT = 30.0  # seconds that a design has for a conversation


class BadDesign(Exception):
    """The design cannot be replayed; the text says why."""


@dataclass(frozen=True)
class Event:
    """Something that went wrong at turn `at`.

    `note` is the turn that said what was concerned, `other` what took its place, or stayed in its place, and
    `since` the turn in which that was decided.
    """

    kind: str
    at: int
    note: int
    other: int | None = None
    since: int | None = None


@dataclass
class Log:
    """What a replay gave."""

    hits: int = 0
    reads: int = 0
    events: list[Event] = field(default_factory=list)
    gone: list[tuple[int, int]] = field(default_factory=list)  # (turn, the note that went)
    held: list[Counter[str]] = field(default_factory=list)  # of every turn: about → its tokens

    def lost(self) -> set[int]:
        """Which notes that must never be lost were."""
        return {event.note for event in self.events if event.kind.startswith("lost")}

    def mixed(self) -> int:
        """How often something of one customer met another."""
        return sum(event.kind.startswith("mixed") for event in self.events)


@dataclass
class _Row:
    turn: Turn
    tokens: int
    came: float
    last_used: float


class Replay:
    """One run of one design; `run` may be called once."""

    def __init__(self, design: Design, talk: Talk, budget: int) -> None:
        self.design, self.talk, self.budget = design, talk, budget
        self.log, self.rows, self.used = Log(), dict[Hashable, _Row](), 0
        self.uses = dict[int, int]()
        self.newest = dict[tuple, int]()  # (tenant, about) → the turn whose value is the latest
        self.fate = dict[
            int, tuple[str, int, int, frozenset[int]]
        ]()  # note → how it left, when, for whom, who stayed

    def run(self) -> Log:
        """All turns in order. BadDesign for a design that raises, answers nonsense or takes too long."""
        began = time.monotonic()
        for turn in self.talk.turns:
            if turn.needs is None:
                self.newest[turn.tenant, turn.about] = turn.number
                self._write(turn, turn)
            else:
                self._read(turn, self.talk.turns[turn.needs - 1])
            self.log.held.append(self._by_kind())
            if time.monotonic() - began > LIMIT:
                raise BadDesign(f"it is too slow: after {LIMIT:.0f} seconds it was at turn {turn.number}.")
        return self.log

    def _by_kind(self) -> Counter[str]:
        held = Counter[str]()
        for row in self.rows.values():
            held[row.turn.about] += row.tokens
        return held

    # writing

    def _write(self, turn: Turn, source: Turn) -> None:
        row = _Row(source, self.talk.tokens[source.number - 1], turn.time, turn.time)
        slot = self._ask("slot", turn, self._note(row))
        old = self._ask("slot", turn, slot, call=self._taken)
        if old:
            self.used -= old.tokens
            self._overwritten(turn, old.turn, source)
        if self._room(turn, row, passing=old is None):
            self.rows[slot] = row
            self.used += row.tokens

    def _taken(self, slot: Hashable) -> _Row | None:
        hash(slot)  # an empty dict would not mind a list
        return self.rows.pop(slot, None)

    def _overwritten(self, turn: Turn, old: Turn, new: Turn) -> None:
        if old.tenant != new.tenant:
            self._tell("mixed in a place", turn, old, new)
        elif old.safe:
            self._tell("lost, overwritten", turn, old, new)
        self.fate[old.number] = ("overwritten", turn.number, new.number, frozenset())

    def _room(self, turn: Turn, row: _Row, passing: bool) -> bool:
        """Let the smallest keys go until the newcomer fits; False if it goes itself (`passing`: it may)."""
        if self.used + row.tokens <= self.budget:
            return True
        if row.tokens > self.budget:
            self._went(turn, row.turn, row.turn, frozenset())
            return False
        ranked = self._ranked(turn, [*self.rows.items(), *([(None, row)] if passing else [])])
        while self.used + row.tokens > self.budget:
            slot, gone = ranked.pop()
            if gone is not row:
                del self.rows[slot]
                self.used -= gone.tokens
            stayed = frozenset(other.turn.number for _, other in ranked)
            self._went(turn, gone.turn, row.turn, stayed)
            if gone is row:
                return False
        return True

    def _ranked(self, turn: Turn, rows: list[tuple[Hashable, _Row]]) -> list[tuple[Hashable, _Row]]:
        """The largest key first."""
        keyed = [((self._key(turn, other), place), slot, other) for place, (slot, other) in enumerate(rows)]
        ordered = self._ask("key", turn, keyed, call=lambda rows: sorted(rows, key=lambda entry: entry[0]))
        return [(slot, other) for _, slot, other in reversed(ordered)]

    def _key(self, turn: Turn, row: _Row) -> tuple:
        key = self._ask("key", turn, self._note(row), turn.time)
        good = isinstance(key, tuple) and self._ask("key", turn, key, call=_ordered)
        if not good:
            raise BadDesign(
                f"key() returned {small(key)}: return a tuple of numbers, as in (note.last_used,)."
            )
        return key

    def _went(self, turn: Turn, gone: Turn, newcomer: Turn, stayed: frozenset[int]) -> None:
        self.log.gone.append((turn.number, gone.number))
        self.fate[gone.number] = ("evicted", turn.number, newcomer.number, stayed)
        if gone.safe:
            self._tell("lost, not let in" if gone is newcomer else "lost, evicted", turn, gone, newcomer)

    # reading

    def _read(self, turn: Turn, needed: Turn) -> None:
        self.log.reads += 1
        shown = self._prompt(turn)
        strange = next((other for other in shown if other.tenant != turn.tenant), None)
        if strange:
            self._tell("mixed in a prompt", turn, strange)
        row = next((row for row in self.rows.values() if row.turn is needed), None)
        if row is None:
            self._missed(turn, needed)
        elif needed not in shown:
            self._tell("lost, left out" if needed.safe else "left out", turn, needed)
        elif old := next((other for other in shown if self._outdated(other, needed)), None):
            self._tell("outdated", turn, old, needed)
        else:
            self.log.hits += 1
            row.last_used = turn.time
            self.uses[needed.number] = self.uses.get(needed.number, 0) + 1

    def _prompt(self, turn: Turn) -> list[Turn]:
        rows = {row.turn.number: row.turn for row in self.rows.values()}
        notes = tuple(map(self._note, self.rows.values()))
        question = Question(turn.tenant, turn.about, turn.text, turn.time)
        answer = self._ask("prompt", turn, question, notes)
        if isinstance(answer, Note) or not hasattr(answer, "__iter__"):
            raise BadDesign(f"prompt() returned {small(answer)}: return a list of notes.")
        chosen = self._ask("prompt", turn, answer, call=list)
        if not all(isinstance(note, Note) and note.id in rows for note in chosen):
            raise BadDesign(f"prompt() returned {small(chosen)}: return some of the notes that it was given.")
        return [rows[note.id] for note in chosen]

    def _outdated(self, other: Turn, needed: Turn) -> bool:
        one = (other.tenant, other.about) == (needed.tenant, needed.about) and needed.about in SINGLE
        return one and other.number != needed.number

    def _missed(self, turn: Turn, needed: Turn) -> None:
        how, since, other, stayed = self.fate[needed.number]
        if how == "overwritten":
            self._tell("overwritten", turn, needed, self.talk.turns[other - 1], since)
        else:
            idle = max(
                stayed, key=lambda n: (self.talk.asked_after(n, since), self.talk.tokens[n - 1]), default=0
            )
            better = idle and self.talk.asked_after(idle, since) > turn.number
            small_enough = better and self.talk.tokens[idle - 1] >= self.talk.tokens[needed.number - 1]
            kept = self.talk.turns[idle - 1] if small_enough else None
            self._tell("evicted", turn, needed, kept, since)
        self._write(turn, needed)

    # asking the design

    def _note(self, row: _Row) -> Note:
        turn = row.turn
        said, uses = turn.time, self.uses.get(turn.number, 0)
        return Note(
            turn.number, turn.tenant, turn.about, turn.text, row.tokens, said, row.came, row.last_used, uses
        )

    def _ask(self, method: str, turn: Turn, *given: Any, call: Callable[..., Any] | None = None) -> Any:
        try:
            return (call or getattr(self.design, method))(*given)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a learner's code may even call exit()
            raise BadDesign(f"at turn {turn.number} {method}() stopped with {describe(error)}.") from None

    def _tell(
        self, kind: str, turn: Turn, note: Turn, other: Turn | None = None, since: int | None = None
    ) -> None:
        self.log.events.append(Event(kind, turn.number, note.number, other.number if other else None, since))


def _ordered(key: tuple) -> bool:
    """Whether nothing in it is nan, which is neither before nor after anything."""
    return all(part == part for part in key)
