"""Ladder: one write on its way hot → warm → cold, each tier tried some times, the outcome told as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from memlab.tiers.errors import StoreError, VersionConflict
from memlab.tiers.journal import Grave
from memlab.tiers.memory import Memory
from memlab.tiers.receipts import ERASED, STORED
from memlab.tiers.warm import Repair

if TYPE_CHECKING:
    from memlab.tiers.core import Core

REFUSED = (ValueError, TypeError, VersionConflict)  # by warm or cold: trying again would change nothing


class Written(NamedTuple):
    """What a write came to: the memories as they are stored now, and tier by tier what happened to each."""

    memories: list[Memory]
    tiers: dict[str, dict[str, str]]


class Ladder:
    """The three tiers of one tenant as one thing to write to.

    A crash between two steps leaves a higher version in one tier, which `reconcile` finds and hands on.
    """

    def __init__(self, store: Core) -> None:
        self._store, self.tenant = store, store.tenant
        self.behind = store.cold.behind

    def write(self, memories: Sequence[Memory], old: Mapping[str, Memory | None]) -> Written:
        """Write some memories in one transaction and one line each; `old` is what they take the place of.

        VersionConflict if somebody else wrote one of them meanwhile, StoreError if neither warm nor cold
        could take them: then hot is as it was.
        """
        hot = self._into_hot(memories, old)
        try:
            stored, warm = self._into_warm(memories, old, hot)
            noted = not warm or self.behind.mark([m.id for m in memories])
            cold = "its note of what warm lacks"
            if noted:
                cold = self._try(lambda: self._store.cold.append(stored))
            if warm and cold:
                raise StoreError(
                    f"nothing was stored: warm: {warm}; cold: {cold}: mend one, then write again"
                )
        except Exception:
            self._undo(memories, old)
            raise
        rest = {"warm": told(warm), "cold": told(cold)}
        return Written(stored, {m.id: {"hot": hot[m.id], **rest} for m in stored})

    def erase(self, ids: Sequence[str], at: float) -> tuple[list[Grave], dict[str, str]]:
        """Erase memories from every tier. StoreError, with all as it was, if the warm tier cannot."""
        before = {id: self._held(id) for id in ids}
        beyond = self._beyond_cold(ids, at)
        graves: list[Grave] = []

        def in_warm() -> None:
            found = {grave.id: grave for grave in self._store.warm.erase(self.tenant, ids, at)}
            late = [g for id, g in beyond.items() if id not in found or found[id].version < g.version]
            if late:
                self._store.warm.bury(self.tenant, late)
            found |= {grave.id: grave for grave in late}
            graves[:] = [found[id] for id in ids if id in found]

        hot = self._all(self._dropping(id) for id in ids)
        try:
            if warm := self._try(in_warm):
                raise StoreError(f"nothing was erased: warm: {warm}: mend it, then forget again")
        except Exception:
            self._undo([m for m in before.values() if m], before)
            raise
        return graves, {"hot": told(hot, ERASED), "warm": ERASED, "cold": told(self.bury(graves), ERASED)}

    def bring(self, histories: Sequence[Sequence[tuple[Memory, float | None]]]) -> dict[str, dict[str, str]]:
        """Take in memories with their earlier versions, each with the time at which the next took its place.

        In the order of their writing. StoreError if the warm tier cannot: then nothing has changed.
        """
        newest = [history[-1][0] for history in histories]
        hot = self._into_hot(newest, {})
        steps = sorted(
            ((memory, before) for history in histories for memory, before in _after(history)),
            key=lambda step: step[0].seq,
        )
        memories, stored = [memory for memory, _ in steps], list[Memory]()

        self._store.unarchive([memory.id for memory in newest])

        def take() -> None:
            stored[:] = self._store.warm.take(memories, written=[when for _, when in steps])

        try:
            if warm := self._try(take):
                raise StoreError(f"nothing was imported: warm: {warm}: mend it, then import again")
        except Exception:
            self._undo(newest, {})
            raise
        rest = {"warm": STORED, "cold": told(self._try(lambda: self._store.cold.append(stored)))}
        return {memory.id: {"hot": hot[memory.id], **rest} for memory in newest}

    def bury(self, graves: Sequence[Grave]) -> str:
        """Tombstones into the cold tier, then the texts out of it; "" or what failed.

        In this order no reader takes an erased line for a lost one.
        """
        return self._try(lambda: self._store.cold.append(graves)) or self._try(
            lambda: self._store.cold.erase([grave.id for grave in graves])
        )

    # -- one tier

    def _beyond_cold(self, ids: Sequence[str], at: float) -> dict[str, Grave]:
        """Tombstones above what the cold tier has: no version that warm missed outlives its erasure."""
        held = {}
        with suppress(StoreError):  # cold files that cannot be read are told of when they are to be written
            held = {id: self._store.cold.newest(id) for id in ids}
        return {id: Grave(id, h.version + 1, at) for id, h in held.items() if h and not h.tombstone}

    def _into_hot(self, memories: Sequence[Memory], old: Mapping[str, Memory | None]) -> dict[str, str]:
        """Of more memories than the tier holds only those that would stay in it."""
        ranked = sorted(memories, key=lambda m: (m.pinned, m.importance))  # of equals the later
        kept = {m.id for m in ranked[-self._store.settings.hot :]}
        outcome, failure = {}, ""
        for memory in memories:
            if memory.id not in kept and old.get(memory.id) is None:
                outcome[memory.id] = f"not kept: the best {len(kept)} of {len(memories)} written at once are"
                continue
            step = self._putting(memory) if memory.id in kept else self._dropping(memory.id)
            failure = failure or self._try(step, refused=())  # if it is down, it is for the rest of them, too
            outcome[memory.id] = told(failure)
        return outcome

    def _into_warm(
        self, memories: Sequence[Memory], old: Mapping[str, Memory | None], hot: Mapping[str, str]
    ) -> tuple[list[Memory], str]:
        expected = {m.id: None if (o := old.get(m.id)) is None else o.version for m in memories}
        repairs = [Repair(m.id, m.version, hot[m.id]) for m in memories if is_failure(hot[m.id])]
        stored = list(memories)

        def put() -> None:
            stored[:] = self._store.warm.put(memories, expected=expected, repairs=repairs)

        problem = self._try(put)
        return stored, problem

    def _undo(self, memories: Sequence[Memory], old: Mapping[str, Memory | None]) -> None:
        """Hot as it was, as far as it can be reached; what somebody else wrote meanwhile is put there."""
        now = {m.id: old.get(m.id) for m in memories}
        self._try(lambda: now.update(self._store.warm.get_many(self.tenant, list(now))), refused=())
        self._all(self._putting(m) if m else self._dropping(id) for id, m in now.items())

    def _held(self, id: str) -> Memory | None:
        found: list[Memory | None] = [None]
        self._try(lambda: found.append(self._store.hot.get(id)), refused=())
        return found[-1]

    def _putting(self, memory: Memory) -> Callable[[], object]:
        return lambda: self._store.hot.put(memory)

    def _dropping(self, id: str) -> Callable[[], object]:
        return lambda: self._store.hot.drop(id)

    def _all(self, steps: Iterable[Callable[[], object]]) -> str:
        """All steps on the hot tier, up to the first that fails; "" or how it did."""
        return next((failure for step in steps if (failure := self._try(step, refused=()))), "")

    def _try(self, step: Callable[[], object], refused: tuple[type[Exception], ...] = REFUSED) -> str:
        """Do a step, again after a pause where it fails; "" or the last failure."""
        problem, pause = "", self._store.settings.pause
        for attempt in range(self._store.settings.attempts):
            if attempt:
                self._store.sleep(pause)
                pause *= 2
            try:
                step()
                return ""
            except refused:
                raise
            except Exception as failure:
                problem = f"{type(failure).__name__}: {failure}"
        return problem


def _after(
    history: Sequence[tuple[Memory, float | None]],
) -> Iterator[tuple[Memory, float | None]]:
    """Each version with the time at which it took the place of the one before."""
    before: float | None = None
    for memory, replaced in history:
        yield memory, before
        before = replaced


def told(problem: str, done: str = STORED) -> str:
    """What a receipt says of a tier."""
    return f"failed: {problem}" if problem else done


def is_failure(outcome: str) -> bool:
    """Whether a receipt says that a tier failed."""
    return outcome.startswith("failed")
