"""The client's own side: what it accepts, how it looks, what a seed fixes."""

from __future__ import annotations

import pytest
import redis

from memlab.zset import EmulatedRedis


@pytest.mark.parametrize("word", [None, True, ["a"], {"a": 1}, object()])
def test_a_word_that_redis_py_would_not_send_is_a_data_error(word):
    client = EmulatedRedis()
    for call in (
        lambda: client.execute_command("ZADD", "z", "1", word),
        lambda: client.execute_command("ZADD", "z", word, "a"),
        lambda: client.execute_command(word, "z"),
        lambda: client.set("k", word),
        lambda: client.zrange(word, 0, -1),
    ):
        with pytest.raises(redis.DataError):
            call()
    assert client.dbsize() == 0


@pytest.mark.parametrize(
    "text", ["nan", "1_000", " 1", "1 ", "١", "", "1e400", "1e-400", "0x", "one", "--1", "1.0.0"]
)
def test_what_is_no_score_in_c_is_refused_and_nothing_is_written(text):
    client = EmulatedRedis()
    with pytest.raises(redis.ResponseError, match="value is not a valid float"):
        client.execute_command("ZADD", "z", "1", "a", text, "b")
    assert client.exists("z") == 0


@pytest.mark.parametrize(
    "text, score",
    [
        ("0x10", b"16"),
        ("0X1P-1", b"0.5"),
        ("-.5e1", b"-5"),
        ("+Infinity", b"inf"),
        ("5e-324", b"4.9406564584124654e-324"),
    ],
)
def test_what_is_a_score_in_c_is_one_here(text, score):
    client = EmulatedRedis()
    client.execute_command("ZADD", "z", text, "a")
    assert client.execute_command("ZSCORE", "z", "a") == score


def test_floats_as_arguments_mean_the_same_as_their_text():
    client = EmulatedRedis()
    client.zadd("z", {"a": 0.1, 2.5: 1.5})
    assert client.zrangebyscore("z", 0.1, 1.5) == [b"a", b"2.5"]
    assert client.zscore("z", 2.5) == 1.5 and client.zrange(2.5, 0, -1) == []
    with pytest.raises(redis.ResponseError, match="not an integer"):
        client.zrange("z", 0.5, 1)
    with pytest.raises(redis.ResponseError, match="not valid string range item"):
        client.zrangebylex("z", 0.5, "+")
    with pytest.raises(redis.ResponseError, match="min or max is not a float"):
        client.zrangebyscore("z", float("nan"), 1)


def test_replies_decode_on_demand():
    plain, decoded = EmulatedRedis(), EmulatedRedis(decode_responses=True)
    for client in (plain, decoded):
        client.set("k", "花生")
    assert plain.get("k") == "花生".encode() and decoded.get("k") == "花生"
    assert plain.execute_command("MGET", "k", "no") == ["花生".encode(), None]
    assert decoded.execute_command("MGET", "k", "no") == ["花生", None]


def test_a_seed_fixes_what_is_drawn():
    def draw(seed):
        client = EmulatedRedis(seed=seed)
        client.zadd("z", {f"m{i}": i for i in range(50)})
        client.sadd("s", *range(50))
        return (
            client.zrandmember("z", 10),
            client.srandmember("s", 10),
            client.execute_command("SPOP", "s", 10),
        )

    assert draw(1) == draw(1) != draw(2)


def test_a_count_that_no_memory_holds_is_refused():
    client = EmulatedRedis()
    client.zadd("z", {"a": 1})
    client.sadd("s", "a")
    for command in ("ZRANDMEMBER", "z"), ("SRANDMEMBER", "s"):
        with pytest.raises(redis.ResponseError, match="value is out of range"):
            client.execute_command(*command, "-9223372036854775800")


def test_it_shows_itself_without_an_address_and_lists_its_methods():
    with EmulatedRedis() as client:
        client.set("k", "v")
        assert repr(client) == "EmulatedRedis(1 keys)"
        assert {"zadd", "pipeline", "execute_command", "transaction"} <= set(dir(client))
        with pytest.raises(AttributeError):
            client.no_such_method()
        with pytest.raises(redis.ResponseError, match="unknown command 'GEOADD'"):
            client.geoadd("k", (1, 2, "a"))
