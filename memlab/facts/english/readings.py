"""Reading: a pattern that matched in a clause, before it is told as candidates."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memlab.facts.english.chunks import Cut
from memlab.facts.english.clauses import Clause
from memlab.facts.english.slots import Pattern


@dataclass
class Reading:
    """A pattern that matched in a clause: the values it found, and the flags of all that is around."""

    clause: Clause
    pattern: Pattern
    match: re.Match[str]
    flags: int
    cuts: list[Cut]
    old: str = ""
    until: int = 0  # where the next statement begins

    @property
    def end(self) -> int:
        """Where its last value ends."""
        return max((c[1] for c in self.cuts), default=self.match.end())
