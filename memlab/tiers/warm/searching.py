"""Searching: candidates by words and by identifiers, only of the tenant and only what passes the filters."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from memlab.tiers.analysis import FIELDS
from memlab.tiers.errors import Corrupt
from memlab.tiers.warm import bodies
from memlab.tiers.warm.codes import Codes
from memlab.tiers.warm.indexing import split
from memlab.tiers.warm.records import Totals

READ = 8_000
"""Entries of the index that one search reads: bm25() takes one or two microseconds for each. Rare words are
looked up first; of words too frequent to be read whole only the newest entries are, and only if no others are
left."""
OVER = 2  # times as many as asked for are taken from the index before the filters

AMONG = "json_each(?) j CROSS JOIN memories m ON m.row = j.value"
"""Given rows, looked up one by one: left to itself SQLite may walk through all of the tenant's instead."""


def words(
    c: sqlite3.Connection, tenant: int, found: dict[str, int], where: tuple[str, Sequence[Any]], limit: int
) -> list[int]:
    """Rows that hold some of the words (code -> in how many rows), best first by BM25."""
    rare = _affordable(found)
    order = f"bm25(words, 2{', 1' * (len(FIELDS) - 1)})" if rare else "words.rowid DESC"
    codes = rare or sorted((code for code in found if found[code]), key=lambda code: (found[code], code))[:1]
    if not codes:
        return []
    match = " OR ".join(f'"{code}"' for code in codes)
    sql = f"SELECT rowid FROM words WHERE words MATCH ? ORDER BY {order} LIMIT ?"
    best = [row for (row,) in c.execute(sql, (match, OVER * limit))]
    good = passing(c, where, best)
    if len(good) >= limit or len(best) < OVER * limit:
        return [row for row in best if row in good][:limit]
    sql = f"""SELECT m.row FROM words CROSS JOIN memories m ON m.row = words.rowid
        WHERE words MATCH ? AND {where[0]} ORDER BY {order} LIMIT ?"""
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


def moment(c: sqlite3.Connection, tenant: int) -> tuple[int, ...]:
    """What is another one after every change of what a tenant's index holds."""
    sql = "SELECT seq, indexed, pulse FROM tenants WHERE num = ?"
    return c.execute(sql, (tenant,)).fetchone() or ()


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
    """The rows that pass the filters, of some rows or of all."""
    if among is None:
        return {row for (row,) in c.execute(f"SELECT m.row FROM memories m WHERE {where[0]}", where[1])}
    sql = f"SELECT m.row FROM {AMONG} WHERE {where[0]}"
    return {row for (row,) in c.execute(sql, (json.dumps(list(among)), *where[1]))}


def totals(c: sqlite3.Connection, tenant: int) -> Totals:
    """How many memories are indexed, and the mean length of each field."""
    found = c.execute("SELECT indexed, lengths FROM tenants WHERE num = ?", (tenant,)).fetchone()
    count, lengths = (found[0], json.loads(found[1])) if found else (0, {})
    return Totals(count, {name: lengths.get(name, 0) / count if count else 0.0 for name in FIELDS})


def fields(c: sqlite3.Connection, tenant: int, wanted: Iterable[int]) -> dict[int, dict[str, list[str]]]:
    """Row -> the tokens of its fields, of those that read back."""
    sql = f"""SELECT m.row, CAST(b.body AS BLOB) FROM {AMONG} CROSS JOIN bodies b ON b.num = m.fields
        WHERE m.tenant = ?"""
    found: dict[int, dict[str, list[str]]] = {}
    for row, body in c.execute(sql, (json.dumps(list(wanted)), tenant)):
        with suppress(Corrupt):  # check() tells
            found[row] = dict(zip(FIELDS, split(bodies.text_of(bodies.decoded(body))), strict=True))
    return found


def coded(codes: Codes, tenant: int, tokens: Iterable[str]) -> dict[str, str]:
    """Token -> its code; doubles and order do not matter."""
    return {token: codes.of(tenant, token) for token in tokens}
