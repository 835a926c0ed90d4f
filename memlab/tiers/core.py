"""Core: a store's tiers opened together, and the newest version of an id in whichever of them it lies."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from memlab import checks
from memlab.tiers import merging
from memlab.tiers.cold import Cold, Held
from memlab.tiers.embedding import EMBED, hashed_embedding
from memlab.tiers.errors import Corrupt, Forgotten, StoreError, UnknownMemory
from memlab.tiers.hot import Hot
from memlab.tiers.journal import Pointer
from memlab.tiers.ladder import Ladder, Written
from memlab.tiers.memory import Memory, content
from memlab.tiers.places import Places
from memlab.tiers.receipts import STORED, Move, Receipt
from memlab.tiers.settings import Settings
from memlab.tiers.warm import Warm

MOVES = 200  # that `moves` holds
TWINS = "twins"  # documents: id that was given to a memory -> the one that says the same and was kept


Self = TypeVar("Self", bound="Core")


class Core:
    """What `MemoryStore` is made of."""

    def __init__(
        self,
        tenant: str,
        path: str | os.PathLike[str] | None = None,
        *,
        client: Any = None,
        warm: str | None = None,
        cold: str | None = None,
        settings: Settings | None = None,
        embed: EMBED = hashed_embedding,
        clock: Callable[[], float] = time.time,
        agent: str = "",
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.tenant = checks.text("tenant", tenant, empty=False)
        self.agent = checks.text("agent", agent)
        given = Settings() if settings is None else settings
        self.settings: Settings = checks.kind("settings", given, Settings, "pass Settings(...)")
        self.clock, self.sleep = checks.function("clock", clock), checks.function("sleep", sleep)
        self.embed = checks.function("embed", embed)
        self._places = Places(path, client, warm, cold)
        self.path = self._places.path
        name = "hashed" if embed is hashed_embedding else getattr(embed, "__name__", type(embed).__name__)
        self.warm = Warm(self._places.warm, embed=embed, embed_name=name, clock=clock)
        self.vector = self.warm.numbers
        self.cold = Cold(self._places.cold, tenant, self.settings.segment)
        hot, idle = self.settings.hot, self.settings.hot_idle
        self.hot = Hot(self._places.client, tenant, hot, clock, idle)
        self.ladder = Ladder(self)
        self.moves: deque[Move] = deque(maxlen=MOVES)
        self.made: Counter[str] = Counter()  # how many memories without id and time have said the same

    @property
    def now(self) -> float:
        """The clock's time, checked."""
        return checks.moment(self.clock())

    def close(self) -> None:
        """Let go of files and connections; a store without a path is removed."""
        self.warm.close()
        self._places.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # -- looking up

    def sees(self, memory: Memory) -> bool:
        """Whether this store's agent may read a memory."""
        return memory.agent in ("", self.agent)

    def newest(self, id: str) -> Memory | None:
        """The newest version of an id, whole, whoever's and in whatever status; None if there never was one.

        Where the warm tier was down when it was written, the cold one has it. Forgotten if it was erased.
        """
        try:
            memory = self.warm.get(self.tenant, id)
            grave = None if memory else self.warm.tombstone(self.tenant, id)
        except StoreError:
            return self._newest_in_cold(id)
        if id in self.ladder.behind.ids():
            late = self._newest_in_cold(id)
            memory = late if late and (memory is None or late.version > memory.version) else memory
        if grave is not None:
            raise _forgotten(id)
        return None if memory is None else self.whole(memory)

    def must(self, id: str, *, expired: bool = False) -> Memory:
        """The newest version of an id that this store sees (`expired`: even if its time has run out)."""
        memory = self.newest(checks.text("id", id))
        if memory is None or not self.sees(memory) or (not expired and memory.expired(self.now)):
            raise self.unknown(id)
        return memory

    def unknown(self, id: str) -> UnknownMemory:
        """The error for an id that is not there."""
        twin = self.twin_of(id)
        if twin is not None:
            return UnknownMemory(f"id: {checks.shown(id)} was not stored: {checks.shown(twin)} says the same")
        allowed = "allowed is the id of a memory that is there: see items()"
        return UnknownMemory(f"id: {checks.shown(id)} is no memory of {checks.shown(self.tenant)}, {allowed}")

    def whole(self, memory: Memory) -> Memory:
        """The memory with its body, which for an archived one lies in the cold tier."""
        if memory.text:
            return memory
        pointer = self.warm.pointer(self.tenant, memory.id)
        body = self.cold.read(pointer, memory.id) if pointer else self.warm.get(self.tenant, memory.id)
        return memory if body is None else memory.with_(text=body.text, metadata=body.metadata)

    def nearest(self, memory: Memory, limit: int) -> list[tuple[Memory, float]]:
        """The live memories of its kind that are nearest by vector, with their cosines."""
        try:
            vector = self.vector(memory.text)
        except Exception:
            return []  # the write itself will tell that there is no vector
        found = self.warm.search_vectors(
            self.tenant, vector, now=self.now, agent=memory.agent, kinds=[memory.kind], limit=limit
        )
        near = self.warm.load(self.tenant, [row for row, _ in found])
        return [(near[row], cosine) for row, cosine in found if row in near]

    def move(self, id: str, source: str, target: str, why: str, seq: int = 0) -> None:
        """Note a step between tiers, for pictures."""
        self.moves.append(Move(seq, self.now, id, source, target, why))

    # -- steps that several jobs take

    def touch(self, id: str) -> bool:
        """Count one use: fresh again, in hot and warm. False, and nothing is written, if it is not live."""
        try:
            memory = self.must(id)
        except UnknownMemory:
            return False
        if memory.status != "live":
            return False
        with suppress(Exception):  # the next write brings it into a tier that is down
            self.hot.touch(id)
        return self.warm.touch(self.tenant, id, self.now)

    def write(self, memories: Sequence[Memory], old: Mapping[str, Memory | None]) -> Written:
        """Write versions through the tiers, and note their way."""
        for id in self.ladder.behind.ids() & {m.id for m in memories}:
            with suppress(StoreError):  # a warm tier that is still down goes on lagging
                self.catch_up(id)
        self.unarchive([id for id, memory in old.items() if memory is not None])
        written = self.ladder.write(memories, old)
        for memory in written.memories:
            for tier, outcome in written.tiers[memory.id].items():
                if outcome == STORED:
                    what = "written" if old.get(memory.id) is None else f"version {memory.version}"
                    self.move(
                        memory.id, "", tier, what if memory.status == "live" else memory.status, memory.seq
                    )
        return written

    def unarchive(self, ids: Sequence[str]) -> None:
        """Take texts back that are about to become an earlier version: the warm tier keeps the history."""
        for id in ids:
            with suppress(StoreError):  # a tier that is down will be told of by the write itself
                row = self.warm.get(self.tenant, id)
                if row is not None and not row.text:
                    self.warm.promote([self.whole(row)])

    def catch_up(self, id: str) -> None:
        """Give the warm tier the versions of an id that it missed."""
        there = self.warm.get(self.tenant, id)
        missed = {m.version: m for m in self.cold.history(id) if there is None or m.version > there.version}
        self.unarchive([id])
        self.warm.take([missed[version] for version in sorted(missed)])

    def erase(self, ids: Sequence[str], why: str) -> list[Receipt]:
        """Erase memories from every tier, with what was merged into them, and note it."""
        if not ids:
            return []
        every = list(dict.fromkeys([*ids, *merging.parts(self, ids)]))
        graves, tiers = self.ladder.erase(every, self.now)
        for grave in graves:
            for tier in ("hot", "warm", "cold"):
                self.move(grave.id, tier, "", why)
        return [Receipt(grave.id, grave.version, tiers) for grave in graves]

    def in_cold(self, memories: Sequence[Memory]) -> dict[str, Pointer]:
        """Where the cold tier has exactly these memories; what it lacks is appended, unless it has newer."""
        pointers, missing = {}, []
        for memory in memories:
            held = self.cold.newest(memory.id)
            if held and not held.tombstone and held.version == memory.version and self._reads(held, memory):
                pointers[memory.id] = held.pointer
            elif held is None or (held.version, held.tombstone) <= (memory.version, False):
                missing.append(memory)
        written = self.cold.append(missing)
        return pointers | {m.id: pointer for m, pointer in zip(missing, written, strict=True)}

    def drop_hot(self, id: str) -> None:
        """Take a memory out of the hot tier, if that can be reached; else reconcile will."""
        with suppress(Exception):
            self.hot.drop(id)

    def put_hot(self, memory: Memory) -> None:
        """Bring a memory into the hot tier, if that can be reached."""
        with suppress(Exception):
            self.hot.put(memory)

    def twin_of(self, id: str) -> str | None:
        """The memory into which another one went."""
        found = self.warm.get_document(self.tenant, TWINS, id) if id else None
        return None if found is None else found.value

    def hot_ids(self) -> set[str]:
        """What the hot tier holds, as far as it can be reached."""
        with suppress(Exception):
            return set(self.hot.memories())
        return set()

    def twin(self, id: str, into: str) -> None:
        """Remember into which memory another one went."""
        self.warm.put_document(self.tenant, TWINS, id, into)

    def _reads(self, held: Held, memory: Memory) -> bool:
        try:
            return content(self.cold.read(held.pointer, memory.id)) == content(memory)
        except Corrupt:
            return False

    def _newest_in_cold(self, id: str) -> Memory | None:
        held = self.cold.newest(id)
        if held is not None and held.tombstone:
            raise _forgotten(id)
        return None if held is None else self.cold.read(held.pointer, id)


def _forgotten(id: str) -> Forgotten:
    return Forgotten(f"id: {checks.shown(id)} was forgotten, allowed is an id that was not: choose another")
