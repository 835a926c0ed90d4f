"""Policies: who goes first. One method orders the memories; the smallest key goes first.

The bank appends the write's sequence number to every key, so an order is always total.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from memlab import checks, flow
from memlab.bank.item import MemoryItem
from memlab.bank.scoring import Settings, recency, settings_of


class Policy:
    """An order of victims: override `key`; `parts`, if given, names what the key consists of.

    >>> class Longest(Policy):
    ...     name, parts = "longest", ("minus length",)
    ...     def key(self, item, now):
    ...         return (-len(item.content),)
    >>> item = MemoryItem("tea", "oolong", created_at=0, last_access=0)
    >>> Longest().key(item, now=0), Longest().terms(item, now=0)
    ((-6,), {'minus length': -6})
    """

    name: str = "custom"
    parts: tuple[str, ...] = ()
    spares_newcomer = True  # as in a cache, which makes room before it takes the newcomer in
    combine = "order"  # the terms are compared one after the other; "product": they multiply to the score

    def key(self, item: MemoryItem, now: float) -> tuple:
        """The smallest goes first."""
        raise NotImplementedError(f"policy {self.name}: give it a method key(item, now) that returns a tuple")

    def terms(self, item: MemoryItem, now: float) -> dict[str, float]:
        """The key's parts by name, for the log."""
        key = self.key(item, now)
        return dict(zip(self.parts or [f"part {n}" for n in range(1, len(key) + 1)], key, strict=True))

    def __repr__(self) -> str:
        return f"<policy {self.name}>"


class FIFO(Policy):
    """First in, first out; a memory that is written again is in again."""

    name, parts = "fifo", ("written as number",)

    def key(self, item: MemoryItem, now: float) -> tuple:
        """(number of the last write,)"""
        return (item.seq,)


class LRU(Policy):
    """The least recently used goes first."""

    name, parts = "lru", ("last access", "used as number")

    def key(self, item: MemoryItem, now: float) -> tuple:
        """(time of the last access, its number)"""
        return (item.last_access, item.touched)


class LFU(Policy):
    """The least frequently used goes first; among those the least recently used."""

    name, parts = "lfu", ("access count", "last access", "used as number")

    def key(self, item: MemoryItem, now: float) -> tuple:
        """(accesses, time of the last one, its number)"""
        return (item.access_count, item.last_access, item.touched)


class Article(Policy):
    """Fewest accesses, then longest unused, then least important.

    The newcomer is a candidate too, with access count 0: where all others were recalled, it goes at once.
    `protect_newcomer=True` (the policy "article_protected") never takes the memory just written.
    """

    parts = ("access count", "last access", "importance")

    def __init__(self, protect_newcomer: bool = False) -> None:
        self.spares_newcomer = protect_newcomer
        self.name = "article_protected" if protect_newcomer else "article"

    def key(self, item: MemoryItem, now: float) -> tuple:
        """(accesses, time of the last one, importance): article 1's order."""
        return (item.access_count, item.last_access, item.importance)


class Scored(Policy):
    """The lowest importance × recency goes first; inside its protection window nothing goes before the rest.

    The bank's importance from 0 to 1 counts as a grade from 0 to 10. Recency runs from the last use. The ids
    in `pinned` have the boost of the settings as a third factor. Here that is all a pin does: an old pinned
    memory can go (in `PriorityMemory` it is no candidate), and it stands on the same floor as the others.

    >>> item = MemoryItem("allergy", "nuts", created_at=0, last_access=0, importance=0.8)
    >>> Scored(pinned=["allergy"]).terms(item, now=0)
    {'importance': 8.0, 'recency': 1.0, 'boost': 10.0}
    """

    name, spares_newcomer, combine = "scored", False, "product"

    def __init__(self, settings: Settings | None = None, pinned: Iterable[Hashable] = ()) -> None:
        self.settings, self.pinned = settings_of(settings), checks.keys("pinned", pinned)

    def key(self, item: MemoryItem, now: float) -> tuple:
        """(protected, score now, time of the last access, its number)"""
        protected = now < item.created_at + self.settings.protection
        return (protected, math.prod(self.terms(item, now).values()), item.last_access, item.touched)

    def terms(self, item: MemoryItem, now: float) -> dict[str, float]:
        """Factors whose product is the score; at the floor the floor is the only one."""
        factors = {
            "importance": 10 * item.importance,
            "recency": recency(now - item.last_access, self.settings.decay),
        }
        if item.id in self.pinned:
            factors["boost"] = self.settings.boost
        return (
            factors if math.prod(factors.values()) > self.settings.floor else {"floor": self.settings.floor}
        )


class Worth(Policy):
    """Whatever is expected to be used least per unit of size goes first: a small memory costs little to keep.

    Importance p counts as the chance that a memory is used at all, so that −ln(1 − p) uses are expected of it
    (as of a Poisson number of uses). At importance 1 it stays while there is anything else.

    >>> short = MemoryItem("name", "Lin Yue", created_at=0, last_access=0, importance=0.5, size=2)
    >>> long = MemoryItem("story", "…", created_at=0, last_access=0, importance=0.6, size=40)
    >>> Worth().key(short, now=0) > Worth().key(long, now=0)
    True
    """

    name, spares_newcomer, combine = "worth", False, "product"

    def key(self, item: MemoryItem, now: float) -> tuple:
        """(expected uses per size, time of the last access, its number)"""
        return (math.prod(self.terms(item, now).values()), item.last_access, item.touched)

    def terms(self, item: MemoryItem, now: float) -> dict[str, float]:
        """Factors whose product is the worth."""
        return {"expected uses": expected_uses(item.importance), "per size": 1 / max(item.size, 1e-9)}


def expected_uses(importance: float) -> float:
    """−ln(1 − importance), infinite at 1.

    >>> round(expected_uses(0.5), 3), expected_uses(0), expected_uses(1)
    (0.693, 0.0, inf)
    """
    return math.inf if importance >= 1 else abs(math.log1p(-importance))


class Liveness(Policy):
    """A memory that no later turn reads goes first; among the live the one whose next use is farthest.

    A memory's id is the program's variable; `at` returns the id of the statement that is running, whose
    reads are done. On a straight conversation, with memories of one size and a missed one fetched again, this
    is Bélády's rule: no policy misses less. Before a branch the distance is the shortest over the paths.
    """

    name, spares_newcomer = "liveness", False

    def __init__(self, program: flow.Program, at: Callable[[], Hashable]) -> None:
        self._after, self._at = flow.next_use(program).after, checks.function("at", at)
        self._here: tuple[Any, Mapping[Any, int]] = (object(), {})  # no statement yet

    def key(self, item: MemoryItem, now: float) -> tuple:
        """(minus the turns to the next use, minus infinity where there is none; then as LRU)"""
        return (-self._distance(item), item.last_access, item.touched)

    def terms(self, item: MemoryItem, now: float) -> dict[str, float]:
        """The distance alone: the rest only breaks ties."""
        return {"turns to next use": self._distance(item)}

    def _distance(self, item: MemoryItem) -> float:
        here = self._at()
        if self._here[0] != here:  # one statement's distances serve all candidates
            self._here = (here, self._after[here])
        return self._here[1].get(item.id, math.inf)


POLICIES: dict[str, Callable[..., Policy]] = {
    "fifo": FIFO,
    "lru": LRU,
    "lfu": LFU,
    "article": Article,
    "article_protected": lambda: Article(protect_newcomer=True),
    "scored": Scored,
    "worth": Worth,
    "liveness": Liveness,
}


OF_REPLAYS = ("clock", "sieve", "2q", "arc", "random", "predicted", "belady", "belady_bypass")
"""Names that `memlab.replay.simulate` knows besides."""


def key_of(policy: Policy, item: MemoryItem, now: float) -> tuple:
    """The item's key, if it can stand in an order: NaN is neither before nor after anything."""
    field, key = f"key of policy {policy.name}", policy.key(item, now)
    checks.kind(field, key, tuple, "return (…,)")
    if any(part != part for part in key):
        raise ValueError(f"{field}: {key!r} has nan, allowed is what can be ordered: return a number")
    return key


def no_class(field: str, policy: Any) -> None:
    """TypeError for a class of policies where one of them is asked for."""
    if isinstance(policy, type) and issubclass(policy, Policy):
        name = policy.__name__
        raise TypeError(f"{field}: {name} is a class, allowed is an instance: pass {name}()")


def policy_of(policy: str | Policy) -> Policy:
    """The policy itself, or the one of that name; "liveness" must be built, since it needs a program."""
    if isinstance(policy, Policy):
        return policy
    no_class("policy", policy)
    if not isinstance(policy, str):
        raise TypeError(
            f"policy: {checks.shown(policy)} is no Policy, allowed is a name or an instance: subclass Policy"
        )
    if policy not in POLICIES:
        only = " is for replays (memlab.replay.simulate) and not for a bank" * (policy in OF_REPLAYS)
        raise ValueError(
            f"policy: {checks.shown(policy)}{only}, allowed are {', '.join(POLICIES)}: choose one or pass a "
            f"Policy"
        )
    if policy == "liveness":
        raise ValueError("policy: 'liveness' needs the conversation: pass Liveness(program, at=...)")
    return POLICIES[policy]()
