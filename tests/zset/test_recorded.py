"""Replies recorded from a real Redis 7.0.15, so that its behaviour is checked where none is installed."""

from __future__ import annotations

import gzip
import json

import pytest
import redis

from memlab.zset import EmulatedRedis


@pytest.fixture(scope="session")
def cases(data):
    text = gzip.decompress((data / "zset_cases.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def agrees(expected, got):
    """Whether a reply is the recorded one; random and unordered replies were recorded as a description."""
    if not isinstance(expected, dict):
        return expected == got
    if "error" in expected:
        return isinstance(got, redis.ResponseError) and str(got) == expected["error"].removeprefix("ERR ")
    if "one_of" in expected:
        return got in expected["one_of"]
    if "sample_of" in expected:
        members = got[::2] if expected["withscores"] else got
        return (
            len(members) == expected["len"]
            and set(members) <= set(expected["sample_of"])
            and (not expected["distinct"] or len(set(members)) == len(members))
        )
    if "any_order" in expected:
        return sorted(paired(got) if expected["flat"] else got, key=str) == expected["any_order"]
    return got[0] == "0" and sorted(paired(got[1])) == expected["scan_any_order"]


def paired(flat):
    return [flat[i : i + 2] for i in range(0, len(flat), 2)]


def reply(client, command):
    try:
        return client.execute_command(*command)
    except redis.ResponseError as error:
        return error


def test_every_recorded_reply_is_reproduced_to_the_letter(cases):
    assert len(cases) == 257
    wrong = []
    for case in cases:
        client = EmulatedRedis(decode_responses=True)
        for command, expected in zip(case["cmds"], case["replies"], strict=True):
            got = reply(client, command)
            if not agrees(expected, got):
                wrong.append((case["id"], command, expected, got))
    assert not wrong


def test_the_comparison_itself_can_fail():
    assert not agrees("1", "2") and not agrees({"error": "x"}, "x") and not agrees(None, [])
    assert not agrees({"sample_of": ["a"], "len": 2, "distinct": True, "withscores": False}, ["a", "a"])


def test_each_structure_is_sound_after_the_recorded_commands(cases):
    for case in cases[::7]:
        client = EmulatedRedis()
        for command in case["cmds"]:
            reply(client, command)
        for value in client._engine.db.values.values():
            if hasattr(value, "_check"):
                value._check()
