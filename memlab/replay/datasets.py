"""Conversations of a data set, one after the other, as one trace; a problem bears a conversation's number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memlab.replay.access import READ, WRITE, Access, Problem
from memlab.replay.crosswoz import Dialogue
from memlab.replay.locomo import Conversation
from memlab.replay.trace import Trace

MINUTE = 60.0  # from one conversation to the next, from question to question, from turn to turn of CrossWOZ


def crosswoz_trace(dialogues: Sequence[Dialogue]) -> Trace:
    """Each dialogue's uses as reads, its definitions as writes; a key is `dialogue/domain-slot`.

    >>> from memlab.replay.crosswoz import read_crosswoz
    >>> says = {"role": "usr", "content": "订一张票", "dialog_act": [["Inform", "景点", "门票", "一张"]]}
    >>> crosswoz_trace(read_crosswoz({"1": {"messages": [says]}, "2": {"messages": [says]}})).names
    ('1/景点-门票', '2/景点-门票')
    """
    rows: list[Access] = []
    for dialogue in dialogues:
        start = rows[-1].time + MINUTE if rows else 0.0
        for access in Trace.of_program(dialogue.program):
            rows.append(Access(f"{dialogue.name}/{access.key}", start + access.time, access.operation))
    return Trace.of(rows, problems=_problems(dialogues, "message"), dataset="crosswoz")


def locomo_trace(conversations: Sequence[Conversation]) -> Trace:
    """Each turn as a write, sized in tokens and rated as it was said, then each question's evidence as reads.

    A key is `conversation/turn`. Times are those of the sessions, counted from the first turn; the questions
    come a minute apart after the last one.

    >>> from memlab.replay.locomo import read_locomo
    >>> talk = {"session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "I keep bees."}]}
    >>> qa = [{"question": "What does Ann keep?", "evidence": ["D1:1"]}]
    >>> trace = locomo_trace(read_locomo([{"sample_id": "bees", "conversation": talk, "qa": qa}]))
    >>> trace.names, trace.operations, trace.sizes
    (('bees/D1:1',), ('write', 'read'), (4, 4))
    """
    rows: list[Access] = []
    for conversation in conversations:
        _append(rows, conversation)
    return Trace.of(rows, problems=_problems(conversations, "question"), dataset="locomo")


def _append(rows: list[Access], conversation: Conversation) -> None:
    from memlab.bank.importance import Rater  # its tables take a while: only who rates turns waits for them

    rater, written = Rater(), {}
    start = rows[-1].time + MINUTE if rows else 0.0
    shift = start - conversation.turns[0].time if conversation.turns else 0.0
    for turn in conversation.turns:
        rating = rater.rate(turn.text, turn.speaker, at=turn.time)
        key, time = f"{conversation.name}/{turn.id}", turn.time + shift
        written[turn.id] = Access(key, time, WRITE, rating.tokens, rating.importance, turn.text)
        rows.append(written[turn.id])
    end = rows[-1].time if rows else 0.0
    for n, question in enumerate(conversation.questions, start=1):
        rows += [replace(written[id], time=end + MINUTE * n, operation=READ) for id in question.evidence]


def _problems(conversations: Sequence[Dialogue | Conversation], place: str) -> tuple[Problem, ...]:
    return tuple(
        Problem(n, f"{place} {problem.line}: {problem.text}", problem.why)
        for n, conversation in enumerate(conversations, start=1)
        for problem in conversation.problems
    )
