"""What the user has said of themselves over all conversations: facts, and values that contradict each other.

Exports are often newest first, and a fact is judged in the order of time: so the statements are gathered
first, and heard once all are known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from memlab.chats.conversation import Conversation, Message
from memlab.chats.privacy import mask, mask_value
from memlab.chats.report import ConflictReport, FactReport
from memlab.facts import Candidate, Decision, Fact, FactBook, Settings, Turn, read

MOST_STATEMENTS = 20_000  # messages with facts that are heard
HEAD = 2_000  # characters at either end of a message that are read for facts; between lies what was pasted
QUESTION = 400  # characters at the end of the assistant's message, where it may have asked
TEXT = 200  # characters of a statement that are kept
TICK = 1e-3  # seconds between two statements of the same time
Keys = frozenset[str]


@dataclass(frozen=True)
class Statement:
    """A message in which facts were read; `conversation` counts from 0 in the order of the source."""

    at: float
    conversation: int
    turn: int
    text: str
    candidates: tuple[Candidate, ...]


class FactFinder:
    """Reads the user's messages for facts, one conversation after the other."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.left_out = 0  # messages with facts beyond MOST_STATEMENTS
        self.keys: dict[tuple[int, int], Keys] = {}  # (conversation, turn) -> the keys that it speaks of

    def take(self, number: int, conversation: Conversation, times: Sequence[float]) -> None:
        """Keep what the conversation states. Linear, some 200 kB of the user's words a second."""
        asked = ""
        said: deque[Turn] = deque(maxlen=2)
        for turn, (message, at) in enumerate(zip(conversation.messages, times, strict=True), start=1):
            if message.role != "user" or message.hidden:
                asked = message.text[-QUESTION:] if message.role == "assistant" else asked
                continue
            found = _read(message, asked, said)
            asked = ""
            if found:
                said.append(Turn(message.text[:TEXT], candidates=found))
                self._keep(Statement(at, number, turn, message.text[:TEXT], found))

    def _keep(self, statement: Statement) -> None:
        if len(self.statements) >= MOST_STATEMENTS:
            self.left_out += 1
            return
        self.statements.append(statement)
        keys = frozenset(f"fact:{c.entity}/{c.attribute}" for c in statement.candidates)
        self.keys[statement.conversation, statement.turn] = keys


def _read(message: Message, asked: str, said: Sequence[Turn]) -> tuple[Candidate, ...]:
    text = message.text
    parts = [text] if len(text) <= 2 * HEAD else [text[:HEAD], text[-HEAD:]]
    context = [*said, *([Turn(asked, "assistant")] if asked else [])]
    return tuple(c for part in parts for c in read(part, context=context) if c.is_fact)


class FactsTold:
    """The statements heard in the order of time. `numbers` gives each conversation's number in the report.

    Texts are masked unless `reveal`. O(statements log statements).
    """

    def __init__(self, finder: FactFinder, numbers: Mapping[int, int], reveal: bool) -> None:
        self._reveal = reveal
        self._numbers = numbers
        self._candidates: tuple[Candidate, ...] = ()
        self._times: dict[str, float] = {}
        self.book = FactBook("you", settings=Settings(context=0), extractor=lambda *_: self._candidates)
        self._hear(finder.statements)
        own = [f for f in self.book.history("name", "user") if f.polarity]
        self.names = tuple(sorted({name for f in own for name in (f.value, *f.wordings)}))

    def _hear(self, statements: Sequence[Statement]) -> None:
        last = float("-inf")
        for s in sorted(statements, key=lambda s: (s.at, self._numbers[s.conversation], s.turn)):
            last = max(s.at, last + TICK)
            self._candidates = s.candidates
            source = f"{self._numbers[s.conversation]}:{s.turn}"
            self._times[source] = s.at
            self.book.hear(s.text, at=last, source=source)

    def facts(self) -> list[FactReport]:
        """What is in force, of everybody, in the order of time."""
        entities = {f.entity for f in self.book.facts()} | set(self.book.entities())
        found = {f.version: f for entity in entities for f in self.book.facts(entity)}
        return [self._told(f) for _, f in sorted(found.items(), key=lambda pair: (pair[1].at, pair[0]))]

    def conflicts(self) -> list[ConflictReport]:
        """Updates and contradictions, each pair of values once, in the order of time."""
        found: dict[tuple, ConflictReport] = {}
        for conflict, values in self._conflicts():
            known = found.get(values, conflict)
            found[values] = replace(known, times=known.times + (values in found))
        return list(found.values())

    def _conflicts(self) -> Iterator[tuple[ConflictReport, tuple]]:
        for decision in self.book.decisions:
            new = decision.fact
            if decision.kind not in ("update", "contradiction") or new is None:
                continue
            for old in (f for f in decision.reaching if f.status == "active"):
                if (old.value, old.polarity) != (new.value, new.polarity):
                    values = (old.value, old.polarity, new.value, new.polarity)
                    yield self._conflict(decision, old, new), (*new.key, decision.kind, *values)

    def _conflict(self, decision: Decision, old: Fact, new: Fact) -> ConflictReport:
        counted, other = (new, old) if decision.kind == "update" else (old, new)
        return ConflictReport(
            self._key(new), decision.kind, self._told(counted), self._told(other), _why(decision)
        )

    def _told(self, fact: Fact) -> FactReport:
        conversation, turn = map(int, fact.source.split(":"))
        value = " ".join(fact.value.split())
        value = value if self._reveal else mask_value(fact.attribute, value, self.names)
        value = value if fact.polarity else f"not {value}"
        at = self._times.get(fact.source)
        return FactReport(self._key(fact), value, at, conversation, turn, fact.times, fact.confidence)

    def _key(self, fact: Fact) -> str:
        if fact.entity == "user":
            return fact.attribute
        entity = fact.entity if self._reveal else mask(fact.entity, self.names)
        return f"{entity}: {fact.attribute}"


def _why(decision: Decision) -> str:
    """In words without a value, which would have to be masked."""
    if decision.kind == "update":
        return "the newer statement says that it has changed"
    if "safety" in decision.reason:
        return "a safety fact ends only when somebody confirms it"
    return "nothing says that it has changed: the older value stays until somebody confirms the newer"
