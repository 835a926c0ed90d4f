"""Notes: what the warm tier keeps besides memories, documents and the writes that other tiers owe."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from memlab import checks
from memlab.tiers.warm import bodies, documents, tenants
from memlab.tiers.warm.base import Base
from memlab.tiers.warm.documents import Key
from memlab.tiers.warm.engines import Connection
from memlab.tiers.warm.records import Document, Repair
from memlab.tiers.warm.writing import Writer


class Notes(Base):
    """The part of `Warm` for documents and repairs."""

    # -- documents

    def put_document(
        self,
        tenant: str,
        collection: str,
        key: str,
        value: Any,
        *,
        expected: int | None = None,
        expires_at: float | None = None,
    ) -> int:
        """Write a JSON value; its version. VersionConflict if `expected` (0: none) is not the version here.

        Versions go on counting after a deletion, so that nobody takes a new document for the old one.
        """
        text = documents.text_of(value)
        if expires_at is not None:
            checks.number("expires_at", expires_at, -checks.HUGE, checks.HUGE)
        with self._db.writing([tenant], enter=True) as c:
            where = self._place(tenants.enter(c, tenant), collection, key)
            return documents.put(c, where, text, self._now(), expires_at, expected)

    def take_document(self, tenant: str, collection: str, key: str, versions: Sequence[Document]) -> None:
        """Write a document as an export has it, in place of all that is here: versions, times and values."""
        texts = [documents.text_of(version.value) for version in versions]
        with self._db.writing([tenant], enter=True) as c:
            where = self._place(tenants.enter(c, tenant), collection, key)
            documents.take(c, where, list(zip(versions, texts, strict=True)))
        self._db.wipe_log()

    def get_document(self, tenant: str, collection: str, key: str) -> Document | None:
        """The newest version, expired or not; None if there is none."""
        with self._db.reading() as c:
            return documents.get(c, self._place(tenants.find(c, tenant), collection, key))

    def history_of_document(self, tenant: str, collection: str, key: str) -> list[Document]:
        """All versions of a document, the oldest first."""
        with self._db.reading() as c:
            return documents.history(c, self._place(tenants.find(c, tenant), collection, key))

    def documents(self, tenant: str, collection: str) -> Iterator[tuple[str, Document]]:
        """(key, newest version) of a collection, by key, expired or not."""
        with self._db.reading() as c:
            return iter(list(documents.every(c, tenants.find(c, tenant), collection)))

    def collections(self, tenant: str) -> list[str]:
        """The names of the collections that have a document."""
        sql = "SELECT DISTINCT collection FROM documents WHERE tenant = ? AND body IS NOT NULL ORDER BY 1"
        with self._db.reading() as c:
            return [name for (name,) in c.execute(sql, (tenants.find(c, tenant),))]

    def delete_document(self, tenant: str, collection: str, key: str, *, expected: int | None = None) -> bool:
        """Erase a document with all its versions. False if there was none."""
        with self._db.writing([tenant]) as c:
            where = self._place(tenants.find(c, tenant), collection, key)
            there = documents.get(c, where) is not None
            if there or expected is not None:
                documents.put(c, where, None, self._now(), None, expected)
        if there:
            self._db.wipe_log()
        return there

    def erase_documents(self, tenant: str) -> None:
        """Erase all documents of a tenant with all their versions."""
        sql = "SELECT DISTINCT tenant, collection, name FROM documents WHERE tenant = ? AND body IS NOT NULL"
        with self._db.writing([tenant]) as c:
            for key in c.execute(sql, (tenants.find(c, tenant),)).fetchall():
                documents.erase(c, key)
        self._db.wipe_log()

    def _place(self, tenant: int, collection: str, key: str) -> Key:
        checks.text("collection", collection, empty=False)
        return tenant, collection, checks.text("key", key, empty=False)

    # -- repairs

    def repairs(self, tenant: str) -> list[Repair]:
        """The writes that another tier still owes, by id."""
        sql = "SELECT id, version, body FROM repairs WHERE tenant = ? ORDER BY id"
        with self._db.reading() as c:
            found = c.execute(sql, (tenants.find(c, tenant),)).fetchall()
            return [Repair(id, version, json.loads(bodies.read(c, body))) for id, version, body in found]

    def note_repairs(self, tenant: str, repairs: Sequence[Repair]) -> None:
        """Note that another tier did not take some writes."""
        with self._db.writing([tenant], enter=True) as c:
            self._note(c, tenants.enter(c, tenant), repairs)

    def repaired(self, tenant: str, ids: Iterable[str]) -> None:
        """Strike the notes of some ids."""
        with self._db.writing([tenant]) as c:
            self._strike(c, tenants.find(c, tenant), ids)

    def _note(self, c: Connection, tenant: int, repairs: Sequence[Repair]) -> None:
        self._strike(c, tenant, (repair.id for repair in repairs))
        for repair in repairs:
            body = bodies.write(c, json.dumps(str(repair.why), ensure_ascii=True))
            c.execute("INSERT INTO repairs VALUES(?, ?, ?, ?)", (tenant, repair.id, repair.version, body))

    def _strike(self, c: Connection, tenant: int, ids: Iterable[str]) -> None:
        for key in ((tenant, id) for id in ids):
            for (body,) in c.execute("SELECT body FROM repairs WHERE tenant = ? AND id = ?", key).fetchall():
                bodies.erase(c, body)
            c.execute("DELETE FROM repairs WHERE tenant = ? AND id = ?", key)

    @contextmanager
    def _writer(self, tenants: Iterable[str] | None, enter: bool = False) -> Iterator[Writer]:
        """The writes of some tenants (None: of all, while nobody else writes)."""
        writing = self._db.writing_all() if tenants is None else self._db.writing(tenants, enter)
        with writing as c:
            writer = Writer(c, self._index, self._embedder, self._now())
            yield writer
            writer.close()
