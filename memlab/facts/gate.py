"""Gate: the one door into the book, for what is heard, imported, restored, promoted or confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from memlab.checks import shown
from memlab.facts.candidate import USER, Candidate
from memlab.facts.canonical import form
from memlab.facts.draft import Step, has_expired
from memlab.facts.fact import Decision, Fact, FactError
from memlab.facts.settings import Settings
from memlab.facts.store import Placed, Store
from memlab.facts.write import Write, entity_key, rule_of

Identity = tuple  # what makes a candidate one that was there before
NO_FACT = {
    "hedged": "it is not sure",
    "asked": "a question states nothing",
    "supposed": "it is only supposed",
    "wished": "a wish or a plan is no fact",
    "quoted": "it is quoted or to be worked on, and nobody says it here",
    "played": "it is said in a role or a story",
    "recalled": "it is a memory that was put into the prompt, and nobody says it anew",
    "instructed": "it is not the user who says it",
}
SHOWN_REASONS = 3


@dataclass(frozen=True)
class Claim:
    """A candidate with where it comes from, as it stands before the gate.

    `turn` is the number of the turn or command in the order in which they came in, `place` its place there.
    """

    candidate: Candidate
    at: float
    turn: int
    place: tuple[int, int] = (0, 0)
    text: str = ""
    source: str = ""
    role: str = USER
    via: str = "hear"
    asked: bool = False  # somebody asks for this very write: it is no second reading of an old one

    @property
    def is_command(self) -> bool:
        """Whether it came by a command once."""
        return self.via in ("restore", "promote", "forget")


class Gate:
    """What may be entered, by the same rules for every path."""

    def __init__(
        self, tenant: str, store: Store, settings: Settings, turn_of: Callable[[str, float], int | None]
    ) -> None:
        self.tenant, self.store, self.settings, self._turn_of = tenant, store, settings, turn_of
        self.entered: dict[Identity, int] = {}  # the version; 0 for what is in short-term memory only
        self.short: dict[Identity, tuple[Claim, Fact]] = {}
        self._tombs: list[Write] = []
        self._taken_back: set[Identity] = set()  # entered once, and read no longer
        self.promoted: dict[Identity, int] = {}  # the version by which a doubt became a fact

    def admit(self, claim: Claim) -> Decision:
        """Enter the claim, or say why not."""
        reason = self._refusal(claim)
        if reason:
            return Decision("ignored", reason, claim.candidate)
        identity = self.identity(claim)
        if identity in self.entered and not claim.asked:
            return Decision("ignored", "heard already: nothing changes", claim.candidate)
        if not claim.asked:
            self.store.seen(claim.at)
        doubt = self._doubt(claim.candidate)
        if doubt:
            return self._keep_for_now(claim, identity, doubt)
        return self._enter(claim, identity)

    def admitted(self, claim: Claim) -> Decision | None:
        """What a claim did when it was entered, by all that is known now; None if it never was."""
        version = self.entered.get(self.identity(claim), 0)
        if not version:
            return None
        write = self.store.log[version - 1]
        return self._told(write, self.store.placed(write))

    def settle(self, word: str, pending: Candidate, target: int, at: float, turn: int) -> Decision:
        """Enter `confirm` or `reject` for what is pending by version `target`."""
        version = self.store.versions.add()
        write = Write(version, at, turn, (0, 0), pending, self.tenant, what=word, via=word, target=target)
        return self._told(write, self.store.write(write))

    def withdraw(self, said: Claim | Write, turn: int) -> None:
        """Take back what was read in a turn and is not read there any more."""
        identity = self.identity(said)
        if identity in self.short and self.short[identity][0].turn == said.turn:
            del self.entered[identity], self.short[identity]
        version = self.entered.get(identity, 0)
        if version and self.store.log[version - 1].turn == said.turn:
            self._taken_back.add(identity)
            new = self.store.versions.withdraw(version)
            self.store.withdraw(self._note("withdrawn", new, said.at, turn, version))

    def admit_again(self, claim: Claim) -> Decision:
        """Enter what is read in a turn now, be it what was taken back when the turn read otherwise."""
        identity = self.identity(claim)
        if identity in self._taken_back:
            self._taken_back.remove(identity)
            del self.entered[identity]
        return self.admit(claim)

    def rollback(self, version: int, at: float, turn: int) -> list[Fact]:
        """Go back to a version, by a new one."""
        new = self.store.versions.latest + 1
        return self.store.rollback(self._note("rollback", new, at, turn, version))

    def doubts(self, now: float) -> list[Fact]:
        """What is in short-term memory: said with a doubt, or planned, and not made a fact since."""
        return [f for i, (_, f) in self.short.items() if self._waits(i) and not has_expired(f, now)]

    def doubted(self, fact: Fact) -> Identity:
        """The identity of a fact in short-term memory; FactError if it is not there."""
        for identity, (_, kept) in self.short.items():
            if kept == fact and self._waits(identity):
                return identity
        mend = "allowed are those in short_term(): take one from there"
        raise FactError(f"fact: {shown(fact.value)} is not in short-term memory, {mend}")

    def identity(self, said: Claim | Write) -> Identity:
        """The same thing said at the same time in the same words is the same claim."""
        c = said.candidate
        rule = rule_of(self.store.rules, c.attribute)
        key = form(c.value, rule.form).key if rule and c.value else ""
        how = c.polarity, c.change, c.ends, c.forgets, c.replaces, c.time.tense
        return entity_key(c.entity), c.attribute, key, how, said.at, said.text

    # -- inside

    def _waits(self, identity: Identity) -> bool:
        """Whether a doubt was neither made a fact nor forgotten since."""
        counts, (claim, _) = self.store.versions.counts, self.short[identity]
        if identity in self.promoted and counts(self.promoted[identity]):
            return False
        return not any(counts(tomb.version) and buries(tomb, claim) for tomb in self._tombs)

    def _refusal(self, claim: Claim) -> str:
        """Why the claim is no fact at all; "" if it is one."""
        c = claim.candidate
        if claim.role != USER:
            return f"said by the {claim.role}: only what the user says becomes a fact"
        if not c.is_fact:
            return f"no fact: {NO_FACT.get(c.mood, c.mood)}"
        if rule_of(self.store.rules, c.attribute) is None:
            return f"attribute {shown(c.attribute)} is not in the table; add a Rule for it"
        if not c.value and not (c.ends or c.forgets):
            return "no value was named"
        return self._too_long(c)

    def _too_long(self, c: Candidate) -> str:
        longest = max((c.value, c.entity, c.attribute, c.replaces), key=len)
        most = self.settings.longest_value
        if len(longest) <= most:
            return ""
        return f"{shown(longest)} has {len(longest):,} characters, allowed are {most}: no value is that long"

    def _doubt(self, c: Candidate) -> str:
        """Why the claim stays in short-term memory; "" if it does not."""
        if c.confidence < self.settings.threshold:
            return f"confidence {c.confidence:g} is below {self.settings.threshold:g}"
        if c.time.tense == "planned":
            return "planned: it is not so yet"
        return ""

    def _keep_for_now(self, claim: Claim, identity: Identity, doubt: str) -> Decision:
        reason = f"{doubt}; it stays in short-term memory"
        write = self._write(claim, 0)
        fact = write.fact(self.store.rule(claim.candidate.attribute), "unconfirmed", reason)
        self.entered[identity] = 0
        self.short[identity] = claim, fact
        return Decision("ignored", reason, claim.candidate, fact=fact)

    def _enter(self, claim: Claim, identity: Identity) -> Decision:
        write = self._write(claim, self.store.versions.add())
        self.entered.setdefault(identity, write.version)
        if write.candidate.forgets:
            self._tombs.append(write)
        return self._told(write, self.store.write(write))

    def _write(self, claim: Claim, version: int) -> Write:
        return Write(
            version, claim.at, claim.turn, claim.place, claim.candidate,
            self.tenant, claim.text, claim.source, via=claim.via,
        )  # fmt: skip

    def _note(self, what: str, version: int, at: float, turn: int, target: int) -> Write:
        return Write(
            version, at, turn, (0, 0), Candidate("", ""), self.tenant, what=what, via=what, target=target
        )

    # -- what was done, in words

    def _told(self, write: Write, placed: Placed) -> Decision:
        """The decision that says what a write did, be it to one variable or to many."""
        steps = [step for _, step in placed if step.kind != "ignored"] or [step for _, step in placed]
        if not steps:
            reason = f"no {write.candidate.attribute} is known that it could be about"
            return Decision("ignored", reason, write.candidate, version=write.version)
        kind, reason = self._kind(write, steps)
        reaching = sorted((f for _, step in placed for f in step.reaching), key=lambda f: f.version)
        fact, note = steps[0].fact, ""
        if any(ledger.writes[-1] is not write for ledger, _ in placed):
            fact, note = self._by_now(fact, write, placed)
        return Decision(kind, reason, write.candidate, tuple(reaching), fact, write.version, note)

    def _kind(self, write: Write, steps: list[Step]) -> tuple[str, str]:
        first = steps[0]
        kind, why = first.kind, "; ".join(self._reason(step) for step in steps[:SHOWN_REASONS])
        if len(steps) > SHOWN_REASONS:
            why += f"; and {len(steps) - SHOWN_REASONS} more"
        if kind == "new" and first.certain and self._has_others(write):
            kind, why = "addition", why.replace("nothing was in force:", "beside what is in force")
        return kind, f"{kind}: {why}"

    def _reason(self, step: Step) -> str:
        """Why, with the turn behind the value that it is about: others are named, too."""
        about, reason = step.about, step.reason
        turn = self._turn_of(about.text, about.at) if about else None
        if about is None or turn is None:
            return reason
        value, when = shown(about.value), f" (said at turn {turn})"
        if reason.endswith(value) or value not in reason:
            return f"{reason}{when}"
        return reason.replace(value, f"{value}{when}", 1)

    def _has_others(self, write: Write) -> bool:
        c = write.candidate
        return self.store.rule(c.attribute).many and self.store.index.count(c.attribute, c.entity) > 1

    def _by_now(self, fact: Fact | None, write: Write, placed: Placed) -> tuple[Fact | None, str]:
        """A write of something older: what became of it since, and what is in force."""
        for ledger, _ in placed:
            fact = ledger.fate(fact, write) if fact else None
        values = [shown(f.value) for ledger, _ in placed for f in ledger.state.active]
        return fact, f"said before what was heard already: in force is {', '.join(values) or 'nothing'}"


def buries(tomb: Write, claim: Claim) -> bool:
    """Whether a tombstone lies on what was claimed; one on the user lies on their things, too."""
    mine, theirs = tomb.candidate, claim.candidate
    about = entity_key(mine.entity) == entity_key(theirs.entity) or (
        mine.entity == USER and not theirs.person
    )
    return about and mine.attribute == theirs.attribute and (claim.at, claim.turn, claim.place) < tomb.order


def with_note(decision: Decision, note: str) -> Decision:
    """The decision with what else was assumed."""
    if not note:
        return decision
    return replace(decision, note=f"{decision.note}; {note}" if decision.note else note)
