"""Searching: candidates by words and by identifiers, only of the tenant and only what passes the filters."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from memlab.tiers.analysis import FIELDS
from memlab.tiers.warm import bodies
from memlab.tiers.warm.codes import Codes
from memlab.tiers.warm.indexing import split
from memlab.tiers.warm.records import Totals

READ = 20_000
"""Entries of the index that one search reads: bm25() takes about a microsecond for each. Rare words are
looked up first; of words too frequent to be read whole only the newest entries are, and only if no others are
left."""


def words(
    c: sqlite3.Connection, tenant: int, found: dict[str, int], where: tuple[str, Sequence[Any]], limit: int
) -> list[int]:
    """Rows that hold some of the words (code -> in how many rows), best first by BM25."""
    rare = _affordable(found)
    order = f"bm25(words, 2{', 1' * (len(FIELDS) - 1)})" if rare else "words.rowid DESC"
    codes = rare or sorted((code for code in found if found[code]), key=lambda code: (found[code], code))[:1]
    if not codes:
        return []
    sql = f"""SELECT m.row FROM words CROSS JOIN memories m ON m.row = words.rowid
        WHERE words MATCH ? AND {where[0]} ORDER BY {order} LIMIT ?"""
    match = " OR ".join(f'"{code}"' for code in codes)
    return [row for (row,) in c.execute(sql, (match, *where[1], limit))]


def _affordable(found: dict[str, int]) -> list[str]:
    """The rarest words, as many as may be read whole."""
    codes, entries = [], 0
    for code in sorted(found, key=lambda code: (found[code], code)):
        entries += found[code]
        if entries > READ:
            break
        if found[code]:
            codes.append(code)
    return codes


def frequency(c: sqlite3.Connection, code: str) -> int:
    """In how many rows a word is. Linear in that number, some 30 million a second."""
    return c.execute("SELECT count(*) FROM words WHERE words MATCH ?", (f'"{code}"',)).fetchone()[0]


def identifiers(
    c: sqlite3.Connection, tenant: int, codes: Iterable[str], where: tuple[str, Sequence[Any]], limit: int
) -> list[int]:
    """Rows that hold some of the identifiers, those with the most first, then the newest."""
    sql = f"""SELECT m.row FROM identifiers i JOIN memories m ON m.row = i.row
        WHERE i.tenant = ? AND i.code IN (SELECT value FROM json_each(?)) AND {where[0]}
        GROUP BY m.row ORDER BY count(*) DESC, m.seq DESC LIMIT ?"""
    return [row for (row,) in c.execute(sql, (tenant, json.dumps(sorted(codes)), *where[1], limit))]


def passing(
    c: sqlite3.Connection, where: tuple[str, Sequence[Any]], among: Iterable[int] | None = None
) -> set[int]:
    """The rows with a vector that pass the filters, of some rows or of all."""
    sql = f"SELECT m.row FROM memories m JOIN vectors v ON v.row = m.row WHERE {where[0]}"
    if among is None:
        return {row for (row,) in c.execute(sql, where[1])}
    sql += " AND m.row IN (SELECT value FROM json_each(?))"
    return {row for (row,) in c.execute(sql, (*where[1], json.dumps(list(among))))}


def totals(c: sqlite3.Connection, tenant: int) -> Totals:
    """How many memories are indexed, and the mean length of each field."""
    found = c.execute("SELECT indexed, lengths FROM tenants WHERE num = ?", (tenant,)).fetchone()
    count, lengths = (found[0], json.loads(found[1])) if found else (0, {})
    return Totals(count, {name: lengths.get(name, 0) / count if count else 0.0 for name in FIELDS})


def fields(c: sqlite3.Connection, tenant: int, wanted: Iterable[int]) -> dict[int, dict[str, list[str]]]:
    """Row -> the tokens of its fields."""
    sql = """SELECT m.row, CAST(b.body AS BLOB) FROM memories m JOIN bodies b ON b.num = m.fields
        WHERE m.row IN (SELECT value FROM json_each(?)) AND m.tenant = ?"""
    found = c.execute(sql, (json.dumps(list(wanted)), tenant))
    return {
        row: dict(zip(FIELDS, split(bodies.text_of(bodies.decoded(body))), strict=True))
        for row, body in found
    }


def coded(codes: Codes, tenant: int, tokens: Iterable[str]) -> dict[str, str]:
    """Token -> its code; doubles and order do not matter."""
    return {token: codes.of(tenant, token) for token in tokens}
