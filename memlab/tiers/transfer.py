"""Transfer: a store as rows that JSON carries, and back: imported into an empty store, it exports alike.

Each row bears the tenant: another tenant's rows are refused. What has expired, and what the store's agent
does not see, is left out. A row is one of

    memory     "memory" with all its fields, "archived", and "earlier": [version, when it was replaced] …
    tombstone  "id", "version", "at"
    document   "collection", "key", and "versions": [value, version, at, expires_at] …

Memories come in the order of their last write, all others by name. An import goes through the gate: what a
live memory of the store says already refreshes that one. Of an id that is there the higher version stays, and
a tombstone beats a record of its version. Rows are compared with what the store held before, not with one
another: they come from a store that has done so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from memlab import checks
from memlab.tiers import door, keeping
from memlab.tiers.errors import Forgotten
from memlab.tiers.gate import UNTOUCHED, Gate
from memlab.tiers.journal import Grave
from memlab.tiers.memory import STATUSES, Memory, content
from memlab.tiers.receipts import ERASED, STORED, Receipt
from memlab.tiers.warm import Document
from memlab.tiers.warm.documents import text_of

if TYPE_CHECKING:
    from memlab.tiers.store import MemoryStore

Version = tuple[Memory, "float | None"]  # and when the next one took its place


def export(store: MemoryStore) -> Iterator[dict[str, Any]]:
    """All rows of what the store sees and what has not expired. Corrupt if one does not read back."""
    head = {"tenant": store.tenant}
    now = store.now
    for row in store.warm.rows(store.tenant, statuses=STATUSES, agent=store.agent, now=now):
        earlier = store.warm.versions(store.tenant, row.id)[:-1]
        replaced = store.warm.replaced_at(store.tenant, row.id)
        yield {
            "record": "memory",
            **head,
            "memory": _plain(store.whole(row)),
            "archived": not row.text,
            "earlier": [[_plain(m), at] for m, at in zip(earlier, replaced, strict=True)],
        }
    for problem in store.warm.problems:  # still there? An export without it would pass for whole
        if problem.tenant == store.tenant:
            store.warm.get(store.tenant, problem.id)
    for grave in sorted(store.warm.tombstones(store.tenant)):
        yield {"record": "tombstone", **head, "id": grave.id, "version": grave.version, "at": grave.at}
    for collection in _collections(store):
        for key, document in store.warm.documents(store.tenant, collection):
            if document.expires_at is None or now < document.expires_at:
                versions = [list(d) for d in store.warm.history_of_document(store.tenant, collection, key)]
                name = {"collection": collection, "key": key}
                yield {"record": "document", **head, **name, "versions": versions}


def lines(store: MemoryStore) -> Iterator[str]:
    """The export as lines of JSON: equal stores give equal bytes."""
    for row in export(store):
        yield json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def import_(store: MemoryStore, rows: Iterable[Mapping[str, Any] | str]) -> list[Receipt]:
    """A receipt for each row, in their order; all memories in one transaction."""
    arrival = Arrival(store)
    receipts = []
    for row in rows:
        try:
            receipts.append(arrival.take(_parsed(store, row)))
        except (ValueError, TypeError, KeyError, RecursionError) as problem:
            receipts.append(Receipt(_id(row), problem=f"{problem}" or type(problem).__name__))
    return arrival.settled(receipts)


class Arrival:
    """An import on its way in."""

    def __init__(self, store: MemoryStore) -> None:
        self._store, self._gate = store, Gate(store)
        self._taken: dict[str, list[Version]] = {}
        self._archived: set[str] = set()
        self._graves: dict[str, Grave] = {}
        self._documents: list[tuple[str, str, list[Document]]] = []

    def take(self, row: Mapping[str, Any]) -> Receipt:
        """Decide what becomes of one row. ValueError, TypeError or KeyError says what is wrong with it."""
        kind = row.get("record")
        if kind == "memory":
            return self._memory(row)
        if kind == "tombstone":
            return self._tombstone(_grave(row))
        if kind == "document":
            versions = [_document(v) for v in row["versions"]]
            name = checks.text("collection", row["collection"], empty=False), checks.text("key", row["key"])
            return self._document(*name, versions)
        raise ValueError(f"record: {checks.shown(kind)}, allowed are memory, tombstone, document: correct it")

    def settled(self, receipts: list[Receipt]) -> list[Receipt]:
        """Write what has been taken: what says the same as one that is here, then the rest at once."""
        store = self._store
        tiers = self._gate.flush()
        if self._graves:
            store.warm.bury(store.tenant, list(self._graves.values()))
            store.ladder.bury(list(self._graves.values()))
            for id in self._graves:
                store.drop_hot(id)
        tiers |= store.ladder.bring(list(self._taken.values()))
        archived = [versions[-1][0] for id, versions in self._taken.items() if id in self._archived]
        keeping.to_cold(store, archived, {m.id: "archived where it came from" for m in archived})
        for collection, key, versions in self._documents:
            store.warm.take_document(store.tenant, collection, key, versions)
        return [replace(r, tiers=tiers.get(r.id, r.tiers)) if r else r for r in receipts]

    # -- one row

    def _memory(self, row: Mapping[str, Any]) -> Receipt:
        memory = _memory(row["memory"], self._store)
        earlier = [(_memory(old, self._store), float(at)) for old, at in row["earlier"]]
        numbers = [m.version for m, _ in earlier] + [memory.version]
        if any(m.id != memory.id for m, _ in earlier) or numbers != sorted(set(numbers)):
            raise ValueError(
                f"earlier: of {checks.shown(memory.id)} they do not lead up to it: export it again"
            )
        if memory.expired(self._store.now):
            raise ValueError(f"expires_at: {checks.shown(memory.id)} has expired: nothing is left to import")
        old = self._here(memory.id, memory.version)
        if old is not None and old.version >= memory.version:
            return self._older(old, memory)
        absent = old is None or old.status == "merged"
        if absent and (twin := self._gate.twin(memory, memory.id)) is not None:
            self._gate.again(twin, memory, memory.at, named=True)
            return Receipt(twin.id, twin.version, UNTOUCHED, merged_into=twin.id)
        known = old.version if old else 0
        self._taken[memory.id] = [v for v in earlier if v[0].version > known] + [(memory, None)]
        if checks.kind("archived", row["archived"], bool, "pass True or False"):
            self._archived.add(memory.id)
        return Receipt(memory.id, memory.version)

    def _older(self, old: Memory, memory: Memory) -> Receipt:
        if content(old) == content(memory) or (old.status == "merged" and old.text == memory.text):
            return Receipt(old.id, old.version, UNTOUCHED)
        raise ValueError(
            f"version: {checks.shown(old.id)} has {old.version} here, {memory.version} is no newer"
        )

    def _here(self, id: str, version: int) -> Memory | None:
        """What is here of an id. Forgotten if a tombstone beats the version."""
        if id in self._taken or id in self._graves:
            raise ValueError(f"id: {checks.shown(id)} stands in the import twice: export it again")
        grave = self._store.warm.tombstone(self._store.tenant, id)
        old = None if grave and grave.version < version else self._store.newest(id)
        if old is not None and not self._store.sees(old):
            raise ValueError(f"id: {checks.shown(id)} is taken by another agent, allowed is any other")
        return old

    def _tombstone(self, grave: Grave) -> Receipt:
        try:
            old = self._here(grave.id, 0)
        except Forgotten:
            return Receipt(grave.id, grave.version, UNTOUCHED)
        if old is not None and old.version > grave.version:
            raise ValueError(f"version: {checks.shown(grave.id)} has {old.version} here, which is newer")
        self._graves[grave.id] = grave
        return Receipt(grave.id, grave.version, dict.fromkeys(UNTOUCHED, ERASED))

    def _document(self, collection: str, key: str, versions: list[Document]) -> Receipt:
        here = self._store.warm.get_document(self._store.tenant, collection, key)
        if not versions or [v.version for v in versions] != sorted({v.version for v in versions}):
            raise ValueError(
                f"versions: {checks.shown(key)} has none, or not in their order: export it again"
            )
        name = f"{collection}/{key}"
        if here is not None and here == versions[-1]:
            return Receipt(name, here.version, UNTOUCHED)
        if here is not None and here.version >= versions[-1].version:
            raise ValueError(f"version: {checks.shown(name)} has {here.version} here, which is no older")
        self._documents.append((collection, key, versions))
        return Receipt(name, versions[-1].version, {"warm": STORED})


# -- rows and back


def _plain(memory: Memory) -> dict[str, Any]:
    return json.loads(memory.to_json())


def _parsed(store: MemoryStore, row: Any) -> Mapping[str, Any]:
    if isinstance(row, str):
        try:
            row = json.loads(row)
        except ValueError as problem:
            raise ValueError(f"row: {checks.shown(row)} is no JSON, {problem}: export it again") from None
    checks.kind("row", row, Mapping, "pass what export() gives")  # type: ignore[type-abstract]
    if row.get("tenant") != store.tenant:
        mend = (
            f"allowed is {checks.shown(store.tenant)}: if it is to change its owner, set tenant in the row, "
            "in its memory and in each of its earlier ones"
        )
        raise ValueError(f"tenant: {checks.shown(row.get('tenant'))}, {mend}")
    return row


def _memory(given: Any, store: MemoryStore) -> Memory:
    """A memory of a row, every field checked. ValueError or TypeError names what is wrong."""
    checks.kind("memory", given, dict, "pass what export() gives")
    for name in ("replaces", "provenance"):
        checks.kind(name, given.get(name, []), list, "pass a list of ids")
    memory = Memory.from_json(json.dumps(given))
    door.clean({name: getattr(memory, name) for name in door.DOOR if hasattr(memory, name)})
    if memory.tenant != store.tenant or not store.sees(memory):
        owner = f"{checks.shown(memory.tenant)}, agent {checks.shown(memory.agent)}"
        raise ValueError(f"tenant: {owner} is another owner: import it into that one's store")
    checks.text("id", memory.id, empty=False)
    for name, low in (("version", 1), ("seq", 0), ("access_count", 0)):
        checks.whole(name, getattr(memory, name), low)
    if memory.last_access is not None:
        checks.number("last_access", memory.last_access)
    door.ids("provenance", memory.provenance)
    return memory


def _grave(row: Mapping[str, Any]) -> Grave:
    id = checks.text("id", row["id"], empty=False)
    return Grave(id, checks.whole("version", row["version"], 1), checks.number("at", row["at"]))


def _document(row: Any) -> Document:
    value, version, at, expires_at = row
    checks.whole("version", version, 1)
    text_of(value)
    for name, time in (("at", at), ("expires_at", expires_at)):
        if time is not None or name == "at":
            checks.number(name, time)
    return Document(value, version, at, expires_at)


def _collections(store: MemoryStore) -> list[str]:
    """The shared collections, and those of the store's agent: "name" and "name:agent"."""
    from memlab.tiers.layers.documents import escaped

    names = store.warm.collections(store.tenant)
    mine = f":{escaped(store.agent)}" if store.agent else None
    return [name for name in names if ":" not in name or (mine and name.endswith(mine))]


def _id(row: Any) -> str:
    memory = row.get("memory") if isinstance(row, Mapping) else None
    id = memory.get("id") if isinstance(memory, Mapping) else None
    return id if isinstance(id, str) else ""
