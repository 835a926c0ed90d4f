"""The two loops of a replay. `by_count` is for memories of one size and policies that look at keys alone;
`by_size` is for all, and checks what the policy answers. Where both apply they give the same."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from memlab import checks
from memlab.replay.replacement import Replacement
from memlab.replay.trace import Trace


def _column() -> array[int]:
    return array("q")


@dataclass
class Log:
    """What happened, by column; positions count the accesses from 0, ids are places in `trace.names`."""

    missed: array[int] = field(default_factory=_column)  # positions of the reads that missed
    refused: array[int] = field(default_factory=_column)  # positions of what is larger than the capacity
    evicted_at: array[int] = field(default_factory=_column)  # the position at which each eviction happened …
    evicted: array[int] = field(default_factory=_column)  # … and the id that went, maybe the newcomer's own
    resident_ids: frozenset[int] = frozenset()


def by_count(trace: Trace, policy: Replacement, slots: float) -> Log:
    """Replay where `slots` (at least 1) memories fit, whichever; the policy is trusted."""
    hit, rewrite, admit, victim = _or_none(policy.hit), policy.rewrite, policy.admit, policy.victim
    there = [False] * len(trace.names)
    came: list[int] = []  # positions, and who went to make room: lists grow faster than arrays
    gone: list[int] = []
    room, writes, written = slots, trace.writes, 1 in trace.writes
    for n, id in enumerate(trace.ids):
        if there[id]:
            if written and writes[n]:
                rewrite(id)
            elif hit:
                hit(id)
            continue
        came.append(n)
        if room:
            room -= 1
        else:
            out = victim(id)
            gone.append(out)
            if out == id:
                continue
            there[out] = False
        admit(id, 1)
        there[id] = True
    at = came[len(came) - len(gone) :]
    missed = [n for n in came if not writes[n]] if written else came
    resident = frozenset(id for id, resident in enumerate(there) if resident)
    return Log(array("q", missed), _column(), array("q", at), array("q", gone), resident)


def _or_none(hit: Callable[[int], None]) -> Callable[[int], None] | None:
    """None in place of a method that does nothing: most accesses are hits."""
    return None if getattr(hit, "__func__", None) is Replacement.hit else hit


def by_size(
    trace: Trace, policy: Replacement, sizes: Iterable[float], weights: Iterable[int], limit: float
) -> Log:
    """Replay memories of these sizes; `weights` are the sizes as whole numbers, of which `limit` fit."""
    room = _Room(policy, limit)
    log, held, see, look = room.log, room.held, policy.see, policy.look
    for n, (id, write, size, weight) in enumerate(zip(trace.ids, trace.writes, sizes, weights, strict=False)):
        if look:
            look(n)
        if see:
            see(trace.times[n], size, trace.importances[n], write, trace.texts[n])
        old = held.get(id)
        if old is None:
            if not write:
                log.missed.append(n)
            if room.made(n, id, weight):
                policy.admit(id, size)
        elif not write:
            policy.hit(id)
        elif weight == old:
            policy.rewrite(id)
        elif room.remade(n, id, weight):
            policy.restore(id, size)
    log.resident_ids = frozenset(held)
    return log


class _Room:
    """Who is there with what weight; victims are asked for until there is room."""

    def __init__(self, policy: Replacement, limit: float) -> None:
        self.policy, self.limit = policy, limit
        self.used, self.held = 0, dict[int, int]()
        self.log = Log()

    def made(self, n: int, id: int, weight: int) -> bool:
        """Room for a newcomer; False if it is too large, or passed over."""
        if weight > self.limit:
            self.log.refused.append(n)
            return False
        while self.used + weight > self.limit:
            if self._evict(n, id) == id:
                return False
        self._hold(id, weight)
        return True

    def remade(self, n: int, id: int, weight: int) -> bool:
        """Room for a resident memory that is rewritten in another size; nothing passes it over."""
        self.policy.drop(id)
        self.used -= self.held.pop(id)
        if weight > self.limit:
            self.log.refused.append(n)
            self._note(n, id)
            return False
        while self.used + weight > self.limit:
            self._evict(n, None)
        self._hold(id, weight)
        return True

    def _evict(self, n: int, newcomer: int | None) -> int:
        gone = self.policy.victim(newcomer)
        if not isinstance(gone, int) or (gone not in self.held and gone != newcomer):
            raise ValueError(
                f"policy {self.policy.name}: victim() returned {checks.shown(gone)} at access {n}, allowed "
                f"is the id of a memory that is there{'' if newcomer is None else ' or the newcomer'}: let "
                f"victim() and drop() forget whoever leaves"
            )
        self.used -= self.held.pop(gone, 0)
        self._note(n, gone)
        return gone

    def _hold(self, id: int, weight: int) -> None:
        self.held[id] = weight
        self.used += weight

    def _note(self, n: int, id: int) -> None:
        self.log.evicted_at.append(n)
        self.log.evicted.append(id)
