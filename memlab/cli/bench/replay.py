"""The speed and memory of `memlab.replay`: policies against cachetools, the curve against single replays."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

import cachetools

from memlab.cli.bench.results import Measurement
from memlab.cli.bench.timing import Side, side_by_side, timed
from memlab.replay.generators import zipf
from memlab.replay.optimum import optimum
from memlab.replay.policies import POLICIES
from memlab.replay.simulate import simulate
from memlab.replay.stacks import lru_curve
from memlab.replay.trace import Trace

KEYS, CAPACITY, REPLAYS = 10_000, 1_000, 40
PEERS: dict[str, tuple[Any, float]] = {  # policy -> the peer's class and the goal
    "lru": (cachetools.LRUCache, 2),
    "fifo": (cachetools.FIFOCache, 2),
    "lfu": (cachetools.LFUCache, 1),
    "random": (cachetools.RRCache, 1),
}


def measurements(quick: bool) -> Iterator[Measurement]:
    """Traces are made before the clock starts. Policies that cachetools lacks are told in replays of lru."""
    n, goal = (50_000, 0) if quick else (1_000_000, 1)
    trace = zipf(n, KEYS)
    keys = [trace.names[id] for id in trace.ids]
    for policy, (peer, times) in PEERS.items():
        ours, theirs = side_by_side(replaying(trace, policy), playing(keys, peer), repeats=3)
        named = f"cachetools.{peer.__name__}"
        yield Measurement(f"{policy}, {n:,} reads", ours, named, theirs, goal * times or None)
    lru = replaying(trace, "lru")
    others = {policy: replaying(trace, policy) for policy in POLICIES if policy not in PEERS}
    others["optimum"] = lambda: timed(optimum, copy(trace), CAPACITY)
    for policy, side in others.items():
        ours, theirs = side_by_side(side, lru, repeats=1 if quick else 3)
        yield Measurement(f"{policy}, {n:,} reads", ours, "lru", theirs)
    for kept in (trace, zipf(n, 10 * KEYS)):
        yield _curve(kept, goal)
    small, large = _bytes(trace[: n // 10]), _bytes(trace)
    yield Measurement(f"bytes an access, {n:,}", large, f"{n // 10:,}", small, 0.5, unit="bytes")


def replaying(trace: Trace, policy: str, capacity: int = CAPACITY) -> Side:
    """Replays a copy each time: what the trace finds out about its next reads is found out anew."""
    return lambda: timed(simulate, copy(trace), policy, capacity)


def playing(keys: Sequence[Any], peer: Any) -> Side:
    """The peer's cache over the same keys."""
    return lambda: timed(_play, keys, peer)


def _play(keys: Sequence[Any], peer: Any) -> None:
    """What a user of cachetools would write."""
    cache = peer(CAPACITY)
    for key in keys:
        try:
            cache[key]
        except KeyError:
            cache[key] = key


def _curve(trace: Trace, goal: float) -> Measurement:
    """lru at every capacity, in one pass, against single replays at capacities evenly spread."""
    most = len(trace.names)
    sizes = [most * k // REPLAYS for k in range(1, REPLAYS + 1)]

    def replays() -> float:
        return sum(timed(simulate, trace, "lru", size) for size in sizes)

    ours, peer = side_by_side(lambda: timed(lru_curve, trace), replays, repeats=1)
    return Measurement(f"lru at all {most:,} sizes", ours, f"{REPLAYS} replays", peer, goal or None)


def _bytes(trace: Trace) -> float:
    """The peak of a replay's memory, its trace made in it, for each access."""
    keys = [trace.names[id] for id in trace.ids]
    tracemalloc.start()
    simulate(keys, "lru", CAPACITY)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / len(keys)
