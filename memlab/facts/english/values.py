"""cut: where the values of an attribute end in the rest of a sentence, by the form that its rule asks for."""

from __future__ import annotations

import re
from collections.abc import Callable

from memlab.facts.english import lexicon as lex
from memlab.facts.english import phrases
from memlab.facts.english.addresses import address
from memlab.facts.english.chunks import JOINT, Cut, listed, phrase
from memlab.facts.english.jobs import is_job
from memlab.facts.english.names import organisation, person, place
from memlab.facts.english.shapes import SHAPES, age
from memlab.facts.english.words import PEOPLE
from memlab.facts.rules import Rule

_QUOTED = re.compile(r"\s*[\"“'‘「«*_`](?P<v>[^\"“”'‘’「」«»*_`]{1,60})[\"”'’」»*_`](?=\W|$)")
_FLUFF = re.compile(
    r"\s(?:so much|very much|a lot|a bit|too much|the most|a ton|tons|the best|at all"
    r"|so badly|like crazy|completely|entirely|totally|altogether|by now|over the years|forever|after all)$",
    re.I,
)
_DANGLING = re.compile(r"(?:\s+(?:with|for|at|in|of|on|to|from|by|about|when|during))+$", re.I)
_PREFERS, _VERSUS = (
    re.compile(r"\bprefer\w*\s*$", re.I),
    re.compile(
        r"\s(?:to|over|instead of"
        r"|rather than)\s",
        re.I,
    ),
)
_LESS = re.compile(r",? (?:not (?:so|that|as) much|not really|less so|not at all|isn't)\b", re.I)
_NO_TASTE = re.compile(
    r"(?:(?:[$£€]\s?)?\d+(?: (?:bucks|dollars|euros|pounds|quid|minutes|hours|days|weeks|months|years"
    r"|times|people|miles|km))?(?=$|[.,!])|how|that|when|what|if|where|why|being asked|you|u|him|her|them"
    r"|us|me|your|this|these|those|it"
    r"|doing|better|or"
    r"|the (?:way|idea|fact|look|sound|first|second|third|last|other|one)"
    r"|to (?:know|see|be|hear|ask|think|say|get|have|go|try|do|buy|book))\b",
    re.I,
)
_DONE = re.compile(r"\s+(?:done|finished|ready|completed|sorted|out of the way|off my plate)$", re.I)
_CLOCK = re.compile(
    r"\s+(?:at|by|around|before|until) (?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|o'clock)?|noon|midnight"
    r"|lunchtime)$",
    re.I,
)
_JOB_WORDS = frozenset(("remote", "new"))  # "remote nurse"
_HEAD_OF = re.compile(
    r"(?:\w+ ){0,2}(?:head|director|vp|vice president|chief|professor|manager|secretary|master) of ", re.I
)
_JOBLESS = frozenset(("retired", "unemployed", "self-employed", "freelance", "hr", "pr", "it"))
_JOB_LEAD = re.compile(
    r"(?:(?:an?|the|your|that of an?|\d{1,3}[- ]years?[- ]old|newly qualified"
    r"|fully qualified|certified|retired|currently|now|still|just|actually|simply"
    r"|only)\s+)+",
    re.I,
)
_DIET_OF = re.compile(
    r"\s+(?:recipes?|food|dish(?:es)?|options?|meals?|friends?|restaurants?|places?|ideas?|cake|dinner|lunch|breakfast"
    r"|snacks?|guests?|menu|versions?|alternatives?|baking|cooking|cheese|pizza|burger|curry|dessert|girlfriend|boyfriend)\b",
    re.I,
)
_DIET_LEAD = re.compile(
    r"(?:(?:an?|the|my|strict|strictly|mostly|fully|completely|now|on|about|following|mainly|100%"
    r"|currently|basically|very"
    r"|committed|lifelong|being|eating)\s+)+",
    re.I,
)
_LEADING = " \t\n:=–—-*~,"


def cut(text: str, start: int, limit: int, rule: Rule, bare: bool = False) -> list[Cut]:
    """The values of `rule` that text[start:limit] begins with; none: it is no value of that form.

    `bare` says that nothing but a subject and "to be" stands before it, so that it must be known by itself.
    """
    while start < limit and text[start] in _LEADING:
        start += 1
    form = (
        rule.name
        if rule.name in _CUTTERS or rule.name in SHAPES
        else "likes"
        if rule.opposite or rule.name == "favourite"
        else rule.form
    )
    quoted = _QUOTED.match(text, start, limit) if text[start : start + 1] in "\"“'‘「«*_`" else None
    if quoted and form not in SHAPES and _suits(quoted["v"], form):
        return [(quoted.start("v"), quoted.end("v"), "")]
    if text[start : start + 1] == "`":
        start += 1  # left open
    if form in SHAPES and form != "number":
        return _shaped(text, start, limit, form, rule.many)
    return _CUTTERS[form](text, start, limit, rule, bare)


def _suits(quoted: str, form: str) -> bool:
    """Whether what is quoted may be an age or a name: 34 is no name, and Rob is no age."""
    return quoted.isdigit() == (form == "age") if form in ("age", "person") else True


def _shaped(text: str, start: int, limit: int, form: str, many: bool) -> list[Cut]:
    """Values that are known by their looks, one after the other if there may be many."""
    found: list[Cut] = []
    match = SHAPES[form].match(text, start, limit)
    while match and (many or not found):
        end = match.end("v")
        while form in ("phone", "date", "birthday") and text[end - 1] in ".-/ ":
            end -= 1
        value = text[match.start("v") : end]
        if form == "phone" and not _is_phone(value):
            break
        found.append((match.start("v"), end, value[1:] if value[0] == "#" else ""))
        joint = JOINT.match(text, end, limit)
        match = SHAPES[form].match(text, joint.end(), limit) if joint else None
    return found


def _is_phone(value: str) -> bool:
    return 6 <= sum(c.isdigit() for c in value) <= 15 and value.count("(") == value.count(")")


def _number(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    match = SHAPES["number"].match(text, start, limit)
    return [(match.start("v"), match.end("v"), "")] if match else []


def _age(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    found = age(text[:limit], start, bare)
    return [found] if found else []


def _words(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    found = [c for c in listed(text, start, limit, rule, lex.WORD_STOPS, 6) if _says(text, c)]
    return [c for c in found if not rule.safety or text[c[0] : c[1]].lower() not in phrases.NO_ALLERGEN]


def _says(text: str, found: Cut) -> bool:
    return text[found[0] : found[1]].lower() not in phrases.NO_THING


def _taste(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    if _NO_TASTE.match(text, start, limit):
        return []
    if _PREFERS.search(text, max(0, start - 14), start):
        versus = _VERSUS.search(text, start, limit)
        limit = versus.start() if versus else limit
    found: list[Cut] = []
    for begin, end, _ in listed(text, start, limit, rule, lex.TASTE_STOPS, 7):
        if found and _LESS.match(text, end, limit):
            break  # "tea, coffee not so much"
        fluff = _FLUFF.search(text[begin:end])
        end = begin + fluff.start() if fluff else end
        found.append((begin, begin + len(_DANGLING.sub("", text[begin:end])), ""))
    return [c for c in found if _says(text, c) and text[c[0] : c[1]].lower() not in PEOPLE]


def _task(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    light = phrases.LIGHT_VERB.match(text, start, limit)
    items = listed(text, light.end() if light else start, limit, rule, lex.TASK_STOPS, 12)
    if not light and text[max(0, start - 3) : start].lower() == "to ":
        items = _one_by_verb(text, items)
    found = []
    for begin, end, _ in items:
        inner = phrases.LIGHT_VERB.match(text, begin, end)
        begin = inner.end() if inner else begin
        for pattern in (_DONE, _CLOCK):
            late = pattern.search(text, begin, end)
            end = late.start() if late else end
        if (
            end > begin
            and text[begin:end].lower().split()[0] not in phrases.NO_TASK
            and _says(text, (begin, end, ""))
        ):
            found.append((begin, end, ""))
    return found


def _one_by_verb(text: str, items: list[Cut]) -> list[Cut]:
    """After "I need to": what begins with no verb belongs to the item before ("buy milk and eggs")."""
    kept: list[Cut] = []
    for begin, end, written in items:
        verb = text[begin:end].lower().split()[0] in phrases.TASK_VERBS
        if kept and not verb:
            kept[-1] = (kept[-1][0], end, "")
        else:
            kept.append((begin, end, written))
    return kept


def _job(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    lead = _JOB_LEAD.match(text, start, limit)
    begin = lead.end() if lead else start
    end = phrase(text, begin, limit, lex.JOB_STOPS, 5)
    of = _HEAD_OF.match(text, begin, limit)
    end = phrase(text, of.end(), limit, lex.JOB_STOPS, 3) if of else end
    value = text[begin:end].lower()
    if (
        end <= begin
        or value in phrases.NO_THING
        or value.split()[0] in lex.ADJECTIVES - _JOB_WORDS
        or (value in lex.NO_BARE_NAME and value not in _JOBLESS and not is_job(value))
        or value[0].isdigit()
        or phrases.DIETS.fullmatch(value)
        or (bare and not (lead and (of or is_job(value))))
    ):
        return []
    return [(begin, end, "")]


def _diet(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    lead = _DIET_LEAD.match(text, start, limit)
    begin = lead.end() if lead else start
    match = phrases.DIETS.match(text, begin, limit)
    if match is None or (bare and _DIET_OF.match(text, match.end())):
        return []  # "vegan recipes, please"
    return [(match.start("v"), match.end("v"), "")]


def _status(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    end = phrase(text, start, limit, lex.WORD_STOPS - {"in", "on"}, 3)
    return [(start, end, "")] if end > start else []


def _sentence(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    end = limit
    while end > start and text[end - 1] in " .!?;,…\n":
        end -= 1
    return [(start, end, "")] if end > start else []


_CUTTERS: dict[str, Callable[[str, int, int, Rule, bool], list[Cut]]] = {
    "place": place,
    "person": person,
    "organisation": organisation,
    "words": _words,
    "number": _number,
    "sentence": _sentence,
    "age": _age,
    "likes": _taste,
    "dislikes": _taste,
    "task": _task,
    "job": _job,
    "diet": _diet,
    "address": address,
    "status": _status,
}
