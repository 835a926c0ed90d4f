"""The hash commands."""

from __future__ import annotations

import math
from itertools import chain
from typing import Any

from redis.exceptions import ResponseError

from memlab.zset import parse
from memlab.zset.commands import Words, command
from memlab.zset.keyspace import Keyspace, sweep
from memlab.zset.strings import bounded_sum


def _read(db: Keyspace, key: bytes) -> dict[bytes, bytes]:
    return db.get(key, dict) or {}


@command("HSET", -4)
def hset(db: Keyspace, words: Words) -> int:
    """HSET key field value [field value …]"""
    if len(words) % 2 == 0:
        raise ResponseError("wrong number of arguments for 'hset' command")
    fields = db.obtain(words[0], dict)
    before = len(fields)
    fields.update(zip(words[1::2], words[2::2], strict=True))
    db.changed(words[0])
    return len(fields) - before


@command("HSETNX", 4)
def hsetnx(db: Keyspace, words: Words) -> int:
    """HSETNX key field value"""
    return 0 if words[1] in _read(db, words[0]) else hset(db, words)


@command("HGET", 3)
def hget(db: Keyspace, words: Words) -> bytes | None:
    """HGET key field"""
    return _read(db, words[0]).get(words[1])


@command("HMGET", -3)
def hmget(db: Keyspace, words: Words) -> list[bytes | None]:
    """HMGET key field [field …]"""
    fields = _read(db, words[0])
    return [fields.get(field) for field in words[1:]]


@command("HGETALL", 2)
def hgetall(db: Keyspace, words: Words) -> list[bytes]:
    """HGETALL key"""
    return list(chain.from_iterable(_read(db, words[0]).items()))


@command("HKEYS", 2)
def hkeys(db: Keyspace, words: Words) -> list[bytes]:
    """HKEYS key"""
    return list(_read(db, words[0]))


@command("HVALS", 2)
def hvals(db: Keyspace, words: Words) -> list[bytes]:
    """HVALS key"""
    return list(_read(db, words[0]).values())


@command("HLEN", 2)
def hlen(db: Keyspace, words: Words) -> int:
    """HLEN key"""
    return len(_read(db, words[0]))


@command("HEXISTS", 3)
def hexists(db: Keyspace, words: Words) -> int:
    """HEXISTS key field"""
    return int(words[1] in _read(db, words[0]))


@command("HDEL", -3)
def hdel(db: Keyspace, words: Words) -> int:
    """HDEL key field [field …]"""
    fields = _read(db, words[0])
    gone = sum([fields.pop(field, None) is not None for field in words[1:]])
    if gone:
        db.shrunk(words[0])
    return gone


@command("HINCRBY", 4)
def hincrby(db: Keyspace, words: Words) -> int:
    """HINCRBY key field amount"""
    key, field, amount = words[0], words[1], parse.integer(words[2])
    value = bounded_sum(_read(db, key).get(field, b"0"), amount, "hash value is not an integer")
    hset(db, [key, field, b"%d" % value])
    return value


@command("HINCRBYFLOAT", 4)
def hincrbyfloat(db: Keyspace, words: Words) -> bytes:
    """HINCRBYFLOAT key field amount"""
    if math.isinf(parse.number(words[2])):
        raise ResponseError("value is NaN or Infinity")
    old = _read(db, words[0]).get(words[1], b"0")
    value = parse.long_double_sum(old, words[2], "hash value is not a float")
    hset(db, [*words[:2], value])
    return value


@command("HSCAN", -3)
def hscan(db: Keyspace, words: Words) -> list[Any]:
    """HSCAN key cursor [MATCH pattern] [COUNT count]"""
    parse.cursor(words[1])
    found = hgetall(db, words)
    return sweep(found, words[2:], row=2) if found else [b"0", []]
