"""Why: where a memory is and which rule or score put it there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from memlab.bank import Explanation
from memlab.bank.log import Candidate, judged, say_terms
from memlab.checks import shown
from memlab.tiers.errors import Forgotten
from memlab.tiers.keeping import standing
from memlab.tiers.memory import Memory

if TYPE_CHECKING:
    from memlab.tiers.store import MemoryStore


def explained(store: MemoryStore, id: str) -> Explanation:
    """hot, warm, evicted (from hot), archived, expired, superseded, merged, pending, forgotten or unknown.

    Where a score decided, the terms multiply to it, and the competitor is the one that would have gone next.
    """
    try:
        memory = store.newest(id)
    except Forgotten:
        return Explanation(
            id, "forgotten", f"{shown(id)} was erased; its tombstone keeps it from coming back"
        )
    if memory is None or not store.sees(memory):
        twin = store.twin_of(id)
        if twin is not None:
            return Explanation(id, "merged", f"not stored: {shown(twin)} says the same", competitor=twin)
        return Explanation(id, "unknown", f"{shown(id)} is no memory of {shown(store.tenant)}")
    if memory.expired(store.now) or memory.status == "expired":
        return Explanation(id, "expired", f"its time ran out at {_time(memory.expires_at)}")
    if memory.status != "live":
        return _retired(store, memory)
    return _live(store, memory)


def _retired(store: MemoryStore, memory: Memory) -> Explanation:
    if memory.status == "merged":
        into = store.twin_of(memory.id)
        return Explanation(memory.id, "merged", f"went into {shown(into)}", competitor=into)
    if memory.status == "superseded":
        by = next((m.id for m in reversed(store.items()) if memory.id in m.replaces), None)
        who = f"{shown(by)} took its place" if by else "what took its place is gone; restore() brings it back"
        return Explanation(memory.id, "superseded", f"{who}, {_time(memory.until)}", competitor=by)
    return Explanation(memory.id, memory.status, "it contradicts what is live, and waits to be settled")


def _live(store: MemoryStore, memory: Memory) -> Explanation:
    me = standing(memory, store.now)
    archived = store.warm.pointer(store.tenant, memory.id) is not None
    if not archived:
        hot = _hot(store, memory.id)
        if hot is not None and hot.status == "kept":
            return replace(hot, status="hot", text=f"hot: {hot.text}")
        if hot is not None and hot.status == "evicted":
            return replace(hot, text=f"in the warm tier; {hot.text}")
    move = next(
        (m for m in reversed(store.moves) if m.id == memory.id and m.target == "cold" and m.source), None
    )
    reason = move.why if move else f"stands at {say_terms(me.terms, ' × ')}"
    status = "archived" if archived else "warm"
    return judged(memory.id, status, f"{status}: {reason}", me, _next(store, memory), "product")


def _hot(store: MemoryStore, id: str) -> Explanation | None:
    """What the hot tier says, if it can be reached."""
    with suppress(Exception):
        return store.hot.why(id)
    return None


def _next(store: MemoryStore, memory: Memory) -> Candidate | None:
    """Of the others in the warm tier the one that stands lowest: it would go next."""
    rows = store.warm.rows(store.tenant, agent=store.agent, now=store.now)
    others = [standing(m, store.now) for m in rows if m.text and m.id != memory.id]
    return min(others, key=lambda c: c.key, default=None)


def _time(at: float | None) -> str:
    if at is None:
        return "some time"
    try:
        return datetime.fromtimestamp(at, timezone.utc).isoformat(sep=" ")
    except (OverflowError, ValueError, OSError):
        return f"second {at:g}"
