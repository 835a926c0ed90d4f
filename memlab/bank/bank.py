"""MemoryBank: a store of fixed capacity that forgets by a policy and can say why.

What it does *not* do: it finds by keyword only, lives in one process, and is not thread-safe.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace

from memlab import checks
from memlab.bank.item import MemoryItem
from memlab.bank.log import Candidate, Eviction, Explanation, judged, say_eviction, say_terms, why_gone
from memlab.bank.policies import Policy, key_of, policy_of
from memlab.bank.recall import Recall, words
from memlab.bank.recorder import Recorder


class TooLarge(ValueError):
    """A memory larger than the whole bank: nobody was evicted for it."""


class MemoryBank:
    """Memories up to a capacity, counted by the piece or, with `size=tokens.count`, in tokens.

    By default the article's bank. Expired memories are neither listed, counted nor recalled. Looking (`get`,
    `in`, `items`, `why`) is not touching. Each operation takes O(n); a log entry holds all n candidates.
    `record=path` appends each write and use, also the use of what is gone, to a file for `replay.read_trace`:
    no contents, and nothing of what expires or is forgotten. Ids are str, int, float or bool then.

    >>> bank = MemoryBank(capacity=2, policy="lru", clock=lambda: 0.0)
    >>> for fact in ("cart = oolong", "coupon = TEA-88", "order = T-7316"):
    ...     _ = bank.add(fact, id=fact.split()[0])
    >>> [item.id for item in bank.items], bank.evict_log[0].id, bank.evict_log[0].cause
    (['coupon', 'order'], 'cart', 'capacity')
    """

    def __init__(
        self,
        capacity: float = 5,
        policy: str | Policy = "article",
        size: Callable[[str], float] | None = None,
        clock: Callable[[], float] = time.time,
        record: str | os.PathLike[str] | None = None,
    ) -> None:
        self.capacity = checks.number("capacity", capacity, 0, checks.HUGE, above=True)
        self.policy = policy_of(policy)
        self._size = (lambda content: 1) if size is None else checks.function("size", size)
        self._clock = checks.function("clock", clock)
        self._items: dict[Hashable, MemoryItem] = {}  # in the order of seq
        self._log: list[Eviction] = []
        self._seq = 0
        self._recalled = Recall(0)
        self._recorder = None if record is None else Recorder(record)

    # -- writing

    def add(
        self, content: str, importance: float = 0.5, *, id: Hashable = None, ttl: float | None = None
    ) -> MemoryItem:
        """Write a memory, making room by the policy; the item returned may itself have been the victim.

        An `id` that is there is rewritten: content, importance and ttl are the new ones, its creation stays
        and the write counts as a use. It evicts others only if it grew, and never itself. Without an `id`
        one is made. ValueError or TypeError for a bad argument or a memory larger than the whole capacity.
        """
        item = self._new(content, importance, id, ttl)
        spared = self.policy.spares_newcomer or item.id in self._items
        items = {key: old for key, old in self._items.items() if key != item.id} | {item.id: item}
        gone = self._victims(items, item, spared)
        self._record("write", item.last_access, {item.id: item})
        self._seq = gone[-1].seq if gone else item.seq
        self._items = {key: old for key, old in items.items() if key not in {e.id for e in gone}}
        self._log.extend(gone)
        return item

    def touch(self, id: Hashable) -> bool:
        """Count one use of a memory; False, and nothing changes, if it is not there."""
        now = self._tick()
        item = self._items.get(id)
        self._record("read", now, {id: item})
        if item:
            self._use(item, now)
        return item is not None

    def recall(self, keywords: str | Iterable[str], top: int = 3) -> list[MemoryItem]:
        """The `top` best matches, best first, each touched.

        The score is hits · 0.5 + min(accesses, 5) · 0.2 + importance · 0.3 (article 1). A keyword hits if it
        occurs in the content; width, case and composition of letters make no difference. A string is one
        keyword; blank keywords hit nothing.
        """
        checks.whole("top", top, 1)
        asked = words(keywords)
        now = self._tick()
        recalled = Recall.of(self._seq, self._items.values(), asked, top)
        found = {id: self._items[id] for id in recalled.ids}
        self._record("read", now, found)
        self._recalled = recalled
        return [self._use(item, now) for item in found.values()]

    def forget(self, id: Hashable) -> bool:
        """Remove a memory for good, its text in the log included; False if it was not there."""
        now = self._tick()
        item = self._items.pop(id, None)
        if item:
            self._depart(item, "forgotten", now, "forgotten on request")
        self._log = [replace(e, item=replace(e.item, content="")) if e.id == id else e for e in self._log]
        return item is not None

    # -- looking

    def get(self, id: Hashable) -> MemoryItem | None:
        """The memory, untouched, or None."""
        self._tick()
        return self._items.get(id)

    @property
    def items(self) -> tuple[MemoryItem, ...]:
        """All memories, the last written last."""
        self._tick()
        return tuple(self._items.values())

    @property
    def used(self) -> float:
        """How much of the capacity is taken."""
        return _total(self.items)

    @property
    def evict_log(self) -> list[Eviction]:
        """Every departure with its cause and its reason, the oldest first (a copy)."""
        self._tick()
        return list(self._log)

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, id: Hashable) -> bool:
        return self.get(id) is not None

    def __repr__(self) -> str:
        return f"<MemoryBank {self.policy.name}, {self.used:g} of {self.capacity:g}>"

    def why(self, id: Hashable) -> Explanation:
        """Why a memory was recalled, was not, is still here, or went, with the numbers that decided it.

        The last recall answers for a memory that took part in it; else the policy answers.
        """
        now = self._tick()
        if id in self._items:
            kept = self._why_kept(id, now)
            if not self._recalled.top or self._items[id].seq > self._recalled.seq:
                return kept
            answer = self._recalled.why(id)
            return replace(answer, text=f"{answer.text}. {kept.text}")
        for entry in reversed(self._log):
            if entry.id == id:
                return why_gone(entry, "evicted", self.policy.combine)
        return Explanation(id, "unknown", f"{checks.shown(id)} was never in this bank")

    # -- inside

    def _tick(self) -> float:
        """The time; whatever has expired by then is gone, in the order in which it expired."""
        now = checks.moment(self._clock())
        ending = [(i.expires_at, i.seq, i) for i in self._items.values() if i.expires_at is not None]
        for at, _, item in sorted(end for end in ending if end[2].expired(now)):
            del self._items[item.id]
            self._depart(item, "expiry", at, "its time to live ran out")
        return now

    def _use(self, item: MemoryItem, now: float) -> MemoryItem:
        self._seq += 1
        self._items[item.id] = item.touch(now, self._seq)
        return self._items[item.id]

    def _record(self, op: str, now: float, accesses: Mapping[Hashable, MemoryItem | None]) -> None:
        """Before anything changes: an access that cannot be recorded has not taken place."""
        if self._recorder:
            self._recorder.append(op, now, accesses.items())

    def _depart(self, item: MemoryItem, cause: str, now: float, reason: str) -> None:
        self._seq += 1
        self._log.append(Eviction(item.id, item, cause, now, self._seq, self.policy.name, (), reason))

    def _new(self, content: str, importance: float, id: Hashable, ttl: float | None) -> MemoryItem:
        """The checked item as it will be written; nothing is changed yet."""
        checks.text("content", content)
        checks.number("importance", importance, 0, 1)
        checks.hashable("id", id)
        lifetime = None if ttl is None else checks.number("ttl", ttl, 0, checks.HUGE, above=True)
        size = checks.number("size", self._size(content), 0, checks.HUGE)
        now, seq = self._tick(), self._seq + 1
        name = self._free_name(seq) if id is None else id
        if size > self.capacity:
            raise TooLarge(
                f"size: memory {checks.shown(name)} has size {size:g}, allowed is the capacity "
                f"{self.capacity:g}: shorten it or enlarge the bank"
            )
        old = self._items.get(name)
        created, count = (old.created_at, old.access_count + 1) if old else (now, 0)
        expires_at = None if lifetime is None else now + lifetime
        return MemoryItem(name, content, created, now, count, importance, seq, size, expires_at, seq)

    def _free_name(self, number: int) -> str:
        while f"m{number}" in self._items:
            number += 1
        return f"m{number}"

    def _victims(self, items: dict[Hashable, MemoryItem], new: MemoryItem, spared: bool) -> list[Eviction]:
        """Who must go so that `items` fit; the memory just written is a candidate unless it is spared."""
        if _total(items.values()) <= self.capacity:
            return []
        gone: list[Eviction] = []
        items, now = dict(items), new.last_access
        ranked = self._rank([item for item in items.values() if not (spared and item is new)], now)
        while _total(items.values()) > self.capacity:
            victim, seq = items.pop(ranked[0].id), new.seq + len(gone) + 1
            reason = say_eviction(ranked, self.policy.name, newcomer=victim is new)
            gone.append(Eviction(victim.id, victim, "capacity", now, seq, self.policy.name, ranked, reason))
            ranked = ranked[1:]
        return gone

    def _rank(self, items: Iterable[MemoryItem], now: float) -> tuple[Candidate, ...]:
        """The candidates in the order in which they would go."""
        policy = self.policy
        candidates = (Candidate(i.id, (*key_of(policy, i, now), i.seq), policy.terms(i, now)) for i in items)
        return tuple(sorted(candidates, key=lambda c: c.key))

    def _why_kept(self, id: Hashable, now: float) -> Explanation:
        ranked = self._rank(self._items.values(), now)
        place = [c.id for c in ranked].index(id)
        me, other = ranked[place], next((c for c in ranked if c.id != id), None)
        text = f"kept: {self.policy.name} would put {place} before it ({say_terms(me.terms)})"
        if other:
            order = "first" if place else "after it"
            text += f"; {order} {checks.shown(other.id)} ({say_terms(other.terms)})"
        return judged(id, "kept", text, me, other, self.policy.combine)


def _total(items: Iterable[MemoryItem]) -> float:
    """The sum of the sizes, rounded once: of step by step rounded ones a full bank could seem too full."""
    total = math.fsum(item.size for item in items)
    return int(total) if total.is_integer() else total
