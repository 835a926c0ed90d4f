"""corrections: "Sorry, I meant Lisbon", "not Porto but Lisbon", "it's Friday now"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate, Time
from memlab.facts.english import lexicon as lex
from memlab.facts.english import tone
from memlab.facts.english.commands import NOUNS
from memlab.facts.english.values import cut
from memlab.facts.english.words import word_set
from memlab.facts.rules import Rule
from memlab.facts.scene import Scene

_CUE = (
    r"(?:no|nope|nah|wait|sorry|so sorry|oops|ooops|whoops|actually|hmm|hm|ah|oh|er|uh|um|ugh|my bad"
    r"|my mistake|apologies|pardon|hold on|hang on"
    r"|scratch that|strike that|ignore that|forget that|correction|edit|typo|update|i mean"
    r"|i meant(?: to (?:say|write|type))?"
    r"|meant(?: to say)?|or rather|rather|make (?:that|it)|better make it|that should(?: have)? (?:be"
    r"|been|say|read)|it should(?: have)? (?:be|been|say|read)|should be|should have been"
    r"|let me correct (?:that|myself)|let's (?:say|make it)|change (?:that|it) to|excuse me|to be precise"
    r"|in fact|i misspoke|i mistyped|that was (?:a typo|wrong)|that's wrong"
    r"|not that|on second thought|well|yes|damn|argh|lol|haha|autocorrect|(?:the )?wrong(?: [a-z]+){0,2}"
    r"|i was wrong|i take that back|silly me|please change (?:that|it) to)"
)
_SOFT = word_set("well yes oh ah hmm hm um uh er lol haha damn")
_IT = (
    r"(?:it's (?:called|spelled|spelt|written|pronounced)|it(?= isn't| is not| wasn't)|it's|its|it is|that's"
    r"|that is|they're|i'm|i am|the (?:right|correct|new) one is|it was)"
)
_START = re.compile(
    rf"^[\s\"'(]*(?:(?P<cue>(?:{_CUE}\b[\s,.:;!–—-]*(?:that's\s+)?)+)|(?P<star>\*+)\s*"
    rf"|->\s*)?(?P<it>{_IT}\s+)?(?P<now>(?:now|actually|really|just|only|more like)\s+)?",
    re.I,
)
_OF_ONESELF = ("i'm", "i am")
_INSIDE = re.compile(
    rf"(?:[,;(–—-]|\.\.+|…)\s*(?P<cue>(?:{_CUE}\b[\s,:;–—-]*)+)(?P<it>{_IT}\s+)?(?=\S)", re.I
)
_CONTRAST = re.compile(
    r"(?:not|isn't|is not|wasn't|aren't)\s+(?:in\s+|at\s+"
    r"|on\s+)?(?P<old>[^,;:?!]{1,40}?)\s*(?:,?\s+but(?:\s+rather)?"
    r"|,|;|:|\s[-–—]|,?\s+it's)\s+(?:in\s+|at\s+|it's\s+|it is\s+)?",
    re.I,
)
_NOT_OLD = re.compile(
    r"^\s*[,(–—-]?\s*(?P<now>now\s*,?\s*)?(?:and\s+)?(?:not|instead of"
    r"|rather than)\s+(?:in\s+|at\s+"
    r"|on\s+)?(?P<old>[^,;:?!.()]{1,40}?)\s*\)?\s*(?:[,.;!]|$)",
    re.I,
)
_TAIL = re.compile(
    r"^[\s\"')*]*(?:(?:now|actually|instead|please|sorry|thanks|then|lol|haha|of course|rather|obviously"
    r"|in fact|this time|again|my bad|my mistake|btw|though|that is|i mean|with (?:an?|one|two"
    r"|double) '?\w+'?)[\s,]*)*(?:[.!;,)…(–—-]|$)",
    re.I,
)
_BUT = re.compile(
    r"\b(?:but|just)\s+(?:rather\s+|now\s+)?(?:in|at|for|with|to)\s+(?=\S)"
    r"|[,;–—-]\s*(?:it's\s+|it is\s+|rather\s+|but\s+)?(?=\S[^,;.!?]{0,40}?\s+(?:now"
    r"|instead)\b)",
    re.I,
)
_UNNAMED = ("likes", "dislikes", "task", "instruction", "allergy", "diet", "reply_language")  # no "it"
_NOUNS = "|".join(noun for attribute, noun in NOUNS.items() if attribute not in _UNNAMED)
_NOUN = re.compile(
    rf"\b(?:(?P<whose>[\w-]+'s|my|our|his|her|their|your|the|a|an)\s+)?(?P<new>new\s+)?"
    rf"(?:(?:phone|mobile|home|current|old|work|personal)\s+)*(?P<noun>{_NOUNS})\b"
    rf"[^.!?]{{0,60}}?[,;:–—-]\s*(?:and\s+|but\s+|so\s+)?(?P<when>(?:now|these days|nowadays"
    rf"|currently),?\s+)?"
    rf"(?:{_IT}|which is|namely|here it is:?|the (?:number|code|id|address) is)\s+"
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
_ACTUALLY = re.compile(r"^,? (?:actually|in fact|of course not)\b", re.I)
_BEGINS_WITH_IT = re.compile(rf"\W*(?:and |so )?(?:{_IT}|the (?:number|code|id|address) is)\s", re.I)
_SWITCH = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:actually |just |recently |since |now )*(?:switched|changed|jumped"
    r"|went over|gone over)"
    r"(?: over)? to\s+",
    re.I,
)
_SWITCHED = ("employer", "diet", "phone", "email")
_MINE = re.compile(r"\bmine(?:'s|\s+is|\s+would be)\s+", re.I)
_NO_VALUE = word_set(
    "problem problems thanks worries way idea need kidding offense offence never nothing that this more it me"
)
_STATES = lex.ADJECTIVES | word_set("late early tired busy ready raining snowing hungry sick away back")
_OVER = re.compile(
    r"^(?:(?:well|actually|but|oh|and),? )*(?:not any ?more|not any longer"
    r"|no longer)(?:,? (?:though|actually|sadly))?[\s.!]*$",
    re.I,
)
_CODES = ("phone", "email", "order_id")  # values that are known by their looks
_WHERE = {attribute: re.compile(noun, re.I) for attribute, noun in NOUNS.items()}


def corrections(
    text: str, start: int, found: list[Candidate], scene: Scene, previous: str
) -> list[Candidate]:
    """The candidates that a correction or an "it" adds to what was `found` in the sentence."""
    if text.rstrip().endswith("?"):
        return []
    if _OVER.match(text) and not found:
        over = next(iter(scene.said()), None)
        here = (start, start + len(text))
        return [replace(over, polarity=False, ends=True, change=True, span=here, clause=here)] if over else []
    if not found:
        return (
            list(_by_it(text, start, scene))
            or list(_by_noun(text, start, found, scene))
            or list(_by_noun_before(text, start, scene, previous))
            or list(_switched(text, start, scene))
            or list(_whole(text, start, scene, previous))
        )
    return [
        *_by_noun(text, start, found, scene),
        *_within(text, start, found, scene),
        *_mine(text, start, found, scene),
        *_instead(text, start, found, scene),
        *_now(text, start, found, scene),
    ]


def _whole(text: str, start: int, scene: Scene, previous: str) -> Iterator[Candidate]:
    """A sentence that is nothing but a correction: "Sorry, I meant Lisbon."."""
    match = _START.match(text)
    it = (match["it"] or "").strip().lower() if match else ""
    if match is None or it in _OF_ONESELF:  # "I'm just tired" corrects nothing
        return
    at, old = match.end(), ""
    contrast = _CONTRAST.match(text, at)
    if contrast:
        at, old = contrast.end(), contrast["old"]
    cue = (match["cue"] or "").strip(" ,.:;!–—-").lower()
    strong = bool(
        match["star"] or contrast or (cue and cue not in _SOFT) or tone.SENTENCE_CHANGES.search(previous)
    )
    for candidate in _said(text[at:], old, scene):
        rule = scene.rule(candidate.attribute)
        if it and rule is not None and (rule.opposite or (rule.form == "words" and not strong)):
            continue  # "it's just great" is no new value
        made = _made(candidate, text, start, at, old, scene)
        if made is None:
            continue
        value, rest = made
        other = _NOT_OLD.match(rest)
        changed = strong or bool(
            other
            or (
                match["it"]
                and (match["now"] or _ACTUALLY.match(rest) or tone.CHANGED_AFTER.match(rest.lstrip(" ,")))
            )
        )
        ends = other or _TAIL.match(rest) or tone.CHANGED_AFTER.match(rest.lstrip(" ,"))
        if changed and ends:
            yield replace(value, replaces=_replaced(candidate, other["old"] if other else old, scene))
        return


def _said(rest: str, old: str, scene: Scene) -> Iterator[Candidate]:
    """The facts that may be meant: that whose value is named as wrong, else that which it suits best."""
    value = re.split(r"[,;!(]|\.(?=\s|$)|\s(?:not|instead|now)\b", rest, maxsplit=1)[0].strip()
    said = list(scene.said()) if value else []
    yield from (c for c in said if old and c.value.casefold() == old.casefold())
    fitting = scene.corrected(value) if said else None
    if fitting is not None:
        yield fitting
    yield from (c for c in said if c is not fitting)


def _made(
    candidate: Candidate, text: str, start: int, at: int, old: str, scene: Scene
) -> tuple[Candidate, str] | None:
    """(the candidate with the value at `at`, the rest of the sentence) if there is a value of its form."""
    rule: Rule | None = scene.rule(candidate.attribute)
    cuts = cut(text, at, len(text), rule) if rule is not None and rule.form != "sentence" else []
    if not cuts or cuts[0][0] - at > 12:
        return None
    begin, end, written = cuts[0]
    value = written or " ".join(scene.folded.kept[start + begin : start + end].split())
    named = rule is not None and rule.form in ("person", "place", "organisation")
    first = next(iter(value.lower().split()), "")
    if (
        not first
        or first in _NO_VALUE
        or (first in _STATES and candidate.attribute != "status")
        or (named and value[0].islower() and not candidate.value[0].islower() and text[0].isupper())
    ):
        return None
    made = replace(
        candidate,
        value=value,
        span=(start + begin, start + end),
        clause=(start + at, start + end),
        change=True,
        polarity=True,
        ends=False,
        time=Time(),
        mood="stated",
        confidence=0.95,
        rule=f"{candidate.attribute}: correction",
    )
    return made, text[end:]


def _replaced(candidate: Candidate, old: str, scene: Scene) -> str:
    rule = scene.rule(candidate.attribute)
    return old or (candidate.value if rule is not None and rule.many else "")


def _within(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """A correction in the same sentence: "I live in Vienna, I mean Venice"."""
    for match in _INSIDE.finditer(text):
        before = [c for c in found if c.span[1] <= start + match.start() + 1 and c.is_fact and c.value]
        if match["cue"].strip(" ,:;–—-").lower() in _SOFT or not before:
            continue
        if any(c.span[0] >= start + match.end() - 1 and c.attribute == before[-1].attribute for c in found):
            continue
        made = _made(before[-1], text, start, match.end(), "", scene)
        if made is not None and (_TAIL.match(made[1]) or _NOT_OLD.match(made[1])):
            yield replace(made[0], replaces=_replaced(before[-1], "", scene))
            return


def _instead(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """ "I don't live in Paris but in Lyon", "Not in Oslo any more, Bergen now": what holds instead."""
    last = found[-1]
    rule = scene.rule(last.attribute)
    if rule is None or rule.many or rule.form == "sentence":
        return
    match = (
        _BUT.search(text, max(last.span[1] - start, 0))
        if last.is_fact and not last.polarity and last.value
        else None
    )
    made = _made(last, text, start, match.end(), "", scene) if match else None
    if made is not None:
        yield made[0]


def _by_noun(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
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
        old = _NOT_OLD.match(text[end:])
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


def _by_noun_before(text: str, start: int, scene: Scene, previous: str) -> Iterator[Candidate]:
    """ "Can you track my order? It's QA-77120": the attribute is named in the sentence before."""
    if not previous or _BEGINS_WITH_IT.match(text) is None:
        return
    lead = previous.rstrip(" .!?;") + ", "
    for candidate in _by_noun(lead + text, start - len(lead), [], scene):
        if candidate.span[0] >= start:
            yield replace(candidate, clause=(start, candidate.clause[1]))


def _by_it(text: str, start: int, scene: Scene) -> Iterator[Candidate]:
    """ "I don't use that address any more, it's a@b.org now": the value tells which attribute "it" is."""
    match = _IT_IS.search(text)
    if match is None:
        return
    told = tone.CHANGED_BEFORE.search(text[: match.start()]) or match["now"]
    for candidate in _said(text[match.end() :], "", scene):
        made = _made(candidate, text, start, match.end(), "", scene)
        if (made is not None and tone.CHANGED_AFTER.match(made[1].lstrip(" ,"))) or (
            told and made and _TAIL.match(made[1])
        ):
            yield replace(made[0], replaces=_replaced(candidate, "", scene))
        return


def _now(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """ "I used to work at Tesco, now it's Aldi": what was has an heir."""
    last = found[-1]
    rule = scene.rule(last.attribute)
    match = _IT_IS.search(text, max(last.span[1] - start, 0)) if last.time.tense == "past" else None
    if match is None or rule is None or rule.many:
        return
    made = _made(last, text, start, match.end(), "", scene)
    if made is not None and (match["now"] or tone.CHANGED_AFTER.match(made[1].lstrip(" ,"))):
        yield made[0]


def _switched(text: str, start: int, scene: Scene) -> Iterator[Candidate]:
    """ "I actually switched to Oakfield Dairy": from the employer that was spoken of last."""
    match = _SWITCH.search(text)
    said = next((c for c in scene.said() if c.attribute in _SWITCHED), None) if match else None
    made = _made(said, text, start, match.end(), "", scene) if match and said else None
    if made is not None and (said.attribute != "employer" or " " in made[0].value):
        yield made[0]


def _mine(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """ "My parents' budget is 5000 euros, mine is 1500"."""
    for match in _MINE.finditer(text):
        before = [c for c in found if c.span[1] <= start + match.start() and c.entity != USER]
        made = _made(before[-1], text, start, match.end(), "", scene) if before else None
        if made is not None:
            yield replace(made[0], entity=USER, person=True, change=before[-1].change)
