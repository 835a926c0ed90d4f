"""A tenant's books in Redis, open for one transaction: reads come from the server, writes wait for EXEC.

Every transaction watches all keys of the tenant, and every write changes `meta`. So the server tells whether
somebody else wrote meanwhile, and whether it let a key expire or took it away for want of memory; a
transaction that was overtaken has written nothing and can begin again. `meta` counts what is in each of the
other keys: what the server took away by itself does not add up, and is `Torn`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from memlab.bank.errors import Torn
from memlab.bank.item import MemoryItem
from memlab.bank.keys import NAMES, TABLES
from memlab.bank.link import ask
from memlab.bank.log import Candidate, Eviction
from memlab.bank.tables import Sorted, Table, as_json, as_text, record

LOG_LENGTH = 1000  # entries kept in Redis; the oldest go
LOG_CANDIDATES = 100_000  # listed by all of them together, about: some ten megabytes
MARKS = 100  # of the last writes, by which a writer finds out whether its own was among them


class Books:
    """All keys of a tenant in one transaction, opened at `now`; what is asked of `id` is read at once.

    `keys`: name → key. `idle`: seconds after a write in which all of them expire; None: never.
    """

    def __init__(
        self, pipe: Any, keys: dict[str, str], now: float, id: str | None = None, idle: float | None = None
    ) -> None:
        self._pipe, self._keys, self._idle = pipe, keys, idle
        self.items, self.archive = (Table(pipe, keys[name]) for name in ("items", "archive"))
        self.hot, self.pinned, self.protected, self.expiry = (
            Sorted(pipe, keys[name]) for name in ("hot", "pinned", "protected", "expiry")
        )
        self._tables = {name: getattr(self, name) for name in TABLES}
        self.mark = ""  # of the write, once it is on its way
        self._entries: list[str] = []
        self._most_candidates = 1
        self._open(now, id)

    def _open(self, now: float, id: str | None) -> None:
        self._pipe.watch(*self._keys.values())
        commands: list[Any] = [
            (("HGETALL", self._keys["meta"]), {}),
            (("EXISTS", *self._keys.values()), {}),
            (("ZRANGEBYSCORE", self._keys["expiry"], "-inf", now, "WITHSCORES"), {"withscores": True}),
        ]
        if self._idle is not None:
            commands.append((("TIME",), {}))
        asked = () if id is None else tuple(self._tables.values())
        commands += [(table.question(id), {}) for table in asked]
        meta, self._there, due, *rest = ask(self._pipe, *commands)
        self._read = {as_text(name): json.loads(as_text(raw)) for name, raw in meta.items()}
        self.meta: dict[str, Any] = {"seq": 0, "pushed": 0, "forgotten": 0, **self._read}
        self.due = [(as_text(each), score) for each, score in due]  # (id, when its time to live ended)
        self._server_time = rest.pop(0) if self._idle is not None else (0, 0)
        for table, reply in zip(asked, rest, strict=True):
            table.learn(id, reply)
        self._sizes()

    def _sizes(self) -> None:
        """How much each key holds, as `meta` has it."""
        sizes = self._read.get("sizes")
        if sizes is None and self._read:  # an earlier memlab wrote them, and did not count
            counts = [table.count() for table in self._tables.values()]
            sizes = [*counts, self._pipe.llen(self._keys["log"]), 0]
        *counts, self._logged, self._marked = sizes or [0] * (len(NAMES) - 1)
        for table, size in zip(self._tables.values(), counts, strict=True):
            table.size = size

    def check(self) -> None:
        """Torn if the server took some of the keys away and left others."""
        wanted = bool(self._read) + sum(table.size > 0 for table in self._tables.values())
        wanted += (self._logged > 0) + (self._marked > 0)
        if wanted != self._there:
            raise Torn(f"its books name {wanted} keys and the server has {self._there}")

    def was_done(self, marks: Iterable[str]) -> str | None:
        """Which of these writes is among those done; None: none of them. LookupError if nobody can know."""
        done = [as_text(mark) for mark in self._pipe.lrange(self._keys["done"], 0, -1)]
        found = next((mark for mark in marks if mark in done), None)
        if found is None and len(done) >= MARKS and any(_seq(mark) < _seq(done[-1]) for mark in marks):
            raise LookupError("so much was written since that its mark may be gone")
        return found

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
        self._entries.append(as_json({**vars(entry), "item": record(entry.item), "candidates": candidates}))

    def log(self, id: str | None = None) -> list[Eviction]:
        """The log on the server, the oldest entry first; of one id only its own: reading all takes long."""
        start = "{" if id is None else as_json({"id": id})[:-1] + ","  # the id is an entry's first field
        entries = (as_text(raw) for raw in reversed(self._pipe.lrange(self._keys["log"], 0, -1)))
        return [_entry(json.loads(raw)) for raw in entries if raw.startswith(start)]

    def verify(self) -> None:
        """WatchError if somebody wrote since the books were opened: so what was read may be torn."""
        self._pipe.multi()
        self._pipe.exists(self._keys["meta"])  # an empty transaction would not be sent
        self._pipe.execute()

    def commit(self) -> None:
        """Write everything at once; books that were only read are verified by it. WatchError as above."""
        if self.meta["seq"] == self._read.get("seq", 0):
            return self.verify()
        sizes = [len(table) for table in self._tables.values()]
        self.meta["sizes"] = [*sizes, int(self._logged > 0 or bool(self._entries)), 1]
        if self._idle != self._read.get("idle"):
            self.meta["idle"] = self._idle
        self._pipe.multi()
        self._pipe.hset(
            self._keys["meta"], mapping={name: as_json(value) for name, value in self.meta.items()}
        )
        for table in self._tables.values():
            table.commit()
        self._commit_log()
        self._commit_mark()
        self._commit_idle()
        self._pipe.execute()

    def _commit_log(self) -> None:
        if self._entries:
            self._pipe.lpush(self._keys["log"], *self._entries)
            kept = min(LOG_LENGTH, max(1, LOG_CANDIDATES // self._most_candidates))
            self._pipe.ltrim(self._keys["log"], 0, kept - 1)

    def _commit_mark(self) -> None:
        """The write's number, and a word: of two that would have the same number, one gets through."""
        self.mark = f"{self.meta['seq']} {secrets.token_hex(4)}"
        self._pipe.lpush(self._keys["done"], self.mark)
        self._pipe.ltrim(self._keys["done"], 0, MARKS - 1)

    def _commit_idle(self) -> None:
        """One deadline for all keys, by the server's clock: no part of a tenant outlives another."""
        if self._idle is not None:
            seconds, micros = self._server_time
            deadline = seconds * 1000 + micros // 1000 + round(self._idle * 1000)
            for each in self._keys.values():
                self._pipe.pexpireat(each, deadline)
        elif self._read.get("idle") is not None:
            for each in self._keys.values():
                self._pipe.persist(each)


def _entry(raw: dict[str, Any]) -> Eviction:
    candidates = tuple(Candidate(id, tuple(key), terms) for id, key, terms in raw["candidates"])
    return Eviction(**{**raw, "item": MemoryItem(raw["id"], **raw["item"]), "candidates": candidates})


def _seq(mark: str) -> int:
    return int(mark.partition(" ")[0])
