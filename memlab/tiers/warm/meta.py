"""Meta: what a database says of itself: the salt of its codes, its index and its embedding."""

from __future__ import annotations

from typing import Any

from memlab.tiers.warm.engines import Connection

UNFINISHED = "a migration into it is not finished: give the same memlab migrate again"
"""What stands for the version of the index until all is there: such a database is opened by nobody else."""


def read(c: Connection, *names: str) -> dict[str, Any]:
    """Name -> value of those that are there."""
    marks = ", ".join("?" * len(names))
    found = c.execute(f"SELECT name, value FROM meta WHERE name IN ({marks})", names).fetchall()
    return {name: c.dialect.told(value) for name, value in found}


def enter(c: Connection, **values: Any) -> None:
    """Write values under names that are free; what is there stays."""
    rows = [(name, c.dialect.kept(value)) for name, value in values.items()]
    c.executemany("INSERT INTO meta VALUES(?, ?) ON CONFLICT(name) DO NOTHING", rows)


def put(c: Connection, name: str, value: Any) -> None:
    """Write a value in place of what is there."""
    c.execute("UPDATE meta SET value = ? WHERE name = ?", (c.dialect.kept(value), name))
