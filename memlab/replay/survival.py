"""Evidence survival: is what questions will need still there at the end of a long conversation?

The turns are written in order into a bank whose capacity is a share of all their tokens. At the end we count
the references of the questions to turns that are still resident.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

from memlab import checks, tokens
from memlab.bank.importance import Rater
from memlab.bank.policies import Policy, policy_of
from memlab.bank.rating import FITTED, Table
from memlab.replay.access import WRITE, Access
from memlab.replay.curves import Progress, shown
from memlab.replay.locomo import Conversation
from memlab.replay.policies import POLICIES
from memlab.replay.simulate import simulate
from memlab.replay.trace import Trace

UNBOUNDED, OPTIMUM = "unbounded", "optimum"
RATED = ("scored", "worth")  # what orders by importance
SHARES = (0.1, 0.25, 0.5)
ONLINE = ("fifo", "random", "lru", "lfu", "article", "scored", "worth")


def evidence_survival(
    conversations: Sequence[Conversation],
    shares: Iterable[float] = SHARES,
    policies: Sequence[str | Policy] = ONLINE,
    progress: Progress | bool | None = None,
    table: Table = FITTED,
) -> dict[str, dict[str, float]]:
    """Policy -> share of the tokens -> share of the references that survive, averaged over conversations.

    Each turn is written once. For policies that order by importance it is written as a `Rater` rates it, and
    once more when its reply has shown what it is worth: also if the bank has let it go in between, for who
    replies to a turn still has it at hand. No older turn comes back, and the bank never holds more than its
    capacity. "unbounded" keeps all; "optimum" is exact: the most references that turns of that many tokens
    can hold, found with all questions known. Conversations without questions do not count. `table` holds the
    rater's weights. ValueError for a share that is not in (0, 1].

    >>> from memlab.replay.locomo import Question, Turn
    >>> turns = [Turn(f"D1:{n}", "Ann", text, 1, float(n)) for n, text in enumerate(["I keep bees.", "Hi!"])]
    >>> talk = Conversation("bees", tuple(turns), (Question("What does Ann keep?", ("D1:0",)),))
    >>> evidence_survival([talk], shares=[0.7], policies=["fifo", "worth"])["worth"]
    {'0.7': 1.0}
    """
    asked = [c for c in conversations if c.references]
    sizes = tuple(dict.fromkeys(checks.number("share", share, 0, 1, above=True) for share in shares))
    names = [policy if isinstance(policy, str) else policy.name for policy in policies]
    found: dict[str, dict[str, list[float]]] = {
        name: {str(share): [] for share in sizes} for name in (UNBOUNDED, *names, OPTIMUM)
    }
    with shown(progress, len(asked)) as step:
        for conversation in asked:
            _measure(conversation, table, sizes, dict(zip(names, policies, strict=True)), found)
            step()
    return {name: {s: fmean(row) if row else 0.0 for s, row in rows.items()} for name, rows in found.items()}


def _measure(
    conversation: Conversation,
    table: Table,
    shares: Iterable[float],
    policies: Mapping[str, str | Policy],
    found: Mapping[str, dict[str, list[float]]],
) -> None:
    """One conversation under all policies."""
    plain, rated = written(conversation), rated_writes(conversation, table)
    total, needed = plain.footprint("tokens"), Counter(conversation.references)
    fewest = cheapest(conversation)
    for share in shares:
        capacity = share * total
        found[UNBOUNDED][str(share)].append(1.0)
        found[OPTIMUM][str(share)].append(_most(fewest, capacity) / needed.total())
        for name, policy in policies.items():
            trace = plain if isinstance(policy, str) and policy not in RATED else rated
            ready = policy if policy in POLICIES else policy_of(policy)
            kept = simulate(trace, ready, capacity, "tokens").resident
            found[name][str(share)].append(sum(needed[str(id)] for id in kept) / needed.total())


def written(conversation: Conversation) -> Trace:
    """Each turn written once, none above the other."""
    return Trace.of(
        (Access(t.id, t.time, WRITE, tokens.count(t.text), text=t.text) for t in conversation.turns),
        conversation.name,
    )


def rated_writes(conversation: Conversation, table: Table = FITTED) -> Trace:
    """Each turn written as it is rated at once, and again when its reply is there."""
    return Trace.of(_rated(conversation, table), conversation.name)


def _rated(conversation: Conversation, table: Table) -> Iterator[Access]:
    rater, before = Rater(table), None
    for turn in conversation.turns:
        rating = rater.rate(turn.text, turn.speaker, at=turn.time)
        if rater.revised and before:
            size = rater.revised.tokens
            yield Access(before.id, turn.time, WRITE, size, rater.revised.importance, before.text)
        yield Access(turn.id, turn.time, WRITE, rating.tokens, rating.importance, turn.text)
        before = turn


def cheapest(conversation: Conversation) -> list[float]:
    """For each number of references the fewest tokens of turns that hold so many. O(turns × references)."""
    needed = Counter(conversation.references)
    fewest = [0.0] + [math.inf] * needed.total()
    for turn in conversation.turns:
        size, worth = tokens.count(turn.text), needed[turn.id]
        for n in range(needed.total(), worth - 1, -1) if worth else ():
            fewest[n] = min(fewest[n], fewest[n - worth] + size)
    return fewest


def _most(fewest: Sequence[float], capacity: float) -> int:
    return max(n for n, size in enumerate(fewest) if size <= capacity)
