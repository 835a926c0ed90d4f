"""answers: what a turn says by answering the assistant's question: "Lisbon, since May"."""

from __future__ import annotations

import re

from memlab.facts.candidate import Candidate
from memlab.facts.english import tone
from memlab.facts.english.values import cut
from memlab.facts.scene import Scene

ANSWERED, UNSURE = 0.9, 0.5
_LEAD = re.compile(
    r"(?:(?:yes|yeah|yep|yup|sure|ok|okay|well|um|uh|er|hmm|oh|ah|so|still|it's|its|it is|i'm|i am|im"
    r"|that's|that is|that would be"
    r"|they are|they're|there's|of course|certainly|no problem|right|currently|just|now|actually|mostly"
    r"|mainly|only|also|both|you can use"
    r"|use|in|at|for|as|to|with|near|from|on|around|about|let's say|let me see|let me think|here it is"
    r"|here you go|here|i guess|i think"
    r"|maybe|probably|roughly|good question|a|an|the|my|name is|thanks|hi|hello|please"
    r"|pretty sure it's)\b[\s,.:;!…–—-]*)*",
    re.I,
)
_TAIL = re.compile(
    r"^[\s\"')*]*(?:$|[.!;,()…–—:-]|(?:now|still|at the moment|these days|currently|please|thanks|though"
    r"|actually|since|for|as|in|at|and|but"
    r"|with|because|so|right now|lol|haha|old|years|yo|btw|max|maximum|a|per|or so|tops|or|total|from|is"
    r"|would|i|which|only|mostly|works)\b)",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:i guess|i think|maybe|probably|not sure|don't know|perhaps|possibly|i believe"
    r"|dunno)\b",
    re.I,
)


def answers(text: str, start: int, scene: Scene) -> list[Candidate]:
    """The candidates of a sentence that answers what the assistant asked for; none if it does not."""
    if not scene.question or not scene.asked or scene.found or text.rstrip().endswith("?"):
        return []
    lead = _LEAD.match(text)
    at = lead.end() if lead else 0
    for attribute in scene.asked:
        rule = scene.rules[attribute]
        cuts = cut(text, at, len(text), rule) if rule.form != "sentence" else []
        if cuts and cuts[0][0] - at < 3 and _TAIL.match(text[cuts[-1][1] :]):
            mood = "hedged" if _UNSURE.search(text) or tone.HEDGED_AFTER.search(text) else "stated"
            return [_answer(attribute, c, start, len(text), scene, mood) for c in cuts]
    return []


def _answer(
    attribute: str, found: tuple[int, int, str], start: int, length: int, scene: Scene, mood: str
) -> Candidate:
    begin, end, written = found
    value = written or " ".join(scene.folded.kept[start + begin : start + end].split())
    return Candidate(
        attribute, value, confidence=ANSWERED if mood == "stated" else UNSURE, span=(start + begin, start + end),
        clause=(start, start + length), rule=f"{attribute}: answer", mood=mood,
    )  # fmt: skip
