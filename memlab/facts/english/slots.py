"""compile_pattern: a pattern with slots becomes a regular expression, and knows when it is worth trying."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memlab.facts.english.keys import key, keys
from memlab.facts.english.tokens import Tokens
from memlab.facts.rules import Rule, Rules, compiled

_BE = r"(?:am|is|are|was|were|be|been|being|'m|'re|'s)"
_LINK_WORDS = (
    r"am|is|are|was|were|be|been|being|has|have|had|will(?=\s+(?:be|now|soon|no))|would|might"
    r"|may(?=\s+be)|could|should"
    r"|going\s+to|to(?=\s+be)|not|isn't|isnt|wasn't|wasnt|aren't|weren't|hasn't|no\s+longer|never|now"
    r"|actually|currently"
    r"|just|really|still|always|probably|maybe|perhaps|officially|set|called|named|at\s+the\s+moment|only"
    r"|definitely"
    r"|gonna|instead|recently|also|usually|used\s+to|supposed\s+to|finally|apparently|presently|nowadays"
    r"|obviously"
    r"|simply|pretty\s+much|in\s+fact|as\s+of\s+today|right\s+now|won't|must|can|cannot|can't|like"
    r"|exactly|already"
    r"|changed|changes|switched|moved|updated|become|became|becomes|increased|raised|gone|went|goes"
    r"|dropped|rose|risen"
    r"|fallen|fell|grown|shrunk|shrank|cut|reduced|lowered|pushed|postponed|shifted|extended|delayed"
    r"|brought|forward"
    r"|back|out\s+to\s+be|rescheduled|bumped|put|off|slipped|corrected|doubled|turned|turns|stands\s+at"
    r"|got|up|down|stays|remains"
)
LINK = (
    rf"(?P<link>(?:\s*(?:'s\b|:|=|->|→)|\s+[-–—](?=\s))(?:,?\s+(?:{_LINK_WORDS})\b){{0,8}}"
    rf"|(?:,?\s+(?:{_LINK_WORDS})\b){{1,8}}"
    r"|(?=(?:\s+from\s+[^,;:?!]{1,40}?)?\s+to\s))"
    r"(?:\s+from\s+(?P<old>[^,;:?!]{1,40}?)(?=\s+(?:to|into|until|till)\s))?(?:\s+(?:to|into|until"
    r"|till)(?:\s+be)?(?=\s))?\s*:?\s*"
)
_NAME = r"[A-Z][\w'-]{0,30}"
_OWNER = rf"(?:my|our|the|his|her|their|your|{_NAME}'s)(?:\s+(?:new|current|own|old))?"
_SUBJECT = (
    rf"(?:I|we|he|she|they|you|my\s+\w+|{_NAME})(?:'m|'re|'s|\s+(?:am|are|is|was"
    rf"|were))?(?:\s+(?:now|currently))?"
)
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
_BEGINS = {"email": r"(?=[^\s@]{1,64}@)", "phone": r"(?=[+(]{0,2}\d)"}
_LEAD = re.compile(r"^(\{who\} \{be\}|\{who\}|\{whose\}|\{start\}|\{thing\}|\{value\})\s*")
_KINDS = {"{who} {be}": "be", "{who}": "who", "{whose}": "whose"}
_GONE = ("{who} {be}", "{who}", "{whose}", "{start}")


@dataclass(frozen=True)
class Pattern:
    """A compiled pattern: `lead` says where it may match ("be", "who", "whose", "start", "any").

    `keys` are beginnings of words one of which the sentence must contain (empty: try it always).
    """

    rule: Rule
    regex: re.Pattern[str]
    lead: str
    keys: frozenset[str]

    @property
    def bare(self) -> bool:
        """Whether nothing but "I am" stands before the value, which must be known by itself."""
        return self.lead == "be" and (not self.keys or self.rule.name == "diet")


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
    if lead is not None and lead[1] in _GONE:
        rest = pattern[lead.end() :]
    regex = compiled(rule, pattern, _filled(rest, kind, _BEGINS.get(rule.form, "")), re.I)
    if rule.form == "sentence":
        kind = "start"
    return Pattern(rule, regex, kind, keys(rest))


def _filled(rest: str, kind: str, begins: str) -> str:
    """`rest` with its slots filled in; `begins` is what a value of this form begins with."""
    rest = (
        rest.replace(" {is} ", "{is}")
        .replace("{is} ", "{is}")
        .replace(" {is}", "{is}")
        .replace(" {be}", "{be}")
    )
    rest = rest.replace(" ?", r"\s*").replace(" ", r"\s+")
    for slot, regex in _LATER.items():
        rest = rest.replace(slot, regex, 1)
    if rest.endswith("{value}"):
        rest = rest[: -len("{value}")] + f"(?P<value>{begins}.+)"
    rest = rest.replace("{value}", r"(?P<value>[^,;:?!]{1,60}?)")
    return (r"\b" if kind == "any" else "") + rest


@lru_cache(maxsize=32)
def table(rules: Rules) -> tuple[tuple[Pattern, ...], dict[str, tuple[int, ...]], tuple[int, ...]]:
    """(the patterns, key -> the places of those to try where it occurs, those of the ones always to try)."""
    patterns = tuple(_compiled(rule, text) for rule in rules.values() for text in rule.english)
    by_key: dict[str, list[int]] = {}
    for place, pattern in enumerate(patterns):
        for k in pattern.keys:
            by_key.setdefault(k, []).append(place)
    always = tuple(place for place, pattern in enumerate(patterns) if not pattern.keys)
    return patterns, {k: tuple(v) for k, v in by_key.items()}, always


def worth_trying(tokens: Tokens, rules: Rules) -> dict[str, list[Pattern]]:
    """The patterns of which a word occurs, in the table's order, by where they may match."""
    patterns, by_key, always = table(rules)
    low, places = tokens.text.lower(), set(always)
    found = {key(word) for word in tokens.words}
    found.update([low[s : s + 3] for s in tokens.starts])
    for k in found & by_key.keys():
        places.update(by_key[k])
    kinds: dict[str, list[Pattern]] = {}
    for place in sorted(places):
        kinds.setdefault(patterns[place].lead, []).append(patterns[place])
    return kinds
