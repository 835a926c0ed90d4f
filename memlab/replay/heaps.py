"""A heap whose entries may be out of date: most uses of a memory need not touch it."""

from __future__ import annotations

import math
from collections.abc import Callable
from heapq import heapify, heappop, heappush, heapreplace


class Heap:
    """A set of ids that knows the one with the smallest key, a tuple that ends in the id. O(log n) a call.

    Entries are lower bounds: while a key rises nobody need tell, it is put right when it comes to the top.
    Whoever's key may have fallen is added again. Once half of the entries are out of date, they are renewed.
    """

    def __init__(self, key: Callable[[int], tuple]) -> None:
        self._key = key
        self.ids: set[int] = set()
        self._entries: list[tuple] = []

    def add(self, id: int) -> None:
        self.ids.add(id)
        heappush(self._entries, self._key(id))
        if len(self._entries) > 2 * len(self.ids) + 64:
            self._entries = [self._key(id) for id in self.ids]
            heapify(self._entries)

    def remove(self, id: int) -> None:
        self.ids.remove(id)

    def top(self) -> tuple | None:
        """The smallest key; None if nobody is there."""
        entries = self._entries
        while entries:
            entry = entries[0]
            if entry[-1] not in self.ids:
                heappop(entries)
            elif (key := self._key(entry[-1])) != entry:
                heapreplace(entries, key)
            else:
                return entry
        return None

    def second(self) -> tuple:
        """With the smallest key on top: what no other key is below."""
        others = self._entries[1:3]
        return min(others) if others else (math.inf,)

    def pop(self) -> None:
        """Take out what `top` has just told."""
        self.ids.remove(heappop(self._entries)[-1])
