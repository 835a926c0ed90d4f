"""MemoryStore: one tenant's long memory in three tiers, hot (Redis), warm (SQLite) and cold (JSON Lines)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from memlab import checks
from memlab.bank import Explanation
from memlab.facts.moments import moment
from memlab.tiers import door, keeping, merging, reconcile, transfer, why
from memlab.tiers.core import Core
from memlab.tiers.errors import Corrupt, UnknownMemory, VersionConflict
from memlab.tiers.gate import UNTOUCHED, Draft, Gate
from memlab.tiers.memory import STATUSES, Memory, used
from memlab.tiers.receipts import Difference, Gone, Receipt, Sweep, Tiers

if TYPE_CHECKING:
    from memlab.tiers.recall import Recalled

DEFAULTS: Mapping[str, Any] = {
    "kind": "note", "importance": 5.0, "confidence": 1.0, "session": "", "place": 0, "speaker": "",
    "source": "", "pinned": False, "secret": False, "replaces": (), "at": None, "ttl": None, "metadata": None,
}  # fmt: skip
FILTERS = ("kinds", "statuses", "session", "speaker", "since", "until", "order", "limit")
RETRIES = 20  # of a write that somebody else overtakes


class MemoryStore(Core):
    """A tenant's memories below one directory; several stores, threads and processes may share it.

    Every write goes hot → warm → cold. Warm decides what is live and what is found; hot is a scored selection
    of it; cold is the journal of all writes and holds the texts of what was archived. A store opened for an
    `agent` sees the shared memories and that agent's private ones; without, the shared ones only. Times are
    UTC seconds, a datetime or an ISO text; one without a zone is taken as UTC. What has expired by `clock` is
    absent from everything but `as_of`. Without a path the store lies in a temporary directory until `close`.

    Each tier may lie elsewhere: `client` is a Redis client or a URL (`redis://…`, `redis+cluster://…`),
    `warm` is `sqlite:FILE` or `postgresql://user:password@host/database`, `cold` a URL that fsspec knows,
    such as `s3://bucket/folder`. With warm and cold given nothing lies below a path.

    A broken warm database can be made anew from cold by `reconcile`, but for documents: the history of facts,
    sessions, states and settings are in warm alone. Their backup is `memlab migrate --from sqlite:DIR --to
    sqlite:BACKUP`; the store may be open, but must not be written meanwhile.

    ValueError or TypeError for a bad argument, UnknownMemory for an id that is not there, VersionConflict for
    one that somebody else has written, StoreError where a tier fails: then nothing has changed.

    >>> with MemoryStore("u1", clock=lambda: 0.0) as store:
    ...     receipt = store.add("I am allergic to penicillin.", id="allergy", importance=10, pinned=True)
    ...     receipt.tiers, store.get("allergy").text, store.count()
    ({'hot': 'stored', 'warm': 'stored', 'cold': 'stored'}, 'I am allergic to penicillin.', 1)
    """

    # -- writing

    def add(
        self,
        text: str,
        *,
        id: str | None = None,
        kind: str = "note",
        at: Any = None,
        importance: float = 5.0,
        confidence: float = 1.0,
        session: str = "",
        place: int = 0,
        speaker: str = "",
        source: str = "",
        pinned: bool = False,
        secret: bool = False,
        ttl: float | None = None,
        metadata: Mapping[str, Any] | None = None,
        replaces: Iterable[str] = (),
        private: bool = False,
    ) -> Receipt:
        """Store a memory; `ttl` in seconds from now, `replaces` the ids that it corrects.

        A known id gets one version more, or, if nothing differs, is said once more. What a live memory of the
        same kind says already refreshes that one. An id that was forgotten is refused (Forgotten). Without an
        id one is made of the content and `at`: the same turn, read again, is the same memory; without `at`
        each is a new one.
        """
        row = {
            "text": text, "kind": kind, "at": at, "importance": importance, "confidence": confidence,
            "session": session, "place": place, "speaker": speaker, "source": source, "pinned": pinned,
            "secret": secret, "ttl": ttl, "metadata": metadata, "replaces": replaces, "private": private,
        }  # fmt: skip
        given = {
            name: value for name, value in row.items() if name not in DEFAULTS or not _default(name, value)
        }
        draft = self._draft({**given, "id": id})
        return self._overtaking(lambda: self._through(lambda gate: gate.admit(draft)))

    def add_many(self, rows: Iterable[Mapping[str, Any] | Memory]) -> list[Receipt]:
        """Store many in one transaction and one fsync; a row is what `add` takes, as a dict, or a Memory.

        A row that is refused is told in its receipt's problem; the others are stored.
        """
        listed = list(rows)
        return self._overtaking(lambda: self._admit_all(listed))

    def update(self, id: str, *, expected: int | None = None, **changes: Any) -> Receipt:
        """Change some fields; metadata is merged, all others stay. `expected`: the version it must have."""
        given = door.clean(changes)

        def act() -> Receipt:
            old = self.must(id, expired=True)
            if expected is not None and old.version != expected:
                raise VersionConflict(
                    f"version: {checks.shown(id)} has {old.version}, {expected} was expected: get it again"
                )
            new = door.changed(old, given, self.now, self.settings)
            if old.expired(self.now) and new.expired(self.now):
                raise self.unknown(id)
            return self._through(lambda gate: gate.change(old, new))

        return act() if expected is not None else self._overtaking(act)

    def share(self, id: str) -> Receipt:
        """Put a private memory into the shared area of the tenant, where every agent sees it."""
        return self._rewrite(id, lambda old: old.with_(agent=""))

    def restore(self, id: str) -> Receipt:
        """Bring back what was archived, superseded or merged: live, whole in the warm tier, and fresh.

        The one that took its place is not touched: whoever forgets a correction decides what holds instead.
        """
        return self._rewrite(id, lambda old: used(old.with_(status="live", until=None), self.now), force=True)

    def merge(self, ids: Iterable[str], text: str | None = None) -> Receipt:
        """Make one memory of several, with the newest one's text or yours; they stay readable as merged.

        ValueError if they contradict each other or do not belong to one area: nothing is merged then.
        """
        wanted = door.ids("ids", ids)
        return self._overtaking(lambda: self._through(lambda gate: merging.merge(self, gate, wanted, text)))

    def forget(self, id: str) -> Receipt:
        """Erase a memory from every tier, its versions and what was merged into it too.

        What stays is its id as a tombstone. What it replaced is a memory of its own, and is not touched.
        """
        self._erasable(id)
        return self.erase([id], "forgotten on request")[0]

    def forget_many(self, ids: Iterable[str]) -> list[Receipt]:
        """Erase several; an unknown id is told in its receipt's problem, the others are erased."""
        wanted = door.ids("ids", ids)
        problems: dict[str, Receipt] = {}
        for id in wanted:
            try:
                self._erasable(id)
            except UnknownMemory as problem:
                problems[id] = Receipt(id, problem=str(problem))
        erased = {
            r.id: r for r in self.erase([id for id in wanted if id not in problems], "forgotten on request")
        }
        return [problems[id] if id in problems else erased[id] for id in wanted]

    def forget_all(self) -> int:
        """Erase every memory of the tenant, all agents', with its documents; how many memories.

        Opened for an agent, only that agent's private ones. No other tenant is touched.
        """
        mine = self.agent or None
        rows = self.warm.rows(self.tenant, statuses=STATUSES, agent=mine, now=None)
        ids = [m.id for m in rows if not self.agent or m.agent == self.agent]
        if not self.agent:
            kept = {id for id, held in self.cold.latest().items() if not held.tombstone}
            ids += sorted((kept | self.hot_ids()) - set(ids))
        self.erase(ids, "everything was to be forgotten")
        if self.agent:
            self._drop_documents()
        else:
            self.warm.erase_all(self.tenant)
            self.cold.erase(None)
        return len(ids)

    # -- reading

    def get(self, id: str) -> Memory:
        """A memory in whatever status, with its text, untouched. UnknownMemory if it is not there."""
        return self.must(id)

    def __contains__(self, id: object) -> bool:
        try:
            return isinstance(id, str) and self.must(id) is not None
        except (UnknownMemory, ValueError):  # or no text that can be an id
            return False

    def items(self, **filters: Any) -> list[Memory]:
        """The live memories in the order of their writing.

        Filters: kinds, statuses, session, speaker, since, until (times), order, limit.
        """
        return [self.whole(m) for m in self.warm.rows(self.tenant, **self._filters(filters))]

    def count(self, **filters: Any) -> int:
        """How many memories `items` has; an order or a limit does not count."""
        return self.warm.count(self.tenant, **self._filters(filters, besides=("order", "limit")))

    def versions(self, id: str) -> list[Memory]:
        """All versions of a memory, the oldest first, the newest too."""
        newest = self.must(id, expired=True)
        return [*(m for m in self.warm.versions(self.tenant, id) if m.version < newest.version), newest]

    def as_of(self, at: Any) -> list[Memory]:
        """What was live at a time, what has expired since too; what was erased since is gone from it."""
        when = moment(at, "at")[0]
        return [self.whole(m) for m in self.warm.as_of(self.tenant, when) if self.sees(m)]

    def recall(self, query: str, top_k: int = 5, **filters: Any) -> Recalled:
        """What answers a question, the best first: see `memlab.tiers.recall.recall`. It is no access.

        It has `memories`, `hits` with their scores, `explain(id)`, and a `note` where nothing is found.
        """
        from memlab.tiers.recall import recall

        return recall(self, query, top_k, **filters)

    def why(self, id: str) -> Explanation:
        """Why a memory is hot, warm, archived or gone, with the terms of the score that decided."""
        return why.explained(self, checks.text("id", id))

    def tiers(self) -> Tiers:
        """What lies where, now, for pictures; ids of cold are the archived ones."""
        rows = list(self.warm.rows(self.tenant, agent=self.agent, now=self.now))
        seen = {m.id for m in rows}
        hot: list[tuple[str, float]] = []
        with suppress(Exception):  # a picture of a tier that is down is empty
            hot = [(id, score) for id, score in self.hot.scores() if id in seen]
        return Tiers(hot, [m for m in rows if m.text], [m.id for m in rows if not m.text])

    # -- housekeeping

    def sweep(self, force: bool = False) -> Sweep:
        """Keep for analysis, archive or erase what has expired. Refuses to take too much at once."""
        return keeping.sweep(self, checks.kind("force", force, bool, "pass True or False"))

    def reindex(self) -> int:
        """Build the index of the directory anew, all tenants' vectors too; how many memories are in it.

        Asked for by the error of a database whose index another memlab, or another `embed`, has made.
        """
        return self.warm.reindex()

    def archive(self, older_than: float | None = None) -> list[Gone]:
        """Move the texts of old turns and replies to the cold tier; recall finds them as before."""
        return keeping.archive(self, older_than)

    def reconcile(self, heal: bool = True) -> list[Difference]:
        """The ids on which the tiers differ, each with the direction in which it is healed."""
        return reconcile.reconcile(self, heal)

    def problems(self) -> list[str]:
        """What is damaged and not to be healed by `reconcile`, in words; no answer hides it.

        The warm tier's own check, lines of the cold tier that do not read, and archived memories whose text
        no file has any more (a cold file is lost). O(all that is stored).
        """
        lines = [f"{p.file}, byte {p.pointer.offset}: {p.why}" for p in self.cold.problems()]
        mend = "archived, and its text is in no cold file: bring the file back from a backup, or forget it"
        lost = [f"{checks.shown(id)}: {mend}" for id in sorted(reconcile.seen(self).lost)]
        mine = [p for p in self.warm.check() if p.tenant in ("", self.tenant)]
        return [*(f"{checks.shown(p.id)}: {p.what}" if p.id else p.what for p in mine), *lines, *lost]

    def export(self) -> Iterator[dict[str, Any]]:
        """Everything that this store sees and that has not expired, as rows that JSON carries."""
        return transfer.export(self)

    def export_lines(self) -> Iterator[str]:
        """The export, a line of JSON each."""
        return transfer.lines(self)

    def import_(self, rows: Iterable[Mapping[str, Any] | str]) -> list[Receipt]:
        """Take in an export, as rows or lines; a row that is refused is told in its receipt's problem.

        Another tenant's rows are refused. If they are to change their owner, set `tenant` in the row, in its
        memory and in each of its earlier ones.
        """
        return transfer.import_(self, rows)

    # -- inside

    def _draft(self, row: Mapping[str, Any]) -> Draft:
        fields = dict(row)
        private, id = fields.pop("private", False), fields.pop("id", None)
        if checks.kind("private", private, bool, "pass True or False") and not self.agent:
            raise ValueError("private: True is not allowed without an agent: open the store with agent=…")
        if id is not None:
            checks.text("id", id, empty=False)
        return Draft(door.clean(fields), self.agent if private else "", id)

    def _drafted(self, row: Mapping[str, Any] | Memory) -> Draft:
        if not isinstance(row, Memory):
            return self._draft(checks.kind("row", row, Mapping, "pass a dict or a Memory"))  # type: ignore
        if row.tenant != self.tenant or not self.sees(row):
            owner = f"{checks.shown(row.tenant)}, agent {checks.shown(row.agent)}"
            raise ValueError(f"tenant: {owner} is another owner: add it to that one's store")
        given = {name: getattr(row, name) for name in door.DOOR if hasattr(row, name)}
        return self._draft({**given, "id": row.id, "private": bool(row.agent)})

    def _admit_all(self, rows: list[Any]) -> list[Receipt]:
        gate, receipts = Gate(self), []
        for row in rows:
            id = row.id if isinstance(row, Memory) else row.get("id") if isinstance(row, Mapping) else None
            try:
                receipts.append(gate.admit(self._drafted(row)))
            except (ValueError, TypeError, UnknownMemory) as problem:
                receipts.append(Receipt(id if isinstance(id, str) else "", problem=str(problem)))
        return self._finished(gate, receipts)

    def _through(self, act: Callable[[Gate], Receipt]) -> Receipt:
        """One write through the gate; decided anew where somebody else wrote meanwhile."""
        gate = Gate(self)
        return self._finished(gate, [act(gate)])[0]

    def _finished(self, gate: Gate, receipts: list[Receipt]) -> list[Receipt]:
        tiers = gate.flush()
        gone = keeping.quota(self, frozenset(tiers))
        told = [replace(r, tiers=tiers.get(r.id, r.tiers or UNTOUCHED)) if r else r for r in receipts]
        last = next((n for n in reversed(range(len(told))) if told[n]), None)
        if gone and last is not None:
            told[last] = replace(told[last], evicted=gone)
        return told

    def _erasable(self, id: str) -> None:
        """UnknownMemory if it is not there; what is there can be forgotten, though its text be lost."""
        try:
            self.must(id, expired=True)
        except Corrupt:
            row = self.warm.get(self.tenant, id)
            if row is None or not self.sees(row):
                raise

    def _rewrite(self, id: str, change: Callable[[Memory], Memory], force: bool = False) -> Receipt:
        def act() -> Receipt:
            old = self.must(id)
            return self._through(lambda gate: gate.change(old, change(old), force=force))

        return self._overtaking(act)

    def _overtaking(self, act: Callable[[], Any]) -> Any:
        """Decide anew where somebody else wrote meanwhile."""
        for _ in range(RETRIES - 1):
            with suppress(VersionConflict):
                return act()
        return act()

    def _drop_documents(self) -> None:
        """Erase the documents of this store's agent: of collections named for it, as the layers name them."""
        from memlab.tiers.layers.documents import Documents

        for name in self.warm.collections(self.tenant):
            if name == Documents(self, name.partition(":")[0], self.agent).collection:
                for key, _ in list(self.warm.documents(self.tenant, name)):
                    self.warm.delete_document(self.tenant, name, key)

    def _filters(self, filters: dict[str, Any], besides: tuple[str, ...] = ()) -> dict[str, Any]:
        allowed = [name for name in FILTERS if name not in besides]
        for name in filters:
            if name not in allowed:
                raise TypeError(f"{name}: is no filter, allowed are {', '.join(allowed)}: leave it out")
        times = {n: moment(filters[n], n)[0] for n in ("since", "until") if filters.get(n) is not None}
        return {**filters, **times, "agent": self.agent, "now": self.now}


def _default(name: str, value: Any) -> bool:
    return type(value) is type(DEFAULTS[name]) and value == DEFAULTS[name]
