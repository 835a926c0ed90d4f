"""Words in SQLite: FTS5, a column a field, ranked by its BM25."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from memlab.tiers.analysis import FIELDS
from memlab.tiers.warm.engines.protocols import Entered, Where

_NAMES = ", ".join(FIELDS)
_MARKS = ", ".join("?" * len(FIELDS))
_BEST = f"bm25(words, 2{', 1' * (len(FIELDS) - 1)})"  # what a memory says itself counts twice
_NEWEST = "words.rowid DESC"


def create(c: sqlite3.Connection) -> None:
    """The table: its contents are kept elsewhere."""
    c.execute(f"CREATE VIRTUAL TABLE words USING fts5({_NAMES}, content='', tokenize='ascii')")
    c.execute("INSERT INTO words(words, rank) VALUES('crisismerge', 8)")


def empty(c: sqlite3.Connection) -> None:
    """Take everything out, of a damaged index, too."""
    c.execute("DROP TABLE words")
    create(c)


def enter(c: sqlite3.Connection, tenant: int, row: int, fields: Sequence[Sequence[str]]) -> None:
    """Enter a row: the codes of each field."""
    sql = f"INSERT INTO words(rowid, {_NAMES}) VALUES(?, {_MARKS})"
    c.execute(sql, (row, *map(" ".join, fields)))


def remove(c: sqlite3.Connection, tenant: int, row: int, fields: Sequence[Sequence[str]]) -> None:
    """Take a row out. An index without contents is told what it held."""
    sql = f"INSERT INTO words(words, rowid, {_NAMES}) VALUES('delete', ?, {_MARKS})"
    c.execute(sql, (row, *map(" ".join, fields)))


def frequencies(c: sqlite3.Connection, codes: Sequence[str]) -> dict[str, int]:
    """Code -> in how many rows it is. Linear in that number, some 30 million a second."""
    sql = "SELECT count(*) FROM words WHERE words MATCH ?"
    return {code: c.execute(sql, (f'"{code}"',)).fetchone()[0] for code in codes}


def best(
    c: sqlite3.Connection, tenant: int, found: Mapping[str, int], limit: int, where: Where | None = None
) -> list[int]:
    """Rows that hold some of the codes, best first by BM25."""
    return _rows(c, " OR ".join(f'"{code}"' for code in found), _BEST, limit, where)


def newest(
    c: sqlite3.Connection, tenant: int, code: str, limit: int, where: Where | None = None
) -> list[int]:
    """Rows that hold a code, the newest first."""
    return _rows(c, f'"{code}"', _NEWEST, limit, where)


def _rows(c: sqlite3.Connection, match: str, order: str, limit: int, where: Where | None) -> list[int]:
    if where is None:
        sql = f"SELECT rowid FROM words WHERE words MATCH ? ORDER BY {order} LIMIT ?"
        return [row for (row,) in c.execute(sql, (match, limit))]
    sql = f"""SELECT m.row FROM words CROSS JOIN memories m ON m.row = words.rowid
        WHERE words MATCH ? AND {where[0]} ORDER BY {order} LIMIT ?"""
    return [row for (row,) in c.execute(sql, (match, *where[1], limit))]


def unfit(c: sqlite3.Connection, tenant: int, entered: Entered) -> list[int]:
    """Nothing: an index without contents cannot say what it holds of a row; unsound() looks at it whole."""
    return []
