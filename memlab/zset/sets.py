"""The set commands."""

from __future__ import annotations

from functools import partial
from typing import Any

from redis.exceptions import ResponseError

from memlab.zset import parse
from memlab.zset.commands import Words, command, register, register_readers, register_scan
from memlab.zset.keyspace import Keyspace, PlainSet
from memlab.zset.sorted_sets import MUST_BE_POSITIVE, sample_size


def _read(db: Keyspace, key: bytes) -> PlainSet:
    return db.get(key, PlainSet) or PlainSet()


@command("SADD", -3)
def sadd(db: Keyspace, words: Words) -> int:
    """SADD key member [member …]"""
    members = db.obtain(words[0], PlainSet)
    before = len(members)
    members.update(dict.fromkeys(words[1:]))
    if len(members) > before:
        db.changed(words[0])
    return len(members) - before


@command("SREM", -3)
def srem(db: Keyspace, words: Words) -> int:
    """SREM key member [member …]"""
    members = _read(db, words[0])
    gone = sum([members.pop(member, False) is None for member in words[1:]])
    if gone:
        db.shrunk(words[0])
    return gone


register_readers(
    PlainSet,
    {
        "SMEMBERS": (2, lambda members, words: list(members)),
        "SCARD": (2, lambda members, words: len(members)),
        "SISMEMBER": (3, lambda members, words: int(words[0] in members)),
        "SMISMEMBER": (-3, lambda members, words: [int(word in members) for word in words]),
    },
)
register_scan("SSCAN", PlainSet, list)


@command("SRANDMEMBER", -2)
def srandmember(db: Keyspace, words: Words) -> list[bytes] | bytes | None:
    """SRANDMEMBER key [count]"""
    if len(words) > 2:
        raise ResponseError(parse.SYNTAX)
    count = sample_size(words[1]) if len(words) == 2 else 1
    members = db.draw(list(_read(db, words[0])), count)
    if len(words) == 2:
        return members
    return members[0] if members else None


@command("SPOP", -2)
def spop(db: Keyspace, words: Words) -> list[bytes] | bytes | None:
    """SPOP key [count]"""
    if len(words) > 2:
        raise ResponseError(parse.SYNTAX)
    if len(words) == 2:
        parse.integer(words[1], MUST_BE_POSITIVE, low=0)
    chosen = srandmember(db, words)
    if chosen:
        srem(db, [words[0], *(chosen if isinstance(chosen, list) else [chosen])])
    return chosen


def algebra(operation: str, store: bool, db: Keyspace, words: Words) -> Any:
    """SUNION, SINTER, SDIFF [STORE destination] key [key …]"""
    first, *others = [_read(db, key) for key in words[store:]]
    if operation == "UNION":
        result = [member for members in (first, *others) for member in members]
    else:
        inside = operation == "INTER"
        result = [m for m in first if all((m in members) is inside for members in others)]
    found = PlainSet.fromkeys(result)
    if not store:
        return list(found)
    db.put(words[0], found)
    return len(found)


for _operation in ("UNION", "INTER", "DIFF"):
    register(f"S{_operation}", -2, partial(algebra, _operation, False))
    register(f"S{_operation}STORE", -3, partial(algebra, _operation, True))
