"""named: values that follow a name or a pronoun: "a new number, it's 555-0188", "now it's Aldi"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate
from memlab.facts.english import tone
from memlab.facts.english.commands import NOUNS
from memlab.facts.english.remade import IT, NOT_OLD, TAIL, remade, replaced, said
from memlab.facts.english.values import cut
from memlab.facts.scene import Scene

_UNNAMED = ("likes", "dislikes", "task", "instruction", "allergy", "diet", "reply_language")  # no "it"
_NOUNS = "|".join(noun for attribute, noun in NOUNS.items() if attribute not in _UNNAMED)
_NOUN = re.compile(
    rf"\b(?:(?P<whose>[\w-]+'s|my|our|his|her|their|your|the|a|an)\s+)?(?P<new>new\s+)?"
    rf"(?:(?:phone|mobile|home|current|old|work|personal)\s+)*(?P<noun>{_NOUNS})\b"
    rf"[^.!?]{{0,60}}?[,;:–—-]\s*(?:and\s+|but\s+|so\s+)?(?P<when>(?:now|these days|nowadays"
    rf"|currently),?\s+)?"
    rf"(?:{IT}|which is|namely|here it is:?|the (?:number|code|id|address) is)\s+"
    r"(?P<now>now\s+|actually\s+)?",
    re.I,
)
_IT_IS = re.compile(
    r"[,;:–—-]\s*(?:and |so |but )?(?:(?P<now>(?:now|nowadays|these days|at the moment|currently"
    r"|today),? (?:it's|its|it is)"
    r"|(?:it's|its|it is) (?:now|currently))|it's|its|it is|that's|now"
    r"|the new one is|make it)\s+(?=\S)",
    re.I,
)
_BEGINS_WITH_IT = re.compile(rf"\W*(?:and |so )?(?:{IT}|the (?:number|code|id|address) is)\s", re.I)
_SWITCH = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:actually |just |recently |since |now )*(?:switched|changed|jumped"
    r"|went over|gone over)"
    r"(?: over)? to\s+",
    re.I,
)
_LONG_AGO = re.compile(  # employers are not changed overnight, browsers are
    r"[^.!?]{0,30}?(?:\b(?:weeks?|months?|years?) ago|\blast (?:month|year|spring|summer|autumn|fall|winter)"
    r"|\bthis (?:month|year)|\bin (?:\d{4}|[a-z]+(?:ary|ch|il|ay|ne|ly|st|ber))\b)",
    re.I,
)
_SWITCHED = ("employer", "diet", "phone", "email")
_PRICED = re.compile(r"\b(?:the|this|that|an?) \w+ (?:was|is|were|costs?|used to be)\b", re.I)
_MINE = re.compile(r"\bmine(?:'s|\s+is|\s+would be)\s+", re.I)
_WHERE = {attribute: re.compile(noun, re.I) for attribute, noun in NOUNS.items()}


def by_noun(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """ "I have a new number, it's 555-0188": the attribute is named before "it"."""
    for match in _NOUN.finditer(text):
        attribute = next((a for a, regex in _WHERE.items() if regex.fullmatch(match["noun"])), "")
        rule = scene.rules.get(attribute)
        cuts = cut(text, match.end(), len(text), rule) if rule is not None else []
        if not cuts or any(c.attribute == attribute and c.span[0] >= start + match.end() for c in found):
            continue
        begin, end, written = cuts[0]
        whose = (match["whose"] or "").lower()
        entity = USER if whose in ("", "my", "our", "the", "a", "an") else whose.removesuffix("'s")
        changed = bool(
            match["new"]
            or match["now"]
            or match["when"]
            or tone.CHANGED_BEFORE.search(text[: match.end()])
            or tone.CHANGED_AFTER.match(text[end:].lstrip(" ,"))
        )
        old = NOT_OLD.match(text[end:])
        yield Candidate(
            attribute,
            written or scene.folded.kept[start + begin : start + end],
            entity,
            change=changed or bool(old),
            span=(start + begin, start + end),
            clause=(start + match.start(), start + end),
            rule=f"{attribute}: english",
            replaces=old["old"] if old else "",
        )


def by_noun_before(text: str, start: int, scene: Scene, previous: str) -> Iterator[Candidate]:
    """ "Can you track my order? It's QA-77120": the attribute is named in the sentence before."""
    if not previous or _BEGINS_WITH_IT.match(text) is None:
        return
    lead = previous.rstrip(" .!?;") + ", "
    for candidate in by_noun(lead + text, start - len(lead), [], scene):
        if candidate.span[0] >= start:
            yield replace(candidate, clause=(start, candidate.clause[1]))


def by_it(text: str, start: int, scene: Scene) -> Iterator[Candidate]:
    """ "I don't use that address any more, it's a@b.org now": the value tells which attribute "it" is."""
    match = _IT_IS.search(text)
    if match is None:
        return
    if _PRICED.search(text, 0, match.start()):
        return  # "the sofa was 400, now it's 600 euros"
    told = tone.CHANGED_BEFORE.search(text[: match.start()]) or match["now"]
    for candidate in said(text[match.end() :], "", scene):
        made = remade(candidate, text, start, match.end(), match.start(), scene)
        after = made is not None and tone.CHANGED_AFTER.match(made[1].lstrip(" ,"))
        if made is not None and (after or (told and TAIL.match(made[1]))):
            yield replace(made[0], replaces=replaced(candidate, "", scene))
        return


def now(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """ "I used to work at Tesco, now it's Aldi": what was has an heir."""
    last = found[-1]
    rule = scene.rule(last.attribute)
    match = _IT_IS.search(text, max(last.span[1] - start, 0)) if last.time.tense == "past" else None
    if match is None or rule is None or rule.many:
        return
    made = remade(last, text, start, match.end(), match.start(), scene)
    if made is not None and (match["now"] or tone.CHANGED_AFTER.match(made[1].lstrip(" ,"))):
        yield made[0]


def switched(text: str, start: int, scene: Scene) -> Iterator[Candidate]:
    """ "I actually switched to Oakfield Dairy": from the employer that was spoken of last."""
    match = _SWITCH.search(text)
    last = next((c for c in scene.said() if c.attribute in _SWITCHED), None) if match else None
    if match is None or last is None:
        return
    made = remade(last, text, start, match.end(), match.start(), scene)
    if made is not None and (last.attribute != "employer" or _LONG_AGO.match(made[1])):
        yield made[0]


def mine(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """ "My parents' budget is 5000 euros, mine is 1500"."""
    for match in _MINE.finditer(text):
        before = [c for c in found if c.span[1] <= start + match.start() and c.entity != USER]
        made = remade(before[-1], text, start, match.end(), match.start(), scene) if before else None
        if made is not None:
            yield replace(made[0], entity=USER, person=True, change=before[-1].change)
