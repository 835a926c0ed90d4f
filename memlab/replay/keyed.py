"""Policies that order the residents by a key: article 1's, worth, and what any `memlab.bank.Policy` says."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from memlab.bank.item import MemoryItem
from memlab.bank.log import say, say_terms
from memlab.bank.policies import Policy, expected_uses, key_of
from memlab.checks import shown
from memlab.replay.departures import Departure
from memlab.replay.heaps import Heap
from memlab.replay.replacement import Options, Replacement

T = TypeVar("T")


class Custom(Replacement):
    """Any policy of the bank, asked as a MemoryBank asks it: for the keys of all residents, at each eviction.

    A memory's id is the trace's key; its content is the access's text, or else the key. O(residents) an
    eviction.
    """

    def __init__(self, options: Options, policy: Policy) -> None:
        super().__init__(options)
        self.policy, self.name = policy, policy.name
        self._items: dict[int, MemoryItem] = {}
        self._dropped: MemoryItem | None = None  # the memory that grows just now
        self._seq = 0  # as the bank counts: a write, a use and an eviction have a number each
        self._told: list[Mapping[str, float]] = []

    def see(self, time: float, size: float, importance: float, write: int, text: str) -> None:  # type: ignore[override]
        self._access = (time, size, importance, text)
        self._ranked: list[tuple[tuple, int]] | None = (
            None  # who would go in which order, once room is needed
        )
        self._gone = 0

    def hit(self, id: int) -> None:
        self._seq += 1
        self._items[id] = self._items[id].touch(self._access[0], self._seq)

    def rewrite(self, id: int) -> None:
        self._write(id, self._items[id])

    def admit(self, id: int, size: float) -> None:
        self._write(id, None)

    def drop(self, id: int) -> None:
        self._dropped = self._items.pop(id)

    def restore(self, id: int, size: float) -> None:
        self._write(id, self._dropped)

    def victim(self, newcomer: int | None) -> int:
        if self._ranked is None:
            self._rank(newcomer)
        _, id = self._ranked.pop()  # type: ignore[union-attr]
        self._gone += 1
        item = self._items.pop(id, None)
        if item is None:  # the newcomer
            item = self._written(id, None)
            self._seq += 1 + self._gone
        self._told.append(self._ask(lambda item, now: dict(self.policy.terms(item, now)), item))
        return id

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        terms = self._told[gone.number]
        return f"{self.name} puts it first: {say_terms(terms)}", terms

    def _rank(self, newcomer: int | None) -> None:
        items = dict(self._items)
        if newcomer is not None and not self.policy.spares_newcomer:
            items[newcomer] = self._written(newcomer, None)
        ranked = [
            ((*self._ask(partial(key_of, self.policy), item), item.seq), id) for id, item in items.items()
        ]
        try:
            self._ranked = sorted(ranked, key=lambda pair: pair[0], reverse=True)
        except TypeError as error:
            allowed = "allowed are tuples of one kind for all memories: return numbers"
            raise TypeError(f"policy {self.name}: its keys cannot be ordered ({error}), {allowed}") from error

    def _ask(self, method: Callable[[MemoryItem, float], T], item: MemoryItem) -> T:
        """The policy's answer; what it raises, with its name and the memory's."""
        try:
            return method(item, self._access[0])
        except Exception as error:
            if f"policy {self.name}" in str(error):
                raise
            wrong, allowed = (
                f"{type(error).__name__}: {error}",
                "allowed is an answer for every memory: mend it",
            )
            raise ValueError(
                f"policy {self.name}: asked about {shown(item.id)} it raised {wrong}, {allowed}"
            ) from error

    def _write(self, id: int, old: MemoryItem | None) -> None:
        self._items[id] = self._written(id, old)
        self._seq += 1 + self._gone

    def _written(self, id: int, old: MemoryItem | None) -> MemoryItem:
        (now, size, importance, text), seq, key = self._access, self._seq + 1, self.options.names[id]
        created, count = (old.created_at, old.access_count + 1) if old else (now, 0)
        return MemoryItem(
            key, text or _written_out(key), created, now, count, importance, seq, size, touched=seq
        )


def _written_out(key: Any) -> str:
    try:
        return str(key)
    except Exception:  # an int of more digits than Python prints, too
        return shown(key)


class Keyed(Replacement):
    """A policy with a key that rises whenever a memory is used. O(log n) an eviction, O(1) a hit.

    Accesses are numbered: the number stands for the bank's `seq`.
    """

    spares_newcomer = False

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        n = len(options.names)
        self._count, self._last, self._importance, self._size = [0] * n, [0.0] * n, [0.0] * n, [1.0] * n
        self._written, self._touched = [0] * n, [0] * n
        self._residents = Heap(self._key)
        self._told = array("d")  # three numbers a victim
        self._tick = 0

    def see(self, time: float, size: float, importance: float, write: int, text: str) -> None:  # type: ignore[override]
        self._tick += 1
        self._now, self._new_size, self._new_importance = time, size, importance

    def hit(self, id: int) -> None:
        earlier, self._last[id] = self._last[id], self._now
        self._count[id] += 1
        self._touched[id] = self._tick
        if self._now < earlier:  # the clock was set back, and so is the key, perhaps
            self._join(id)

    def rewrite(self, id: int) -> None:
        self._write(id, self._count[id] + 1)
        self._join(id)

    def admit(self, id: int, size: float) -> None:
        self._write(id, 0)
        self._join(id)

    def drop(self, id: int) -> None:
        self._residents.remove(id)

    def restore(self, id: int, size: float) -> None:
        self.rewrite(id)

    def victim(self, newcomer: int | None) -> int:
        first = self._residents.top()
        if newcomer is not None and not self.spares_newcomer:
            self._write(newcomer, 0)
            first = min(first or (math.inf,), self._key(newcomer))
        id = first[-1]  # type: ignore[index]
        if id != newcomer:
            self._residents.pop()
        self._told.extend(self._numbers(id))
        return id

    def _join(self, id: int) -> None:
        self._residents.add(id)

    def _write(self, id: int, count: int) -> None:
        self._count[id], self._last[id], self._importance[id] = count, self._now, self._new_importance
        self._size[id], self._written[id], self._touched[id] = self._new_size, self._tick, self._tick

    def _key(self, id: int) -> tuple:
        raise NotImplementedError

    def _numbers(self, id: int) -> tuple[float, float, float]:
        """What decided, for `explain`."""
        raise NotImplementedError

    def _numbers_of(self, gone: Departure) -> array[float]:
        return self._told[3 * gone.number : 3 * gone.number + 3]


class Article(Keyed):
    """Fewest accesses, then longest unused, then least important, the newcomer too: article 1's order."""

    name, about = "article", "the fewest accesses goes, then the longest unused, then the least important"

    def _key(self, id: int) -> tuple:
        return (self._count[id], self._last[id], self._importance[id], self._written[id], id)

    def _numbers(self, id: int) -> tuple[float, float, float]:
        return self._count[id], self._now - self._last[id], self._importance[id]

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        count, unused, importance = self._numbers_of(gone)
        terms: dict[str, Any] = {"access count": int(count), "unused for": unused, "importance": importance}
        return f"fewest accesses: {count:g}, unused for {say(unused)} s, importance {say(importance)}", terms


class ArticleProtected(Article):
    """As article, but whoever comes in stays for now."""

    name, about, spares_newcomer = "article_protected", "as article, but the newcomer always comes in", True


class Worth(Keyed):
    """The fewest expected uses for each token goes first, the newcomer too; then the longest unused."""

    name, about = "worth", "the fewest expected uses for each token goes: importance against size"

    def _key(self, id: int) -> tuple:
        uses, per_size, _ = self._numbers(id)
        return (uses * per_size, self._last[id], self._touched[id], id)

    def _numbers(self, id: int) -> tuple[float, float, float]:
        return expected_uses(self._importance[id]), 1 / max(self._size[id], 1e-9), self._now - self._last[id]

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        uses, per_size, unused = self._numbers_of(gone)
        text = f"least worth for its size: {say(uses)} expected uses × {say(per_size)} per token"
        return f"{text}, unused for {say(unused)} s", {"expected uses": uses, "per size": per_size}
