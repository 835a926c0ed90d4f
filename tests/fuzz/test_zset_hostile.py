"""Hostile words for the embedded Redis: a reply or a redis error, in time and memory, as a server has it.

MEMLAB_FUZZ=20 tries twenty times as many.
"""

from __future__ import annotations

import random

import pytest
import redis
from memlab_attacks import seconds, steep
from memlab_hostile import BYTES, FUZZ, VALUES

from memlab.zset import EmulatedRedis
from memlab.zset.commands import TABLE
from memlab.zset.parse import glob

REFUSED = (redis.ResponseError, redis.DataError)
LOOSE = (
    "SCAN",
    "RANDMEMBER",
    "TIME",
    "SPOP",
    "KEYS",
    "MEMBERS",
    "INTER",
    "UNION",
    "DIFF",
    "HGETALL",
    "HKEYS",
)
WORDS = [
    *(
        "z",
        "s",
        "h",
        "l",
        "t",
        "0",
        "1",
        "-1",
        "2",
        "+inf",
        "-inf",
        "(1",
        "[a",
        "-",
        "+",
        "nx",
        "XX",
        "GT",
        "ch",
    ),
    *("WITHSCORES", "limit", "LIMIT", "COUNT", "MATCH", "*", "BYSCORE", "rev", "WEIGHTS", "AGGREGATE", "sum"),
    *("9223372036854775807", "-9223372036854775808", "1e308", "0x10", "EX", "KEEPTTL", b"\xff\0", "", 10**30),
]


def filled() -> EmulatedRedis:
    r = EmulatedRedis(seed=1)
    r.zadd("z", {"a": 1, "b": 2, "c": 2})
    r.sadd("s", "a", "b")
    r.hset("h", "a", "1")
    r.rpush("l", "1", "2")
    r.set("t", "10")
    return r


def commands(most: int, words: list) -> list[list]:
    drawn = random.Random(5)
    names = [*TABLE, "multi", "EXEC", "WATCH", "nope"]
    return [[drawn.choice(names), *drawn.choices(words, k=drawn.randrange(7))] for _ in range(most)]


def test_words_of_every_kind():
    r = filled()
    for n, command in enumerate(commands(4_000 * FUZZ, [*WORDS, *VALUES, *BYTES, "\ud800", 10**5000])):
        try:
            reply = r.execute_command(*command)
        except REFUSED as told:
            assert str(told).strip() or command[1:], command
        else:
            assert reply is None or isinstance(reply, (int, bytes, list)), command
        if n % 50 == 0:
            r = filled()


@pytest.mark.parametrize("name", [None, [], 1.5, b"\xff", "", "x" * 10**6, "\ud800", True])
def test_names_of_every_kind(name):
    with pytest.raises(REFUSED) as told:
        EmulatedRedis().execute_command(name, "a" * 10**6)
    assert len(str(told.value)) < 1_000
    with pytest.raises(redis.DataError):
        EmulatedRedis().execute_command()


def test_what_would_take_all_memory_or_time_is_refused_or_quick():
    r = filled()
    for command in (
        ["ZRANDMEMBER", "z", -(10**12)],
        ["INCRBYFLOAT", "t", "1." + "1" * 9_000],
        ["KEYS", "*" * 100_000],
        ["FOO", "x" * 10**6],
    ):
        with pytest.raises(redis.ResponseError):
            r.execute_command(*command)
    assert r.execute_command("INCRBYFLOAT", "t", "0e999999999") == b"10"
    assert r.execute_command("ZRANGEBYSCORE", "z", "-inf", "inf", "LIMIT", 2**62, 2**62) == []
    many = ["NX"] * 300_000
    assert seconds(lambda: r.execute_command("SET", "new", "v", *many), 5) < 5


def test_stars_do_not_go_back():
    for pattern in (b"*a" * 30 + b"*b", b"*" * 99, b"a*" * 99, b"*?a*?b"):
        assert not steep(lambda n: b"a" * n, glob(pattern).fullmatch, 2_000)
    assert glob(b"*a*b").fullmatch(b"xaab") and not glob(b"*a*b").fullmatch(b"ab ")
    assert not glob(b"a*a").fullmatch(b"a") and glob(b"**").fullmatch(b"")


def test_odd_words_get_the_replies_of_a_server(redis_url):
    server = redis.Redis.from_url(redis_url)
    server.response_callbacks.clear()
    ours = filled()
    server.flushall()
    server.zadd("z", {"a": 1, "b": 2, "c": 2})
    server.sadd("s", "a", "b")
    server.hset("h", "a", "1")
    server.rpush("l", "1", "2")
    server.set("t", "10")
    fixed = [n for n in TABLE if not any(part in n for part in (*LOOSE, "EXPIRE", "TTL", "SETEX", "HVALS"))]
    drawn = random.Random(9)
    for _ in range(1_500 * FUZZ):
        command = [drawn.choice(fixed), *drawn.choices(WORDS, k=drawn.randrange(1, 6))]
        replies = []
        for client in (ours, server):
            try:
                replies.append(plain(client.execute_command(*command)))
            except REFUSED:
                replies.append("refused")
        if "refused" not in replies:
            assert replies[0] == replies[1], command


def plain(reply):
    """Neither stores the sign of 0."""
    if isinstance(reply, list):
        return [plain(item) for item in reply]
    return b"0" if reply == b"-0" else reply
