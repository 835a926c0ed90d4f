"""The score as a sorted set keeps it: by forward decay or by sweeping.

Forward: what is kept is ln(weight) + λ · (t − epoch), written once; the score at any later time is
e^(kept − λ · (now − epoch)). One λ for all, so the order never changes and nothing is swept. The epoch is the
tenant's first write: ten years on, at a half-life of half an hour, a score still has ten right digits.

Sweep: what is kept is the score at the last sweep. Each sweep rewrites all, and each write sweeps first:
whatever is written between two sweeps would else be decayed for time before it was there.
"""

from __future__ import annotations

import math
import random

from memlab.bank.books import Books
from memlab.bank.errors import OtherRules
from memlab.bank.item import MemoryItem
from memlab.bank.log import Candidate
from memlab.bank.scoring import Settings, recency
from memlab.bank.tables import Sorted

RULE = ("decay_mode", "decay", "boost", "jitter", "seed")  # the settings by which a score is kept


class Scale:
    """Kept scores of one tenant's open books, as of `now`."""

    def __init__(self, settings: Settings, books: Books, now: float) -> None:
        self._settings, self._books, self._now = settings, books, now
        self._forward = settings.decay_mode == "forward"
        self._check_rule()

    def _check_rule(self) -> None:
        """Scores that were kept by two rules have no common order."""
        mine, meta = {name: getattr(self._settings, name) for name in RULE}, self._books.meta
        if meta.setdefault("rule", mine) != mine:
            raise OtherRules(
                f"settings: {mine}, allowed are {meta['rule']}, which wrote this tenant's memories: "
                "use those, or another tenant"
            )
        meta.setdefault("epoch", self._now)
        meta.setdefault("swept_at", self._now)

    def weight(self, item: MemoryItem, pinned: bool) -> float:
        """The score at age 0. The jitter follows from seed and write, so every process finds the same."""
        weight = item.importance * (self._settings.boost if pinned else 1.0)
        if self._settings.jitter:
            weight += self._settings.jitter * random.Random(f"{self._settings.seed} {item.seq}").random()
        return weight

    def kept(self, weight: float) -> float:
        """What to keep for a memory written now."""
        if not self._forward:  # a sweep of a later time than this has been: to that it is decayed, too
            return weight * recency(self._books.meta["swept_at"] - self._now, self._settings.decay)
        return math.log(weight) + self._settings.decay * (self._now - self._books.meta["epoch"])

    def unpinned(self, item: MemoryItem, kept: float) -> float:
        """What to keep for a memory that lost its boost: the same age, less weight."""
        ratio = self.weight(item, False) / self.weight(item, True)
        return kept + math.log(ratio) if self._forward else kept * ratio

    def sweep(self) -> int:
        """Multiply every kept score by the decay since the last sweep, not below the floor; how many."""
        if self._forward:
            return 0
        swept, last = 0, self._books.meta["swept_at"]
        factor = recency(self._now - last, self._settings.decay)
        for scores, floor in ((self._books.hot, self._settings.floor), (self._books.pinned, 0.0)):
            for id, kept in scores.everything().items():
                scores.put(id, max(floor, kept * factor))
                swept += 1
        self._books.meta["swept_at"] = max(last, self._now)
        self._books.next_seq()
        return swept

    def ranked(self, scores: Sorted) -> tuple[Candidate, ...]:
        """The hot or the pinned in the order in which they would go: protected ones last, then by score."""
        kept, pinned = scores.everything(), scores is self._books.pinned
        items = self._books.items.many(kept)
        shelter = {} if pinned else self._books.protected.everything()
        candidates = [
            self._candidate(items[id], self._level(kept[id]), pinned, shelter.get(id, self._now) > self._now)
            for id in kept
        ]
        return tuple(sorted(candidates, key=lambda c: c.key))

    def _candidate(self, item: MemoryItem, level: float, pinned: bool, protected: bool) -> Candidate:
        """Key (protected, ln score, id); terms are the score's factors, at the floor the floor alone."""
        weight, floor = self.weight(item, pinned), 0.0 if pinned else self._settings.floor
        level = min(level, math.log(weight))  # a write of the future counts as age 0
        if level <= _log(floor):
            return Candidate(item.id, (protected, _log(floor), item.id), {"floor": floor})
        boost = self._settings.boost if pinned else 1.0
        terms = {"importance": item.importance, "recency": math.exp(level - math.log(weight)), "boost": boost}
        if self._settings.jitter:
            terms["jitter"] = weight / (item.importance * boost)
        return Candidate(item.id, (protected, level, item.id), terms)

    def _level(self, kept: float) -> float:
        """ln(score now). In logarithms no age is so great that two scores underflow to one."""
        if self._forward:
            return kept - self._settings.decay * (self._now - self._books.meta["epoch"])
        return _log(kept) - self._settings.decay * (self._now - self._books.meta["swept_at"])


def _log(value: float) -> float:
    return math.log(value) if value > 0 else -math.inf
