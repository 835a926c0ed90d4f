"""A tenant's books in Redis, open for one transaction: reads come from the server, writes wait for EXEC.

Every transaction watches `meta`, which every write changes. So one key tells whether somebody else wrote
meanwhile, and a transaction that was overtaken has written nothing and can begin again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from memlab.bank.item import MemoryItem
from memlab.bank.keys import key
from memlab.bank.log import Candidate, Eviction

LOG_LENGTH = 1000  # entries kept in Redis; the oldest go
LOG_CANDIDATES = 100_000  # listed by all of them together, about: some ten megabytes


class Table:
    """A hash, id → memory: `get` sees what `put` changed, though the server does not yet. None removes."""

    def __init__(self, pipe: Any, key: str) -> None:
        self.pipe, self.key = pipe, key
        self.read: dict[str, Any] = {}
        self.changed: dict[str, Any] = {}

    def get(self, id: str) -> Any:
        return self.many([id]).get(id)

    def many(self, ids: Iterable[str]) -> dict[str, Any]:
        """The values of those ids that are there, the unread ones in one read."""
        ids = list(ids)
        unread = [id for id in ids if id not in self.read]
        self.read.update(zip(unread, self.fetch(unread) if unread else (), strict=True))
        now = {id: self.changed.get(id, self.read[id]) for id in ids}
        return {id: value for id, value in now.items() if value is not None}

    def put(self, id: str, value: Any) -> None:
        self.get(id)  # for len()
        self.changed[id] = value

    def __len__(self) -> int:
        change = sum((value is not None) - (self.read[id] is not None) for id, value in self.changed.items())
        return self.count() + change

    def everything(self) -> dict[str, Any]:
        return {id: value for id, value in {**self.load(), **self.changed}.items() if value is not None}

    def commit(self) -> None:
        kept = {id: value for id, value in self.changed.items() if value is not None}
        if kept:
            self.write(kept)
        if gone := self.changed.keys() - kept.keys():
            self.remove(sorted(gone))

    def fetch(self, ids: list[str]) -> list[Any]:
        return [
            raw and MemoryItem(id, **json.loads(raw))
            for id, raw in zip(ids, self.pipe.hmget(self.key, ids), strict=True)
        ]

    def count(self) -> int:
        return self.pipe.hlen(self.key)

    def load(self) -> dict[str, Any]:
        return {
            _text(id): MemoryItem(_text(id), **json.loads(raw))
            for id, raw in self.pipe.hgetall(self.key).items()
        }

    def write(self, kept: dict[str, Any]) -> None:
        self.pipe.hset(self.key, mapping={id: _json(_record(item)) for id, item in kept.items()})

    def remove(self, gone: list[str]) -> None:
        self.pipe.hdel(self.key, *gone)


class Sorted(Table):
    """A sorted set, id → score."""

    def fetch(self, ids: list[str]) -> list[Any]:
        return [self.pipe.zscore(self.key, id) for id in ids]

    def count(self) -> int:
        return self.pipe.zcard(self.key)

    def load(self) -> dict[str, Any]:
        return {_text(id): score for id, score in self.pipe.zrange(self.key, 0, -1, withscores=True)}

    def upto(self, score: float) -> list[tuple[str, float]]:
        """The ids on the server with at most this score, and their scores, the lowest first."""
        found = self.pipe.zrangebyscore(self.key, "-inf", score, withscores=True)
        return [(_text(id), score) for id, score in found]

    def write(self, kept: dict[str, Any]) -> None:
        self.pipe.zadd(self.key, kept)

    def remove(self, gone: list[str]) -> None:
        self.pipe.zrem(self.key, *gone)


class Books:
    """All keys of a tenant in one transaction."""

    def __init__(self, pipe: Any, tenant: str) -> None:
        self._pipe, self._meta_key, self._log_key = pipe, key(tenant, "meta"), key(tenant, "log")
        pipe.watch(self._meta_key)
        self._read = {_text(name): json.loads(raw) for name, raw in pipe.hgetall(self._meta_key).items()}
        self.meta: dict[str, Any] = {"seq": 0, "pushed": 0, "forgotten": 0, **self._read}
        self.items, self.archive = (Table(pipe, key(tenant, name)) for name in ("items", "archive"))
        self.hot, self.pinned, self.protected, self.expiry = (
            Sorted(pipe, key(tenant, name)) for name in ("hot", "pinned", "protected", "expiry")
        )
        self._entries: list[str] = []
        self._most_candidates = 1

    def next_seq(self) -> int:
        """The number of the next write."""
        self.meta["seq"] += 1
        return self.meta["seq"]

    def find(self, id: str) -> MemoryItem | None:
        """The memory, hot or archived."""
        return self.items.get(id) or self.archive.get(id)

    def remove(self, id: str) -> None:
        """Take a memory out of everything."""
        for table in (self.items, self.archive, self.hot, self.pinned, self.protected, self.expiry):
            table.put(id, None)

    def note(self, id: str, cause: str, at: float, ranked: tuple[Candidate, ...], reason: str) -> None:
        """Put a departure on the log, without the text: what is forgotten must be gone from here too."""
        item = self.find(id)
        assert item is not None
        entry = Eviction(id, replace(item, content=""), cause, at, self.next_seq(), "scored", ranked, reason)
        candidates = [[c.id, c.key, dict(c.terms)] for c in ranked]
        self._most_candidates = max(self._most_candidates, len(candidates))
        self._entries.append(_json({**vars(entry), "item": _record(entry.item), "candidates": candidates}))

    def log(self, id: str | None = None) -> list[Eviction]:
        """The log on the server, the oldest entry first; of one id only its own: reading all takes long."""
        start = "{" if id is None else _json({"id": id})[:-1] + ","  # the id is an entry's first field
        entries = (_text(raw) for raw in reversed(self._pipe.lrange(self._log_key, 0, -1)))
        return [_entry(json.loads(raw)) for raw in entries if raw.startswith(start)]

    def verify(self) -> None:
        """WatchError if somebody wrote since the books were opened: so what was read may be torn."""
        self._pipe.multi()
        self._pipe.exists(self._meta_key)  # an empty transaction would not be sent
        self._pipe.execute()

    def commit(self) -> None:
        """Write everything at once; books that were only read are verified by it. WatchError as above."""
        if self.meta["seq"] == self._read.get("seq", 0):
            return self.verify()
        self._pipe.multi()
        self._pipe.hset(self._meta_key, mapping={name: _json(value) for name, value in self.meta.items()})
        for table in (self.items, self.archive, self.hot, self.pinned, self.protected, self.expiry):
            table.commit()
        if self._entries:
            self._pipe.lpush(self._log_key, *self._entries)
            kept = min(LOG_LENGTH, max(1, LOG_CANDIDATES // self._most_candidates))
            self._pipe.ltrim(self._log_key, 0, kept - 1)
        self._pipe.execute()


def _record(item: MemoryItem) -> dict[str, Any]:
    """A memory as the hash keeps it; its id is the field."""
    return {name: value for name, value in asdict(item).items() if name != "id"}


def _entry(raw: dict[str, Any]) -> Eviction:
    candidates = tuple(Candidate(id, tuple(key), terms) for id, key, terms in raw["candidates"])
    return Eviction(**{**raw, "item": MemoryItem(raw["id"], **raw["item"]), "candidates": candidates})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(id: bytes | str) -> str:
    """Ids are strings, whatever decode_responses the client was made with."""
    return id.decode("utf-8") if isinstance(id, bytes) else id
