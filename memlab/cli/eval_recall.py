"""`memlab eval locomo`: how much of a question's evidence recall finds among the first k turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memlab.replay.locomo import Conversation
    from memlab.tiers.store import MemoryStore

DEPTHS = (5, 10, 25, 50)


def evidence_recall(conversations: Sequence[Conversation], progress: bool = False) -> dict[str, float]:
    """Depth -> mean over the questions with evidence of the share of it among the first so many turns.

    The unit is a turn, each conversation a store of its own at the end of the conversation, asked with
    default weights: no model, no network.
    """
    from tqdm import tqdm

    shares: list[list[float]] = []
    for conversation in tqdm(conversations, disable=not progress, desc="recall"):
        with closing(stored(conversation)) as store:
            shares += [_shares(store, q.text, q.evidence) for q in conversation.questions if q.evidence]
    return {str(depth): sum(s[n] for s in shares) / (len(shares) or 1) for n, depth in enumerate(DEPTHS)}


def stored(conversation: Conversation) -> MemoryStore:
    """A temporary store that holds the turns, its clock standing at the last of them."""
    from memlab.tiers.store import MemoryStore

    now = max((turn.time for turn in conversation.turns), default=0.0)
    store = MemoryStore("locomo", clock=lambda: now)
    store.add_many(rows(conversation))
    return store


def rows(conversation: Conversation) -> Iterable[dict[str, Any]]:
    """The turns as `add_many` takes them."""
    place: Counter[int] = Counter()
    for turn in conversation.turns:
        place[turn.session] += 1
        yield {
            "id": turn.id,
            "text": turn.text,
            "kind": "turn",
            "session": f"session {turn.session}",
            "place": place[turn.session],
            "speaker": turn.speaker,
            "at": turn.time,
        }


def _shares(store: MemoryStore, question: str, evidence: Sequence[str]) -> list[float]:
    found = [hit.memory.id for hit in store.recall(question, max(DEPTHS))]
    return [len(set(evidence) & set(found[:depth])) / len(evidence) for depth in DEPTHS]


def lines(recall: dict[str, float]) -> list[str]:
    """The table."""
    from memlab.cli import table

    return [
        "Evidence that recall finds among the first turns",
        *table.lines(["", *(f"first {k}" for k in recall)], [["recall", *map(table.ratio, recall.values())]]),
    ]
