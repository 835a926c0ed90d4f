"""Warm: the tier that decides what is live. All tenants of a directory share its file, none sees another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memlab import checks
from memlab.tiers.errors import UnknownMemory
from memlab.tiers.journal import Grave, Pointer
from memlab.tiers.memory import Memory
from memlab.tiers.warm import rows, tenants, writing
from memlab.tiers.warm.filters import condition
from memlab.tiers.warm.reading import Reading
from memlab.tiers.warm.records import Repair
from memlab.tiers.warm.rows import Row
from memlab.tiers.warm.search import Search


class Warm(Search, Reading):
    """Memories with their words, identifiers and vectors, and documents, in one SQLite file or on PostgreSQL.

    `where`: a path, "sqlite:FILE", or "postgresql://user:password@host/database?schema=memlab" (version 13 or
    later, encoding UTF8; needs memlab[postgres]), whose schema is made if it is not there. Both engines do
    the same but for two things: candidates by words are ranked by SQLite's own BM25, or on PostgreSQL by one
    that counts each word of a memory once; and what erasing leaves behind, see `erase`.

    Any number of threads and processes may use it at once. Every write is one transaction; one that is
    refused changes nothing. `embed` makes a vector of a text, `analyse` its index, `clock` the time of a
    write in UTC seconds; a write waits for others for at most `timeout` seconds. On PostgreSQL only writes of
    the same tenant wait for one another, and `timeout` also bounds connecting and every statement.

    Filters, where they are taken: `kinds`, `statuses` (of STATUSES; None: all), `session`, `speaker`, `since`
    and `until` (of `at`, inclusive), `agent` (the shared area and its own; None: everybody's), `now` (nothing
    that is expired then; None: expired ones too).

    Errors: StoreError, which names the place (never its password) and the mend, also where it is not known
    whether a write was done as the server was lost; NewerDatabase for the schema of a later memlab,
    Corrupt for what does not read back; ValueError and TypeError for what cannot be stored.

    >>> import tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     warm = Warm(os.path.join(folder, "warm.sqlite"), clock=lambda: 0.0)
    ...     written = warm.put([Memory("ann", "m1", "I am allergic to penicillin.")])
    ...     found = [warm.search_words(tenant, ["penicillin"], now=0.0) for tenant in ("ann", "bob")]
    ...     warm.close()
    >>> written[0].seq, found
    (1, [[1], []])
    """

    # -- writing

    def put(
        self,
        memories: Sequence[Memory],
        *,
        expected: Mapping[str, int | None] | None = None,
        repairs: Sequence[Repair] = (),
    ) -> list[Memory]:
        """Write memories in one transaction, all or none; returned as stored, with their `seq`.

        Each version must be the one that follows that here (1 for a new id, after a tombstone the next), and
        where `expected` names an id, that version must be here (None: no such memory), or VersionConflict. A
        `seq` beyond the tenant's last is kept, another replaced by the next. What is overwritten stays among
        the versions. `repairs` are written with them.
        """
        held = {} if expected is None else dict(expected)
        return self._put(memories, repairs, {"jump": False}, held)

    def take(
        self, memories: Sequence[Memory], *, written: Sequence[float | None] | None = None
    ) -> list[Memory]:
        """Write memories as another tier or an export has them: each version is higher than that here.

        `written`: of each the time at which it took the place of the version before; None: now.

        The same version may take the place of a row that does not read back. VersionConflict, and nothing is
        written, if one is not.
        """
        return self._put(memories, (), {"jump": True}, {}, written)

    def _put(
        self,
        memories: Sequence[Memory],
        repairs: Sequence[Repair],
        how: dict[str, bool],
        held: dict[str, int | None],
        written: Sequence[float | None] | None = None,
    ) -> list[Memory]:
        self._current()
        for memory in memories:
            writing.checked(memory).to_json()
        made = self._vectors(memories)
        with self._writer({memory.tenant for memory in memories}, enter=True) as writer:
            writer.vectors = made
            stored = []
            for memory, when in zip(memories, written or [None] * len(memories), strict=True):
                expectation = held.pop(memory.id, writing.UNHELD)
                stored.append(writer.put(memory, held=expectation, when=when, **how))
            for memory in memories[:1] if repairs else ():
                self._note(writer.c, tenants.find(writer.c, memory.tenant), repairs)
        return stored

    def touch(self, tenant: str, id: str, now: float) -> bool:
        """Count one use of a live memory: `last_access`, which never goes back, and `access_count`.

        False if it is not there or not live at `now`. Its version stays: a use is not a write.
        """
        checks.number("now", now, -checks.HUGE, checks.HUGE)
        with self._db.writing([tenant]) as c:
            where, values = condition(tenants.find(c, tenant), now=now)
            before = "coalesce(last_access, at)"
            sql = f"""UPDATE memories AS m SET access_count = access_count + 1,
                last_access = CASE WHEN {before} > ? THEN {before} ELSE ? END WHERE {where} AND m.id = ?"""
            return c.execute(sql, (now, now, *values, id)).rowcount == 1

    def demote(
        self, tenant: str, pointers: Mapping[str, Pointer], *, expected: Mapping[str, int] | None = None
    ) -> list[str]:
        """Keep of some memories only a stub: the text lies in the cold tier, at the pointer; whose did.

        Words and identifiers stay in the index, the vector goes. UnknownMemory if one is not here; but of
        those with an `expected` version, what has been written or erased meanwhile is left as it is.
        """
        moved = []
        with self._writer([tenant]) as writer:
            number = tenants.find(writer.c, tenant)
            for id, pointer in pointers.items():
                if expected is not None and writing.version(writer.c, number, id) != expected[id]:
                    continue
                row = self._row(writer.c, tenant, id)
                if row.pointer is None:
                    writer.demote(tenant, row, *pointer)
                moved.append(id)
        return moved

    def promote(self, memories: Sequence[Memory]) -> None:
        """Take the texts of stubs back, in the versions that are here. UnknownMemory if one is not here."""
        self._current()
        for memory in memories:
            writing.checked(memory)
        made = self._vectors(memories)
        with self._writer({memory.tenant for memory in memories}) as writer:
            writer.vectors = made
            for memory in memories:
                row = self._row(writer.c, memory.tenant, memory.id)
                if row.pointer is not None and row.version == memory.version:
                    writer.promote(memory.with_(seq=row.seq), row)

    def erase(self, tenant: str, ids: Iterable[str], at: float) -> list[Grave]:
        """Erase memories with all their versions, words and vectors.

        The tombstones that stay: the version that follows the last one, at the time `at`. Unknown ids are
        left out of them. O(texts). On SQLite each text is overwritten where it lies, then the log is carried
        over: it is nowhere in the files. On PostgreSQL its rows are deleted: no query finds it, but its bytes
        stay in the server's files until VACUUM and reuse (VACUUM FULL: at once), and in its write-ahead log,
        replicas and backups for as long as those are kept.
        """
        checks.number("at", at, -checks.HUGE, checks.HUGE)
        with self._writer([tenant]) as writer:
            num = tenants.find(writer.c, tenant)
            found = {id: rows.find(writer.c, num, id) for id in dict.fromkeys(ids)}
            graves = [Grave(id, row.version + 1, at) for id, row in found.items() if row]
            for grave in graves:
                writer.erase(tenant, grave)
        if graves:
            self._db.wipe_log()
        return graves

    def bury(self, tenant: str, graves: Iterable[tuple[str, int, float]]) -> None:
        """Erase as another tier has erased: with these tombstones (id, version, at), also of unknown ids.

        A tombstone of a lower version than that here is left out.
        """
        with self._writer([tenant], enter=True) as writer:
            for grave in (Grave(*each) for each in graves):
                checks.text("id", grave.id, empty=False)
                num = tenants.enter(writer.c, tenant)
                if checks.whole("version", grave.version, 1) >= writing.version(writer.c, num, grave.id):
                    writer.erase(tenant, grave)
        self._db.wipe_log()

    def erase_all(self, tenant: str) -> list[Grave]:
        """Erase all of a tenant: its memories, which leave tombstones, and its documents. Nobody else's."""
        with self._db.reading() as c:
            num = tenants.find(c, tenant)
            ids = [id for (id,) in c.execute("SELECT id FROM memories WHERE tenant = ?", (num,))]
        self.erase_documents(tenant)
        return self.erase(tenant, ids, self._now())

    # -- how

    def _row(self, c: Any, tenant: str, id: str) -> Row:
        row = rows.find(c, tenants.find(c, tenant), id)
        if row is None:
            raise UnknownMemory(f"id: {checks.shown(id)} is not in the warm tier: nothing was moved")
        return row

    def _vectors(self, memories: Sequence[Memory]) -> dict[str, bytes | None]:
        """The vectors of what is new, made before anybody is kept waiting."""
        with self._db.reading() as c:
            new = writing.to_embed(c, memories)
        return {text: self._embedder.bytes_of(text) for text in dict.fromkeys(m.text for m in new)}
