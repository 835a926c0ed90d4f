"""Upkeep: looking whether a database is sound, and building its index anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from memlab.tiers.analysis import INDEX_VERSION
from memlab.tiers.errors import Corrupt
from memlab.tiers.memory import Memory
from memlab.tiers.warm import bodies, indexing, meta, rows
from memlab.tiers.warm.documents import document
from memlab.tiers.warm.engines import Connection
from memlab.tiers.warm.notes import Notes
from memlab.tiers.warm.records import Problem
from memlab.tiers.warm.rows import Row
from memlab.tiers.warm.writing import Writer

Look = Callable[[], object]


class Upkeep(Notes):
    """The part of `Warm` for its own soundness."""

    @property
    def problems(self) -> list[Problem]:
        """What readers came across that does not read back, each once."""
        return list(self._problems)

    def check(self) -> list[Problem]:
        """Read everything, and let the engine look at its own files; what is not sound. O(database)."""
        found = [Problem("", "", what) for what in self._db.unsound()]
        with self._db.reading() as c:
            for num, name in c.execute("SELECT num, name FROM tenants ORDER BY num").fetchall():
                found += [
                    Problem(name, id, what) for id, look in self._looks(c, num, name) for what in _fails(look)
                ]
                found += [Problem(name, *each) for each in self._unindexed(c, num)]
        return found

    def reindex(self) -> int:
        """Build words, identifiers and vectors of all memories anew, in one transaction; of how many.

        Needed after a change of the embedding or of the analysis; writers wait. Memories whose text is in the
        cold tier keep their words as they were read.
        """
        with self._writer(None) as writer:
            _empty(writer.c)
            done = 0
            for num, name in writer.c.execute("SELECT num, name FROM tenants ORDER BY num").fetchall():
                for row in _every(writer.c, num):
                    self._enter(writer, name, num, row)
                    done += 1
        self._stale = False
        return done

    def _enter(self, writer: Writer, name: str, tenant: int, row: Row) -> None:
        if row.pointer is not None:
            self._index.restore(writer.c, tenant, row)
            return
        for memory in self._readable(row, name):
            before, after = indexing.neighbours(writer.c, name, tenant, memory)
            self._index.put(writer.c, tenant, row, self._index.analyse(memory, before, after))
            writer.vector(tenant, row.row, memory.text)

    def _looks(self, c: Connection, tenant: int, name: str) -> Iterator[tuple[str, Look]]:
        """(id, what raises Corrupt if it is) of everything that a tenant has."""
        for row in _every(c, tenant):
            yield row.id, partial(row.memory, name)
            yield row.id, partial(_words, c, row)
        for id, body in c.execute("SELECT id, body FROM versions WHERE tenant = ?", (tenant,)).fetchall():
            yield id, partial(bodies.read, c, body)
        sql = (
            "SELECT name, version, at, expires_at, body FROM documents WHERE tenant = ? AND body IS NOT NULL"
        )
        for key, *found in c.execute(sql, (tenant,)).fetchall():
            yield key, partial(document, c, key, found)

    def _unindexed(self, c: Connection, tenant: int) -> Iterator[tuple[str, str]]:
        """(id, what is wrong) of rows that are not in the index as their stored words say."""
        for page in _pages(c, tenant):
            ids = {row.row: row.id for row in page}
            entered = (each for row in page for each in self._entered(c, tenant, row))
            for row in c.words.unfit(c, tenant, entered):
                yield ids[row], f"the words of {ids[row]!r} are not those of the index: mend it by reindex()"

    def _entered(self, c: Connection, tenant: int, row: Row) -> Iterator[tuple[int, list[list[str]]]]:
        with suppress(Corrupt):  # told by itself
            yield row.row, self._index.coded(tenant, bodies.read(c, row.fields or 0))

    def _readable(self, row: Row, tenant: str) -> list[Memory]:
        try:
            return [row.memory(tenant)]
        except Corrupt as problem:
            self._report(tenant, row.id, str(problem))
            return []

    def _report(self, tenant: str, id: str, what: str) -> None:
        problem = Problem(tenant, id, what)
        if problem not in self._problems:
            self._problems.append(problem)


def _words(c: Connection, row: Row) -> str:
    try:
        return bodies.read(c, row.fields or 0)
    except Corrupt as problem:
        raise Corrupt(f"the words of {row.id!r}: {problem}: mend them by reindex()") from None


def _fails(look: Look) -> list[str]:
    try:
        look()
    except Corrupt as problem:
        return [str(problem)]
    return []


def _every(c: Connection, tenant: int) -> Iterator[Row]:
    """All rows of a tenant, read in pages: they may be changed meanwhile."""
    return (row for page in _pages(c, tenant) for row in page)


def _pages(c: Connection, tenant: int) -> Iterator[list[Row]]:
    last = 0
    while found := rows.page(c, "m.tenant = ? AND m.row > ?", (tenant, last), "m.row"):
        yield found
        last = found[-1].row


def _empty(c: Connection) -> None:
    """Take out everything that is built from the memories; of stubs keep what cannot be built again."""
    c.words.empty(c)
    here = "FROM memories WHERE segment IS NULL"
    c.execute(f"DELETE FROM identifiers WHERE row IN (SELECT row {here})")
    for (body,) in c.execute(f"SELECT fields {here} AND fields IS NOT NULL").fetchall():
        bodies.erase(c, body)
    c.execute("UPDATE memories SET fields = NULL, embedded = 0 WHERE segment IS NULL")
    c.execute("DELETE FROM vectors")
    c.execute("UPDATE tenants SET indexed = 0, lengths = '{}', vectors = 0, pulse = pulse + 1")
    c.execute("DELETE FROM meta WHERE name IN ('embed', 'dimension')")
    meta.put(c, "index", INDEX_VERSION)
