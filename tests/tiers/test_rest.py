"""A server that hangs: it is waited for some times, then left alone, and asked later or by reconcile."""

from __future__ import annotations

from contextlib import closing

import pytest
import redis

from memlab.cli import servers
from memlab.tiers import MemoryStore, rest
from memlab.tiers.rest import Rest


class Server:
    """One that takes `lasts` seconds, by a clock of its own, and then answers or does not."""

    def __init__(self):
        self.now, self.lasts, self.answers, self.asked = 0.0, 2.0, False, 0

    def __call__(self):
        return self.now

    def ask(self):
        self.asked += 1
        self.now += self.lasts
        if not self.answers:
            raise redis.TimeoutError("no answer")
        return "an answer"


@pytest.fixture
def server():
    return Server()


@pytest.fixture
def asked(server):
    """`asked(n)`: what n calls came to."""
    calls = Rest(server)

    def ask(times, **how):
        told = []
        for _ in range(times):
            try:
                told.append(calls.call(server.ask, **how))
            except redis.TimeoutError as problem:
                told.append(str(problem))
        return told

    return ask


def test_who_does_not_answer_three_times_is_left_alone_and_asked_again_once(server, asked):
    told = asked(5)
    assert told[:3] == ["no answer"] * 3 and server.asked == 3
    assert told[3:] == ["the server did not answer 3 times in a row: it is asked again in 10 s"] * 2
    server.now += rest.REST
    assert asked(2)[0] == "no answer" and server.asked == 4
    server.now += rest.REST
    server.answers = True
    assert asked(2) == ["an answer"] * 2 and server.asked == 6


def test_who_refuses_at_once_costs_nothing_and_is_asked_every_time(server, asked):
    server.lasts = 0.01
    assert asked(9) == ["no answer"] * 9 and server.asked == 9


def test_an_answer_between_two_waits_begins_the_count_anew(server, asked):
    for answers in (False, False, True, False, False, True):
        server.answers = answers
        asked(1)
    assert server.asked == 6


def test_who_must_know_asks_even_then_and_an_answer_ends_the_rest(server, asked):
    asked(3)
    server.answers = True
    assert asked(1) != ["an answer"] and asked(1, always=True) == ["an answer"] and asked(1) == ["an answer"]


@pytest.fixture
def redis_of_its_own():
    try:
        with servers.redis_server() as started:
            yield started
    except servers.Missing as missing:
        pytest.skip(f"{missing}: the other tests of this file need no server")


def test_a_hot_tier_that_hangs_is_told_and_reconcile_brings_all_into_it(tmp_path, redis_of_its_own):
    client = redis.Redis.from_url(redis_of_its_own.url, socket_timeout=0.6, retry=None)
    how = {"client": client, "sleep": lambda seconds: None}
    with closing(client), MemoryStore("mira", tmp_path, **how) as store:
        with redis_of_its_own.paused():
            receipts = [store.add(f"note {n} of tea", id=f"n{n}") for n in range(8)]
        told = [receipt.tiers["hot"] for receipt in receipts]
        assert all(each.startswith("failed: TimeoutError") for each in told)
        assert all("it is asked again in" in each for each in told[1:])
        assert {receipt.tiers["warm"] for receipt in receipts} == {"stored"}
        assert len(store.reconcile()) == 8 and store.reconcile() == []
        assert len(store.hot.memories()) == 8
        assert store.add("one more", id="more").tiers["hot"] == "stored"
