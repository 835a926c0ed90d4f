"""A clock that tests move, and the clients on which the scored memory must behave alike."""

from __future__ import annotations

import pytest
import redis

from memlab.bank import connect
from memlab.zset import EmulatedRedis


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="session")
def nodes(cluster_url):
    """The URL of the cluster, as a cluster's."""
    return "redis+cluster" + cluster_url.removeprefix("redis")


@pytest.fixture(params=["emulated", "emulated, decoding", "server", "server, decoding", "cluster"])
def client(request):
    if request.param.startswith("emulated"):
        return EmulatedRedis(decode_responses="decoding" in request.param)
    if request.param == "cluster":
        real = connect(request.getfixturevalue("nodes"))
    else:
        url = request.getfixturevalue("redis_url")
        real = (
            redis.Redis.from_url(url, decode_responses=True) if "decoding" in request.param else connect(url)
        )
    real.flushall()
    request.addfinalizer(real.close)
    return real
