"""Tenants: a name becomes a number that every statement carries. A name is never optional and never widened."""

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
    (seq,) = c.execute("SELECT seq FROM tenants WHERE num = ?", (tenant,)).fetchone()
    seq = max(seq + 1, wanted)
    c.execute("UPDATE tenants SET seq = ? WHERE num = ?", (seq, tenant))
    return seq


def pulse(c: sqlite3.Connection, tenant: int) -> int:
    """One more change of the tenant's vectors: its number."""
    c.execute("UPDATE tenants SET pulse = pulse + 1 WHERE num = ?", (tenant,))
    return c.execute("SELECT pulse FROM tenants WHERE num = ?", (tenant,)).fetchone()[0]
