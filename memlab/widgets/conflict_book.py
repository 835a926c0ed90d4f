"""What the conflict explorer knows: a book that has heard the conversation and what a reader did to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from memlab.facts import Candidate, Decision, Fact, FactBook, Rules, Turn, read
from memlab.view.facts_story import told
from memlab.widgets.conflict_talks import heard

START, PACE = 1_735_689_600.0, 60.0  # the year 2025 begins; a turn a minute
LATER = {"a month from now": 30 * 86_400.0, "a year from now": 365 * 86_400.0}
BEFORE, NOW = "before turn 1: nothing yet", "now"


@dataclass(frozen=True)
class Verdict:
    """What a reader decided about something pending: it holds as long as the conversation says so."""

    entity: str
    attribute: str
    value: str
    polarity: bool
    confirmed: bool

    @classmethod
    def on(cls, fact: Fact, confirmed: bool) -> Verdict:
        """A verdict on a pending fact."""
        return cls(fact.entity, fact.attribute, fact.value, fact.polarity, confirmed)

    def meets(self, fact: Fact) -> bool:
        """Whether it is about this fact."""
        return Verdict.on(fact, self.confirmed) == self


@lru_cache(4096)
def _read_before(rules: Rules, text: str, role: str, at: float, context: tuple[Turn, ...]) -> list[Candidate]:
    return read(text, role, at, context, rules)


def _read_once(rules: Rules, text: str, role: str, at: float, context: Sequence[Turn]) -> list[Candidate]:
    """Read a turn, unless it was read with the same turns before it: an edit leaves most as they were."""
    return _read_before(rules, text, role, at, tuple(context))


class Hearing:
    """A conversation heard by a new book, then the verdicts, then a rollback to `version` if it is older.

    >>> from memlab.facts import RULES
    >>> Hearing("I live in Beijing.\\nI have just moved to Shanghai.", RULES).book.values("city")
    ['Shanghai']
    """

    def __init__(
        self, talk: str, rules: Rules, verdicts: Iterable[Verdict] = (), version: int | None = None
    ) -> None:
        self.turns, self.told = heard(talk)
        reader = partial(_read_once, rules)
        self.book = FactBook("learner", rules=rules, extractor=reader, clock=lambda: self.end)
        self.said = [self.book.hear(text, self.at(n), role) for n, (role, text) in enumerate(self.turns)]
        self.after = [made for verdict in verdicts for made in self._judge(verdict)]
        self.latest = self.book.version
        self.rolled_back, self._version = version is not None and version < self.latest, version
        if version is not None and self.rolled_back:
            self.book.rollback(version)

    def at(self, turn: int) -> float:
        """When a turn, counted from 0, was said."""
        return START + PACE * turn

    @property
    def end(self) -> float:
        """A moment after the last turn."""
        return self.at(len(self.turns))

    def _judge(self, verdict: Verdict) -> list[Decision]:
        waits = [fact for fact in self.book.pending() if verdict.meets(fact)]
        judge = self.book.confirm if verdict.confirmed else self.book.reject
        return [judge(fact) for fact in waits[:1]]

    @property
    def decisions(self) -> list[Decision]:
        """Every decision: the turns', then the reader's."""
        return [decision for made in [*self.said, self.after] for decision in made]

    @property
    def version(self) -> int | None:
        """The version that the book was rolled back to, if it was."""
        return self._version if self.rolled_back else None

    @property
    def turn_numbers(self) -> list[int]:
        """The turn of each decision of a turn, from 1."""
        return [n for n, made in enumerate(self.said, start=1) for _ in made]

    @property
    def moments(self) -> list[tuple[str, float]]:
        """What can be looked at: after each turn, now, and later, when some facts have expired."""
        turns = [(f"turn {n + 1}", self.at(n)) for n in range(len(self.turns))]
        later = [(name, self.end + time) for name, time in LATER.items()]
        return [(BEFORE, self.at(-1)), *turns, (NOW, self.end), *later]

    def expired(self, at: float) -> list[Fact]:
        """What is in force now and is not any more by then."""
        known = (fact for fact in told(self.book) if fact.status == "active")
        return [fact for fact in known if fact.expires_at is not None and fact.expires_at <= at]

    @property
    def liveliest(self) -> tuple[str, str] | None:
        """The variable with the most to tell: something pending, or else the most versions."""
        facts = told(self.book)
        counts = Counter((fact.entity, fact.attribute) for fact in facts)
        for fact in facts:
            counts[fact.entity, fact.attribute] += 1000 * (fact.status == "pending")
        return max(counts, key=counts.__getitem__, default=None)

    @property
    def variables(self) -> Sequence[tuple[str, str]]:
        """(entity, attribute) of everything that was ever told, in the order of its first telling."""
        return list(dict.fromkeys((fact.entity, fact.attribute) for fact in told(self.book)))
