"""Pipelines, WATCH/MULTI/EXEC and `transaction`, on EmulatedRedis and on a real server alike."""

from __future__ import annotations

import threading

import pytest
import redis

from memlab.zset import EmulatedRedis


@pytest.fixture(params=["emulated", "real"])
def client(request):
    if request.param == "emulated":
        yield EmulatedRedis(decode_responses=True)
        return
    port = request.getfixturevalue("server_port")
    with redis.Redis(port=port, decode_responses=True, protocol=2) as real:
        real.flushall()
        yield real


@pytest.fixture(params=["emulated", "real"])
def raw(request):
    if request.param == "emulated":
        yield EmulatedRedis(decode_responses=True)
        return
    port = request.getfixturevalue("server_port")
    with redis.Redis(port=port, decode_responses=True, protocol=2, single_connection_client=True) as real:
        real.response_callbacks.clear()
        real.flushall()
        yield real


@pytest.mark.parametrize("transaction", [True, False])
def test_a_pipeline_returns_the_replies_in_order(client, transaction):
    with client.pipeline(transaction=transaction) as pipe:
        assert pipe.zadd("z", {"a": 1, "b": 2}) is pipe
        pipe.zrange("z", 0, -1, withscores=True).zscore("z", "b").set("k", "v", ex=10).hgetall("none")
        assert len(pipe) == 5 and client.exists("z") == 0
        assert pipe.execute() == [2, [("a", 1.0), ("b", 2.0)], 2.0, True, {}]
        assert pipe.execute() == []


@pytest.mark.parametrize("transaction", [True, False])
def test_an_error_while_running_stops_nothing_and_is_raised_at_the_end(client, transaction):
    pipe = client.pipeline(transaction=transaction)
    pipe.set("k", "v").zadd("k", {"a": 1}).set("after", "1")
    with pytest.raises(
        redis.ResponseError, match=r"Command # 2 \(ZADD k 1 a\) of pipeline caused error: WRONG"
    ):
        pipe.execute()
    assert client.get("after") == "1"
    pipe.zadd("k", {"a": 1}).get("k")
    first, second = pipe.execute(raise_on_error=False)
    assert isinstance(first, redis.ResponseError) and second == "v"


def test_a_command_that_cannot_be_queued_aborts_the_whole_transaction(client):
    pipe = client.pipeline()
    pipe.set("k", "v").execute_command("ZADD", "k")
    with pytest.raises(redis.ResponseError, match="wrong number of arguments for 'zadd' command"):
        pipe.execute()
    assert client.get("k") is None


def test_a_word_that_cannot_be_sent_stops_a_pipeline_before_it_begins(client):
    pipe = client.pipeline()
    pipe.set("k", "v").set("k", None)
    with pytest.raises(redis.DataError):
        pipe.execute()
    assert client.get("k") is None


CHANGES = [
    lambda r: r.zadd("z", {"b": 1}),
    lambda r: r.zrem("z", "a"),
    lambda r: r.zpopmin("z"),
    lambda r: r.delete("z"),
    lambda r: r.rename("z", "other"),
    lambda r: r.rename("text", "z"),
    lambda r: r.expire("z", 100),
    lambda r: r.set("z", "v"),
    lambda r: r.flushall(),
    lambda r: r.zunionstore("z", ["z"]),
    lambda r: r.zremrangebyrank("z", 0, 0),
    lambda r: r.zincrby("z", 1, "a"),
]
NO_CHANGES = [
    lambda r: r.zadd("z", {"a": 1}),
    lambda r: r.zadd("other", {"a": 1}),
    lambda r: r.zrem("z", "absent"),
    lambda r: r.zrange("z", 0, -1),
    lambda r: r.zremrangebyscore("z", 5, 6),
    lambda r: r.zadd("z", {"a": 0}, gt=True),
    lambda r: r.persist("z"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_watched_key_that_changes_makes_exec_fail(client, change):
    client.zadd("z", {"a": 1})
    client.set("text", "v")
    with client.pipeline() as pipe:
        pipe.watch("z")
        assert pipe.zscore("z", "a") == 1.0  # at once, until multi()
        change(client)
        pipe.multi()
        pipe.set("done", "1")
        with pytest.raises(redis.WatchError):
            pipe.execute()
    assert client.get("done") is None


@pytest.mark.parametrize("look", NO_CHANGES)
def test_a_watched_key_that_stays_the_same_lets_exec_through(client, look):
    client.zadd("z", {"a": 1})
    with client.pipeline() as pipe:
        pipe.watch("z")
        look(client)
        pipe.multi()
        pipe.set("done", "1")
        assert pipe.execute() == [True]


def test_unwatch_and_reset_forget_what_was_watched(client):
    with client.pipeline() as pipe:
        for forget in (pipe.unwatch, pipe.reset):
            pipe.watch("k")
            client.set("k", forget.__name__)
            forget()
            pipe.set("done", forget.__name__)
            assert pipe.execute() == [True]


def test_transaction_tries_again_until_nobody_interferes(client):
    client.set("n", "1")
    tries = []

    def double(pipe):
        value = int(pipe.get("n"))
        tries.append(value)
        if len(tries) < 3:
            client.incr("n")
        pipe.multi()
        pipe.set("n", 2 * value)
        return value

    assert client.transaction(double, "n") == [True]
    assert tries == [1, 2, 3] and client.get("n") == "6"
    assert client.transaction(double, "n", value_from_callable=True) == 6


def replies(client, *commands):
    out = []
    for command in commands:
        try:
            out.append(client.execute_command(*command.split()))
        except redis.ResponseError as error:
            out.append(f"{type(error).__name__}: {error}")
    return out


def test_raw_multi_and_exec(raw):
    assert replies(
        raw, "EXEC", "DISCARD", "MULTI", "MULTI", "WATCH k", "SET k 1", "GET k", "UNWATCH", "EXEC"
    ) == [
        "ResponseError: EXEC without MULTI",
        "ResponseError: DISCARD without MULTI",
        "OK",
        "ResponseError: MULTI calls can not be nested",
        "ResponseError: WATCH inside MULTI is not allowed",
        "QUEUED",
        "QUEUED",
        "QUEUED",
        ["OK", "1", "OK"],
    ]
    assert replies(raw, "MULTI", "SET k 2", "DISCARD", "GET k") == ["OK", "QUEUED", "OK", "1"]
    assert replies(raw, "MULTI", "GET", "SET k 2", "EXEC", "GET k") == [
        "OK",
        "ResponseError: wrong number of arguments for 'get' command",
        "QUEUED",
        "ExecAbortError: Transaction discarded because of previous errors.",
        "1",
    ]
    assert replies(raw, "WATCH k", "SET k 3", "MULTI", "SET k 4", "EXEC", "GET k") == [
        "OK", "OK", "OK", "QUEUED", None, "3",
    ]  # fmt: skip
    *_, (first, second) = replies(raw, "MULTI", "ZADD k 1 a", "GET k", "EXEC")
    assert isinstance(first, redis.ResponseError) and second == "3"


def test_an_unknown_command_says_so(raw):
    with pytest.raises(
        redis.ResponseError, match="unknown command 'frobnicate', with args beginning with: 'a' 'b'"
    ):
        raw.execute_command("frobnicate", "a", "b")


def test_threads_share_one_client():
    client = EmulatedRedis()

    def work(number):
        for step in range(200):
            client.zincrby("sum", 1, "all")
            client.zadd("z", {f"{number}-{step}": step})
            client.transaction(lambda pipe: pipe.multi() or pipe.incr("n"), "n")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert client.zscore("sum", "all") == client.zcard("z") == int(client.get("n")) == 800
