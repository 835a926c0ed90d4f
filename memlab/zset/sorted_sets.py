"""The sorted-set commands, as in Redis 7.0 (and ZRANK … WITHSCORE as from 7.2).

Choices where servers differ: -0 is stored as 0, a negative LIMIT offset selects nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Any

from redis.exceptions import ResponseError

from memlab.zset import parse
from memlab.zset.commands import Words, command, encode, register
from memlab.zset.keyspace import Keyspace, sweep
from memlab.zset.parse import LONG_MAX, SYNTAX, integer, number, score_text
from memlab.zset.ranges import RANGES
from memlab.zset.ranked import Pair
from memlab.zset.scored_set import ScoredSet

EMPTY = ScoredSet()  # stands for a missing key where nothing is written
MUST_BE_POSITIVE = "value is out of range, must be positive"


def _read(db: Keyspace, key: bytes) -> ScoredSet:
    zset = db.get(key, ScoredSet)
    return EMPTY if zset is None else zset


def flat(pairs: Iterable[Pair], withscores: bool = True) -> list[bytes]:
    if not withscores:
        return [member for _, member in pairs]
    reply: list[bytes] = []
    for score, member in pairs:
        reply += member, score_text(score)
    return reply


# -- writing and single members --------------------------------------------------------------------------

ZADD_FLAGS = {b"NX", b"XX", b"GT", b"LT", b"CH", b"INCR"}


@command("ZADD", -4, floats=True)
def zadd(db: Keyspace, words: Words) -> int | bytes | None:
    """ZADD key [NX | XX] [GT | LT] [CH] [INCR] score member [score member …]"""
    if len(words) == 3 and not _is_flag(words[1]):  # one pair, the common call: a short way
        return _add_one(db, encode(words[0]), number(words[1]), encode(words[2]))
    words = [encode(word) for word in words]
    flags = set()
    at = 1
    while at < len(words) and _is_flag(words[at]):
        flags.add(words[at].upper())
        at += 1
    scores, members = words[at::2], words[at + 1 :: 2]
    if not scores or len(scores) != len(members):
        raise ResponseError(SYNTAX)
    if flags:
        _check_flags(flags, len(scores))
    return _add(db, words[0], flags, [number(score) for score in scores], members)


def _is_flag(word: bytes | float) -> bool:
    return type(word) is bytes and word.upper() in ZADD_FLAGS


def _add_one(db: Keyspace, key: bytes, score: float, member: bytes) -> int:
    zset = db.get(key, ScoredSet)
    if zset is None:
        zset = db.values[key] = ScoredSet()
    done = zset.put(member, score)
    if done:
        db.changed(key)
    return 1 if done == "added" else 0


def _check_flags(flags: set[bytes], pairs: int) -> None:
    if {b"NX", b"XX"} <= flags:
        raise ResponseError("XX and NX options at the same time are not compatible")
    if len(flags & {b"GT", b"LT", b"NX"}) > 1:
        raise ResponseError("GT, LT, and/or NX options at the same time are not compatible")
    if b"INCR" in flags and pairs > 1:
        raise ResponseError("INCR option supports a single increment-element pair")


def _add(
    db: Keyspace, key: bytes, flags: set[bytes], scores: list[float], members: Words
) -> int | bytes | None:
    zset = db.get(key, ScoredSet)
    if zset is None:
        if b"XX" in flags:
            return None if b"INCR" in flags else 0
        zset = db.values[key] = ScoredSet()
    done = []
    new: float | None = None
    for score, member in zip(scores, members, strict=True):
        old = zset.score(member) if flags else None
        new = _allowed(flags, old, score) if flags else score
        if new is not None:
            done.append(zset.put(member, new))
    added, moved = done.count("added"), done.count("moved")
    if added or moved:
        db.changed(key)
    if b"INCR" in flags:
        return None if new is None else score_text(new)
    return added + moved if b"CH" in flags else added


def _allowed(flags: set[bytes], old: float | None, score: float) -> float | None:
    """The score to store, None if the flags forbid it."""
    if old is None:
        return None if b"XX" in flags else score
    if b"NX" in flags:
        return None
    new = old + score if b"INCR" in flags else score
    if new != new:
        raise ResponseError("resulting score is not a number (NaN)")
    if (b"GT" in flags and new <= old) or (b"LT" in flags and new >= old):
        return None
    return new


@command("ZINCRBY", 4)
def zincrby(db: Keyspace, words: Words) -> int | bytes | None:
    """ZINCRBY key increment member"""
    return _add(db, words[0], {b"INCR"}, [number(words[1])], words[2:])


@command("ZREM", -3)
def zrem(db: Keyspace, words: Words) -> int:
    """ZREM key member [member …]"""
    zset = _read(db, words[0])
    gone = sum([zset.remove(member) for member in words[1:]])
    if gone:
        db.shrunk(words[0])
    return gone


@command("ZCARD", 2)
def zcard(db: Keyspace, words: Words) -> int:
    """ZCARD key"""
    return len(_read(db, words[0]))


@command("ZMSCORE", -3)
def zmscore(db: Keyspace, words: Words) -> list[bytes | None]:
    """ZMSCORE key member [member …]"""
    zset = _read(db, words[0])
    scores = map(zset.score, words[1:])
    return [None if score is None else score_text(score) for score in scores]


@command("ZSCORE", 3)
def zscore(db: Keyspace, words: Words) -> bytes | None:
    """ZSCORE key member"""
    return zmscore(db, words)[0]


def zrank(reverse: bool, db: Keyspace, words: Words) -> Any:
    """ZRANK key member [WITHSCORE]"""
    if len(words) > 3:
        raise ResponseError(f"wrong number of arguments for '{'zrevrank' if reverse else 'zrank'}' command")
    if len(words) == 3 and words[2].upper() != b"WITHSCORE":
        raise ResponseError(SYNTAX)
    zset = _read(db, words[0])
    rank = zset.rank(words[1], reverse)
    if rank is None or len(words) == 2:
        return rank
    return [rank, zscore(db, words[:2])]


register("ZRANK", -3, partial(zrank, False))
register("ZREVRANK", -3, partial(zrank, True))


# -- ranges: parse both bounds, find the span of positions, use it ---------------------------------------


def zrange(by: bytes | None, reverse: bool | None, db: Keyspace, words: Words, store: bool = False) -> Any:
    """ZRANGE key min max [BYSCORE | BYLEX] [REV] [LIMIT offset count] [WITHSCORES], and its older forms.

    `by` and `reverse` are what the older forms fix; None leaves them to options.
    """
    withscores, limit = False, None
    if len(words) > 3:
        by, reverse, withscores, limit = _options(by, reverse, [encode(word) for word in words[3:]], store)
    found = RANGES[by](words[1], words[2], bool(reverse)).pairs(_read(db, encode(words[0])))
    if limit is not None:
        found = _limited(found, *limit)
    return found if store else flat(found, withscores)


def _options(
    by: bytes | None, reverse: bool | None, options: Words, store: bool
) -> tuple[bytes | None, bool | None, bool, tuple[int, int] | None]:
    withscores, limit = False, None
    while options:
        option = options.pop(0).upper()
        if option == b"WITHSCORES" and not store:
            withscores = True
        elif option == b"LIMIT" and len(options) >= 2:
            limit = integer(options.pop(0)), integer(options.pop(0))
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


def store_pairs(db: Keyspace, key: bytes, pairs: Iterable[Pair]) -> int:
    zset = ScoredSet((member, score) for score, member in pairs)
    db.put(key, zset)
    return len(zset)


def zcount(by: bytes, db: Keyspace, words: Words) -> int:
    """ZCOUNT, ZLEXCOUNT key min max"""
    start, stop = RANGES[by](words[1], words[2]).span(_read(db, words[0]))
    return stop - start


def zremrange(by: bytes, db: Keyspace, words: Words) -> int:
    """ZREMRANGEBYRANK, …BYSCORE, …BYLEX key min max"""
    wanted = RANGES[by](words[1], words[2])
    zset = _read(db, words[0])
    return len(_cut(db, words[0], zset, wanted.span(zset)))


def _cut(db: Keyspace, key: bytes, zset: ScoredSet, span: tuple[int, int]) -> list[Pair]:
    gone = zset.cut(*span)
    if gone:
        db.shrunk(key)
    return gone


register("ZCOUNT", 4, partial(zcount, b"BYSCORE"))
register("ZLEXCOUNT", 4, partial(zcount, b"BYLEX"))
for _by in (b"BYRANK", b"BYSCORE", b"BYLEX"):
    register(f"ZREMRANGE{_by.decode()}", 4, partial(zremrange, _by))


# -- popping, sampling, scanning -------------------------------------------------------------------------


def _pop(db: Keyspace, key: bytes, zset: ScoredSet, count: int, greatest: bool) -> list[Pair]:
    size = len(zset)
    count = min(count, size)
    if not greatest:
        return _cut(db, key, zset, (0, count))
    return _cut(db, key, zset, (size - count, size))[::-1]


def zpop(greatest: bool, db: Keyspace, words: Words) -> list[bytes]:
    """ZPOPMIN, ZPOPMAX key [count]"""
    if len(words) > 2:
        raise ResponseError(SYNTAX)
    count = integer(words[1], MUST_BE_POSITIVE, low=0) if len(words) == 2 else 1
    return flat(_pop(db, words[0], _read(db, words[0]), count, greatest))


register("ZPOPMIN", -2, partial(zpop, False))
register("ZPOPMAX", -2, partial(zpop, True))


@command("ZMPOP", -4)
def zmpop(db: Keyspace, words: Words) -> list[Any] | None:
    """ZMPOP numkeys key [key …] MIN | MAX [COUNT count]"""
    keys, options = keys_and_options(words, integer(words[0], "numkeys should be greater than 0", low=1))
    if not options or (end := options[0].upper()) not in (b"MIN", b"MAX"):
        raise ResponseError(SYNTAX)
    count, rest = 0, options[1:]
    while rest:
        if rest[0].upper() != b"COUNT" or len(rest) < 2 or count:
            raise ResponseError(SYNTAX)
        count, rest = integer(rest[1], "count should be greater than 0", low=1), rest[2:]
    for key in keys:
        if zset := db.get(key, ScoredSet):
            pairs = _pop(db, key, zset, count or 1, end == b"MAX")
            return [key, [[member, score_text(score)] for score, member in pairs]]
    return None


def keys_and_options(words: Words, numkeys: int) -> tuple[Words, Words]:
    """The keys after a numkeys, and the options after them."""
    if numkeys > len(words) - 1:
        raise ResponseError(SYNTAX)
    return words[1 : numkeys + 1], words[numkeys + 1 :]


@command("ZRANDMEMBER", -2)
def zrandmember(db: Keyspace, words: Words) -> list[bytes] | bytes | None:
    """ZRANDMEMBER key [count [WITHSCORES]]"""
    if len(words) == 1:
        zset = _read(db, words[0])
        return _sample(db, zset, 1)[0][1] if zset else None
    count = sample_size(words[1])
    if len(words) > 3 or (len(words) == 3 and words[2].upper() != b"WITHSCORES"):
        raise ResponseError(SYNTAX)
    if abs(count) > LONG_MAX // 2 and len(words) == 3:
        raise ResponseError("value is out of range")
    zset = _read(db, words[0])
    return flat(_sample(db, zset, count), len(words) == 3) if zset else []


def sample_size(text: bytes) -> int:
    """A count of …RANDMEMBER: negative asks for repeats."""
    count = integer(text)
    if count < -LONG_MAX:
        raise ResponseError(f"value is out of range, value must between {-LONG_MAX} and {LONG_MAX}")
    return count


def _sample(db: Keyspace, zset: ScoredSet, count: int) -> list[Pair]:
    places = db.draw(range(len(zset)), count)
    return [next(iter(zset.pairs(place, place + 1))) for place in places]


@command("ZSCAN", -3)
def zscan(db: Keyspace, words: Words) -> list[Any]:
    """ZSCAN key cursor [MATCH pattern] [COUNT count]"""
    parse.cursor(words[1])
    zset = db.get(words[0], ScoredSet)
    return sweep(flat(zset.pairs(0, len(zset))), words[2:], row=2) if zset else [b"0", []]
