"""Chapter 10's judges: what they hold to be right is so, other right answers pass, odd ones are judged."""

from __future__ import annotations

import pytest

from memlab import course
from memlab.course import ch10
from memlab.tiers.scale.capacity import Assumptions, plan
from memlab.tiers.scale.interleaving import PUSHED


def test_the_number_of_wrong_orders_is_counted_and_not_known():
    assert (
        ch10.wrong_orders() == course.exercises()["10.1"].answer_in(course.exercises()["10.1"].solution) == 12
    )


@pytest.mark.parametrize("letter", ch10.COMMANDS)
def test_what_may_be_said_again_leaves_the_server_as_it_was(letter):
    command, safe, _ = ch10.COMMANDS[letter]
    assert (ch10.state_after(1, command) == ch10.state_after(2, command)) == safe
    assert ch10.state_after(1, command) != ch10.state_after(0, command), "it does something"


def test_the_nodes_of_10_6_are_those_of_the_plan():
    for tenants in (10_000, 10_000_000, 500_000_000):
        a = Assumptions(tenants=tenants, writes=0, reads=0, copies=3)
        nodes = ch10.redis_nodes(tenants, a.awake, a.hot, a.hot_bytes, 3, a.redis_bytes)
        assert nodes == plan(a).value("Redis", "nodes")


OTHER = {
    "10.2": """
def answer_10_2(r):
    gone = []
    def move(p):
        lowest = p.zrange("hot", 0, 0)
        gone[:] = lowest
        p.multi()
        if lowest:
            p.zrem("hot", lowest[0])
            p.rpush("archive", lowest[0])
    r.transaction(move, "hot")
    return gone[0] if gone else None""",
    "10.4": """
from redis.exceptions import WatchError

def answer_10_4(r, order, cups):
    mark = f"order:{order}"
    while True:
        try:
            with r.pipeline() as p:
                p.watch(mark, "stock")
                left = int(p.get("stock"))
                if p.exists(mark):
                    return left
                p.multi()
                p.set(mark, 1)
                p.set("stock", left - cups)
                p.execute()
                return left - cups
        except WatchError:
            continue""",
    "10.5": """
from memlab.tiers import VersionConflict

def answer_10_5(store, id, change):
    done = False
    while not done:
        seen = store.get(id)
        text = change(seen.text)
        try:
            store.update(id, text=text, expected=seen.version)
            done = True
        except VersionConflict:
            pass""",
    "10.6": """
def answer_10_6(tenants, awake, hot, size, copies, node):
    masters = 3
    while masters * node * 0.6 < tenants * awake * hot * size:
        masters += 1
    return masters * copies""",
}


@pytest.mark.parametrize("id", OTHER)
def test_another_right_answer_is_right(id):
    outcome = course.check(id, course.exercises()[id].answer_in(OTHER[id]))
    assert outcome.status == "correct", outcome


@pytest.mark.parametrize("returned", [None, 7, "ab", [], {"a": 1}, float("nan"), b"greeting"])
def test_whatever_a_function_returns_is_judged(returned):
    for id in OTHER:
        outcome = course.check(id, lambda *args: returned)
        assert outcome.status == "incorrect" and "could not be checked" not in outcome.message, outcome


def endless(r, *more):
    while True:
        r.get("stock")


@pytest.mark.parametrize("id", ["10.2", "10.4"])
def test_an_answer_without_an_end_is_stopped(id):
    outcome = course.check(id, endless)
    assert outcome.status == "incorrect" and "no end in sight" in outcome.message


def test_a_loop_that_never_reads_again_is_stopped():
    def stubborn(store, id, change):
        version = store.get(id).version - 1
        while True:
            try:
                return store.update(id, expected=version, text="")
            except Exception:
                continue

    outcome = course.check("10.5", stubborn)
    assert outcome.status == "incorrect" and "no end in sight" in outcome.message


def test_the_rivals_of_the_judge_do_what_they_are_said_to_do():
    done: list[int] = []
    server, _, _ = ch10.wired(lambda server, trip: None)
    ch10._raise(server, done), ch10._evict(server, done)
    assert done == [1, 1] and server.zscore("hot", "greeting") == 50
    assert server.lrange("archive", 0, -1) == ["weather"]
    assert sorted([*server.zrange("hot", 0, -1), "weather"]) == sorted(PUSHED)
