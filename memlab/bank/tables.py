"""Tables: the hashes and sorted sets of one transaction, as the server has them and as they will be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from memlab.bank.item import MemoryItem


class Table:
    """A hash, id → memory: `get` sees what `put` changed, though the server does not yet. None removes."""

    def __init__(self, pipe: Any, key: str) -> None:
        self.pipe, self.key = pipe, key
        self.size = 0  # on the server
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
        return self.size + change

    def everything(self) -> dict[str, Any]:
        return {id: value for id, value in {**self.load(), **self.changed}.items() if value is not None}

    def commit(self) -> None:
        kept = {id: value for id, value in self.changed.items() if value is not None}
        if kept:
            self.write(kept)
        if gone := self.changed.keys() - kept.keys():
            self.remove(sorted(gone))

    def fetch(self, ids: list[str]) -> list[Any]:
        return [_item(id, raw) for id, raw in zip(ids, self.pipe.hmget(self.key, ids), strict=True)]

    def question(self, id: str) -> tuple[str, str, str]:
        """The command whose reply `learn` reads."""
        return "HGET", self.key, id

    def learn(self, id: str, reply: Any) -> None:
        self.read[id] = _item(id, reply)

    def count(self) -> int:
        return self.pipe.hlen(self.key)

    def load(self) -> dict[str, Any]:
        return {
            as_text(id): MemoryItem(as_text(id), **json.loads(raw))
            for id, raw in self.pipe.hgetall(self.key).items()
        }

    def write(self, kept: dict[str, Any]) -> None:
        self.pipe.hset(self.key, mapping={id: as_json(record(item)) for id, item in kept.items()})

    def remove(self, gone: list[str]) -> None:
        self.pipe.hdel(self.key, *gone)


class Sorted(Table):
    """A sorted set, id → score."""

    def fetch(self, ids: list[str]) -> list[Any]:
        return [self.pipe.zscore(self.key, id) for id in ids]

    def question(self, id: str) -> tuple[str, str, str]:
        return "ZSCORE", self.key, id

    def learn(self, id: str, reply: Any) -> None:
        self.read[id] = reply

    def count(self) -> int:
        return self.pipe.zcard(self.key)

    def load(self) -> dict[str, Any]:
        return {as_text(id): score for id, score in self.pipe.zrange(self.key, 0, -1, withscores=True)}

    def write(self, kept: dict[str, Any]) -> None:
        self.pipe.zadd(self.key, kept)

    def remove(self, gone: list[str]) -> None:
        self.pipe.zrem(self.key, *gone)


def _item(id: str, raw: Any) -> MemoryItem | None:
    return None if raw is None else MemoryItem(id, **json.loads(as_text(raw)))


def record(item: MemoryItem) -> dict[str, Any]:
    """A memory as the hash keeps it; its id is the field."""
    return {name: value for name, value in asdict(item).items() if name != "id"}


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def as_text(id: bytes | str) -> str:
    """Ids are strings, whatever decode_responses the client was made with."""
    return id.decode("utf-8") if isinstance(id, bytes) else id
