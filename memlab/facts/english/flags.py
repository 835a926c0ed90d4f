"""flags: what a pattern's words and a clause before add to what a clause says."""

from __future__ import annotations

import re

from memlab.facts.candidate import USER
from memlab.facts.english import phrases, tone
from memlab.facts.english import words as w
from memlab.facts.english.clauses import Clause
from memlab.facts.english.readings import Reading
from memlab.facts.english.slots import Pattern
from memlab.facts.scene import Scene

_MARKS = {
    "change": w.CHANGE,
    "change2": w.CHANGE,
    "new": w.CHANGE,
    "ends": w.ENDS | w.NOT,
    "planned": w.PLANNED,
    "past": w.PAST,
    "neg": w.NOT,
    "done": w.ENDS | w.NOT,
}
_NOT = re.compile(r"n't\b|(?<=s)nt\b")  # "isnt"
WORDS = re.compile(r"[a-z]+")


def owner(match: re.Match[str], scene: Scene) -> str:
    """The entity that a pattern names in its midst: "Bosch is my sister's employer"."""
    groups = match.groupdict()
    named = groups.get("whose") or groups.get("who") or "my"
    word = named.lower().split()[0].removesuffix("'s").split("'")[0]
    if word in ("my", "our", "the", "i", "we", "i've"):
        return USER
    return (
        scene.person or word
        if word in ("his", "her", "their", "he", "she", "they", "your", "you")
        else named.split()[0].removesuffix("'s")
    )


def marked(flags: int, match: re.Match[str], pattern: Pattern) -> int:
    """The flags with those of the pattern's marks and of what links an attribute to its value."""
    groups = match.groupdict()
    for name, mark in _MARKS.items():
        if groups.get(name) is not None and not (name == "past" and flags & w.PERFECT):
            flags |= mark
    if pattern.rule.form == "sentence" or "value" not in groups:
        return flags
    link = groups.get("link") or ""
    glue = (
        match.string[match.start() : match.start("value")]
        + " "
        + match.string[match.end("value") : match.end()]
    )
    for word in WORDS.findall(glue.lower()):
        flags |= w.CHAIN.get(word, 0) & (w.CHANGE | w.HEDGED) if word != "may" else 0
    flags |= w.CHANGE if re.search(r"\bnew\b", glue, re.I) else 0
    for word in WORDS.findall(_NOT.sub(" not", link.lower())):
        flags |= w.CHAIN.get(word, 0) & (w.NOT | w.PAST | w.PLANNED)
    flags |= w.NOT | w.ENDS if "no longer" in link.lower() else 0
    flags |= w.PAST if "used to" in link.lower() else 0
    moved = tone.LINK_CHANGES.search(link) or (groups.get("link") == "")  # "change my budget to 900 euros"
    return (flags | w.CHANGE) & ~w.PAST if moved else flags


def inherited(before: Clause, reading: Reading) -> int:
    """What a clause without a subject takes over from the one before: "I might move and work there"."""
    flags = before.frame & w.FRAMED
    if not reading.flags & (w.CHANGE | w.PERFECT | w.PAST) and reading.pattern.lead == "who":
        chain = before.verbs[-1][1]
        flags |= chain & (w.WISHED | w.SUPPOSED | w.HEDGED | w.PLANNED)
        flags |= chain & w.PAST if not chain & w.BE else 0
    return flags


def says_nothing(pattern: Pattern, match: re.Match[str], flags: int) -> bool:
    """Whether the words around the value keep the pattern from stating anything."""
    groups = match.groupdict()
    if flags & w.NOT and not flags & w.ENDS and groups.get("ends") is not None:
        return True  # "I haven't left", "I never quit": nothing ends
    if flags & w.NOT and groups.get("change") is not None:
        return True  # "I haven't moved"
    if flags & w.SUPPOSED and pattern.rule.opposite:
        return True  # "I'd love to live there", "I would like a coffee": a wish, no taste
    thing = (groups.get("thing") or "").lower().split() if pattern.rule.things else ()
    return not phrases.NO_THING_PART.isdisjoint(thing)  # "they extended the" is no thing
