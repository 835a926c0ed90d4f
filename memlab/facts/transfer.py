"""export, Intake: the book as rows for JSON, and rows into a book, every one through the gate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from memlab import checks
from memlab.facts import rows
from memlab.facts.candidate import Candidate
from memlab.facts.fact import Decision, FactError
from memlab.facts.gate import Claim, Gate
from memlab.facts.moments import moment
from memlab.facts.transcript import Heard, Numbers, Transcript
from memlab.facts.versions import Versions
from memlab.facts.write import Write, rule_of

PATHS = ("hear", "import", "restore", "promote", "forget", "confirm", "reject", "withdrawn", "rollback")


def export(gate: Gate, transcript: Transcript) -> list[rows.Row]:
    """All turns as they came in, then all doubts, then all writes by version; JSON-able."""
    heard = {h.number: h for h in transcript}
    turns = [turn_row(heard[number], gate.tenant) for number in sorted(heard)]
    doubts = [
        claim_row(claim, heard, gate.tenant) | ({"promoted": gate.promoted[i]} if i in gate.promoted else {})
        for i, (claim, _) in gate.short.items()
    ]
    return turns + doubts + [write_row(write, heard, gate.tenant) for write in gate.store.log]


def turn_row(h: Heard, tenant: str) -> rows.Row:
    """A turn as a row."""
    read = [rows.to_dict(c) for c in h.turn.candidates]
    row = {"row": "turn", "tenant": tenant, "number": h.number, "at": h.turn.at, "role": h.turn.role}
    return row | {"text": h.turn.text, "source": h.source, "read": read}


def claim_row(claim: Claim, heard: Mapping[int, Heard], tenant: str) -> rows.Row:
    """What was said with a doubt, as a row."""
    row = {"row": "doubt", "tenant": tenant, "at": claim.at, "turn": claim.turn, "place": list(claim.place)}
    return row | _words(claim, heard) | {"via": claim.via, "candidate": rows.to_dict(claim.candidate)}


def write_row(write: Write, heard: Mapping[int, Heard], tenant: str) -> rows.Row:
    """A line of the log as a row."""
    row = {"row": "write", "tenant": tenant, "version": write.version, "what": write.what, "at": write.at}
    row |= {"turn": write.turn, "place": list(write.place), "via": write.via} | _words(write, heard)
    if write.target:
        row["target"] = write.target
    return row | ({"candidate": rows.to_dict(write.candidate)} if write.candidate.attribute else {})


def _words(said: Claim | Write, heard: Mapping[int, Heard]) -> rows.Row:
    """Text and source where no turn has them: a long turn with many facts is written once."""
    h = heard.get(said.turn)
    if h and (h.turn.text, h.source) == (said.text, said.source):
        return {}
    return {"text": said.text, "source": said.source}


class Intake:
    """Rows on their way into a book: the numbers of turns and writes in the rows -> those in the book.

    Into an empty book rows come as they were (`exact`). Into another one, what was undone stays out.
    """

    def __init__(self, gate: Gate, transcript: Transcript, count: Numbers, now: float) -> None:
        self._gate, self._transcript, self._count, self._now = gate, transcript, count, now
        self._exact = not gate.entered and not gate.store.log and not transcript.turns
        self._turns: dict[int, Heard] = {}
        self._numbers: dict[int, int] = {}
        self._versions: dict[int, int] = {}
        self._times: dict[int, float] = {}
        self._theirs: Versions | None = None

    def take(self, items: Iterable[Any]) -> list[Decision]:
        """A decision for each row that is more than a turn; a bad row is reported, the others are taken."""
        if isinstance(items, (str, bytes, Mapping)) or not isinstance(items, Iterable):
            raise TypeError(f"rows: {checks.shown(items)}, allowed is a list of dicts: read the JSON first")
        items = list(items)
        self._theirs = _counting(items)
        if self._exact:
            self._count.take(_last_number(items))  # what has no number of its own comes after those that have
        decisions = [self._row(n, item) for n, item in enumerate(items)]
        return [d for d in decisions if d is not None]

    def _row(self, n: int, item: Any) -> Decision | None:
        try:
            checks.kind("row", item, Mapping, "pass a dict")  # type: ignore[type-abstract]
            self._check_tenant(item)
            take = {"turn": self._turn, "doubt": self._doubt, "write": self._write, None: self._plain}
            kind = item.get("row")
            if kind is not None:
                rows.one_of("row", kind, ("turn", "doubt", "write"))
            return take[kind](item)
        except (TypeError, ValueError) as error:
            return Decision("ignored", f"row {n}: {error}")

    def _check_tenant(self, item: Mapping[str, Any]) -> None:
        tenant = item.get("tenant", self._gate.tenant)
        if tenant != self._gate.tenant:
            mine = checks.shown(self._gate.tenant)
            raise FactError(f"tenant: {checks.shown(tenant)}, allowed is {mine}: import it into its own book")

    def _turn(self, item: Mapping[str, Any]) -> None:
        turn = rows.to_turn(item)
        source = checks.text("source", item.get("source", ""))
        old = checks.whole("number", rows.given(item, "number"), 1)
        if old in self._turns and self._turns[old].turn != turn:
            raise FactError(f"number: {old} is that of an earlier row's turn: give each turn its own")
        self._check_time(old, turn.at)
        heard = self._transcript.known(turn.text, turn.role, turn.at)
        if heard is None:
            heard = Heard(turn, self._number(old), source)
            self._transcript.put(heard)
            self._gate.store.seen(turn.at)
        self._numbers[old] = heard.number
        self._turns[old] = heard

    def _number(self, old: int) -> int:
        if old not in self._numbers:
            new = self._count.take(old) if self._exact else self._count.next()
            self._numbers[old] = new
        return self._numbers[old]

    def _check_time(self, old: int, at: float) -> None:
        """All that bear one number were said at one time."""
        known = self._times.setdefault(old, at)
        if known != at:
            raise FactError(
                f"at: {at!r}, allowed is {known!r}, that of the other rows of turn {old}: correct it"
            )

    def _plain(self, item: Mapping[str, Any]) -> Decision:
        candidate = rows.to_candidate({k: v for k, v in item.items() if k not in rows.PLAIN})
        at, note = moment(item["at"]) if item.get("at") is not None else (self._now, "")
        text, source = (checks.text(k, item.get(k, "")) for k in ("text", "source"))
        claim = Claim(candidate, at, self._count.next(), text=text, source=source, via="import")
        return replace(self._gate.admit(claim), note=note)

    def _doubt(self, item: Mapping[str, Any]) -> Decision:
        rows.only(item, rows.WRITE)
        claim = self._claim(item)
        decision = self._gate.admit(claim)
        promoted = checks.whole("promoted", item.get("promoted", 0), 0)
        if promoted and self._exact:
            self._gate.promoted[self._gate.identity(claim)] = promoted
        return decision

    def _write(self, item: Mapping[str, Any]) -> Decision:
        rows.only(item, rows.WRITE)
        old = checks.whole("version", rows.given(item, "version"), 1)
        what = rows.one_of("what", item.get("what", "said"), rows.WORDS)
        if not self._exact and not (self._theirs and self._theirs.counts(old)):
            return self._left_out(item, what)
        before = self._gate.store.versions.latest
        decision = self._said(item) if what == "said" else self._command(item, what)
        if self._gate.store.versions.latest > before:
            self._versions[old] = self._gate.store.versions.latest
        return decision

    def _said(self, item: Mapping[str, Any]) -> Decision:
        claim = self._claim(item)
        if not self._exact:
            return self._gate.admit(claim)
        if claim.is_command:  # no reading of a turn, though it may use the turn's words
            return self._gate.admit(replace(claim, asked=True))
        return self._gate.admit_again(claim)

    def _command(self, item: Mapping[str, Any], what: str) -> Decision:
        old = checks.whole("target", item.get("target", 0), 0)
        if old and old not in self._versions:
            raise FactError(f"target: no row with version {old} was taken in: import that one, too")
        target, at = self._versions.get(old, 0), moment(rows.given(item, "at"))[0]
        turn = self._number(checks.whole("turn", rows.given(item, "turn"), 1))
        if what in ("confirm", "reject"):
            self._check_time(item["turn"], at)
            return self._gate.settle(what, self._settled(item), target, at, turn)
        if not self._exact:
            return Decision("ignored", f"{what}: what it undid is left out, so that nothing here is undone")
        if what == "withdrawn":
            self._gate.withdraw(self._gate.store.log[target - 1], turn)
        else:
            self._gate.rollback(target, at, turn)
        return Decision("ignored", f"{what}: taken over", version=self._gate.store.versions.latest)

    def _settled(self, item: Mapping[str, Any]) -> Candidate:
        """What a row confirms or rejects: a value of an attribute that is known."""
        candidate = rows.to_candidate(rows.given(item, "candidate"))
        if not candidate.value:
            raise FactError("value: '' is not allowed, allowed is what was pending: name it")
        if rule_of(self._gate.store.rules, candidate.attribute) is None:
            raise FactError(
                f"attribute: {checks.shown(candidate.attribute)} is not in the table: add a Rule for it"
            )
        return candidate

    def _left_out(self, item: Mapping[str, Any], what: str) -> Decision:
        """What was undone in their book stays undone in this one, when the transcript is read."""
        if what == "said":
            self._gate.entered.setdefault(self._gate.identity(self._claim(item)), 0)
        return Decision("ignored", f"version {item['version']} was undone in the book that it comes from")

    def _claim(self, item: Mapping[str, Any]) -> Claim:
        old = checks.whole("turn", rows.given(item, "turn"), 1)
        heard = self._turns.get(old)
        words = {"text": heard.turn.text, "source": heard.source} if heard else {}
        text, source = (checks.text(k, item.get(k, words.get(k, ""))) for k in ("text", "source"))
        candidate = rows.to_candidate(rows.given(item, "candidate"))
        via = rows.one_of("via", item.get("via", "import"), PATHS)
        at, place = moment(rows.given(item, "at"))[0], rows.pair("place", item.get("place", (0, 0)))
        self._check_time(old, at)
        return Claim(candidate, at, self._number(old), place, text, source, via=via)


def _last_number(items: list[Any]) -> int:
    """The highest number of a turn or a command in the rows."""
    found = (item.get(name) for item in items if isinstance(item, Mapping) for name in ("number", "turn"))
    return max((n for n in found if type(n) is int and 0 < n < checks.HUGE), default=0)


def _counting(items: list[Any]) -> Versions:
    """The versions of the rows, to know which of them still counted."""
    versions = Versions()
    for item in items:
        if isinstance(item, Mapping) and item.get("row") == "write":
            target = item.get("target", 0)
            known = isinstance(target, int) and 0 <= target <= versions.latest
            if item.get("what") == "withdrawn" and known:
                versions.withdraw(target)
            elif item.get("what") == "rollback" and known:
                versions.back_to(target)
            else:
                versions.add()
    return versions
