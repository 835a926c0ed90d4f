"""Sums: how much of each table a tenant has, and a checksum of it in which order plays no part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from memlab.tiers.errors import Corrupt
from memlab.tiers.migration import tables
from memlab.tiers.migration.tables import TABLES, TENANTS, Line, Table
from memlab.tiers.warm import bodies, meta, rows
from memlab.tiers.warm.engines import Database

META = ("salt", "index", "embed", "dimension")
_ALL = 2**64
Ticks = Callable[[int], object]


class Sums(NamedTuple):
    """Of one database: what it says of itself, its tenants, counts and checksums, and what does not read."""

    told: dict[str, object]
    names: dict[int, str]
    counts: dict[tuple[str, int], int]  # (table, the tenant's number) -> rows
    checks: dict[tuple[str, int], int]  # … -> sum of the rows' hashes, modulo 2^64
    archived: dict[int, int]  # tenant -> memories whose text lies in the cold tier
    problems: list[str]

    @property
    def rows(self) -> int:
        """Rows of all tables."""
        return sum(self.counts.values())

    @property
    def fingerprint(self) -> str:
        """One text for all of it; another as soon as a single value is another."""
        every = (sorted(self.told.items()), sorted(self.names.items()), sorted(self.checks.items()))
        return blake2b(repr((every, sorted(self.counts.items()))).encode(), digest_size=16).hexdigest()

    def unlike(self, other: Sums) -> list[str]:
        """What differs between two databases, one line each."""
        found = [
            f"{table} of {self.names.get(num) or other.names.get(num)!r}: {self.counts.get((table, num), 0)} "
            f"rows here, {other.counts.get((table, num), 0)} there, "
            f"checksums {self.checks.get((table, num), 0):016x} and {other.checks.get((table, num), 0):016x}"
            for table, num in sorted({*self.checks, *other.checks})
            if _at(self, (table, num)) != _at(other, (table, num))
        ]
        return found + [f"meta {name}: not the same" for name in META if _said(self, other, name)]


def _at(sums: Sums, where: tuple[str, int]) -> tuple[int, int]:
    return sums.counts.get(where, 0), sums.checks.get(where, 0)


def _said(one: Sums, other: Sums, name: str) -> bool:
    """Whether two say something else of themselves; an unfinished target says nothing of its index."""
    return name != "index" and one.told.get(name) != other.told.get(name)


def read(db: Database, tick: Ticks = lambda rows: None) -> Sums:
    """Read all of a database. O(database), a page in memory at a time."""
    with db.reading() as c:
        told = meta.read(c, *META)
        names = {num: name for num, name in c.execute("SELECT num, name FROM tenants").fetchall()}
    sums = Sums(told, names, {}, {}, {}, [])
    for table in (TENANTS, *TABLES):
        for line in lines(db, table):
            _add(sums, table, line)
            tick(1)
    return sums


def lines(db: Database, table: Table) -> Iterator[Line]:
    """All rows of a table, in pages: no transaction is held open."""
    after = None
    while True:
        with db.reading() as c:
            found = tables.page(c, table, after)
        yield from found
        if len(found) < tables.PAGE:
            return
        after = tables.key_of(table, found[-1])


def _add(sums: Sums, table: Table, line: Line) -> None:
    tenant = tables.column(table, line, "num" if table is TENANTS else "tenant")
    where = (table.name, tenant)
    sums.counts[where] = sums.counts.get(where, 0) + 1
    sums.checks[where] = (sums.checks.get(where, 0) + _hash(table, line)) % _ALL
    if table.name == "memories" and tables.column(table, line, "segment") is not None:
        sums.archived[tenant] = sums.archived.get(tenant, 0) + 1
    sums.problems.extend(_unsound(table, line, sums.names.get(tenant)))


def _hash(table: Table, line: Line) -> int:
    """Of all values and of the bodies, but not of the numbers under which these lie."""
    named = zip(table.columns, line.values, strict=True)
    kept = [v + 0.0 if isinstance(v, float) else v for name, v in named if name not in table.bodies]  # no -0
    return int.from_bytes(blake2b(repr((kept, line.bodies)).encode(), digest_size=8).digest(), "big")


def _unsound(table: Table, line: Line, tenant: str | None) -> Iterator[str]:
    """What of a row does not read back."""
    what = f"{table.name} {tables.key_of(table, line)!r} of {tenant!r}"
    if tenant is None:
        yield f"{what}: there is no such tenant"
    for name, body in zip(table.bodies, line.bodies, strict=True):
        if tables.column(table, line, name) is None:
            continue
        try:
            text = bodies.decoded(body)
            if name == "body" and table.name in ("memories", "versions"):
                id, version = (tables.column(table, line, each) for each in ("id", "version"))
                rows.decode(text, tenant or "", id, version)
            else:
                bodies.text_of(text)
        except Corrupt as problem:
            yield f"{what}: {problem}"
