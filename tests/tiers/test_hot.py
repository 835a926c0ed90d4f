"""The hot tier: live memories only, the newest version, no growth."""

from __future__ import annotations

import pytest

from memlab.bank.keys import NAMES, keys
from memlab.tiers import MemoryStore, Settings
from memlab.tiers.hot import Hot
from memlab.tiers.memory import Memory
from memlab.zset import EmulatedRedis


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def hot(clock):
    return Hot(EmulatedRedis(), "u1", 3, clock)


def memory(id, text="tea", **fields):
    return Memory("u1", id, text, at=1000.0, **fields)


def test_it_gives_back_the_memory_that_it_took(hot):
    given = memory(
        "m1", "我对青霉素过敏 “quoted” \n", metadata={"a": [1, None]}, replaces=("m0",), expires_at=2000.0
    )
    hot.put(given)
    assert hot.get("m1") == given
    assert hot.memories() == {"m1": given}
    assert hot.get("m2") is None


def test_what_has_expired_is_gone_without_a_sweep(hot, clock):
    hot.put(memory("m1", expires_at=1010.0))
    assert hot.get("m1") is not None
    clock.now = 1010.0
    assert hot.get("m1") is None and hot.memories() == {}


@pytest.mark.parametrize("fields", [{"status": "superseded"}, {"expires_at": 999.0}, {"status": "merged"}])
def test_what_is_not_live_is_taken_out(hot, fields):
    hot.put(memory("m1"))
    assert hot.get("m1")
    hot.put(memory("m1", version=2, **fields))
    assert hot.get("m1") is None


def test_pins_follow_the_memory(hot):
    hot.put(memory("m1", importance=1.0, pinned=True))
    hot.put(memory("m2"))
    assert dict(hot.scores()) == {"m1": 10.0, "m2": 5.0}
    hot.put(memory("m1", importance=1.0, version=2))
    assert dict(hot.scores()) == {"m1": 1.0, "m2": 5.0}


def test_a_full_tier_lets_the_lowest_go_and_redis_does_not_grow(hot):
    for n in range(50):
        hot.put(memory(f"m{n:02}", importance=1 + n % 7))
    assert len(hot.memories()) == 3
    assert hot.priority.archived() == []
    assert hot.why("m00").status == "evicted"


def test_dropped_text_is_nowhere_in_redis(clock):
    client = EmulatedRedis()
    hot = Hot(client, "u1", 3, clock)
    hot.put(memory("m1", "the secret"))
    for n in range(5):
        hot.put(memory(f"x{n}", importance=9.0))
    hot.put(memory("m2", "the secret", importance=10.0))

    def dump():
        keys = [key if isinstance(key, str) else key.decode() for key in client.keys("*")]
        hashes = [client.hgetall(key) for key in keys if key.endswith((":items", ":archive"))]
        return str(hashes + [client.lrange(key, 0, -1) for key in keys if key.endswith(":log")])

    assert "the secret" in dump()
    assert hot.drop("m2") and not hot.drop("m1")
    assert "the secret" not in dump()


def test_a_touch_makes_fresh_and_brings_nothing_back(hot, clock):
    hot.put(memory("m1"))
    clock.now += 1800
    assert hot.scores() == [("m1", pytest.approx(2.5))]
    for _ in range(1000):
        assert hot.touch("m1")
    assert hot.scores() == [("m1", pytest.approx(5.0))]
    hot.drop("m1")
    assert not hot.touch("m1") and hot.get("m1") is None


CALLS = {
    "put": lambda hot: hot.put(memory("m9")),
    "get": lambda hot: hot.get("m1"),
    "touch": lambda hot: hot.touch("m1"),
    "drop": lambda hot: hot.drop("m1"),
    "memories": lambda hot: hot.memories(),
    "scores": lambda hot: hot.scores(),
    "why": lambda hot: hot.why("m1"),
}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "archive"])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_where_the_server_took_a_key_away_it_begins_anew(clock, call, name):
    client = EmulatedRedis()
    hot = Hot(client, "u1", 3, clock)
    for n in range(5):
        hot.put(memory(f"m{n}", importance=float(n + 1), pinned=n == 4, expires_at=9000.0))
    assert client.delete(keys("u1")[name]) == 1
    call(hot)
    assert set(hot.memories()) <= {"m9"}
    hot.put(memory("m1"))
    assert hot.get("m1") == memory("m1")


@pytest.mark.parametrize("lost", [*(name for name in NAMES if name != "archive"), "everything"])
def test_a_store_goes_on_whatever_its_cache_lost(tmp_path, lost):
    client = EmulatedRedis()
    with MemoryStore("u1", tmp_path, client=client, sleep=lambda seconds: None) as store:
        for n in range(5):
            store.add(f"tea {n}", id=f"m{n}", pinned=n == 4, ttl=1e6)
        store.forget("m0")
        names = NAMES if lost == "everything" else (lost,)
        client.delete(*(keys("u1")[name] for name in names))
        assert store.reconcile() == [] and store.reconcile() == []
        assert [store.get(f"m{n}").text for n in range(1, 5)] == [f"tea {n}" for n in range(1, 5)]
        receipt = store.add("milk", id="m5")
        assert receipt.tiers["hot"] == "stored" and store.touch("m5") and "m0" not in store
        assert store.reconcile() == []


def test_a_tenant_that_is_idle_leaves_the_server_and_the_store_keeps_everything(tmp_path):
    client = EmulatedRedis()
    with MemoryStore("u1", tmp_path, client=client, settings=Settings(hot_idle=60)) as store:
        store.add("I am allergic to penicillin.", id="allergy")
        keys = client.keys("*")
        assert keys and all(0 < client.ttl(key) <= 60 for key in keys)
        client.delete(*keys)  # what the server does then
        assert store.get("allergy").text == "I am allergic to penicillin."
        assert store.reconcile() == []
        store.add("I live in Ulm.", id="city")
        assert set(store.hot.memories()) == {"city"}


@pytest.mark.parametrize("idle", [0, -1, float("nan"), "60"])
def test_an_idle_time_that_is_none_is_refused(idle):
    with pytest.raises((ValueError, TypeError), match="hot_idle"):
        Settings(hot_idle=idle)
