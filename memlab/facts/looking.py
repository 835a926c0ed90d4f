"""Looking: what a book can be asked. To ask changes nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from memlab import checks
from memlab.facts.candidate import Turn
from memlab.facts.fact import Decision, Fact, FactError
from memlab.facts.gate import Gate
from memlab.facts.moments import moment
from memlab.facts.reader import Reader
from memlab.facts.rules import Rules
from memlab.facts.settings import Settings
from memlab.facts.snapshot import Snapshot, is_of, snapshot
from memlab.facts.store import Entry, Store
from memlab.facts.transcript import Heard, Numbers, Transcript
from memlab.facts.write import rule_of


class Looking:
    """The parts of a book, and all that reads them; FactBook is the whole."""

    def __init__(
        self, tenant: str, rules: Rules, settings: Settings, reader: Reader, clock: Callable[[], float] | None
    ) -> None:
        self.tenant = checks.text("tenant", tenant, empty=False)
        self.rules = checks.kind("rules", rules, Rules, "make a table with Rules([…])")
        self.settings = checks.kind("settings", settings, Settings, "write Settings(threshold=…)")
        self._clock = None if clock is None else checks.function("clock", clock)
        self._store = Store(rules)
        self._transcript = Transcript(reader, settings.context)
        self._gate = Gate(tenant, self._store, settings, self._transcript.place_of)
        self._decisions: list[Decision] = []
        self._numbers = Numbers()

    def values(self, attribute: str, entity: str | None = None) -> list[str]:
        """The values in force, by version. `entity` None: the user's and their things'; never other people's.

        FactError for an attribute that no rule knows. O(number of values), however large the book.
        """
        self._known_attribute(attribute)
        return [f.value for f in self._store.index.active(attribute, _entity(entity), self.now)]

    def facts(self, entity: str | None = None) -> list[Fact]:
        """The facts in force, by version: the user's and their things', or those of one entity."""
        return self._store.index.everything(_entity(entity), self.now)

    def entities(self) -> list[str]:
        """Who and what has facts in force."""
        return self._store.index.entities(self.now)

    def pending(self) -> list[Fact]:
        """What contradicts a fact in force and waits for `confirm` or `reject`, by version."""
        return self._store.index.pending(self.now)

    def short_term(self) -> list[Fact]:
        """What was said with a doubt or is only planned, by time."""
        return sorted(self._gate.doubts(self.now), key=lambda f: (f.at, f.attribute, f.value))

    def history(self, attribute: str | None = None, entity: str | None = None) -> list[Fact]:
        """Every fact that was ever entered, as it ended or stands now, in the order of time."""
        if attribute is not None:
            self._known_attribute(attribute)
        wanted = _entity(entity)
        facts = (f for f in self._store.history(self.now) if attribute in (None, f.attribute))
        return sorted((f for f in facts if is_of(f, wanted)), key=lambda f: (f.at, f.version))

    def as_of(self, at: Any) -> Snapshot:
        """What was in force at a time, by all that is known now. O(number of variables)."""
        when, _ = moment(at)
        return snapshot([ledger.at(when) for ledger in self._store.ledgers()], when, self._known_attribute)

    @property
    def turns(self) -> list[Turn]:
        """The turns heard, in the order of time, each with what was read in it."""
        return self._transcript.turns

    @property
    def version(self) -> int:
        """The number of the last write."""
        return self._store.versions.latest

    @property
    def decisions(self) -> list[Decision]:
        """Everything that was decided, in the order of hearing (a copy)."""
        return list(self._decisions)

    @property
    def now(self) -> float:
        """The clock's time; without a clock the latest time that was heard of."""
        if self._clock is not None:
            return checks.moment(self._clock())
        return time.time() if self._store.latest_time is None else self._store.latest_time

    def journal(self) -> list[Entry]:
        """Every write that counts with what it did to its variable, in the order of time."""
        return self._store.journal()

    def heard(self) -> list[Heard]:
        """The turns in the order of time, each with its number in the order of coming in."""
        return list(self._transcript)

    def __repr__(self) -> str:
        return f"<FactBook {checks.shown(self.tenant)}: version {self.version}, {len(self.turns)} turns>"

    # -- inside

    @property
    def _after_all(self) -> float:
        """The time of a command: it comes after all that was heard, though the clock be behind that."""
        latest = self._store.latest_time
        return self.now if latest is None else max(self.now, latest)

    def _spoken_at(self) -> float:
        return time.time() if self._clock is None else checks.moment(self._clock())

    def _known_attribute(self, attribute: str) -> str:
        if isinstance(attribute, str) and rule_of(self.rules, attribute) is not None:
            return attribute
        raise FactError(
            f"attribute: {checks.shown(attribute)} is not in the table, allowed are "
            f"{', '.join(self.rules)} and favourite_<anything>: correct it or add a Rule"
        )


def _entity(entity: str | None) -> str | None:
    return None if entity is None else checks.text("entity", entity, empty=False)
