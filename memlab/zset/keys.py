"""The commands about keys, deadlines and the server itself."""

from __future__ import annotations

from functools import partial
from typing import Any

from redis.exceptions import ResponseError

from memlab.zset import parse
from memlab.zset.commands import Words, command, register
from memlab.zset.keyspace import TYPE_NAMES, Keyspace, scan_options, sweep
from memlab.zset.strings import deadline


def delete(db: Keyspace, words: Words) -> int:
    """DEL, UNLINK key [key …]"""
    return sum([db.peek(key) is not None and db.delete(key) for key in words])


def exists(db: Keyspace, words: Words) -> int:
    """EXISTS, TOUCH key [key …]"""
    return sum([db.peek(key) is not None for key in words])


for _name, _run in [("DEL", delete), ("UNLINK", delete), ("EXISTS", exists), ("TOUCH", exists)]:
    register(_name, -2, _run)


@command("TYPE", 2)
def type_(db: Keyspace, words: Words) -> bytes:
    """TYPE key"""
    value = db.peek(words[0])
    return b"none" if value is None else TYPE_NAMES[type(value)]


@command("KEYS", 2)
def keys(db: Keyspace, words: Words) -> list[bytes]:
    """KEYS pattern"""
    wanted = parse.glob(words[0]).fullmatch
    return [key for key in db.live_keys() if wanted(key)]


@command("SCAN", -2)
def scan(db: Keyspace, words: Words) -> list[Any]:
    """SCAN cursor [MATCH pattern] [COUNT count] [TYPE type]"""
    parse.cursor(words[0])
    types: list[bytes] = []
    pattern = scan_options(words[1:], types)
    found = [key for key in db.live_keys() if not types or type_(db, [key]) == types[-1].lower()]
    return sweep(found, [b"MATCH", pattern] if pattern is not None else [])


def rename(unless_there: bool, db: Keyspace, words: Words) -> int | bytes:
    """RENAME, RENAMENX key newkey"""
    old, new = words
    value = db.peek(old)
    if value is None:
        raise ResponseError("no such key")
    taken = db.peek(new) is not None
    if old != new and not (unless_there and taken):
        ends = db.deadlines.get(old)
        db.delete(old)
        db.put(new, value, ends)
    return int(not taken) if unless_there else b"OK"


register("RENAME", 3, partial(rename, False))
register("RENAMENX", 3, partial(rename, True))


# -- deadlines -------------------------------------------------------------------------------------------


def expire(unit: bytes, name: str, db: Keyspace, words: Words) -> int:
    """EXPIRE, PEXPIRE, EXPIREAT, PEXPIREAT key time [NX | XX | GT | LT]"""
    flags = _expire_flags(words[2:])
    new = deadline(db, words[1], unit, name, past=True)
    if db.peek(words[0]) is None:
        return 0
    old = db.deadlines.get(words[0])
    refused = {
        b"NX": old is not None,
        b"XX": old is None,
        b"GT": old is None or new <= old,
        b"LT": old is not None and new >= old,
    }
    if any(refused[flag] for flag in flags):
        return 0
    if new <= db.now():
        db.delete(words[0])
    else:
        db.expire_at(words[0], new)
    return 1


def _expire_flags(words: Words) -> set[bytes]:
    for word in words:
        if word.upper() not in (b"NX", b"XX", b"GT", b"LT"):
            raise ResponseError(f"Unsupported option {word.decode(errors='replace')}")
    flags = {word.upper() for word in words}
    if b"NX" in flags and len(flags) > 1:
        raise ResponseError("NX and XX, GT or LT options at the same time are not compatible")
    if {b"GT", b"LT"} <= flags:
        raise ResponseError("GT and LT options at the same time are not compatible")
    return flags


for _name, _unit in [("EXPIRE", b"EX"), ("PEXPIRE", b"PX"), ("EXPIREAT", b"EXAT"), ("PEXPIREAT", b"PXAT")]:
    register(_name, -3, partial(expire, _unit, _name.lower()))


def ttl(scale: int, absolute: bool, db: Keyspace, words: Words) -> int:
    """TTL, PTTL, EXPIRETIME, PEXPIRETIME key"""
    if db.peek(words[0]) is None:
        return -2
    ends = db.deadlines.get(words[0])
    if ends is None:
        return -1
    return (ends - (0 if absolute else db.now()) + scale // 2) // scale  # Redis rounds to the nearest


for _name, _scale, _absolute in [
    ("TTL", 1000, False),
    ("PTTL", 1, False),
    ("EXPIRETIME", 1000, True),
    ("PEXPIRETIME", 1, True),
]:
    register(_name, 2, partial(ttl, _scale, _absolute))


@command("PERSIST", 2)
def persist(db: Keyspace, words: Words) -> int:
    """PERSIST key"""
    if db.peek(words[0]) is None or words[0] not in db.deadlines:
        return 0
    db.expire_at(words[0], None)
    return 1


# -- the server ------------------------------------------------------------------------------------------


@command("DBSIZE", 1)
def dbsize(db: Keyspace, words: Words) -> int:
    """DBSIZE"""
    return len(db.live_keys())


def flush(db: Keyspace, words: Words) -> bytes:
    """FLUSHDB, FLUSHALL [ASYNC | SYNC]"""
    if len(words) > 1 or (words and words[0].upper() not in (b"ASYNC", b"SYNC")):
        raise ResponseError(parse.SYNTAX)
    for key in db.live_keys():
        db.delete(key)
    return b"OK"


register("FLUSHDB", -1, flush)
register("FLUSHALL", -1, flush)


@command("PING", -1)
def ping(db: Keyspace, words: Words) -> bytes:
    """PING [message]"""
    if len(words) > 1:
        raise ResponseError("wrong number of arguments for 'ping' command")
    return words[0] if words else b"PONG"


@command("ECHO", 2)
def echo(db: Keyspace, words: Words) -> bytes:
    """ECHO message"""
    return words[0]


@command("TIME", 1)
def time(db: Keyspace, words: Words) -> list[bytes]:
    """TIME"""
    seconds, micros = divmod(round(db.clock() * 1_000_000), 1_000_000)
    return [b"%d" % seconds, b"%d" % micros]
