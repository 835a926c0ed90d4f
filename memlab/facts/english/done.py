"""done: "I called mum" ends the task "call mum" that was named before."""

from __future__ import annotations

import re
from dataclasses import replace

from memlab.facts.candidate import Candidate
from memlab.facts.scene import Scene

_PAST = {
    "buy": "bought", "send": "sent", "pay": "paid", "write": "wrote|written", "do": "did|done",
    "make": "made",
    "take": "took|taken", "get": "got", "read": "read", "ring": "rang|rung", "sell": "sold", "find": "found",
    "meet": "met", "give": "gave|given", "bring": "brought", "build": "built", "put": "put", "cut": "cut",
    "feed": "fed", "sweep": "swept", "withdraw": "withdrew|withdrawn", "hang": "hung", "leave": "left",
}  # fmt: skip
_NEGATED = re.compile(
    r"\b(?:not|haven't|hasn't|didn't|never|should|will|need|have to|must|going to)\b|n't\b|\?\s*$", re.I
)
_ENDED = frozenset(("done", "finished", "completed", "sorted"))
_SMALL = frozenset(("the", "a", "an", "my", "our", "some", "to", "for", "of", "on", "in", "at", "with"))


def done(text: str, start: int, scene: Scene) -> list[Candidate]:
    """The ends of tasks that the sentence tells in other words than "finished"; none without such a task."""
    tasks = (
        [c for c in scene.said() if c.attribute == "task" and c.polarity]
        if scene.context or scene.found
        else []
    )
    if not tasks or _NEGATED.search(text):
        return []
    here = (start, start + len(text))
    words = set(re.findall(r"[\w'-]+", text.lower()))
    return [
        replace(t, polarity=False, ends=True, span=here, clause=here)
        for t in tasks
        if _is_done(t.value, words)
    ]


def _is_done(task: str, words: set[str]) -> bool:
    verb, *rest = task.lower().split()
    if words & _ENDED and {word for word in (verb, *rest) if word not in _SMALL} <= words:
        return True  # "slides done"
    needed = {word for word in rest if word not in _SMALL}
    return bool(needed) and needed <= words and any(form in words for form in _forms(verb))


def _forms(verb: str) -> list[str]:
    """The past forms of a verb: "called", "tidied", "bought"."""
    if verb in _PAST:
        return _PAST[verb].split("|")
    regular = verb + "d" if verb.endswith("e") else verb[:-1] + "ied" if verb.endswith("y") else verb + "ed"
    return [regular, verb + verb[-1:] + "ed", verb + "ed"]
