"""candidates_from_json: what a language model answers, item by item: a bad one never costs the others."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memlab import checks
from memlab.facts.candidate import MOODS, TENSES, USER, Candidate, Time
from memlab.facts.rules import Rules

ITEMS = 10_000  # items of one answer that are looked at
BROKEN = 1_000  # broken ones after which the rest is given up
_DECODER = json.JSONDecoder()
_START = re.compile(r"\{")  # lists are read item by item: a torn one costs only its last
_NOTHING = re.compile(r"\[\s*\]|^\s*null\s*$")  # an answer: there are no facts
_FENCED = re.compile(r"\s*```\w*\n(.*)\n?```\s*", re.S)
_NEXT = re.compile(r"(?:[,\n\[}]|^)\s{0,40}\{")  # where an item may begin after a broken one
_LISTS = ("facts", "candidates", "memories", "items", "results")  # names under which models wrap their list
_FLAGS = ("person", "polarity", "change", "ends", "forgets")
_TEXTS = ("entity", "rule", "replaces")
_FAVOURITE = re.compile(r"favourite_\S{1,60}")


@dataclass(frozen=True)
class Problem:
    """What could not be read as a candidate: `place` of the item from 0, why and the mend, its value."""

    place: int
    why: str
    value: str = ""


class _BadItem(ValueError):
    pass


def candidates_from_json(answer: Any, rules: Rules) -> tuple[list[Candidate], list[Problem]]:
    """(the candidates in a model's answer, what was wrong with the other items), in the answer's order.

    `answer`: text with a JSON array, one object, JSON Lines, any of them fenced or with prose around, or torn
    at the end; or a list of dicts. An item needs "attribute" and "value" and may have the other fields of
    `Candidate`; "tense" and "when" say its time. Linear in the length of the answer.

    >>> from memlab.facts.table import RULES
    >>> answer = 'Sure: [{"attribute": "city", "value": "Oslo"}, {"attribute": "shoe", "value": "42"}, {"attr'
    >>> found, problems = candidates_from_json(answer, RULES)
    >>> [(c.attribute, c.value) for c in found], [p.place for p in problems]
    ([('city', 'Oslo')], [1, 2])
    """
    found: list[Candidate] = []
    problems: list[Problem] = []
    for place, item in enumerate(_items(answer)):
        if place == ITEMS:
            problems.append(
                Problem(place, f"items: more than {ITEMS:,}, the rest is not read: ask for fewer")
            )
            break
        try:
            found.append(_candidate(item, rules))
        except (ValueError, TypeError) as wrong:
            problems.append(Problem(place, str(wrong), checks.shown(item)))
    return found, problems


def _items(answer: Any) -> Iterator[Any]:
    if isinstance(answer, str):
        yield from _in_text(answer)
    elif isinstance(answer, Mapping):
        yield from _unwrapped(answer)
    elif isinstance(answer, Iterable) and not isinstance(answer, (bytes, bytearray)):
        yield from answer
    else:
        yield _Torn(
            f"answer: {checks.shown(answer)}, allowed is JSON text or a list of dicts: hand over the reply"
        )


@dataclass(frozen=True)
class _Torn:
    """Where an item should have been."""

    why: str


def _in_text(text: str) -> Iterator[Any]:
    """Every whole object of a text, those of a torn array, too; a `_Torn` for each that is broken."""
    whole = _whole_list(text)
    if whole is not None:  # with what is no object in it, which has a place, too
        yield from (inner for item in whole for inner in _unwrapped(item))
        return
    at = seen = torn = 0
    while torn < BROKEN and (start := _START.search(text, at)) is not None:
        seen += 1
        try:
            item, at = _DECODER.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            yield _Torn('item: no whole JSON object, allowed is {"attribute": …, "value": …}: close it')
            torn += 1
            following = _NEXT.search(text, start.end())
            at = following.end() - 1 if following else len(text)
            continue
        yield from _unwrapped(item)
    if torn == BROKEN:
        yield _Torn(f"items: {BROKEN:,} broken ones, the rest is not read: ask the model for JSON alone")
    if not seen and text.strip() and not _NOTHING.search(text):
        yield _Torn(
            "answer: no JSON object in it, allowed is an array of objects: ask the model for JSON alone"
        )


def _whole_list(text: str) -> list[Any] | None:
    """The list that the text is, be it fenced; None if it is anything else, a list of lists, say."""
    fenced = _FENCED.fullmatch(text)
    try:
        found = _DECODER.decode(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
    flat = isinstance(found, list) and not any(isinstance(item, list) for item in found)
    return found if flat else None


def _unwrapped(item: Any) -> Iterator[Any]:
    """The items of {"facts": […]}; an item itself as it is."""
    if isinstance(item, Mapping) and "attribute" not in item:
        lists = [item[name] for name in _LISTS if isinstance(item.get(name), list)]
        if lists:
            yield from lists[0]
            return
    yield item


def _candidate(item: Any, rules: Rules) -> Candidate:
    if isinstance(item, _Torn):
        raise _BadItem(item.why)
    if isinstance(item, Candidate):
        return item
    if not isinstance(item, Mapping):
        raise _BadItem(
            f'item: {checks.shown(item)}, allowed is an object: write {{"attribute": …, "value": …}}'
        )
    unknown = [name for name in item if name not in _KNOWN]
    if unknown:
        known = ", ".join(sorted(_KNOWN))
        raise _BadItem(f"{checks.shown(unknown[0])}: unknown field, allowed are {known}: leave it out")
    fields = {name: _FIELDS[name](name, value) for name, value in item.items() if name in _FIELDS}
    attribute = _attribute(item.get("attribute"), rules)
    forgets = bool(fields.get("forgets")) or bool(fields.get("ends"))
    value = _value(item.get("value", "" if forgets else None), empty=forgets)
    time = Time(_one_of("tense", item.get("tense", "present"), TENSES), _text("when", item.get("when", "")))
    return Candidate(attribute, value, time=time, **fields)


def _attribute(value: Any, rules: Rules) -> str:
    name = _text("attribute", value)
    if name in rules or ("favourite" in rules and _FAVOURITE.fullmatch(name)):
        return name
    raise _BadItem(
        f"attribute: {checks.shown(name)}, allowed are {', '.join(rules)}: choose one or add a rule"
    )


def _value(value: Any, empty: bool) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        value = f"{value:g}" if abs(value) < 1e6 else str(value)
    text = _text("value", value).strip()
    if not text and not empty:
        raise _BadItem("value: '' is not allowed, allowed is text: leave the item out, or say \"ends\": true")
    return text


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _BadItem(f"{name}: {checks.shown(value)} is {type(value).__name__}, allowed is text: quote it")
    return checks.text(name, value)


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _BadItem(f"{name}: {checks.shown(value)}, allowed are true and false: choose one")
    return value


def _confidence(name: str, value: Any) -> float:
    return float(checks.number(name, value, 0, 1))


def _span(name: str, value: Any) -> tuple[int, int]:
    whole = isinstance(value, (list, tuple)) and len(value) == 2 and all(type(n) is int for n in value)
    if not whole or not 0 <= value[0] <= value[1]:
        raise _BadItem(f"{name}: {checks.shown(value)}, allowed is [start, end] in characters: count from 0")
    return value[0], value[1]


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise _BadItem(f"{name}: {checks.shown(value)}, allowed are {', '.join(allowed)}: choose one")
    return value


def _entity(name: str, value: Any) -> str:
    text = _text(name, value).strip()
    return text if text and text.lower() not in ("me", "i", "the user", "我", "用户") else USER


_FIELDS: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(_FLAGS, _flag),
    **dict.fromkeys(_TEXTS, _text),
    "entity": _entity,
    "confidence": _confidence,
    "mood": lambda name, value: _one_of(name, value, MOODS),
    "span": _span,
    "clause": _span,
}
_KNOWN = frozenset({*_FIELDS, "attribute", "value", "tense", "when"})
