"""Index: which facts are in force and which are pending, found without looking at anything else."""

from __future__ import annotations

from collections.abc import Iterable

from memlab.facts.draft import State, has_expired
from memlab.facts.fact import Fact
from memlab.facts.write import entity_key

OWN = None  # in the place of an entity: the user and their things


class Index:
    """Facts by attribute for the user and their things together, and for every entity alone."""

    def __init__(self) -> None:
        self._active: dict[tuple[str | None, str], dict[int, Fact]] = {}
        self._pending: dict[tuple[int, str, bool], Fact] = {}

    def change(self, before: State, after: State) -> None:
        """A variable held `before`; now it holds `after`."""
        for fact in before.active:
            for place in _places(fact):
                self._active[place].pop(fact.version, None)
        for fact in after.active:
            for place in _places(fact):
                self._active.setdefault(place, {})[fact.version] = fact
        for fact in before.pending:
            self._pending.pop((fact.version, fact.value, fact.polarity), None)
        for fact in after.pending:
            self._pending[fact.version, fact.value, fact.polarity] = fact

    def active(self, attribute: str, entity: str | None, now: float) -> list[Fact]:
        """Those in force of one attribute, by version: O(as many as there are)."""
        held = self._active.get((OWN if entity is None else entity_key(entity), attribute), {})
        return _standing(held.values(), now)

    def count(self, attribute: str, entity: str) -> int:
        """How many are in force of one attribute of one entity, those that have expired included."""
        return len(self._active.get((entity_key(entity), attribute), ()))

    def everything(self, entity: str | None, now: float) -> list[Fact]:
        """All facts in force: the user's and their things', or those of one entity."""
        key = OWN if entity is None else entity_key(entity)
        return _standing((f for (e, _), held in self._active.items() if e == key for f in held.values()), now)

    def entities(self, now: float) -> list[str]:
        """Who or what has facts in force, as spelt first; in order of version."""
        own = {
            (e, f.version): f for (e, _), held in self._active.items() if e is not OWN for f in held.values()
        }
        names: dict[str, str] = {}
        for (key, _), fact in sorted(own.items(), key=lambda item: item[0][1]):
            if not has_expired(fact, now):
                names.setdefault(str(key), fact.entity)
        return list(names.values())

    def pending(self, now: float) -> list[Fact]:
        """Everything that waits, by version."""
        return _standing(self._pending.values(), now)


def _places(fact: Fact) -> Iterable[tuple[str | None, str]]:
    own = [(OWN, fact.attribute)] if fact.is_users else []
    return [(entity_key(fact.entity), fact.attribute), *own]


def _standing(facts: Iterable[Fact], now: float) -> list[Fact]:
    return sorted((f for f in facts if not has_expired(f, now)), key=lambda f: f.version)
