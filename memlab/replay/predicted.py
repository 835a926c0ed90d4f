"""The predicted policy: liveness for those who cannot look ahead. Next uses are predicted from past ones."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import inf, log2
from operator import add

from memlab.bank.log import say
from memlab.replay.departures import Departure
from memlab.replay.queues import Lot
from memlab.replay.replacement import Options, accesses

Line = tuple[float, float]  # the wait at an idle time of 0, and what each access adds
Odds = list[tuple[float, float]]  # by slot: of those idle for so long the shares read, and rewritten, in it

SAMPLE = 16  # residents looked at for each victim
SLOTS = 44  # of idle time, two to the octave: up to six million accesses
STARTS = [1, 2] + [start for k in range(22) for start in (3 * 2**k, 4 * 2**k)]
WIDTHS = [end - start for start, end in pairwise(STARTS[: SLOTS + 1])]

# Before anything is seen, one in five is read again in each slot, however long it was idle: that is lru.
BELIEVED: Odds = [(0.2, 0.0)] * (2 * SLOTS)
BELIEF, KIN = 16, 8  # the memories that this counts for, and those that a group's kin count for


class Group:
    """Memories that are alike: how many were read, or lost (rewritten), or wait now, by slot of idle time."""

    def __init__(self, gap: int, kin: Odds) -> None:
        self._gap, self.read, self.lost, self.idle = gap, [0] * SLOTS, [0] * SLOTS, [0] * SLOTS
        self.renew(kin)

    def renew(self, kin: Odds) -> None:
        """Forget what was worked out. Kin are all of its grade, whose idle times are taken in gaps."""
        self._kin = kin
        self.__dict__.pop("lines", None)

    @cached_property
    def lines(self) -> list[Line]:
        """The wait by slot, from what the group and its kin have shown; before that, what is believed."""
        kin = self._kin[SLOTS - self._gap : 2 * SLOTS - self._gap]
        return _lines(_odds((self.read, self.lost, self.idle), kin, KIN) if kin else BELIEVED)


class Forecast:
    """How long memories were idle before they were read again, or rewritten, or until now.

    Alike are those that were used as often, with such gaps, and whose value is a new one or not.
    """

    def __init__(self, memories: int) -> None:
        self.now = 0
        self.uses, self.last, self._gap = [0] * memories, [0] * memories, [0.0] * memories
        self._known: list[int] = []
        self._group = [Group(0, [])] * memories
        self._groups: dict[tuple[int, int, int], Group] = {}  # by grade of use, slot of the gap, last written
        self._kin: dict[tuple[int, int], Odds] = {}
        self._due = 16

    def use(self, id: int, write: int) -> None:
        """A memory is read or written now. O(1), but that from time to time all is counted anew."""
        uses, gap = self.uses[id], 0
        if uses:
            idle, group = self.now - self.last[id], self._group[id]
            (group.lost if write else group.read)[slot_of(idle)] += 1
            self._gap[id] += (idle - self._gap[id]) / min(uses, 16)
            gap = min(2 * round(log2(self._gap[id])), SLOTS)
        else:
            self._known.append(id)
        self._group[id] = self._alike(min(uses.bit_length(), 4), gap, write)
        self.uses[id], self.last[id] = uses + 1, self.now
        if self.now >= self._due:
            self._count()

    def farthest(self, ids: Iterable[int], size: Sequence[float]) -> tuple[int, float]:
        """Who waits longest, the wait counted once a token, and how long; of equal ones the longest unused.

        The wait: in how many accesses it is read, or how long it is kept for each read that it will have.
        """
        most, oldest, farthest, waits = -inf, 0, -1, inf
        soon, last, groups = self.now + 1, self.last, self._group  # the next access, if it is this one's
        for id in ids:
            ahead = soon - last[id]
            start, slope = groups[id].lines[NEAR[ahead] if ahead < len(NEAR) else slot_of(ahead)]
            wait = start + slope * ahead
            cost = wait * size[id]
            if cost > most or (cost == most and ahead > oldest):
                most, oldest, farthest, waits = cost, ahead, id, wait
        return farthest, waits

    def _alike(self, grade: int, gap: int, write: int) -> Group:
        group = self._groups.get((grade, gap, write))
        if group is None:
            kin = self._kin.get((grade, write), BELIEVED) if self._kin else []
            group = self._groups[grade, gap, write] = Group(gap, kin)
        return group

    def _count(self) -> None:
        """Count who is idle for how long, and forget what was worked out from older counts."""
        self._due = max(self.now + 8, int(1.1 * self.now))
        for group in self._groups.values():
            group.idle = [0] * SLOTS
        for id in self._known:
            self._group[id].idle[slot_of(self.now - self.last[id] + 1)] += 1
        pools: dict[tuple[int, int], list[list[int]]] = {}
        for (grade, gap, write), group in self._groups.items():
            pool = pools.setdefault((grade, write), [[0] * (2 * SLOTS) for _ in range(3)])
            in_gaps = slice(SLOTS - gap, 2 * SLOTS - gap)
            for counts, more in zip(pool, (group.read, group.lost, group.idle), strict=True):
                if any(more):
                    counts[in_gaps] = map(add, counts[in_gaps], more)
        self._kin = {grade: _odds(pool, BELIEVED, BELIEF) for grade, pool in pools.items()}
        for (grade, _, write), group in self._groups.items():
            group.renew(self._kin[grade, write])


class Predicted(Lot):
    """Whose next use is predicted farthest goes, of 16 drawn by lot and the newcomer. Never looks ahead.

    A memory is taken to come back as others did that were used as often, with such gaps, and were idle for as
    long. Where sizes differ, the wait counts once for each token. O(1) a call on the average.
    """

    name, about = "predicted", "the farthest next use goes, as predicted from what has been seen"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._forecast = Forecast(len(options.names))
        self._size = [1.0] * len(options.names)
        self._told = array("d")

    def see(self, time: float, size: float, importance: float, write: int, text: str) -> None:  # type: ignore[override]
        self._forecast.now += 1
        self._new_size, self._write, self._noted = size, write, False

    def hit(self, id: int) -> None:
        self._note(id)

    def admit(self, id: int, size: float) -> None:
        self._note(id)
        super().admit(id, size)

    def victim(self, newcomer: int | None) -> int:
        bag, draw = self._bag, self._draw
        many, forecast = len(bag), self._forecast
        few = bag if many <= SAMPLE else [bag[int(draw() * many)] for _ in range(SAMPLE)]
        if newcomer is not None:
            self._note(newcomer)
            few = [*few, newcomer]
        id, wait = forecast.farthest(few, self._size)
        if id != newcomer:
            self.drop(id)
        self._told.extend((wait, self._size[id]))
        return id

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        wait, size = self._told[2 * gone.number : 2 * gone.number + 2]
        when = f"in {accesses(round(wait))}, last used {accesses(gone.unused)} ago"
        terms = {"predicted wait": wait, "unused for": gone.unused} | ({} if size == 1 else {"size": size})
        return f"farthest predicted next use: {when}" + ("" if size == 1 else f", size {say(size)}"), terms

    def _note(self, id: int) -> None:
        """Count the access, once."""
        if not self._noted:
            self._forecast.use(id, self._write)
            self._size[id], self._noted = self._new_size, True


def slot_of(idle: int) -> int:
    """The slot of an idle time of at least one access.

    >>> [slot_of(idle) for idle in (1, 2, 3, 4, 5, 6, 8)]
    [0, 1, 2, 3, 3, 4, 5]
    """
    return bisect(STARTS, idle, 0, SLOTS) - 1


NEAR = [0] + [slot_of(idle) for idle in range(1, 4096)]  # most idle times: looked up, not worked out


def _odds(kinds: Sequence[Sequence[int]], prior: Odds, weight: int) -> Odds:
    """Of those still idle at the beginning of a slot the shares read, and rewritten, in it.

    As in Kaplan and Meier's estimate, who is still idle counts up to his slot; the prior as so many memories.
    """
    there, odds = weight, []
    for read, lost, idle, believed in zip(*map(reversed, (*kinds, prior)), strict=True):
        there += read + lost + idle
        if there > weight:
            back, gone = believed
            believed = ((read + weight * back) / there, (lost + weight * gone) / there)
        odds.append(believed)
    return odds[::-1]


def _lines(odds: Odds) -> list[Line]:
    """By slot, how long a memory must be kept for each read, if given up after the best number of slots.

    The reciprocal of hit density (Beckmann et al., LHD, 2018), at the best horizon as in Gittins' index: from
    the last slot back, a stretch is joined with the next one where that costs less for a read. Within a slot,
    straight to the wait at the next one; where most are read in it, no more is known than that time passes.
    """
    lines: list[Line] = []
    stretches: list[tuple[float, float, float]] = []  # how long kept, reads, and the share idle after it
    then = 0.0  # the wait at the next slot; none after the last
    for start, width, (back, gone) in reversed(list(zip(STARTS, WIDTHS, odds, strict=False))):
        kept, reads, idle = width * (1 - back / 2), back, 1 - back - gone
        while stretches and stretches[-1][0] * reads < stretches[-1][1] * kept:
            longer, more, left = stretches.pop()
            kept, reads, idle = kept + idle * longer, reads + idle * more, idle * left
        stretches.append((kept, reads, idle))
        wait = kept / reads
        slope = -1.0 if back > 0.5 else ((then or wait) - wait) / width
        lines.append((wait - slope * start, slope))
        then = wait
    return lines[::-1]
