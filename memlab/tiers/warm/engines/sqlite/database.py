"""SQLite: one file used by many threads and processes, every failure told as a StoreError."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from memlab.tiers.errors import Closed, Corrupt, StoreError
from memlab.tiers.warm.engines.sqlite import dialect as own_dialect
from memlab.tiers.warm.engines.sqlite import words as own_words
from memlab.tiers.warm.engines.sqlite.schema import lacks, migrate
from memlab.tiers.warm.tenants import Counters

CACHE_KIB = 65_536
PAUSE = 0.005  # seconds between two tries where SQLite itself does not wait

_ANEW = (
    "restore it from a backup, or move it away, open again and reconcile() with the cold files, which have "
    "the memories and no documents"
)
_TOLD = (  # part of SQLite's message -> what is wrong and how to mend it
    ("readonly", "it is read-only: make the file and its directory writable, or work on a copy"),
    ("disk is full", "the disk is full: make room, then do it again; nothing was written"),
    ("unable to open", "it cannot be opened: make its directory, or let this user read and write there"),
    ("not a database", f"it is no SQLite database: name another file, or {_ANEW}"),
    ("too big", "the text is too long for a database: shorten it; nothing was written"),
)


class Connection(sqlite3.Connection):
    """A connection and what is SQLite's own."""

    dialect, words = own_dialect, own_words

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers: dict[str, int] = {}
        self.counters: dict[int, Counters] = {}


class _Held:
    """A connection that goes with its thread."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection


class SQLite:
    """A connection a thread, WAL, and writes that wait for one another for at most `timeout` seconds."""

    def __init__(self, path: str | os.PathLike[str], timeout: float) -> None:
        self.path, self.timeout = os.fspath(path), timeout
        self._local = threading.local()
        self._all: weakref.WeakSet[_Held] = weakref.WeakSet()
        self._lock = threading.RLock()  # writers of this process queue here: fairer than SQLite's waiting
        self._closed = self._owing = False
        with self.reading() as c:
            missing = lacks(c, self.path)
        if missing:
            with self.writing_all() as c:
                migrate(c, self.path)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which all statements see one moment."""
        with self._telling(), self._within("BEGIN") as c:
            yield c

    @contextmanager
    def writing(self, tenants: Iterable[str] = (), enter: bool = False) -> Iterator[Connection]:
        """A connection in a transaction: all of it happens, or none. All writers queue, of any tenant."""
        with self._lock, self._telling():
            with self._within("BEGIN IMMEDIATE") as c:
                yield c
            if self._owing:
                self._owing = not self._done(self._emptied, c)

    writing_all = writing

    @contextmanager
    def outside(self) -> Iterator[Connection]:
        """A connection in no transaction, for what SQLite does in none."""
        with self._lock, self._telling():
            yield self._connection()

    def wipe_log(self) -> None:
        """Carry the write-ahead log into the file and empty it: what was overwritten is gone there, too.

        Where a reader holds the log for longer than the timeout, or the disk is full, the next write or
        close() does it: what was committed before is so all the same.
        """
        with self.outside() as c:
            self._owing = not self._done(partial(self._patiently, self._emptied), c)

    def unsound(self) -> list[str]:
        """What SQLite finds wrong with its index and its pages. O(file)."""
        found = []
        try:
            with self.writing() as c:
                c.execute("INSERT INTO words(words) VALUES('integrity-check')")
        except Corrupt as problem:
            found.append(f"the index: {problem}; or reindex()")
        with self.reading() as c:
            return found + [said for (said,) in c.execute("PRAGMA integrity_check") if said != "ok"]

    def _emptied(self, c: sqlite3.Connection) -> bool:
        return not c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]

    def _done(self, step: Callable[[sqlite3.Connection], Any], c: sqlite3.Connection) -> bool:
        """Whether a step after a commit was possible: that it was not makes nothing uncommitted."""
        with suppress(sqlite3.OperationalError):
            return bool(step(c))
        return False

    def close(self) -> None:
        """Close every thread's connection. Twice is once."""
        with self._lock:
            if self._owing and not self._closed:
                self.wipe_log()
            self._closed = True
            for held in list(self._all):
                with suppress(sqlite3.Error):
                    held.connection.close()

    # -- how

    @contextmanager
    def _within(self, begin: str) -> Iterator[Connection]:
        c = self._connection()
        c.numbers, c.counters = {}, {}
        self._patiently(c.execute, begin)
        try:
            yield c
            c.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                c.execute("ROLLBACK")
            raise

    def _connection(self) -> Connection:
        if self._closed:
            raise Closed(f"{self.path}: the store is closed: open it again")
        held = getattr(self._local, "held", None)
        if held is None or self._local.pid != os.getpid():  # a connection must not cross a fork
            self._local.held = held = _Held(self._open())
            self._local.pid = os.getpid()
            self._all.add(held)
        return held.connection

    def _open(self) -> Connection:
        how: dict[str, Any] = {"isolation_level": None, "check_same_thread": False, "factory": Connection}
        c: Connection = sqlite3.connect(self.path, timeout=self.timeout, **how)
        try:
            lacks(c, self.path)  # before anything is changed in a file that is not ours
            self._patiently(c.execute, "PRAGMA journal_mode = WAL")
            for pragma in ("synchronous = NORMAL", "secure_delete = ON", f"cache_size = -{CACHE_KIB}"):
                c.execute(f"PRAGMA {pragma}").fetchall()
        except BaseException:
            c.close()
            raise
        return c

    def _patiently(self, step: Callable[[Any], Any], given: Any) -> Any:
        """A step that SQLite may refuse at once although waiting would help, such as the switch to WAL."""
        end = time.monotonic() + self.timeout
        while True:
            try:
                done = step(given)
            except sqlite3.OperationalError as error:
                if not _busy(error) or time.monotonic() >= end:
                    raise
                done = None
            if done or time.monotonic() >= end:
                return done
            time.sleep(PAUSE)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._told(error) from error

    def _told(self, error: sqlite3.Error) -> StoreError:
        said = str(error)
        if _busy(error):
            return StoreError(
                f"{self.path}: locked by another process for over {self.timeout:g} s: try again later"
            )
        if self._closed:
            return Closed(f"{self.path}: the store was closed meanwhile: open it again")
        if "malformed" in said or "corrupt" in said:
            return Corrupt(f"{self.path}: {said}: {_ANEW}")
        mend = next((told for part, told in _TOLD if part in said), f"{said}: nothing was written")
        return StoreError(f"{self.path}: {mend}")


def _busy(error: sqlite3.Error) -> bool:
    return "locked" in str(error) or "busy" in str(error)
