"""History: what an id was, and what was live at another time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from memlab.tiers.errors import Corrupt
from memlab.tiers.memory import Memory
from memlab.tiers.warm import bodies, rows

Lost = Callable[[str, str], None]  # an id, and what is wrong with it
_OLD = """SELECT v.id, v.version, CAST(b.body AS BLOB) FROM versions v LEFT JOIN bodies b ON b.num = v.body
    WHERE v.tenant = ?"""


def versions(c: sqlite3.Connection, name: str, tenant: int, id: str) -> list[Memory]:
    """All versions of an id, the oldest first; none of an erased one. Corrupt if one does not read back."""
    row = rows.find(c, tenant, id)
    if row is None:
        return []
    old = c.execute(f"{_OLD} AND v.id = ? ORDER BY v.version", (tenant, id)).fetchall()
    return [*(_version(name, *each) for each in old), row.memory(name)]


def as_of(c: sqlite3.Connection, name: str, tenant: int, t: float, lost: Lost) -> Iterator[Memory]:
    """Each id's version of time t, if it was live then: the last whose `at` is not after t.

    What does not read back is told to `lost` and left out.
    """
    old: dict[str, list[Any]] = {}
    for each in c.execute(f"{_OLD} ORDER BY v.version", (tenant,)):
        old.setdefault(each[0], []).append(each)
    for found in c.execute(f"{rows.SELECT} WHERE m.tenant = ? ORDER BY m.seq", (tenant,)):
        row = rows.Row(*found)
        try:
            newest = row.memory(name)
            known = [newest] if newest.at <= t else [_version(name, *each) for each in old.get(row.id, ())]
        except Corrupt as problem:
            lost(row.id, str(problem))
            continue
        known = [memory for memory in known if memory.at <= t]
        if known and was_live(known[-1], t):
            yield known[-1].with_(status="live", until=None)


def _version(name: str, id: str, version: int, body: bytes | None) -> Memory:
    return rows.decode(bodies.decoded(body), name, id, version)


def was_live(memory: Memory, t: float) -> bool:
    """Whether a memory that was there at t was in force: not expired, and nothing had taken its place."""
    if memory.expired(t) or memory.status == "pending":
        return False
    if memory.status in ("live", "expired"):
        return memory.until is None or t < memory.until
    return memory.until is not None and t < memory.until
