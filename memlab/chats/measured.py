"""How good the rule of `references` is, against what people marked in annotated conversations.

LoCoMo: each question is put behind its conversation as one more message; its evidence is what it needs.
CrossWOZ: two messages belong together if both name the same annotated value (a place, a phone, a price); a
message needs the earlier ones but the one just before.

    memlab eval references locomo.json
    memlab eval references crosswoz.json
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memlab.chats.references import Heard, Rarity, needs, terms_of
from memlab.replay.access import TraceError
from memlab.replay.locomo import read_locomo
from memlab.replay.sources import loaded

SHORTEST = 3  # characters of an annotated value that is looked for
Pair = tuple[tuple[int, ...], set[int]]  # what the rule finds that a message needs, and what is annotated


@dataclass(frozen=True)
class Measured:
    """Counts over all messages that need something, as annotated, and over all needs that the rule sees."""

    dataset: str
    needing: int  # messages that need an earlier one, as annotated
    found: int  # of these those for which the rule finds one that is annotated
    pairs: int  # needs that the rule sees
    right: int  # of these those that are annotated

    @property
    def recall(self) -> float:
        """Of the messages that need something those for which it is found."""
        return self.found / self.needing if self.needing else 0.0

    @property
    def precision(self) -> float:
        """Of the needs that the rule sees the annotated ones."""
        return self.right / self.pairs if self.pairs else 0.0


def measure(source: Any) -> Measured:
    """The rule against LoCoMo's or CrossWOZ's annotations, from a path or what the file holds.

    TraceError for what is neither, OSError for a file that cannot be read.

    >>> said = [{"speaker": "Ann", "dia_id": f"D1:{n}", "text": text} for n, text in enumerate(
    ...     ["My beekeeping course in Bergen starts.", "Nice.", "Tea?"], start=1)]
    >>> qa = [{"question": "Where is the beekeeping course, in Bergen?", "evidence": ["D1:1"]}]
    >>> measure([{"sample_id": "bees", "conversation": {"session_1": said}, "qa": qa}])
    Measured(dataset='locomo', needing=1, found=1, pairs=1, right=1)
    """
    data = source if isinstance(source, (list, Mapping)) else loaded(source)
    first = next(iter(data.values() if isinstance(data, Mapping) else data), None)
    if isinstance(first, Mapping) and "dialog_act" in str(first.get("messages"))[:10_000]:
        return _counted("crosswoz", _crosswoz(data))
    if isinstance(first, Mapping) and "conversation" in first:
        return _counted("locomo", _locomo(data))
    raise TraceError("this is neither LoCoMo's nor CrossWOZ's JSON: pass one of the data sets' own files")


def _counted(dataset: str, pairs: Iterable[Pair]) -> Measured:
    needing = found = seen = right = 0
    for used, annotated in pairs:
        needing += bool(annotated)
        found += bool(annotated.intersection(used))
        seen += len(used)
        right += len(annotated.intersection(used))
    return Measured(dataset, needing, found, seen, right)


def _locomo(data: Any) -> Iterator[Pair]:
    conversations = read_locomo(data)
    spoken = [[terms_of(f"{t.speaker}: {t.text}") for t in c.turns] for c in conversations]
    rarity = _rarity(spoken)
    for conversation, turns in zip(conversations, spoken, strict=True):
        heard = Heard(rarity)
        for terms in (*turns, frozenset[str]()):  # the question is no answer to the last turn
            heard.add(terms)
        places = {turn.id: n for n, turn in enumerate(conversation.turns, start=1)}
        for question in conversation.questions:
            if question.evidence:
                yield heard.needed(terms_of(question.text)), {places[id] for id in question.evidence}


def _crosswoz(data: Any) -> Iterator[Pair]:
    dialogues = [d["messages"] for d in (data.values() if isinstance(data, Mapping) else data)]
    said = [[str(m.get("content", "")) for m in messages] for messages in dialogues]
    spoken = [[terms_of(text) for text in texts] for texts in said]
    rarity = _rarity(spoken)
    for messages, texts, terms in zip(dialogues, said, spoken, strict=True):
        acts = (act for m in messages for act in m.get("dialog_act") or ())
        values = {act[3] for act in acts if len(act) == 4 and len(act[3]) >= SHORTEST} - {"none"}
        named = [{value for value in values if value in text} for text in texts]
        for n, used in enumerate(needs(terms, rarity)):
            yield used, {i + 1 for i in range(n - 1) if named[i] & named[n]}


def _rarity(spoken: Sequence[Sequence[Iterable[str]]]) -> Rarity:
    rarity = Rarity()
    for messages in spoken:
        for terms in messages:
            rarity.add(terms)
    return rarity
