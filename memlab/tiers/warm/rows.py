"""Rows: a memory as the table holds it, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from memlab.checks import shown
from memlab.tiers.errors import Corrupt
from memlab.tiers.journal import Pointer
from memlab.tiers.memory import Memory, fits
from memlab.tiers.warm import bodies
from memlab.tiers.warm.engines import Connection

COLUMNS = """m.row, m.id, m.version, m.seq, m.last_access, m.access_count, m.body, m.fields,
    m.segment, m."offset", m.length, CAST(b.body AS BLOB)"""
SELECT = f"SELECT {COLUMNS} FROM memories m LEFT JOIN bodies b ON b.num = m.body"
PAGE = 500  # rows read at a time: nobody's iterator holds a transaction open


class Row(NamedTuple):
    """One row of `memories` with its body."""

    row: int
    id: str
    version: int
    seq: int
    last_access: float | None
    access_count: int
    body: int
    fields: int | None
    segment: int | None
    offset: int | None
    length: int | None
    stored: bytes | None

    @property
    def pointer(self) -> Pointer | None:
        """Where the text lies in the cold tier, None if it is here."""
        place = self.segment, self.offset, self.length
        if None in place:
            return None
        if not all(fits("seq", number) for number in place):
            raise Corrupt(f"{self.id!r}: it lies at no place of the cold tier, {shown(place)}: reconcile()")
        return Pointer(*place)  # type: ignore[arg-type]

    def memory(self, tenant: str) -> Memory:
        """The memory. Corrupt, which names the id, if its body does not read back."""
        memory = decode(bodies.decoded(self.stored), tenant, self.id, self.version)
        if (memory.last_access, memory.access_count) == (self.last_access, self.access_count):
            return memory  # most were never used, and a copy takes as long as reading
        for name in ("last_access", "access_count"):
            if not fits(name, getattr(self, name)):
                told = f"{name}: {shown(getattr(self, name))}"
                raise Corrupt(f"{self.id!r} of {tenant!r}: {told} is none: mend it by reconcile()")
        return memory.with_(last_access=self.last_access, access_count=self.access_count)


def encode(memory: Memory) -> str:
    """A memory as a body: its line of JSON without what is as usual, which is most of it."""
    row = json.loads(memory.to_json())
    told = {name: value for name, value in row.items() if repr(value) != _USUAL.get(name)}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


_USUAL = {name: repr(value) for name, value in json.loads(Memory("", "", "").to_json()).items()}
for _name in ("tenant", "id", "text"):  # have no usual value
    del _USUAL[_name]


def decode(body: str | None, tenant: str, id: str, version: int) -> Memory:
    """The memory of a stored body. Corrupt if it is another one, or none."""
    try:
        memory = Memory.from_json(bodies.text_of(body))
    except (Corrupt, ValueError, TypeError) as problem:
        raise Corrupt(
            f"{id!r} of {tenant!r}, version {version}: {problem}: mend it by reconcile() from the cold tier"
        ) from None
    if (memory.tenant, memory.id, memory.version) != (tenant, id, version):
        raise Corrupt(f"{id!r} of {tenant!r}, version {version}: the row holds another memory: reconcile()")
    return memory


def find(c: Connection, tenant: int, id: str) -> Row | None:
    """The row of an id."""
    found = c.execute(f"{SELECT} WHERE m.tenant = ? AND m.id = ?", (tenant, id)).fetchone()
    return found and row_of(found)


def select(c: Connection, rows: Iterable[int], tenant: int) -> Iterator[Row]:
    """The rows of those numbers, in their order, as far as they are the tenant's."""
    sql = f"""SELECT {COLUMNS} FROM {c.dialect.AMONG}
        LEFT JOIN bodies b ON b.num = m.body WHERE m.tenant = ?"""
    wanted = list(rows)
    found = {each[0]: row_of(each) for each in c.execute(sql, (c.dialect.array(wanted), tenant))}
    return (found[row] for row in wanted if row in found)


def row_of(found: Sequence[Any]) -> Row:
    """A row as it was read; a version that is none is 0, which no memory has: so it does not read back."""
    row = Row(*found)
    return row if fits("version", row.version) else row._replace(version=0)


def page(c: Connection, where: str, values: Sequence[Any], order: str) -> list[Row]:
    """The next rows that pass a condition."""
    return [
        row_of(found) for found in c.execute(f"{SELECT} WHERE {where} ORDER BY {order} LIMIT {PAGE}", values)
    ]


def columns(memory: Memory) -> dict[str, Any]:
    """What of a memory is a column of its own, to be filtered by."""
    names = "id version seq kind status agent session place speaker at expires_at last_access access_count"
    return {name: getattr(memory, name) for name in names.split()}
