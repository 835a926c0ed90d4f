"""What policies do with windows of a budget: each conversation replayed by itself, and the sums over all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from memlab.bank import POLICIES as IN_BANK
from memlab.bank import Rater, Settings
from memlab.chats.conversation import Message
from memlab.chats.report import OPTIMUM, UNBOUNDED, CurveReport, Outcome
from memlab.replay import POLICIES, READ, WRITE, Access, Result, Trace, optimum, simulate

RATED = 200  # characters of a message that its importance is read from
HALF_LIVES = {"1h": 3_600.0, "1d": 86_400.0}  # that "scored" is replayed with: a working session, and days
STEPS = (0.5, 1, 2, 4)  # of the budget, where the curves are measured


@dataclass(frozen=True)
class Run:
    """A policy with its settings; `half_life` in seconds, of "scored" alone."""

    name: str
    policy: str
    half_life: float | None = None

    @property
    def foresight(self) -> bool:
        """Whether it knows the future."""
        return POLICIES[self.policy].foresight

    @property
    def in_bank(self) -> bool:
        """Whether a MemoryBank can be given it."""
        return self.policy in IN_BANK and not self.foresight

    def replay(self, trace: Trace, budget: int) -> Result:
        """The trace under this policy with so many tokens."""
        settings = None if self.half_life is None else Settings(decay=math.log(2) / self.half_life)
        return simulate(trace, self.policy, budget, "tokens", settings=settings)


def runs_of(policies: Sequence[str]) -> tuple[Run, ...]:
    """A run for each policy, of scored one for each half-life. ValueError for a name that is none."""
    if isinstance(policies, str):
        raise TypeError(f"policies: {policies!r} is one, allowed is a list of them: write [{policies!r}]")
    found: list[Run] = []
    for name in dict.fromkeys(policies):
        if name not in POLICIES:
            raise ValueError(f"policies: {name!r}, allowed are {', '.join(POLICIES)}: choose among them")
        lives = HALF_LIVES.items() if name == "scored" else ()
        found += [Run(f"scored {life}", name, seconds) for life, seconds in lives] or [Run(name, name)]
    if not any(run.in_bank for run in found):
        bank = ", ".join(name for name in IN_BANK if name != "liveness")
        raise ValueError(f"policies: none of {', '.join(policies)} is in a bank: add one of {bank}")
    return tuple(found)


def budgets_of(budget: int) -> tuple[int, ...]:
    """Where the curves are measured, rising; the budget is among them.

    >>> budgets_of(2000), budgets_of(1)
    ((1000, 2000, 4000, 8000), (1, 2, 4))
    """
    return tuple(dict.fromkeys(max(1, int(budget * step)) for step in STEPS))


def window_trace(
    needs: Sequence[Sequence[int]], sizes: Sequence[int], times: Sequence[float], importances: Sequence[float]
) -> Trace:
    """Each message as reads of the earlier ones that it needs, then as a write of its own. O(n).

    >>> window_trace([(), (), (1,)], [5, 7, 3], [0, 60, 120], [0.5] * 3).operations
    ('write', 'write', 'read', 'write')
    """
    return Trace.of(_accesses(needs, sizes, times, importances), "window")


def _accesses(
    needs: Sequence[Sequence[int]], sizes: Sequence[int], times: Sequence[float], importances: Sequence[float]
) -> Iterator[Access]:
    now = -math.inf
    for number, (used, time) in enumerate(zip(needs, times, strict=True), start=1):
        now = max(now, time)  # a clock that was set back does not turn the order
        for earlier in used:
            yield Access(earlier, now, READ, sizes[earlier - 1], importances[earlier - 1])
        yield Access(number, now, WRITE, sizes[number - 1], importances[number - 1])


def importances_of(messages: Sequence[Message], times: Sequence[float]) -> list[float]:
    """How likely each message is asked for, by how it begins."""
    rater = Rater()
    return [
        rater.rate(m.text[:RATED], m.role, at=time).importance
        for m, time in zip(messages, times, strict=True)
    ]


@dataclass
class _Sums:
    """Of one policy, at the budget; `missed` at each of the budgets."""

    missed: list[int]
    missed_tokens: int = 0
    dropped: int = 0
    dropped_tokens: int = 0
    hits: int = 0
    worst: tuple[int, int, int, int] = field(default=(0, 0, 0, 0))  # tokens, conversation, turn, needed turn


class Windows:
    """Conversations are added one by one; only sums are kept."""

    def __init__(self, budget: int, policies: Sequence[str]) -> None:
        self.budget, self.budgets, self.runs = budget, budgets_of(budget), runs_of(policies)
        self._sums = {
            name: _Sums([0] * len(self.budgets)) for name in (OPTIMUM, *(r.name for r in self.runs))
        }
        self._needed = self._needed_tokens = 0

    def add(
        self,
        number: int,
        messages: Sequence[Message],
        needs: Sequence[Sequence[int]],
        sizes: Sequence[int],
        times: Sequence[float],
    ) -> None:
        """Replay a conversation wherever it is longer than the budget: elsewhere nothing has to go."""
        self._needed += sum(map(len, needs))
        whole = sum(sizes)
        tight = [place for place, budget in enumerate(self.budgets) if budget < whole]
        if not any(needs):  # then only what is dropped at the budget itself can be told
            tight = [place for place in tight if self.budgets[place] == self.budget]
        if not tight:
            return
        trace = window_trace(needs, sizes, times, importances_of(messages, times))
        for place in tight:
            best = optimum(trace, self.budgets[place], "tokens").misses if trace.requests else 0
            self._sums[OPTIMUM].missed[place] += best
            for run in self.runs:
                result = run.replay(trace, self.budgets[place])
                sums = self._sums[run.name]
                sums.missed[place] += result.misses
                if self.budgets[place] == self.budget:
                    _note(sums, result, number)

    def outcomes(self) -> tuple[Outcome, ...]:
        """The optimum, the policies from the fewest misses up, the unbounded memory."""
        best = self._needed - self._missed(OPTIMUM)
        order = sorted(
            self.runs, key=lambda run: (self._missed(run.name), self._sums[run.name].missed_tokens)
        )
        told = (self._outcome(run, best) for run in order)
        bound = Outcome(OPTIMUM, True, None, None, self._needed, self._missed(OPTIMUM), None, 1.0)
        share = self._needed / best if best else 1.0
        return bound, *told, Outcome(UNBOUNDED, False, 0, 0, self._needed, 0, 0, share)

    def curves(self) -> tuple[CurveReport, ...]:
        """The misses at each of the budgets, the optimum's first."""
        found = [CurveReport(OPTIMUM, True, tuple(self._sums[OPTIMUM].missed))]
        return tuple(
            found + [CurveReport(r.name, r.foresight, tuple(self._sums[r.name].missed)) for r in self.runs]
        )

    def _missed(self, name: str) -> int:
        return self._sums[name].missed[self.budgets.index(self.budget)]

    def _outcome(self, run: Run, best: int) -> Outcome:
        sums, missed = self._sums[run.name], self._missed(run.name)
        share = (self._needed - missed) / best if best else 1.0
        return Outcome(
            run.name,
            run.foresight,
            sums.dropped,
            sums.dropped_tokens,
            self._needed,
            missed,
            sums.missed_tokens,
            share,
            _example(sums.worst),
        )


def _note(sums: _Sums, result: Result, number: int) -> None:
    """What was dropped at the budget, and what that cost."""
    trace = result.trace
    size_of = dict(zip(trace.ids, trace.sizes, strict=True))
    never_in = [trace.ids[n] for n in result.refused if trace.writes[n]]
    sums.dropped += len(result.evicted) + len(never_in)
    sums.dropped_tokens += int(sum(size_of[id] for id in (*result.evicted, *never_in)))
    sums.missed_tokens += int(result.missed_size)
    if result.missed:
        place = max(result.missed, key=lambda n: (trace.sizes[n], -n))
        needed: int = trace.names[trace.ids[place]]  # type: ignore[assignment]
        turn = 1 + trace.writes[:place].count(1)
        worst = (int(trace.sizes[place]), number, turn, needed)
        sums.worst = max(sums.worst, worst, key=lambda w: (w[0], -w[1], -w[2]))


def _example(worst: tuple[int, int, int, int]) -> str:
    tokens, conversation, turn, needed = worst
    if not conversation:
        return ""
    return f"conversation {conversation}: turn {turn} needs turn {needed} ({tokens:,} tokens), which was gone"
