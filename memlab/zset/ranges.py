"""The range commands of sorted sets: both bounds are read first, then looked up.

Choices where servers differ: a negative LIMIT offset selects nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Any

from redis.exceptions import ResponseError

from memlab.zset.commands import Words, command, encode, register
from memlab.zset.keyspace import Keyspace
from memlab.zset.parse import LONG_MAX, SYNTAX, integer, lex_limit, score_limit
from memlab.zset.ranked import Pair
from memlab.zset.scored_set import ScoredSet
from memlab.zset.sorted_sets import cut, flat, read, store_pairs


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


def zrange(by: bytes | None, reverse: bool | None, db: Keyspace, words: Words, store: bool = False) -> Any:
    """ZRANGE key min max [BYSCORE | BYLEX] [REV] [LIMIT offset count] [WITHSCORES], and its older forms.

    `by` and `reverse` are what the older forms fix; None leaves them to options.
    """
    withscores, limit = False, None
    if len(words) > 3:
        by, reverse, withscores, limit = _options(by, reverse, [encode(word) for word in words[3:]], store)
    found = RANGES[by](words[1], words[2], bool(reverse)).pairs(read(db, encode(words[0])))
    if limit is not None:
        found = _limited(found, *limit)
    return found if store else flat(found, withscores)


def _options(
    by: bytes | None, reverse: bool | None, words: Words, store: bool
) -> tuple[bytes | None, bool | None, bool, tuple[int, int] | None]:
    withscores, limit, options = False, None, deque(words)
    while options:
        option = options.popleft().upper()
        if option == b"WITHSCORES" and not store:
            withscores = True
        elif option == b"LIMIT" and len(options) >= 2:
            limit = integer(options.popleft()), integer(options.popleft())
        elif option == b"REV" and reverse is None:
            reverse = True
        elif option in (b"BYLEX", b"BYSCORE") and by is None:
            by = option
        else:
            raise ResponseError(SYNTAX)
    if by in (None, b"BYRANK") and limit is not None and limit[1] != -1:
        raise ResponseError(f"{SYNTAX}, LIMIT is only supported in combination with either BYSCORE or BYLEX")
    if by == b"BYLEX" and withscores:
        raise ResponseError(f"{SYNTAX}, WITHSCORES not supported in combination with BYLEX")
    return by, reverse, withscores, limit if by in (b"BYSCORE", b"BYLEX") else None


def _limited(found: Iterable[Pair], offset: int, count: int) -> Iterable[Pair]:
    if offset < 0:
        return ()
    return islice(found, offset, None if count < 0 else min(offset + count, LONG_MAX))


for _name, _by, _reverse in [
    ("ZRANGE", None, None),
    ("ZREVRANGE", b"BYRANK", True),
    ("ZRANGEBYSCORE", b"BYSCORE", False),
    ("ZREVRANGEBYSCORE", b"BYSCORE", True),
    ("ZRANGEBYLEX", b"BYLEX", False),
    ("ZREVRANGEBYLEX", b"BYLEX", True),
]:
    register(_name, -4, partial(zrange, _by, _reverse), floats=True)


@command("ZRANGESTORE", -5)
def zrangestore(db: Keyspace, words: Words) -> int:
    """ZRANGESTORE destination source min max [BYSCORE | BYLEX] [REV] [LIMIT offset count]"""
    return store_pairs(db, words[0], zrange(None, None, db, words[1:], store=True))


def zcount(by: bytes, db: Keyspace, words: Words) -> int:
    """ZCOUNT, ZLEXCOUNT key min max"""
    start, stop = RANGES[by](words[1], words[2]).span(read(db, words[0]))
    return stop - start


def zremrange(by: bytes, db: Keyspace, words: Words) -> int:
    """ZREMRANGEBYRANK, …BYSCORE, …BYLEX key min max"""
    wanted = RANGES[by](words[1], words[2])
    zset = read(db, words[0])
    return len(cut(db, words[0], zset, wanted.span(zset)))


register("ZCOUNT", 4, partial(zcount, b"BYSCORE"))
register("ZLEXCOUNT", 4, partial(zcount, b"BYLEX"))
for _by in (b"BYRANK", b"BYSCORE", b"BYLEX"):
    register(f"ZREMRANGE{_by.decode()}", 4, partial(zremrange, _by))
