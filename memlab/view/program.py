"""What several pictures say of a program: its turns, its statements in words, its facts in words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from memlab.flow import Program, Statement
from memlab.view.picture import clean, listing, ordered


class Words:
    """The words of one program, worked out once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.turn = {id_: i for i, id_ in enumerate(program.ids, start=1)}
        self._order = {variable: i for i, variable in enumerate(program.variables)}

    def facts(self, facts: Iterable[Hashable]) -> list[str]:
        """A variable's name, or name@turn for a definition that reaches, in the order of the program."""
        return [name for _, _, name in sorted(map(self._fact, facts))]

    def _fact(self, fact: Any) -> tuple[int, int, str]:
        if fact in self._order:
            return self._order[fact], 0, clean(fact)
        variable, id_ = fact  # a definition, as REACHING has it
        return self._order[variable], self.turn[id_], f"{clean(variable)}@{self.turn[id_]}"

    def about(self, variable: Hashable, facts: Iterable[Any]) -> bool:
        """Whether one of the facts is the variable or a definition of it."""
        return any(fact == variable or (fact not in self._order and fact[0] == variable) for fact in facts)

    def variables(self, names: Iterable[Hashable]) -> str:
        """Variables in one line, in the order of the program."""
        return listing(ordered(names, self._order))

    def reads_writes(self, s: Statement) -> str:
        """What a statement reads and writes."""
        sides = (("reads ", s.use), ("writes ", s.defs))
        return " · ".join(word + self.variables(names) for word, names in sides if names) or "–"

    def around(self, statement: Hashable, most: int) -> Sequence[Statement]:
        """The statements to draw: all, or as many as are allowed around one of them."""
        first = max(0, min(self.turn.get(statement, 1) - most // 2, len(self.program) - most))
        return self.program.statements[first : first + most]

    def hidden(self, shown: Sequence[Statement]) -> list[str]:
        """A sentence about the statements that are not drawn, if there are any."""
        missing = len(self.program) - len(shown)
        verb, total = "is" if missing == 1 else "are", len(self.program)
        sentence = f"{missing:,} of {total:,} statements {verb} not drawn; the text form has them all."
        return [sentence] * (missing > 0)


def said(s: Statement) -> str:
    """Who says what in a statement; its id where nobody says anything."""
    return ": ".join(filter(None, (clean(s.speaker), clean(s.text)))) or f"id {clean(s.id)}"
