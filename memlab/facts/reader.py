"""Reader: who reads a turn: the rules, or an extractor that answers with candidates or an LLM's JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from memlab import checks
from memlab.facts.candidate import Candidate, Time, Turn
from memlab.facts.reading import read
from memlab.facts.rows import to_candidate
from memlab.facts.rules import Rules

_FIELDS = [f.name for f in fields(Candidate) if f.name != "time"]


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
            return _sound(answer)
        return self._from_json(answer)

    def _from_json(self, answer: Any) -> tuple[Sequence[Candidate], Sequence[str]]:
        from memlab.facts.llm import candidates_from_json

        candidates, problems = candidates_from_json(answer, self._rules)
        return candidates, [f"item {p.place}: {p.why}" for p in problems]


def _sound(candidates: Sequence[Candidate]) -> tuple[Sequence[Candidate], Sequence[str]]:
    """Those whose fields are what they should be; what is wrong with the others."""
    sound, problems = [], []
    for place, candidate in enumerate(candidates):
        try:
            to_candidate({name: getattr(candidate, name) for name in _FIELDS} | _time(candidate))
            sound.append(candidate)
        except (TypeError, ValueError) as wrong:
            problems.append(f"item {place}: {wrong}")
    return sound, problems


def _time(candidate: Candidate) -> dict[str, Any]:
    time = checks.kind("time", candidate.time, Time, "write Time(tense)")
    return {"time": {"tense": time.tense, "words": time.words}}
