"""Whom a pronoun stands for, where the person was named in a turn before: "My sister is a nurse." "She …"."""

from __future__ import annotations

import re
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate
from memlab.facts.scene import Scene

UNCLEAR = 0.5  # confidence in a fact of nobody knows whom
_HE = frozenset({"he", "him", "his", "他"})
_SHE = frozenset({"she", "her", "她"})
_THEY = frozenset({"they", "them", "their", "他们", "她们", "ta"})
_MEN = re.compile(
    r"\b(?:brother|father|dad|husband|son|uncle|nephew|grand(?:father|pa|dad|son)|boyfriend|man|mr|boy)\b"
    "|[爸父哥弟爷叔舅]|儿子|老公|丈夫|男友|男朋友|先生|外公|公公|岳父|姐夫|妹夫|侄子|外甥(?!女)|孙子",
    re.IGNORECASE,
)
_WOMEN = re.compile(
    r"\b(?:sister|mother|mum|mom|wife|daughter|aunt|niece|grand(?:mother|ma|mum|mom|daughter)|girlfriend|"
    r"woman|mrs|ms|girl)\b"
    "|[妈母姐妹奶姨姑婶嫂]|女儿|老婆|妻子|太太|女友|女朋友|女士|外婆|婆婆|岳母|侄女|外甥女|孙女",
    re.IGNORECASE,
)


def with_person(candidate: Candidate, scene: Scene) -> Candidate:
    """A fact of "she" as one of the person who was spoken of last; one of nobody knows whom is in doubt."""
    word = candidate.entity.casefold()
    if not candidate.person or word not in _HE | _SHE | _THEY:
        return candidate
    name = scene.person_before(lambda entity: may_be(word, entity))
    if name is not None:
        return replace(candidate, entity=name)
    mood = "hedged" if candidate.is_fact else candidate.mood
    return replace(candidate, mood=mood, confidence=min(candidate.confidence, UNCLEAR))


def may_be(word: str, entity: str) -> bool:
    """Whether the pronoun may stand for somebody of that name: no "she" for a brother.

    >>> may_be("she", "sister"), may_be("she", "brother"), may_be("他", "小王")
    (True, False, True)
    """
    if entity.casefold() in {USER, *_HE, *_SHE, *_THEY}:
        return False
    if word in _THEY:
        return True
    theirs, others = (_MEN, _WOMEN) if word in _HE else (_WOMEN, _MEN)
    return bool(theirs.search(entity)) or not others.search(entity)
