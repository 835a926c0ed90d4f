"""A cluster of our own: slots that move, nodes that go and come back, and clients that do not know of it."""

from __future__ import annotations

import contextlib

import pytest
import redis

from memlab.bank import PriorityMemory, Settings, connect
from memlab.bank.keys import keys
from memlab.cli import servers

RULES = Settings(capacity=3, whitelist_cap=1, protection=0)


@pytest.fixture(scope="module")
def own():
    try:
        with servers.redis_cluster() as nodes:
            yield nodes
    except servers.Missing as missing:
        pytest.skip(f"{missing}: a cluster of our own is changed here")


@pytest.fixture
def memory(own, clock):
    client = connect("redis+cluster" + own[0].url.removeprefix("redis"), timeout=1.0)
    found = PriorityMemory(client, "u1", RULES, clock, patience=2.0)
    for n in range(5):
        found.remember(f"m{n}", "x", 5 + n, ttl=1000 if n else None)
    yield found
    found.clear()
    client.close()


@pytest.fixture
def raw(own):
    """Node name → a plain client of that node."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(redis.Redis.from_url(node.url)) for node in own]
        yield {client.execute_command("CLUSTER MYID").decode(): client for client in clients}


def state(memory):
    return memory.items(), memory.hot(), memory.archived(), memory.counts(), memory.evict_log


def owner(memory, raw):
    """The node that has the tenant, another one, and the slot."""
    slot = memory._client.keyslot(keys("u1")["meta"])
    home = next(
        name for name, client in raw.items() if client.execute_command("CLUSTER COUNTKEYSINSLOT", slot)
    )
    return home, next(name for name in raw if name != home), slot


def move(raw, source, target, slot, names):
    """Announce that a slot moves, and move some of its keys."""
    raw[target].execute_command("CLUSTER SETSLOT", slot, "IMPORTING", source)
    raw[source].execute_command("CLUSTER SETSLOT", slot, "MIGRATING", target)
    port = raw[target].connection_pool.connection_kwargs["port"]
    words = [servers.HOST, port, "", 0, 5000, "KEYS", *names]
    raw[source].execute_command("MIGRATE", *words)


def settle(raw, target, slot):
    for client in (raw[target], *raw.values()):
        client.execute_command("CLUSTER SETSLOT", slot, "NODE", target)


def test_a_slot_that_moves_takes_its_tenant_along(memory, raw):
    before = state(memory)
    source, target, slot = owner(memory, raw)
    names = list(keys("u1").values())
    move(raw, source, target, slot, names[:4])
    impatient = PriorityMemory(memory._client, "u1", RULES, lambda: 0.0, patience=0.1)
    with pytest.raises(redis.ConnectionError, match=r"'u1'.*nothing has changed"):
        impatient.remember("new", "x", 9)
    move(raw, source, target, slot, names[4:])
    settle(raw, target, slot)
    assert state(memory) == before
    memory.remember("new", "x", 9)
    assert memory.counts()["pushed"] == 6
    assert owner(memory, raw)[:2] == (target, next(name for name in raw if name != target))


def test_a_plain_client_of_one_node_is_told_that_it_is_a_cluster(memory, raw):
    source, target, _ = owner(memory, raw)
    with pytest.raises(redis.ResponseError, match=r"'u1'.*nothing has changed.*connect\(\"redis\+cluster://"):
        PriorityMemory(raw[target], "u1", RULES, lambda: 0.0).remember("new", "x", 9)
    assert PriorityMemory(raw[source], "u1", RULES, lambda: 0.0).counts()["pushed"] == 5


def test_a_cluster_client_of_redis_py_will_do_too(memory, own):
    client = redis.RedisCluster.from_url(own[1].url)
    again = PriorityMemory(client, "u1", RULES, lambda: 1_000_000.0)
    assert state(again) == state(memory)
    assert again.remember("new", "x", 9).access_count == 0 and memory.get("new").importance == 9
    client.close()


def test_a_node_that_is_away_costs_the_patience_and_is_found_again(own, memory, raw, clock):
    source, _, _ = owner(memory, raw)
    node = next(
        n for n in own if n.url.endswith(f":{raw[source].connection_pool.connection_kwargs['port']}/0")
    )
    impatient = PriorityMemory(memory._client, "u1", RULES, clock, patience=0.2)
    node.kill()
    with pytest.raises((redis.ConnectionError, redis.TimeoutError), match=r"'u1'.*nothing has changed"):
        impatient.remember("new", "x", 9)
    node.start()  # it kept nothing, as it was told to
    patient = PriorityMemory(memory._client, "u1", RULES, clock, patience=30.0)
    assert patient.counts()["pushed"] == 0
    assert patient.remember("new", "x", 9).access_count == 0
