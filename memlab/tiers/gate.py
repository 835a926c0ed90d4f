"""The gate: every new memory passes here, by whichever way it comes, and is one of three things.

    known     the id is there: a version more, or, if nothing differs, one more time that it was said
    the same  a live one says the same: that is refreshed, and the newcomer is not stored
    new       stored

Compared are texts of one kind in one area (shared, or an agent's own), in pairs and with what was stored
first, so that A ~ B ~ C never makes one of A and C. Turns, replies, summaries and states are records of what
happened and never merged; facts ("fact:…") have been compared by their meaning already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from memlab import checks
from memlab.tiers import door
from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.errors import Forgotten, StoreError
from memlab.tiers.memory import Memory, content, used
from memlab.tiers.receipts import UNCHANGED, Receipt
from memlab.tiers.same import against, words

if TYPE_CHECKING:
    from memlab.tiers.core import Core

RECORDS = frozenset({"turn", "reply", "summary", "state", "working"})
NEAREST = 8  # live memories that a new one is compared with
UNTOUCHED = {"hot": UNCHANGED, "warm": UNCHANGED, "cold": UNCHANGED}


class Draft(NamedTuple):
    """What somebody wants stored: checked fields, and the id if one was given."""

    given: Mapping[str, Any]
    agent: str = ""
    id: str | None = None


class Gate:
    """One batch of drafts on its way in; `flush` writes it in one transaction."""

    def __init__(self, store: Core) -> None:
        self._store, self._now = store, store.now
        self._old: dict[str, Memory | None] = {}
        self._new: dict[str, Memory] = {}
        self._touched: list[str] = []
        self._texts: dict[tuple[str, str, tuple[str, ...]], str] = {}
        self._tiers: dict[str, dict[str, str]] = {}
        self._units: dict[str, Any] = {}

    def admit(self, draft: Draft) -> Receipt:
        """Decide what a draft is. The receipt's tiers are known after `flush`."""
        fresh = door.made(self._store.tenant, draft.agent, draft.given, self._now, self._store.settings)
        for id in fresh.replaces:
            self._replaceable(id)
        id = draft.id or self._name(fresh, "at" in draft.given)
        old = self._there(id)
        if old is not None:
            return self._again(old, draft)
        if (twin := self.twin(fresh, id)) is not None:
            said = self._now if "at" not in draft.given else fresh.at
            self.again(twin, fresh.with_(id=id), said, named=draft.id is not None)
            return Receipt(twin.id, self._new.get(twin.id, twin).version, merged_into=twin.id)
        self._enter(fresh.with_(id=id), None)
        for replaced in fresh.replaces:
            self._supersede(replaced, fresh)
        return Receipt(id, 1)

    def change(self, old: Memory, new: Memory, *, force: bool = False) -> Receipt:
        """A further version of a memory that is there; what it says now may be what another one says."""
        if content(old) == content(new) and not force:
            return Receipt(old.id, old.version, UNTOUCHED)
        moved = force or _key(old) != _key(new) or (new.live(self._now) and not old.live(self._now))
        if moved and (twin := self.twin(new, new.id)) is not None:
            self._absorb(twin, [new], [old])
            return Receipt(old.id, old.version + 1, merged_into=twin.id)
        self._enter(new, old)
        for id in new.replaces:
            if id not in old.replaces:
                self._supersede(id, new)
        return Receipt(new.id, old.version + 1)

    def merge(self, one: Memory, sources: list[Memory]) -> Receipt:
        """One memory in place of several."""
        if (twin := self.twin(one, "")) is not None:
            self._absorb(twin, sources, sources)
            return Receipt(twin.id, twin.version + 1, merged_into=twin.id)
        id = self._name(one, timed=False)
        self._enter(one.with_(id=id), None)
        self._retire(sources, sources, id)
        return Receipt(id, 1)

    def again(self, twin: Memory, fresh: Memory, said: float, named: bool) -> None:
        """It was said again. Other words are kept as merged: what comes next is to be near them, too."""
        self.refresh(twin, said)
        known = words(fresh.text) == words(twin.text)
        if known or words(fresh.text) in map(words, self._wordings(twin)):
            if named:
                self._store.twin(fresh.id, twin.id)
            return
        newest = self._new.get(twin.id, twin)
        self._enter(newest.with_(provenance=(*newest.provenance, fresh.id)), self._old.get(twin.id, twin))
        self._retire([fresh], [None], twin.id)

    def refresh(self, memory: Memory, said: float) -> None:
        """It was said again: one use more, and its lifetime counts from then."""
        lifetime = self._store.settings.lifetime(memory.kind)
        ends = memory.expires_at if lifetime is None or memory.expires_at is None else said + lifetime
        if ends is not None and memory.expires_at is not None and ends > memory.expires_at:
            self._enter(used(memory.with_(expires_at=ends), self._now), self._old.get(memory.id, memory))
        else:
            self._touched.append(memory.id)

    def flush(self) -> dict[str, dict[str, str]]:
        """Write what has been admitted; id -> what happened in each tier."""
        if self._new:
            written = self._store.write(list(self._new.values()), self._old)
            self._tiers.update(written.tiers)
        for id in self._touched:
            self._store.touch(id)
        self._old, self._new, self._touched = {}, {}, []
        return self._tiers

    # -- inside

    def _there(self, id: str) -> Memory | None:
        """The newest version of an id, as this batch leaves it. Forgotten if it was erased."""
        if id in self._new:
            self.flush()  # two versions of one id are two transactions
        old = self._store.newest(id)
        if old is not None and not self._store.sees(old):
            raise ValueError(
                f"id: {checks.shown(id)} is taken by another agent, allowed is any other: choose one"
            )
        return old

    def _name(self, fresh: Memory, timed: bool) -> str:
        """An id for a memory that came without one: of a turn with a time always the same."""
        nth = 0 if timed else self._store.made[door.name(fresh, 0)]
        while not timed and self._taken(door.name(fresh, nth)):
            nth += 1
        self._store.made[door.name(fresh, 0)] = nth + 1
        return door.name(fresh, nth)

    def _taken(self, id: str) -> bool:
        try:
            return id in self._new or self._store.newest(id) is not None
        except Forgotten:
            return True

    def _again(self, old: Memory, draft: Draft) -> Receipt:
        new = door.overlay(old, draft.given, self._now, self._store.settings)
        if content(new) != content(old):
            return self.change(old, new)
        self._touched.append(old.id)
        return Receipt(old.id, old.version, UNTOUCHED)

    def twin(self, fresh: Memory, id: str) -> Memory | None:
        """The live memory that says the same."""
        if fresh.kind in RECORDS or id.startswith("fact:") or not fresh.live(self._now):
            return None
        in_batch = self._new.get(self._texts.get(_key(fresh), ""))
        if in_batch is not None and in_batch.id != id and in_batch.live(self._now):
            return in_batch
        by_meaning = self._store.embed is not hashed_embedding
        found = self._store.nearest(fresh, NEAREST) + (self._near_in_batch(fresh) if by_meaning else [])
        for other, cosine in found:
            if other.id in (id, *fresh.replaces, *fresh.provenance) or _area(other) != _area(fresh):
                continue
            alike = by_meaning and cosine >= self._store.settings.same and self._alike(other, fresh)
            if alike or words(other.text) == words(fresh.text):
                return self._new.get(other.id, other)
        return None

    def _near_in_batch(self, fresh: Memory) -> list[tuple[Memory, float]]:
        mine = (m for m in self._new.values() if _area(m) == _area(fresh) and m.live(self._now))
        near = ((m, self._cosine(m.text, fresh.text)) for m in mine)
        return [(m, cosine) for m, cosine in near if cosine >= self._store.settings.same]

    def _alike(self, other: Memory, fresh: Memory) -> bool:
        """Whether nothing speaks against it, and what was taken for the other one is near it, too."""
        wordings = self._wordings(other)
        near = all(self._cosine(text, fresh.text) >= self._store.settings.same for text in wordings)
        return near and not any(against(text, fresh.text) for text in (other.text, *wordings))

    def _wordings(self, memory: Memory) -> list[str]:
        """The other words in which a memory was said: those that are near it, of all that went into it."""
        parts = map(self._part, self._new.get(memory.id, memory).provenance)
        texts = [part.text for part in parts if part is not None and part.status == "merged"]
        return [text for text in texts if self._cosine(text, memory.text) >= self._store.settings.same]

    def _part(self, id: str) -> Memory | None:
        with suppress(StoreError):  # forgotten since, or not to be read now
            return self._new.get(id) or self._store.newest(id)
        return None

    def _cosine(self, one: str, other: str) -> float:
        a, b = self._unit(one), self._unit(other)
        return float(a @ b) if a.shape == b.shape else 0.0

    def _unit(self, text: str) -> Any:
        """The vector of a text in its direction only; without one nothing: the write itself will tell."""
        import numpy as np

        if text not in self._units:
            vector = np.zeros(0)
            with suppress(Exception):
                vector = np.asarray(self._store.vector(text), float)
            self._units[text] = vector / (np.linalg.norm(vector) or 1.0)
        return self._units[text]

    def _absorb(self, twin: Memory, sources: Sequence[Memory], old: Sequence[Memory]) -> None:
        """What is there already takes in others that say the same."""
        made_of = tuple(dict.fromkeys([*twin.provenance, *(m.id for m in sources)]))
        self._enter(used(twin.with_(provenance=made_of), self._now), self._old.get(twin.id, twin))
        self._retire(sources, old, twin.id)

    def _retire(self, sources: Sequence[Memory], old: Sequence[Memory | None], into: str) -> None:
        for memory, before in zip(sources, old, strict=True):
            self._enter(memory.with_(status="merged", until=self._now), before)
            self._store.twin(memory.id, into)

    def _enter(self, memory: Memory, old: Memory | None) -> None:
        base = self._old.setdefault(memory.id, old)
        memory = memory.with_(version=1 if base is None else base.version + 1)
        self._new[memory.id] = memory
        if memory.kind not in RECORDS and memory.status == "live":
            self._texts.setdefault(_key(memory), memory.id)

    def _replaceable(self, id: str) -> None:
        if id not in self._new:
            with suppress(Forgotten):  # there is nothing left to take the place of
                self._store.must(id)

    def _supersede(self, id: str, by: Memory) -> None:
        try:
            old = self._new.get(id) or self._store.must(id)
        except Forgotten:
            return
        if old.status in ("live", "pending"):
            self._enter(old.with_(status="superseded", until=max(by.at, old.at)), old)


def _area(memory: Memory) -> tuple[str, str]:
    return memory.kind, memory.agent


def _key(memory: Memory) -> tuple[str, str, tuple[str, ...]]:
    return memory.kind, memory.agent, words(memory.text)
