"""Policies that remember whom they have evicted: 2q and arc. A ghost is a key without its memory."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping

from memlab.replay.departures import Departure
from memlab.replay.replacement import Options, Replacement, accesses


class Sized:
    """A queue that knows how much is in it, the oldest first."""

    def __init__(self) -> None:
        self.total: float = 0
        self._sizes: OrderedDict[int, float] = OrderedDict()

    def add(self, id: int, size: float) -> None:
        self._sizes[id] = size
        self.total += size

    def remove(self, id: int) -> float:
        size = self._sizes.pop(id)
        self.total = self.total - size if self._sizes else 0  # rounded sums end in nothing, too
        return size

    def oldest(self) -> tuple[int, float]:
        id = next(iter(self._sizes))
        return id, self.remove(id)

    def renew(self, id: int) -> None:
        self._sizes.move_to_end(id)

    def __contains__(self, id: int) -> bool:
        return id in self._sizes

    def __len__(self) -> int:
        return len(self._sizes)


class TwoQueues(Replacement):
    """First-timers pass through a short queue; who is asked for again after that joins an lru queue. O(1).

    The short queue keeps a quarter of the capacity, its ghosts stand for half. A hit in it changes nothing:
    that is still the first use. Johnson and Shasha, 2Q, 1994, with libCacheSim's shares. It takes nothing in
    that is larger than the short queue: at capacities 1 to 3 it caches nothing at all, while this one does.
    """

    name, about = "2q", "first-timers go soon; what comes back after that is kept as by lru"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._first, self._ghosts, self._main = Sized(), Sized(), Sized()
        self._back: int | None = None  # the newcomer, if it was a ghost
        self._home = self._first  # of the memory dropped last
        self._left_first = bytearray()  # for each victim whether it was a first-timer

    def hit(self, id: int) -> None:
        if id in self._main:
            self._main.renew(id)

    def admit(self, id: int, size: float) -> None:
        self._meet(id)
        (self._main if id == self._back else self._first).add(id, size)
        self._back = None

    def victim(self, newcomer: int | None) -> int:
        self._meet(newcomer)
        first = self._first.total > self.options.capacity / 4 or not self._main
        self._left_first.append(first)
        if not first:
            return self._main.oldest()[0]
        id, size = self._first.oldest()
        self._haunt(id, size)
        return id

    def drop(self, id: int) -> None:
        self._home = self._main if id in self._main else self._first
        self._home.remove(id)

    def restore(self, id: int, size: float) -> None:
        self._home.add(id, size)

    def _meet(self, id: int | None) -> None:
        if id is not None and id in self._ghosts:
            self._ghosts.remove(id)
            self._back = id

    def _haunt(self, id: int, size: float) -> None:
        room = self.options.capacity / 2
        if size <= room:
            while self._ghosts.total + size > room:
                self._ghosts.oldest()
            self._ghosts.add(id, size)

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        if self._left_first[gone.number]:
            age = gone.position - gone.inserted
            return f"left the first-time queue: came in {accesses(age)} ago", {"age": age}
        text = f"longest unused of those that had come back: last used {accesses(gone.unused)} ago"
        return text, {"unused for": gone.unused}


class ARC(Replacement):
    """Two lru queues, of memories used once and of those used more often, and a moving border between. O(1).

    Each has ghosts: a ghost that comes back shows which queue was too short, and the border moves by as much
    as the other has more ghosts. Megiddo and Modha, ARC, 2003; `border` is their p, a float.
    """

    name, about = "arc", "the longest unused of those used once or more often: it learns which"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._once, self._often = Sized(), Sized()
        self._once_ghosts, self._often_ghosts = Sized(), Sized()
        self.border: float = 0  # how much `_once` may keep
        self._back: int | None = None  # the newcomer, if it was a ghost …
        self._was_often = False  # … and of which queue
        self._left_once = bytearray()  # for each victim whether it had been used once

    def hit(self, id: int) -> None:
        if id in self._often:
            self._often.renew(id)
        else:
            self._often.add(id, self._once.remove(id))

    def admit(self, id: int, size: float) -> None:
        self._meet(id)
        (self._often if id == self._back else self._once).add(id, size)
        self._back, self._was_often = None, False
        self._trim()

    def victim(self, newcomer: int | None) -> int:
        self._meet(newcomer)
        over = self._once.total - self.border
        once = not self._often or (bool(self._once) and (over > 0 or (over == 0 and self._was_often)))
        self._left_once.append(once)
        queue, ghosts = (self._once, self._once_ghosts) if once else (self._often, self._often_ghosts)
        id, size = queue.oldest()
        ghosts.add(id, size)
        return id

    def drop(self, id: int) -> None:
        (self._often if id in self._often else self._once).remove(id)

    def restore(self, id: int, size: float) -> None:
        self._often.add(id, size)  # a rewrite is a use

    def _meet(self, id: int | None) -> None:
        """A ghost that comes back moves the border towards the other queue."""
        once, often = self._once_ghosts, self._often_ghosts
        if id is None:
            return
        if id in once:
            step = max(1.0, often.total / (once.total or math.inf))
            self.border = min(self.border + step * once.remove(id), self.options.capacity)
            self._back = id
        elif id in often:
            step = max(1.0, once.total / (often.total or math.inf))  # ghosts of no size move nothing
            self.border = max(self.border - step * often.remove(id), 0)
            self._back, self._was_often = id, True

    def _trim(self) -> None:
        """`_once` and its ghosts stand for the capacity at most, all four for twice as much."""
        capacity, once, often = self.options.capacity, self._once_ghosts, self._often_ghosts
        while once and self._once.total + once.total > capacity:
            once.oldest()
        while often and self._once.total + once.total + self._often.total + often.total > 2 * capacity:
            often.oldest()

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        group = "used once" if self._left_once[gone.number] else "used more than once"
        text = f"longest unused of those {group}: last used {accesses(gone.unused)} ago"
        return text, {"unused for": gone.unused, "uses": gone.uses}
