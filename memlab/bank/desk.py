"""What is done to a tenant's open books: enter, keep, demote, archive, drop."""

from __future__ import annotations

from dataclasses import replace

from memlab.bank.books import Books
from memlab.bank.item import MemoryItem
from memlab.bank.log import Candidate, Eviction, Explanation, judged, say_eviction, say_terms
from memlab.bank.scale import Scale
from memlab.bank.scoring import Settings


class Desk:
    """Open books at one moment, from which whatever has expired by then is gone."""

    def __init__(self, books: Books, settings: Settings, now: float) -> None:
        books.check()
        self.books, self.settings, self.now = books, settings, now
        self.scale = Scale(settings, books, now)
        for id, expired_at in books.due:
            self.drop(id, "expiry", "its time to live ran out", expired_at)

    def enter(self, item: MemoryItem, pin: bool) -> MemoryItem:
        """Put a memory into the hot layer, with a window of protection, and make room for it."""
        seq = self.books.next_seq()
        item = replace(item, seq=seq, touched=seq)
        self.books.archive.put(item.id, None)
        self.books.protected.put(item.id, self.now + self.settings.protection)
        self.books.expiry.put(item.id, item.expires_at)
        self.keep(item, pin)
        self._shrink_whitelist()
        self._shrink_layer()
        return item

    def keep(self, item: MemoryItem, pin: bool) -> None:
        """Write a memory with its score as of now."""
        self.scale.sweep()
        mine, other = (self.books.pinned, self.books.hot) if pin else (self.books.hot, self.books.pinned)
        self.books.items.put(item.id, item)
        mine.put(item.id, self.scale.kept(self.scale.weight(item, pin)))
        other.put(item.id, None)

    def _shrink_whitelist(self) -> None:
        """Demote the lowest of the pinned, by exact count."""
        cap = min(self.settings.whitelist_cap, self.settings.capacity)
        excess = len(self.books.pinned) - cap
        ranked = self.scale.ranked(self.books.pinned) if excess > 0 else ()
        for i in range(excess):
            reason = f"{len(ranked) - i} memories are pinned, {cap} may be, and it stands lowest of them"
            self.unpin(ranked[i].id, ranked[i:], reason)

    def _shrink_layer(self) -> None:
        """Archive the lowest of the ordinary, by exact count: equal scores are never deleted together."""
        excess = len(self.books.hot) + len(self.books.pinned) - self.settings.capacity
        if excess <= 0:
            return
        ranked = self.scale.ranked(self.books.hot)
        unprotected = sum(not candidate.key[0] for candidate in ranked)
        ahead = min(excess + self.settings.evict_ahead, unprotected)  # nobody's protection ends for it
        for i in range(max(excess, ahead)):
            self._archive(ranked[i].id, ranked[i:], ahead=i >= excess)

    def _archive(self, id: str, ranked: tuple[Candidate, ...], ahead: bool) -> None:
        reason = say_eviction(ranked, "score", newcomer=False)
        reason += "; it goes ahead of need, to make room for the next writes" if ahead else ""
        if ranked[0].key[0]:
            reason += "; all are inside their protection windows, so the lowest score goes"
        self.books.note(id, "capacity", self.now, ranked, reason)
        if self.settings.archive:
            self.books.archive.put(id, self.books.items.get(id))
        else:
            self.books.meta["forgotten"] += 1
        for table in (self.books.items, self.books.hot, self.books.protected):
            table.put(id, None)

    def unpin(self, id: str, ranked: tuple[Candidate, ...], reason: str) -> None:
        """From the whitelist among the ordinary."""
        self.books.note(id, "demotion", self.now, ranked, reason)
        kept, item = self.books.pinned.get(id), self.books.items.get(id)
        self.books.hot.put(id, self.scale.unpinned(item, kept))
        self.books.pinned.put(id, None)

    def drop(self, id: str, cause: str, reason: str, at: float) -> bool:
        """Remove a memory for good; False if it is not there."""
        if not self.books.find(id):
            return False
        self.books.note(id, cause, at, (), reason)
        self.books.meta["forgotten"] += 1
        self.books.remove(id)
        return True

    def why_hot(self, id: str, last: Eviction | None) -> Explanation:
        """Why a memory that is here has stayed, and who would go before it."""
        pinned = self.books.pinned.get(id) is not None
        ranked = self.scale.ranked(self.books.pinned if pinned else self.books.hot)
        place = [c.id for c in ranked].index(id)
        me, other = ranked[place], next((c for c in ranked if c.id != id), None)
        text = "pinned, so no want of room evicts it" if pinned else "kept"
        text += ", protected as a newcomer" if me.key[0] else ""
        text += f": score {say_terms(me.terms, ' × ')}; {place} of its kind would go before it"
        text += f"; it was pinned: {last.reason}" if last and last.cause == "demotion" and not pinned else ""
        return judged(id, "kept", text, me, other, "product")
