"""FactBook: what a tenant's user has said that is so, what contradicts it, and how it came to be so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from memlab import checks
from memlab.facts import eraser
from memlab.facts.candidate import USER, Candidate, speaker
from memlab.facts.fact import Decision, Fact, FactError
from memlab.facts.gate import SHOWN_REASONS, Claim, with_note
from memlab.facts.looking import Looking
from memlab.facts.moments import moment
from memlab.facts.reader import Reader
from memlab.facts.rules import Rules
from memlab.facts.settings import Settings
from memlab.facts.table import RULES
from memlab.facts.transcript import Heard
from memlab.facts.transfer import Intake, export

SETTINGS = Settings()
_SURROGATE = re.compile("[\ud800-\udfff]")


class FactBook(Looking):
    """One tenant's facts: deterministic, offline, in English and Chinese, with their whole history.

    Each `hear` decides every candidate in the turn by rules and says why. Statements count in the order of
    their times, whatever the order in which they are heard. `extractor(text, role, at, context)` may take the
    place of the rules that read: it returns Candidates or an LLM's JSON, and is called again for a turn when
    an older one slips in before it. A book is not thread-safe.

    >>> book = FactBook("u1", clock=lambda: 0.0)
    >>> for n, text in enumerate(["I live in Berlin.", "I just moved to Munich."]):
    ...     decisions = book.hear(text, at=60 * n)
    >>> book.values("city"), decisions[0].kind
    (['Munich'], 'update')
    >>> decisions[0].reason
    "update: 'I just moved to Munich' says that 'Munich' takes the place of 'Berlin' (said at turn 1)"
    """

    def __init__(
        self,
        tenant: str,
        *,
        rules: Rules = RULES,
        settings: Settings = SETTINGS,
        extractor: Callable[..., Any] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        reader = Reader(rules, None if extractor is None else checks.function("extractor", extractor))
        super().__init__(tenant, rules, settings, reader, clock)

    # -- writing

    def hear(self, text: str, at: Any = None, role: str = USER, source: str = "") -> list[Decision]:
        """Take in a turn; one Decision for each candidate in it, in the order in which they stand there.

        `at`: UTC seconds, a datetime or an ISO text; without a zone it is taken as UTC, which the notes say;
        None: now. `role` is one of ROLES; only the user's turns make facts, the others are context. The same
        turn heard again changes nothing. ValueError or TypeError for a bad argument. O(length) for a turn
        later than all others.
        """
        text = self._clean(text)
        speaker(role)
        checks.text("source", source)
        when, note = moment(self._spoken_at() if at is None else at)
        heard = self._transcript.known(text, role, when)
        if heard is None:
            heard = self._transcript.read(text, role, when, self._numbers.last + 1, source)
            changes = self._transcript.keep(heard)
            self._numbers.take(heard.number)
            self._store.seen(when)
            for old, new in changes:
                self._reread(old, new)
        return self._logged(self._admit(heard), note)

    def decided(self, text: str, at: Any, role: str = USER) -> list[Decision]:
        """What a turn that was heard did, by all that is known now; nothing if it was not heard.

        >>> book = FactBook("u1")
        >>> first, _ = book.hear("I live in Rome.", at=1.0), book.hear("I moved to Oslo.", at=2.0)
        >>> [(d.kind, d.reaching[0].value) for d in book.decided("I moved to Oslo.", 2.0)]
        [('update', 'Rome')]
        """
        heard = self._transcript.known(self._clean(text), role, moment(at)[0])
        claims = heard.claims() if heard else []
        return [told for claim in claims if (told := self._gate.admitted(claim)) is not None]

    def confirm(self, fact: Fact | int) -> Decision:
        """Let a pending fact take effect. FactError if it is not pending."""
        return self._settle("confirm", fact)

    def reject(self, fact: Fact | int) -> Decision:
        """Drop a pending fact; what is in force stays. FactError if it is not pending.

        The kind of the decision is "ignored": a write of its own, by which nothing in force has changed.
        """
        return self._settle("reject", fact)

    def restore(self, fact: Fact | int) -> Decision:
        """Bring a fact of the history back, in place of what is in force now."""
        old = self._entered(fact)
        return self._command("restore", replace(_candidate(old), change=True), old.text)

    def promote(self, fact: Fact) -> Decision:
        """Take a fact of the short-term memory into the book, as sure; it may turn out to contradict."""
        checks.kind("fact", fact, Fact, "take one from short_term()")
        identity = self._gate.doubted(fact)
        decision = self._command("promote", _candidate(fact), fact.text)
        self._gate.promoted[identity] = self.version
        return decision

    def forget(self, attribute: str, entity: str = USER, at: Any = None) -> list[Decision]:
        """Lay a tombstone: what was said of it before never comes back, whoever reads it again.

        Of the user it covers their things, too. The history keeps it as forgotten.
        """
        self._known_attribute(attribute)
        checks.text("entity", entity, empty=False)
        when, note = moment(self._after_all if at is None else at)
        if at is not None:
            self._store.seen(when)
        person = entity == USER or not self._store.rule(attribute).things
        asked = {"polarity": False, "confidence": 1.0, "ends": True, "forgets": True, "change": True}
        candidate = Candidate(attribute, "", entity, person, **asked)  # type: ignore[arg-type]
        claim = Claim(candidate, when, self._numbers.next(), via="forget", asked=True)
        return self._logged([self._gate.admit(claim)], note)

    def erase(self, attribute: str, entity: str = USER, value: str | None = None) -> list[Decision]:
        """Forget, and let not even the history hold it: every value of it, or the one, and the turns that
        said or mention it lose their words, in the export too.

        Numbers and versions stay, and a digest of each turn, so that the same turn heard again does not
        bring it back. `decisions`, which quote, begin anew. O(size of the book).
        """
        return eraser.erase(self, attribute, entity, value)

    def erase_turn(self, text: str, at: Any, role: str = USER) -> Decision:
        """Take back a turn with all that was read in it, as if nobody had said it, and erase its words.

        What another turn says, too, stays. FactError if no such turn was heard.
        """
        return eraser.erase_turn(self, text, at, role)

    def rollback(self, version: int) -> list[Fact]:
        """Make the present what it was right after `version` (0: empty); the facts that this undoes.

        The rollback is a write of its own, with a version that can be rolled back. What is undone stays so
        when the transcript is read again. FactError for an unknown version.
        """
        self._store.versions.check(version)
        return self._gate.rollback(version, self._after_all, self._numbers.next())

    # -- out and in again

    def export(self) -> list[dict[str, Any]]:
        """The whole book as rows for JSON, in the order of writing: turns, writes, doubts, tombstones.

        What has expired, ended or was undone is in it, too: `as_of` asks for times at which it was so.
        """
        return export(self._gate, self._transcript)

    def import_facts(self, rows: Iterable[Mapping[str, Any]]) -> list[Decision]:
        """Take in rows of `export`, or of the kind {"attribute": …, "value": …, "at": …}, through the gate.

        Into an empty book an export comes as it was, versions and rollbacks too; into another one only what
        counted in it. A bad row is reported in its Decision and skipped, the others are taken.
        """
        return self._logged(Intake(self._gate, self._transcript, self._numbers, self.now).take(rows))

    @classmethod
    def from_export(cls, rows: Iterable[Mapping[str, Any]], tenant: str, **options: Any) -> FactBook:
        """A book with the rows of an export; `options` are those of FactBook.

        A bad row is reported in `decisions`. FactError if not one of the rows could be taken.
        """
        book = cls(tenant, **options)
        decisions = book.import_facts(rows)
        if decisions and not (book.turns or book._gate.entered or book.version):
            why = "; ".join(d.reason for d in decisions[:SHOWN_REASONS])
            raise FactError(f"rows: not one of {len(decisions):,} could be taken: {why}")
        return book

    # -- inside

    def _clean(self, text: str) -> str:
        checks.kind("text", text, str, "decode or format it first")
        most = self.settings.longest_turn
        if len(text) > most:
            raise ValueError(f"text: {len(text):,} characters, allowed are {most:,}: hear it in parts")
        return text if text.isascii() else _SURROGATE.sub("\ufffd", text)

    def _admit(self, heard: Heard) -> list[Decision]:
        decided = [self._gate.admit(claim) for claim in heard.claims()]
        return decided + [Decision("ignored", problem) for problem in heard.problems]

    def _reread(self, old: Heard, new: Heard) -> None:
        """Take back what is not read in the turn any more, and enter what is read there now."""
        was, now = ({self._gate.identity(c): c for c in reversed(h.claims())} for h in (old, new))
        stays = {i for i in was.keys() & now.keys() if was[i].candidate == now[i].candidate}
        for identity, claim in was.items():
            if identity not in stays:
                self._gate.withdraw(claim, self._numbers.last)
        fresh = [claim for identity, claim in reversed(now.items()) if identity not in stays]
        self._logged([self._gate.admit_again(claim) for claim in fresh])

    def _command(self, via: str, candidate: Candidate, text: str) -> Decision:
        claim = Claim(candidate, self._after_all, self._numbers.next(), text=text, via=via, asked=True)
        return self._logged([self._gate.admit(claim)])[0]

    def _settle(self, word: str, fact: Fact | int) -> Decision:
        held = next((p for p in self.pending() if _means(fact, p)), None)
        if held is None:
            given = checks.shown(fact.value if isinstance(fact, Fact) else fact)
            known = ", ".join(f"{p.version} ({p.attribute} {checks.shown(p.value)})" for p in self.pending())
            raise FactError(f"{word}: {given} is not pending, allowed are {known or 'none'}: see pending()")
        when, number = self._after_all, self._numbers.next()
        told = self._gate.settle(word, _candidate(held), held.version, when, number)
        return self._logged([told])[0]

    def _entered(self, fact: Fact | int) -> Fact:
        version = self._store.versions.check(fact.version if isinstance(fact, Fact) else fact)
        found = [f for f in self._store.history(self.now) if f.version == version]
        if isinstance(fact, Fact):
            found = [f for f in found if f.key == fact.key and f.value == fact.value]
        if not found:
            raise FactError(f"fact: {checks.shown(fact)} is not in the history: take one from history()")
        return found[0]

    def _logged(self, decisions: list[Decision], note: str = "") -> list[Decision]:
        noted = [with_note(d, note) for d in decisions]
        self._decisions += noted
        return noted


def _candidate(fact: Fact) -> Candidate:
    """What a fact says, as somebody asks for it now."""
    return Candidate(fact.attribute, fact.value, fact.entity, fact.person, fact.polarity, confidence=1.0)


def _means(named: Fact | int, fact: Fact) -> bool:
    """Whether who names a fact, or its version, means this one; another book's has the same numbers."""
    if isinstance(named, Fact):
        same = named.version == fact.version and named.key == fact.key
        return same and (named.value, named.polarity) == (fact.value, fact.polarity)
    return type(named) is int and named == fact.version
