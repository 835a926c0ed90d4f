"""Deadlines by an injected clock."""

from __future__ import annotations

import pytest
import redis

from memlab.zset import EmulatedRedis


class Clock:
    def __init__(self, now=1_700_000_000.0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def client(clock):
    return EmulatedRedis(decode_responses=True, clock=clock)


@pytest.mark.parametrize(
    "write",
    [
        lambda r: r.set("k", "v", ex=10),
        lambda r: r.set("k", "v", px=10_000),
        lambda r: r.set("k", "v", exat=1_700_000_010),
        lambda r: r.set("k", "v", pxat=1_700_000_010_000),
        lambda r: r.execute_command("SETEX", "k", "10", "v"),
        lambda r: r.zadd("k", {"a": 1}) and r.expire("k", 10),
        lambda r: r.hset("k", "f", "v") and r.pexpire("k", 10_000),
        lambda r: r.sadd("k", "a") and r.expireat("k", 1_700_000_010),
        lambda r: r.rpush("k", "a") and r.pexpireat("k", 1_700_000_010_000),
    ],
)
def test_a_key_is_there_until_its_deadline_and_gone_at_it(client, clock, write):
    write(client)
    assert (client.ttl("k"), client.pttl("k")) == (10, 10_000)
    assert (client.expiretime("k"), client.pexpiretime("k")) == (1_700_000_010, 1_700_000_010_000)
    clock.now += 9.999
    assert client.exists("k") == 1 and client.pttl("k") == 1
    clock.now += 0.001
    assert client.dbsize() == 0 and client.keys() == [] and client.scan()[1] == []
    assert client.type("k") == "none" and client.ttl("k") == -2 and client.get("k") is None


def test_what_keeps_a_deadline_and_what_lifts_it(client):
    client.set("k", "1", ex=10)
    client.incr("k")
    client.append("k", "0")
    client.set("k", "5", keepttl=True)
    client.rename("k", "moved")
    assert client.ttl("moved") == 10
    client.set("moved", "6")
    assert client.ttl("moved") == -1
    client.expire("moved", 10)
    assert client.persist("moved") == 1 and client.ttl("moved") == -1 and client.persist("moved") == 0


def test_conditions_on_a_new_deadline(client):
    client.set("k", "v")
    assert client.expire("k", 10, xx=True) == 0 and client.expire("k", 10, gt=True) == 0
    assert client.expire("k", 10, nx=True) == 1 and client.expire("k", 20, nx=True) == 0
    assert client.expire("k", 20, lt=True) == 0 and client.expire("k", 20, gt=True) == 1
    assert client.ttl("k") == 20
    with pytest.raises(redis.ResponseError, match="NX and XX, GT or LT options at the same time"):
        client.execute_command("EXPIRE", "k", "1", "NX", "GT")


def test_a_deadline_in_the_past_deletes(client):
    client.zadd("k", {"a": 1})
    assert client.expire("k", -1) == 1 and client.exists("k") == 0


@pytest.mark.parametrize("time", ["0", "-1", "9223372036854775807", "x", "1.5"])
def test_a_lifetime_that_is_none_changes_nothing(client, time):
    client.set("k", "old")
    with pytest.raises(redis.ResponseError, match=r"invalid expire time in .set. command|not an integer"):
        client.execute_command("SET", "k", "new", "EX", time)
    assert client.get("k") == "old" and client.ttl("k") == -1


def test_a_watched_key_that_expires_makes_exec_fail(client, clock):
    client.set("k", "v", ex=10)
    with client.pipeline() as pipe:
        pipe.watch("k")
        clock.now += 10
        pipe.multi()
        pipe.set("done", "1")
        with pytest.raises(redis.WatchError):
            pipe.execute()


def test_time_is_the_clock(client, clock):
    clock.now = 12.25
    assert client.time() == (12, 250_000)
