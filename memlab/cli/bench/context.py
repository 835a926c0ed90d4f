"""The speed of `memlab.context`: a prompt made anew for a message, against the window of the last turns."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from memlab import tokens
from memlab.cli.bench.results import Measurement
from memlab.cli.bench.speech import memory, question, text
from memlab.cli.bench.timing import Side, side_by_side, timed
from memlab.context import MemoryManager, offline_llm, rebuild

BUDGET, RESERVE = 3_000, 500
GIVEN = 60  # memories, about as many again as fit


def measurements(quick: bool) -> Iterator[Measurement]:
    """Each turn puts another question, so that nothing is known from the turn before."""
    rounds, said = (5, 40) if quick else (25, 400)
    memories = [memory("bench", n, text(n)) for n in range(GIVEN)]

    def rebuilt(asked: str) -> object:
        return rebuild(asked, relevant=memories, budget=BUDGET, reserve=RESERVE)

    made = [m.text for m in memories]
    ours, peer, counted = side_by_side(
        _asking(rebuilt),
        _asking(lambda asked: last_turns([*made, asked])),
        _asking(lambda asked: [tokens.count(one) for one in [*made, asked]]),
        repeats=rounds,
    )
    name = f"rebuild from {GIVEN} memories"
    yield Measurement(name, ours, "the last turns that fit", peer)
    yield Measurement(name, ours, "counting their tokens", counted)
    yield _a_message(said, rounds)


def last_turns(turns: list[str]) -> str:
    """What an agent without a memory sends: of the conversation as much as fits, from its end."""
    left, kept = BUDGET - RESERVE, list[str]()
    for turn in reversed(turns):
        left -= tokens.count(turn)
        if left < 0:
            break
        kept.append(turn)
    return "\n".join(reversed(kept))


def _a_message(said: int, rounds: int) -> Measurement:
    """A message after so many: stored, its facts read, recalled for, answered; the model takes no time."""
    turns = [text(n) for n in range(said)]
    with MemoryManager("bench", llm=offline_llm, clock=itertools.count(1.0).__next__) as manager:
        manager.store_session_memory("talk", [{"role": "user", "content": turn} for turn in turns])
        ours, peer = side_by_side(
            _asking(lambda asked: manager.process_message(asked)),
            _asking(lambda asked: last_turns([*turns, asked])),
            repeats=rounds,
        )
    return Measurement(f"a message after {said}", ours, "the last turns that fit", peer)


def _asking(answer: Callable[[str], object]) -> Side:
    numbers = itertools.count()
    return lambda: timed(answer, question(next(numbers), GIVEN))
