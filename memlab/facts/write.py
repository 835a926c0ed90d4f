"""Write: one line of the book's log, and when two spellings in it mean the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from memlab.facts.candidate import Candidate
from memlab.facts.canonical import Form, form, same
from memlab.facts.fact import Fact
from memlab.facts.rules import DAY, Rule, Rules
from memlab.facts.sentences import sentences
from memlab.facts.text import Folded, fold

FAVOURITE = "favourite_"
QUOTED = 60  # characters of a sentence that a reason quotes
NEAR = 15  # characters within which a cut looks for a blank
END_MARKS = " .!?…。！？;；,，、"
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


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence that [start, end) lies in, without its end mark; of a long one what is around that.

    The word that decides ("now", 不 … 了) may stand outside the clause. O(length of the clause).

    >>> sentence_around("Hello! I live in Rome now. You?", 7, 21)
    'I live in Rome now'
    """
    first, total = max(start - QUOTED, 0), max(QUOTED, end - start)
    found = sentences(Folded("", "", text[first : end + QUOTED]))
    low = min(next((first + s.start for s in found if first + s.end > start), start), start)
    high = max(next((first + s.end for s in found if first + s.end >= end), end), end)
    left = max(low, min(start - (total - (end - start)) // 2, high - total))
    right = min(left + total, high)
    ahead = text[left:start] if left == low else _cut_ahead(text[left - 1 : start])
    behind = text[end:right].rstrip(END_MARKS) if right == high else _cut_behind(text[end : right + 1])
    said = text[start:end].rstrip(END_MARKS) if not behind else text[start:end]
    return " ".join(f"{ahead}{said}{behind}".split())


def _cut_ahead(text: str) -> str:
    """The words before a clause, without the first character and the word that it cuts."""
    blank = text.find(" ", 0, NEAR)
    return f"…{text[max(blank + 1, 1) :]}"


def _cut_behind(text: str) -> str:
    """The words behind a clause, without the last character and the word that it cuts."""
    blank = text.rfind(" ", max(len(text) - NEAR, 0))
    return f"{text[: blank if blank >= 0 else -1]}…"


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
        """The sentence that said it, or the value where it was not said."""
        start, end = self.candidate.clause
        said = sentence_around(self.text, start, end) if self.text[start:end].strip() else ""
        return said or self.candidate.value or self.candidate.attribute

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
