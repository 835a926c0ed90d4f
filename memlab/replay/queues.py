"""Policies that keep the residents in queues: fifo, lru, lfu, clock, sieve; and random, which keeps a bag."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from random import Random

from memlab.replay.departures import Departure
from memlab.replay.replacement import Options, Replacement, accesses

Queue = OrderedDict[int, None]


class FIFO(Replacement):
    """First in, first out; a memory that is written again is in again. O(1)."""

    name, about = "fifo", "the oldest goes, used or not"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._order: OrderedDict[int, float] = OrderedDict()
        self.admit = self._order.__setitem__  # type: ignore[assignment, method-assign]  # these calls make the speed
        self.rewrite = self._order.move_to_end  # type: ignore[assignment, method-assign]

    def victim(self, newcomer: int | None) -> int:
        return self._order.popitem(last=False)[0]

    def drop(self, id: int) -> None:
        del self._order[id]

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        age = gone.position - gone.written
        return f"the oldest: came in {accesses(age)} ago", {"age": age}


class LRU(FIFO):
    """The least recently used goes first. O(1)."""

    name, about = "lru", "the longest unused goes"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.hit = self._order.move_to_end  # type: ignore[assignment, method-assign]

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        return f"longest unused: last used {accesses(gone.unused)} ago", {"unused for": gone.unused}


class LFU(Replacement):
    """The least frequently used goes first; among those the least recently used. O(1).

    A queue for each number of uses. A count starts at 1 when a memory comes in and is forgotten when it goes.
    """

    name, about = "lfu", "the fewest uses goes; of those the longest unused"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._uses: dict[int, int] = {}
        self._queues: dict[int, Queue] = defaultdict(OrderedDict)
        self._fewest = 1  # no memory has fewer uses than this

    def hit(self, id: int) -> None:
        self._join(id, self._leave(id) + 1)

    def admit(self, id: int, size: float) -> None:
        self._join(id, 1)
        self._fewest = 1

    def victim(self, newcomer: int | None) -> int:
        while self._fewest not in self._queues:  # as many steps as the last newcomer had uses, at most
            self._fewest += 1
        id = next(iter(self._queues[self._fewest]))
        self._leave(id)
        return id

    def drop(self, id: int) -> None:
        self._leave(id)

    def restore(self, id: int, size: float) -> None:
        self._join(id, self._uses[id] + 1)
        self._fewest = min(self._fewest, self._uses[id])

    def _join(self, id: int, uses: int) -> None:
        self._uses[id] = uses
        self._queues[uses][id] = None

    def _leave(self, id: int) -> int:
        uses = self._uses[id]
        queue = self._queues[uses]
        del queue[id]
        if not queue:
            del self._queues[uses]
        return uses

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        text = f"fewest uses: {gone.uses:,}, the last one {accesses(gone.unused)} ago"
        return text, {"uses": gone.uses, "unused for": gone.unused}


class Clock(FIFO):
    """A queue in a circle, a bit for each memory that was used since the hand passed. O(1) on the average.

    The hand clears bits and takes the first memory without one. Corbató, A paging experiment, 1968.
    """

    name, about = "clock", "the oldest goes, but one that was used has a second chance"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._used: set[int] = set()
        self.hit = self.rewrite = self._used.add  # type: ignore[assignment, method-assign]

    def victim(self, newcomer: int | None) -> int:
        while True:
            id = next(iter(self._order))
            if id not in self._used:
                del self._order[id]
                return id
            self._used.remove(id)
            self._order.move_to_end(id)

    def drop(self, id: int) -> None:
        self._used.discard(id)
        super().drop(id)

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        text = f"the hand found it unused since it last passed: last used {accesses(gone.unused)} ago"
        return text, {"unused for": gone.unused}


class Sieve(Replacement):
    """As clock, but a survivor keeps its place: newcomers are sieved out quickly. O(1) on the average.

    `_ahead` are those between the hand and the newest, `_passed` the older ones. Zhang et al., SIEVE is
    simpler than LRU, 2024.
    """

    name, about = "sieve", "the hand takes the next one that is unused; survivors keep their place"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._passed: Queue = OrderedDict()
        self._ahead: Queue = OrderedDict()
        self._used: set[int] = set()
        self.hit = self._used.add  # type: ignore[assignment, method-assign]

    def admit(self, id: int, size: float) -> None:
        self._ahead[id] = None

    def victim(self, newcomer: int | None) -> int:
        while True:
            id = self._ahead.popitem(last=False)[0]
            if visited := id in self._used:
                self._used.remove(id)
                self._passed[id] = None
            self._turn()
            if not visited:
                return id

    def drop(self, id: int) -> None:
        self._used.discard(id)
        del (self._ahead if id in self._ahead else self._passed)[id]
        self._turn()

    def _turn(self) -> None:
        """Past the newest the hand goes on from the oldest."""
        if not self._ahead:
            self._ahead, self._passed = self._passed, self._ahead

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        text = f"the hand found it unvisited: last used {accesses(gone.unused)} ago"
        return text, {"unused for": gone.unused}


class Lot(Replacement):
    """Any memory, all with the same chance; the seed decides. O(1)."""

    name, about = "random", "any goes, by lot"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._bag: list[int] = []
        self._place: dict[int, int] = {}
        self._draw = Random(options.seed).random

    def admit(self, id: int, size: float) -> None:
        self._place[id] = len(self._bag)
        self._bag.append(id)

    def victim(self, newcomer: int | None) -> int:
        id = self._bag[int(self._draw() * len(self._bag))]
        self.drop(id)
        return id

    def drop(self, id: int) -> None:
        """The last one in the bag takes its place."""
        place, last = self._place.pop(id), self._bag.pop()
        if last != id:
            self._bag[place] = last
            self._place[last] = place

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        return f"drawn by lot (seed {self.options.seed})", {}
