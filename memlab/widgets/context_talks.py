"""What the context explorer asks about: a project's conversation that was heard, and the questions to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from memlab import tokens
from memlab.context import MemoryManager
from memlab.course.project_story import STORIES
from memlab.facts.moments import moment
from memlab.tiers.memory import Memory

if TYPE_CHECKING:
    from memlab.context import Context

LANGUAGES = {"English": "en", "中文": "zh"}
LATER = 86_400.0  # seconds from the last turn to the question
NOTHING = "What do you know about me?"  # asked where no question was given


@dataclass(frozen=True)
class Question:
    """A question, the texts that its context must hold, and those that are no longer so."""

    text: str
    present: tuple[str, ...] = ()
    outdated: tuple[str, ...] = ()


@dataclass(frozen=True)
class Project:
    """A manager that has heard a conversation, what is asked of it, and the tokens of all that was said."""

    manager: MemoryManager
    questions: tuple[Question, ...]
    history: int = 0

    @classmethod
    def of(cls, manager: MemoryManager, questions: Sequence[str]) -> Project:
        """A manager of your own with your own questions; how much was said to it is not known here."""
        return cls(manager, tuple(map(Question, questions or [NOTHING])))

    @property
    def texts(self) -> list[str]:
        """The questions to choose from."""
        return [question.text for question in self.questions]

    def question(self, text: str) -> Question:
        """A question by its text."""
        return {question.text: question for question in self.questions}[text]

    def rebuilt(self, text: str, budget: int, reserve: int) -> Context:
        """The context for a question as the loop would make it. Nothing is stored. ValueError: too little."""
        manager = self.manager
        before = manager.budget, manager.reserve
        manager.budget, manager.reserve = budget, reserve
        turn = Memory(
            manager.tenant, "the question", text, kind="turn", at=manager.store.clock(), session="questions"
        )
        try:
            return manager.context_for(turn)[0]
        finally:
            manager.budget, manager.reserve = before


def story(lang: str) -> Project:
    """The course's project of forty turns in one language, heard by a manager of its own."""
    told = STORIES[lang]
    end = moment(told.turns[-1].at)[0] + LATER
    manager = MemoryManager(told.user, clock=lambda: end)
    manager.update_setting("active_project", told.project)
    for session, turns in groupby(told.turns, key=lambda turn: turn.session):
        said = [{"role": t.role, "content": t.text, "at": t.at, "secret": t.secret} for t in turns]
        manager.store_session_memory(session, said)
    asked = tuple(Question(a.text, a.present, a.outdated) for a in told.asked)
    return Project(manager, asked, tokens.count(told.history))
