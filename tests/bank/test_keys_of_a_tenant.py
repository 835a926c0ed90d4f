"""The keys of a tenant: they count each other, expire together, and what the server takes away is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.bank import PriorityMemory, Settings, Torn
from memlab.bank.books import Books
from memlab.bank.keys import NAMES, TABLES, keys
from memlab.zset import EmulatedRedis

RULES = Settings(capacity=3, whitelist_cap=1, protection=0)


def full(client, clock, rules=RULES, tenant="u1"):
    """A tenant that has something in each of its keys."""
    memory = PriorityMemory(client, tenant, rules, clock)
    memory.remember("p", "x", 9, pinned=True)
    for n in range(4):
        memory.remember(f"m{n}", "x", 5 + n, ttl=1000)
    where = keys(tenant)
    assert client.exists(*where.values()) == len(NAMES)
    return memory


def calls(memory):
    return [
        memory.counts,
        memory.items,
        memory.hot,
        memory.archived,
        lambda: memory.evict_log,
        lambda: memory.get("m3"),
        lambda: memory.why("m3"),
        lambda: memory.remember("new", "x", 5),
        lambda: memory.touch("m3"),
        lambda: memory.forget("m3"),
        lambda: memory.restore("m0"),
        lambda: memory.demote("p"),
    ]


# -- torn


@pytest.mark.parametrize("name", NAMES)
def test_each_key_that_the_server_took_away_is_told_and_nothing_is_written(client, clock, name):
    memory, neighbour = full(client, clock), full(client, clock, tenant="u2")
    client.delete(keys("u1")[name])
    before = client.exists(*keys("u1").values())
    for call in calls(memory):
        with pytest.raises(Torn, match=r"tenant 'u1': .*noeviction, then clear\(\)"):
            call()
    assert client.exists(*keys("u1").values()) == before
    memory.clear()
    assert client.exists(*keys("u1").values()) == 0
    assert memory.counts()["pushed"] == 0 and memory.remember("a", "x", 5).access_count == 0
    assert neighbour.counts() == {"pushed": 5, "resident": 3, "archived": 2, "forgotten": 0}


def test_a_tenant_of_whom_nothing_is_left_is_a_new_one(client, clock):
    memory = full(client, clock)
    client.delete(*keys("u1").values())
    assert memory.counts() == dict.fromkeys(("pushed", "resident", "archived", "forgotten"), 0)
    assert full(client, clock).counts()["pushed"] == 5


@pytest.mark.parametrize("name", NAMES)
def test_a_key_that_goes_while_a_call_is_under_way_is_told_too(client, clock, name, monkeypatch):
    memory = full(client, clock)
    check, once = Books.check, iter([name])

    def taken(books):
        check(books)
        for each in once:
            client.delete(keys("u1")[each])

    monkeypatch.setattr(Books, "check", taken)
    with pytest.raises(Torn):
        memory.remember("new", "x", 5)
    with pytest.raises(Torn):
        memory.counts()


# -- counted


OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["remember", "remember", "touch", "forget", "restore", "demote", "wait"]),
        st.sampled_from("abcde"),
        st.booleans(),
    ),
    max_size=20,
)


@settings(max_examples=40)
@given(operations=OPERATIONS, archive=st.booleans(), mode=st.sampled_from(["forward", "sweep"]))
def test_what_meta_counts_is_what_the_keys_hold(operations, archive, mode):
    now, client = [1000.0], EmulatedRedis(decode_responses=True)
    rules = Settings(capacity=3, whitelist_cap=1, protection=0, archive=archive, decay_mode=mode)
    memory = PriorityMemory(client, "u1", rules, lambda: now[0])
    where = keys("u1")
    for name, id, yes in operations:
        now[0] += 60.0 * (name == "wait")
        if name == "remember":
            memory.remember(id, "x", 5, pinned=yes, ttl=100 if id < "c" else None)
        elif name != "wait":
            getattr(memory, name)(id)
        sizes = {each: (client.hlen if each in ("items", "archive") else client.zcard) for each in TABLES}
        held = [read(where[each]) for each, read in sizes.items()]
        due = client.zcount(where["expiry"], "-inf", now[0])  # gone from the books at the next write
        counts = memory.counts()
        if due == 0:
            assert counts["resident"] == held[0] and counts["archived"] == held[1]
        assert counts["pushed"] == counts["resident"] + counts["archived"] + counts["forgotten"]
        assert len(client.keys()) == client.exists(*where.values())


def test_books_of_an_earlier_memlab_which_counted_nothing_are_gone_on_with(client, clock):
    memory = full(client, clock)
    where = keys("u1")
    client.hdel(where["meta"], "sizes")
    client.delete(where["done"])
    before = memory.items(), memory.hot(), memory.archived(), memory.counts(), memory.evict_log
    again = PriorityMemory(client, "u1", RULES, clock)
    assert (again.items(), again.hot(), again.archived(), again.counts(), again.evict_log) == before
    again.remember("new", "x", 9)
    assert again.counts() == {"pushed": 6, "resident": 3, "archived": 3, "forgotten": 0}
    client.delete(where["archive"])
    with pytest.raises(Torn):
        again.counts()


# -- expiry of the keys


def deadlines(client):
    return {client.pexpiretime(each) for each in keys("u1").values()}


def test_all_keys_have_one_deadline_which_each_write_and_use_puts_off(client, clock):
    memory = full(client, clock, Settings(capacity=3, whitelist_cap=1, protection=0, idle=500))
    (first,) = deadlines(client)
    seconds, micros = (
        client.time(target_nodes="primaries").popitem()[1] if is_cluster(client) else client.time()
    )
    assert 400_000 < first - (seconds * 1000 + micros / 1000) <= 500_000
    for call in calls(memory)[:7]:
        call()
    assert deadlines(client) == {first}  # a look is no use
    longer = PriorityMemory(
        client, "u1", Settings(capacity=3, whitelist_cap=1, protection=0, idle=900), clock
    )
    assert longer.touch("m3")
    (second,) = deadlines(client)
    assert second - first > 300_000
    PriorityMemory(client, "u1", RULES, clock).touch("m3")
    assert deadlines(client) == {-1}
    assert memory.counts()["pushed"] == 5


def is_cluster(client):
    return type(client).__name__ == "Cluster"


def test_idle_tenants_are_gone_at_once_and_as_a_whole():
    now = [1000.0]
    client = EmulatedRedis(clock=lambda: now[0])
    rules = Settings(capacity=3, whitelist_cap=1, protection=0, idle=60)
    memory = full(client, lambda: now[0], rules)
    now[0] += 59
    assert memory.counts()["pushed"] == 5 and memory.touch("m3")
    now[0] += 59
    assert memory.counts()["pushed"] == 5
    now[0] += 1
    assert client.keys() == [] and memory.counts()["pushed"] == 0
    assert memory.remember("a", "x", 5).access_count == 0


@pytest.mark.parametrize("idle", [0, -1, float("nan"), float("inf"), "60", True])
def test_idle_is_a_time_or_none(idle):
    with pytest.raises((TypeError, ValueError), match="idle"):
        Settings(idle=idle)


# -- bytes of a content


def test_a_content_of_more_bytes_than_may_be_is_refused_and_changes_nothing(client, clock):
    memory = PriorityMemory(client, "u1", Settings(content_bytes=6), clock)
    assert memory.remember("a", "花生", 5).content == "花生"
    before = memory.items(), memory.counts()
    with pytest.raises(ValueError, match="content: '花生!' has 7 bytes, allowed are 6"):
        memory.remember("a", "花生!", 5)
    assert (memory.items(), memory.counts()) == before
    for wrong in (-1, 1.5, "6", True):
        with pytest.raises((TypeError, ValueError), match="content_bytes"):
            Settings(content_bytes=wrong)
