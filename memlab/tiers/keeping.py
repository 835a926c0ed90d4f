"""Keeping: what time and want of room do to a memory, and what somebody does on purpose.

    state               ttl ends  over quota  archive()  sweep()   merge()  forget()
    ------------------  --------  ----------  ---------  --------  -------  --------
    ordinary            absent    archived    archived   kept      merged   erased
    pinned              absent    kept        kept       kept      merged   erased
    all pinned          absent    archived    kept       kept      merged   erased
    archived            absent    archived    archived   archived  merged   erased
    expired, low        absent    absent      absent     archived  refused  erased
    expired, low, old   absent    absent      absent     erased    refused  erased
    expired, middling   absent    absent      absent     archived  refused  erased
    expired, high       absent    absent      absent     in warm   refused  erased
    expired, pinned     absent    absent      absent     in warm   refused  erased

"Archived": its text lies in the cold tier, and recall finds it as before. "Absent": in nothing but as_of.
A ttl that somebody asked for beats a pin; a pin beats want of room, age and the sweep. "All pinned": then the
lowest of them goes. The states that begin with "expired" are before a sweep; "low" is an importance
below `drop_grade`, "old" more than `drop_after` seconds past its expiry, "high" at least `keep_grade`. "In
warm": absent, and kept for analysis with the status expired. What is merged lives on in what it went into.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memlab.bank.log import Candidate, say_terms
from memlab.bank.scoring import recency
from memlab.checks import number, shown
from memlab.tiers import merging
from memlab.tiers.memory import Memory
from memlab.tiers.receipts import Gone, Sweep
from memlab.tiers.settings import DAY

if TYPE_CHECKING:
    from memlab.tiers.core import Core

DECAY = math.log(2) / (30 * DAY)  # of what is kept for years: a half-life of thirty days
BOOST = 10.0  # of a pinned memory, as in the hot tier
AGED = ("turn", "reply")  # records of a conversation, which the archive takes when they are old


def standing(memory: Memory, now: float) -> Candidate:
    """How well a memory stands in the warm tier: importance × recency × boost; never used, it ages from `at`.

    >>> standing(Memory("u1", "m1", "tea", importance=8), 30 * DAY).product
    4.0
    """
    last = memory.at if memory.last_access is None else memory.last_access
    terms = {
        "importance": memory.importance,
        "recency": recency(now - last, DECAY),
        "boost": BOOST if memory.pinned else 1.0,
    }
    return Candidate(memory.id, (memory.pinned, math.prod(terms.values()), memory.seq), terms)


def quota(store: Core, fresh: frozenset[str] = frozenset()) -> tuple[Gone, ...]:
    """Archive the lowest while more live memories are warm than may be; the unpinned and the older go first.

    What was written just now goes only where all others are pinned. O(n) for n live memories.
    """
    if store.settings.quota is None:
        return ()
    warm = {m.id: m for m in store.warm.rows(store.tenant, agent=None, now=store.now) if m.text}
    excess = len(warm) - store.settings.quota
    if excess <= 0:
        return ()
    ranked = sorted(
        (standing(m, store.now) for m in warm.values()),
        key=lambda c: (warm[c.id].pinned, c.id in fresh, c.key),
    )
    reasons = {
        c.id: f"over the quota of {store.settings.quota}, and it stood lowest ({say_terms(c.terms, ' × ')})"
        + (f"; next would be {shown(ranked[n + 1].id)}" if n + 1 < len(ranked) else "")
        for n, c in enumerate(ranked[:excess])
    }
    return to_cold(store, [warm[id] for id in reasons], reasons)


def archive(store: Core, older_than: float | None = None) -> list[Gone]:
    """Archive the unpinned turns and replies that nobody has used for so many seconds."""
    age = store.settings.archive_after if older_than is None else number("older_than", older_than, 0)
    rows = store.warm.rows(store.tenant, kinds=AGED, agent=None, now=store.now)
    old = [m for m in rows if m.text and not m.pinned and store.now - _used(m) >= age]
    days = f"not used for {age / DAY:.3g} days"
    return list(to_cold(store, old, {m.id: days for m in old}))


def to_cold(store: Core, memories: Sequence[Memory], reasons: Mapping[str, str]) -> tuple[Gone, ...]:
    """Take the bodies out of the warm tier, once the cold one is known to have them.

    What somebody has written or erased since they were read stays as that one left it.
    """
    if not memories:
        return ()
    versions = {m.id: m.version for m in memories}
    left = set(store.warm.demote(store.tenant, store.in_cold(memories), expected=versions))
    memories = [m for m in memories if m.id in left]
    for memory in memories:
        store.drop_hot(memory.id)
        store.move(memory.id, "warm", "cold", reasons[memory.id], memory.seq)
    return tuple(Gone(m.id, reasons[m.id]) for m in memories)


def sweep(store: Core, force: bool = False) -> Sweep:
    """Look after what has expired, grade by grade; refuses to take too much away unless forced.

    At most `largest_drop` of the live memories, but one always, may leave the warm tier in one sweep.
    """
    rows = list(store.warm.rows(store.tenant, statuses=("live", "expired"), agent=None, now=None))
    due = [(m, *_grade(m, store)) for m in rows if m.expired(store.now)]
    due = [(m, what, why) for m, what, why in due if m.status == "live" or what == "erased"]
    due += _parts(store, [m.id for m, what, _ in due if what == "erased"])
    everything = tuple(Gone(m.id, why) for m, _, why in due)
    archived, erased, kept = (_of(due, what) for what in ("archived", "erased", "kept"))
    told = Sweep(everything, archived, erased, kept)
    leaving = len(told.archived) + len(told.erased)
    allowed = max(1, int(store.settings.largest_drop * len(rows)))
    if leaving > allowed and not force:
        why = f"{leaving} of {len(rows)} would leave the warm tier, allowed are {allowed}"
        return replace(told, refused=f"{why}: look at the lists, then sweep(force=True)")
    _carry_out(store, due)
    return told


def _of(due: list[tuple[Memory, str, str]], outcome: str) -> tuple[Gone, ...]:
    return tuple(Gone(m.id, why) for m, what, why in due if what == outcome)


def _grade(memory: Memory, store: Core) -> tuple[str, str]:
    settings, importance = store.settings, f"importance {memory.importance:g}"
    if memory.pinned:
        return "kept", "expired; pinned: stays for analysis"
    if memory.importance >= settings.keep_grade:
        return "kept", f"expired; {importance}, at least {settings.keep_grade:g}: stays for analysis"
    past = store.now - (memory.expires_at or 0.0)
    if memory.importance < settings.drop_grade and past >= settings.drop_after:
        return "erased", f"expired {past / DAY:.3g} days ago; {importance}, below {settings.drop_grade:g}"
    return "archived", f"expired; {importance}"


def _parts(store: Core, ids: list[str]) -> list[tuple[Memory, str, str]]:
    """What was merged into memories that are to be erased: it goes with them."""
    into = merging.parts(store, ids)
    parts = store.warm.get_many(store.tenant, list(into))
    return [
        (parts[id], "erased", f"merged into {shown(whole)}, which is erased") for id, whole in into.items()
    ]


def _used(memory: Memory) -> float:
    return memory.at if memory.last_access is None else memory.last_access


def _carry_out(store: Core, due: list[tuple[Memory, str, str]]) -> None:
    erased = [m.id for m, what, _ in due if what == "erased"]
    marked = [store.whole(m) for m, what, _ in due if what != "erased"]
    new = [m.with_(status="expired", until=m.expires_at, version=m.version + 1) for m in marked]
    if new:
        store.write(new, {m.id: m for m in marked})
    reasons = {m.id: why for m, what, why in due if what == "archived"}
    to_cold(store, [m for m in new if m.id in reasons], reasons)
    if erased:
        store.erase(erased, "its grade: expired long ago and of little importance")
