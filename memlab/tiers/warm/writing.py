"""Writing: one transaction takes a memory, its index, its vector and what it replaces, or nothing of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from memlab import checks
from memlab.tiers.errors import Corrupt, VersionConflict
from memlab.tiers.journal import Grave
from memlab.tiers.memory import STATUSES, Memory, fits
from memlab.tiers.warm import bodies, indexing, rows, tenants, vectors
from memlab.tiers.warm.engines import Connection
from memlab.tiers.warm.indexing import Index
from memlab.tiers.warm.rows import Row

WHOLE = 2**53  # the largest whole number that a column and every reader of JSON hold
UNHELD = object()  # no expectation
_READ = ("tenant", "id", "text", "kind", "at", "agent", "session", "place", "speaker", "source", "metadata")


def checked(memory: Memory) -> Memory:
    """A memory that can be stored: texts that UTF-8 carries, finite numbers, a known status."""
    checks.kind("memory", memory, Memory, "pass a Memory")
    for name in ("tenant", "id", "kind"):
        checks.text(name, getattr(memory, name), empty=False)
    for name in ("text", "agent", "session", "speaker", "source"):
        checks.text(name, getattr(memory, name))
    for name in ("at", "importance", "confidence"):
        checks.number(name, getattr(memory, name), -checks.HUGE, checks.HUGE)
    for name in ("expires_at", "until", "last_access"):
        if getattr(memory, name) is not None:
            checks.number(name, getattr(memory, name), -checks.HUGE, checks.HUGE)
    for name, low in (("version", 1), ("seq", 0), ("access_count", 0), ("place", -WHOLE)):
        checks.number(name, checks.whole(name, getattr(memory, name), low), low, WHOLE)
    if memory.status not in STATUSES:
        allowed = ", ".join(STATUSES)
        raise ValueError(f"status: {checks.shown(memory.status)}, allowed are {allowed}: correct it")
    return memory


class Writer:
    """The writes of one transaction. `close` brings the index of all that was touched up to date."""

    def __init__(self, c: Connection, index: Index, embedder: vectors.Embedder, now: float) -> None:
        self.c, self.index, self.embedder, self.now = c, index, embedder, now
        self.vectors: dict[str, bytes | None] = {}  # text -> its vector, made before the transaction
        self._touched: dict[str, set[int]] = {}
        self._accepted = 0  # bytes of a vector that was held to those here

    def close(self) -> None:
        """Read the index of the written rows and of their neighbours anew, and write what was counted."""
        for name, touched in self._touched.items():
            self.index.refresh(self.c, name, tenants.find(self.c, name), sorted(touched))
        tenants.settle(self.c)

    def put(
        self, memory: Memory, *, jump: bool = False, held: object = UNHELD, when: float | None = None
    ) -> Memory:
        """Write a memory whose version follows the one here (`jump`: is higher). VersionConflict if not.

        `when` it was written, None: now.
        """
        tenant = tenants.enter(self.c, memory.tenant)
        old = rows.find(self.c, tenant, memory.id)
        before = _readable(old, memory.tenant)
        here = old.version if old else buried(self.c, tenant, memory.id)
        self._compare(memory, here - (jump and old is not None and before is None), old, jump, held)
        memory = memory.with_(seq=tenants.counters(self.c, tenant).next_seq(memory.seq))
        changes = before is None or _reads(before) != _reads(memory) or (old and old.pointer)
        if changes and old:
            self._mark_around(memory.tenant, tenant, old.row, old)
        row = self._store(tenant, memory, old, self.now if when is None else when)
        self.c.execute("DELETE FROM tombstones WHERE tenant = ? AND id = ?", (tenant, memory.id))
        if changes:
            self._mark_around(memory.tenant, tenant, row)
            self.vector(tenant, row, memory.text)
        return memory

    def _compare(self, memory: Memory, here: int, old: Row | None, jump: bool, held: object) -> None:
        if held is not UNHELD and held != (old.version if old else None):
            there = f"version {old.version} is" if old else "no such memory is"
            wanted = "none" if held is None else f"version {held}"
            raise VersionConflict(
                f"{memory.id!r}: {there} here, expected was {wanted}: read it and write again"
            )
        if memory.version <= here or (memory.version > here + 1 and not jump):
            raise VersionConflict(
                f"{memory.id!r}: version {memory.version} cannot follow version {here}, which is here: "
                f"read it and write version {here + 1}"
            )

    def _store(self, tenant: int, memory: Memory, old: Row | None, when: float) -> int:
        body = bodies.write(self.c, rows.encode(memory))
        values = {**rows.columns(memory), "tenant": tenant, "body": body}
        if old is None:
            names = ", ".join(values)
            sql = f"INSERT INTO memories({names}) VALUES({', '.join('?' * len(values))}) RETURNING row"
            return self.c.execute(sql, tuple(values.values())).fetchone()[0]
        self._keep(tenant, memory, old, when)
        names = ", ".join(f"{name} = ?" for name in values)
        here = 'segment = NULL, "offset" = NULL, length = NULL'
        self.c.execute(f"UPDATE memories SET {names}, {here} WHERE row = ?", (*values.values(), old.row))
        return old.row

    def _keep(self, tenant: int, memory: Memory, old: Row, when: float) -> None:
        """The body that a new one takes the place of stays among the versions, unless it is lost."""
        if _readable(old, memory.tenant) is None:
            bodies.erase(self.c, old.body)
            return
        sql = """INSERT INTO versions VALUES(?, ?, ?, ?, ?) ON CONFLICT(tenant, id, version) DO UPDATE
            SET written_at = excluded.written_at, body = excluded.body"""
        self.c.execute(sql, (tenant, memory.id, old.version, when, old.body))

    def vector(self, tenant: int, row: int, text: str) -> None:
        """Make or take the vector of a row's text."""
        vector = self.vectors[text] if text in self.vectors else self.embedder.bytes_of(text)
        if vector is not None and len(vector) != self._accepted:
            self.embedder.accept(self.c, vector)
            self._accepted = len(vector)
        vectors.put(self.c, tenant, row, vector)

    def _mark_around(self, name: str, tenant: int, row: int, gone: Row | None = None) -> None:
        """A row and its neighbours of this moment are to be read anew; `gone` is what it was till now."""
        around = indexing.around(self.c, tenant, indexing.spot(self.c, row))
        self._touched.setdefault(name, set()).update({row, *around})
        if gone is not None:
            self.index.strike(self.c, tenant, gone, around)

    # -- out of the tier

    def erase(self, name: str, grave: Grave) -> None:
        """Overwrite every text of an id and leave the tombstone. What is known of its neighbours follows."""
        tenant = tenants.enter(self.c, name)
        row = rows.find(self.c, tenant, grave.id)
        if row is not None:
            self._mark_around(name, tenant, row.row, row)
            self.index.remove(self.c, tenant, row)
            vectors.put(self.c, tenant, row.row, None)
            bodies.erase(self.c, row.body)
            self.c.execute("DELETE FROM memories WHERE row = ?", (row.row,))
        self._erase_history(tenant, grave.id)
        sql = """INSERT INTO tombstones VALUES(?, ?, ?, ?) ON CONFLICT(tenant, id) DO UPDATE
            SET version = excluded.version, at = excluded.at"""
        self.c.execute(sql, (tenant, grave.id, grave.version, grave.at))

    def _erase_history(self, tenant: int, id: str) -> None:
        where = "WHERE tenant = ? AND id = ?"
        for table in ("versions", "repairs"):
            for (body,) in self.c.execute(f"SELECT body FROM {table} {where}", (tenant, id)).fetchall():
                bodies.erase(self.c, body)
            self.c.execute(f"DELETE FROM {table} {where}", (tenant, id))

    def demote(self, name: str, row: Row, segment: int, offset: int, length: int) -> None:
        """Keep of a row all but text, metadata and vector; its words stay in the index."""
        tenant = tenants.find(self.c, name)
        stub = row.memory(name).with_(text="", metadata={})
        bodies.erase(self.c, row.body)
        self.c.execute(
            'UPDATE memories SET body = ?, segment = ?, "offset" = ?, length = ? WHERE row = ?',
            (bodies.write(self.c, rows.encode(stub)), segment, offset, length, row.row),
        )
        vectors.put(self.c, tenant, row.row, None)

    def promote(self, memory: Memory, row: Row) -> None:
        """Take a text back that was in the cold tier only; the version stays."""
        tenant = tenants.find(self.c, memory.tenant)
        bodies.erase(self.c, row.body)
        self.c.execute(
            'UPDATE memories SET body = ?, segment = NULL, "offset" = NULL, length = NULL WHERE row = ?',
            (bodies.write(self.c, rows.encode(memory)), row.row),
        )
        self._mark_around(memory.tenant, tenant, row.row)
        self.vector(tenant, row.row, memory.text)


def version(c: Connection, tenant: int, id: str) -> int:
    """The version of an id, that of its tombstone if it is erased, 0 if it was never written."""
    row = rows.find(c, tenant, id)
    return row.version if row else buried(c, tenant, id)


def buried(c: Connection, tenant: int, id: str) -> int:
    """The version of an id's tombstone, 0 if it has none."""
    sql = "SELECT version FROM tombstones WHERE tenant = ? AND id = ?"
    found = c.execute(sql, (tenant, id)).fetchone()
    return found[0] if found and fits("version", found[0]) else 0


def to_embed(c: Connection, memories: Sequence[Memory]) -> list[Memory]:
    """Those whose vector would be another one than that here."""
    found = []
    for memory in memories:
        old = rows.find(c, tenants.find(c, memory.tenant), memory.id)
        before = _readable(old, memory.tenant)
        if before is None or _reads(before) != _reads(memory) or (old and old.pointer):
            found.append(memory)
    return found


def _readable(row: Row | None, name: str) -> Memory | None:
    with suppress(Corrupt):
        return row and row.memory(name)
    return None


def _reads(memory: Memory) -> Mapping[str, object]:
    """What of a memory the index and the vector depend on."""
    return {name: getattr(memory, name) for name in _READ}
