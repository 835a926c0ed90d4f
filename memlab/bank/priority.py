"""PriorityMemory: the scored memory of article 2 on sorted sets, emulated or on a Redis server.

What becomes of a memory, which stands lowest of its kind, when one thing happens:

    state               over capacity  ttl ends  whitelist over cap  demote()  forget()
    ------------------  -------------  --------  ------------------  --------  --------
    ordinary            archived       gone      kept                kept      gone
    at the floor        archived       gone      kept                kept      gone
    protected           kept           gone      kept                kept      gone
    all protected       archived       gone      kept                kept      gone
    pinned              kept           gone      demoted             demoted   gone
    pinned, protected   kept           gone      demoted             demoted   gone
    pinned, layer full  kept           gone      archived            demoted   gone
    archived            archived       gone      archived            archived  gone
    expired             gone           gone      gone                gone      gone

"Over capacity": a memory more than the hot layer holds is written. "Whitelist over cap": one more is pinned.
"All protected": every memory that is not pinned is inside its protection window; then capacity wins and the
lowest score goes. "Layer full": demoted and, being ordinary now, archived in the same transaction. A ttl that
somebody asked for beats pin and protection. Memories at the floor have equal scores: the smallest id goes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from memlab import checks
from memlab.bank.desk import Desk
from memlab.bank.item import MemoryItem
from memlab.bank.log import Eviction, Explanation, why_gone
from memlab.bank.scoring import Settings, settings_of
from memlab.bank.transactions import Transactions


class PriorityMemory:
    """One tenant's scored memory: importance × recency × boost, and the lowest leaves a full hot layer.

    All state lies in Redis, the log included (the last 1,000 entries; the last 100 where each lists 1,000
    candidates): two objects on one server see the same. `client` is an EmulatedRedis, or what `connect(url)`
    or redis-py makes of a server or a cluster. Each call is one WATCH/MULTI/EXEC transaction on keys of one
    cluster slot; after 1,000 lost races WatchError. A write costs O(log n), one that must evict O(n log n),
    since its log entry lists every candidate; with decay_mode "sweep" every write is O(n). ValueError if a
    tenant's memories were written by other settings.

    A connection that breaks is made anew, with growing pauses, and what waits is tried again for `patience`
    seconds (the time-outs of an attempt that has begun come on top). Each write is applied once: where its
    reply was lost, the next attempt finds out. After that, redis.ConnectionError or TimeoutError says whether
    nothing has changed or the write may have been done; DataError: over 100 writes of others hide it.

    Memory: the server keeps about capacity × (content + 1 kB) of a tenant, the log (ten megabytes at most)
    and the archive; `Settings` bounds a content, archives nothing, and lets idle tenants expire. A
    full server that evicts nothing (maxmemory-policy noeviction) refuses a write, OutOfMemoryError, and
    nothing has changed. Under another policy it takes single keys away: then every call is `Torn`, until
    `clear()`.

    >>> from memlab.zset import EmulatedRedis
    >>> memory = PriorityMemory(EmulatedRedis(), "u1", Settings(capacity=2, protection=0), clock=lambda: 0.0)
    >>> for id, importance, pinned in (("allergy", 10, True), ("hello", 1, False), ("order", 7, False)):
    ...     _ = memory.remember(id, "...", importance, pinned=pinned)
    >>> memory.hot(), memory.archived(), memory.evict_log[0].cause
    ([('allergy', 100.0), ('order', 7.0)], ['hello'], 'capacity')
    """

    def __init__(
        self,
        client: Any,
        tenant: str,
        settings: Settings | None = None,
        clock: Callable[[], float] = time.time,
        *,
        patience: float = 5.0,
    ) -> None:
        self.tenant = checks.text("tenant", tenant, empty=False)
        self.settings = settings_of(settings)
        self._client = client
        if not hasattr(client, "pipeline"):
            allowed = "allowed is redis.Redis, RedisCluster or EmulatedRedis: pass one, as connect(url) makes"
            raise TypeError(f"client: {checks.shown(client)} is no client, {allowed}")
        checks.number("patience", patience, 0, checks.HUGE)
        checks.function("clock", clock)
        self._transactions = Transactions(client, tenant, self.settings, clock, patience)

    # -- writing

    def remember(
        self, id: str, content: str, importance: float, *, pinned: bool = False, ttl: float | None = None
    ) -> MemoryItem:
        """Write a memory and archive the lowest if there is no room; it may be the memory itself.

        0 < importance <= 10. Writing a known id, hot or archived, replaces content, importance and ttl, keeps
        its pin (`demote` unpins), counts as a use and opens a new protection window. ValueError or TypeError
        for a bad argument; then nothing has changed.
        """
        checks.text("id", id, empty=False)
        checks.text("content", content)
        self._check_size(content)
        checks.number("importance", importance, 0, 10, above=True)
        checks.kind("pinned", pinned, bool, "pass True or False")
        lifetime = None if ttl is None else checks.number("ttl", ttl, 0, checks.HUGE, above=True)

        def step(desk: Desk) -> MemoryItem:
            old = desk.books.find(id)
            created, count = (old.created_at, old.access_count + 1) if old else (desk.now, 0)
            expires_at = None if lifetime is None else desk.now + lifetime
            desk.books.meta["pushed"] += old is None
            item = MemoryItem(id, content, created, desk.now, count, importance, expires_at=expires_at)
            return desk.enter(item, pinned or desk.books.pinned.get(id) is not None)

        return self._transactions.run(step, id)

    def touch(self, id: str) -> bool:
        """Use a hot memory: its recency is 1 again, never more. False, and no write, if it is not hot."""
        checks.text("id", id)

        def step(desk: Desk) -> bool:
            item = desk.books.items.get(id)
            if item:
                touched = item.touch(desk.now, desk.books.next_seq())
                desk.keep(touched, desk.books.pinned.get(id) is not None)
            return item is not None

        return self._transactions.run(step, id)

    def restore(self, id: str) -> bool:
        """Bring a memory back from the archive, as fresh as if just written; whether it is hot now."""
        checks.text("id", id)

        def step(desk: Desk) -> bool:
            item = desk.books.archive.get(id)
            if item:
                desk.enter(replace(item, last_access=desk.now), pin=False)
            return desk.books.items.get(id) is not None

        return self._transactions.run(step, id)

    def demote(self, id: str) -> bool:
        """Make a pinned memory an ordinary one; False if it is not pinned."""
        checks.text("id", id)

        def step(desk: Desk) -> bool:
            pinned = desk.books.pinned.get(id) is not None
            if pinned:
                desk.unpin(id, desk.scale.ranked(desk.books.pinned), "demoted on request")
            return pinned

        return self._transactions.run(step, id)

    def forget(self, id: str) -> bool:
        """Remove a memory for good, hot or archived; False if it is in neither."""
        checks.text("id", id)
        return self._transactions.run(
            lambda desk: desk.drop(id, "forgotten", "forgotten on request", desk.now), id
        )

    def sweep(self) -> int:
        """Decay the kept scores to now; how many were rewritten (none in forward mode: that is its point)."""
        return self._transactions.run(lambda desk: desk.scale.sweep())

    # -- looking

    def get(self, id: str) -> MemoryItem | None:
        """A hot memory, untouched, or None."""
        checks.text("id", id)
        return self._transactions.run(lambda desk: desk.books.items.get(id))

    def hot(self) -> list[tuple[str, float]]:
        """(id, score now) of the hot layer, the highest first; equal scores as ZREVRANGE has them."""

        def step(desk: Desk) -> list[tuple[str, float]]:
            ranked = desk.scale.ranked(desk.books.pinned) + desk.scale.ranked(desk.books.hot)
            return [(c.id, c.product) for c in sorted(ranked, key=lambda c: c.key[1:], reverse=True)]

        return self._transactions.run(step)

    def items(self) -> list[MemoryItem]:
        """All hot memories, untouched, by id: in one read, so of one moment."""
        return self._transactions.run(
            lambda desk: [i for _, i in sorted(desk.books.items.everything().items())]
        )

    def archived(self) -> list[str]:
        """The ids in the cold archive, sorted."""
        return self._transactions.run(lambda desk: sorted(desk.books.archive.everything()))

    def counts(self) -> dict[str, int]:
        """pushed = resident + archived + forgotten, at every moment.

        pushed: ids written that were neither hot nor archived then (a rewritten id counts once, a forgotten
        one that is written again counts anew); resident: in the hot layer, pinned or not; archived: in the
        archive; forgotten: removed for good, on request, because the ttl ended, or for want of room where the
        settings keep no archive.
        """

        def step(desk: Desk) -> dict[str, int]:
            resident, archived = len(desk.books.hot) + len(desk.books.pinned), len(desk.books.archive)
            pushed, forgotten = desk.books.meta["pushed"], desk.books.meta["forgotten"]
            return {"pushed": pushed, "resident": resident, "archived": archived, "forgotten": forgotten}

        return self._transactions.run(step)

    @property
    def evict_log(self) -> list[Eviction]:
        """Departures and demotions with their reasons, the oldest first; the memories' texts are left out."""
        return self._transactions.run(lambda desk: desk.books.log())

    def why(self, id: str) -> Explanation:
        """Why a memory is hot, archived or gone, with terms that multiply to the score that was used."""
        checks.text("id", id)

        def step(desk: Desk) -> Explanation:
            last = next(reversed(desk.books.log(id)), None)
            if desk.books.items.get(id):
                return desk.why_hot(id, last)
            archived = desk.books.archive.get(id)
            if last:
                return why_gone(last, "archived" if archived else "evicted", "product")
            if archived:
                return Explanation(id, "archived", "archived longer ago than the log reaches back")
            return Explanation(id, "unknown", f"{checks.shown(id)} is neither in this memory nor on its log")

        return self._transactions.run(step)

    def _check_size(self, content: str) -> None:
        most = self.settings.content_bytes
        if most is not None and (size := len(content.encode("utf-8"))) > most:
            allowed = f"allowed are {most} (settings.content_bytes): shorten it"
            raise ValueError(f"content: {checks.shown(content)} has {size} bytes, {allowed}")

    def clear(self) -> None:
        """Delete all keys of the tenant, whole or torn: counts and log begin anew."""
        self._transactions.clear()
