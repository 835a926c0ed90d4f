"""Scene: what a sentence's reader may know: the text, the turns before, whom and what was named last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice

from memlab.facts.answers import asked_for, last_question
from memlab.facts.candidate import USER, Candidate, Turn
from memlab.facts.fit import fit
from memlab.facts.masking import Stretch
from memlab.facts.rules import Rule, Rules
from memlab.facts.text import Folded

ASSISTANT = "assistant"
FAVOURITE = "favourite"
LATELY = 200  # facts of a turn that are looked through for the one that is meant
Read = Callable[[Sequence[Turn]], Sequence[Turn]]


class Scene:
    """The surroundings of a sentence, for `read_sentence(sentence, scene)` of both languages.

    `person` is the other person named last (None: nobody) and `thing` the task, project or order named last:
    both are set by the readers. `found` is what was read in this turn so far: the caller appends. `context`
    are the turns before, oldest first; `said`, `it` and `corrected` look into them.
    """

    def __init__(
        self,
        folded: Folded,
        rules: Rules,
        context: Sequence[Turn] = (),
        stretches: Sequence[Stretch] = (),
        read: Read | None = None,
    ) -> None:
        self.folded, self.rules, self.context, self.stretches = folded, rules, context, stretches
        self.person: str | None = None
        self.thing: str | None = None
        self.found: list[Candidate] = []
        self._read = read

    @cached_property
    def question(self) -> str:
        """The folded question of the turn before this one if the assistant spoke it, else ""."""
        last = self.context[-1] if self.context else None
        return last_question(last.text) if last is not None and last.role == ASSISTANT else ""

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The attributes that the assistant's last question asks for ("Where do you live?": city)."""
        return tuple(a for a in asked_for(self.question) if a in self.rules) if self.question else ()

    def said(self) -> Iterator[Candidate]:
        """The facts a correction may refer to, latest first: this turn's, then the last turn's with any."""
        yield from (c for c in reversed(self.found) if _corrigible(c))
        for facts in self._turns_with_facts():
            yield from reversed(facts)
            return

    def earlier(self, attribute: str) -> Iterator[Candidate]:
        """The facts of an attribute, latest first: this turn's, then those of the turns before."""
        lately = (c for c in islice(reversed(self.found), LATELY) if _corrigible(c))
        earlier = (c for facts in self._turns_with_facts() for c in islice(reversed(facts), LATELY))
        yield from (c for c in chain(lately, earlier) if c.attribute == attribute)

    @property
    def it(self) -> Candidate | None:
        """What "it" or 它 stands for: the taste that was spoken of last ("I love Chinese food")."""
        turns = [[c for c in self.found if _corrigible(c)], *self._turns_with_facts()]
        tastes = (c for facts in turns for c in reversed(facts) if self._is_a_taste(c))
        return next(tastes, None)

    def corrected(self, value: str) -> Candidate | None:
        """The fact that "Sorry, I meant <value>" corrects: of `said` the one whose form suits it best."""
        best, fitting = 0, None
        for candidate in self.said():
            rule = self.rule(candidate.attribute)
            suits = fit(value, rule.form) if rule is not None else 0
            if suits > best:
                best, fitting = suits, candidate
        return fitting

    def person_before(self, may_be: Callable[[str], bool]) -> str | None:
        """The other person of whom something was said last, in this turn or before, and who may be meant."""
        turns = [self.found, *(t.candidates for t in reversed(self._turns) if t.role == USER)]
        people = (c.entity for facts in turns for c in reversed(facts) if c.person)
        return next((entity for entity in people if may_be(entity)), None)

    def rule(self, attribute: str) -> Rule | None:
        """The rule of an attribute; that of "favourite" for favourite_player."""
        name = FAVOURITE if attribute.startswith("favourite_") and attribute not in self.rules else attribute
        return self.rules.get(name)

    def _is_a_taste(self, candidate: Candidate) -> bool:
        rule = self.rule(candidate.attribute)
        return rule is not None and bool(rule.opposite or rule.name == FAVOURITE) and candidate.entity == USER

    def _turns_with_facts(self) -> Iterator[list[Candidate]]:
        """The facts of each of the user's turns before that has some, latest turn first."""
        for turn in reversed(self._turns):
            facts = [c for c in turn.candidates if _corrigible(c)]
            if facts and turn.role == USER:
                yield facts

    @cached_property
    def _turns(self) -> Sequence[Turn]:
        """The context with what was read out of it; only looked at by a correction or a pronoun."""
        return self._read(self.context) if self._read is not None else self.context


def _corrigible(candidate: Candidate) -> bool:
    return candidate.is_fact and bool(candidate.value)
