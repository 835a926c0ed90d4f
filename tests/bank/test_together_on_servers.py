"""Eight processes on shared tenants: the caps hold always, the books say what the processes were told."""

from __future__ import annotations

import os
import threading
import time

import pytest

from memlab.bank import connect
from memlab.cli import servers
from memlab.cli.together import together

SECONDS = float(os.environ.get("MEMLAB_TOGETHER_SECONDS", 3))


@pytest.mark.parametrize("where", ["redis_url", "nodes"])
def test_eight_processes_write_use_and_evict(request, where):
    url = request.getfixturevalue(where)
    client = connect(url)
    client.flushall()
    outcome = together(url, SECONDS)
    print(where, dict(outcome.calls), f"{outcome.evictions} evictions, {outcome.looks} looks")
    assert outcome.problems == []
    assert outcome.looks > 1 and outcome.evictions > 1 and outcome.calls.total() > 10
    assert client.keys("*") == []  # the tenants' own keys are gone, and there were no others
    client.close()


def test_a_server_that_is_killed_and_started_again_in_the_middle_of_it_loses_no_write():
    try:
        with servers.redis_server(durable=True) as server:
            found = []
            thread = threading.Thread(
                target=lambda: found.append(together(server.url, 3.0, processes=4, patience=20.0))
            )
            thread.start()
            for _ in range(2):
                time.sleep(1.2)
                server.kill()
                server.start()
            thread.join()
    except servers.Missing as missing:
        pytest.skip(f"{missing}: a server of our own is killed here")
    (outcome,) = found
    assert outcome.problems == []
    assert outcome.evictions > 1
