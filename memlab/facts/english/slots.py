"""compile_pattern: a pattern with slots becomes a regular expression, and knows when it is worth trying."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from memlab import checks
from memlab.facts.fact import FactError
from memlab.facts.rules import Rule, Rules

_BE = r"(?:am|is|are|was|were|be|been|being|'m|'re|'s)"
_LINK_WORDS = (
    r"am|is|are|was|were|be|been|being|has|have|had|will|would|might|may|could|should|going|to|not|isn't|isnt|wasn't"
    r"|wasnt|aren't|weren't|hasn't|no|longer|never|now|actually|currently|just|really|still|always|probably|maybe"
    r"|perhaps|officially|set|called|named|at|the|moment|only|definitely|gonna|instead|recently|also|usually|used"
    r"|supposed|like|say|s|finally|apparently|presently|nowadays|obviously|simply|pretty|much|most|in|fact|as|of"
    r"|today|right|works|out|has got|won't|must|can|cannot|can't|here|i think|i guess"
)
_MOVED = (
    r"(?:changed|change|changes|switched|moved|move|updated|become|became|becomes|increased|raised|gone|went|goes|up"
    r"|down|dropped|rose|risen|fallen|fell|grown|shrunk|shrank|cut|reduced|lowered|pushed|postponed|shifted|extended"
    r"|delayed|brought|forward|back|out|rescheduled|bumped|put|off|slipped|corrected|set|doubled|turned|been|stands|is)"
)
LINK = (
    r"(?P<link>(?:\s*(?:'s|:|=|->|→)|\s+[-–—])?"
    rf"(?:,?\s+(?:{_LINK_WORDS})\b){{0,7}}?(?:\s+{_MOVED}){{0,3}}?"
    r"(?:\s+from\s+(?P<old>[^,;:?!]{1,40}?))?(?:\s+(?:to|into|until|till|at)(?:\s+be)?)?\s*:?)(?<=[\w:=s>→–—-])\s*"
)
_NAME = r"[A-Z][\w'-]{0,30}"
_OWNER = rf"(?:my|our|the|his|her|their|your|{_NAME}'s)(?:\s+(?:new|current|own|old))?"
_SUBJECT = rf"(?:I|we|he|she|they|you|my\s+\w+|{_NAME})(?:'m|'re|'s|\s+(?:am|are|is|was|were))?(?:\s+(?:now|currently))?"
_THING = r"(?:(?:the|my|our|this|that)\s+)?(?P<thing>[^\W_][\w'&#/-]*(?:\s+[\w'&#/-]+){0,5}?)"
_LATER = {
    "{be}": rf"(?P<be>\s*{_BE}(?:\s+(?:not|now|currently|still|also|just|really))*)",
    "{is}": LINK,
    "{who}": f"(?P<who>{_SUBJECT})",
    "{whose}": f"(?P<whose>{_OWNER})",
    "{thing}": _THING,
    "{old}": r"(?P<old>[^,;:?!]{1,60}?)",
    "{noun}": r"(?P<noun>[^\W\d_][\w-]*(?:\s+[^\W\d_][\w-]*){0,2}?)",
}
_LEAD = re.compile(r"^(\{who\} \{be\}|\{who\}|\{whose\}|\{thing\}|\{value\})\s*")
_KINDS = {"{who} {be}": "be", "{who}": "who", "{whose}": "whose"}
_COMMON = frozenset(
    "the a an to in on at is of for and or my me it be i i'm am was with by as that this from do you so are not".split()
)


@dataclass(frozen=True)
class Pattern:
    """A compiled pattern: `lead` says where it may match ("be", "who", "whose", "start", "any").

    `keys` are beginnings of words one of which the sentence must contain (empty: try it always). `place` is its
    place in the table: of two patterns that match the earlier one counts.
    """

    rule: Rule
    regex: re.Pattern[str]
    lead: str
    keys: frozenset[str]
    place: int = 0

    @property
    def bare(self) -> bool:
        """Whether nothing but "I am" stands before the value, which must be known by itself."""
        return self.lead == "be" and not self.keys


def compile_pattern(rule: Rule, pattern: str) -> re.Pattern[str]:
    """The regular expression of an English pattern, without the `{who}` or `{whose}` it begins with.

    Raises FactError where the pattern cannot be compiled.

    >>> compile_pattern(Rule("pet"), "{who} have a {value}").pattern
    'have\\\\s+a\\\\s+(?P<value>.+)'
    """
    return _compiled(rule, pattern).regex


@lru_cache(maxsize=4096)
def _compiled(rule: Rule, pattern: str) -> Pattern:
    lead = _LEAD.match(pattern)
    kind, rest = ("any", pattern) if lead is None else (_KINDS.get(lead[1], "start"), pattern)
    if kind in ("be", "who", "whose") and lead is not None:
        rest = pattern[lead.end() :]
    try:
        regex = re.compile(_filled(rest, kind), re.I)
    except re.error as error:
        raise FactError(
            f"pattern: {checks.shown(pattern)} of {rule.name} is no regular expression ({error}), allowed are"
            " regular expressions with the slots {who} {be} {whose} {is} {thing} {value}: correct it"
        ) from None
    if rule.form == "sentence":
        kind = "start"
    return Pattern(rule, regex, kind, _keys(rest))


def _filled(rest: str, kind: str) -> str:
    """`rest` with its slots filled in."""
    rest = rest.replace(" {is} ", "{is}").replace("{is} ", "{is}").replace(" {is}", "{is}").replace(" {be}", "{be}")
    rest = rest.replace(" ", r"\s+")
    for slot, regex in _LATER.items():
        rest = rest.replace(slot, regex, 1)
    if rest.endswith("{value}"):
        rest = rest[: -len("{value}")] + "(?P<value>.+)"
    rest = rest.replace("{value}", r"(?P<value>[^,;:?!]{1,60}?)")
    return (r"\b" if kind == "any" else "") + rest


_WORD = re.compile(r"(?:(?<=[\s|(:>])|^)[a-z][a-z']+(?![\w']*[?*{])")


def _keys(rest: str) -> frozenset[str]:
    """The first three letters of words one of which every match contains; empty if there are none such."""
    best: frozenset[str] = frozenset()
    for unit in _units(re.sub(r"\{[a-z]+\}", " ", rest)):
        options = [_WORD.findall(part) for part in unit]
        if not all(options):
            continue
        keys = frozenset(key(max(words, key=len)) for words in options)
        if not keys & {key(c) for c in _COMMON} and (not best or len(keys) < len(best)):
            best = keys
    return best


def key(word: str) -> str:
    """Under what a word is found: its first three letters."""
    return word[:3]


def _units(rest: str) -> Iterable[list[str]]:
    """The parts of a regular expression that every match must pass: a list of alternatives each."""
    depth, start, plain = 0, 0, ""
    for at, c in enumerate(rest):
        if c == "(" and rest[at - 1 : at] != "\\":
            start, depth = (at if depth == 0 else start), depth + 1
        elif c == ")" and rest[at - 1 : at] != "\\":
            depth, plain = depth - 1, plain + "\0"
            if depth == 0 and rest[at + 1 : at + 2] not in ("?", "*", "{") and rest[start + 1 : start + 3] != "?!":
                yield _alternatives(rest[start + 1 : at])
        elif depth == 0:
            plain += c
    for word in _WORD.findall(plain):
        yield [word]


def _alternatives(group: str) -> list[str]:
    """The alternatives of a group, without the groups in them that may be left out."""
    group = re.sub(r"^\?(?::|P<\w+>)", "", group)
    while True:  # innermost groups first: one that may be left out goes, another gives its words
        shorter = re.sub(r"\((?:\?:|\?P<\w+>)?[^()|]*\)[?*]", "", group)
        shorter = re.sub(r"\((?:\?[!=][^()]*)\)", "", shorter)
        if shorter == group:
            break
        group = shorter
    return group.split("|") if "(" not in group else ["" if "|" in group else group]


@lru_cache(maxsize=32)
def table(rules: Rules) -> tuple[dict[str, tuple[Pattern, ...]], tuple[Pattern, ...]]:
    """(key -> the patterns to try where a word with it occurs, the patterns to try always), in the rules' order."""
    by_key: dict[str, list[Pattern]] = {}
    always: list[Pattern] = []
    place = 0
    for rule in rules.values():
        for text in rule.english:
            pattern = replace(_compiled(rule, text), place=place)
            place += 1
            for k in pattern.keys:
                by_key.setdefault(k, []).append(pattern)
            if not pattern.keys:
                always.append(pattern)
    return {k: tuple(v) for k, v in by_key.items()}, tuple(always)
