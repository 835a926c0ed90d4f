"""remade: a fact that was said, with another value: what all corrections make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memlab.facts.candidate import Candidate, Time
from memlab.facts.english import lexicon as lex
from memlab.facts.english.changes import change_after
from memlab.facts.english.values import cut
from memlab.facts.english.words import word_set
from memlab.facts.rules import Rule
from memlab.facts.scene import Scene

IT = (
    r"(?:it's (?:called|spelled|spelt|written|pronounced)|it(?= isn't| is not| wasn't)|it's|its|it is|that's"
    r"|that is|they're|i'm|i am|the (?:right|correct|new) one is|it was)"
)
NOT_OLD = re.compile(
    r"^\s*[,(–—-]?\s*(?P<now>now\s*,?\s*)?(?:and\s+)?(?:not|instead of"
    r"|rather than)\s+(?:in\s+|at\s+"
    r"|on\s+)?(?P<old>[^,;:?!.()]{1,40}?)\s*\)?\s*(?:[,.;!]|$)",
    re.I,
)
TAIL = re.compile(
    r"^[\s\"')*]*(?:(?:now|actually|instead|please|sorry|thanks|then|lol|haha|of course|rather|obviously"
    r"|in fact|this time|again|my bad|my mistake|btw|though|that is|i mean|with (?:an?|one|two"
    r"|double) '?\w+'?)[\s,]*)*(?:[.!;,)…(–—-]|$)",
    re.I,
)
_NO_VALUE = word_set(
    "problem problems thanks worries way idea need kidding offense offence never nothing that this more it me"
    " about"
)
_STATES = lex.ADJECTIVES | word_set("late early tired busy ready raining snowing hungry sick away back")


def said(rest: str, old: str, scene: Scene) -> Iterator[Candidate]:
    """The facts that may be meant: that whose value is named as wrong, else that which it suits best."""
    value = re.split(r"[,;!(]|\.(?=\s|$)|\s(?:not|instead|now)\b", rest, maxsplit=1)[0].strip()
    said = list(scene.said()) if value else []
    yield from (c for c in said if old and c.value.casefold() == old.casefold())
    fitting = scene.corrected(value) if said else None
    if fitting is not None:
        yield fitting
    yield from (c for c in said if c is not fitting)


def remade(
    candidate: Candidate, text: str, start: int, at: int, first: int, scene: Scene
) -> tuple[Candidate, str] | None:
    """(the candidate with the value at `at`, the rest of the sentence) if there is a value of its form.

    Its clause begins at `first`, with the words that make the correction.
    """
    rule: Rule | None = scene.rule(candidate.attribute)
    cuts = cut(text, at, len(text), rule) if rule is not None and rule.form != "sentence" else []
    if not cuts or cuts[0][0] - at > 12:
        return None
    begin, end, written = cuts[0]
    value = written or " ".join(scene.folded.kept[start + begin : start + end].split())
    named = rule is not None and rule.form in ("person", "place", "organisation")
    word = next(iter(value.lower().split()), "")
    if (
        not word
        or word in _NO_VALUE
        or (word in _STATES and candidate.attribute != "status")
        or (named and value[0].islower() and not candidate.value[0].islower() and text[0].isupper())
    ):
        return None
    made = replace(
        candidate,
        value=value,
        span=(start + begin, start + end),
        clause=(start + first, start + end + change_after(text[end:])),
        change=True,
        polarity=True,
        ends=False,
        time=Time(),
        mood="stated",
        confidence=0.95,
        rule=f"{candidate.attribute}: correction",
    )
    return made, text[end:]


def replaced(candidate: Candidate, old: str, scene: Scene) -> str:
    rule = scene.rule(candidate.attribute)
    return old or (candidate.value if rule is not None and rule.many else "")
