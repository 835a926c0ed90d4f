"""redis-py's methods: the same call returns the same value from EmulatedRedis and from a real server."""

from __future__ import annotations

import pytest
import redis

from memlab.zset import EmulatedRedis

START = [
    lambda r: r.zadd("z", {"a": 1, "b": 2.5, "c": 2.5, "d": float("inf")}),
    lambda r: r.zadd("y", {"a": 0, "b": 0, "é": 0}),
    lambda r: r.sadd("plain", "a", "b", "x"),
    lambda r: r.set("text", "10"),
    lambda r: r.hset("hash", mapping={"f": "1", "g": "x"}),
    lambda r: r.rpush("list", "1", "2", "3"),
]
CALLS = """
r.zadd("z", {"a": 5, "new": 1})
r.zadd("z", {"a": 0.1}, xx=True, gt=True, ch=True)
r.zadd("z", {"a": 0.5}, incr=True)
r.zadd("z", {"q": 0.5}, incr=True, xx=True)
r.zadd("z", {"a": -3}, lt=True, ch=True)
r.zadd("z", {"a": 3}, nx=True)
r.zadd("z", {b"\\xff": 1, 7: 2, 1.5: 3})
r.zcard("z")
r.zcount("z", 1, "(2.5")
r.zcount("z", "-inf", "+inf")
r.zdiff(["z", "y"])
r.zdiff(["z", "y"], withscores=True)
r.zdiffstore("out", ["z", "y"])
r.zincrby("z", 0.1, "a")
r.zinter(["z", "y"])
r.zinter({"z": 2, "y": 3}, aggregate="MAX", withscores=True)
r.zintercard(2, ["z", "y"], limit=1)
r.zinterstore("out", {"z": 2, "plain": 1}, aggregate="SUM")
r.zlexcount("y", "[a", "(é")
r.zmpop(2, ["absent", "z"], min=True, count=2)
r.zmpop(1, ["absent"], max=True)
r.zmscore("z", ["a", "absent", "d"])
r.zpopmax("z")
r.zpopmin("z", 2)
r.zpopmin("absent")
r.zrange("z", 0, -1)
r.zrange("z", 0, -1, withscores=True)
r.zrange("z", 0, 1, desc=True, withscores=True, score_cast_func=str)
r.zrange("z", "(1", "+inf", byscore=True, offset=1, num=1)
r.zrange("y", "[b", "+", bylex=True)
r.zrangebylex("y", "-", "(b")
r.zrangebyscore("z", 1, 2.5)
r.zrangebyscore("z", "-inf", "(inf", start=1, num=5, withscores=True)
r.zrangestore("out", "z", 0, 1)
r.zrank("z", "c")
r.zrank("z", "absent")
r.zrevrank("z", "a")
r.zrem("z", "a", "absent")
r.zremrangebylex("y", "-", "[b")
r.zremrangebyrank("z", 0, 1)
r.zremrangebyscore("z", 2, 3)
r.zrevrange("z", 0, -1, withscores=True)
r.zrevrangebylex("y", "+", "(a")
r.zrevrangebyscore("z", "+inf", 2, withscores=True)
r.zscan("z")
r.zscan("z", match="[ab]", count=10)
list(r.zscan_iter("z"))
r.zscore("z", "b")
r.zscore("z", "absent")
r.zunion(["z", "y"], withscores=True)
r.zunion({"z": 1, "y": 0.5})
r.zunionstore("out", ["z", "y", "plain"], aggregate="MIN")
r.zrandmember("absent")
r.zrandmember("absent", 2)
len(r.zrandmember("z", 3, withscores=True))
r.get("text")
r.get("absent")
r.set("text", 2, ex=10)
r.set("text", 2, nx=True)
r.set("text", 2, get=True)
r.set("text", 2, px=100000, keepttl=False)
r.setex("text", 10, "v")
r.setnx("absent", "v")
r.getdel("text")
r.getset("text", 1)
r.incr("text", 5)
r.incrbyfloat("text", 0.1)
r.decr("text")
r.mget("text", "absent", "z")
r.mset({"a": 1, "b": 2})
r.append("text", "x")
r.strlen("text")
r.hset("hash", "h", 1)
r.hset("hash", mapping={"h": 1, "i": 2.5})
r.hsetnx("hash", "f", 1)
r.hget("hash", "f")
r.hmget("hash", ["f", "absent"])
r.hgetall("hash")
r.hgetall("absent")
r.hdel("hash", "f", "absent")
r.hexists("hash", "f")
r.hlen("hash")
r.hkeys("hash")
r.hvals("hash")
r.hincrby("hash", "f", 2)
r.hincrbyfloat("hash", "f", 0.5)
r.hscan("hash")
dict(r.hscan_iter("hash"))
r.sadd("plain", "a", "new")
r.srem("plain", "a")
r.smembers("plain")
r.smembers("absent")
r.sismember("plain", "a")
r.smismember("plain", ["a", "q"])
r.scard("plain")
r.sinter("plain", "plain")
r.sunion("plain", "absent")
r.sdiff("plain", "absent")
r.sdiffstore("out", "plain", "absent")
len(r.spop("plain", 2))
r.spop("absent")
r.srandmember("absent")
sorted(r.sscan("plain")[1])
r.lpush("list", "0")
r.rpop("list")
r.lpop("list", 2)
r.lrange("list", 0, -1)
r.ltrim("list", 0, 1)
r.llen("list")
r.delete("z", "absent")
r.unlink("z")
r.exists("z", "z", "absent")
r.type("z")
r.type("absent")
sorted(r.keys("?"))
sorted(r.scan_iter(match="*e*"))
sorted(r.scan(_type="zset")[1])
r.rename("z", "zz")
r.renamenx("z", "y")
r.expire("z", 10)
r.expire("z", 10, xx=True)
r.expireat("z", 4000000000)
r.pexpire("z", 10000)
r.ttl("z")
r.ttl("absent")
r.pttl("z")
(r.expireat("z", 4000000000), r.expiretime("z"), r.pexpiretime("z"))
r.persist("z")
r.touch("z", "y")
r.dbsize()
r.flushdb()
r.flushall()
r.ping()
r.echo("hello")
[type(part) for part in r.time()]
r.zadd("text", {"a": 1})
r.get("z")
r.zrange("z", "x", 1)
r.zadd("z", {"a": "abc"})
r.zadd("z", {"a": float("nan")})
r.zadd("z", {"a": None})
r.zadd("z", {"a": 1}, gt=True, nx=True)
r.zadd("z", {})
r.set("text", None)
r.set("text", True)
r.zrem("z", ["a"])
r.sadd("plain", {"a": 1})
r.rename("absent", "z")
r.incr("hash")
r.setex("text", 0, "v")
r.zpopmin("z", -1)
r.hset("hash", mapping={})
""".strip().splitlines()


SCORES_STAY_BYTES = ("r.zdiff(", "r.zmpop(", "score_cast_func=")
"""Where redis-py's default client, from 8 on, hands out bytes for a score even if it decodes responses."""


def outcome(client, call):
    """What a call returns or raises; the text of a DataError is redis-py's or that of its C packer."""
    try:
        return eval(call, {"r": client})
    except redis.DataError as error:
        return type(error)
    except redis.RedisError as error:
        return type(error), str(error)


@pytest.fixture(scope="module", params=[True, False], ids=["str", "bytes"])
def decode_responses(request):
    return request.param


@pytest.fixture(scope="module", params=[{}, {"protocol": 2}], ids=["default", "RESP2"])
def server(request, server_port, decode_responses):
    with redis.Redis(port=server_port, decode_responses=decode_responses, **request.param) as client:
        yield client


@pytest.mark.filterwarnings("ignore:Call to deprecated:DeprecationWarning")
@pytest.mark.parametrize("call", CALLS)
def test_a_method_returns_what_a_real_server_makes_it_return(server, decode_responses, call):
    ours = EmulatedRedis(decode_responses=decode_responses)
    for client in (server, ours):
        client.flushall()
        for begin in START:
            begin(client)
    mine, theirs = outcome(ours, call), outcome(server, call)
    if decode_responses and any(part in call for part in SCORES_STAY_BYTES):
        mine, theirs = repr(mine).replace("b'", "'"), repr(theirs).replace("b'", "'").replace('"', "")
    assert (mine, type(mine)) == (theirs, type(theirs))
