"""connect: which URL makes which client, what it costs while nobody answers, and what no message shows."""

from __future__ import annotations

import pytest
import redis

from memlab.bank import PriorityMemory, connect
from memlab.cli import servers


@pytest.mark.parametrize(
    "url",
    [
        "redis://me:hunter2@127.0.0.1:6379/0",
        "rediss://me:hunter2@127.0.0.1/1",
        "redis+cluster://me:hunter2@127.0.0.1:7000",
        "rediss+cluster://me:hunter2@127.0.0.1:7000,127.0.0.1:7001,localhost/0",
    ],
)
def test_nothing_is_sent_before_the_first_use_and_no_text_has_the_password(url):
    client = connect(url)
    assert hasattr(client, "pipeline") and "hunter2" not in repr(client)
    client.close()


@pytest.mark.parametrize(
    "url",
    [
        "http://me:hunter2@127.0.0.1",
        "postgresql://me:hunter2@127.0.0.1/db",
        "unix://hunter2",
        "redis+sentinel://:hunter2@127.0.0.1",
        "redis://:hunter2/@127.0.0.1:6379/0",
        "redis://:hunter2#@127.0.0.1",
        "redis://me:hunter2@127.0.0.1:99999/0",
        "redis://me:hunter2@127.0.0.1:6379/0?socket_timeout=soon",
        "redis+cluster://me:hunter2@127.0.0.1:x",
        "redis+cluster://me:hunter2@127.0.0.1:7000,127.0.0.1:x",
        "redis+cluster://me:hunter2@127.0.0.1:7000,:7001",
        "redis+cluster://me:hunter2@127.0.0.1:7000/3",
        "redis+cluster://",
        "redis:127.0.0.1",
        "",
    ],
)
def test_another_url_is_refused_in_a_text_that_does_not_quote_it(url):
    with pytest.raises(ValueError, match=r"^url: ") as caught:
        connect(url)
    assert "hunter2" not in str(caught.value).replace("unix://hunter2", "") and caught.value.__cause__ is None


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), None, "2", True])
def test_the_time_out_is_a_number(timeout):
    with pytest.raises((TypeError, ValueError), match="timeout"):
        connect("redis://127.0.0.1", timeout=timeout)
    with pytest.raises(TypeError, match="url"):
        connect(None)


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_while_nobody_answers_each_call_fails_soon_and_a_program_can_start(scheme):
    (port,) = servers.free_ports(1)
    client = connect(f"{scheme}://me:hunter2@127.0.0.1:{port}")
    memory = PriorityMemory(client, "u1", patience=0.05)
    for _ in range(3):
        with pytest.raises(redis.ConnectionError, match=r"'u1'.*nothing has changed") as caught:
            memory.remember("a", "x", 5)
        assert "hunter2" not in str(caught.value)
    with pytest.raises(redis.ConnectionError):
        client.ping()
    client.close()


def test_a_server_is_talked_to(redis_url):
    client = connect(redis_url, timeout=5)
    assert client.ping() and client.get_connection_kwargs()["socket_timeout"] == 5
    client.close()


def test_any_node_that_is_up_leads_to_the_cluster(nodes):
    (down,) = servers.free_ports(1)
    scheme, _, rest = nodes.partition("://")
    client = connect(f"{scheme}://127.0.0.1:{down},{rest}")
    assert client.set("{u1}a", "x") and client.get("{u1}a") == b"x"
    client.close()
    assert client.get("{u1}a") == b"x"  # a closed client opens again
    client.delete("{u1}a")
    client.close()
