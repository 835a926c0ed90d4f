"""simulate: a trace against a policy and a capacity. What hits, what misses, who goes."""

from __future__ import annotations

import math
from array import array
from typing import Any

from memlab.bank import checks
from memlab.bank.scoring import Settings
from memlab.replay.policies import POLICIES
from memlab.replay.replacement import Options, Replacement
from memlab.replay.result import Result
from memlab.replay.trace import Trace, trace_of

UNITS = ("items", "tokens")


def simulate(
    trace: Any,
    policy: str = "lru",
    capacity: float = 100,
    unit: str = "items",
    *,
    seed: int = 0,
    settings: Settings | None = None,
    pinned: Any = (),
) -> Result:
    """Replay a trace (or an iterable of keys, or a Program): every missed read is fetched again.

    `capacity` counts memories or, with unit="tokens", their sizes; infinity is allowed. O(n log capacity).

    >>> result = simulate("abcab", "lru", capacity=2)
    >>> result.requests, result.misses, result.resident
    (5, 5, ('a', 'b'))
    """
    trace = trace_of(trace)
    if capacity != math.inf:
        checks.number("capacity", capacity, 0)
    sizes = (1,) * len(trace) if unit == "items" else trace.sizes
    index = {name: id for id, name in enumerate(trace.names)}
    options = Options(
        capacity,
        seed,
        settings or Settings(),
        frozenset(index[key] for key in pinned if key in index),
        trace.names,
    )
    return _replay(trace, POLICIES[policy](options), capacity, unit, sizes)


def _replay(trace: Trace, policy: Replacement, capacity: float, unit: str, sizes: Any) -> Result:
    held: list[float] = [-1] * len(trace.names)  # the size of each resident
    used: float = 0
    missed, evicted_at, evicted, refused = array("q"), array("q"), array("q"), array("q")
    next_reads = trace.next_reads if policy.foresight else None
    for n, id in enumerate(trace.ids):
        size, write = sizes[n], trace.writes[n]
        if policy.see:
            policy.see(trace.times[n], size, trace.importances[n], write)
        if next_reads:
            policy.look(next_reads[n])  # type: ignore[attr-defined]
        if held[id] >= 0:
            if not write:
                policy.hit(id)
                continue
            if used - held[id] + size <= capacity:
                used += size - held[id]
                held[id] = size
                policy.rewrite(id)
                continue
            policy.drop(id)
            used -= held[id]
            held[id] = -1
        elif not write:
            missed.append(n)
        if size > capacity:
            refused.append(n)
            continue
        gone = -1
        while used + size > capacity and gone != id:
            gone = policy.victim(id)
            evicted_at.append(n)
            evicted.append(gone)
            if gone != id:
                used -= held[gone]
                held[gone] = -1
        if gone != id:
            policy.admit(id)
            held[id] = size
            used += size
    return Result(trace, policy, capacity, unit, missed, evicted_at, evicted, refused, tuple(held))
