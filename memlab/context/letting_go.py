"""let_go: what recall is not to find any more, once the user corrected it or wants it forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memlab.facts.erasing import mentions
from memlab.facts.fact import Decision
from memlab.tiers.layers.turns import spent, taken_back

if TYPE_CHECKING:
    from memlab.context.manager import MemoryManager


def let_go(manager: MemoryManager, decided: Sequence[Decision], source: str = "") -> None:
    """Supersede what these decisions ended; `source` is the turn that they were made of.

    Of a correction: the turns that said nothing else. Of what is to be forgotten: all turns that told it, the
    replies that name it, and the turn that asked for it. A summary of theirs is made anew.
    """
    book, store = manager.facts.book, manager.store
    corrected = [id for id in spent(decided, book) if id != source]
    over = [*corrected, *taken_back(decided, book, source), *_replies(manager, decided)]
    for id in dict.fromkeys(over):
        if id in store:
            if store.get(id).status != "superseded":  # not once more by who finishes what was cut off
                store.update(id, status="superseded")
            manager.sessions.superseded(store.get(id))


def _replies(manager: MemoryManager, decided: Sequence[Decision]) -> list[str]:
    """The replies that name a value which is to be forgotten."""
    values = {f.value for d in decided if d.candidate and d.candidate.forgets for f in d.reaching if f.value}
    if not values:
        return []
    named = mentions(values)
    return [memory.id for memory in manager.store.items(kinds=("reply",)) if named(memory.text)]
