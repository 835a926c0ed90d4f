"""Snapshot: what was in force at one time, by all that the book knows now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memlab.facts.draft import State
from memlab.facts.fact import Fact
from memlab.facts.write import entity_key


@dataclass(frozen=True)
class Snapshot:
    """The facts in force and pending at a time.

    What a rollback undid was never so; what was forgotten later was. `snapshot["city"]` is short for
    `snapshot.values("city")`.
    """

    at: float
    _active: tuple[Fact, ...]
    _pending: tuple[Fact, ...]
    _check: Callable[[str], str]

    def values(self, attribute: str, entity: str | None = None) -> list[str]:
        """The values in force then, of the user and their things or of one entity."""
        self._check(attribute)
        return [f.value for f in self.facts(entity) if f.attribute == attribute]

    def facts(self, entity: str | None = None) -> list[Fact]:
        """The facts in force then, of the user and their things or of one entity, by version."""
        return [f for f in self._active if is_of(f, entity)]

    def pending(self) -> list[Fact]:
        """What waited for confirm or reject then."""
        return list(self._pending)

    def __getitem__(self, attribute: str) -> list[str]:
        return self.values(attribute)

    def __repr__(self) -> str:
        return f"<Snapshot at {self.at:g}: {len(self._active)} in force, {len(self._pending)} pending>"


def snapshot(states: list[State], at: float, check: Callable[[str], str]) -> Snapshot:
    """The snapshot made of what each variable held then."""
    active = sorted((f for s in states for f in s.active), key=lambda f: f.version)
    pending = sorted((f for s in states for f in s.pending), key=lambda f: f.version)
    return Snapshot(at, tuple(active), tuple(pending), check)


def is_of(fact: Fact, entity: str | None) -> bool:
    """Whether a fact is of that entity; None: of the user or a thing of theirs, never of another person."""
    return fact.is_users if entity is None else entity_key(fact.entity) == entity_key(entity)
