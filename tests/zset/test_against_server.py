"""Drawn commands, sent to a real redis-server and to EmulatedRedis: the raw replies are the same."""

from __future__ import annotations

import pytest
import redis
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from memlab.zset import EmulatedRedis

NUMBERS = ["0", "1", "2", "-1", "1.5", "1e3", "3.3", "inf", "-inf", "+inf", "0x10", "5e-324", "-0", "17.25"]
NO_NUMBERS = [
    "nan",
    "",
    "1_0",
    " 1",
    "1 ",
    "abc",
    "1e400",
    "1e-400",
    "0x",
    "(1",
    "١",
    "--1",
    "1,5",
    "infinit",
]
INTEGERS = ["0", "1", "2", "3", "10", "-1", "-2", "-3", "-10"]
NO_INTEGERS = ["1.5", "+1", "01", "", "-0", "9223372036854775808", "-9223372036854775809", " 1", "x"]
KINDS = {
    "key": ["z", "z", "z", "y", "x", "plain", "text", "hash", "list", "absent"],
    "member": ["a", "b", "c", "d", "é", "", "ab", "10", "9", "A\0"],
    "score": NUMBERS * 3 + NO_NUMBERS,
    "increment": NUMBERS * 3
    + [word for word in NO_NUMBERS if "e" not in word],  # C's long double goes further
    "bound": [*NUMBERS, "(0", "(1", "(2", "(-inf", "(inf", "(1.5", "", "(", "nan", "[1", "((1", " 1", "1\0x"],
    "lex": ["-", "+", "[a", "(a", "[b", "(b", "[c", "(d", "[", "(", "[é"] * 2 + ["a", "", "-x", "+x"],
    "integer": INTEGERS * 3 + NO_INTEGERS,
    "pattern": ["*", "a*", "?", "[a-c]", "[^a]", "\\a", "[", "*b", "[c-a]*", "[a\\]]", "a", "", "[]", "[^]"],
    "cursor": ["0", "0", "0", "5", "", "x", "-1"],
    "numkeys": ["1", "2", "2", "3", "0", "-1", "x"],
    "value": ["v", "", "10", "1.5", "-3", "9223372036854775807", "1e2", "3.0", "x y"],
}
# A kind in capitals stands for itself; [..] is an option that may come, in any order and more than once.
GRAMMAR = """
ZADD key [NX] [XX] [GT] [LT] [CH] [INCR] score member
ZADD key [CH] score member score member
ZINCRBY key score member
ZREM key member member
ZCARD key
ZSCORE key member
ZMSCORE key member member
ZRANK key member
ZREVRANK key member
ZCOUNT key bound bound
ZLEXCOUNT key lex lex
ZRANGE key integer integer [REV] [WITHSCORES] [LIMIT integer integer]
ZRANGE key bound bound BYSCORE [REV] [WITHSCORES] [LIMIT integer integer]
ZRANGE key lex lex BYLEX [REV] [LIMIT integer integer] [WITHSCORES]
ZREVRANGE key integer integer [WITHSCORES] [REV]
ZRANGEBYSCORE key bound bound [WITHSCORES] [LIMIT integer integer]
ZREVRANGEBYSCORE key bound bound [WITHSCORES] [LIMIT integer integer]
ZRANGEBYLEX key lex lex [LIMIT integer integer]
ZREVRANGEBYLEX key lex lex [LIMIT integer integer]
ZRANGESTORE key key integer integer [REV] [LIMIT integer integer]
ZRANGESTORE key key bound bound BYSCORE [REV] [LIMIT integer integer] [WITHSCORES]
ZREMRANGEBYRANK key integer integer
ZREMRANGEBYSCORE key bound bound
ZREMRANGEBYLEX key lex lex
ZPOPMIN key [integer]
ZPOPMAX key [integer]
ZMPOP numkeys key key MIN [COUNT integer]
ZMPOP numkeys key MAX [COUNT integer]
ZUNION numkeys key key [WEIGHTS score score] [AGGREGATE SUM] [AGGREGATE MIN] [AGGREGATE MAX] [WITHSCORES]
ZINTER numkeys key key [WEIGHTS score score] [AGGREGATE SUM] [AGGREGATE MIN] [AGGREGATE x] [WITHSCORES]
ZDIFF numkeys key key [WITHSCORES] [AGGREGATE SUM]
ZUNIONSTORE key numkeys key key [WEIGHTS score score] [AGGREGATE MAX] [WITHSCORES]
ZINTERSTORE key numkeys key key [WEIGHTS score score] [AGGREGATE MIN]
ZDIFFSTORE key numkeys key key
ZINTERCARD numkeys key key [LIMIT integer] [WITHSCORES]
ZSCAN key cursor [MATCH pattern] [COUNT integer]
SET key value [NX] [XX] [GET] [KEEPTTL] [EX integer]
SETNX key value
GETSET key value
GET key
GETDEL key
MGET key key
MSET key value key value
APPEND key value
STRLEN key
INCR key
DECR key
INCRBY key integer
DECRBY key integer
INCRBYFLOAT key increment
HSET key member value member value
HSETNX key member value
HGET key member
HMGET key member member
HGETALL key
HDEL key member member
HEXISTS key member
HLEN key
HKEYS key
HVALS key
HINCRBY key member integer
HINCRBYFLOAT key member increment
HSCAN key cursor [MATCH pattern]
SADD key member member
SREM key member member
SMEMBERS key
SISMEMBER key member
SMISMEMBER key member member
SCARD key
SINTER key key
SUNION key key
SDIFF key key
SINTERSTORE key key key
SUNIONSTORE key key key
SDIFFSTORE key key key
SSCAN key 0 [MATCH pattern]
RPUSH key value value
LPUSH key value value
LPOP key [integer]
RPOP key [integer]
LLEN key
LRANGE key integer integer
LTRIM key integer integer
DEL key key
UNLINK key
EXISTS key key key
TOUCH key key
TYPE key
KEYS pattern
SCAN 0 [MATCH pattern] [TYPE zset] [COUNT 1000]
RENAME key key
RENAMENX key key
EXPIRE key integer [NX] [XX] [GT] [LT]
EXPIREAT key integer
PERSIST key
TTL key
EXPIRETIME key
DBSIZE
PING
ECHO value
MULTI
EXEC
DISCARD
WATCH key
UNWATCH
NOSUCHCOMMAND key
"""
START = [
    ["ZADD", "z", "1", "a", "2", "b", "2", "c", "3", "d"],
    ["ZADD", "y", "0", "a", "0", "b", "0", "é"],
    ["SADD", "plain", "a", "b", "z"],
    ["SET", "text", "10"],
    ["HSET", "hash", "a", "1", "b", "x"],
    ["RPUSH", "list", "1", "2", "3"],
]
UNORDERED = {
    "SMEMBERS",
    "SINTER",
    "SUNION",
    "SDIFF",
    "HKEYS",
    "HVALS",
    "KEYS",
    "SCAN",
    "SSCAN",
    "HSCAN",
    "EXEC",
}
PAIRED = {"HGETALL"}


def words(kind):
    """A strategy of the words that stand for one item of the grammar."""
    if kind.isupper() or kind.isdigit() or kind in ("x", "zset"):
        return st.just(kind)
    return st.sampled_from(KINDS[kind])


@st.composite
def commands(draw):
    """One command as words: mostly well formed, now and then with a word too few or too many."""
    line = draw(st.sampled_from(GRAMMAR.strip().splitlines()))
    fixed, *options = line.replace("]", "").split(" [")
    command = [draw(words(kind)) for kind in fixed.split()]
    if options:
        for option in draw(st.lists(st.sampled_from(options), max_size=3)):
            command += [draw(words(kind)) for kind in option.split()]
    accident = draw(st.integers(0, 30))
    if accident == 0 and len(command) > 1:
        command.pop()
    elif accident == 1 and command[0] not in ("ZRANK", "ZREVRANK"):  # which know WITHSCORE only from 7.2
        command.append(draw(st.sampled_from(["1", "a", "WITHSCORES", "LIMIT"])))
    elif accident == 2:
        command[0] = command[0].lower()
    return command


def reply(client, command):
    """The raw reply in a form that can be compared."""
    name = command[0].upper()
    try:
        got = client.execute_command(*command)
    except redis.ResponseError as error:
        return type(error).__name__, str(error)
    if name in PAIRED and isinstance(got, list):
        return sorted(zip(got[::2], got[1::2], strict=True))
    return plain(got, name in UNORDERED)


def plain(got, unordered=False):
    """Errors as text, unordered replies sorted; no time of day, and no sign of 0, which neither stores."""
    if isinstance(got, redis.ResponseError):
        return type(got).__name__, str(got)
    if isinstance(got, list):
        items = [plain(item, unordered) for item in got]
        return sorted(items, key=repr) if unordered else items
    if isinstance(got, int) and 1.6e9 < got < 9e9:
        return "a time of day in seconds"
    return b"0" if got == b"-0" else got


class SameReplies(RuleBasedStateMachine):
    """Both servers get the same commands."""

    server: redis.Redis

    @initialize()
    def begin(self):
        self.ours = EmulatedRedis(seed=1)
        for client in (self.server, self.ours):
            for leftover in ("DISCARD", "UNWATCH"):
                reply(client, [leftover])
            client.execute_command("FLUSHALL")
            for command in START:
                client.execute_command(*command)

    @rule(command=commands())
    def run(self, command):
        assert reply(self.ours, command) == reply(self.server, command), command

    def teardown(self):
        """All that is stored in the end is the same, whatever was queued or not compared on the way."""
        for name in ("DISCARD", "UNWATCH"):
            reply(self.ours, [name]), reply(self.server, [name])
        for key in sorted(set(KINDS["key"])):
            kind = reply(self.server, ["TYPE", key])
            assert reply(self.ours, ["TYPE", key]) == kind
            look = {b"zset": ["ZRANGE", key, "0", "-1", "WITHSCORES"], b"hash": ["HGETALL", key]}
            look |= {b"set": ["SMEMBERS", key], b"list": ["LRANGE", key, "0", "-1"], b"string": ["GET", key]}
            if kind in look:
                assert reply(self.ours, look[kind]) == reply(self.server, look[kind]), key


def test_drawn_commands_get_the_same_replies_from_a_real_server(raw_server):
    machine = type("Machine", (SameReplies,), {"server": raw_server})
    run_state_machine_as_test(machine, settings=settings(max_examples=40, stateful_step_count=50))


@pytest.mark.parametrize("name", ["ZRANDMEMBER", "SRANDMEMBER"])
@pytest.mark.parametrize("count", ["0", "2", "-7", "99", "x", "9223372036854775808", "-9223372036854775808"])
@pytest.mark.parametrize("key", ["here", "absent", "text"])
def test_samples_have_the_size_that_the_server_gives(raw_server, name, count, key):
    ours = EmulatedRedis(seed=3)
    for client in (raw_server, ours):
        client.execute_command("FLUSHALL")
        client.execute_command("SET", "text", "v")
        add = (
            ["ZADD", "here", "1", "a", "2", "b", "3", "c"]
            if name[0] == "Z"
            else ["SADD", "here", "a", "b", "c"]
        )
        client.execute_command(*add)
    mine, theirs = reply(ours, [name, key, count]), reply(raw_server, [name, key, count])
    if isinstance(theirs, list):
        assert len(mine) == len(theirs) and set(mine) <= {b"a", b"b", b"c"}
        assert count.startswith("-") or len(set(mine)) == len(mine)
    else:
        assert mine == theirs
