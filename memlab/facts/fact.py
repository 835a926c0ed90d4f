"""Fact, Decision: what the book holds, and what it did with a candidate and why."""

from __future__ import annotations

from dataclasses import dataclass

from memlab.facts.candidate import USER, Candidate

STATUSES = (
    "active",  # in force
    "pending",  # contradicts what is in force; waits for confirm or reject
    "superseded",  # another value took its place
    "retracted",  # ended without a successor
    "past",  # was told as something of the past
    "rejected",  # pending, and then rejected
    "expired",
    "forgotten",  # a tombstone lies on it
    "undone",  # a rollback took it back
    "unconfirmed",  # hedged or doubtful: short-term memory
)
KINDS = ("new", "duplicate", "update", "addition", "retraction", "past", "contradiction", "ignored")


class FactError(ValueError):
    """What the book refuses: the message names the field, the value, what is allowed and the mend."""


@dataclass(frozen=True)
class Fact:
    """One definition of (tenant, entity, attribute), at one moment of the book; history never changes.

    `version` numbers the write that made it and is its id. Times are UTC seconds: `at` when it was said,
    `last_at` when it was last repeated (`times` in all), `until` when it ceased to be in force (None: it is),
    `expires_at` when it will. `killed_by` is the version of the write that ended it. `wordings` are the other
    spellings that were taken for the same value.
    """

    tenant: str
    entity: str
    attribute: str
    value: str
    version: int
    at: float
    text: str = ""  # the turn that said it
    source: str = ""
    person: bool = True
    polarity: bool = True
    status: str = "active"
    confidence: float = 0.95
    last_at: float = 0.0
    times: int = 1
    until: float | None = None
    expires_at: float | None = None
    killed_by: int | None = None
    wordings: tuple[str, ...] = ()
    reason: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """The variable that it defines."""
        return self.tenant, self.entity, self.attribute

    @property
    def is_users(self) -> bool:
        """Whether it is about the user, or about a thing of theirs."""
        return self.entity == USER or not self.person


@dataclass(frozen=True)
class Decision:
    """What happened to one candidate: `kind` is one of KINDS, `reason` says why in words.

    `reaching` are the definitions of its key that reached the candidate (in force or pending, before it was
    heard), `fact` is what it became, if anything, `version` the number of the write. `candidate` is None for
    what could not even be read as one. `note` says what was assumed (a time without a zone, say).
    """

    kind: str
    reason: str
    candidate: Candidate | None = None
    reaching: tuple[Fact, ...] = ()
    fact: Fact | None = None
    version: int | None = None
    note: str = ""
