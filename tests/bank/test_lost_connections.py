"""Whatever breaks between a command and its reply: a write is done once, or it is said that nobody knows."""

from __future__ import annotations

import contextlib
import itertools
import random
import select
import socket
import threading
import time

import pytest
import redis
from redis.exceptions import (
    AskError,
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)

from memlab.bank import PriorityMemory, Settings, connect
from memlab.bank.books import Books
from memlab.cli import servers
from memlab.zset import EmulatedRedis

RULES = Settings(capacity=3, whitelist_cap=1, protection=0)


class Proxy:
    """Passes bytes on to a server, and does to each EXEC what the plan says: "before", "after" or "late"."""

    def __init__(self, port):
        self.port, self.plan, self.cuts = port, iter(()), 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listener.getsockname()[1]}/0"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self.carry, args=(client,), daemon=True).start()

    def carry(self, client):
        server = socket.create_connection(("127.0.0.1", self.port))
        with contextlib.suppress(OSError), client, server:
            while True:
                for ready in select.select([client, server], [], [])[0]:
                    data = ready.recv(1 << 20)
                    if not data:
                        return
                    if ready is server:
                        client.sendall(data)
                    elif data.endswith(b"\nEXEC\r\n") and (how := next(self.plan, None)):
                        return self.cut(how, data, client, server)
                    else:
                        server.sendall(data)

    def cut(self, how, data, client, server):
        """It breaks before the server has EXEC, after the server has answered, or with EXEC under way."""
        self.cuts += 1
        if how == "late":
            client.close()
            time.sleep(0.03 * random.random())
        if how != "before":
            server.sendall(data)
            while b"*" not in server.recv(1 << 20).rpartition(b"QUEUED")[2]:
                pass


@pytest.fixture(scope="module")
def proxy(redis_url):
    found = Proxy(redis.connection.parse_url(redis_url)["port"])
    yield found
    found.listener.close()


@pytest.fixture
def pair(proxy, redis_url, clock):
    """The same tenant behind the proxy, and on an emulated server where nothing breaks."""
    proxy.plan, proxy.cuts = iter(()), 0
    with contextlib.closing(connect(redis_url)) as plain:
        plain.flushall()
    client = connect(proxy.url)
    yield PriorityMemory(client, "u1", RULES, clock), PriorityMemory(EmulatedRedis(), "u1", RULES, clock)
    client.close()


def state(memory):
    return memory.items(), memory.hot(), memory.archived(), memory.counts(), memory.evict_log


CALLS = {
    "a new memory": lambda memory: memory.remember("new", "x", 5),
    "a known one again": lambda memory: memory.remember("a", "y", 6),
    "one that evicts": lambda memory: memory.remember("high", "y", 10, pinned=True),
    "touch": lambda memory: memory.touch("c"),
    "touch of nothing": lambda memory: memory.touch("ghost"),
    "forget": lambda memory: memory.forget("c"),
    "restore": lambda memory: memory.restore("a"),
    "demote": lambda memory: memory.demote("p"),
}


@pytest.mark.parametrize("how", ["before", "after", "late"])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_whose_connection_breaks_is_done_once_and_tells_what_was_done(pair, proxy, call, how):
    told = []
    for memory in pair:
        for importance, id in enumerate("abcp", start=4):
            memory.remember(id, "x", importance, pinned=id == "p")
        proxy.plan = iter([how, how])  # the second attempt, too
        told.append(call(memory))
        proxy.plan = iter(())
    assert proxy.cuts >= 1
    assert told[0] == told[1]
    assert state(pair[0]) == state(pair[1])


def test_any_calls_with_cuts_at_random_leave_what_they_would_without(pair, proxy, clock):
    chance = random.Random(7)
    for _ in range(60):
        clock.now += chance.choice([0, 1, 50])
        name, id = (
            chance.choice(["remember", "remember", "touch", "forget", "restore", "demote"]),
            chance.choice("abcdef"),
        )
        words = (id, "x", chance.randint(1, 10)) if name == "remember" else (id,)
        told = []
        for memory in pair:
            cuts = [chance.choice(["before", "after", "late"]) for _ in range(chance.choice([0, 1, 2]))]
            proxy.plan = iter(cuts if memory is pair[0] else ())
            told.append(getattr(memory, name)(*words))
        assert told[0] == told[1]
    proxy.plan = iter(())
    assert proxy.cuts > 20
    assert state(pair[0]) == state(pair[1])


def test_where_it_breaks_again_and_again_it_says_that_the_write_may_have_been_done(proxy, pair, clock):
    memory = PriorityMemory(connect(proxy.url), "u1", RULES, clock, patience=0.2)
    proxy.plan = itertools.repeat("before")
    with pytest.raises(redis.ConnectionError, match=r"tenant 'u1': .*attempts in .*may have been done"):
        memory.remember("a", "x", 5)
    proxy.plan = iter(())
    assert memory.counts()["pushed"] == 0


def test_so_much_written_meanwhile_that_the_mark_is_gone_is_said(proxy, pair, clock, monkeypatch):
    monkeypatch.setattr("memlab.bank.books.MARKS", 3)
    rival, was_done = PriorityMemory(connect(proxy.url), "u1", RULES, clock), Books.was_done

    def late(books, marks):
        for n in range(4):
            rival.remember(f"m{n}", "x", 5)
        return was_done(books, marks)

    monkeypatch.setattr(Books, "was_done", late)
    proxy.plan = iter(["after"])
    with pytest.raises(redis.DataError, match=r"'u1'.*whether it was done is not known"):
        pair[0].remember("mine", "x", 5)
    monkeypatch.undo()
    assert rival.counts()["pushed"] == 5


def test_a_server_that_is_down_costs_no_more_than_the_patience_and_changes_nothing(clock):
    (port,) = servers.free_ports(1)
    for patience in (0, 0.3):
        memory = PriorityMemory(
            connect(f"redis://:secret@127.0.0.1:{port}/0"), "u1", RULES, clock, patience=patience
        )
        began = time.monotonic()
        with pytest.raises(redis.ConnectionError, match=r"tenant 'u1': .*nothing has changed") as caught:
            memory.remember("a", "x", 5)
        assert time.monotonic() - began < patience + 5  # far more than it takes, far less than for ever
        assert "secret" not in str(caught.value)


@pytest.fixture(scope="module")
def durable():
    """A server of our own, to be killed: what it has answered is on its disk."""
    try:
        with servers.redis_server(durable=True) as server:
            yield server
    except servers.Missing as missing:
        pytest.skip(f"{missing}: a server of our own is killed here")


def test_a_server_that_starts_again_is_found_again_by_the_same_object(durable, clock):
    memory = PriorityMemory(connect(durable.url), "u1", RULES, clock)
    for n in range(5):
        memory.remember(f"m{n}", "x", 5)
        if n % 2:
            durable.kill()
            durable.start()
    assert memory.counts() == {"pushed": 5, "resident": 3, "archived": 2, "forgotten": 0}


def test_a_server_that_hangs_is_waited_for_so_long_and_not_longer(durable, clock):
    memory = PriorityMemory(connect(durable.url, timeout=0.2), "u2", RULES, clock, patience=0.3)
    memory.remember("a", "x", 5)
    before = state(memory)
    with durable.paused(), pytest.raises(redis.TimeoutError, match=r"tenant 'u2': .*nothing has changed"):
        memory.remember("b", "x", 5)
    assert state(memory) == before
    assert memory.remember("b", "x", 5).access_count == 0


def test_a_wrong_password_is_told_at_once_and_never_shown(durable, clock):
    admin = connect(durable.url)
    admin.config_set("requirepass", "right")
    try:
        url = durable.url.replace("redis://", "redis://:very-wrong@")
        with pytest.raises(AuthenticationError) as caught:
            PriorityMemory(connect(url), "u1", RULES, clock).counts()
        assert "very-wrong" not in str(caught.value)
    finally:
        admin.config_set("requirepass", "")
        admin.close()


def test_a_replica_refuses_and_nothing_has_changed(durable, clock):
    client = connect(durable.url)
    memory = PriorityMemory(client, "u3", RULES, clock)
    memory.remember("a", "x", 5)
    client.execute_command("REPLICAOF", "127.0.0.1", servers.free_ports(1)[0])
    try:
        with pytest.raises(ReadOnlyError, match=r"'u3'.*nothing has changed.*this is a replica"):
            memory.remember("b", "x", 5)
        assert [item.id for item in memory.items()] == ["a"]
    finally:
        client.execute_command("REPLICAOF", "NO", "ONE")
    assert memory.remember("b", "x", 5).access_count == 0


def test_a_full_server_refuses_and_nothing_has_changed(durable, clock):
    client = connect(durable.url)
    memory = PriorityMemory(client, "u4", Settings(capacity=100, protection=0), clock)
    memory.remember("first", "x", 5)
    client.config_set("maxmemory", client.info("memory")["used_memory"] + 400_000)
    try:
        with pytest.raises(OutOfMemoryError, match=r"'u4'.*nothing has changed.*maxmemory") as caught:
            for n in range(200):
                before = state(memory)
                memory.remember(f"m{n}", "private " * 2000, 5)
        assert "private" not in str(caught.value)
        assert state(memory) == before
        memory.clear()  # this it can do
        assert memory.remember("first", "x", 5).access_count == 0
    finally:
        client.config_set("maxmemory", 0)
        client.close()


class Failing(EmulatedRedis):
    """Its WATCH fails so often, then it is as any."""

    def __init__(self, *errors):
        super().__init__()
        self.errors = list(errors)

    def pipeline(self, *args, **options):
        pipe = self._client.pipeline(*args, **options)
        watch = pipe.watch

        def failing(*keys):
            if self.errors:
                raise self.errors.pop(0)
            return watch(*keys)

        pipe.watch = failing
        return pipe


TRANSIENT = [
    BusyLoadingError("Redis is loading the dataset in memory"),
    ClusterDownError("The cluster is down"),
    MasterDownError("Link with MASTER is down"),
    TryAgainError("Multiple keys request during rehashing of slot"),
    AskError("12 127.0.0.1:7000"),
    redis.ConnectionError("max number of clients reached"),
]


@pytest.mark.parametrize("error", TRANSIENT, ids=lambda error: type(error).__name__)
def test_what_passes_is_tried_again(error, clock):
    memory = PriorityMemory(Failing(error, error), "u1", RULES, clock)
    assert memory.remember("a", "x", 5).access_count == 0
    with pytest.raises(redis.ConnectionError, match=r"1 attempt in 0.0 s: nothing has changed"):
        PriorityMemory(Failing(error), "u1", RULES, clock, patience=0).remember("a", "x", 5)


def test_how_long_it_was_tried_counts_the_time_out_of_a_lone_attempt(clock, monkeypatch):
    passed = iter(range(0, 1000, 2))
    monkeypatch.setattr("memlab.bank.transactions.time.monotonic", lambda: next(passed))
    with pytest.raises(redis.TimeoutError, match=r"1 attempt in 2.0 s"):
        PriorityMemory(Failing(redis.TimeoutError()), "u1", RULES, clock, patience=0).remember("a", "x", 5)


def test_the_pauses_grow_are_random_and_bounded(clock, monkeypatch):
    pauses = []
    monkeypatch.setattr("memlab.bank.transactions.time.sleep", pauses.append)
    memory = PriorityMemory(Failing(*[redis.ConnectionError("gone")] * 30), "u1", RULES, clock, patience=1000)
    memory.remember("a", "x", 5)
    limits = [min(1.0, 0.02 * 2**n) for n in range(30)]
    assert len(pauses) == 30 and all(0 <= pause <= limit for pause, limit in zip(pauses, limits, strict=True))
    assert len(set(pauses)) == 30 and max(pauses) > 0.2


@pytest.mark.parametrize("patience", [-1, float("nan"), None, "5"])
def test_the_patience_is_a_number(patience):
    with pytest.raises((TypeError, ValueError), match="patience"):
        PriorityMemory(EmulatedRedis(), "u1", patience=patience)
