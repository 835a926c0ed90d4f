"""Searching: candidates by words and by identifiers, only of the tenant and only what passes the filters."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from memlab.tiers.analysis import FIELDS
from memlab.tiers.errors import Corrupt
from memlab.tiers.warm import bodies, tenants
from memlab.tiers.warm.codes import Codes
from memlab.tiers.warm.engines import Connection
from memlab.tiers.warm.engines.protocols import Where
from memlab.tiers.warm.indexing import split
from memlab.tiers.warm.records import Totals

READ = 8_000
"""Entries of the index that one search reads: each takes one or two microseconds to be ranked. Rare words are
looked up first; of words too frequent to be read whole only the newest entries are, and only if no others are
left."""
OVER = 2  # times as many as asked for are taken from the index before the filters


def words(c: Connection, tenant: int, found: dict[str, int], where: Where, limit: int) -> list[int]:
    """Rows that hold some of the words (code -> in how many rows), best first."""
    rare = {code: found[code] for code in _affordable(found)}
    common = sorted((found[code], code) for code in found if found[code])
    if rare:
        look = partial(c.words.best, c, tenant, rare)
    elif common:
        look = partial(c.words.newest, c, tenant, common[0][1])
    else:
        return []
    best = look(OVER * limit)
    good = passing(c, where, best)
    if len(good) >= limit or len(best) < OVER * limit:
        return [row for row in best if row in good][:limit]
    return look(limit, where)


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


def moment(c: Connection, tenant: int) -> tuple[int, ...]:
    """What is another one after every change of what a tenant's index holds."""
    sql = "SELECT seq, indexed, pulse FROM tenants WHERE num = ?"
    return c.execute(sql, (tenant,)).fetchone() or ()


def identifiers(c: Connection, tenant: int, codes: Iterable[str], where: Where, limit: int) -> list[int]:
    """Rows that hold some of the identifiers, those with the most first, then the newest."""
    sql = f"""SELECT m.row FROM identifiers i JOIN memories m ON m.row = i.row
        WHERE i.tenant = ? AND i.code {c.dialect.ONE_OF} AND {where[0]}
        GROUP BY m.row ORDER BY count(*) DESC, m.seq DESC LIMIT ?"""
    return [row for (row,) in c.execute(sql, (tenant, c.dialect.array(sorted(codes)), *where[1], limit))]


def passing(c: Connection, where: Where, among: Iterable[int] | None = None) -> set[int]:
    """The rows that pass the filters, of some rows or of all."""
    if among is None:
        return {row for (row,) in c.execute(f"SELECT m.row FROM memories m WHERE {where[0]}", where[1])}
    sql = f"SELECT m.row FROM {c.dialect.AMONG} WHERE {where[0]}"
    return {row for (row,) in c.execute(sql, (c.dialect.array(among), *where[1]))}


def totals(c: Connection, tenant: int) -> Totals:
    """How many memories are indexed, and the mean length of each field."""
    found = c.execute("SELECT indexed, lengths FROM tenants WHERE num = ?", (tenant,)).fetchone()
    count, lengths = (found[0], tenants.lengths_of(found[1])) if found else (0, {})
    tenants.counted(count)
    return Totals(count, {name: lengths.get(name, 0) / count if count else 0.0 for name in FIELDS})


def fields(c: Connection, tenant: int, wanted: Iterable[int]) -> dict[int, dict[str, list[str]]]:
    """Row -> the tokens of its fields, of those that read back."""
    sql = f"""SELECT m.row, CAST(b.body AS BLOB) FROM {c.dialect.AMONG} LEFT JOIN bodies b ON b.num = m.fields
        WHERE m.tenant = ?"""
    found: dict[int, dict[str, list[str]]] = {}
    for row, body in c.execute(sql, (c.dialect.array(wanted), tenant)):
        with suppress(Corrupt):  # check() tells
            found[row] = dict(zip(FIELDS, split(bodies.text_of(bodies.decoded(body))), strict=True))
    return found


def coded(codes: Codes, tenant: int, tokens: Iterable[str]) -> dict[str, str]:
    """Token -> its code; doubles and order do not matter."""
    return {token: codes.of(tenant, token) for token in tokens}
