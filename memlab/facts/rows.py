"""Rows: turns, writes and doubts as dicts for JSON, and back with every field checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from memlab import checks
from memlab.facts.candidate import MOODS, TENSES, USER, Candidate, Time, Turn, speaker
from memlab.facts.fact import FactError
from memlab.facts.moments import moment

Row = dict[str, Any]
WORDS = ("said", "confirm", "reject", "withdrawn", "rollback")
TURN = ("row", "tenant", "number", "at", "role", "text", "source", "read")
WRITE = (
    *("row", "tenant", "version", "what", "at", "turn", "place", "text", "source", "via", "target"),
    *("candidate", "promoted"),
)
PLAIN = ("tenant", "at", "text", "source")
_DEFAULTS = {f.name: f.default for f in fields(Candidate)}
_SPANS = ("span", "clause")


def to_dict(candidate: Candidate) -> Row:
    """The fields of a candidate that are not as they usually are.

    >>> to_dict(Candidate("city", "Rome", change=True, time=Time("past")))
    {'attribute': 'city', 'value': 'Rome', 'time': {'tense': 'past', 'words': ''}, 'change': True}
    """
    row = {name: getattr(candidate, name) for name in _DEFAULTS}
    row = {name: value for name, value in row.items() if value != _DEFAULTS[name]}
    row |= {name: list(row[name]) for name in _SPANS if name in row}
    if "time" in row:
        row["time"] = {"tense": candidate.time.tense, "words": candidate.time.words}
    return row


def to_candidate(row: Any) -> Candidate:
    """The candidate of such a dict. ValueError or TypeError, which name the field, for a bad one.

    >>> to_candidate({"attribute": "city", "value": "Rome", "polarity": False})
    Candidate(attribute='city', value='Rome', entity='user', person=True, polarity=False, ...)
    """
    checks.kind("candidate", row, Mapping, "pass a dict with attribute and value")  # type: ignore[type-abstract]
    only(row, tuple(_DEFAULTS))
    given = {name: _field(name, row[name]) for name in row}
    for name in ("attribute", "value"):
        if name not in given:
            raise FactError(f"{name}: it is missing, allowed is a text: add it")
    checks.text("attribute", given["attribute"], empty=False)
    checks.text("entity", given.get("entity", USER), empty=False)
    return Candidate(**given)


def _field(name: str, value: Any) -> Any:
    if name == "time":
        return _time(value)
    if name in _SPANS:
        return pair(name, value)
    if name == "confidence":
        return checks.number(name, value, 0, 1)
    if _DEFAULTS[name] is MISSING or isinstance(_DEFAULTS[name], str):
        return one_of(name, value, MOODS) if name == "mood" else checks.text(name, value)
    return checks.kind(name, value, bool, "write true or false")


def _time(value: Any) -> Time:
    checks.kind("time", value, Mapping, 'write {"tense": …, "words": …}')  # type: ignore[type-abstract]
    only(value, ("tense", "words"))
    tense = one_of("tense", value.get("tense", "present"), TENSES)
    return Time(tense, checks.text("words", value.get("words", "")))


def to_turn(row: Mapping[str, Any]) -> Turn:
    """The turn of a row with what was read in it."""
    only(row, TURN)
    read = checks.kind("read", row.get("read", []), list, "write a list of candidates")
    role = speaker(row.get("role", USER))
    at, _ = moment(given(row, "at"))
    return Turn(checks.text("text", given(row, "text")), role, at, tuple(to_candidate(c) for c in read))


def only(row: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    """FactError for a field that nobody reads: it may be a misspelt one."""
    for name in row:
        if name not in allowed:
            raise FactError(f"{checks.shown(name)} is no field, allowed are {', '.join(allowed)}: correct it")


def given(row: Mapping[str, Any], name: str) -> Any:
    """A field that must be there."""
    if name not in row:
        raise FactError(f"{name}: it is missing: add it")
    return row[name]


def one_of(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    """A word of a list."""
    if value not in allowed:
        raise FactError(f"{name}: {checks.shown(value)}, allowed are {', '.join(allowed)}: choose one")
    return value


def pair(name: str, value: Any) -> tuple[int, int]:
    """Two whole numbers."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise FactError(f"{name}: {checks.shown(value)}, allowed are two whole numbers: correct it")
    return checks.whole(name, value[0], 0), checks.whole(name, value[1], 0)
