"""Pronouns: 我讨厌它 is read as if it named what was spoken of last."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace

from memlab.facts.candidate import Candidate
from memlab.facts.scene import Scene
from memlab.facts.sentences import Sentence
from memlab.facts.text import Folded

_IT = re.compile(
    "(?:喜欢|喜爱|爱上|爱|讨厌|受不了|迷上)[吃喝看听玩]?(它们?|[这那][个些])(?=[了吧啊呢啦]|\\W|$)"
)
LONGEST = 300  # characters of a sentence with a pronoun

Read = Callable[[Sentence, Scene], Sequence[Candidate]]


def with_name(sentence: Sentence, scene: Scene, read: Read) -> list[Candidate]:
    """The tastes in a sentence whose pronoun stands for what `scene.it` is; [] if there is none."""
    match = _IT.search(sentence.text) if len(sentence.text) <= LONGEST else None
    referent = scene.it if match is not None else None
    if match is None or referent is None:
        return []
    start, end = (sentence.start + n for n in match.span(1))
    name = referent.value
    named = copy(scene)
    named.folded = _replaced(scene.folded, start, end, name)
    grown = len(name) - (end - start)
    longer = Sentence(
        sentence.start, sentence.end + grown, named.folded.text[sentence.start : sentence.end + grown]
    )
    here = (start, start + len(name))
    tastes = [c for c in read(longer, named) if c.span[0] < here[1] and here[0] < c.span[1]]
    return [
        replace(c, span=(start, end), clause=(c.clause[0], max(c.clause[1] - grown, end))) for c in tastes
    ]


def _replaced(folded: Folded, start: int, end: int, name: str) -> Folded:
    text, kept = (t[:start] + name + t[end:] for t in (folded.text, folded.kept))
    return Folded(folded.given, kept, text)
