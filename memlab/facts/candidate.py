"""Candidate: what a turn seems to say, before anybody decides whether the book takes it."""

from __future__ import annotations

from dataclasses import dataclass

from memlab import checks

USER = "user"
ROLES = (USER, "assistant", "system", "tool", "developer", "function")
TENSES = ("present", "past", "planned")
MOODS = ("stated", "hedged", "asked", "supposed", "wished", "quoted", "played", "recalled", "instructed")


@dataclass(frozen=True)
class Time:
    """When a statement holds: its tense, and the words that say when ("last month", 上周), if any."""

    tense: str = "present"
    words: str = ""


@dataclass(frozen=True)
class Candidate:
    """One definition that a text may contain: `entity`.`attribute` is (or is not) `value`.

    `entity` is "user", a thing ("project A", "order HS1") or another person ("sister", "Ann", 妈妈), which
    `person` tells apart. `polarity` is False for a negation. `change` marks words that announce a change or a
    correction ("moved", "actually", 改成); `ends` a negation that says that something was so ("no longer",
    不再). `value` "" with `ends` ends whatever value there is ("forget my address": `forgets`). `confidence`
    lies in [0, 1]. `span` is (start, end) of the value in the text as given, `clause` that of the whole
    definition. `mood` other than "stated" and "hedged" is no fact.
    """

    attribute: str
    value: str
    entity: str = USER
    person: bool = True
    polarity: bool = True
    time: Time = Time()
    confidence: float = 0.95
    span: tuple[int, int] = (0, 0)
    clause: tuple[int, int] = (0, 0)
    rule: str = ""
    mood: str = "stated"
    change: bool = False
    ends: bool = False
    forgets: bool = False
    replaces: str = ""  # the value that is named as the wrong or old one ("not X but Y", from X to Y)

    @property
    def is_fact(self) -> bool:
        """Whether it was stated, however cautiously: no question, wish, quotation or role."""
        return self.mood in ("stated", "hedged")


@dataclass(frozen=True)
class Turn:
    """An earlier turn as context: who spoke, what, and what was read out of it."""

    text: str
    role: str = USER
    at: float = 0.0
    candidates: tuple[Candidate, ...] = ()


def speaker(role: str) -> str:
    """`role` if it is one of ROLES; ValueError if not: of what "human" says nothing would become a fact."""
    if checks.text("role", role) not in ROLES:
        mend = 'for "human" write "user", for "ai", "bot" and "model" write "assistant"'
        raise ValueError(f"role: {checks.shown(role)}, allowed are {', '.join(ROLES)}: {mend}")
    return role
