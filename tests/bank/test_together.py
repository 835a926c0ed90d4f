"""Many writers on one server, random operations on several tenants: nothing is lost, nobody meets another."""

from __future__ import annotations

import multiprocessing
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.bank import PriorityMemory, Settings, connect
from memlab.zset import EmulatedRedis

RULES = Settings(capacity=8, whitelist_cap=2, protection=0)


def write(url, writer, rounds):
    """One writer's work: ids of its own and ids that all writers share."""
    memory = PriorityMemory(connect(url), "together", RULES, clock=lambda: 1000.0)
    for n in range(rounds):
        memory.remember(f"own {writer} {n}", "x", 1 + n % 9, pinned=n % 10 == 0)
        memory.remember(f"shared {n % 5}", f"by {writer}", 1 + n % 9)
        memory.touch(f"shared {n % 5}")
        if n % 6 == 5:
            memory.forget(f"own {writer} {n - 1}")
            memory.restore(f"own {writer} {n - 2}")


@pytest.mark.parametrize("kind", [threading.Thread, multiprocessing.get_context("spawn").Process])
def test_W2_several_writers_lose_nothing(redis_url, kind):
    client = connect(redis_url)
    client.flushall()
    writers = [kind(target=write, args=(redis_url, writer, 24)) for writer in range(3)]
    for writer in writers:
        writer.start()
    memory = PriorityMemory(client, "together", RULES, clock=lambda: 1000.0)
    seen = []
    while any(writer.is_alive() for writer in writers):
        seen.append(memory.counts())  # in the middle of it, too
    for writer in writers:
        writer.join()
    counts = memory.counts()
    assert counts["forgotten"] == 3 * 4
    assert counts["pushed"] == 3 * 24 + 5
    assert all(c["pushed"] == c["resident"] + c["archived"] + c["forgotten"] for c in [*seen, counts])
    assert max(c["resident"] for c in [*seen, counts]) == 8
    there = [id for id, _ in memory.hot()] + memory.archived()
    assert len(set(there)) == len(there) == counts["pushed"] - counts["forgotten"]
    assert sorted(entry.seq for entry in memory.evict_log) == [entry.seq for entry in memory.evict_log]


TENANTS, IDS = ("a", "a:b", "北京"), ("k1", "k2", "k3", "k4", "茶")
OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(TENANTS),
        st.one_of(
            st.tuples(
                st.just("remember"),
                st.sampled_from(IDS),
                st.sampled_from([1, 3, 5, 10]),
                st.booleans(),
                st.sampled_from([None, 10.0, 500.0]),
            ),
            *(
                st.tuples(st.just(name), st.sampled_from(IDS))
                for name in ("touch", "forget", "restore", "demote")
            ),
            st.tuples(st.just("sweep")),
            st.tuples(st.just("wait"), st.sampled_from([1.0, 31.0, 1000.0, -50.0])),
        ),
    ),
    max_size=25,
)


def apply(memory, now, operation):
    name, *arguments = operation
    if name == "wait":
        now[0] += arguments[0]
    elif name == "remember":
        id, importance, pinned, ttl = arguments
        memory.remember(id, f"text of {memory.tenant}", importance, pinned=pinned, ttl=ttl)
    else:
        getattr(memory, name)(*arguments)


@pytest.mark.parametrize("mode", ["forward", "sweep"])
@settings(max_examples=40)
@given(operations=OPERATIONS)
def test_T4_random_operations_keep_the_law_and_the_tenants_apart(mode, operations):
    now, client = [1000.0], EmulatedRedis()
    rules = Settings(capacity=3, whitelist_cap=1, decay=0.01, decay_mode=mode)
    memories = {tenant: PriorityMemory(client, tenant, rules, lambda: now[0]) for tenant in TENANTS}
    for tenant, operation in operations:
        apply(memories[tenant], now, operation)
        for memory in memories.values():
            check(memory)


def check(memory):
    counts, hot, archived = memory.counts(), memory.hot(), memory.archived()
    assert counts["pushed"] == counts["resident"] + counts["archived"] + counts["forgotten"]
    assert (counts["resident"], counts["archived"]) == (len(hot), len(archived))
    assert len(hot) <= 3
    assert not {id for id, _ in hot} & set(archived)
    assert sum(memory.why(id).text.startswith("pinned") for id, _ in hot) <= 1
    for id, score in hot:
        assert memory.get(id).content == f"text of {memory.tenant}"
        assert 0 < score <= 10 * 10


@settings(max_examples=40)
@given(operations=OPERATIONS)
def test_forward_and_sweep_agree_after_any_operations(operations):
    results = []
    for mode in ("forward", "sweep"):
        # a rate at which no two of these scores can be equal by accident at these ages
        now, rules = [1000.0], Settings(capacity=3, whitelist_cap=1, decay=0.00123456789, decay_mode=mode)
        memory = PriorityMemory(EmulatedRedis(), "u1", rules, lambda now=now: now[0])
        for _, operation in operations:
            if operation != ("wait", -50.0):  # a clock that runs backwards has no one truth
                apply(memory, now, operation)
        results.append(([(e.id, e.cause) for e in memory.evict_log], memory.archived(), dict(memory.hot())))
    (*forward, scores), (*sweep, swept) = results
    assert forward == sweep
    assert scores == pytest.approx(swept)


@settings(max_examples=30)
@given(operations=OPERATIONS)
def test_emulated_and_real_server_agree(redis_url, operations):
    real = connect(redis_url)
    real.flushall()
    results = []
    for client in (EmulatedRedis(), real):
        now, rules = [1000.0], Settings(capacity=3, whitelist_cap=1, decay=0.01)
        memory = PriorityMemory(client, "u1", rules, lambda now=now: now[0])
        for _, operation in operations:
            apply(memory, now, operation)
        results.append((memory.evict_log, memory.archived(), memory.hot(), memory.counts()))
    assert results[0] == results[1]
