"""Ends: the database that is carried over and the one that it is carried into, opened with care."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from memlab import checks
from memlab.tiers.migration.tables import TABLES, TENANTS
from memlab.tiers.places import POSTGRES, told
from memlab.tiers.warm.engines import Connection, Database, open_database

TIMEOUT = 30.0
_SQLITE = "sqlite:"
_NUMBERED = (("tenants", "num"), ("bodies", "num"), ("memories", "row"))


def place(field: str, given: Any) -> str:
    """A database as it was named; of a store's directory its file. ValueError for anything else.

    >>> place("from", "sqlite:memory/warm.sqlite")
    'sqlite:memory/warm.sqlite'
    """
    checks.kind(field, given, str, "pass 'sqlite:FILE' or 'postgresql://…'")
    if given.startswith(POSTGRES):
        return given
    if given.startswith(_SQLITE) and given != _SQLITE:
        path = Path(given.removeprefix(_SQLITE))
        return f"{_SQLITE}{path / 'warm.sqlite' if path.is_dir() else path}"
    allowed = "allowed is sqlite:FILE, sqlite:DIRECTORY or postgresql://user@host/database"
    raise ValueError(f"{field}: {checks.shown(told(given))}, {allowed}: write it so")


def shown(where: str) -> str:
    """A database as messages name it: without a password."""
    if where.startswith(_SQLITE):
        return where
    from memlab.tiers.warm.engines.postgres import url as urls

    return urls.place(where).shown


def exists(where: str) -> bool:
    """Whether there is a warm tier, or anything at all, where one is named. Nothing is made or changed."""
    if where.startswith(_SQLITE):
        path = Path(where.removeprefix(_SQLITE))
        return path.exists() and path.stat().st_size > 0
    return _in_postgres(where)


def _in_postgres(url: str) -> bool:
    try:
        import psycopg

        from memlab.tiers.warm.engines.postgres import errors as refusals
        from memlab.tiers.warm.engines.postgres import url as urls
    except ModuleNotFoundError:
        open_database(url, TIMEOUT)  # tells what is missing
        raise
    there = urls.place(url)
    sql = "SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace(%s) LIMIT 1"
    try:
        with psycopg.connect(**{"connect_timeout": 10, **there.given}) as c:
            return c.execute(sql, (f'"{there.schema}"',)).fetchone() is not None
    except psycopg.Error as problem:
        raise refusals.told(problem, there, TIMEOUT) from None


def opened(where: str) -> Database:
    """The database, its schema made or brought to the newest."""
    return open_database(where, TIMEOUT)


def in_use(c: Connection) -> bool:
    """Whether it holds anything."""
    return any(c.execute(f"SELECT 1 FROM {t.name} LIMIT 1").fetchone() for t in (TENANTS, *TABLES))


def count_on(c: Connection) -> None:
    """Let new rows get numbers behind those that were given. SQLite does so by itself."""
    if isinstance(c, sqlite3.Connection):
        return
    for table, name in _NUMBERED:
        last = f"SELECT GREATEST(1, coalesce(max({name}), 1)) FROM {table}"
        c.execute(f"SELECT setval(pg_get_serial_sequence('{table}', '{name}'), ({last}))").fetchone()
