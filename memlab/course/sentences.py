"""The course's labelled conversations, and how much of them a fact book gets right.

All are invented. A line of the file is {"id", "lang", "kind", "split", "turns", "active", "pending",
"absent"}: a turn is the user's text or {"role", "text"}, `active` what is in force at the end, all of it,
`pending` the attributes with a contradiction that waits to be confirmed, `absent` values that must not be in
force. The rules were tuned with the split "dev" in view; who wrote them did not look at "held_out".
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from memlab import checks
from memlab.facts import RULES, FactBook, Rules
from memlab.replay.access import Problem

START, MINUTE = 1_700_000_000.0, 60.0
UNLABELLED = {"hometown", "status"}  # attributes of which the labels say nothing
Pair = tuple[str, str]  # attribute, value without its spaces and capitals
Values = Mapping[str, tuple[str, ...]]


class LabelError(ValueError):
    """What holds no labelled conversation; the text says where and what is allowed."""


@dataclass(frozen=True)
class Labelled:
    """A conversation, and what is right after it. `split` is "" where a file does not tell splits apart."""

    id: str
    lang: str
    kind: str
    turns: tuple[Pair, ...]  # (role, text)
    active: Values = field(default_factory=dict)
    pending: tuple[str, ...] = ()
    absent: Values = field(default_factory=dict)
    split: str = ""


@dataclass(frozen=True)
class Finding:
    """What a book held after one conversation, against what is right: true, false and missed, as sets."""

    labelled: Labelled
    right: frozenset[Pair] = frozenset()
    wrong: frozenset[Pair] = frozenset()
    missed: frozenset[Pair] = frozenset()
    held: frozenset[str] = frozenset()  # attributes, rightly pending
    held_wrongly: frozenset[str] = frozenset()
    not_held: frozenset[str] = frozenset()

    @property
    def passed(self) -> bool:
        """Whether everything is as it should be."""
        return not (self.wrong or self.missed or self.held_wrongly or self.not_held)

    @property
    def attributes(self) -> set[str]:
        """Those about which something was said or found."""
        pairs = self.right | self.wrong | self.missed
        return {attribute for attribute, _ in pairs} | self.held | self.held_wrongly | self.not_held

    def only(self, attribute: str) -> Finding:
        """The part that is about one attribute."""
        pairs = [frozenset(p for p in s if p[0] == attribute) for s in (self.right, self.wrong, self.missed)]
        names = [s & {attribute} for s in (self.held, self.held_wrongly, self.not_held)]
        return Finding(self.labelled, pairs[0], pairs[1], pairs[2], *names)


@dataclass(frozen=True)
class Counts:
    """Findings added up. `right`, `wrong` and `missed` count values in force, the last three attributes held.

    >>> row = Counts(conversations=2, passed=1, right=3, wrong=1)
    >>> row.precision, row.recall, Counts().recall
    (0.75, 1.0, None)
    """

    conversations: int = 0
    passed: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    held: int = 0
    held_wrongly: int = 0
    not_held: int = 0

    @property
    def precision(self) -> float | None:
        """right ÷ all that the book has in force: how much of what it says is so."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None

    @property
    def recall(self) -> float | None:
        """right ÷ all that should be in force: how much of what is so it says."""
        return self.right / (self.right + self.missed) if self.right + self.missed else None


def read_labelled(
    source: str | os.PathLike[str] | None = None, rules: Rules = RULES
) -> tuple[list[Labelled], list[Problem]]:
    """The conversations of a JSON Lines file (None: the course's own), and the lines that are none.

    A line whose labels name an attribute that no rule of `rules` reads is none: it could never be passed.
    LabelError if no line is one, OSError for a file that cannot be read.

    >>> conversations, problems = read_labelled()
    >>> len(problems), sorted({c.lang for c in conversations}), sorted({c.split for c in conversations})
    (0, ['en', 'zh'], ['dev', 'held_out'])
    """
    path = resources.files(__package__) / "sentences.jsonl" if source is None else Path(source)
    found: list[Labelled] = []
    problems: list[Problem] = []
    for n, line in enumerate(path.read_bytes().decode("utf-8-sig", "replace").split("\n"), start=1):
        if line.strip():
            try:
                labelled = _labelled(json.loads(line))
                _require_known(labelled, rules)
                found.append(labelled)
            except (ValueError, RecursionError) as error:  # LabelError and what json raises
                problems.append(Problem(n, checks.shown(line), str(error)))
    if not found:
        why = f"line {problems[0].line}: {problems[0].why}" if problems else "the file is empty"
        raise LabelError(f"labelled conversations: {why}; a line looks like this: {EXAMPLE}")
    return found, problems


_LABELS = frozenset(("active", "pending", "absent"))
EXAMPLE = (
    '{"turns": ["I live in Oslo.", "I live in Rome."], "active": {"city": ["Oslo"]}, "pending": ["city"]}'
)


def measure(conversations: Iterable[Labelled], book: Callable[[], Any] | None = None) -> list[Finding]:
    """What a new book (or what `book` makes) says after each conversation, a minute between two turns.

    >>> said = Labelled("1", "en", "move", (("user", "I live in Oslo."),), {"city": ("Oslo", "Rome")})
    >>> [finding] = measure([said])
    >>> sorted(finding.right), sorted(finding.missed), finding.passed
    ([('city', 'oslo')], [('city', 'rome')], False)
    """
    return [_finding(labelled, (book or _new_book)()) for labelled in conversations]


def add_up(findings: Iterable[Finding]) -> Counts:
    """The sums over findings."""
    total: Counter[str] = Counter()
    for finding in findings:
        total["conversations"] += 1
        total["passed"] += finding.passed
        for name in ("right", "wrong", "missed", "held", "held_wrongly", "not_held"):
            total[name] += len(getattr(finding, name))
    return Counts(**total)


def by_attribute(findings: Iterable[Finding]) -> dict[str, Counts]:
    """Attribute -> the sums of what is about it; all that begin with "favourite_" are one."""
    parts: dict[str, list[Finding]] = {}
    for finding in findings:
        for attribute in finding.attributes:
            parts.setdefault(_family(attribute), []).append(finding.only(attribute))
    return {name: add_up(parts[name]) for name in sorted(parts)}


def by(trait: str, findings: Iterable[Finding]) -> dict[str, Counts]:
    """Value of "lang", "kind" or "split" -> the sums over its conversations."""
    parts: dict[str, list[Finding]] = {}
    for finding in findings:
        parts.setdefault(getattr(finding.labelled, trait), []).append(finding)
    return {name: add_up(parts[name]) for name in sorted(parts)}


def _new_book() -> FactBook:
    return FactBook(tenant="labelled")


def _finding(labelled: Labelled, book: Any) -> Finding:
    for n, (role, text) in enumerate(labelled.turns):
        book.hear(text, at=START + MINUTE * n, role=role)
    wanted, due = set(_pairs(labelled.active)), set(labelled.pending)
    found = {(f.attribute, _plain(f.value)) for f in _told(book.facts()) if f.polarity}
    pending = {f.attribute for f in _told(book.pending())}
    return Finding(labelled, *_compared(found, wanted), *_compared(pending, due))


def _told(facts: Iterable[Any]) -> list[Any]:
    """Those about the user, of attributes that are labelled at all."""
    return [fact for fact in facts if fact.is_users and fact.attribute not in UNLABELLED]


def _compared(found: set[Any], wanted: set[Any]) -> tuple[frozenset, frozenset, frozenset]:
    """(right, wrong, missed)"""
    return frozenset(found & wanted), frozenset(found - wanted), frozenset(wanted - found)


def _pairs(values: Values) -> Iterator[Pair]:
    return ((attribute, _plain(value)) for attribute, some in values.items() for value in some)


def _plain(value: str) -> str:
    return "".join(value.casefold().split())


def _family(attribute: str) -> str:
    return "favourite_…" if attribute.startswith("favourite_") else attribute


def _labelled(row: Any) -> Labelled:
    _require(isinstance(row, dict), "line", row, "an object")
    turns = row.get("turns")
    _require(isinstance(turns, list) and turns, "turns", turns, "a list of texts")
    _require(
        _LABELS & row.keys(), "line", row, f"an object with a label, one of {', '.join(sorted(_LABELS))}"
    )
    id, lang, kind = (_string(name, row.get(name, "")) for name in ("id", "lang", "kind"))
    split, pending = row.get("split", ""), row.get("pending", [])
    _require(split in ("", "dev", "held_out"), "split", split, '"dev" or "held_out"')
    _require(_texts(pending), "pending", pending, "a list of attributes")
    active, absent = (_values(name, row.get(name, {})) for name in ("active", "absent"))
    return Labelled(id, lang, kind, tuple(map(_turn, turns)), active, tuple(pending), absent, split)


def _require_known(labelled: Labelled, rules: Rules) -> None:
    """LabelError for a label about something that is never read, mostly a slip of the pen."""
    names = sorted(set(rules) - UNLABELLED)
    for name in ("active", "pending", "absent"):
        for attribute in getattr(labelled, name):
            known = "favourite" if attribute.startswith("favourite_") else attribute
            _require(known in names, f"attribute in {name}", attribute, ", ".join(names))


def _string(name: str, value: Any) -> str:
    _require(isinstance(value, str), name, value, "a string")
    return value


def _turn(turn: Any) -> Pair:
    role, text = ("user", turn) if isinstance(turn, str) else _role_and_text(turn)
    _require(isinstance(text, str) and isinstance(role, str), "turns", turn, 'a text or {"role", "text"}')
    return role, text


def _role_and_text(turn: Any) -> tuple[Any, Any]:
    return (turn.get("role"), turn.get("text")) if isinstance(turn, dict) else (None, None)


def _values(name: str, found: Any) -> Values:
    good = isinstance(found, dict) and all(map(_texts, found.values()))
    _require(good, name, found, "an object of attributes, each with a list of values")
    return {attribute: tuple(some) for attribute, some in found.items()}


def _texts(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(text, str) for text in found)


def _require(good: Any, name: str, value: Any, allowed: str) -> None:
    if not good:
        raise LabelError(f"{name}: {checks.shown(value)}, allowed is {allowed}")
