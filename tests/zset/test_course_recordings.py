"""The replies that judge exercise 04.3 are those of a real server, and of EmulatedRedis."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from memlab.zset import EmulatedRedis

LINES = (resources.files("memlab.course") / "redis_replies.jsonl").read_text(encoding="utf-8").splitlines()
RUNS = [json.loads(line) for line in LINES]


def text(reply):
    if isinstance(reply, list):
        return [text(part) for part in reply]
    return reply.decode() if isinstance(reply, bytes) else reply


def replies(client, cmds):
    client.flushall()
    return [text(client.execute_command(*cmd)) for cmd in cmds]


@pytest.mark.parametrize("run", RUNS, ids=range(len(RUNS)))
def test_the_emulated_server_replies_as_recorded(run):
    assert replies(EmulatedRedis(), run["cmds"]) == run["replies"]


def test_a_real_server_replies_as_recorded(raw_server):
    assert [run for run in RUNS if replies(raw_server, run["cmds"]) != run["replies"]] == []


def test_the_longer_runs_reach_every_edge():
    """Updates, ranks from the end, empty sets and absent members: else a wrong set would pass."""
    runs = [run for run in RUNS if "lesson" not in run]
    told = [(cmd, reply) for run in runs for cmd, reply in zip(run["cmds"], run["replies"], strict=True)]
    assert len(runs) == 40  # as the question says
    assert sum(cmd[0] == "ZADD" and reply == 0 for cmd, reply in told) > 50
    assert sum(cmd[0] == "ZPOPMIN" and not reply for cmd, reply in told) > 2
    assert sum(cmd[0] == "ZRANK" and reply is None for cmd, reply in told) > 10
    assert sum(cmd[0] == "ZRANGE" and cmd[2][0] == "-" and bool(reply) for cmd, reply in told) > 20
