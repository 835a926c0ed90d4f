"""The tables of the warm tier in SQLite, as numbered steps from an empty file to the newest schema."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Sequence

from memlab.tiers.analysis import INDEX_VERSION
from memlab.tiers.errors import NewerDatabase, StoreError
from memlab.tiers.warm.engines.sqlite import words

OURS = 0x6D656D6C  # "meml": PRAGMA application_id
Step = Callable[[sqlite3.Connection], None]

_TABLES = """
CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE tenants(
    num INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL DEFAULT 0, indexed INTEGER NOT NULL DEFAULT 0, lengths TEXT NOT NULL DEFAULT '{}',
    vectors INTEGER NOT NULL DEFAULT 0, pulse INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE bodies(num INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE free(size INTEGER, num INTEGER, PRIMARY KEY(size, num)) WITHOUT ROWID;
CREATE TABLE memories(
    row INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, id TEXT NOT NULL,
    version INTEGER NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL,
    agent TEXT NOT NULL, session TEXT NOT NULL, place INTEGER NOT NULL, speaker TEXT NOT NULL,
    at REAL NOT NULL, expires_at REAL, last_access REAL, access_count INTEGER NOT NULL,
    body INTEGER NOT NULL, fields INTEGER, embedded INTEGER NOT NULL DEFAULT 0,
    segment INTEGER, offset INTEGER, length INTEGER
);
CREATE UNIQUE INDEX memories_by_id ON memories(tenant, id);
CREATE INDEX memories_by_seq ON memories(tenant, seq);
CREATE INDEX memories_by_place ON memories(tenant, session, agent, place) WHERE session <> '';
CREATE TABLE versions(
    tenant INTEGER, id TEXT, version INTEGER, written_at REAL NOT NULL, body INTEGER NOT NULL,
    PRIMARY KEY(tenant, id, version)
) WITHOUT ROWID;
CREATE TABLE tombstones(
    tenant INTEGER, id TEXT, version INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY(tenant, id)
) WITHOUT ROWID;
CREATE TABLE identifiers(
    tenant INTEGER, code TEXT, row INTEGER, PRIMARY KEY(tenant, code, row)
) WITHOUT ROWID;
CREATE INDEX identifiers_by_row ON identifiers(row);
CREATE TABLE vectors(
    row INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, pulse INTEGER NOT NULL, vector BLOB NOT NULL
);
CREATE INDEX vectors_by_pulse ON vectors(tenant, pulse);
CREATE TABLE documents(
    tenant INTEGER, collection TEXT, name TEXT, version INTEGER, at REAL NOT NULL, expires_at REAL,
    body INTEGER, newest INTEGER NOT NULL, PRIMARY KEY(tenant, collection, name, version)
) WITHOUT ROWID;
CREATE TABLE repairs(
    tenant INTEGER, id TEXT, version INTEGER NOT NULL, body INTEGER NOT NULL, PRIMARY KEY(tenant, id)
) WITHOUT ROWID;
"""


def _first(c: sqlite3.Connection) -> None:
    for statement in filter(str.strip, _TABLES.split(";")):
        c.execute(statement)
    words.create(c)
    c.execute("INSERT INTO meta VALUES('salt', ?), ('index', ?)", (secrets.token_bytes(16), INDEX_VERSION))


MIGRATIONS: Sequence[Step] = (_first,)
"""Step n leads from schema n to n + 1. Steps are added, never changed: databases of every age are about."""


def lacks(c: sqlite3.Connection, path: str, steps: Sequence[Step] | None = None) -> Sequence[Step]:
    """The steps that a database still has to make; nothing is changed.

    NewerDatabase if a later memlab wrote it, StoreError if another program did.
    """
    steps = MIGRATIONS if steps is None else steps
    there, owner = _pragma(c, "user_version"), _pragma(c, "application_id")
    if owner != OURS and c.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        raise StoreError(f"{path}: it is the database of another program: name another file")
    if there > len(steps):
        raise NewerDatabase(
            f"{path}: its schema has version {there}, this memlab knows up to {len(steps)}: upgrade memlab"
        )
    return steps[there:]


def migrate(c: sqlite3.Connection, path: str, steps: Sequence[Step] | None = None) -> None:
    """Bring a database to the newest schema, all steps in the transaction that is open, or none."""
    steps = MIGRATIONS if steps is None else steps
    for step in lacks(c, path, steps):
        step(c)
    c.execute(f"PRAGMA application_id = {OURS}")
    c.execute(f"PRAGMA user_version = {len(steps)}")


def _pragma(c: sqlite3.Connection, name: str) -> int:
    return c.execute(f"PRAGMA {name}").fetchone()[0]
