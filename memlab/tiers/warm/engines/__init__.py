"""Engines: what the warm tier runs on, SQLite or PostgreSQL, behind one face."""

from __future__ import annotations

import os

from memlab import checks
from memlab.tiers.errors import StoreError
from memlab.tiers.warm.engines.protocols import Connection, Database
from memlab.tiers.warm.engines.sqlite.database import SQLite

__all__ = ["Connection", "Database", "open_database"]

ON_POSTGRES = ("postgresql://", "postgres://")
ON_SQLITE = "sqlite:"


def open_database(where: str | os.PathLike[str], timeout: float) -> Database:
    """The database at a path, at "sqlite:FILE" or at a postgresql:// URL, its schema brought to the newest.

    ValueError for a URL of something else, StoreError if it cannot be opened.
    """
    place = os.fspath(where)
    if not isinstance(place, str):
        raise TypeError(f"where: {checks.shown(place)}, allowed is a path or a URL as a text: decode it")
    if place.startswith(ON_POSTGRES):
        return _postgres(place, timeout)
    if "://" in place and not isinstance(where, os.PathLike):
        scheme = place.partition("://")[0]
        raise ValueError(f"where: {scheme}:// is not allowed, allowed are postgresql:// and sqlite:FILE")
    file = place.removeprefix(ON_SQLITE)
    if file in ("", ":memory:"):  # to SQLite a new database for every connection, which each thread has
        raise ValueError(f"where: {checks.shown(place)} is no file, allowed is one: threads share it")
    return SQLite(file, timeout)


def _postgres(url: str, timeout: float) -> Database:
    try:
        from memlab.tiers.warm.engines.postgres.database import PostgreSQL
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "psycopg":
            raise
        mend = "pip install 'memlab[postgres]'"
        raise StoreError(f"postgresql://: the package psycopg is not installed: {mend}") from None
    return PostgreSQL(url, timeout)
