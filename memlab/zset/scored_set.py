"""ScoredSet: a dict and a sorted list of pairs."""

from __future__ import annotations

from collections.abc import Iterable

from sortedcontainers import SortedList

from memlab.zset.ranked import Pair, RankedMembers, Scored


class ScoredSet(RankedMembers):
    """A sorted set on sortedcontainers: score lookups in O(1), everything ordered in O(log n).

    >>> s = ScoredSet([("order", 7), ("weather", 1), ("allergy", 10)])
    >>> s.rank("order"), s.score("allergy"), len(s)
    (1, 10.0, 3)
    >>> s.range_by_score(5)
    [(b'order', 7.0), (b'allergy', 10.0)]
    >>> s.pop_min()
    [(b'weather', 1.0)]
    """

    def __init__(self, pairs: Iterable[tuple[bytes | str, float]] = ()) -> None:
        self._order = SortedList()
        self._insert, self._discard = self._order.add, self._order.remove
        self.place = self._order.bisect_left
        super().__init__(pairs)

    def pairs(self, start: int, stop: int, reverse: bool = False) -> Iterable[Pair]:
        """The (score, member) pairs at positions start … stop - 1 of the ascending order."""
        return self._order.islice(start, stop, reverse)

    def between(self, low: float | None, high: float | None, reverse: bool = False) -> Iterable[Pair]:
        """The pairs of low <= score < high: no positions need to be worked out."""
        if low is None:
            return ()
        return self._order.irange((low,), None if high is None else (high,), (True, False), reverse)

    def cut(self, start: int, stop: int) -> list[Pair]:
        """Remove the pairs at positions start … stop - 1 and return them in ascending order."""
        if stop - start == 1:  # popping one by one is the common case, and the list has a short way for it
            pair = self._order.pop(start)
            del self._scores[pair[1]]
            return [pair]
        gone = self._order[start:stop]
        del self._order[start:stop]
        for _, member in gone:
            del self._scores[member]
        return gone

    def pop_min(self, count: int = 1) -> Scored:
        """Remove and return the `count` first (member, score). O(count · log n)."""
        if count != 1 or not self._scores:
            return super().pop_min(count)
        score, member = self._order.pop(0)  # the common case, without a slice
        del self._scores[member]
        return [(member, score)]

    def _check(self) -> None:
        super()._check()
        self._order._check()
