"""Stores on one directory and one Redis, a clock set by hand, and a look at every byte that they keep."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
import uuid

import pytest

from memlab.tiers import MemoryStore
from memlab.tiers.warm import Warm
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


@pytest.fixture(scope="session")
def emptied_schema(fresh_schema):
    """`emptied_schema()`: the URL of one schema, emptied anew, which is much faster than a new one."""
    import psycopg

    url, kept = fresh_schema(), []

    def empty():
        if not kept:
            Warm(url).close()
            address, _, schema = url.rpartition("schema=")
            kept.append(psycopg.connect(address.rstrip("?&"), autocommit=True))
            found = kept[0].execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema,))
            tables = [f"{schema}.{name}" for (name,) in found if name not in ("meta", "memlab_schema")]
            kept.append(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY")
            kept.append(f"DELETE FROM {schema}.meta WHERE name IN ('embed', 'dimension')")
        for statement in kept[1:]:
            kept[0].execute(statement)
        return url

    yield empty
    if kept:
        kept[0].close()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def redis_client():
    return EmulatedRedis()


@pytest.fixture
def warm_engine():
    """What the warm tier of `open_store` runs on. MEMLAB_TEST_WARM=postgresql: of every test, that."""
    return os.environ.get("MEMLAB_TEST_WARM", "sqlite")


@pytest.fixture
def warm_at(warm_engine, request):
    """`warm_at(path)`: where the warm tier is of a store whose other files are at that path."""
    if warm_engine == "sqlite":
        return lambda path: None
    places, fresh = {}, request.getfixturevalue("fresh_schema")

    def at(path):
        key = str(path)
        if key not in places:  # the first is the one that can be had fast
            places[key] = fresh() if places else request.getfixturevalue("emptied_schema")()
        return places[key]

    return at


@pytest.fixture
def open_store(tmp_path, clock, redis_client, warm_at):
    """`open_store(tenant="mira", **options)`: all on one directory and one Redis; closed at the end."""
    stores = []

    def open_(tenant="mira", path=tmp_path / "memory", **options):
        given = {"client": redis_client, "clock": clock, "sleep": lambda seconds: None, **options}
        stores.append(MemoryStore(tenant, path, **{"warm": warm_at(path), **given}))
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


@pytest.fixture(scope="session")
def s3_server():
    """A server on loopback that speaks S3: the environment names it, so nothing can go elsewhere."""
    for package in ("s3fs", "moto"):
        pytest.importorskip(package, reason=f"{package} is not installed: pip install 'memlab[test]'")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    names = {
        "AWS_ENDPOINT_URL": url, "AWS_ACCESS_KEY_ID": "nobody", "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }  # fmt: skip
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", url.rpartition(":")[2]]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in names.items():
            patch.setenv(name, value)
        with subprocess.Popen(command, **quiet) as server:
            try:
                _wait_for(url)
                yield url
            finally:
                server.kill()


def _wait_for(url):
    for _ in range(600):
        try:
            return urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"{url} does not answer")


@pytest.fixture
def s3_url(s3_server):
    """A bucket of one's own on that server."""
    name = f"cold-{uuid.uuid4().hex[:12]}"
    urllib.request.urlopen(urllib.request.Request(f"{s3_server}/{name}", method="PUT"), timeout=30).close()
    return f"s3://{name}/some/folder"
