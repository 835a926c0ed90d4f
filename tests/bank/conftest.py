"""A clock that tests move, and the clients on which the scored memory must behave alike."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time

import pytest
import redis

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
def server(tmp_path_factory):
    """The port of a redis-server of our own, in cluster mode: it refuses keys that lie in different slots."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed: the emulated client runs the same tests")
    port, bus = free_ports(2)
    options = {"--port": port, "--cluster-port": bus, "--bind": "127.0.0.1", "--cluster-enabled": "yes"}
    options |= {"--save": "", "--appendonly": "no", "--dir": tmp_path_factory.mktemp("redis")}
    words = [str(word) for option in options.items() for word in option]
    process, client = subprocess.Popen([program, *words], stdout=subprocess.DEVNULL), redis.Redis(port=port)
    try:
        wait_until(client.ping, process)
        client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
        wait_until(lambda: client.set("ready", 1), process)
        yield port
    finally:
        process.terminate()
        process.wait()


def free_ports(n):
    sockets = [socket.socket() for _ in range(n)]
    try:
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]
    finally:
        for s in sockets:
            s.close()


def wait_until(ready, process):
    for _ in range(200):
        assert process.poll() is None, "redis-server ended by itself"
        try:
            if ready():
                return
        except redis.RedisError:
            pass
        time.sleep(0.05)
    raise AssertionError("redis-server is not ready after ten seconds")


@pytest.fixture(params=["emulated", "emulated, decoding", "server", "server, decoding"])
def client(request):
    decoding = "decoding" in request.param
    if request.param.startswith("emulated"):
        return EmulatedRedis(decode_responses=decoding)
    real = redis.Redis(port=request.getfixturevalue("server"), decode_responses=decoding)
    real.flushall()
    return real
