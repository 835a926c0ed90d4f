"""LoCoMo: long conversations of two people over many sessions, with questions and the turns that answer them.

A turn's text is what was said. The caption of a photo is no part of it and is not read: a model wrote it for
the data set, nobody said it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from memlab import checks
from memlab.replay.access import Problem, TraceError
from memlab.replay.sources import loaded

SESSION = re.compile(r"session_(\d+)$")
SPOKEN = ("%I:%M %p on %d %B, %Y", "%I:%M %p on %d %b, %Y", "%d %B, %Y")  # 9:05 am on 3 March, 2031


@dataclass(frozen=True)
class Turn:
    """What one speaker said; `time` in UTC seconds, a second a turn from the beginning of the session."""

    id: str
    speaker: str
    text: str
    session: int
    time: float


@dataclass(frozen=True)
class Question:
    """A question and the distinct turns that hold its answer, in the order in which they are named."""

    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Conversation:
    """One conversation. `problems` are the places that were skipped: a reference that names no turn, say."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def references(self) -> tuple[str, ...]:
        """The evidence of all questions: a turn stands here once for each question that needs it."""
        return tuple(id for question in self.questions for id in question.evidence)


def read_locomo(source: Any) -> list[Conversation]:
    """The conversations of a LoCoMo file (a path) or of what it holds: one conversation or a list of them.

    One string of evidence may hold several references. What names no turn, and what is malformed, is skipped
    and stands in `problems`; their line is the question's number, 0 for what belongs to a turn. TraceError
    for what holds no conversations, OSError for a file that cannot be read.

    >>> said = [{"speaker": "Ann", "dia_id": "D1:1", "text": "I keep bees."}]
    >>> talk = {"session_1": said, "session_1_date_time": "9:05 am on 3 March, 2031"}
    >>> qa = [{"question": "What does Ann keep?", "evidence": ["D1:1; D:1:2"]}]
    >>> [conversation] = read_locomo({"sample_id": "bees", "conversation": talk, "qa": qa})
    >>> conversation.references, conversation.problems[0].text
    (('D1:1',), "'D:1:2'")
    """
    data = loaded(source) if isinstance(source, (str, os.PathLike)) else source
    samples = [data] if isinstance(data, Mapping) else data
    allowed = "allowed is LoCoMo's list of {'sample_id', 'conversation', 'qa'}: pass its own file"
    if not isinstance(samples, list) or not samples:
        raise TraceError(f"conversations: {checks.shown(data)}, {allowed}")
    for n, sample in enumerate(samples, start=1):
        if not isinstance(sample, Mapping) or not isinstance(sample.get("conversation"), Mapping):
            raise TraceError(f"conversation {n}: {checks.shown(sample)}, {allowed}")
    return [_conversation(n, sample) for n, sample in enumerate(samples, start=1)]


def _conversation(n: int, sample: Mapping[str, Any]) -> Conversation:
    problems: list[Problem] = []
    turns: dict[str, Turn] = {}
    for turn in _turns(sample["conversation"], problems):
        if turn.id in turns:
            problems.append(Problem(0, checks.shown(turn.id), "a second turn of this name: left out"))
        else:
            turns[turn.id] = turn
    questions = tuple(_questions(sample.get("qa") or [], turns, problems))
    return Conversation(str(sample.get("sample_id", n)), tuple(turns.values()), questions, tuple(problems))


def _turns(talk: Mapping[str, Any], problems: list[Problem]) -> Iterator[Turn]:
    """All turns, session by session."""
    numbers = [int(found[1]) for key in talk if (found := SESSION.match(str(key)))]
    for number in sorted(numbers):
        said = talk[f"session_{number}"]
        began = _moment(talk.get(f"session_{number}_date_time"), number, problems)
        for place, turn in enumerate(said if isinstance(said, list) else []):
            fields = _texts(turn)
            if not fields:
                why = "a turn is {'speaker', 'dia_id', 'text'}, three texts: left out"
                problems.append(Problem(0, checks.shown(turn), why))
                continue
            id, speaker, text = fields
            yield Turn(id, speaker, text, number, began + place)


def _texts(turn: Any) -> tuple[str, str, str] | None:
    """Id, speaker and text, if these are texts."""
    if not isinstance(turn, Mapping):
        return None
    id, speaker, text = (turn.get(key) for key in ("dia_id", "speaker", "text"))
    if isinstance(id, str) and isinstance(speaker, str) and isinstance(text, str):
        return id, speaker, text
    return None


def _moment(spoken: Any, session: int, problems: list[Problem]) -> float:
    """`9:05 am on 3 March, 2031` in seconds; where it cannot be read, a day a session."""
    for form in SPOKEN:
        try:
            return datetime.strptime(str(spoken).strip(), form).replace(tzinfo=timezone.utc).timestamp()
        except ValueError:
            continue
    why = "a session's time reads '9:05 am on 3 March, 2031': taken as a day after the one before"
    problems.append(Problem(0, checks.shown(spoken), why))
    return 86_400.0 * session


def _questions(rows: Any, turns: Mapping[str, Turn], problems: list[Problem]) -> Iterator[Question]:
    """The questions with the turns that they refer to."""
    for n, row in enumerate(rows if isinstance(rows, list) else [], start=1):
        if not isinstance(row, Mapping):
            problems.append(Problem(n, checks.shown(row), "a question is {'question', 'evidence'}: left out"))
            continue
        evidence = row.get("evidence") or []
        found: dict[str, None] = {}
        for text in evidence if isinstance(evidence, list) else [evidence]:
            for reference in re.split(r"[;,\s]+", str(text).strip()):
                if reference in turns:
                    found[reference] = None
                elif reference:
                    problems.append(Problem(n, checks.shown(reference), "names no turn: left out"))
        yield Question(str(row.get("question", "")), tuple(found))
