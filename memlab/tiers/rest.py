"""Rest: a server that lets callers wait in vain is left alone for a while, so that they do not all wait.

A server that is gone refuses at once and costs nothing. One that hangs costs a time-out a call, and a message
makes a dozen calls. (Michael Nygard, Release It!, calls the pattern a circuit breaker.)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import redis

VAIN = 3  # waits in a row after which the server is left alone
LONG = 0.5  # seconds without an answer that make a wait
REST = 10.0  # seconds until it is asked again, once
T = TypeVar("T")


class Rest:
    """Calls to one server. O(1) a call.

    >>> rest = Rest()
    >>> rest.call(lambda: "an answer")
    'an answer'
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._vain, self._until = 0, 0.0

    def call(self, do: Callable[[], T], always: bool = False) -> T:
        """Do it, or raise redis.TimeoutError at once while the server rests; `always`: ask it even then."""
        began = self._clock()
        if began < self._until and not always:
            left = self._until - began
            told = f"the server did not answer {self._vain} times in a row: it is asked again in {left:.0f} s"
            raise redis.TimeoutError(told)
        try:
            answer = do()
        except (redis.ConnectionError, redis.TimeoutError):
            self._failed(began)
            raise
        self._vain, self._until = 0, 0.0
        return answer

    def _failed(self, began: float) -> None:
        now = self._clock()
        if now - began < LONG:
            return
        self._vain += 1
        if self._vain >= VAIN:
            self._until = now + REST
