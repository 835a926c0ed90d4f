"""Conversations of a data set, one after the other, as one trace."""

from __future__ import annotations

from collections.abc import Sequence

from memlab.replay.access import Access, Problem
from memlab.replay.crosswoz import Dialogue
from memlab.replay.trace import Trace

MINUTE = 60.0  # from one dialogue to the next, as from turn to turn


def crosswoz_trace(dialogues: Sequence[Dialogue]) -> Trace:
    """Each dialogue's uses as reads, its definitions as writes; a key is `dialogue/domain-slot`.

    A problem's line is the number of the dialogue.

    >>> from memlab.replay.crosswoz import read_crosswoz
    >>> says = {"role": "usr", "content": "订一张票", "dialog_act": [["Inform", "景点", "门票", "一张"]]}
    >>> crosswoz_trace(read_crosswoz({"1": {"messages": [says]}, "2": {"messages": [says]}})).names
    ('1/景点-门票', '2/景点-门票')
    """
    rows: list[Access] = []
    problems: list[Problem] = []
    for n, dialogue in enumerate(dialogues, start=1):
        start = rows[-1].time + MINUTE if rows else 0.0
        for access in Trace.of_program(dialogue.program):
            rows.append(Access(f"{dialogue.name}/{access.key}", start + access.time, access.operation))
        for problem in dialogue.problems:
            problems.append(Problem(n, f"message {problem.line}: {problem.text}", problem.why))
    return Trace.of(rows, problems=tuple(problems))
