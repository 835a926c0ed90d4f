"""Matching: the patterns of a table of rules tried on a clause."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from memlab.facts.candidate import USER, Candidate
from memlab.facts.chinese.clauses import Clause
from memlab.facts.chinese.frame import Start
from memlab.facts.chinese.meaning import State, candidate
from memlab.facts.chinese.slots import compile_pattern, groups_of
from memlab.facts.chinese.triggers import needed
from memlab.facts.chinese.values import spans
from memlab.facts.rules import Rule, Rules

_NEGATED_BEFORE = re.compile("(?:不|没|别|没有|不要|不想|不能)$")
_THING = re.compile("(?:我们?的?|把|将|这个|那个|关于|给[^,，]{1,6}的|(?:今天|明天|下周|本周)的?)+")
_NO_THING = frozenset({"", "我", "时间", "日期", "它", "这", "那", "最", "现在", "大概", "其实", "已经"})


class Way(NamedTuple):
    """One pattern of a rule, ready to match."""

    rule: Rule
    regex: re.Pattern[str]
    after_subject: bool


class Ways:
    """All patterns of a table of rules, found by the words that a sentence must have for them to match."""

    def __init__(self, rules: Rules) -> None:
        pairs = [(rule, pattern) for rule in rules.values() for pattern in rule.chinese]
        self.all = [
            Way(rule, compile_pattern(rule, p), p.startswith(("{who}", "{whose}"))) for rule, p in pairs
        ]
        self._always = [n for n, (_, p) in enumerate(pairs) if not needed(p)]
        self._by_letter: dict[str, dict[str, list[int]]] = {}  # first letter -> word -> patterns
        for n, (_, pattern) in enumerate(pairs):
            for word in needed(pattern):
                self._by_letter.setdefault(word[0], {}).setdefault(word, []).append(n)

    def of(self, text: str) -> list[Way]:
        """The patterns that may match in `text`, in the order of the table."""
        found = set(self._always)
        for letter in set(text):
            for word, numbers in self._by_letter.get(letter, _NOTHING).items():
                if word in text:
                    found.update(numbers)
        return [self.all[n] for n in sorted(found)]


_NOTHING: dict[str, list[int]] = {}


@lru_cache(maxsize=16)
def ways_of(rules: Rules) -> Ways:
    """The patterns of a table, made once."""
    return Ways(rules)


def match(
    text: str, clause: Clause, end: int, places: list[Start], ways: list[Way], state: State
) -> tuple[list[Candidate], int]:
    """(the definitions made at these places, one for each attribute; where they end)."""
    found: list[Candidate] = []
    stop = clause.start
    done: set[str] = set()
    for way in ways:
        if way.rule.name in done or way.rule.form == "sentence":
            continue
        at = way.regex.match if way.after_subject else way.regex.search
        for place in places if way.after_subject else places[-1:]:
            here = at(text, place.at, end)
            if here is not None and (made := _made(text, clause, here, place, way, state)):
                done.add(way.rule.name)
                found += made
                stop = max([stop, *(c.clause[1] for c in made if c.attribute != "task")])
                break
    return found, stop if stop > places[-1].at else end


def _made(
    text: str, clause: Clause, found: re.Match[str], place: Start, way: Way, state: State
) -> list[Candidate]:
    """The definitions that one match makes."""
    if not way.after_subject and _NEGATED_BEFORE.search(text[place.at : found.start()]):
        return []
    groups, rule = groups_of(found), way.rule
    if groups.get("gone"):
        gone = candidate(rule, found, (found.end(), found.end()), place, clause, state)
        return [replace(gone, ends=True)] if gone and not clause.past else []
    if not groups.get("value"):
        return []
    noun = groups.get("noun")
    pieces = spans(text, *found.span("value"), rule.form, "likes" if noun else rule.name, rule.many)
    read = [c for span in pieces if (c := candidate(rule, found, span, place, clause, state))]
    if noun:
        read = [replace(c, attribute=f"{rule.name}_{state.kept[slice(*found.span('noun'))]}") for c in read]
    theirs = place.entity not in (None, USER) and text[place.at - 1] in "的嘅"  # 我弟的作业
    return [_of_thing(c, found, groups, state) for c in read] if rule.things and not theirs else read


def _of_thing(read: Candidate, found: re.Match[str], groups: dict[str, str], state: State) -> Candidate:
    """The thing it is about: that named here, else in the sentence; else it is the user's."""
    if not groups.get("thing"):
        return (
            replace(read, entity=state.thing, person=False) if state.thing and read.entity == USER else read
        )
    start, end = found.span("thing")
    lead = _THING.match(found.string, start, end)
    name = found.string[lead.end() if lead else start : end].strip()
    return read if name in _NO_THING else replace(read, entity=name, person=False)
