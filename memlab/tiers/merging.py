"""Merging: one memory of several, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, Any

from memlab.checks import shown
from memlab.tiers.door import said
from memlab.tiers.errors import Corrupt, StoreError
from memlab.tiers.gate import Gate
from memlab.tiers.memory import Memory
from memlab.tiers.receipts import Receipt
from memlab.tiers.same import contradiction

if TYPE_CHECKING:
    from memlab.tiers.core import Core


def merge(store: Core, gate: Gate, ids: tuple[str, ...], text: str | None) -> Receipt:
    """Admit one memory in place of several; `MemoryStore.merge` says what is refused."""
    sources = sorted((store.must(id) for id in ids), key=lambda m: (m.at, m.seq))
    _check(sources)
    return gate.merge(united(sources, None if text is None else said(text)), sources)


def united(sources: list[Memory], text: str | None) -> Memory:
    """What a merged memory says and bears: the newest's text, the greatest importance, everybody's metadata.

    One text and never several put together: what is merged often would grow without end.
    """
    newest = sources[-1]
    metadata: dict[str, Any] = {}
    for memory in sources:
        metadata.update(memory.metadata)
    ends = [m.expires_at for m in sources]
    return newest.with_(
        id="",
        text=newest.text if text is None else text,
        importance=max(m.importance for m in sources),
        confidence=max(m.confidence for m in sources),
        pinned=any(m.pinned for m in sources),
        secret=any(m.secret for m in sources),
        expires_at=None if None in ends else max(e for e in ends if e is not None),
        metadata=metadata,
        replaces=(),
        provenance=tuple(m.id for m in sources),
        version=1,
        seq=0,
        last_access=None,
        access_count=sum(m.access_count for m in sources),
    )


def parts(store: Core, ids: Iterable[str]) -> dict[str, str]:
    """What went into some memories, and into those: id -> the one that it lives on in, and in no other."""
    found: dict[str, str] = {}
    wholes = list(ids)
    while wholes:
        made = _those(store, wholes).values()
        named = {part: whole.id for whole in made for part in whole.provenance if part not in found}
        there = _those(store, list(named))
        wholes = [id for id, m in there.items() if m.status == "merged" and store.twin_of(id) == named[id]]
        found |= {id: named[id] for id in wholes}
    return found


def _those(store: Core, ids: list[str]) -> dict[str, Memory]:
    """The memories of some ids, of one whose row is damaged what the cold tier has."""
    try:
        return store.warm.get_many(store.tenant, ids)
    except Corrupt:
        return {id: memory for id in ids if (memory := _readable(store, id)) is not None}


def _readable(store: Core, id: str) -> Memory | None:
    with suppress(StoreError):
        return store.newest(id)
    return None


def _check(sources: list[Memory]) -> None:
    if len(sources) < 2:
        raise ValueError(f"ids: {[m.id for m in sources]}, allowed are two or more: name what is to be one")
    for memory in sources:
        if memory.status != "live":
            raise ValueError(
                f"ids: {shown(memory.id)} is {memory.status}, allowed are live memories: leave it out"
            )
    if len({memory.agent for memory in sources}) > 1:
        raise ValueError("ids: some are private and some are not, allowed is one area: share() them first")
    for a, b in combinations(sources, 2):
        if why := contradiction(a.text, b.text):
            mend = f"let the newer one take the other's place, add(…, replaces=({a.id!r},))"
            raise ValueError(f"ids: {shown(a.id)} and {shown(b.id)} contradict each other, {why}: {mend}")
