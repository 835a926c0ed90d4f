"""Traces made by rule: the shapes on which policies differ, the same on every machine for the same seed.

Draws come from `random.random()` alone: its sequence for a seed is what Python promises to keep.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate, islice

from memlab import checks
from memlab.replay.chatter import conversation
from memlab.replay.trace import Trace


def zipf(n: int = 20_000, keys: int = 2_000, alpha: float = 1.0, seed: int = 0) -> Trace:
    """A few keys are read again and again, most hardly ever: key k as often as 1 / (k + 1)^alpha.

    >>> zipf(5, keys=10).names
    (6, 4, 1, 0)
    """
    _whole(n=n, keys=keys, seed=seed)
    checks.number("alpha", alpha, 0, 100)
    draws = _zipf(keys, alpha, seed)
    return Trace.of_keys(islice(draws, n), "zipf")


def scan_over_zipf(
    n: int = 20_000,
    keys: int = 2_000,
    alpha: float = 1.0,
    every: int = 2_000,
    length: int = 500,
    seed: int = 0,
) -> Trace:
    """As zipf, but after every so many reads comes a scan: keys that are read once and never again.

    >>> [key for key in scan_over_zipf(12, keys=10, every=4, length=2).names if key >= 10]
    [10, 11, 12, 13]
    """
    _whole(n=n, keys=keys, seed=seed, every=every, length=length)
    checks.number("alpha", alpha, 0, 100)
    return Trace.of_keys(islice(_scans(_zipf(keys, alpha, seed), keys, every, length), n), "scan over zipf")


def loop(n: int = 20_000, keys: int = 300) -> Trace:
    """The same keys in the same order, round and round: whatever was used longest ago comes next.

    >>> loop(5, keys=3).ids
    (0, 1, 2, 0, 1)
    """
    _whole(n=n, keys=keys)
    return Trace.of_keys((place % keys for place in range(n)), "loop")


def sliding_window(n: int = 20_000, window: int = 200, dwell: int = 20, seed: int = 0) -> Trace:
    """Any of the last keys with equal chance; every `dwell` reads a new key comes in and the oldest leaves.

    >>> max(sliding_window(100, window=5, dwell=10).names)
    13
    """
    _whole(n=n, window=window, dwell=dwell, seed=seed)
    draw = random.Random(seed).random
    return Trace.of_keys((place // dwell + int(draw() * window) for place in range(n)), "sliding window")


def bursty(n: int = 20_000, keys: int = 2_000, burst: int = 200, hot: int = 10, seed: int = 0) -> Trace:
    """A topic at a time: for `burst` reads a few keys are hot (nine reads of ten), then others are.

    >>> len(set(bursty(200).ids)) < len(set(bursty(200, burst=1).ids))
    True
    """
    _whole(n=n, keys=keys, burst=burst, hot=hot, seed=seed)
    return Trace.of_keys(islice(_bursts(keys, burst, hot, random.Random(seed).random), n), "bursty")


GENERATORS: dict[str, Callable[..., Trace]] = {
    generator.__name__: generator
    for generator in (zipf, scan_over_zipf, loop, sliding_window, bursty, conversation)
}
"""The generators by name; the first line of each one's docstring says what it makes."""


def _zipf(keys: int, alpha: float, seed: int) -> Iterator[int]:
    reach = list(accumulate((rank + 1) ** -alpha for rank in range(keys)))
    draw = random.Random(seed).random
    while True:  # the bound: rounding may carry a draw onto the very end
        yield bisect_right(reach, draw() * reach[-1], hi=keys - 1)


def _scans(draws: Iterator[int], fresh: int, every: int, length: int) -> Iterator[int]:
    while True:
        yield from islice(draws, every)
        yield from range(fresh, fresh + length)
        fresh += length


def _bursts(keys: int, burst: int, hot: int, draw: Callable[[], float]) -> Iterator[int]:
    while True:
        favourites = [int(draw() * keys) for _ in range(hot)]
        for _ in range(burst):
            yield favourites[int(draw() * hot)] if draw() < 0.9 else int(draw() * keys)


def _whole(**counts: int) -> None:
    """Of a trace's length and the seed 0 is allowed, of all other counts 1 is the least."""
    for field, value in counts.items():
        checks.whole(field, value, 0 if field in ("n", "seed") else 1)
