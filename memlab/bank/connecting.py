"""connect: a client of a Redis server or of a cluster, from a URL."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import RedisClusterException
from redis.retry import Retry

from memlab import checks

SCHEMES = ("redis", "rediss", "redis+cluster", "rediss+cluster")  # with s: over TLS
PORT = 6379


def connect(url: str, *, timeout: float = 2.0) -> Any:
    """A client of the server, or of the cluster, that a URL names; nothing is sent before its first use.

    `redis://user:password@host:port/db`, `redis+cluster://host:port,host:port` (some nodes of it; one is
    enough while it is up), and both with `rediss` for TLS. An answer is waited for `timeout` seconds, and so
    is a connection. The client itself tries nothing twice, since a command whose reply was lost may have been
    done: `PriorityMemory` does, which can tell. ValueError for another URL; no message has its password.

    >>> connect("redis+cluster://127.0.0.1:7000,127.0.0.1:7001")
    Cluster('127.0.0.1:7000', '127.0.0.1:7001')
    >>> connect("http://u:secret@example.com")
    Traceback (most recent call last):
    ValueError: url: 'http://…@example.com' ..., allowed is redis://, rediss://, redis+cluster:// or ...
    """
    checks.text("url", url, empty=False)
    wait = {name: checks.number("timeout", timeout, 0, checks.HUGE, above=True) for name in TIMEOUTS}
    scheme, _, rest = url.partition("://")
    try:
        if scheme in ("redis", "rediss"):
            return redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0), **wait)
        if scheme in SCHEMES:
            return _cluster(scheme.partition("+")[0], rest, wait)
    except (ValueError, redis.RedisError):  # their texts quote the URL
        mend = "write redis://user:password@host:port/db, in a password %2F for /, %3F for ? and %23 for #"
        raise ValueError(f"url: {shown(url)} does not read: {mend}") from None
    allowed = f"allowed is {'://, '.join(SCHEMES[:-1])}:// or {SCHEMES[-1]}://"
    raise ValueError(f"url: {shown(url)} names no Redis server, {allowed}: correct it")


TIMEOUTS = ("socket_timeout", "socket_connect_timeout")


def shown(url: str) -> str:
    """A URL as a message may show it: whatever stands before the host is left out.

    >>> shown("redis://me:secret@10.0.0.7:6379/0?password=more")
    "'redis://…@10.0.0.7:6379/0'"
    """
    scheme, mark, rest = url.partition("://")
    _, at, host = rest.rpartition("@")
    if not at and ":" in rest and not rest.partition(":")[2].partition("/")[0].partition(",")[0].isdigit():
        host, at = "", "@"  # half a password, whose / or # broke the URL
    return checks.shown(f"{scheme}{mark}{'…@' if at else ''}{host.partition('?')[0].partition('#')[0]}")


def _cluster(scheme: str, rest: str, wait: dict[str, float]) -> Cluster:
    """The first node goes through redis-py's own reading of URLs, with user, password and options."""
    netloc = re.split("[/?#]", rest, maxsplit=1)[0]
    secret, at, hosts = netloc.rpartition("@")
    first, *others = hosts.split(",")
    url = f"{scheme}://{rest.replace(netloc, f'{secret}{at}{first}', 1)}"
    nodes = [_node(host) for host in others]
    parsed = redis.connection.parse_url(url)
    if not parsed.get("host") or parsed.get("db"):
        raise ValueError("no host, or a database that is not 0: a cluster has no other")
    again = Retry(NoBackoff(), 1)

    def make() -> RedisCluster:
        starting = [ClusterNode(*node) for node in nodes]
        return RedisCluster.from_url(url, startup_nodes=starting, retry=again, **wait)

    return Cluster(make, (first, *others))


def _node(host: str) -> tuple[str, int]:
    parsed = redis.connection.parse_url(f"redis://{host}")
    if not parsed.get("host"):
        raise ValueError("a node without a host")
    return parsed["host"], parsed.get("port", PORT)


class Cluster:
    """redis-py's RedisCluster, made when it is first used: a program may start while all nodes are down."""

    def __init__(self, make: Callable[[], RedisCluster], hosts: tuple[str, ...]) -> None:
        self._make, self._hosts = make, hosts
        self._made: RedisCluster | None = None
        self._lock = threading.Lock()

    def pipeline(self, *args: Any, **options: Any) -> Any:
        """As RedisCluster.pipeline."""
        return self._cluster().pipeline(*args, **options)

    def get_node_from_key(self, key: str) -> Any:
        """The node that has the key's slot."""
        return self._cluster().get_node_from_key(key)

    def close(self) -> None:
        """Close all connections; the next use opens new ones."""
        with self._lock:
            made, self._made = self._made, None
        if made is not None:
            made.close()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._cluster(), name)

    def __repr__(self) -> str:
        return f"Cluster({', '.join(map(repr, self._hosts))})"

    def _cluster(self) -> RedisCluster:
        with self._lock:
            if self._made is None:
                try:
                    self._made = self._make()
                except RedisClusterException as error:
                    told = f"no node of the cluster {', '.join(self._hosts)} answers: {error}"
                    raise redis.ConnectionError(told) from error
            return self._made
