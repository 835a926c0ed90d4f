"""FactLayer: what the user said that is so, kept as a book, and mirrored as memories that recall finds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import RLock
from typing import Any, TypeVar

from memlab.facts.book import FactBook
from memlab.facts.candidate import USER
from memlab.facts.erasing import is_blank
from memlab.facts.fact import Decision, Fact
from memlab.facts.snapshot import Snapshot
from memlab.tiers.errors import StoreError, UnknownMemory
from memlab.tiers.layers.book_log import BookLog
from memlab.tiers.layers.documents import escaped, session_of
from memlab.tiers.layers.wording import GRAVE, KINDS, USUAL, manner, sentence
from memlab.tiers.memory import Memory

_Result = TypeVar("_Result")
NEVER = (0, -1)  # offset and number of a book that was never mirrored
MIRRORED = (
    *("text", "kind", "status", "confidence", "importance", "pinned", "expires_at"),
    *("at", "session", "source", "metadata"),
)


class FactLayer:
    """Long-term facts. The book decides; the memories show what it decided.

    A fact in force is a live memory, one that waits is pending, one that ended is superseded. What was said
    with a doubt stays in the book's short-term memory and becomes none. The facts heard by a store that was
    opened for an agent are that agent's. `extractor` may take the place of the rules that read.
    """

    def __init__(self, store: Any, extractor: Callable[..., Any] | None = None) -> None:
        self.store = store
        self._log = BookLog(store, self._prefix, extractor=extractor)
        self._shown: dict[str, Memory] = {}
        self._through = NEVER
        self._lock = RLock()  # one thread at a time: a book is not thread-safe

    # -- writing: each as in FactBook, kept and mirrored

    def hear(self, text: str, at: Any = None, role: str = USER, source: str = "") -> list[Decision]:
        """Take in a turn; what was decided about each candidate in it."""
        when = self.store.clock() if at is None else at  # the same, however often it has to be heard
        return self._write(lambda book: book.hear(text, when, role, source))

    def confirm(self, fact: Fact | int) -> Decision:
        """Let a pending fact take effect."""
        return self._write(lambda book: book.confirm(fact))

    def reject(self, fact: Fact | int) -> Decision:
        """Drop a pending fact."""
        return self._write(lambda book: book.reject(fact))

    def restore(self, fact: Fact | int) -> Decision:
        """Bring a fact of the history back."""
        return self._write(lambda book: book.restore(fact))

    def promote(self, fact: Fact) -> Decision:
        """Make a fact of what was said with a doubt."""
        return self._write(lambda book: book.promote(fact))

    def forget(self, attribute: str, entity: str = USER) -> list[Decision]:
        """Lay a tombstone; the history keeps what was said."""
        return self._write(lambda book: book.forget(attribute, entity))

    def rollback(self, version: int) -> list[Fact]:
        """Go back to a version, by a new one."""
        return self._write(lambda book: book.rollback(version))

    def erase(self, attribute: str, entity: str = USER, value: str | None = None) -> list[Decision]:
        """Let neither the history nor any tier hold it. The turns that said it are memories of their own."""
        return self._erasing(lambda book: book.erase(attribute, entity, value))

    def erase_turn(self, text: str, at: Any, role: str = USER) -> Decision:
        """Take back a turn with what was read in it, and erase its words."""
        return self._erasing(lambda book: book.erase_turn(text, at, role))

    # -- asking

    @property
    def book(self) -> FactBook:
        """The book as it is now, whoever wrote last. To look at; what is written to it is not kept."""
        with self._lock:
            return self._log.book()

    def facts(self, entity: str | None = None) -> list[Fact]:
        """The facts in force."""
        return self.book.facts(entity)

    def values(self, attribute: str, entity: str | None = None) -> list[str]:
        """The values in force."""
        return self.book.values(attribute, entity)

    def pending(self) -> list[Fact]:
        """What waits for confirm or reject."""
        return self.book.pending()

    def short_term(self) -> list[Fact]:
        """What was said with a doubt or is only planned."""
        return self.book.short_term()

    def history(self, attribute: str | None = None, entity: str | None = None) -> list[Fact]:
        """Every fact that was ever entered."""
        return self.book.history(attribute, entity)

    def as_of(self, at: Any) -> Snapshot:
        """What was in force at a time, by all that is known now."""
        return self.book.as_of(at)

    def id_of(self, fact: Fact) -> str:
        """The id of the memory that mirrors a fact."""
        return f"{self._prefix}{fact.version + self._log.offset}" + ("" if fact.polarity else ":end")

    def fact_of(self, id: str) -> Fact | None:
        """The fact that a memory mirrors."""
        return next((f for f in self.history() if self.id_of(f) == id), None)

    # -- inside

    @property
    def _prefix(self) -> str:
        return f"fact:{escaped(self.store.agent)}/" if self.store.agent else "fact:"

    def _write(self, act: Callable[[FactBook], _Result]) -> _Result:
        with self._lock:
            result = self._log.write(act)
            self.mirror()
            return result

    def _erasing(self, act: Callable[[FactBook], _Result]) -> _Result:
        with self._lock:
            result = self._log.erase(act)
            self._through = NEVER  # memories of facts that ended long ago have to go, too
            self.mirror()
            return result

    def mirror(self) -> list[str]:
        """Make the memories what the book says; the ids that were changed. Also heals after a crash."""
        with self._lock:
            return self._mirrored(self._log.book())

    def _mirrored(self, book: FactBook) -> list[str]:
        if self._through == NEVER:
            self._shown = self._there()
        if self._through == (self._log.offset, self._log.number):
            return []
        wanted = {id: m for id, m in self._memories(book).items() if not m.expired(self.store.clock())}
        changed = [id for id, memory in wanted.items() if self._differs(self._shown.get(id), memory)]
        ended = [id for id in self._shown.keys() - wanted.keys() if self._shown[id].status != "superseded"]
        for id in changed:
            self._put(wanted[id])
        if ended or self._through == NEVER:
            self._end(book, set(ended))
        self._shown, self._through = wanted, (self._log.offset, self._log.number)
        return [*changed, *ended]

    def _there(self) -> dict[str, Memory]:
        """The memories of facts as they are in the store."""
        statuses = ("live", "pending")
        rows = self.store.warm.rows(
            self.store.tenant, kinds=KINDS, statuses=statuses, agent=self.store.agent, now=None
        )
        return {m.id: self.store.whole(m) for m in rows if m.id.startswith("fact:")}

    def _held(self, id: str) -> Memory | None:
        found = self.store.warm.get(self.store.tenant, id)
        return None if found is None else self.store.whole(found)

    def _memories(self, book: FactBook) -> dict[str, Memory]:
        """Id -> memory of all that is in force or pending, about whomever."""
        everyone = {f.version: f for entity in book.entities() for f in book.facts(entity)}
        facts = [f for f in (*everyone.values(), *book.pending()) if not _is_erased(f)]
        return {m.id: m for m in map(self._memory, facts)}

    def _memory(self, fact: Fact) -> Memory:
        how = manner(fact.attribute)
        grave = how.grave and fact.status == "active"
        lifetime = None if grave else self.store.settings.lifetime(how.kind)
        ends = [t for t in (fact.expires_at, fact.last_at + lifetime if lifetime else None) if t is not None]
        return Memory(
            self.store.tenant, self.id_of(fact), sentence(fact), how.kind, fact.at,
            GRAVE if grave else USUAL, fact.confidence, self.store.agent, pinned=grave,
            session=session_of(fact.source), source=fact.source, expires_at=min(ends, default=None),
            status="pending" if fact.status == "pending" else "live",
            metadata={"attribute": fact.attribute, "entity": fact.entity, "value": fact.value},
        )  # fmt: skip

    def _differs(self, there: Memory | None, wanted: Memory) -> bool:
        if there is None:
            return True
        kept = {"pinned"} if there.pinned else set()  # a pin stays
        return any(getattr(there, n) != getattr(wanted, n) for n in MIRRORED if n not in kept)

    def _put(self, memory: Memory) -> None:
        """Write a memory of a fact, whether there is one yet or not."""
        there = self._held(memory.id)
        if not self._differs(there, memory) or self.store.warm.tombstone(self.store.tenant, memory.id):
            return  # who forgot the memory alone does not want it back
        row = {name: getattr(memory, name) for name in MIRRORED}
        if there is None:
            row["private"] = bool(self.store.agent)
        receipt = self.store.add_many([{**row, "id": memory.id}])[0]
        if receipt.problem:
            raise StoreError(f"{memory.id}: {receipt.problem}")

    def _end(self, book: FactBook, ids: set[str]) -> None:
        """What is in force no longer is superseded; what was erased is erased in the tiers, too."""
        for fact in book.history():
            id = self.id_of(fact)
            if _is_erased(fact):
                self._forget(id)
            elif id in ids:
                with suppress(UnknownMemory):  # somebody forgot it
                    self.store.update(id, status="superseded")

    def _forget(self, id: str) -> None:
        with suppress(UnknownMemory):  # it was never mirrored, or is gone already
            self.store.forget(id)


def _is_erased(fact: Fact) -> bool:
    return is_blank(fact.value) or is_blank(fact.entity)
