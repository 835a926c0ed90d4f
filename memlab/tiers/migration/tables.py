"""Tables: what a warm tier holds, read page by page and written as it was read, with all its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from memlab.tiers.warm.engines import Connection

PAGE = 1000  # rows in one transaction
Key = Sequence[Any]


class Table(NamedTuple):
    """A table, the columns that a page is ordered by, and those that hold the number of a body."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    bodies: tuple[str, ...] = ()


class Line(NamedTuple):
    """A row: its columns, and the bytes of its bodies (None: there is none)."""

    values: tuple[Any, ...]
    bodies: tuple[bytes | None, ...]


def _table(name: str, columns: str, key: str, bodies: str = "") -> Table:
    return Table(name, tuple(columns.split()), tuple(key.split()), tuple(bodies.split()))


TENANTS = _table("tenants", "num name seq indexed lengths vectors pulse", "num")
TABLES = (
    _table(
        "memories",
        "row tenant id version seq kind status agent session place speaker at expires_at last_access "
        "access_count body fields embedded segment offset length",
        "row",
        "body fields",
    ),
    _table("versions", "tenant id version written_at body", "tenant id version", "body"),
    _table("tombstones", "tenant id version at", "tenant id"),
    _table("identifiers", "tenant code row", "tenant code row"),
    _table("vectors", "row tenant pulse vector", "row"),
    _table(
        "documents",
        "tenant collection name version at expires_at body newest",
        "tenant collection name version",
        "body",
    ),
    _table("repairs", "tenant id version body", "tenant id", "body"),
)
"""What is carried, in this order, after the tenants. The full-text index is built from `fields`."""


def page(c: Connection, table: Table, after: Key | None, many: int = PAGE) -> list[Line]:
    """The next rows behind a key (None: the first ones)."""
    wanted = _quoted(table.columns, "t")
    wanted += "".join(f", CAST(b{n}.body AS BLOB)" for n in range(len(table.bodies)))
    joined = "".join(
        f' LEFT JOIN bodies b{n} ON b{n}.num = t."{name}"' for n, name in enumerate(table.bodies)
    )
    key, marks = _quoted(table.key, "t"), ", ".join("?" * len(table.key))
    behind = f" WHERE ({key}) > ({marks})" if after is not None else ""
    sql = f"SELECT {wanted} FROM {table.name} t{joined}{behind} ORDER BY {key} LIMIT {many}"
    return [_line(table, found) for found in c.execute(sql, tuple(after or ())).fetchall()]


def _line(table: Table, found: Sequence[Any]) -> Line:
    width = len(table.columns)
    values = tuple(bytes(value) if isinstance(value, memoryview) else value for value in found[:width])
    return Line(values, tuple(None if body is None else bytes(body).rstrip(b" ") for body in found[width:]))


def key_of(table: Table, line: Line) -> list[Any]:
    """The key of a row, behind which the next page begins."""
    return [line.values[table.columns.index(name)] for name in table.key]


def column(table: Table, line: Line, name: str) -> Any:
    """One value of a row."""
    return line.values[table.columns.index(name)]


def write(c: Connection, table: Table, lines: Sequence[Line]) -> None:
    """Write rows with the numbers that they had, bodies first."""
    held = [
        (column(table, line, name), c.dialect.body_of(body))
        for line in lines
        for name, body in zip(table.bodies, line.bodies, strict=True)
        if body is not None
    ]
    if held:
        c.executemany("INSERT INTO bodies(num, body) VALUES(?, ?)", held)
    marks = ", ".join("?" * len(table.columns))
    sql = f"INSERT INTO {table.name}({_quoted(table.columns)}) VALUES({marks})"
    if lines:
        c.executemany(sql, [line.values for line in lines])


def _quoted(names: Sequence[str], table: str = "") -> str:
    return ", ".join(f'{table}{"." if table else ""}"{name}"' for name in names)
