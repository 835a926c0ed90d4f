"""The capstone: a memory of your own for a desk that serves many customers at once.

A design is a class with three methods; `replay` runs it through a conversation and tells its first mistake.

>>> class Forgetful(Design):
...     def slot(self, note):
...         return note.about
...     def key(self, note, now):
...         return (note.last_used,)
...     def prompt(self, question, notes):
...         return [note for note in notes if note.about == question.about]
>>> replay(Forgetful, open_talk(1)).score
0.0
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from memlab import checks
from memlab.course.board_card import Board, places
from memlab.course.capstone_baselines import baselines
from memlab.course.capstone_desk import talk
from memlab.course.capstone_parts import BUDGET, Design, Note, Question
from memlab.course.capstone_story import ABOUT, SINGLE
from memlab.course.capstone_talk import Talk, Turn
from memlab.course.capstone_verdict import Verdict, judged

__all__ = [
    "ABOUT",
    "BUDGET",
    "SINGLE",
    "Design",
    "Note",
    "Question",
    "Talk",
    "Turn",
    "Verdict",
    "compare",
    "open_talk",
    "replay",
]


@functools.cache
def open_talk(number: int) -> Talk:
    """An open conversation to practise on: 1 is mostly English, 2 mostly Chinese. ValueError for another.

    >>> open_talk(1)
    <Talk open 1: 1005 turns, 10 customers, 519 notes (19 of them must not be lost), 486 questions>
    """
    if number not in (1, 2) or isinstance(number, bool):
        raise ValueError(f"number: {checks.shown(number)}, allowed are 1 and 2: the others are not open")
    return talk(number, chinese=0.25 if number == 1 else 0.75)


@functools.lru_cache(maxsize=4)
def hidden_talk(seed: int) -> Talk:
    """A conversation of other customers with other words, by which a design is judged."""
    return talk(checks.whole("seed", seed, 0), hidden=True, visits=80)


def replay(design: Callable[[], Design], conversation: Talk, budget: int = BUDGET) -> Verdict:
    """Run a design (the class, not one of its objects) through a conversation, twice, and judge it.

    What is asked for and not there is fetched again and takes room. No design makes it raise: what goes wrong
    is told. About a second for a thousand turns; longer than `LIMIT` seconds is too slow.
    """
    return judged(design, conversation, budget)


def compare(conversation: Talk, *designs: Callable[[], Design]) -> Board:
    """Designs on a conversation beside memlab's own policies, the best first."""
    verdicts = [replay(design, conversation) for design in designs]
    return Board(conversation.name, places([("you", v) for v in verdicts], baselines(conversation)))
