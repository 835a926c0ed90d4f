"""Reconcile: compare the tiers id by id, and let the highest version go where it is missing.

Of one id the highest version anywhere is the truth: a write that a crash cut off after one tier is finished,
not undone. A tombstone beats a record of its own version, warm beats the others where a version says two
things. Hot need not hold everything: it differs where it holds what is not so, or where a write to it failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memlab.tiers.cold import Held
from memlab.tiers.errors import Corrupt, StoreError, VersionConflict
from memlab.tiers.journal import Grave, Pointer
from memlab.tiers.memory import STATUSES, Memory, content
from memlab.tiers.receipts import Difference

if TYPE_CHECKING:
    from memlab.tiers.core import Core

Key = tuple[int, bool]  # version, whether it is a tombstone
NOTHING: Key = (0, False)


@dataclass
class Seen:
    """What each tier has of all ids."""

    warm: dict[str, Memory | Grave] = field(default_factory=dict)
    cold: dict[str, Held] = field(default_factory=dict)
    hot: dict[str, Memory | None] = field(default_factory=dict)
    unlike: set[str] = field(default_factory=set)  # in cold another text than in warm, of the same version
    moved: set[str] = field(default_factory=set)  # archived, and its line no longer where warm looks for it
    lost: set[str] = field(default_factory=set)  # archived, and no line that reads has its text
    unerased: set[str] = field(default_factory=set)  # a tombstone, and text of it still in the cold files
    failed: dict[str, int] = field(default_factory=dict)  # writes to hot that failed
    hot_problem: str = ""

    def ids(self) -> list[str]:
        return sorted({*self.warm, *self.cold, *self.hot, *self.failed})


@dataclass(frozen=True)
class Verdict:
    """For one id the tier that is right and those that are to follow it."""

    id: str
    source: str
    targets: tuple[str, ...]
    why: str

    @property
    def difference(self) -> Difference:
        return Difference(self.id, f"{self.source} → {', '.join(self.targets)}", self.why)


def reconcile(store: Core, heal: bool = True) -> list[Difference]:
    """The ids on which the tiers differ, sorted; healed, so that a second run finds nothing.

    Others may write meanwhile: what differs is looked at twice, since a write that is on its way down the
    tiers differs only once, and what was written or erased since is never put back.
    """
    marked = store.ladder.behind.ids()
    found = seen(store)
    verdicts = list(judged(found, store.now))
    if verdicts:
        found, before = seen(store), set(verdicts)
        verdicts = [verdict for verdict in judged(found, store.now) if verdict in before]
    if heal:
        _heal(store, found, verdicts)
        _heal_hot(store, found, [_truth(store, v) for v in verdicts if "hot" in v.targets])
        _follow(store, [verdict.id for verdict in verdicts])
        store.ladder.behind.clear(marked)
    return [verdict.difference for verdict in verdicts]


def seen(store: Core) -> Seen:
    """Read all tiers. A hot tier that does not answer is left out, but for what it is known to lack."""
    found = Seen(cold=store.cold.latest())
    rows = store.warm.rows(store.tenant, statuses=STATUSES, agent=None, now=None)
    found.warm = {m.id: m for m in rows}
    found.warm.update((g.id, g) for g in store.warm.tombstones(store.tenant))
    found.failed = {repair.id: repair.version for repair in store.warm.repairs(store.tenant)}
    try:
        found.hot = store.hot.memories()
    except Exception as problem:
        found.hot_problem = f"{type(problem).__name__}: {problem}"
    places: dict[str, set[Pointer]] = {}  # of the lines that an archived row may mean
    for pointer, entry in store.cold.records():
        row = found.warm.get(entry.id)
        if isinstance(entry, Memory) and isinstance(row, Grave):
            found.unerased.add(entry.id)
        elif isinstance(entry, Memory) and isinstance(row, Memory) and not row.text:
            if entry.version == row.version:
                places.setdefault(entry.id, set()).add(pointer)
        elif isinstance(entry, Memory) and isinstance(row, Memory) and row.text:
            newest = found.cold.get(entry.id)  # None: written since
            if (
                newest
                and newest.pointer == pointer
                and newest.version == row.version
                and content(entry) != content(row)
            ):
                found.unlike.add(entry.id)
    archived = {id for id, row in found.warm.items() if isinstance(row, Memory) and not row.text}
    found.lost = archived - places.keys()
    found.moved = {id for id in archived & places.keys() if _pointer(store, id) not in places[id]}
    return found


def _pointer(store: Core, id: str) -> Pointer | None:
    with suppress(Corrupt):  # it lies nowhere
        return store.warm.pointer(store.tenant, id)
    return None


def judged(found: Seen, now: float) -> Iterator[Verdict]:
    """A verdict for each id on which the tiers differ."""
    for id in found.ids():
        keys = _keys(found, id)
        best = max(keys.values())
        source = next(tier for tier, key in keys.items() if key == best)
        targets = [tier for tier in ("warm", "cold") if keys[tier] != best]
        if "cold" not in targets and (id in found.unlike or (best[1] and id in found.unerased)):
            targets.append("cold")
        if source == "warm" and id in found.lost:
            continue  # there is nothing to hand on: whoever reads it is told
        if id in found.moved and not targets:
            source, targets = "cold", ["warm"]
        if source != "hot" and _hot_differs(found, id, best, now):
            targets.append("hot")
        if targets:
            yield Verdict(id, source, tuple(targets), _why(found, id, keys))


def _keys(found: Seen, id: str) -> dict[str, Key]:
    row, held, hot = found.warm.get(id), found.cold.get(id), found.hot.get(id)
    return {
        "warm": (row.version, isinstance(row, Grave)) if row else NOTHING,
        "cold": (held.version, held.tombstone) if held else NOTHING,
        "hot": (hot.version, False) if hot else NOTHING,
    }


def _hot_differs(found: Seen, id: str, best: Key, now: float) -> bool:
    row, hot = found.warm.get(id), found.hot.get(id)
    live = not best[1] and (not isinstance(row, Memory) or row.version != best[0] or row.live(now))
    if id in found.hot:
        if not live or hot is None or hot.version != best[0]:
            return True
        return (
            isinstance(row, Memory)
            and bool(row.text)
            and row.version == best[0]
            and content(hot) != content(row)
        )
    return live and found.failed.get(id) == best[0]


def _why(found: Seen, id: str, keys: dict[str, Key]) -> str:
    has = [f"{tier} has {_said(key)}" for tier, key in keys.items() if tier != "hot" or id in found.hot]
    if id in found.unlike:
        has.append("of one version they say two things, and warm decides")
    if id in found.moved:
        has.append("its line is no longer where it was archived")
    if id in found.unerased:
        has.append("its text was still in the cold files")
    if id in found.failed:
        has.append(f"a write to hot failed: {found.hot_problem or 'it was recorded then'}")
    return "; ".join(has)


def _said(key: Key) -> str:
    return "nothing" if key == NOTHING else f"{'the tombstone of' if key[1] else 'version'} {key[0]}"


def _heal(store: Core, found: Seen, verdicts: list[Verdict]) -> None:
    """Every tier once, with all that it lacks."""
    truths = {v.id: _truth(store, v) for v in verdicts}
    lacking = {t: [e for v in verdicts if t in v.targets and (e := truths[v.id])] for t in ("warm", "cold")}
    graves = {tier: [entry for entry in lacking[tier] if isinstance(entry, Grave)] for tier in lacking}
    memories = {tier: [entry for entry in lacking[tier] if isinstance(entry, Memory)] for tier in lacking}
    store.warm.bury(store.tenant, graves["warm"])
    store.warm.promote([memory for memory in memories["warm"] if memory.id in found.moved])
    store.unarchive([memory.id for memory in memories["warm"]])
    for memory in memories["warm"]:
        with suppress(VersionConflict):  # somebody wrote it meanwhile
            store.warm.take(_history(store, memory))
    if problem := store.ladder.bury(graves["cold"]):
        raise StoreError(f"cold: {len(graves['cold'])} texts could not be erased: {problem}: reconcile again")
    store.cold.append(memories["cold"])
    for verdict in verdicts:
        for target in verdict.targets:
            store.move(verdict.id, verdict.source, target, f"reconciled: {verdict.why}")


def _heal_hot(store: Core, found: Seen, entries: list[Memory | Grave | None]) -> None:
    if found.hot_problem:
        return
    for entry in entries:
        if isinstance(entry, Grave):
            store.hot.drop(entry.id)
        elif entry is not None:
            store.hot.put(entry)
    store.warm.repaired(store.tenant, list(found.failed))


def _follow(store: Core, ids: list[str]) -> None:
    """Where somebody wrote or erased an id while it was healed, hot and cold go after warm once more."""
    now = store.warm.get_many(store.tenant, ids)
    for id in ids:
        grave = None if id in now else store.warm.tombstone(store.tenant, id)
        held = store.cold.newest(id)
        if grave is not None and held is not None and (held.version, held.tombstone) < (grave.version, True):
            store.ladder.bury([grave])
        with suppress(Exception):  # hot can be away
            hot = store.hot.get(id)
            if hot is not None and (id not in now or now[id].version != hot.version):
                store.hot.drop(id)


def _truth(store: Core, verdict: Verdict) -> Memory | Grave | None:
    """What the tier that is right has of an id; None if it is gone since."""
    if verdict.source == "hot":
        return store.hot.get(verdict.id)
    if verdict.source == "cold":
        return store.cold.entry(store.cold.latest()[verdict.id].pointer)
    found = store.warm.get(store.tenant, verdict.id)
    if found is not None:
        return store.whole(found)
    return store.warm.tombstone(store.tenant, verdict.id)


def _history(store: Core, newest: Memory) -> list[Memory]:
    """The versions that warm has not seen, the newest last."""
    try:
        there = store.warm.get(store.tenant, newest.id)
    except Corrupt:  # its row is there, and does not read: the newest takes its place
        return [newest]
    known = there.version if there else 0
    missed = {m.version: m for m in store.cold.history(newest.id) if known < m.version < newest.version}
    return [*(missed[version] for version in sorted(missed)), newest]
