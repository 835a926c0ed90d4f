"""How important is what was said? Article 2's grades, and a number that a bank can order by.

A turn's worth for each of its tokens is a sum over a table of cues (`rating.CUES`): 1 is the average of the
conversations that the weights were fitted on. Worth × tokens is how often the turn is expected to be asked
for, and the importance is the chance that it is asked for at all. An instruction, an error, business data and
a conclusion have at least the importance of their grade.

What it does *not* do: it knows nothing of what words mean beyond its lists, and nothing of other languages
than English and Chinese.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memlab import checks, tokens
from memlab.bank.log import say
from memlab.bank.rating import FITTED, Measures, Reading, Table, grade_of
from memlab.bank.scoring import IMPORTANCE

USES = 0.01  # how often a token of average worth is expected to be asked for
MOST = 0.99  # chance that a turn is asked for, however long it is
LEAST = 0.02  # worth of a token, however much of it is chatter
FLOORS = ("instruction", "error", "business", "finding")


@dataclass(frozen=True)
class Rating:
    """A grade of `IMPORTANCE`, an importance from 0 to 1, and what each cue gave to the worth of a token."""

    grade: str
    importance: float
    terms: Mapping[str, float] = field(default_factory=dict)
    tokens: int = 0

    @property
    def worth(self) -> float:
        """Of a token: the sum of the terms, at least LEAST; 1 is average."""
        return worth_of(self.terms)

    @property
    def text(self) -> str:
        """The rating in words, the strongest cues first."""
        ranked = sorted(self.terms.items(), key=lambda term: -abs(term[1]))[:6]
        told = ", ".join(f"{name} {'+' if value > 0 else '−'}{say(abs(value))}" for name, value in ranked)
        return f"{self.grade}, importance {say(self.importance)}: worth {say(self.worth)} a token ({told})"


def rate(text: str, role: str = "user", *, before: Iterable[str | tuple[str, str]] = ()) -> Rating:
    """Rate one turn, after the turns `before` it: texts, or (role, text) pairs. O(characters).

    For a running conversation, keep a Rater. TypeError for what is no text.

    >>> rate("From now on, answer in English.").grade, rate("Hello!").grade
    ('instruction', 'smalltalk')
    >>> answer = rate("In Bergen, with my sister, last May.", before=["Where did you get married?"])
    >>> answer.importance > rate("Thanks, that is so kind of you!").importance
    True
    """
    if isinstance(before, str) or not isinstance(before, Iterable):
        raise TypeError(f"before: {checks.shown(before)}, allowed is an iterable of turns: pass a list")
    rater = Rater()
    for said in before:
        earlier, words = said if isinstance(said, tuple) and len(said) == 2 else ("user", said)
        rater.rate(words, earlier)
    return rater.rate(text, role)


class Rater:
    """Rates the turns of a conversation one by one; it knows what came before, and never what comes after.

    >>> rater = Rater()
    >>> first = rater.rate("I adopted a puppy called Biscuit yesterday!", "Ann")
    >>> second = rater.rate("Wow, where did you find Biscuit?", "Bo")
    >>> rater.revised.importance > first.importance  # a reply that takes it up
    True
    """

    def __init__(self, table: Table = FITTED) -> None:
        self._table = checks.kind("table", table, Table, "pass rating.FITTED, or what fitting.fit returns")
        self._measures = Measures()
        self._last: Rating | None = None
        self._revised: Rating | None = None

    def rate(self, text: str, role: str = "user", *, at: float | None = None) -> Rating:
        """Rate the next turn. `role` is user, assistant, tool, system or a speaker's name; `at` in seconds.

        An hour without a turn ends a session. TypeError or ValueError, and nothing is heard, for a bad
        argument.
        """
        checks.kind("text", text, str, "decode or format it first")
        checks.kind("role", role, str, "name the speaker")
        now = None if at is None else checks.number("at", at, -checks.HUGE, checks.HUGE)
        turn, size = Reading.of(text), tokens.count(text)
        measures, added = self._measures.hear(turn, role, now)
        self._revised = None if added is None else self._with(added)
        self._last = _rating(
            grade_of(turn, role), {"base": self._table.base, **self._weighed(measures)}, size
        )
        return self._last

    @property
    def revised(self) -> Rating | None:
        """The turn before the last one, now that its reply is known; None where a session has just begun."""
        return self._revised

    def _with(self, added: Mapping[str, float]) -> Rating:
        assert self._last is not None  # a reply has a turn before it
        return _rating(self._last.grade, {**self._last.terms, **self._weighed(added)}, self._last.tokens)

    def _weighed(self, measures: Mapping[str, float]) -> dict[str, float]:
        return {name: self._table.weights.get(name, 0.0) * measure for name, measure in measures.items()}


def _rating(grade: str, terms: dict[str, float], size: int) -> Rating:
    least = IMPORTANCE[grade] / 10 if grade in FLOORS else 0.0
    chance = min(MOST, -math.expm1(-USES * size * worth_of(terms)))
    return Rating(grade, max(chance, least), terms, size)


def worth_of(terms: Mapping[str, float]) -> float:
    """The sum of the terms, at least LEAST."""
    return max(LEAST, math.fsum(terms.values()))
