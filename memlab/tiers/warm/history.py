"""History: what an id was, and what was live at another time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from memlab.tiers.memory import Memory
from memlab.tiers.warm import bodies, rows

_OLD = """SELECT v.version, CAST(b.body AS BLOB) FROM versions v LEFT JOIN bodies b ON b.num = v.body
    WHERE v.tenant = ? AND v.id = ? ORDER BY v.version"""


def versions(c: sqlite3.Connection, name: str, tenant: int, id: str) -> list[Memory]:
    """All versions of an id, the oldest first; none of an erased one."""
    old = [
        rows.decode(bodies.decoded(body), name, id, version)
        for version, body in c.execute(_OLD, (tenant, id)).fetchall()
    ]
    row = rows.find(c, tenant, id)
    return [*old, row.memory(name)] if row else []


def as_of(c: sqlite3.Connection, name: str, tenant: int, t: float) -> Iterator[Memory]:
    """Each id's version of time t, if it was live then: the last whose `at` is not after t."""
    for (id,) in c.execute("SELECT id FROM memories WHERE tenant = ? ORDER BY seq", (tenant,)).fetchall():
        known = [m for m in versions(c, name, tenant, id) if m.at <= t]
        if known and was_live(known[-1], t):
            yield known[-1].with_(status="live", until=None)


def was_live(memory: Memory, t: float) -> bool:
    """Whether a memory that was there at t was in force: not expired, and nothing had taken its place."""
    if memory.expired(t) or memory.status == "pending":
        return False
    if memory.status in ("live", "expired"):
        return memory.until is None or t < memory.until
    return memory.until is not None and t < memory.until
