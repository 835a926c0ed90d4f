"""History: what an id was, and what was live at another time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from memlab.checks import shown
from memlab.tiers.errors import Corrupt
from memlab.tiers.memory import Memory, fits
from memlab.tiers.warm import bodies, rows
from memlab.tiers.warm.engines import Connection

Lost = Callable[[str, str], None]  # an id, and what is wrong with it
_OLD = """SELECT v.id, v.version, CAST(b.body AS BLOB), v.written_at FROM versions v
    LEFT JOIN bodies b ON b.num = v.body WHERE v.tenant = ?"""


def versions(c: Connection, name: str, tenant: int, id: str) -> list[Memory]:
    """All versions of an id, the oldest first; none of an erased one. Corrupt if one does not read back."""
    row = rows.find(c, tenant, id)
    if row is None:
        return []
    old = c.execute(f"{_OLD} AND v.id = ? ORDER BY v.version", (tenant, id)).fetchall()
    return [*(_version(name, *each) for each in old), row.memory(name)]


def replaced_at(c: Connection, tenant: int, id: str) -> list[float]:
    """When each version but the newest gave way to the next."""
    sql = "SELECT written_at FROM versions WHERE tenant = ? AND id = ? ORDER BY version"
    return [_time(id, when) for (when,) in c.execute(sql, (tenant, id))]


def as_of(c: Connection, name: str, tenant: int, t: float, lost: Lost) -> Iterator[Memory]:
    """Each id's version of time t, if it was live then. What does not read back is told to `lost`."""
    old: dict[str, list[Any]] = {}
    for each in c.execute(f"{_OLD} ORDER BY v.version", (tenant,)):
        old.setdefault(each[0], []).append(each)
    for found in c.execute(f"{rows.SELECT} WHERE m.tenant = ? ORDER BY m.seq", (tenant,)):
        row = rows.row_of(found)
        before = old.get(row.id, [])
        try:
            known = [*(_version(name, *each) for each in before), row.memory(name)]
            replaced = [_time(row.id, each[3]) for each in before]
        except Corrupt as problem:
            lost(row.id, str(problem))
            continue
        then = held(known, replaced, t)
        if then is not None:
            yield then.with_(status="live", until=None)


def held(known: Sequence[Memory], replaced: Sequence[float], t: float) -> Memory | None:
    """Of all versions of an id the one that was in force at t, None if none was.

    A version holds from its `at`, or, if that is the `at` of the one before it, from when it was written.
    What was learnt later about its end counts: a memory that gave way in May was not live in June, though
    that became known in July.
    """
    starts = [known[0].at]
    starts += [
        when if new.at == old.at else new.at
        for old, new, when in zip(known, known[1:], replaced, strict=False)
    ]
    last = max((n for n, start in enumerate(starts) if start <= t), default=None)
    if last is None or not was_live(known[last], t):
        return None
    ended = any(m.until is not None and m.until <= t for m in known[last + 1 :])
    return None if ended else known[last]


def _version(name: str, id: str, version: int, body: bytes | None, when: float) -> Memory:
    return rows.decode(bodies.decoded(body), name, id, version)


def _time(id: str, when: Any) -> float:
    if not fits("at", when):
        raise Corrupt(f"{id!r}: a version was replaced at {shown(when)}, which is no time: restore a backup")
    return when


def was_live(memory: Memory, t: float) -> bool:
    """Whether a memory that was there at t was in force: not expired, and nothing had taken its place."""
    if memory.expired(t) or memory.status == "pending":
        return False
    if memory.status in ("live", "expired"):
        return memory.until is None or t < memory.until
    return memory.until is not None and t < memory.until
