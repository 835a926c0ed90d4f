"""The hash commands."""

from __future__ import annotations

import math
from itertools import chain

from redis.exceptions import ResponseError

from memlab.zset import parse
from memlab.zset.commands import Words, command, register_readers, register_scan
from memlab.zset.keyspace import Keyspace
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


def _items(fields: dict[bytes, bytes]) -> list[bytes]:
    return list(chain.from_iterable(fields.items()))


register_readers(
    dict,
    {
        "HGET": (3, lambda fields, words: fields.get(words[0])),
        "HMGET": (-3, lambda fields, words: [fields.get(field) for field in words]),
        "HGETALL": (2, lambda fields, words: _items(fields)),
        "HKEYS": (2, lambda fields, words: list(fields)),
        "HVALS": (2, lambda fields, words: list(fields.values())),
        "HLEN": (2, lambda fields, words: len(fields)),
        "HEXISTS": (3, lambda fields, words: int(words[0] in fields)),
    },
)
register_scan("HSCAN", dict, _items, row=2)


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
