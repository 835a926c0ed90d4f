"""Which policy to ship for chats like these, why, and the code that sets it up."""

from __future__ import annotations

from collections.abc import Sequence

from memlab.chats.report import CurveReport, Outcome, Suggestion
from memlab.chats.windows import RATED, Run

ENOUGH = 20  # a budget is enough at which no more than one use in so many finds its message gone


def suggestion(
    outcomes: Sequence[Outcome],
    curves: Sequence[CurveReport],
    runs: Sequence[Run],
    budget: int,
    budgets: Sequence[int],
) -> Suggestion:
    """The policy of those a bank has that misses least at the budget; of equal ones the first of `runs`."""
    by_name = {outcome.policy: outcome for outcome in outcomes}
    bank = [run for run in runs if run.in_bank]
    run = min(bank, key=lambda run: (by_name[run.name].missed, by_name[run.name].missed_tokens))
    curve = next(curve for curve in curves if curve.policy == run.name)
    needed = by_name[run.name].needed
    enough = next((b for b, m in zip(budgets, curve.missed, strict=True) if ENOUGH * m <= needed), None)
    settings = {} if run.half_life is None else {"half_life": run.half_life}
    why = _why(by_name, run, [by_name[r.name] for r in bank], budget)
    return Suggestion(run.policy, budget, settings, why, enough, code_of(run, budget))


def _why(by_name: dict[str, Outcome], run: Run, bank: Sequence[Outcome], budget: int) -> str:
    mine, at = by_name[run.name], f"at {budget:,} tokens"
    if not any(outcome.dropped_messages for outcome in bank):
        return f"every conversation fits into {budget:,} tokens: nothing has to go, and any policy will do"
    if not mine.needed:
        return "no message needs one that had to go: any policy will do"
    lost = f"{at} it loses {mine.missed:,} of {mine.needed:,} needed messages"
    if len({outcome.missed for outcome in bank}) == 1:
        alone = len(bank) == 1
        return f"{lost}{'' if alone else ', and so do all others that a bank has: the simplest will do'}"
    worst = max(bank, key=lambda outcome: outcome.missed)
    return f"{lost}, {worst.policy} {worst.missed:,}, the best possible choice at least {_least(by_name):,}"


def _least(by_name: dict[str, Outcome]) -> int:
    return by_name["optimum"].missed


def code_of(run: Run, budget: int) -> str:
    """Python that sets up a bank with this policy, and a function that remembers a message in it."""
    policy, before = f'"{run.policy}"', ""
    if run.half_life is not None:
        policy = "bank.Scored(settings)"
        decay = f"decay=math.log(2) / {run.half_life:.12g}"
        before = f"settings = bank.Settings({decay})  # forgets half in {_spoken(run.half_life)}\n"
    return f'''{"import math" + chr(10) * 2 if before else ""}from memlab import bank, tokens

{before}memory = bank.MemoryBank(capacity={budget}, policy={policy}, size=tokens.count)
rater = bank.Rater()


def remember(role, text):
    """Keep a message; what is larger than the whole memory has to be shortened first."""
    memory.add(text, importance=rater.rate(text[:{RATED}], role).importance)
'''


def _spoken(seconds: float) -> str:
    return "an hour" if seconds == 3_600 else "a day" if seconds == 86_400 else f"{seconds:g} s"
