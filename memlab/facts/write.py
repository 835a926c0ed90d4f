"""Write: one line of the book's log, and when two spellings in it mean the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from memlab.facts.candidate import Candidate
from memlab.facts.canonical import Form, form, same
from memlab.facts.fact import Fact
from memlab.facts.rules import DAY, Rule, Rules
from memlab.facts.text import fold

FAVOURITE = "favourite_"
_FAVOURITE_RULE = Rule("favourite", taste=True)


def alike(one: str, other: str, kind: str) -> bool:
    """Whether two spellings name the same value of that form."""
    return one == other or same(form(one, kind), form(other, kind))


def forms_of(write: Write, kind: str) -> list[Form]:
    """The forms of the values that a write names."""
    named = (write.candidate.value, write.candidate.replaces)
    return [form(value, kind) for value in named if value]


def rule_of(rules: Rules, attribute: str) -> Rule | None:
    """The rule of an attribute; favourite_<anything> is by the one of favourites. None: there is none."""
    if attribute.startswith(FAVOURITE) and attribute != FAVOURITE and attribute not in rules:
        return rules.get("favourite", _FAVOURITE_RULE)
    return rules.get(attribute)


@lru_cache(maxsize=1 << 14)
def entity_key(name: str) -> str:
    """One key for the spellings of an entity: width, case and spaces make no difference.

    >>> entity_key("Project Ａ") == entity_key("project a")
    True
    """
    return "".join(fold(name).text.casefold().split())


@dataclass(frozen=True)
class Write:
    """A line of the log. `what` is "said", or a command: "confirm", "reject", "withdrawn", "rollback".

    `version` numbers it. `turn` is the number of the turn or command it belongs to, in the order in which
    they came in, `place` where in that turn it stands; with `at` they put the writes of a variable in order.
    `target` is the version that a command is about. `via` names the path it came by.
    """

    version: int
    at: float
    turn: int
    place: tuple[int, int]
    candidate: Candidate
    tenant: str = ""
    text: str = ""
    source: str = ""
    what: str = "said"
    via: str = "hear"
    target: int = 0

    @property
    def order(self) -> tuple[float, int, tuple[int, int]]:
        """By time, then as it came in, then as it stands in the turn."""
        return self.at, self.turn, self.place

    @property
    def wide(self) -> bool:
        """Whether it is about every value of its attribute ("forget my address")."""
        return self.what == "said" and (self.candidate.forgets or not self.candidate.value)

    @property
    def words(self) -> str:
        """The words that said it, or the value where it was not said."""
        start, end = self.candidate.clause
        return " ".join(self.text[start:end].split()) or self.candidate.value or self.candidate.attribute

    def fact(self, rule: Rule, status: str, reason: str) -> Fact:
        """The fact that it states."""
        c = self.candidate
        ends = None if rule.expires is None else self.at + rule.expires * DAY
        return Fact(
            self.tenant, c.entity, c.attribute, c.value, self.version, self.at, self.text, self.source,
            c.person, c.polarity, status, c.confidence, self.at, expires_at=ends, reason=reason,
        )  # fmt: skip


def changed(fact: Fact, **fields: object) -> Fact:
    """`dataclasses.replace`, several times as fast: facts are changed at every turn."""
    new = object.__new__(Fact)
    new.__dict__.update(fact.__dict__)
    new.__dict__.update(fields)
    return new
