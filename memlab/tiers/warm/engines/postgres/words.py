"""Words in PostgreSQL: arrays of codes as tsvector under a GIN index, ranked by the rarity of them.

Each code is looked up by itself, and only those of rare words are: a search reads as much as the words have
entries and no more, and ts_rank() would know nothing of rarity. A code in the memory's own words stands there
a second time, marked, and so counts twice.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from itertools import chain

from memlab.tiers.warm.engines.protocols import Connection, Entered, Where

OWN = "o"  # behind a code: in the first field, which is what the memory says itself
PART = 30_000  # codes in one tsvector, which holds less than a megabyte
_BY_CODE = "JOIN words w ON w.codes @@ CAST(q.code AS tsquery)"
_FILTERED = "JOIN memories m ON m.row = w.row"


def empty(c: Connection) -> None:
    """Take everything out."""
    c.execute("DELETE FROM words")


def enter(c: Connection, tenant: int, row: int, fields: Sequence[Sequence[str]]) -> None:
    """Enter a row: the codes of each field."""
    codes, length = lexemes(fields), sum(map(len, fields))
    for start in range(0, len(codes) or 1, PART):
        part = codes[start : start + PART]
        sql = "INSERT INTO words VALUES(?, ?, ?, ?, array_to_tsvector(CAST(? AS TEXT[])))"
        c.execute(sql, (tenant, row, start, length, part))


def remove(c: Connection, tenant: int, row: int, fields: Sequence[Sequence[str]]) -> None:
    """Take a row out."""
    c.execute("DELETE FROM words WHERE tenant = ? AND row = ?", (tenant, row))


def lexemes(fields: Sequence[Sequence[str]]) -> list[str]:
    """What stands in the index of a row, each once.

    >>> lexemes([["a1", "b2"], ["b2", "c3"]])
    ['a1', 'a1o', 'b2', 'b2o', 'c3']
    """
    return sorted({*chain(*fields), *(code + OWN for code in fields[0])})


def frequencies(c: Connection, codes: Sequence[str]) -> dict[str, int]:
    """Code -> in how many rows it is. Linear in that number, some million a second."""
    sql = """SELECT q.code, (SELECT count(*) FROM words w WHERE w.codes @@ CAST(q.code AS tsquery))
        FROM unnest(CAST(? AS TEXT[])) q(code)"""
    return dict(c.execute(sql, (codes,)).fetchall()) if codes else {}


def best(
    c: Connection, tenant: int, found: Mapping[str, int], limit: int, where: Where | None = None
) -> list[int]:
    """Rows that hold some of the codes, best first: by BM25, as if a row held each word once."""
    count, mean = _totals(c, tenant)
    weights = {code: math.log(1 + (count - n + 0.5) / (n + 0.5)) for code, n in found.items()}
    codes = [*weights, *(code + OWN for code in weights)]
    passes, values = (f"{_FILTERED} WHERE {where[0]}", where[1]) if where else ("", ())
    score = "sum(q.weight) / (1.3 + 0.9 * max(w.length) / CAST(? AS FLOAT8))"  # k1 = 1.2, b = 0.75
    sql = f"""SELECT w.row FROM unnest(CAST(? AS TEXT[]), CAST(? AS FLOAT8[])) q(code, weight)
        {_BY_CODE} {passes} GROUP BY w.row ORDER BY {score} DESC, w.row LIMIT ?"""
    given = (codes, [*weights.values()] * 2, *values, mean, limit)
    return [row for (row,) in c.execute(sql, given)]


def _totals(c: Connection, tenant: int) -> tuple[int, float]:
    """Rows of a tenant in the index, and the mean number of their tokens."""
    sql = "SELECT indexed, lengths FROM tenants WHERE num = ?"
    count, lengths = c.execute(sql, (tenant,)).fetchone()
    return count, max(1.0, sum(json.loads(lengths).values()) / max(1, count))


def newest(c: Connection, tenant: int, code: str, limit: int, where: Where | None = None) -> list[int]:
    """Rows that hold a code, the newest first."""
    joined, passes, values = (_FILTERED, f"AND {where[0]}", where[1]) if where else ("", "", ())
    sql = f"""SELECT w.row FROM words w {joined} WHERE w.tenant = ? AND w.codes @@ CAST(? AS tsquery) {passes}
        ORDER BY w.row DESC LIMIT ?"""
    return [row for (row,) in c.execute(sql, (tenant, code, *values, limit))]


def unfit(c: Connection, tenant: int, entered: Entered) -> list[int]:
    """The rows that do not stand in the index as they were entered."""
    wanted = {row: set(lexemes(fields)) for row, fields in entered}
    there: dict[int, set[str]] = {row: set() for row in wanted}
    sql = "SELECT row, tsvector_to_array(codes) FROM words WHERE tenant = ? AND row = ANY(?)"
    for row, codes in c.execute(sql, (tenant, list(wanted))):
        there[row].update(codes)
    return [row for row in wanted if there[row] != wanted[row]]
