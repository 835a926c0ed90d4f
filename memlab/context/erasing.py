"""Eraser: what somebody wants gone, gone from every layer and every tier."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from memlab.context.masking import Secrets, clean
from memlab.facts.candidate import USER
from memlab.facts.erasing import mentions
from memlab.facts.fact import Fact, FactError
from memlab.facts.write import entity_key, rule_of
from memlab.tiers.errors import UnknownMemory
from memlab.tiers.memory import STATUSES, Memory

if TYPE_CHECKING:
    from memlab.context.manager import MemoryManager


class Eraser:
    """One erasure; `gone` are the ids erased so far."""

    def __init__(self, manager: MemoryManager) -> None:
        self._store, self._facts, self._sessions = manager.store, manager.facts, manager.sessions
        self.gone: list[str] = []

    def forget(self, id: str) -> list[str]:
        """A memory with what holds the same words or the same secret; the ids that are gone."""
        memory = self._store.get(id)
        fact = self._facts.fact_of(id) if id.startswith("fact:") else None
        if fact is not None:
            many = rule_of(self._facts.book.rules, fact.attribute)
            return self.forget_fact(fact.attribute, fact.entity, fact.value if many and many.many else None)
        self._unheard(memory)
        if memory.secret:  # what only its mark hid is not to be seen because the mark is gone
            shown = Secrets([memory])
            for other in self._all():
                if shown.masked(other.text) != clean(other.text):
                    self._unheard(other)
        return list(dict.fromkeys(self.gone))

    def forget_fact(self, attribute: str, entity: str = USER, value: str | None = None) -> list[str]:
        """A fact with the memories that have its values in them."""
        before = self._facts.history()
        told = [f for f in before if _is(f, attribute, entity) and value in (None, f.value)]
        named = mentions({f.value for f in told if f.value})
        sources = {f.source for f in told}
        about = [f for f in before if f in told or named(f.entity)]
        mirrored = [self._facts.id_of(f) for f in about]
        for memory in self._all():
            if memory.id not in mirrored and (memory.id in sources or named(memory.text)):
                self._erase(memory)
        self._facts.erase(attribute, entity, value)  # the last: who is cut off before it asks for it again
        return list(dict.fromkeys([*mirrored, *self.gone]))

    # -- inside

    def _all(self) -> list[Memory]:
        """Everything of this tenant that this agent sees, of whatever status, those in the cold tier read."""
        found = self._store.warm.rows(
            self._store.tenant, statuses=STATUSES, agent=self._store.agent, now=None
        )
        return [self._whole(memory) for memory in list(found)]

    def _whole(self, memory: Memory) -> Memory:
        if memory.text:
            return memory
        with suppress(UnknownMemory):
            return self._store.get(memory.id)
        return memory

    def _unheard(self, memory: Memory) -> None:
        """Erase a memory, and of a turn what the book heard, too."""
        if memory.kind in ("turn", "reply"):
            with suppress(FactError):  # a turn that came in by another way was never heard
                self._facts.erase_turn(memory.text, memory.at, memory.speaker)
        self._erase(memory)

    def _erase(self, memory: Memory) -> None:
        """Erase a memory, the last of all that has its words: who is cut off before it asks for it again."""
        if memory.id in self.gone:
            return
        self.gone.append(memory.id)
        of_a_session = memory.kind in ("turn", "reply") and bool(memory.session)
        if of_a_session:
            with suppress(UnknownMemory):
                self._store.update(memory.id, status="superseded")  # no new summary is to take it in
            self.gone += self._sessions.erased(memory)
        with suppress(UnknownMemory):
            self._store.forget(memory.id)
        if of_a_session:
            self._sessions.unmark(memory.id)


def _is(fact: Fact, attribute: str, entity: str) -> bool:
    return fact.attribute == attribute and entity_key(fact.entity) == entity_key(entity)
