"""read, extract: a turn's text becomes candidates, each with its span and its mood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from memlab.facts.candidate import Candidate, Turn
from memlab.facts.masking import moods
from memlab.facts.rules import Rules
from memlab.facts.scene import Scene
from memlab.facts.sentences import Sentence, sentences
from memlab.facts.table import RULES
from memlab.facts.text import fold

_HAN = re.compile("[㐀-鿿豈-﫿]")
_LATIN = re.compile("[A-Za-z]")


def read(
    text: str, role: str = "user", at: float = 0.0, context: Iterable[Any] = (), rules: Rules = RULES
) -> list[Candidate]:
    """What `text` seems to say, refused readings (questions, wishes, quotations, …) with their mood."""
    folded = fold(text)
    stretches = moods(folded)
    scene = Scene(folded, rules, _turns(context), stretches)
    for sentence in sentences(folded, stretches):
        scene.found.extend(_read_sentence(sentence, scene))
    return [_placed(c, scene, role) for c in scene.found]


def extract(
    text: str, role: str = "user", at: float = 0.0, context: Iterable[Any] = (), rules: Rules = RULES
) -> list[Candidate]:
    """The facts in `text`: what `read` finds, without what was only asked, supposed, wished or quoted."""
    return [c for c in read(text, role, at, context, rules) if c.is_fact]


def _turns(context: Iterable[Any]) -> list[Turn]:
    return [
        t if isinstance(t, Turn) else Turn(t) if isinstance(t, str) else Turn(t[1], t[0]) for t in context
    ]


def _read_sentence(sentence: Sentence, scene: Scene) -> list[Candidate]:
    found: list[Candidate] = []
    if _LATIN.search(sentence.text):
        found += _reader("english")(sentence, scene)
    if _HAN.search(sentence.text):
        found += _reader("chinese")(sentence, scene)
    if sentence.mood != "stated":
        found = [replace(c, mood=sentence.mood) for c in found]
    return found


@cache
def _reader(language: str) -> Callable[[Sentence, Scene], Sequence[Candidate]]:
    try:
        return import_module(f"memlab.facts.{language}").read_sentence
    except (ModuleNotFoundError, AttributeError):
        return lambda sentence, scene: []


def _placed(candidate: Candidate, scene: Scene, role: str) -> Candidate:
    """The candidate with its spans in the text as given."""
    origin = scene.folded.origin
    mood = candidate.mood if role == "user" or candidate.mood != "stated" else "instructed"
    return replace(candidate, span=origin(*candidate.span), clause=origin(*candidate.clause), mood=mood)
