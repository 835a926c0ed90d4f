"""PostgreSQL: one schema used by many threads and processes, every failure told as a StoreError."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors

from memlab.tiers.errors import Closed, StoreError
from memlab.tiers.warm import tenants as names_of
from memlab.tiers.warm.engines.postgres.connection import Connection, Silent, connected
from memlab.tiers.warm.engines.postgres.errors import NOTHING, told
from memlab.tiers.warm.engines.postgres.pool import MOST, Exhausted, Pool
from memlab.tiers.warm.engines.postgres.schema import lacks, migrate
from memlab.tiers.warm.engines.postgres.url import place

OLDEST = 130_000  # pg_xact_status() is of version 13
TRIES = 4
PAUSE = 0.05  # seconds before the second try, then twice as many
GRACE = 1.0  # seconds that the server has to say itself that a statement took too long
_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE"
_AGAIN = (errors.DeadlockDetected, errors.SerializationFailure, errors.CannotConnectNow)

Prepare = Callable[[Connection], Any]


class PostgreSQL:
    """A pool of connections a process. What waits, for a lock or an answer, does so for `timeout` seconds."""

    def __init__(self, url: str, timeout: float) -> None:
        self._place, self.timeout = place(url), timeout
        self.path = self._place.shown
        self._pools: dict[int, Pool] = {}  # by process: a connection must not cross a fork
        self._closed = False
        with self.reading() as c:
            missing = lacks(c, self.path, self._place.schema)
        if missing:
            with self._telling(), self._within(_WRITE, self._alone) as c:
                migrate(c, self.path, self._place.schema)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which all statements see one moment."""
        with self._telling(), self._within(_READ, lambda c: None) as c:
            yield c

    @contextmanager
    def writing(self, tenants: Iterable[str], enter: bool = False) -> Iterator[Connection]:
        """A connection in a transaction that holds the tenants' rows: their writes follow one another."""
        wanted = sorted(map(names_of.checked, set(tenants)))
        with self._telling(), self._within(_WRITE, lambda c: _lock(c, wanted, enter)) as c:
            yield c

    @contextmanager
    def writing_all(self) -> Iterator[Connection]:
        """The same while nobody else writes, however long it takes."""
        with self._telling(), self._within(_WRITE, self._alone) as c:
            c.execute("LOCK TABLE tenants IN EXCLUSIVE MODE")
            yield c

    def wipe_log(self) -> None:
        """Nothing: the server decides when deleted rows and its log are overwritten."""

    def unsound(self) -> list[str]:
        """Nothing: the server looks at its own pages (data checksums, amcheck)."""
        return []

    def close(self) -> None:
        """Close the connections of this process, those in use when they are given back. Twice is once."""
        self._closed = True
        if pool := self._pools.get(os.getpid()):
            pool.close()

    # -- how

    @contextmanager
    def _within(self, begin: str, prepare: Prepare) -> Iterator[Connection]:
        pool = self._pool()
        c = self._begun(pool, begin, prepare)
        try:
            yield c
            self._commit(c, begin == _READ)
        finally:
            _undo(c)
            pool.give(c)

    def _begun(self, pool: Pool, begin: str, prepare: Prepare) -> Connection:
        """A connection in a prepared transaction: not one that died in the pool, nor after a deadlock."""
        for again in range(TRIES):
            c = pool.take()
            try:
                self._begin(c, begin)
                prepare(c)
                return c
            except BaseException as error:
                lost = c.raw.closed and not isinstance(error, Silent)
                if lost:
                    pool.drop()
                _undo(c)
                pool.give(c)
                if not (lost or isinstance(error, _AGAIN)) or again == TRIES - 1:
                    raise
            time.sleep(PAUSE * 2**again)
        raise AssertionError("the last try returns or raises")

    def _begin(self, c: Connection, begin: str) -> None:
        c.numbers, c.counters, c.transaction = {}, {}, None
        c.raw.patience = self.timeout + 2 * GRACE
        c.execute(begin)

    def _commit(self, c: Connection, read: bool) -> None:
        try:
            done = c.execute("COMMIT").statusmessage
        except psycopg.OperationalError as error:
            if read:
                return  # everything asked for is here
            if not c.raw.closed or c.transaction is None:
                raise
            self._find_out(c.transaction, error)
            return
        if done != "COMMIT":
            raise StoreError(f"{self.path}: the server undid the transaction; {NOTHING}: do it again")

    def _find_out(self, transaction: str, lost: psycopg.Error) -> None:
        """Return if a transaction whose answer was lost is committed; raise if not, or if nobody knows."""
        end = time.monotonic() + self.timeout
        status = None
        while time.monotonic() < end:
            with suppress(psycopg.Error), self._connect().raw as fresh:
                sql = "SELECT pg_xact_status(CAST($1 AS xid8))"
                (status,) = fresh.execute(sql, (transaction,)).fetchone() or (None,)
            if status == "committed":
                return
            if status == "aborted":
                raise lost
            time.sleep(PAUSE)
        raise StoreError(
            f"{self.path}: the connection was lost while the write was ending: whether it was written is not "
            "known: read it when the server is up, then write again if need be"
        ) from lost

    def _alone(self, c: Connection) -> None:
        """What takes long by its nature may."""
        c.raw.patience = None
        c.execute("SET LOCAL statement_timeout = 0")
        (c.transaction,) = c.execute("SELECT CAST(pg_current_xact_id() AS TEXT)").fetchone() or (None,)

    def _pool(self) -> Pool:
        if self._closed:
            raise Closed(f"{self.path}: the store is closed: open it again")
        return self._pools.setdefault(os.getpid(), Pool(self._connect, self.timeout))

    def _connect(self) -> Connection:
        """A new connection. A server that is just starting is waited for."""
        end = time.monotonic() + self.timeout
        while True:
            try:
                raw = connected(self._settings())
                break
            except psycopg.OperationalError as error:
                if "starting up" not in str(error) or time.monotonic() > end:
                    raise
            time.sleep(PAUSE)
        try:
            self._suits(raw.info)
        except StoreError:
            raw.close()
            raise
        return Connection(raw)

    def _settings(self) -> dict[str, Any]:
        """What a connection is made with; what the URL says goes first, but for what must be so."""
        limit = max(1, math.ceil(self.timeout * 1000))
        must = {
            "search_path": self._place.schema,
            "lock_timeout": limit,
            "statement_timeout": limit + round(GRACE * 1000),
            "jit": "off",
            "plan_cache_mode": "force_generic_plan",
            "enable_seqscan": "off",  # a plan that was made while a table was empty outlives that
        }
        given = self._place.given
        options = [given.get("options", ""), *(f"-c {name}={value}" for name, value in must.items())]
        usual = {"connect_timeout": max(2, math.ceil(self.timeout)), "fallback_application_name": "memlab"}
        return {**usual, **given, "options": " ".join(options).strip(), "client_encoding": "UTF8"}

    def _suits(self, info: psycopg.ConnectionInfo) -> None:
        if (encoding := info.parameter_status("server_encoding")) != "UTF8":
            mend = "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name that"
            raise StoreError(f"{self.path}: its encoding is {encoding}, which cannot hold every text: {mend}")
        if info.server_version < OLDEST:
            mend = f"version {OLDEST // 10_000} is the oldest that does: upgrade it"
            raise StoreError(f"{self.path}: PostgreSQL {info.server_version // 10_000} will not do: {mend}")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise told(error, self._place, self.timeout) from error
        except Exhausted:
            mend = "use fewer threads, or try again"
            raise StoreError(
                f"{self.path}: all {MOST} connections were in use for over {self.timeout:g} s: {mend}"
            ) from None


def _lock(c: Connection, wanted: Sequence[str], enter: bool) -> None:
    """Wait for the writes of some tenants and lock them, in their order; `enter` those that are not here."""
    found = _locked(c, wanted)
    if enter and len(found) < len(wanted):
        missing = [(name,) for name in wanted if name not in found]
        c.executemany("INSERT INTO tenants(name) VALUES(?) ON CONFLICT(name) DO NOTHING", missing)
        found = _locked(c, wanted)
    c.numbers = {**dict.fromkeys(wanted, 0), **found}


def _locked(c: Connection, names: Sequence[str]) -> dict[str, int]:
    sql = """SELECT name, num, CAST(pg_current_xact_id() AS TEXT) FROM tenants
        WHERE name = ANY(?) ORDER BY name FOR UPDATE"""
    rows = c.execute(sql, (list(names),)).fetchall()
    c.transaction = rows[0][2] if rows else None
    return {name: num for name, num, _ in rows}


def _undo(c: Connection) -> None:
    """Leave a transaction; one that is over, or whose connection is, needs nothing."""
    if c.raw.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
        with suppress(psycopg.Error):
            c.execute("ROLLBACK")
