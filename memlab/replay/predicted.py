"""The predicted policy: liveness for those who cannot look ahead. Next uses are predicted from past ones."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import inf, log2

from memlab.bank.log import say
from memlab.replay.departures import Departure
from memlab.replay.queues import Lot
from memlab.replay.replacement import Options, accesses

Group = tuple[int, int, int]  # grade of use, slot of the mean gap between uses, whether last written
Odds = list[tuple[float, float]]  # by slot: of those idle for so long the shares read, and rewritten, in it

SAMPLE = 16  # residents looked at for each victim
SLOTS = 44  # of idle time, two to the octave: up to six million accesses
STARTS = [1, 2] + [start for k in range(22) for start in (3 * 2**k, 4 * 2**k)]
NEVER_SEEN = [0] * SLOTS

# Before anything is seen, one in five is read again in each slot, however long it was idle: that is lru.
BELIEVED: Odds = [(0.2, 0.0)] * (2 * SLOTS)
BELIEF, KIN = 16, 8  # the memories that this counts for, and those that a group's kin count for


class Forecast:
    """How long memories of a group were idle before they were read again, or rewritten, or until now.

    The group of a memory: how often it was used, how long its gaps were, whether its value is a new one.
    """

    def __init__(self, memories: int) -> None:
        self.now = 0
        self.uses, self.last, self._gap = [0] * memories, [0] * memories, [0.0] * memories
        self._group: list[Group] = [(0, 0, 0)] * memories
        self._known: list[int] = []
        self._read: dict[Group, list[int]] = {}
        self._lost: dict[Group, list[int]] = {}
        self._idle: dict[Group, list[int]] = {}
        self._pooled: dict[tuple[int, int], Odds] = {}
        self._odds: dict[Group, Odds] = {}
        self._lines: dict[tuple[Group, int], tuple[float, float]] = {}
        self._due = 16

    def use(self, id: int, write: int) -> None:
        """A memory is read or written now. O(1), but that from time to time all is counted anew."""
        uses = self.uses[id]
        if uses:
            idle = self.now - self.last[id]
            ended = self._lost if write else self._read
            ended.setdefault(self._group[id], NEVER_SEEN[:])[slot_of(idle)] += 1
            self._gap[id] += (idle - self._gap[id]) / min(uses, 16)
        else:
            self._known.append(id)
        grade = min(uses.bit_length(), 4)
        gap = min(2 * round(log2(self._gap[id])), SLOTS) if uses else 0
        self._group[id] = (grade, gap, write)
        self.uses[id], self.last[id] = uses + 1, self.now
        if self.now >= self._due:
            self._count()

    def wait(self, id: int) -> float:
        """In how many accesses it will be read: so long it must be kept for each read that it will have."""
        ahead, group = self.now - self.last[id] + 1, self._group[id]  # the next access, if it is this one's
        slot = NEAR[ahead] if ahead < len(NEAR) else slot_of(ahead)
        line = self._lines.get((group, slot)) or self._line(group, slot)
        return line[0] + line[1] * ahead

    def _count(self) -> None:
        """Count who is idle for how long, and forget what was worked out from older counts."""
        self._due = max(self.now + 8, int(1.1 * self.now))
        self._idle, self._odds, self._lines = {}, {}, {}
        for id in self._known:
            self._idle.setdefault(self._group[id], NEVER_SEEN[:])[slot_of(self.now - self.last[id] + 1)] += 1
        pools: dict[tuple[int, int], list[list[int]]] = {}
        for kind, counts in enumerate((self._read, self._lost, self._idle)):
            for (grade, gap, write), row in counts.items():
                pool = pools.setdefault((grade, write), [[0] * (2 * SLOTS) for _ in range(3)])[kind]
                for slot, count in enumerate(row, start=SLOTS - gap):
                    pool[slot] += count
        self._pooled = {grade: _odds(pool, BELIEVED, BELIEF) for grade, pool in pools.items()}

    def _line(self, group: Group, slot: int) -> tuple[float, float]:
        """The wait within a slot: from that at its beginning straight to that at the next one's.

        Where most are read within the slot, nothing else is known of it than that the time draws nearer.
        """
        odds = self._odds.get(group) or self._odds_of(group)
        here, there = _wait(slot, odds), _wait(min(slot + 1, SLOTS - 1), odds)
        slope = -1.0 if odds[slot][0] > 0.5 else (there - here) / (STARTS[slot + 1] - STARTS[slot])
        line = self._lines[group, slot] = (here - slope * STARTS[slot], slope)
        return line

    def _odds_of(self, group: Group) -> Odds:
        """What the group has shown, beside its kin: all of its grade, whose idle times are taken in gaps."""
        if not self._pooled:
            return BELIEVED
        grade, gap, write = group
        pooled = self._pooled.get((grade, write), BELIEVED)[SLOTS - gap : 2 * SLOTS - gap]
        kinds = [counts.get(group, NEVER_SEEN) for counts in (self._read, self._lost, self._idle)]
        odds = self._odds[group] = _odds(kinds, pooled, KIN)
        return odds


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
        few = bag if len(bag) <= SAMPLE else [bag[int(draw() * len(bag))] for _ in range(SAMPLE)]
        if newcomer is not None:
            self._note(newcomer)
            few = [*few, newcomer]
        id = max(few, key=self._cost)
        if id != newcomer:
            self.drop(id)
        self._told.extend((self._forecast.wait(id), self._size[id]))
        return id

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        wait, size = self._told[2 * gone.number : 2 * gone.number + 2]
        when = f"in {accesses(round(wait))}, last used {accesses(gone.unused)} ago"
        terms = {"predicted wait": wait, "unused for": gone.unused} | ({} if size == 1 else {"size": size})
        return f"farthest predicted next use: {when}" + ("" if size == 1 else f", size {say(size)}"), terms

    def _cost(self, id: int) -> tuple[float, int]:
        """The wait for each token; of equal ones the longest unused goes."""
        return self._forecast.wait(id) * self._size[id], -self._forecast.last[id]

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
    octave = idle.bit_length() - 1
    return min(2 * octave - 1 + (idle >> (octave - 1) & 1), SLOTS - 1) if octave else 0


NEAR = [0] + [slot_of(idle) for idle in range(1, 4096)]  # most idle times: looked up, not worked out


def _odds(kinds: Sequence[Sequence[int]], prior: Odds, weight: float) -> Odds:
    """Of those still idle at the beginning of a slot the shares read, and rewritten, in it.

    As in Kaplan and Meier's estimate, who is still idle counts up to his slot; the prior as so many memories.
    """
    there, odds = weight, []
    for read, lost, idle, (back, gone) in zip(*map(reversed, (*kinds, prior)), strict=True):
        there += read + lost + idle
        odds.append(((read + weight * back) / there, (lost + weight * gone) / there))
    return odds[::-1]


def _wait(slot: int, odds: Odds) -> float:
    """How long a memory must be kept for each read, if given up after the best number of slots.

    The reciprocal of hit density (Beckmann et al., LHD, 2018), at the best horizon as in Gittins' index.
    """
    idle, reads, kept, best = 1.0, 0.0, 0.0, inf
    for later in range(slot, SLOTS):
        back, gone = odds[later]
        kept += idle * (STARTS[later + 1] - STARTS[later]) * (1 - back / 2)
        reads += idle * back
        idle *= 1 - back - gone
        best = min(best, kept / reads)
        if idle < 0.001:  # nobody is left to wait for
            break
    return best
