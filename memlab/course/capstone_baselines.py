"""What the board compares with: policies that know nothing of safety, and one that knows the future."""

from __future__ import annotations

import functools
from bisect import bisect_right

from memlab.course.capstone_parts import BUDGET, Design, Note, Question
from memlab.course.capstone_replay import Replay
from memlab.course.capstone_story import SINGLE
from memlab.course.capstone_talk import Talk
from memlab.course.capstone_verdict import Verdict, optimum_of
from memlab.replay import Result, simulate

POLICIES = ("fifo", "lru", "scored", "predicted")
ORACLE = "knows the future"


@functools.lru_cache(maxsize=8)
def baselines(talk: Talk, budget: int = BUDGET) -> tuple[Verdict, ...]:
    """The verdicts on memlab's own policies, and on one that knows the future and loses nothing."""
    known = [_verdict(talk, simulate(talk.trace, policy, budget, "tokens")) for policy in POLICIES]
    log = Replay(_Oracle(talk), talk, budget).run()
    safe = sum(turn.safe for turn in talk.turns)
    best = Verdict(ORACLE, talk.name, log.reads, log.hits, optimum_of(talk, budget), len(log.lost()), safe)
    return (*known, best)


def _verdict(talk: Talk, result: Result) -> Verdict:
    safe = {talk.key(turn) for turn in talk.turns if turn.safe}
    lost = {gone.key for gone in result.evictions} & safe
    optimum = int(result.optimum.hits)
    return Verdict(result.policy.name, talk.name, result.requests, result.hits, optimum, len(lost), len(safe))


class _Oracle(Design):
    """Keeps what must never be lost, and of the rest lets the farthest question wait, the long ones first."""

    name = ORACLE

    def __init__(self, talk: Talk) -> None:
        self.talk, self.times = talk, [turn.time for turn in talk.turns]

    def slot(self, note: Note) -> tuple:
        return (note.tenant, note.about) if note.about in SINGLE else (note.tenant, note.id)

    def key(self, note: Note, now: float) -> tuple:
        turn = bisect_right(self.times, now)
        return (self.talk.turns[note.id - 1].safe, -self.talk.asked_after(note.id, turn), -note.tokens)

    def prompt(self, question: Question, notes: tuple[Note, ...]) -> list[Note]:
        return [n for n in notes if (n.tenant, n.about) == (question.tenant, question.about)]
