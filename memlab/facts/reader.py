"""Reader: who reads a turn: the rules, or an extractor that answers with candidates or an LLM's JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from memlab.facts.candidate import Candidate, Turn
from memlab.facts.reading import read
from memlab.facts.rules import Rules


class Reader:
    """`reader(text, role, at, context)` -> (the candidates, what could not be read as one, in words)."""

    def __init__(self, rules: Rules, extractor: Callable[..., Any] | None = None) -> None:
        self._rules, self._extractor = rules, extractor

    def __call__(
        self, text: str, role: str, at: float, context: Sequence[Turn]
    ) -> tuple[Sequence[Candidate], Sequence[str]]:
        if self._extractor is None:
            return read(text, role, at, context, self._rules), ()
        answer = self._extractor(text, role, at, context)
        if isinstance(answer, (list, tuple)) and all(isinstance(c, Candidate) for c in answer):
            return list(answer), ()
        return self._from_json(answer)

    def _from_json(self, answer: Any) -> tuple[Sequence[Candidate], Sequence[str]]:
        from memlab.facts.llm import candidates_from_json

        candidates, problems = candidates_from_json(answer, self._rules)
        return candidates, [f"item {p.place}: {p.why}" for p in problems]
