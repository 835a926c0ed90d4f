"""Policies that keep the residents in one queue: fifo and lru."""

from __future__ import annotations

from collections import OrderedDict

from memlab.replay.replacement import Options, Replacement


class FIFO(Replacement):
    """First in, first out; a memory that is written again is in again."""

    name, about = "fifo", "the oldest write goes"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._order: OrderedDict[int, None] = OrderedDict()
        self.rewrite = self._order.move_to_end  # type: ignore[method-assign]
        self.drop = self._order.__delitem__  # type: ignore[method-assign]

    def hit(self, id: int) -> None:
        """A read moves nothing."""

    def admit(self, id: int) -> None:
        self._order[id] = None

    def victim(self, id: int) -> int:
        return self._order.popitem(last=False)[0]


class LRU(FIFO):
    """The least recently used goes first."""

    name, about = "lru", "the longest unused goes"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.hit = self._order.move_to_end  # type: ignore[method-assign]
