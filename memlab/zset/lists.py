"""The few list commands that an append-only log needs."""

from __future__ import annotations

from functools import partial

from redis.exceptions import ResponseError

from memlab.zset.commands import Words, command, register, register_readers
from memlab.zset.keyspace import Keyspace
from memlab.zset.parse import integer
from memlab.zset.sorted_sets import MUST_BE_POSITIVE


def _read(db: Keyspace, key: bytes) -> list[bytes]:
    return db.get(key, list) or []


def _part(db: Keyspace, words: Words) -> tuple[list[bytes], slice]:
    start, stop = integer(words[1]), integer(words[2])
    values = _read(db, words[0])
    size = len(values)
    start, stop = start + size if start < 0 else start, stop + size if stop < 0 else stop
    return values, slice(max(start, 0), max(stop + 1, 0))


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
    if len(words) > 2:
        raise ResponseError(f"wrong number of arguments for '{'l' if left else 'r'}pop' command")
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


register_readers(list, {"LLEN": (2, lambda values, words: len(values))})


@command("LRANGE", 4)
def lrange(db: Keyspace, words: Words) -> list[bytes]:
    """LRANGE key start stop"""
    values, part = _part(db, words)
    return values[part]


@command("LTRIM", 4)
def ltrim(db: Keyspace, words: Words) -> bytes:
    """LTRIM key start stop"""
    values, part = _part(db, words)
    values[:] = values[part]
    if words[0] in db.values:
        db.shrunk(words[0])
    return b"OK"
