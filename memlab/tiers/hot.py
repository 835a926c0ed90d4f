"""Hot: what an agent works with now, in a scored memory on Redis. Warm has all of it, so hot may lose any.

Where the server took some of a tenant's keys away by itself, which its maxmemory-policy may tell it to, the
tier lets go of the others and begins anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from memlab import checks
from memlab.bank import Explanation, PriorityMemory, Settings, Torn
from memlab.tiers.memory import Memory
from memlab.tiers.rest import Rest

T = TypeVar("T")


class Hot:
    """A tenant's hot tier: at most `capacity` live memories, the lowest score leaves a full one.

    The content of an item is the memory as one line of JSON. Agents share the tier; who asks must look at
    `agent`. Whatever the client raises comes through, after one attempt: the store decides what a failure
    means, and tries again itself. A server that hangs is left alone for a while, but by who reads all.
    """

    def __init__(
        self,
        client: Any,
        tenant: str,
        capacity: int,
        clock: Callable[[], float],
        idle: float | None = None,
    ) -> None:
        self._clock, self._rest = clock, Rest()
        settings = Settings(capacity=capacity, archive=False, idle=idle)
        self.priority = PriorityMemory(client, tenant, settings, clock, patience=0)

    def put(self, memory: Memory) -> None:
        """Write a memory, or take it out if it is not live now."""
        self._whole(lambda: self._put(memory))

    def _put(self, memory: Memory) -> None:
        now = checks.moment(self._clock())
        if not memory.live(now):
            self.priority.forget(memory.id)
            return
        ttl = None if memory.expires_at is None else memory.expires_at - now
        if not memory.pinned:
            self.priority.demote(memory.id)  # a write keeps the pin that it finds
        self.priority.remember(memory.id, memory.to_json(), memory.importance, pinned=memory.pinned, ttl=ttl)

    def get(self, id: str) -> Memory | None:
        """The memory that the tier holds, untouched; None if it does not read, too."""
        item = self._whole(lambda: self.priority.get(id))
        return None if item is None else _read(item.content)

    def touch(self, id: str) -> bool:
        """Make it fresh again; False if it is not here."""
        return self._whole(lambda: self.priority.touch(id))

    def drop(self, id: str) -> bool:
        """Take a memory out, wherever in the tier it lies; False if it is not here."""
        return self._whole(lambda: self.priority.forget(id))

    def memories(self) -> dict[str, Memory | None]:
        """Id -> what the tier holds of it; None where that does not read."""
        return {item.id: _read(item.content) for item in self._whole(self.priority.items, always=True)}

    def scores(self) -> list[tuple[str, float]]:
        """(id, score now), the highest first."""
        return self._whole(self.priority.hot)

    def why(self, id: str) -> Explanation:
        """Why a memory is here, or has left."""
        return self._whole(lambda: self.priority.why(id))

    def _whole(self, do: Callable[[], T], always: bool = False) -> T:
        """Do it, on an empty tier where this one has been torn."""
        try:
            return self._rest.call(do, always)
        except Torn:
            self.priority.clear()
            return do()


def _read(content: str) -> Memory | None:
    try:
        return Memory.from_json(content)
    except (ValueError, TypeError):
        return None
