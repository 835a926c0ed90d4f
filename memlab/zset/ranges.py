"""The three kinds of range that sorted-set commands take: both bounds read first, then looked up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from memlab.zset.commands import encode
from memlab.zset.parse import integer, lex_limit, score_limit
from memlab.zset.ranked import Pair
from memlab.zset.scored_set import ScoredSet


class Range(ABC):
    """Bounds that were read without error, low <= … < high inside."""

    @abstractmethod
    def __init__(self, first: bytes, last: bytes, reverse: bool = False) -> None:
        """Where `reverse` turns the order, scores and members give the upper bound first."""

    @abstractmethod
    def span(self, zset: ScoredSet) -> tuple[int, int]:
        """The positions in the ascending order."""

    reverse: bool

    def pairs(self, zset: ScoredSet) -> Iterable[Pair]:
        """What is there, in the order that was asked for."""
        return zset.pairs(*self.span(zset), self.reverse)


class ByRank(Range):
    def __init__(self, first: bytes, last: bytes, reverse: bool = False) -> None:
        self.start, self.stop, self.reverse = integer(encode(first)), integer(encode(last)), reverse

    def span(self, zset: ScoredSet) -> tuple[int, int]:
        return zset.rank_span(self.start, self.stop, self.reverse)


class ByScore(Range):
    def __init__(self, first: bytes, last: bytes, reverse: bool = False) -> None:
        low, high = (last, first) if reverse else (first, last)
        self.low, self.high, self.reverse = score_limit(low, False), score_limit(high, True), reverse

    def span(self, zset: ScoredSet) -> tuple[int, int]:
        return zset.score_span(self.low, self.high)

    def pairs(self, zset: ScoredSet) -> Iterable[Pair]:
        return zset.between(self.low, self.high, self.reverse)


class ByLex(Range):
    def __init__(self, first: bytes, last: bytes, reverse: bool = False) -> None:
        low, high = (last, first) if reverse else (first, last)
        self.low, self.high, self.reverse = (
            lex_limit(encode(low), False),
            lex_limit(encode(high), True),
            reverse,
        )

    def span(self, zset: ScoredSet) -> tuple[int, int]:
        return zset.lex_span(self.low, self.high, self.reverse)


RANGES: dict[bytes | None, type[Range]] = {
    None: ByRank,
    b"BYRANK": ByRank,
    b"BYSCORE": ByScore,
    b"BYLEX": ByLex,
}
