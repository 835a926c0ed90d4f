"""A redis-server of our own, if one is installed, and ways to compare its replies with ours."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time

import pytest
import redis


@pytest.fixture(scope="session")
def server_port(tmp_path_factory):
    """The port of a redis-server that lives as long as the tests do."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed: the recorded replies are checked all the same")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(
        [program, *options, "--dir", str(tmp_path_factory.mktemp("redis"))], stdout=subprocess.DEVNULL
    )
    try:
        _wait_for(process, port)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(process, port):
    for _ in range(200):
        assert process.poll() is None, "redis-server ended by itself"
        try:
            with redis.Redis(port=port) as client:
                version = client.info("server")["redis_version"]
            if not version.startswith("7.0."):
                pytest.skip(f"redis-server is {version}, and its replies are compared with those of 7.0")
            return
        except redis.ConnectionError:
            time.sleep(0.05)
    raise AssertionError("redis-server is not ready after ten seconds")


@pytest.fixture(scope="session")
def raw_server(server_port):
    """A client of the real server that gives raw RESP2 replies; flush it yourself."""
    with redis.Redis(port=server_port, protocol=2, single_connection_client=True) as client:
        client.response_callbacks.clear()
        yield client
