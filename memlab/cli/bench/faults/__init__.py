"""Faults: what becomes of a memory when processes, disks, clocks, connections and files fail.

Each fault is done many times. After it the store is opened (or refuses with a clear error), healed, and asked
for all that it had acknowledged. What broke a promise is told in words on stderr.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from memlab.cli.bench.results import Count, LeftOut

SHOWN = 5  # broken promises of a fault that are told in words
SIDE_BY_SIDE = 2  # processes
ELSEWHERE = "it needs a system with fork and SIGKILL"


def measurements(quick: bool) -> Iterator[Count | LeftOut]:
    """A count for each kind of fault: 500 kills and more in a full run, some dozens in a quick one."""
    if os.name != "posix":
        yield LeftOut("faults", ELSEWHERE)
        return
    from memlab.cli.bench.faults import plan

    tasks, left_out = plan.plan(quick)
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        for outcomes in pool.map(plan.done, tasks):
            for outcome in outcomes:
                for what in dict.fromkeys(outcome.wrong[:SHOWN]):
                    print(f"{outcome.name}: {what}", file=sys.stderr)
                yield outcome.count
    yield from left_out
