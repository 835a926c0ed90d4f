"""`memlab eval locomo`: how much of a question's evidence recall finds among the first k turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from memlab.replay.locomo import Conversation, Question
    from memlab.tiers.memory import Memory
    from memlab.tiers.store import MemoryStore

DEPTHS = (5, 10, 25, 50)
DEEPEST = 60  # what a context of a thousand tokens may take up


class Answered(NamedTuple):
    """A question and the turns recalled for it, the best first."""

    question: Question
    memories: tuple[Memory, ...]

    def share(self, turns: Iterable[Memory]) -> float:
        """The share of the question's evidence that is among some turns."""
        evidence = self.question.evidence
        return len({turn.id for turn in turns} & set(evidence)) / len(evidence)


def recalled(conversations: Sequence[Conversation], progress: bool = False) -> list[Answered]:
    """What recall finds for every question with evidence, the best turns first.

    The unit is a turn, each conversation a store of its own at the end of the conversation, asked with
    default weights: no model, no network.
    """
    from tqdm import tqdm

    found: list[Answered] = []
    for conversation in tqdm(conversations, disable=not progress, desc="recall"):
        with closing(stored(conversation)) as store:
            found += [
                Answered(question, store.recall(question.text, DEEPEST).memories)
                for question in conversation.questions
                if question.evidence
            ]
    return found


def report(found: Sequence[Answered]) -> dict[str, float]:
    """Depth -> mean over the questions of the share of their evidence among the first so many turns."""
    return {
        str(depth): sum(each.share(each.memories[:depth]) for each in found) / (len(found) or 1)
        for depth in DEPTHS
    }


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


def lines(recall: dict[str, float]) -> list[str]:
    """The table."""
    from memlab.cli import table

    return [
        "Evidence that recall finds among the first turns",
        *table.lines(["", *(f"first {k}" for k in recall)], [["recall", *map(table.ratio, recall.values())]]),
    ]
