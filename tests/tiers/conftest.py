"""Stores on one directory and one Redis, a clock set by hand, and a look at every byte that they keep."""

from __future__ import annotations

import json

import pytest

from memlab.tiers import MemoryStore
from memlab.zset import EmulatedRedis

READ = {
    "hash": lambda client, key: client.hgetall(key),
    "list": lambda client, key: client.lrange(key, 0, -1),
    "set": lambda client, key: client.smembers(key),
    "string": lambda client, key: client.get(key),
    "zset": lambda client, key: client.zrange(key, 0, -1, withscores=True),
}


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = 1_900_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def redis_client():
    return EmulatedRedis()


@pytest.fixture
def open_store(tmp_path, clock, redis_client):
    """`open_store(tenant="mira", **options)`: all on one directory and one Redis; closed at the end."""
    stores = []

    def open_(tenant="mira", path=tmp_path / "memory", **options):
        given = {"client": redis_client, "clock": clock, "sleep": lambda seconds: None, **options}
        stores.append(MemoryStore(tenant, path, **given))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


@pytest.fixture
def in_redis(redis_client):
    """`in_redis()`: key -> all that it holds, as text."""

    def read():
        found = {}
        for key in redis_client.keys("*"):
            name = key.decode() if isinstance(key, bytes) else key
            kind = redis_client.type(name)
            held = READ[kind.decode() if isinstance(kind, bytes) else kind](redis_client, name)
            found[name] = str(held) if not isinstance(held, dict) else str(sorted(held.items()))
        return found

    return read


@pytest.fixture
def where(tmp_path, in_redis):
    """`where(word)`: the files and the Redis keys in which a word stands, however it is written there."""

    def look(word):
        forms = {word, json.dumps(word)[1:-1]}
        raw = [form.encode() for form in forms] + [repr(form.encode())[2:-1].encode() for form in forms]
        files = [p for p in sorted(tmp_path.rglob("*")) if p.is_file() and not p.name.endswith("-shm")]
        found = [p.relative_to(tmp_path).as_posix() for p in files if any(r in p.read_bytes() for r in raw)]
        plain = [form.decode() for form in raw]
        return found + [key for key, held in in_redis().items() if any(form in held for form in plain)]

    return look


@pytest.fixture
def found():
    """`found(store, query, k)`: the ids that recall gives."""

    def ids(store, query, k=50, **filters):
        return [memory.id for memory in store.recall(query, k, **filters).memories]

    return ids
