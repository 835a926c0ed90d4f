"""Retries: many clients that lost a server at one moment, and how they come back to it."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from dataclasses import dataclass

from memlab import checks

TICK = 0.1  # seconds: a bar of the picture
LONGEST = 120.0  # seconds that are played at most


@dataclass(frozen=True)
class Herd:
    """For each tenth of a second how many `asked` and were `answered`; when the last one was, or None."""

    clients: int
    serves: int
    asked: tuple[int, ...]
    answered: tuple[int, ...]
    done: float | None

    @property
    def attempts(self) -> int:
        """All attempts together, the successful ones too."""
        return sum(self.asked)


def wait(attempt: int, base: float, cap: float, jitter: float, drawn: float) -> float:
    """Seconds before the attempt with this number (from 1), for a random number `drawn` from [0, 1).

    Exponential: base × 2^(attempt − 1), at most cap. Of it the share `jitter` is drawn, the rest is sure;
    jitter 1 is the “full jitter” of M. Brooker, Exponential Backoff and Jitter, 2015.

    >>> wait(3, 0.1, 5, 0, 0.7), wait(3, 0.1, 5, 1, 0.5), wait(99, 0.1, 5, 0, 0)
    (0.4, 0.2, 5)
    """
    full = min(cap, base * 2.0 ** min(attempt - 1, 60))
    return full * (1 - jitter) + full * jitter * drawn


def herd(
    clients: int = 100, base: float = 0.1, cap: float = 5.0, jitter: float = 0.0, serves: int = 10
) -> Herd:
    """Clients cut off at second 0; the server is back after one second and answers `serves` per 0.1 s.

    Whom it cannot answer is refused and waits again. At most 120 s are played. The draws are always the same.
    ValueError for what is out of range.

    >>> herd().done > herd(jitter=1).done
    True
    """
    for name, value in (("clients", clients), ("serves", serves)):
        checks.whole(name, value, 1)
    for name, seconds in (("base", base), ("cap", cap)):
        checks.number(name, seconds, 0.001, LONGEST)
    checks.number("jitter", jitter, 0, 1)
    draw = random.Random(10).random
    queue = [(wait(1, base, cap, jitter, draw()), n, 1) for n in range(clients)]
    heapq.heapify(queue)
    asked: Counter[int] = Counter()
    answered: Counter[int] = Counter()
    last = 0.0
    while queue and queue[0][0] < LONGEST:
        now, client, attempt = heapq.heappop(queue)
        tick = int(now / TICK + 1e-9)
        asked[tick] += 1
        if now >= 1.0 and answered[tick] < serves:
            answered[tick] += 1
            last = now
        else:
            later = now + max(wait(attempt + 1, base, cap, jitter, draw()), 0.001)
            heapq.heappush(queue, (later, client, attempt + 1))
    ticks = range(max(asked, default=0) + 1)
    bars = tuple(asked[n] for n in ticks), tuple(answered[n] for n in ticks)
    return Herd(clients, serves, *bars, None if queue else last)
