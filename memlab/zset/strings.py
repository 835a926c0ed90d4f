"""The string commands."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import Any

from redis.exceptions import ResponseError

from memlab.zset.commands import Words, command, register, register_readers
from memlab.zset.keyspace import Keyspace
from memlab.zset.parse import LONG_MAX, NOT_A_FLOAT, SYNTAX, integer, long_double_sum

# option -> (milliseconds in one unit, counted from now?)
UNITS = {b"EX": (1000, True), b"PX": (1, True), b"EXAT": (1000, False), b"PXAT": (1, False)}
OVERFLOW = "increment or decrement would overflow"


def deadline(db: Keyspace, text: bytes, unit: bytes, name: str, past: bool = False) -> int:
    """A duration or a point in time as a deadline in milliseconds; `past` allows one that has gone by."""
    scale, relative = UNITS[unit]
    value = integer(text) * scale
    base = db.now() if relative else 0
    if (value <= 0 and not past) or not -LONG_MAX <= value <= LONG_MAX - base:
        raise ResponseError(f"invalid expire time in '{name}' command")
    return value + base


@command("SET", -3)
def set_(db: Keyspace, words: Words) -> bytes | None:
    """SET key value [NX | XX] [GET] [EX s | PX ms | EXAT s | PXAT ms | KEEPTTL]"""
    key, value = words[:2]
    options = deque(words[2:])
    flags: set[bytes] = set()
    clock: tuple[bytes, bytes] | None = None
    while options:
        option = options.popleft().upper()
        if option in UNITS and options and (not clock or clock[0] == option) and b"KEEPTTL" not in flags:
            clock = option, options.popleft()
        elif option in (b"NX", b"XX", b"GET") or (option == b"KEEPTTL" and not clock):
            flags.add(option)
        else:
            raise ResponseError(SYNTAX)
    if {b"NX", b"XX"} <= flags:
        raise ResponseError(SYNTAX)
    ends = deadline(db, clock[1], clock[0], "set") if clock else None
    old = db.get(key, bytes) if b"GET" in flags else None
    refused = (b"NX" if db.peek(key) is not None else b"XX") in flags
    if not refused:
        db.put(key, value, db.deadlines.get(key) if b"KEEPTTL" in flags else ends)
    if b"GET" in flags:
        return old
    return None if refused else b"OK"


def setex(unit: bytes, name: str, db: Keyspace, words: Words) -> bytes:
    """SETEX, PSETEX key time value"""
    db.put(words[0], words[2], deadline(db, words[1], unit, name))
    return b"OK"


register("SETEX", 4, partial(setex, b"EX", "setex"))
register("PSETEX", 4, partial(setex, b"PX", "psetex"))


@command("SETNX", 3)
def setnx(db: Keyspace, words: Words) -> int:
    """SETNX key value"""
    return int(set_(db, [*words, b"NX"]) is not None)


@command("GET", 2)
def get(db: Keyspace, words: Words) -> bytes | None:
    """GET key"""
    return db.get(words[0], bytes)


@command("GETSET", 3)
def getset(db: Keyspace, words: Words) -> bytes | None:
    """GETSET key value"""
    return set_(db, [*words, b"GET"])


@command("GETDEL", 2)
def getdel(db: Keyspace, words: Words) -> bytes | None:
    """GETDEL key"""
    value = db.get(words[0], bytes)
    db.delete(words[0])
    return value


@command("MGET", -2)
def mget(db: Keyspace, words: Words) -> list[Any]:
    """MGET key [key …]"""
    values = [db.peek(key) for key in words]
    return [value if type(value) is bytes else None for value in values]


@command("MSET", -3)
def mset(db: Keyspace, words: Words) -> bytes:
    """MSET key value [key value …]"""
    if len(words) % 2:
        raise ResponseError("wrong number of arguments for 'mset' command")
    for key, value in zip(words[::2], words[1::2], strict=True):
        db.put(key, value)
    return b"OK"


def _replace(db: Keyspace, key: bytes, value: bytes) -> None:
    """Write a new value and keep the deadline."""
    db.put(key, value, db.deadlines.get(key))


def incr(sign: int, db: Keyspace, words: Words) -> int:
    """INCR, DECR, INCRBY, DECRBY key [amount]"""
    amount = integer(words[1]) if len(words) == 2 else 1
    if sign * amount > LONG_MAX:
        raise ResponseError("decrement would overflow")
    old = db.get(words[0], bytes)
    value = bounded_sum(b"0" if old is None else old, sign * amount)
    _replace(db, words[0], b"%d" % value)
    return value


def bounded_sum(old: bytes, amount: int, error: str = "value is not an integer or out of range") -> int:
    """A stored integer plus an amount, which must stay within 64 bits."""
    value = integer(old, error) + amount
    if not -LONG_MAX - 1 <= value <= LONG_MAX:
        raise ResponseError(OVERFLOW)
    return value


for _name, _arity, _sign in [("INCR", 2, 1), ("DECR", 2, -1), ("INCRBY", 3, 1), ("DECRBY", 3, -1)]:
    register(_name, _arity, partial(incr, _sign))


@command("INCRBYFLOAT", 3)
def incrbyfloat(db: Keyspace, words: Words) -> bytes:
    """INCRBYFLOAT key amount"""
    old = db.get(words[0], bytes)
    value = long_double_sum(b"0" if old is None else old, words[1], NOT_A_FLOAT)
    _replace(db, words[0], value)
    return value


@command("APPEND", 3)
def append(db: Keyspace, words: Words) -> int:
    """APPEND key value"""
    value = (db.get(words[0], bytes) or b"") + words[1]
    _replace(db, words[0], value)
    return len(value)


register_readers(bytes, {"STRLEN": (2, lambda value, words: len(value))})
