"""simulate: a trace against a policy and a capacity. What hits, what misses, who goes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import repeat
from typing import Any

from memlab import checks
from memlab.bank.policies import Policy, no_class
from memlab.bank.scoring import Settings, settings_of
from memlab.replay.engine import Log, by_count, by_size
from memlab.replay.keyed import Custom
from memlab.replay.measure import check_capacity, slots_of, whole
from memlab.replay.policies import POLICIES
from memlab.replay.replacement import Options, Replacement
from memlab.replay.result import Result
from memlab.replay.trace import Trace, trace_of


def simulate(
    trace: Any,
    policy: str | Policy | type[Replacement] = "lru",
    capacity: float = 100,
    unit: str = "items",
    *,
    seed: int = 0,
    settings: Settings | None = None,
    pinned: Iterable[Hashable] = (),
) -> Result:
    """Replay a trace (or an iterable of keys, or a Program): every missed read is fetched again.

    `policy` is a name of POLICIES, an instance of a `memlab.bank.Policy` or a subclass of Replacement.
    `capacity` counts memories or, with unit="tokens", their sizes; infinity is allowed. What is larger than
    the whole capacity is refused and evicts nobody (of a memory that is rewritten so, the old value goes).
    `seed` is read by random; `settings` (a `memlab.bank.Settings`) and the `pinned` keys by scored.
    ValueError or TypeError for a bad argument or a policy that names a victim who is not there. O(n) calls
    of the policy, O(n) memory.

    >>> result = simulate("abcab", "lru", capacity=2)
    >>> result.requests, result.misses, result.resident
    (5, 5, ('a', 'b'))

    A policy of one's own is one method, and the same object is a policy for a MemoryBank:

    >>> from memlab import bank
    >>> class Mine(bank.Policy):
    ...     def key(self, item, now):  # the smallest goes first
    ...         return (item.importance, item.last_access)
    >>> simulate("abcab", Mine(), 2).misses
    5

    Asked for all residents at each eviction, that is slow for large capacities. With three methods it can
    keep an order of its own:

    >>> class LastIn(Replacement):
    ...     name = "last in, first out"
    ...     def __init__(self, options):
    ...         super().__init__(options)
    ...         self.stack = []
    ...     def admit(self, id, size):
    ...         self.stack.append(id)
    ...     def victim(self, newcomer):
    ...         return self.stack.pop()
    ...     def drop(self, id):
    ...         self.stack.remove(id)
    >>> simulate("abcabc", LastIn, capacity=2).hits
    1
    """
    trace = trace_of(trace)
    check_capacity(capacity, unit)
    make = maker(policy)
    slots = _slots(make, trace, capacity, unit)
    options = Options(
        slots or capacity,
        checks.whole("seed", seed, 0),
        settings_of(settings),
        _ids(trace, checks.keys("pinned", pinned)),
        trace.names
        if _ours(make) or isinstance(policy, Policy)
        else (),  # whose keys come later is future, too
        trace if getattr(make, "foresight", False) else None,
    )
    ready = make(options)
    ready.options = options  # an __init__ of one's own may have left it out
    log = by_count(trace, ready, slots) if slots else _by_size(trace, ready, capacity, unit)
    return Result(trace, ready, capacity, unit, **vars(log))


def maker(policy: Any) -> Callable[[Options], Replacement]:
    """What builds the policy; ValueError or TypeError for what is none."""
    if isinstance(policy, Policy):
        return lambda options: Custom(options, policy)
    kind = POLICIES.get(policy) if isinstance(policy, str) else policy
    if isinstance(kind, type) and issubclass(kind, Replacement):
        return kind
    no_class("policy", kind)
    allowed = f"allowed are {', '.join(POLICIES)}, a memlab.bank.Policy or a subclass of Replacement"
    wrong = ValueError if isinstance(policy, str) else TypeError
    raise wrong(f"policy: {checks.shown(policy)}, {allowed}: choose one")


def _slots(make: Any, trace: Trace, capacity: float, unit: str) -> float:
    """How many memories the quick loop may hold; 0 if it does not apply.

    It trusts the policy, and tells it keys alone: it is for those of ours that ask for no more.
    """
    if not _ours(make) or make.see or make.look:
        return 0
    slots = slots_of(trace, capacity, unit)
    return slots if slots and slots >= 1 else 0


def _ours(make: Any) -> bool:
    return make in POLICIES.values()


def _ids(trace: Trace, keys: frozenset) -> frozenset[int]:
    index = {name: id for id, name in enumerate(trace.names)} if keys else {}
    return frozenset(index[key] for key in keys if key in index)


def _by_size(trace: Trace, policy: Replacement, capacity: float, unit: str) -> Log:
    if unit == "items":
        return by_size(trace, policy, repeat(1), repeat(1), capacity)
    return by_size(trace, policy, trace.sizes, *whole(trace.sizes, capacity))
