"""Policies that know the future: Bélády's rule, which is the yardstick, with and without bypass."""

from __future__ import annotations

from heapq import heappop, heappush

from memlab.replay.replacement import Options, Replacement


class Belady(Replacement):
    """The farthest next read goes first, what is never read again before all; the newcomer always comes in.

    L. A. Belady, A study of replacement algorithms for a virtual-storage computer, 1966. `look(next_read)` is
    told, before each access, when its key is read next.
    """

    name, about, foresight = "belady", "the farthest next read goes; always inserts", True
    bypass = False

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._next: dict[int, float] = {}
        self._heap: list[tuple[float, int]] = []
        self._ahead = 0.0

    def look(self, next_read: float) -> None:
        self._ahead = next_read

    def hit(self, id: int) -> None:
        self.admit(id)

    def admit(self, id: int) -> None:
        self._next[id] = self._ahead
        heappush(self._heap, (-self._ahead, id))

    def victim(self, id: int) -> int:
        while True:
            ahead, farthest = self._heap[0]
            if self._next.get(farthest) != -ahead:
                heappop(self._heap)  # an entry from before a later use
            elif self.bypass and -ahead < self._ahead:
                return id
            else:
                heappop(self._heap)
                del self._next[farthest]
                return farthest

    def drop(self, id: int) -> None:
        del self._next[id]


class Bypass(Belady):
    """As Bélády's, but a newcomer that is read later than all residents is passed over: nothing misses less."""

    name, about, bypass = "belady_bypass", "the farthest next read goes, the newcomer included", True
