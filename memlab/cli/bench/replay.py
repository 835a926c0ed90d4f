"""The speed and memory of `memlab.replay`: policies against cachetools, the curve against single replays."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from time import process_time
from typing import Any

import cachetools

from memlab.cli.bench import Measurement
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
    n, goal = (100_000, 0) if quick else (1_000_000, 1)
    trace = zipf(n, KEYS)
    yield from _against_cachetools(trace, goal)
    lru = _best(simulate, trace, "lru", CAPACITY)
    for policy in [name for name in POLICIES if name not in PEERS]:
        ours = _seconds(simulate, copy(trace), policy, CAPACITY)  # a copy: the next reads are found anew
        yield Measurement(f"{policy}, {n:,} reads", ours, "lru", lru)
    yield Measurement(f"optimum, {n:,} reads", _seconds(optimum, copy(trace), CAPACITY), "lru", lru)
    for kept in (trace, zipf(n, 10 * KEYS)):
        yield _curve(kept, goal)
    small, large = _bytes(trace[: n // 10]), _bytes(trace)
    yield Measurement(f"bytes an access, {n:,}", large, f"{n // 10:,}", small, 0.5, unit="bytes")


def _against_cachetools(trace: Trace, goal: float) -> Iterator[Measurement]:
    keys = [trace.names[id] for id in trace.ids]
    for policy, (peer, times) in PEERS.items():
        ours, theirs = _best(simulate, trace, policy, CAPACITY), _best(_play, keys, peer)
        name = f"{policy}, {len(keys):,} reads"
        yield Measurement(name, ours, f"cachetools.{peer.__name__}", theirs, goal * times or None)


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
    replays = sum(_seconds(simulate, trace, "lru", size) for size in sizes)
    ours = _best(lru_curve, trace)
    return Measurement(f"lru at all {most:,} sizes", ours, f"{REPLAYS} replays", replays, goal or None)


def _bytes(trace: Trace) -> float:
    """The peak of a replay's memory, its trace made in it, for each access."""
    keys = [trace.names[id] for id in trace.ids]
    tracemalloc.start()
    simulate(keys, "lru", CAPACITY)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / len(keys)


def _best(function: Callable[..., Any], *arguments: Any) -> float:
    return min(_seconds(function, *arguments) for _ in range(3))


def _seconds(function: Callable[..., Any], *arguments: Any) -> float:
    """In processor time, which other processes do not change."""
    gc.collect()  # what was made before is not this function's garbage
    start = process_time()
    function(*arguments)
    return process_time() - start
