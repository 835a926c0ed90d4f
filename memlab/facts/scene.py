"""Scene: what a sentence's reader may know: the text, the turns before, whom and what was named last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from memlab.facts.candidate import Candidate, Turn
from memlab.facts.masking import Stretch
from memlab.facts.rules import Rules
from memlab.facts.text import Folded


class Scene:
    """The surroundings of a sentence, for `read_sentence(sentence, scene)` of both languages.

    `person` is the other person named last (None: nobody; the reader sets it), `thing` the task, project or
    order named last (the reader sets it), `found` what was read in this turn so far (the caller appends).
    """

    def __init__(
        self, folded: Folded, rules: Rules, context: Sequence[Turn] = (), stretches: Sequence[Stretch] = ()
    ) -> None:
        self.folded, self.rules, self.context, self.stretches = folded, rules, context, stretches
        self.person: str | None = None
        self.thing: str | None = None
        self.found: list[Candidate] = []

    @cached_property
    def question(self) -> str:
        """The folded text of the turn before this one if the assistant spoke it, else ""."""
        return ""

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The attributes that the assistant's last question asks for ("Where do you live?": city)."""
        return ()

    @property
    def said(self) -> list[Candidate]:
        """The facts that a correction may refer to, latest first: this turn's, else the last turn's with any."""
        return []

    @property
    def it(self) -> Candidate | None:
        """What "it" or 它 stands for: the liking or the thing that was spoken of last."""
        return None

    def corrected(self, value: str) -> Candidate | None:
        """The fact that "Sorry, I meant <value>" corrects: the latest of `said` whose form fits the value."""
        return None
