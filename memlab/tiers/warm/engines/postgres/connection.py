"""Connection: psycopg's, with our `?` marks, texts of every character, and an end to every wait."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import psycopg
from psycopg.adapt import Buffer
from psycopg.types.string import StrDumperUnknown, TextBinaryLoader, TextLoader

from memlab.tiers.warm.engines.postgres import dialect as own_dialect
from memlab.tiers.warm.engines.postgres import words as own_words
from memlab.tiers.warm.tenants import Counters

PREPARED = 400  # statements, in all combinations of their values' types, that a connection remembers


class Silent(psycopg.OperationalError):
    """The server takes what it is sent and answers nothing."""


class Bounded(psycopg.Connection[Any]):
    """A connection whose waits end after `patience` seconds; None: never."""

    patience: float | None = None

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        """Let psycopg wait for an answer."""
        if self.patience is None:
            return super().wait(gen, *args, **kwargs)
        try:
            return super().wait(_bounded(gen, self.patience), *args, **kwargs)
        except Silent:
            self.close()  # whatever it still answers is to nobody's question
            raise


def _bounded(gen: Generator[Any, Any, Any], seconds: float) -> Generator[Any, Any, Any]:
    end, ready = time.monotonic() + seconds, None
    while True:
        try:
            wanted = gen.send(ready)
        except StopIteration as done:
            return done.value
        ready = yield wanted
        if not ready and time.monotonic() > end:
            raise Silent(f"no answer for {seconds:g} s")


class Whole(psycopg.RawCursor[Any]):
    """A cursor that hands out all that it has: row by row takes psycopg two microseconds each."""

    def __iter__(self) -> Iterator[Any]:  # type: ignore[override]
        return iter(self.fetchall())


class Connection:
    """A connection and what is PostgreSQL's own."""

    dialect, words = own_dialect, own_words

    def __init__(self, raw: Bounded) -> None:
        self.raw = raw
        self.numbers: dict[str, int] = {}
        self.counters: dict[int, Counters] = {}
        self.transaction: str | None = None  # its number in the server, of one that writes

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        """One statement; what it found is here when this returns."""
        return self.raw.execute(numbered(sql), values, binary=True)  # type: ignore[arg-type]

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> psycopg.Cursor[Any]:
        """One statement for each of some rows."""
        cursor = self.raw.cursor()
        if given := list(rows):
            cursor.executemany(numbered(sql), given)  # type: ignore[arg-type]
        return cursor


@lru_cache(1000)
def numbered(sql: str) -> str:
    """A statement with the server's marks. No text in our statements has a question mark.

    >>> numbered("SELECT ? + ?")
    'SELECT $1 + $2'
    """
    first, *parts = sql.split("?")
    return first + "".join(f"${n}{part}" for n, part in zip(count(1), parts, strict=False))


class EveryText(StrDumperUnknown):
    """Texts with NUL, which PostgreSQL takes in none: escaped so that their order stays what it is."""

    def dump(self, obj: str) -> Buffer | None:
        """A text as the server gets it."""
        return obj.replace("\x01", "\x01\x02").replace("\x00", "\x01\x01").encode()


class FromBytes(TextBinaryLoader):
    """Texts as they were before they were escaped."""

    def load(self, data: Buffer) -> str:
        """A text as the server sent it."""
        return _told(bytes(data))


class FromText(TextLoader):
    """The same for texts that come as text."""

    def load(self, data: Buffer) -> str:
        """A text as the server sent it."""
        return _told(bytes(data))


def _told(data: bytes) -> str:
    if b"\x01" in data:
        data = data.replace(b"\x01\x01", b"\x00").replace(b"\x01\x02", b"\x01")
    return data.decode()


def connected(given: dict[str, Any]) -> Bounded:
    """A new connection, in no transaction, whose texts are ours."""
    raw = Bounded.connect(**given, autocommit=True, cursor_factory=Whole)
    raw.prepared_max = PREPARED
    raw.adapters.register_dumper(str, EveryText)
    for name in ("text", "varchar", "name"):
        raw.adapters.register_loader(name, FromBytes)
        raw.adapters.register_loader(name, FromText)
    return raw
