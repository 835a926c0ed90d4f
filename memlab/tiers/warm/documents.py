"""Documents: JSON values by collection and key, with versions and compare-and-set."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from memlab import checks
from memlab.tiers.errors import Corrupt, VersionConflict
from memlab.tiers.memory import fits
from memlab.tiers.warm import bodies
from memlab.tiers.warm.engines import Connection
from memlab.tiers.warm.records import Document

_OF_ONE = "tenant = ? AND collection = ? AND name = ?"
_NEWEST = "SELECT version, at, expires_at, body FROM documents WHERE newest = 1 AND "

Key = tuple[int, str, str]


def put(
    c: Connection, key: Key, value: str | None, now: float, expires_at: float | None, held: int | None
) -> int:
    """Write a value (None: delete it with all its versions); its version. VersionConflict names both."""
    here = c.execute(f"{_NEWEST}{_OF_ONE}", key).fetchone()
    live = here[0] if here and here[3] is not None else 0
    if held is not None and held != live:
        raise VersionConflict(
            f"document {key[2]!r}: version {live} is here, not {held}: read it, then write again"
        )
    if value is None:
        erase(c, key)
    version = here[0] + 1 if here else 1
    c.execute(f"UPDATE documents SET newest = 0 WHERE {_OF_ONE}", key)
    body = None if value is None else bodies.write(c, value)
    c.execute("INSERT INTO documents VALUES(?, ?, ?, ?, ?, ?, ?, 1)", (*key, version, now, expires_at, body))
    return version


def take(c: Connection, key: Key, versions: Sequence[tuple[Document, str]]) -> None:
    """Write all versions as they are given (with their JSON), in place of what is here."""
    erase(c, key)
    c.execute(f"DELETE FROM documents WHERE {_OF_ONE}", key)
    for document, text in versions:
        row = (document.version, document.at, document.expires_at, bodies.write(c, text))
        newest = document is versions[-1][0]
        c.execute("INSERT INTO documents VALUES(?, ?, ?, ?, ?, ?, ?, ?)", (*key, *row, int(newest)))


def erase(c: Connection, key: Key) -> None:
    """Overwrite all versions of a document."""
    where = f"{_OF_ONE} AND body IS NOT NULL"
    for (body,) in c.execute(f"SELECT body FROM documents WHERE {where}", key).fetchall():
        bodies.erase(c, body)
    c.execute(f"DELETE FROM documents WHERE {_OF_ONE} AND newest = 0", key)
    c.execute(f"UPDATE documents SET body = NULL WHERE {_OF_ONE}", key)


def get(c: Connection, key: Key) -> Document | None:
    """The newest version; None if there is none."""
    found = c.execute(f"{_NEWEST}{_OF_ONE}", key).fetchone()
    return document(c, key[2], found) if found and found[3] is not None else None


def history(c: Connection, key: Key) -> list[Document]:
    """All versions, the oldest first."""
    sql = f"SELECT version, at, expires_at, body FROM documents WHERE {_OF_ONE} AND body IS NOT NULL"
    return [document(c, key[2], found) for found in c.execute(f"{sql} ORDER BY version", key).fetchall()]


def every(c: Connection, tenant: int, collection: str) -> Iterator[tuple[str, Document]]:
    """(key, newest version) of a collection, by key."""
    sql = """SELECT name, version, at, expires_at, body FROM documents
        WHERE newest = 1 AND tenant = ? AND collection = ? AND body IS NOT NULL ORDER BY name"""
    for name, *found in c.execute(sql, (tenant, collection)).fetchall():
        yield name, document(c, name, found)


def document(c: Connection, name: str, found: Any) -> Document:
    """A row as a document. Corrupt, which names it, if it does not read back."""
    version, at, expires_at, body = found
    times = fits("at", at) and fits("expires_at", expires_at) and fits("version", version)
    try:
        if not times:
            raise ValueError("its version and times are none")
        return Document(json.loads(bodies.read(c, body)), version, at, expires_at)
    except (Corrupt, ValueError) as problem:
        mend = "delete it, or restore the file from a backup"
        raise Corrupt(f"document {name!r}, version {version}: {problem}: {mend}") from None


def text_of(value: Any) -> str:
    """A value as JSON. TypeError or ValueError, which names what cannot be stored."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as problem:
        mend = "pass dicts, lists, texts and finite numbers"
        raise type(problem)(f"value: {checks.shown(value)} is not JSON ({problem}): {mend}") from None
    return checks.text("value", text)
