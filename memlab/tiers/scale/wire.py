"""Wire: what goes between a client and its Redis, counted, slowed down or cut."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import redis

from memlab import checks

CUT = "the connection was cut"


class Wire:
    """The connections of a client (redis.Redis or EmulatedRedis), from now on counted in `trips`.

    `delay`: seconds that each round trip takes longer. `cut(n, when)` cuts one trip to come, the n-th from
    now, "before" the server has it or "after" it has done it; the client sees a ConnectionError each time.
    Only what goes over a connection is counted: pipelines and transactions, which is what a PriorityMemory
    uses. TypeError for a client without a connection pool, such as a cluster's.

    >>> from memlab.zset import EmulatedRedis
    >>> r = EmulatedRedis()
    >>> wire = Wire(r)
    >>> _ = r.pipeline().incr("cups").incr("cups").execute()
    >>> wire.trips, int(r.get("cups"))
    (1, 2)
    """

    def __init__(
        self, client: Any, delay: float = 0.0, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        pool = getattr(client, "connection_pool", None)
        if pool is None:
            shown = checks.shown(client)
            raise TypeError(f"client: {shown} has no pool, allowed are redis.Redis and EmulatedRedis")
        self.trips, self.delay, self._sleep = 0, delay, sleep
        self._cut: tuple[int, str] | None = None
        pool.disconnect()
        pool.reset()
        pool.connection_class = _wired(pool.connection_class, self)

    def cut(self, trip: int = 1, when: str = "after") -> None:
        """Cut the trip with this number, counted from now. ValueError for another `when`."""
        if when not in ("before", "after"):
            raise ValueError(f"when: {checks.shown(when)} is not allowed: pass 'before' or 'after'")
        self._cut = self.trips + checks.whole("trip", trip, 1), when

    def _send(self, send: Callable[[], None]) -> None:
        self.trips += 1
        if self.delay:
            self._sleep(self.delay)
        due = self._cut if self._cut and self._cut[0] == self.trips else None
        if due and due[1] == "before":
            raise redis.ConnectionError(CUT)
        send()


def _wired(kind: type, wire: Wire) -> type:
    """A class of connections that tell the wire of all that they send."""

    class Wired(kind):  # type: ignore[misc, valid-type]
        _lost = False

        def send_packed_command(self, command: Any, check_health: bool = True) -> None:
            self._lost = bool(wire._cut and wire._cut == (wire.trips + 1, "after"))
            wire._send(lambda: super(Wired, self).send_packed_command(command, check_health))

        def read_response(self, *words: Any, **how: Any) -> Any:
            reply = super().read_response(*words, **how)
            if self._lost:
                self._lost = False
                self.disconnect()
                raise redis.ConnectionError(CUT)
            return reply

    return Wired
