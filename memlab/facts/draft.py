"""State, Step, Draft: what a variable holds, what one write did to it, and the state being changed.

A variable is one single-valued attribute of one entity, or one value of a many-valued attribute; likes and
dislikes of a thing are the two poles of one variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from memlab.checks import shown
from memlab.facts.fact import Fact
from memlab.facts.rules import DAY, Rule
from memlab.facts.write import Write, alike, changed

MOST_WORDINGS = 8  # other spellings that a fact keeps
MOST_HELD = 50  # contradictions of one variable that wait, and negations of it on record


class State(NamedTuple):
    """What a variable holds after a write: values in force, contradictions, negations on record.

    `forgotten` are the texts that a tombstone lies on.
    """

    active: tuple[Fact, ...] = ()
    pending: tuple[Fact, ...] = ()
    denied: tuple[Fact, ...] = ()
    forgotten: frozenset[str] = frozenset()


class Step(NamedTuple):
    """What one write did: the state after it, the kind of decision, the reason, the fact that it became.

    `certain`: it surely defines the variable, so that nothing from before reaches beyond it. `reaching` is
    what reached it, `held` what waits since, `closed` what it ended, `about` what the reason speaks of.
    """

    state: State
    kind: str
    reason: str
    fact: Fact | None = None
    certain: bool = False
    reaching: tuple[Fact, ...] = ()
    held: tuple[Fact, ...] = ()
    closed: tuple[Fact, ...] = ()
    about: Fact | None = None


class Draft:
    """The state while one write is being applied to it."""

    def __init__(
        self, state: State, write: Write, rule: Rule, earlier: Callable[[], Iterable[Write]]
    ) -> None:
        self.write, self.candidate, self.rule, self.earlier = write, write.candidate, rule, earlier
        self.active, self.pending, self.denied = list(state.active), list(state.pending), list(state.denied)
        self.forgotten = state.forgotten
        self.held: list[Fact] = []
        self.closed: list[Fact] = []
        self.about: Fact | None = None
        self.certain = False
        if rule.expires is not None:
            self._expire()
        self.reaching = tuple(f for f in (*self.active, *self.pending) if self._touches(f))

    def step(self, kind: str, reason: str, fact: Fact | None) -> Step:
        """The draft as it is now, made fair."""
        self._keep_few()
        state = State(tuple(self.active), tuple(self.pending), tuple(self.denied), self.forgotten)
        held, closed = tuple(self.held), tuple(self.closed)
        return Step(state, kind, reason, fact, self.certain, self.reaching, held, closed, self.about)

    # -- which facts a write is about

    def named_by(self, value: str, facts: Iterable[Fact]) -> list[Fact]:
        """Those of the candidate's attribute with that value; the one that is spelt alike first."""
        mine = [f for f in facts if f.attribute == self.candidate.attribute and self.is_(f, value)]
        return sorted(mine, key=lambda f: f.value != value) if len(mine) > 1 else mine

    def mine(self, facts: Iterable[Fact]) -> list[Fact]:
        """Those of the candidate's attribute and value."""
        return self.named_by(self.candidate.value, facts)

    def same(self, fact: Fact) -> bool:
        """Whether the candidate has the value of the fact."""
        return self.is_(fact, self.candidate.value)

    def is_(self, fact: Fact, value: str) -> bool:
        """Whether the value is like the fact's own and all its other wordings, so that nothing chains."""
        return all(alike(known, value, self.rule.form) for known in (fact.value, *fact.wordings))

    def days_since(self, fact: Fact) -> float:
        """Days from when the fact was last said to the candidate."""
        return (self.write.at - fact.last_at) / DAY

    def is_stale(self, fact: Fact) -> bool:
        """Whether it was said so long ago that a bare contradiction is believed."""
        return self.rule.firm is not None and self.days_since(fact) > self.rule.firm

    def contradicting(self) -> list[Fact]:
        """What is pending about the variable."""
        return [p for p in self.pending if not self.rule.many or self.same(p)]

    def waiting_on(self, facts: Iterable[Fact]) -> list[Fact]:
        """What is pending about the variables of these facts."""
        facts = list(facts)
        if not self.rule.many:
            return list(self.pending) if facts else []
        return [p for p in self.pending if any(self.is_(f, p.value) for f in facts)]

    def _touches(self, fact: Fact) -> bool:
        c = self.candidate
        if not self.rule.many or self.write.wide:
            return True
        return self.same(fact) or bool(c.replaces and self.is_(fact, c.replaces))

    # -- changes

    def start(self, reason: str, waited: Fact | None = None) -> Fact:
        """A new value in force, or the one that waited for it."""
        if waited:
            fact = changed(self.again(waited), status="active", reason=reason)
        else:
            fact = self.write.fact(self.rule, "active", reason)
        self.active.append(fact)
        self.certain = True
        return fact

    def again(self, fact: Fact, value: str | None = None) -> Fact:
        """Said once more: later, surer, and perhaps in another spelling (None: the candidate's)."""
        value, w = self.candidate.value if value is None else value, self.write
        words = fact.wordings
        if value not in (fact.value, *words) and len(words) < MOST_WORDINGS:
            words = (*words, value)
        ends = None if self.rule.expires is None else w.at + self.rule.expires * DAY
        sure = max(fact.confidence, self.candidate.confidence)
        times = fact.times + 1
        return changed(fact, last_at=w.at, times=times, expires_at=ends, wordings=words, confidence=sure)

    def hold(self, why: str) -> tuple[str, str, Fact]:
        """The candidate waits for confirm or reject."""
        what = shown(self.candidate.value)
        what = what if self.candidate.polarity else f"that {what} is not so"
        reason = f"{why}; {what} waits until you confirm or reject it"
        return "contradiction", reason, self._wait(self.write.fact(self.rule, "pending", reason))

    def hold_end(self, fact: Fact, value: str) -> Fact:
        """That the fact has ended waits for confirm or reject."""
        reason = f"that {shown(fact.value)} ended waits until you confirm or reject it"
        end = self.write.fact(self.rule, "pending", reason)
        return self._wait(changed(end, value=value, polarity=False))

    def _wait(self, new: Fact) -> Fact:
        for n, p in enumerate(self.pending):
            if (p.attribute, p.polarity) == (new.attribute, new.polarity) and self.is_(p, new.value):
                new = self.pending[n] = self.again(p, new.value)  # whose end waits, be it not the candidate's
                break
        else:
            self.pending.append(new)
        self.held.append(new)
        return new

    def close(self, facts: Iterable[Fact], status: str, reason: str) -> list[Fact]:
        """They are in force, pending or on record no longer; each ends once, however often it is named."""
        ended = []
        for fact in {id(fact): fact for fact in facts}.values():
            for held in (self.active, self.pending, self.denied):
                held[:] = [f for f in held if f is not fact]
            end = {"until": self.write.at, "killed_by": self.write.version}
            ended.append(changed(fact, status=status, reason=reason, **end))
        self.closed += ended
        return ended

    def _keep_few(self) -> None:
        """Of what waits and of what is denied the latest ones: nobody answers hundreds of questions."""
        for held in (self.pending, self.denied):
            if len(held) > MOST_HELD:
                self.close(held[:-MOST_HELD], "superseded", f"more than {MOST_HELD} of them: the oldest went")

    def supersede(self, facts: Iterable[Fact]) -> None:
        """The write takes their place."""
        facts = list(facts)
        if facts:  # nearly always there are none, and words cost a search
            self.close(facts, "superseded", f"superseded by {shown(self.write.words)}")

    def _expire(self) -> None:
        for held in (self.active, self.pending):
            for fact in [f for f in held if has_expired(f, self.write.at)]:
                held.remove(fact)
                self.closed.append(expired(fact))


def has_expired(fact: Fact, now: float) -> bool:
    """Whether its time ran out by then."""
    return fact.expires_at is not None and fact.expires_at <= now


def expired(fact: Fact) -> Fact:
    """The fact at the end of its time."""
    return changed(fact, status="expired", until=fact.expires_at, reason="its time ran out")
