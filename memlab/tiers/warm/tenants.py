"""Tenants: a name, never optional and never widened, becomes a number that every statement carries."""

from __future__ import annotations

import sqlite3

from memlab import checks


def find(c: sqlite3.Connection, name: str) -> int:
    """The tenant's number; 0, which is nobody's, for one that has written nothing."""
    checks.text("tenant", name, empty=False)
    found = c.execute("SELECT num FROM tenants WHERE name = ?", (name,)).fetchone()
    return found[0] if found else 0


def enter(c: sqlite3.Connection, name: str) -> int:
    """The tenant's number, a new one if need be."""
    return find(c, name) or c.execute("INSERT INTO tenants(name) VALUES(?)", (name,)).lastrowid or 0


def next_seq(c: sqlite3.Connection, tenant: int, wanted: int) -> int:
    """The number of the tenant's next write: a wanted one that lies ahead (of an import), else the next."""
    sql = "UPDATE tenants SET seq = max(seq + 1, ?) WHERE num = ? RETURNING seq"
    return c.execute(sql, (wanted, tenant)).fetchone()[0]


def pulse(c: sqlite3.Connection, tenant: int, more: int) -> int:
    """The number of one more change of the tenant's vectors, which makes them `more` than they were."""
    sql = "UPDATE tenants SET pulse = pulse + 1, vectors = vectors + ? WHERE num = ? RETURNING pulse"
    return c.execute(sql, (more, tenant)).fetchone()[0]
