"""inspect_chats: from conversations to a Report. Two passes over the source, one conversation in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from memlab import checks, tokens
from memlab.chats.conversation import Conversation, Unread
from memlab.chats.excerpts import Excerpts
from memlab.chats.facts_told import FactsTold
from memlab.chats.method import METHOD
from memlab.chats.references import READ
from memlab.chats.report import Report
from memlab.chats.suggestion import suggestion
from memlab.chats.survey import Survey
from memlab.chats.tally import LISTED, TURNS, Tally
from memlab.chats.windows import Windows

POLICIES = ("fifo", "lru", "lfu", "sieve", "scored", "worth", "predicted")
FACTS = 500  # facts in a report, and conflicts: the latest
UNREAD = 1_000

Progress = Callable[[int, int], object]


def inspect_chats(
    chats: Iterable[Conversation],
    *,
    budget: int = 2_000,
    policies: Sequence[str] = POLICIES,
    reveal: bool = False,
    progress: Progress | bool | None = None,
    top: int = 3,
) -> Report:
    """What a memory of `budget` tokens would have done with these conversations, and what that costs.

    `chats` is what `read_chats` returns, or a list; an iterator is read into a tuple first. `policies` are
    names of `memlab.replay.POLICIES`, one of them at least a bank's; "scored" is tried with two half-lives.
    Texts are masked (`memlab.chats.privacy`) unless `reveal`. The `top` largest conversations come with their
    turns. `progress=True` shows a bar; a function is told (done, of how many: 0 if that is not known).
    ValueError or TypeError for a bad argument. Linear in the text; in memory are one conversation, the facts
    and a number for each conversation.

    >>> from memlab.chats.conversation import Message
    >>> said = "My order T-7316 has not come.", "I am sorry.", "Anything else?", "So where is T-7316?"
    >>> chat = Conversation("c", "Tea", tuple(Message("user", text) for text in said))
    >>> report = inspect_chats([chat], budget=12)
    >>> report.totals.messages, report.detailed[0].turns[0].needed_by, report.outcome("fifo").missed
    (4, (4,), 1)
    >>> print(report.detailed[0].turns[0].text)
    My order [number] has not come.
    """
    checks.whole("budget", budget, 1)
    checks.whole("top", top, 0)
    windows = Windows(budget, policies)
    source = tuple(chats) if iter(chats) is chats else chats  # type: ignore[arg-type]
    survey = Survey()
    with _shown(progress, source) as step:
        for conversation in source:
            survey.take(conversation)
            step()
        told = FactsTold(survey.finder, survey.numbers(), reveal)
        excerpts = Excerpts(reveal, told.names)
        tally = Tally(survey, windows, top, excerpts)
        for place, conversation in enumerate(source):
            tally.take(place, conversation)
            step()
    return _report(source, survey, told, tally, windows, excerpts)


def _report(
    source: Any, survey: Survey, told: FactsTold, tally: Tally, windows: Windows, excerpts: Excerpts
) -> Report:
    vocabulary = tokens.vocabulary()
    outcomes, curves = windows.outcomes(), windows.curves()
    facts, conflicts = told.facts(), told.conflicts()
    problems = getattr(source, "problems", ())
    assumed: Iterable[str] = getattr(problems, "assumed", ())
    unread = [Unread(excerpts.line(p.place), excerpts.line(p.why)) for p in islice(problems, UNREAD)]
    return Report(
        source=excerpts.title(_name(source)),
        format=getattr(source, "format", ""),
        budget=windows.budget,
        masked=excerpts.masked,
        vocabulary=vocabulary.name,
        exact=vocabulary.exact,
        totals=tally.totals,
        conversations=tally.conversations,
        facts=tuple(facts[-FACTS:]),
        conflicts=tuple(conflicts[-FACTS:]),
        outcomes=outcomes,
        budgets=windows.budgets,
        curves=curves,
        suggestion=suggestion(outcomes, curves, windows.runs, windows.budget, windows.budgets),
        unread=tuple(unread),
        unread_total=getattr(problems, "total", len(unread)),
        method=METHOD,
        facts_total=len(facts),
        conflicts_total=len(conflicts),
        notes=(*map(excerpts.line, assumed), *_notes(survey, tally, vocabulary.exact)),
    )


def _name(source: Any) -> str:
    """The file's name, without the way to it, which names its owner."""
    path = getattr(source, "source", getattr(source, "_source", None))
    path = getattr(path, "name", path)
    return os.path.basename(os.fspath(path)) if isinstance(path, (str, os.PathLike)) else "conversations"


def _notes(survey: Survey, tally: Tally, exact: bool) -> Iterator[str]:
    """What was assumed or shortened."""
    untimed = survey.messages - survey.timed
    if untimed and not any(at is not None for at in survey.began):
        yield "No message bears a time: the order of the source is taken for the order of time."
    elif untimed:
        of = f"{untimed:,} of {survey.messages:,} messages"
        yield f"{of} bear no time: they are taken to follow the one before."
    if survey.long:
        yield f"{survey.long:,} messages are longer than {READ:,} characters: the rest was counted, not read."
    if survey.finder.left_out:
        yield f"{survey.finder.left_out:,} more messages state facts: too many, they were left out."
    if tally.totals.conversations > LISTED:
        yield f"The {LISTED:,} largest conversations are listed; the sums are of all."
    if any(row.messages > TURNS for row in tally.conversations if row.turns):
        yield f"Of a conversation shown in detail the first {TURNS:,} messages are shown."
    if not exact:
        yield "Tokens are estimated: no vocabulary is installed (see memlab doctor)."


@contextmanager
def _shown(progress: Progress | bool | None, source: Any) -> Iterator[Callable[[], object]]:
    """A function to call after each conversation of two passes: bytes where the source knows its size."""
    state = {"passes": 0, "last": 0, "seen": 0}

    def done() -> tuple[int, int]:
        if not getattr(source, "size", 0):
            state["seen"] += 1
            return state["seen"], 2 * len(source) if hasattr(source, "__len__") else 0
        state["passes"] += source.bytes_read < state["last"]  # it was opened anew
        state["last"] = source.bytes_read
        return state["passes"] * source.size + source.bytes_read, 2 * source.size

    if callable(progress):
        yield lambda: progress(*done())
    elif progress:
        from tqdm.auto import tqdm  # looks for a notebook, which takes a while

        with tqdm(leave=False) as bar:
            yield lambda: _move(bar, *done())
    else:
        yield lambda: None


def _move(bar: Any, done: int, total: int) -> None:
    bar.total, bar.n = total or None, done
    bar.refresh()
