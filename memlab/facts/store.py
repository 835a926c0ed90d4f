"""Store: the log of all writes, the shelves that they lie on, and what they make of the present."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memlab.facts.draft import Step
from memlab.facts.fact import Fact
from memlab.facts.index import Index
from memlab.facts.ledger import Ledger, Shelf
from memlab.facts.rules import Rule, Rules
from memlab.facts.versions import Versions
from memlab.facts.write import Write, changed, entity_key, rule_of

Placed = list[tuple[Ledger, Step]]
UNKNOWN = Rule("unknown")


class Entry(NamedTuple):
    """A write that counts, the step that it makes in one variable, and the number of that variable."""

    write: Write
    step: Step
    ledger: int


class Store:
    """What was written, in three views: the log in the order of writing, the ledgers in the order of time,
    the index of what is in force. Who may write is asked elsewhere: at the gate.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.versions = Versions()
        self.index = Index()
        self.log: list[Write] = []  # the write of version v is log[v - 1]
        self.latest_time: float | None = None
        self._shelves: dict[tuple[str, str], Shelf] = {}
        self._things: dict[str, list[tuple[str, str]]] = {}  # attribute -> shelves of the user's things
        self._tombs: dict[str, list[Write]] = {}  # attribute -> what is forgotten of all things
        self._undone: dict[int, Fact] = {}  # version -> the fact that was taken back

    def write(self, write: Write) -> Placed:
        """Enter a write; where it went and what it did there."""
        self.log.append(write)
        placed = self._shelf(write).put(write)
        if write.candidate.forgets and write.candidate.entity == "user":
            placed += self._forget_things(write)
        self._publish(ledger for ledger, _ in placed)
        return placed

    def placed(self, write: Write) -> Placed:
        """Where a write stands and what it does there, by all that is known now."""
        found = [(ledger, ledger.step(write)) for ledger in self._everywhere(write)]
        return [(ledger, step) for ledger, step in found if step is not None]

    def withdraw(self, write: Write) -> None:
        """Enter a write that takes back another one: `write.target`."""
        self.log.append(write)
        self._refold({write.target}, write, "the turn reads otherwise now that an older one is known")

    def rollback(self, write: Write) -> list[Fact]:
        """Enter a write that goes back to version `write.target`; the facts that it undoes."""
        self.log.append(write)
        gone, again = self.versions.back_to(write.target)
        for version in again:
            self._undone.pop(version, None)
        both = gone | again
        touched = both | {self.log[v - 1].target for v in both if self.log[v - 1].what == "withdrawn"}
        return self._refold(touched, write, f"rolled back to version {write.target}")

    def seen(self, at: float) -> None:
        """Something was said at that time."""
        self.latest_time = at if self.latest_time is None else max(at, self.latest_time)

    def ledgers(self) -> Iterator[Ledger]:
        """The ledgers of all variables."""
        return (ledger for shelf in self._shelves.values() for ledger in shelf.ledgers)

    def ledgers_of(self, write: Write) -> list[Ledger]:
        """The ledgers that a write is in."""
        return self._shelf(write).ledgers_of(write)

    def history(self, now: float) -> Iterator[Fact]:
        """Every fact that was ever entered, as it stands now."""
        for ledger in self.ledgers():
            yield from ledger.history(now)
        yield from self._undone.values()

    def journal(self) -> list[Entry]:
        """Every write that counts with what it does, in the order of time."""
        entries = [
            Entry(write, step, n)
            for n, ledger in enumerate(self.ledgers())
            for write, step in zip(ledger.writes, ledger.steps, strict=True)
            if self.versions.counts(write.version)
        ]
        return sorted(entries, key=lambda e: e.write.order)

    def rule(self, attribute: str) -> Rule:
        """The rule of an attribute that the gate let pass."""
        return rule_of(self.rules, attribute) or UNKNOWN

    # -- inside

    def _shelf(self, write: Write) -> Shelf:
        c = write.candidate
        rule = self.rule(c.attribute)
        key = entity_key(c.entity), min(c.attribute, self.rules.opposite_of(rule) or c.attribute)
        if key not in self._shelves:
            self._shelves[key] = Shelf(self._rule_of_write, rule, self.versions.counts)
            if rule.things and not c.person:
                self._things.setdefault(c.attribute, []).append(key)
                for tomb in self._tombs.get(c.attribute, ()):
                    self._shelves[key].put(tomb)
        return self._shelves[key]

    def _rule_of_write(self, write: Write) -> Rule:
        return self.rule(write.candidate.attribute)

    def _forget_things(self, write: Write) -> Placed:
        """What is forgotten of the user is forgotten of their things."""
        attribute = write.candidate.attribute
        self._tombs.setdefault(attribute, []).append(write)
        return [done for key in self._things.get(attribute, ()) for done in self._shelves[key].put(write)]

    def _publish(self, ledgers: Iterable[Ledger]) -> None:
        for ledger in ledgers:
            self.index.change(ledger.shown, ledger.state)
            ledger.shown = ledger.state

    def _refold(self, versions: set[int], by: Write, reason: str) -> list[Fact]:
        """These versions count again or no longer; the facts that are gone by that."""
        writes = [self.log[v - 1] for v in versions if self.log[v - 1].what in ("said", "confirm", "reject")]
        ledgers = {id(ledger): ledger for write in writes for ledger in self._everywhere(write)}
        gone = {v for v in versions if not self.versions.counts(v)} - self._undone.keys()
        lost = [f for ledger in ledgers.values() for f in ledger.history(by.at) if f.version in gone]
        for ledger in ledgers.values():
            ledger.refold(versions)
        self._publish(ledgers.values())
        end = {"status": "undone", "until": by.at, "killed_by": by.version, "reason": reason}
        undone = {f.version: changed(f, **end) for f in lost}
        self._undone.update(undone)
        for version in versions - gone:
            if self.versions.counts(version):
                self._undone.pop(version, None)
        return [undone[v] for v in sorted(undone)]

    def _everywhere(self, write: Write) -> list[Ledger]:
        found = self.ledgers_of(write)
        if write.candidate.forgets and write.candidate.entity == "user":
            for key in self._things.get(write.candidate.attribute, ()):
                found += self._shelves[key].ledgers
        return found
