"""answers: what a turn says by answering the assistant's question: "Lisbon, since May"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from memlab.facts.candidate import Candidate, Time
from memlab.facts.english import tone
from memlab.facts.english.chunks import Cut
from memlab.facts.english.phrases import NO_THING
from memlab.facts.english.values import cut
from memlab.facts.english.words import MONTHS
from memlab.facts.rules import Rule
from memlab.facts.scene import Scene
from memlab.facts.sentences import Sentence
from memlab.facts.text import fold

Read = Callable[[Sentence, Scene], list[Candidate]]
ANSWERED, UNSURE = 0.9, 0.5
ABOUT = 24  # characters of "somewhere around" before an amount
_NEXT = re.compile(r"[\s,;.&)/–—-]*(?:\band\b\s*)?", re.I)
_YES = re.compile(
    r"\W*(?:yes|yeah|yep|yup|correct|right|exactly|still|i do|i am|that's right|sure"
    r"|indeed)\b(?![^.!]*\b(?:if|but|when)\b)",
    re.I,
)
_NO = re.compile(
    r"\W*(?:no|nope|nah|not any ?more|not any longer|i don't|i'm not|not since)\b[\s,.!;–—-]*", re.I
)
_ASKED = re.compile(r"\b(do|are|have|is)(?: you| your)\b ([^?,]{2,120}?)(?:,? or\b[^?]*|,[^?]*)?\?", re.I)
_STILL = re.compile(r"\bstill\b", re.I)
_LEAD = re.compile(
    r"(?:(?:(?:an?|the|this|some) (?:small |little |big |local |tiny |new )*(?:company|firm|place|startup"
    r"|start-up|shop|business"
    r"|outfit|agency|studio),? (?:it's |which is |that's )?(?:called|named)|yes|yeah|yep|yup|sure|ok|okay"
    r"|well|um|uh|er|hmm|oh|ah|so|still|it's|its|it is|i'm|i am|im"
    r"|that's|that is|that would be"
    r"|they are|they're|there's|of course|certainly|no problem|right|currently|just|now|actually|mostly"
    r"|mainly|only|also|both|you can use"
    r"|use|in|at|for|as|to|with|near|from|on|around|about|let's say|let me see|let me think|here it is"
    r"|here you go|here|i guess|i think"
    r"|maybe|probably|roughly|good question|a|an|the|my|name is|thanks|hi|hello|please"
    r"|pretty sure it's|its|called|umm+|like|hey)\b[\s,.:;!…–—-]*)*",
    re.I,
)
_TAIL = re.compile(
    r"^[\s\"')*]*(?:$|[.!;,()…–—:-]|(?:now|still|at the moment|these days|currently|please|thanks|though"
    r"|actually|since|for|as|in|at|and|but"
    r"|with|because|so|right now|lol|haha|old|years|yo|btw|max|maximum|a|per|or so|tops|or|total|from|is"
    r"|all|altogether|includ\w+|incl|excluding|ish|each|plus|if|when|so far|inclusive"
    r"|would|i|which|only|mostly|works)\b)",
    re.I,
)
_PLANNED = re.compile(  # "Leeds" is where one lives, "York in June" where one will
    rf"[\s,(]*(?:(?:in|from|starting|as of) (?:early |mid[- ]?|late )?(?:{'|'.join(MONTHS)})\b"
    rf"(?! (?:19|20)\d\d)"
    rf"|{tone.PLANNED_AFTER.pattern})",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:i guess|i think|maybe|probably|not sure|don't know|perhaps|possibly|i believe"
    r"|dunno)\b",
    re.I,
)


def answers(text: str, start: int, scene: Scene, read: Read) -> list[Candidate]:
    """The candidates of a sentence that answers what the assistant asked for; none if it does not."""
    if not scene.question or scene.found or text.rstrip().endswith("?"):
        return []
    denied = _NO.match(text)
    polar = _polar(text, start, scene, read, bool(denied)) if denied or _YES.match(text) else []
    lead = _LEAD.match(text, denied.end() if denied else 0)
    at = lead.end() if lead else 0
    given = _given(text, at, start, scene)
    if not given:
        return polar
    return [replace(c, change=True) for c in polar + given] if denied else given


def _given(text: str, at: int, start: int, scene: Scene) -> list[Candidate]:
    """The answers from `at` on, one after the other if several things were asked for."""
    mood = "hedged" if _UNSURE.search(text) or tone.HEDGED_AFTER.search(text) else "stated"
    given: list[Candidate] = []
    left = [a for a in scene.asked if scene.rules[a].form != "sentence"]
    while left:
        found = next(((a, cuts) for a in left if (cuts := _begun(text, at, scene.rules[a]))), None)
        if found is None:
            break
        attribute, cuts = found
        given += [_answer(attribute, c, start, len(text), scene, mood) for c in cuts]
        left.remove(attribute)
        at = _NEXT.match(text, cuts[-1][1]).end()  # type: ignore[union-attr]
        lead = _LEAD.match(text, at)
        at = lead.end() if lead else at
    return given


def _begun(text: str, at: int, rule: Rule) -> list[Cut]:
    """The values that the text begins with at `at`, if nothing but an end or a remark follows them."""
    cuts = cut(text, at, len(text), rule)
    before = ABOUT if rule.form == "amount" else 2  # "not more than 80 pounds"
    return cuts if cuts and cuts[0][0] - at <= before and _TAIL.match(text[cuts[-1][1] :]) else []


def _polar(text: str, start: int, scene: Scene, read: Read, denied: bool) -> list[Candidate]:
    """What "yes" or "no" makes of a question: "Do you still work at Bosch?" is "I still work …" or not."""
    asked = _ASKED.search(scene.question)
    if asked is None:
        return []
    said = {"do": "I ", "are": "I am ", "have": "I have "}.get(asked[1].lower(), "My ") + asked[2]
    inner = Scene(fold(said), scene.rules)
    here = (start, start + len(text))
    return [
        replace(
            c,
            span=here,
            clause=here,
            confidence=ANSWERED,
            polarity=not denied,
            ends=denied and bool(_STILL.search(said)),
        )
        for c in read(Sentence(0, len(said), said), inner)
        if c.is_fact and c.polarity and c.value.lower() not in NO_THING
    ]


def _answer(
    attribute: str, found: tuple[int, int, str], start: int, length: int, scene: Scene, mood: str
) -> Candidate:
    begin, end, written = found
    value = written or " ".join(scene.folded.kept[start + begin : start + end].split())
    rest = scene.folded.text[start + end : start + length]
    planned = attribute in ("city", "employer", "job", "address") and _PLANNED.match(rest)
    return Candidate(
        attribute,
        value,
        time=Time("planned" if planned else "present"),
        confidence=ANSWERED if mood == "stated" else UNSURE,
        span=(start + begin, start + end),
        clause=(start, start + length),
        rule=f"{attribute}: answer",
        mood=mood,
    )
