"""denied: what takes an allergy back in other words: "I can eat it again", "I'm not allergic to them now".

Only an allergy that was told is denied: to doubt one that is in force costs a question, to miss it nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate, Time
from memlab.facts.english import tone
from memlab.facts.scene import Scene

DIAGNOSED = re.compile(  # whose word on the user's health the user takes over
    r"\b(?:doctors?|doc|docs|gp|dr\.? (?-i:[A-Z])[\w'-]+|physician|pa?ediatrician|allergist|dermatologist"
    r"|immunologist|specialist|consultant|dentist|nurse|hospital|clinic|surgeon|pharmacist|dieti[ct]ian"
    r"|nutritionist|(?:blood |skin |allergy |patch |prick )?tests?(?: results?)?|results|medical records?)"
    r"(?: (?:has|have|just|now|also|finally|recently))* (?:says?|said|tells|told|confirm(?:s|ed)?"
    r"|found(?: out)?|discovered|explain(?:s|ed)|states?|informed|insists?|showed?|shows)"
    r"(?: (?:to )?(?:me|us))?(?: today| yesterday| last \w+| now)?(?: that)?\s*$",
    re.I,
)
_ALLERGY = "allergy"
_IT = r"(?:it|them|that|those|these)\b"
_DENIAL = re.compile(
    rf"\b(?:(?:i'm|i am|im) (?:(?:actually|really|now|just|also|in fact) )*(?:not|no longer)(?: (?:actually"
    rf"|really|even|in fact|any ?more))* allergic\b(?: to {_IT}|(?! to))"
    rf"|i (?:was never|have never been|never was|wasn't|wasn't ever) (?:actually |really )*allergic\b"
    rf"|i (?:don't|do not|dont|no longer|never) (?:even |really |actually )*react to\b"
    rf"|my allergy (?:is|has|turned out|was) (?:gone|cured|wrong|a mistake|to be wrong|not real|passed))",
    re.I,
)
_TAKEN_BACK = re.compile(  # it must name what it is about
    r"\b(?:(?:ignore|forget|disregard|scratch|strike|never ?mind) (?:what|everything|anything|all|the thing"
    r"|whatever) i (?:said|told you|mentioned|wrote)(?: \w+)? about\b"
    r"|i was (?:wrong|mistaken|incorrect) about\b|i (?:made a mistake|misspoke) about\b"
    r"|i can (?:(?:now|actually|safely|totally|happily|also|still) )*(?:eat|have|drink|take|tolerate|touch"
    r"|handle|be around)\b)",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:if|whether|wish|hope|hopefully|thinks?|thought|maybe|perhaps|probably|unless|until|when|once"
    r"|imagine|suppose|guess|says?|said|claims?|bet|believes?|not|don't|pretend)\b[^,.;:]*$",
    re.I,
)
_HEDGED = re.compile(r"\b(?:will|if|unless|as long as|only|but|though)\b", re.I)
_AFTER_ALL = re.compile(r"\b(?:after all|any ?more|any longer|turns out|turned out)\b", re.I)
_SHORT = 7  # words of a sentence that is nothing but the denial


def denied(text: str, start: int, found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The denials of allergies that were told before; none in a question, a guess or a report."""
    elliptic, back = _DENIAL.search(text), _TAKEN_BACK.search(text)
    match = elliptic or back
    if match is None or _ALLERGY not in scene.rules or text.rstrip().endswith("?"):
        return []
    before = text[: match.start()]
    if (_UNSURE.search(before) and not DIAGNOSED.search(before)) or tone.HEDGED_AFTER.search(text):
        return []
    if elliptic is None and _HEDGED.search(text, match.end()):
        return []  # "I can eat nuts if they are roasted"
    known = {c.value: c for c in scene.earlier(_ALLERGY) if c.polarity and c.entity == USER}
    meant = [
        c for c in known.values() if _names(text, c.value) and (elliptic or _is_next(text, match, c.value))
    ]
    if not meant and elliptic and (len(text.split()) <= _SHORT or _AFTER_ALL.search(text)):
        meant = list(known.values())[:1]
    here, told = (start, start + len(text)), {c.value for c in found if c.attribute == _ALLERGY}
    return [
        replace(
            c,
            polarity=False,
            ends=True,
            change=True,
            time=Time(),
            span=here,
            clause=here,
            rule="allergy: denied",
        )
        for c in meant
        if c.value not in told
    ]


def _is_next(text: str, match: re.Match[str], value: str) -> bool:
    """Whether what is taken back is the value itself, or "it" after it: "oat milk" is no milk."""
    words = rf"(?:(?:any|all|the|my|some|being|allergic|to|allergy|about)\s+)*(?:{_IT}|{_forms(value)})"
    return re.match(rf"\s*{words}", text[match.end() :], re.I) is not None


def _names(text: str, value: str) -> bool:
    """Whether the text names it, in the singular or the plural."""
    return re.search(_forms(value), text, re.I) is not None


def _forms(value: str) -> str:
    return rf"\b{re.escape(value.removesuffix('s'))}(?:s|es)?\b(?!-free| free)"
