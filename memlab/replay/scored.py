"""The scored policy without a sweep: article 2's order in heaps, by forward decay."""

from __future__ import annotations

import math
from collections.abc import Mapping

from memlab.bank.log import say, say_terms
from memlab.replay.departures import Departure
from memlab.replay.heaps import Heap
from memlab.replay.keyed import Keyed
from memlab.replay.replacement import Options

EDGE = 690.0  # e to the minus this is near the smallest float: below, a score has few digits left
ROUNDING = 1e-14  # scores nearer than this, relatively, are compared by the bank's own arithmetic


class Layer:
    """Residents of one kind: those above the floor by ln(weight) + λ · last use, those at it by last use."""

    def __init__(self, policy: Scored) -> None:
        self.ranked, self.floored = Heap(policy._key), Heap(policy._floor_key)

    def remove(self, id: int) -> None:
        (self.floored if id in self.floored.ids else self.ranked).remove(id)

    def sink(self, id: int) -> None:
        """From the ranked to the floor."""
        self.ranked.remove(id)
        self.floored.add(id)

    def rise(self, id: int) -> None:
        """From the floor back to the ranked."""
        self.floored.remove(id)
        self.ranked.add(id)

    def ids(self) -> set[int]:
        return self.ranked.ids | self.floored.ids


class Scored(Keyed):
    """The lowest importance × recency × boost goes first, the newcomer too; the protected after all others.

    Evicts as `memlab.bank.Scored` does. While a memory is unused, ln(weight) + λ · last use stays what it is
    (forward decay), so nothing is swept. O(log n) an eviction, but O(n) while the clock stands before a time
    that it has shown.
    """

    name, about = (
        "scored",
        "the lowest importance × recency × boost goes; a newcomer is protected for a while",
    )

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        n, rules = len(options.names), options.settings
        self._decay, self._floor, self._protection = rules.decay, rules.floor, rules.protection
        self._bottom = max(_log(self._floor), -EDGE)
        self._boosts = [rules.boost if id in options.pinned else 1.0 for id in range(n)]
        self._logs, self._until = [0.0] * n, [0.0] * n  # ln(weight); the end of the protection
        self._weights: set[float] = set()  # the first two
        self._latest, self._farthest = -math.inf, 0.0  # time so far; from 0, either way
        self._open, self._sheltered = Layer(self), Layer(self)
        self._ends = Heap(self._end_key)  # of the sheltered

    def see(self, time: float, size: float, importance: float, write: int, text: str) -> None:  # type: ignore[override]
        self._tick += 1
        self._now, self._new_importance = time, importance
        if time != self._latest:
            if time > self._latest:
                self._latest = time
            if abs(time) > self._farthest:
                self._farthest = abs(time)

    def admit(self, id: int, size: float) -> None:
        self._until[id] = self._now + self._protection
        self.restore(id, size)

    def drop(self, id: int) -> None:
        if id in self._ends.ids:
            self._ends.remove(id)
            self._sheltered.remove(id)
        else:
            self._open.remove(id)

    def restore(self, id: int, size: float) -> None:
        self._write(id, 0)
        self._open.ranked.add(id)

    def victim(self, newcomer: int | None) -> int:
        id, sheltered = self._first()
        if newcomer is not None and (sheltered or self._now >= self._now + self._protection):
            self._write(newcomer, 0)
            self._until[newcomer] = self._now + self._protection
            id = min(id, newcomer, key=self._order)
        if id != newcomer:
            self.drop(id)
        self._told.extend(self._numbers(id))
        return id

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        importance, recency, boost = self._numbers_of(gone)
        terms = {"importance": importance, "recency": recency} | ({"boost": boost} if boost != 1 else {})
        score, text = math.prod(terms.values()), f"the lowest score: {say_terms(terms, ' × ')}"
        if score <= self._floor:
            return f"{text}, at the floor {say(self._floor)}, and the longest unused there", terms
        return f"{text} = {say(score)}", terms

    def _first(self) -> tuple[int, bool]:
        """Who of the residents goes first by the bank's order, and whether all are protected."""
        if self._now < self._latest:
            id = min(self._open.ids() | self._sheltered.ids(), key=self._order)
            return id, self._now < self._until[id]
        while (end := self._ends.top()) and end[0] <= self._now:
            self._join(end[-1])
        layer, near = self._open, self._sift(self._open)
        if sheltered := not (near or layer.floored.ids):
            layer, near = self._sheltered, self._sift(self._sheltered)
        if floored := layer.floored.top():
            return floored[-1], sheltered
        return near[0] if len(near) == 1 else min(near, key=self._order), sheltered

    def _sift(self, layer: Layer) -> list[int]:
        """Those that may have the lowest score above the floor.

        Whoever has come down to it sinks, and rises once used again. Newcomers stand among the open: most are
        no longer protected when they come to the top, the others are sheltered then.
        """
        ranked, floored, near, now = layer.ranked, layer.floored, list[int](), self._now
        while floored.ids and self._score(id := floored.top()[-1]) > self._floor:  # type: ignore[index]
            layer.rise(id)
        bound = floor = self._level(self._bottom, now)
        alike = len(self._weights) == 1  # those stand in their order for certain
        while (top := ranked.top()) and (top[0] <= bound or not (near or floored.ids)):
            id = top[-1]
            if layer is self._open and self._until[id] > now:
                ranked.pop()
                self._ends.add(id)
                self._sheltered.ranked.add(id)
                continue
            if top[0] <= floor and self._score(id) <= self._floor:
                layer.sink(id)
                continue
            near.append(id)
            if not alike and (level := self._level(top[0])) > bound:
                bound = level
            if ranked.second()[0] > bound:
                break
            ranked.pop()
        for id in near:
            if id not in ranked.ids:
                ranked.add(id)
        return near

    def _level(self, level: float, time: float = 0.0) -> float:
        """What stands higher is higher for certain, whatever was rounded."""
        level += self._decay * time
        return level + ROUNDING * (10 + abs(level) + 2 * self._decay * self._farthest)

    def _join(self, id: int) -> None:
        self.drop(id)
        self._open.ranked.add(id)

    def _write(self, id: int, count: int) -> None:
        self._last[id], self._importance[id], self._touched[id] = self._now, self._new_importance, self._tick
        weight = 10 * self._new_importance * self._boosts[id]
        self._logs[id] = _log(weight)
        if len(self._weights) < 2:
            self._weights.add(weight)

    def _order(self, id: int) -> tuple:
        """The bank's key."""
        score = max(self._score(id), self._floor)
        return (self._now < self._until[id], score, self._last[id], self._touched[id])

    def _score(self, id: int) -> float:
        grade, recency, boost = self._numbers(id)
        return grade * recency * boost

    def _numbers(self, id: int) -> tuple[float, float, float]:
        age = max(self._now - self._last[id], 0.0)
        return 10 * self._importance[id], math.exp(-self._decay * age), self._boosts[id]

    def _key(self, id: int) -> tuple:
        last = self._last[id]
        return (self._logs[id] + self._decay * last, last, self._touched[id], id)

    def _floor_key(self, id: int) -> tuple:
        return (self._last[id], self._touched[id], id)

    def _end_key(self, id: int) -> tuple:
        return (self._until[id], id)


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf
