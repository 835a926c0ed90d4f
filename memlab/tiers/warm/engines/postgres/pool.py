"""Pool: a few connections for all threads of one process.

Small on purpose: no threads of its own, so that nothing crosses a fork, and a server that cannot be reached
is told at once and in its own words. Whether a connection still lives shows with its first statement.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

import psycopg

from memlab.tiers.warm.engines.postgres.connection import Connection

MOST = 8  # connections of one process


class Exhausted(Exception):
    """All connections are in use, and stayed so."""


class Pool:
    """At most MOST connections; the one that was used last is handed out first."""

    def __init__(self, connect: Callable[[], Connection], timeout: float) -> None:
        self._connect, self._timeout = connect, timeout
        self._idle: list[Connection] = []
        self._room = threading.BoundedSemaphore(MOST)
        self.closed = False

    def take(self) -> Connection:
        """A connection in no transaction. Exhausted, or whatever connecting raises."""
        if not self._room.acquire(timeout=self._timeout):
            raise Exhausted
        try:
            with suppress(IndexError):
                return self._idle.pop()
            return self._connect()
        except BaseException:
            self._room.release()
            raise

    def give(self, c: Connection) -> None:
        """Take one back. One that is not as it was handed out is closed."""
        sound = c.raw.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        if sound and not self.closed:
            self._idle.append(c)
        else:
            c.raw.close()
        self._room.release()
        if self.closed:
            self.drop()

    def drop(self) -> None:
        """Close those that nobody uses: the server that they led to may be gone."""
        while self._idle:
            with suppress(IndexError):
                self._idle.pop().raw.close()

    def close(self) -> None:
        """Close those that nobody uses now, and the others as they are given back."""
        self.closed = True
        self.drop()
