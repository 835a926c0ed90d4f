"""What a rebuilt context holds: on the course's project conversation, and on conversations from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from memlab.cli import table

if TYPE_CHECKING:
    from memlab.cli.eval_recall import Answered
    from memlab.context.layers import Context
    from memlab.course.project_story import Asked, ProjectStory
    from memlab.replay.locomo import Conversation

Report = dict[str, Any]
TOKENS = 1_000  # of context for a question about a long conversation
STORY_BUDGET, STORY_RESERVE = 3_000, 500  # of a question about the project: what a manager has unasked


# -- the project conversation


def report() -> Report:
    """Language -> tokens of the contexts against the whole conversation, and what of the asked is in them."""
    from memlab.course.project_story import STORIES

    return {lang: _of_story(story) for lang, story in STORIES.items()}


def _of_story(story: ProjectStory) -> Report:
    from memlab import tokens
    from memlab.context.manager import SYSTEM

    contexts = list(rebuilt(story))
    whole = [f"{SYSTEM[story.lang]}\n\n{story.history}\n\n{asked.text}" for asked in story.asked]
    used, full = _mean(c.tokens for c in contexts), _mean(map(tokens.count, whole))
    found = list(zip(story.asked, contexts, strict=True))
    missing = [[a.text, fact] for a, c in found for fact in a.present if fact not in c.text]
    asked = sum(len(a.present) for a in story.asked)
    return {
        "turns": len(story.turns),
        "questions": len(story.asked),
        "whole": full,
        "tokens": used,
        "most": max(c.tokens for c in contexts),
        "fewer": 1 - used / full,
        "facts": asked,
        "present": (asked - len(missing)) / asked,
        "missing": missing,
        "outdated": [[a.text, old] for a, c in found for old in outdated(a, c)],
    }


def rebuilt(story: ProjectStory) -> Iterator[Context]:
    """The context of each question, asked on the day after the conversation of somebody who keeps nothing."""
    from memlab.context.manager import MemoryManager
    from memlab.facts.moments import moment
    from memlab.tiers.memory import Memory

    now = moment(story.turns[-1].at)[0] + 86_400
    with MemoryManager(story.user, clock=lambda: now, budget=STORY_BUDGET, reserve=STORY_RESERVE) as manager:
        manager.update_setting("active_project", story.project)
        for session in dict.fromkeys(turn.session for turn in story.turns):
            manager.store_session_memory(session, _messages(story, session))
        for n, asked in enumerate(story.asked):
            turn = Memory(story.user, f"question {n}", asked.text, kind="turn", at=now, session="questions")
            yield manager.context_for(turn)[0]


def _messages(story: ProjectStory, session: str) -> list[dict[str, str]]:
    return [
        {"role": turn.role, "content": turn.text, "at": turn.at, "secret": turn.secret}
        for turn in story.turns
        if turn.session == session
    ]


def outdated(asked: Asked, context: Context) -> list[str]:
    """What the context gives out as so though it no longer is (or never was, or is a secret).

    It does if it stands among what holds now, or anywhere without what is so beside it.
    """
    now = "\n".join(piece.text for name in ("profile", "active") for piece in context.layer(name).pieces)
    told = all(fact in context.text for fact in asked.present)
    return [old for old in asked.outdated if old in now or (old in context.text and not told)]


def lines(found: Report) -> list[str]:
    """A row a language, then what is missing and what is given out wrongly."""
    headings = ["", "asked", "whole", "context", "most", "fewer", "facts", "present", "outdated"]
    rows = [[lang, *_cells(row)] for lang, row in found.items()]
    faults = [
        f"  {lang}, {what}: {fact} ({question})"
        for lang, row in found.items()
        for what in ("missing", "outdated")
        for question, fact in row[what]
    ]
    return [
        "Tokens of a rebuilt context and of the whole conversation, and what is in it",
        *table.lines(headings, rows),
        "  asked: questions; whole, context: mean tokens of a prompt; facts: asked for",
        "  outdated: given out as so, and no longer is",
        *map(table.visible, faults),
    ]


def _cells(row: Report) -> list[str]:
    counts = [f"{row[key]:,.0f}" for key in ("questions", "whole", "tokens", "most")]
    shares = [table.percent(row["fewer"]), f"{row['facts']:,}", table.percent(row["present"])]
    return [*counts, *shares, f"{len(row['outdated']):,}"]


# -- conversations from elsewhere


def locomo(conversations: Sequence[Conversation], recalled: Sequence[Answered]) -> Report:
    """The share of a question's evidence that stands whole in TOKENS of context, the mean over all questions.

    `whole`: mean tokens of a conversation. Turns go in as they were recalled until the context is full.
    """
    from memlab import tokens

    texts = ("\n".join(f"{t.speaker}: {t.text}" for t in c.turns) for c in conversations)
    whole = _mean(map(tokens.count, texts))
    return {
        "tokens": TOKENS,
        "evidence": _mean(map(_share, recalled)),
        "questions": len(recalled),
        "whole": whole,
    }


def _share(answered: Answered) -> float:
    from memlab.context.rebuild import rebuild

    if not answered.question.text.strip():
        return 0.0
    found = rebuild(answered.question.text, relevant=answered.memories, budget=TOKENS, reserve=0)
    kept = {piece.id for piece in found.layer("relevant").pieces if not piece.shortened}
    return answered.share(turn for turn in answered.memories if turn.id in kept)


def locomo_lines(found: Report) -> list[str]:
    """The figures in a sentence."""
    return [
        f"A context of {found['tokens']:,} tokens holds {table.ratio(found['evidence'])} of the evidence",
        f"  of {found['questions']:,} questions; a conversation has {found['whole']:,.0f} tokens on average",
    ]


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / (len(found) or 1)
