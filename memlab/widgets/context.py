"""The widget of chapter 08: one question, a budget of tokens, the six layers and the prompt itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import ipywidgets

from memlab.view import Picture, context_bar
from memlab.view.facts_words import short
from memlab.view.svg import Canvas, wrap
from memlab.widgets.cards import words
from memlab.widgets.context_cards import account_card, prompt_card
from memlab.widgets.context_talks import LANGUAGES, Project, story
from memlab.widgets.explorer import Explorer, dropdown, scale, slider

if TYPE_CHECKING:
    from memlab.context import Context, MemoryManager

BUDGETS = (100, 150, 200, 250, 300, 400, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000)
RESERVE, MOST_RESERVE = 200, 1_000
OWN = "yours"


class ContextExplorer(Explorer):
    """The prompt for one question in a budget: six layers as a bar, what yielded and why, and its very text.

    Without a manager it has a project's conversation of forty turns, in English and in Chinese, and tells
    how many tokens are saved against the whole of it, and whether what the answer needs is there.

    >>> ContextExplorer().context.tokens <= 500
    True
    """

    def __init__(self, manager: MemoryManager | None = None, questions: Sequence[str] = ()) -> None:
        self._projects: dict[str, Project] = {}
        if manager is not None:
            self._projects[OWN] = Project.of(manager, questions)
        self.context: Context | None = None
        self.account, self.prompt = words("30px"), words("200px")
        super().__init__(self._picture, self._made([OWN] if manager is not None else list(LANGUAGES)))

    def _made(self, names: list[str]) -> dict[str, Any]:
        """The controls by name."""
        language = dropdown("Language", names, names[0])
        asked = self._project(names[0]).texts
        question = dropdown("Question", asked, asked[0])
        question.layout.width = "440px"
        language.observe(lambda change: self._other_language(change["new"]), "value")  # before the redraw
        return {
            "language": language,
            "question": question,
            "budget": scale("Budget in tokens", BUDGETS, 700, "{:,}".format),
            "reserve": slider(ipywidgets.IntSlider, "Reserved for the answer", RESERVE, 0, MOST_RESERVE, 50),
        }

    def _parts(self, buttons: tuple[Any, ...], reset: Any) -> list[Any]:
        return [*super()._parts(buttons, reset), self.account, self.prompt]

    def _project(self, name: str) -> Project:
        """A conversation that is heard the first time it is asked for."""
        if name not in self._projects:
            self._projects[name] = story(LANGUAGES[name])
        return self._projects[name]

    def refresh(self) -> None:
        """Draw anew, unless more is about to move."""
        if not self._quiet:
            super().refresh()

    def reset(self) -> None:
        """The first language, question and budget."""
        with self._at_once():
            for name, control in self._controls.items():  # the language first: it brings its questions
                control.value = self._start[name]
        self.refresh()

    def _other_language(self, name: str) -> None:
        asked, question = self._project(name).texts, self._controls["question"]
        with self._at_once():
            question.options = asked
            question.value = asked[0]

    def _picture(self, language: str, question: str, budget: int, reserve: int) -> Picture:
        project = self._project(language)
        try:
            self.context = project.rebuilt(question, budget, reserve)
        except ValueError as refusal:  # too little room for what never yields: that is an answer too
            self.context, self.account.value, self.prompt.value = None, "", ""
            return _refused(str(refusal))
        self.account.value = account_card(project.question(question), self.context, project.history)
        self.prompt.value = prompt_card(self.context)
        return context_bar(self.context)


def _refused(why: str) -> Picture:
    """The reason for which there is no context, as a picture."""
    canvas = Canvas("No context: the budget is too small")
    canvas.notes(wrap(short(why, 400), 660))
    return canvas.picture(short(why, 400), f"{canvas.title}\n{short(why, 400)}")
