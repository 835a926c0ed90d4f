"""The few list commands that an append-only log needs."""

from __future__ import annotations

from functools import partial

from memlab.zset.commands import Words, command, register
from memlab.zset.keyspace import Keyspace
from memlab.zset.parse import integer
from memlab.zset.sorted_sets import MUST_BE_POSITIVE


def _read(db: Keyspace, key: bytes) -> list[bytes]:
    return db.get(key, list) or []


def _span(words: Words, size: int) -> slice:
    start, stop = integer(words[1]), integer(words[2])
    return slice(
        max(start + size if start < 0 else start, 0), max((stop + size if stop < 0 else stop) + 1, 0)
    )


def push(left: bool, db: Keyspace, words: Words) -> int:
    """LPUSH, RPUSH key value [value …]"""
    values = db.obtain(words[0], list)
    if left:
        values[:0] = words[:0:-1]
    else:
        values += words[1:]
    db.changed(words[0])
    return len(values)


def pop(left: bool, db: Keyspace, words: Words) -> list[bytes] | bytes | None:
    """LPOP, RPOP key [count]"""
    count = integer(words[1], MUST_BE_POSITIVE, low=0) if len(words) == 2 else 1
    values = _read(db, words[0])
    if not values:
        return None
    gone = values[:count] if left else values[: -count - 1 : -1]
    values[:] = values[count:] if left else values[: max(len(values) - count, 0)]
    if gone:
        db.shrunk(words[0])
    return gone if len(words) == 2 else gone[0]


for _end in ("L", "R"):
    register(f"{_end}PUSH", -3, partial(push, _end == "L"))
    register(f"{_end}POP", -2, partial(pop, _end == "L"))


@command("LLEN", 2)
def llen(db: Keyspace, words: Words) -> int:
    """LLEN key"""
    return len(_read(db, words[0]))


@command("LRANGE", 4)
def lrange(db: Keyspace, words: Words) -> list[bytes]:
    """LRANGE key start stop"""
    span = _span(words, llen(db, words))
    return _read(db, words[0])[span]


@command("LTRIM", 4)
def ltrim(db: Keyspace, words: Words) -> bytes:
    """LTRIM key start stop"""
    values = _read(db, words[0])
    values[:] = values[_span(words, len(values))]
    if words[0] in db.values:
        db.shrunk(words[0])
    return b"OK"
