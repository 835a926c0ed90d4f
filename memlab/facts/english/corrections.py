"""corrections: "Sorry, I meant Lisbon", "not Porto but Lisbon", "it's Friday now"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memlab.facts.candidate import Candidate
from memlab.facts.english import tone
from memlab.facts.english.named import by_it, by_noun, by_noun_before, mine, now, switched
from memlab.facts.english.remade import IT, NOT_OLD, TAIL, remade, replaced, said
from memlab.facts.english.words import word_set
from memlab.facts.scene import Scene

_CUE = (
    r"(?:no(?! (?:more|less|fewer|later|longer)\b)|nope|nah|wait|sorry|so sorry|oops|ooops|whoops|actually"
    r"|hmm|hm|ah|oh|er|uh|um|ugh|my bad"
    r"|my mistake|apologies|pardon|hold on|hang on"
    r"|scratch that|strike that|ignore that|forget that|correction|edit|typo|update|i mean"
    r"|i meant(?: to (?:say|write|type))?"
    r"|meant(?: to say)?|or rather|rather|make (?:that|it)|better make it|that should(?: have)? (?:be"
    r"|been|say|read)|it should(?: have)? (?:be|been|say|read)|should be|should have been"
    r"|let me correct (?:that|myself)|let's (?:say|make it)|change (?:that|it) to|excuse me|to be precise"
    r"|in fact|i misspoke|i mistyped|that was (?:a typo|wrong)|that's wrong"
    r"|not that|on second thought|well|yes|damn|argh|lol|haha|autocorrect|(?:the )?wrong(?: [a-z]+){0,2}"
    r"|i (?:said|wrote|typed|put|told you) (?P<wrong>[^,;:.!?]{1,40}?),? but (?:i )?(?:actually )?meant"
    r"(?: to (?:say|write|type))?"
    r"|i was wrong|i take that back|silly me|please change (?:that|it) to)"
)
_SOFT = word_set("well yes oh ah hmm hm um uh er lol haha damn")
_START = re.compile(
    rf"^[\s\"'(]*(?:(?P<cue>(?:{_CUE}\b[\s,.:;!–—-]*(?:that's\s+)?)+)|(?P<star>\*+)\s*"
    rf"|->\s*)?(?P<it>{IT}\s+)?(?P<now>(?:now|actually|really|just|only|more like)\s+)?",
    re.I,
)
_OF_ONESELF = ("i'm", "i am")
_INSIDE = re.compile(
    rf"(?:(?:[,;(–—-]|\.\.+|…)\s*(?:but\s+)?|\bbut\s+(?=i mean))"
    rf"(?P<cue>(?:{_CUE}\b[\s,:;–—-]*)+)(?P<it>{IT}\s+)?(?=\S)",
    re.I,
)
_CONTRAST = re.compile(
    r"(?:not|isn't|is not|wasn't|aren't)\s+(?:in\s+|at\s+"
    r"|on\s+)?(?P<old>[^,;:?!]{1,40}?)\s*(?:,?\s+but(?:\s+rather)?"
    r"|,|;|:|\s[-–—]|,?\s+it's)\s+(?:in\s+|at\s+|it's\s+|it is\s+)?",
    re.I,
)
_BUT = re.compile(
    r"\b(?:but|just)\s+(?:rather\s+|now\s+)?(?:in|at|for|with|to)\s+(?=\S)"
    r"|[,;–—-]\s*(?:it's\s+|it is\s+|rather\s+|but\s+)?(?=\S[^,;.!?]{0,40}?\s+(?:now"
    r"|instead)\b)",
    re.I,
)
_ACTUALLY = re.compile(r"^,? (?:actually|in fact|of course not)\b", re.I)
_OVER = re.compile(
    r"^(?:(?:well|actually|but|oh|and),? )*(?:not any ?more|not any longer"
    r"|no longer)(?:,? (?:though|actually|sadly))?[\s.!]*$",
    re.I,
)


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
            list(by_it(text, start, scene))
            or list(by_noun(text, start, found, scene))
            or list(by_noun_before(text, start, scene, previous))
            or list(switched(text, start, scene))
            or list(_whole(text, start, scene, previous))
        )
    return [
        *by_noun(text, start, found, scene),
        *_within(text, start, found, scene),
        *mine(text, start, found, scene),
        *_instead(text, start, found, scene),
        *now(text, start, found, scene),
    ]


def _whole(text: str, start: int, scene: Scene, previous: str) -> Iterator[Candidate]:
    """A sentence that is nothing but a correction: "Sorry, I meant Lisbon."."""
    match = _START.match(text)
    it = (match["it"] or "").strip().lower() if match else ""
    if match is None or it in _OF_ONESELF:  # "I'm just tired" corrects nothing
        return
    at, old = match.end(), match["wrong"] or ""
    contrast = _CONTRAST.match(text, at)
    if contrast:
        at, old = contrast.end(), contrast["old"]
    cue = (match["cue"] or "").strip(" ,.:;!–—-").lower()
    strong = bool(
        match["star"] or contrast or (cue and cue not in _SOFT) or tone.SENTENCE_CHANGES.search(previous)
    )
    for candidate in said(text[at:], old, scene):
        rule = scene.rule(candidate.attribute)
        if it and rule is not None and (rule.opposite or (rule.form == "words" and not strong)):
            continue  # "it's just great" is no new value
        made = remade(candidate, text, start, at, 0, scene)
        if made is None:
            continue
        value, rest = made
        other = NOT_OLD.match(rest)
        changed = strong or bool(
            other
            or (
                match["it"]
                and (match["now"] or _ACTUALLY.match(rest) or tone.CHANGED_AFTER.match(rest.lstrip(" ,")))
            )
        )
        ends = other or TAIL.match(rest) or tone.CHANGED_AFTER.match(rest.lstrip(" ,"))
        if changed and ends:
            yield replace(value, replaces=replaced(candidate, other["old"] if other else old, scene))
        return


def _within(text: str, start: int, found: list[Candidate], scene: Scene) -> Iterator[Candidate]:
    """A correction in the same sentence: "I live in Vienna, I mean Venice"."""
    for match in _INSIDE.finditer(text):
        before = [c for c in found if c.span[1] <= start + match.start() + 1 and c.is_fact and c.value]
        if match["cue"].strip(" ,:;–—-").lower() in _SOFT or not before:
            continue
        if any(c.span[0] >= start + match.end() - 1 and c.attribute == before[-1].attribute for c in found):
            continue
        made = remade(before[-1], text, start, match.end(), match.start("cue"), scene)
        if made is not None and (TAIL.match(made[1]) or NOT_OLD.match(made[1])):
            yield replace(made[0], replaces=replaced(before[-1], "", scene))
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
    made = remade(last, text, start, match.end(), match.start(), scene) if match else None
    if made is not None:
        yield made[0]
