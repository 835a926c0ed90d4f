"""The sorted-set commands, as in Redis 7.0 (and ZRANK … WITHSCORE as from 7.2).

Choices where servers differ: -0 is stored as 0, a negative LIMIT offset selects nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from redis.exceptions import ResponseError

from memlab.zset.commands import Words, command, encode, register, register_readers, register_scan
from memlab.zset.keyspace import Keyspace
from memlab.zset.parse import LONG_MAX, SYNTAX, integer, number, score_text
from memlab.zset.ranked import Pair
from memlab.zset.scored_set import ScoredSet

EMPTY = ScoredSet()  # stands for a missing key where nothing is written
MUST_BE_POSITIVE = "value is out of range, must be positive"


def read(db: Keyspace, key: bytes) -> ScoredSet:
    zset = db.get(key, ScoredSet)
    return EMPTY if zset is None else zset


def flat(pairs: Iterable[Pair], withscores: bool = True) -> list[bytes]:
    if not withscores:
        return [member for _, member in pairs]
    reply: list[bytes] = []
    for score, member in pairs:
        reply += member, score_text(score)
    return reply


def store_pairs(db: Keyspace, key: bytes, pairs: Iterable[Pair]) -> int:
    zset = ScoredSet((member, score) for score, member in pairs)
    db.put(key, zset)
    return len(zset)


def cut(db: Keyspace, key: bytes, zset: ScoredSet, span: tuple[int, int]) -> list[Pair]:
    gone = zset.cut(*span)
    if gone:
        db.shrunk(key)
    return gone


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
    zset = read(db, words[0])
    gone = sum([zset.remove(member) for member in words[1:]])
    if gone:
        db.shrunk(words[0])
    return gone


def _score(zset: ScoredSet, member: bytes) -> bytes | None:
    score = zset.score(member)
    return None if score is None else score_text(score)


def zrank(reverse: bool, db: Keyspace, words: Words) -> Any:
    """ZRANK key member [WITHSCORE]"""
    if len(words) > 3:
        raise ResponseError(f"wrong number of arguments for '{'zrevrank' if reverse else 'zrank'}' command")
    if len(words) == 3 and words[2].upper() != b"WITHSCORE":
        raise ResponseError(SYNTAX)
    zset = read(db, words[0])
    rank = zset.rank(words[1], reverse)
    if rank is None or len(words) == 2:
        return rank
    return [rank, _score(zset, words[1])]


register("ZRANK", -3, partial(zrank, False))
register("ZREVRANK", -3, partial(zrank, True))


# -- popping, sampling, scanning -------------------------------------------------------------------------


def _pop(db: Keyspace, key: bytes, zset: ScoredSet, count: int, greatest: bool) -> list[Pair]:
    size = len(zset)
    count = min(count, size)
    if not greatest:
        return cut(db, key, zset, (0, count))
    return cut(db, key, zset, (size - count, size))[::-1]


def zpop(greatest: bool, db: Keyspace, words: Words) -> list[bytes]:
    """ZPOPMIN, ZPOPMAX key [count]"""
    if len(words) > 2:
        raise ResponseError(SYNTAX)
    count = integer(words[1], MUST_BE_POSITIVE, low=0) if len(words) == 2 else 1
    return flat(_pop(db, words[0], read(db, words[0]), count, greatest))


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
        zset = read(db, words[0])
        return _sample(db, zset, 1)[0][1] if zset else None
    count = sample_size(words[1])
    if len(words) > 3 or (len(words) == 3 and words[2].upper() != b"WITHSCORES"):
        raise ResponseError(SYNTAX)
    if abs(count) > LONG_MAX // 2 and len(words) == 3:
        raise ResponseError("value is out of range")
    zset = read(db, words[0])
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


register_readers(
    ScoredSet,
    {
        "ZCARD": (2, lambda zset, words: len(zset)),
        "ZSCORE": (3, lambda zset, words: _score(zset, words[0])),
        "ZMSCORE": (-3, lambda zset, words: [_score(zset, member) for member in words]),
    },
)
register_scan("ZSCAN", ScoredSet, lambda zset: flat(zset.pairs(0, len(zset))), row=2)
