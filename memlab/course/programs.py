"""Small conversations for checking answers: written by hand or drawn at random, always the same ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from memlab.course.exercise import NotYet, require, run, small
from memlab.course.story import Turn

ENOUGH = 10_000  # looks at one turn of a conversation of at most 22: a walk that has not ended, does not end


class NeverEnding(Exception):
    """Raised inside a learner's function that goes round and round, so that its check comes to an end."""


class WatchedTurn(dict[str, Any]):
    """A turn that ends a walk which comes back to it again and again.

    >>> turn = WatchedTurn(id=1, succ=[1])
    >>> while True:
    ...     _ = turn["succ"]
    Traceback (most recent call last):
        ...
    memlab.course.programs.NeverEnding: it looked at turn 1 more than 10,000 times and had not finished
    """

    looks = 0

    def __getitem__(self, key: str) -> Any:
        self.looks += 1
        if self.looks > ENOUGH:
            name = self.get("id")
            raise NeverEnding(f"it looked at turn {name} more than {ENOUGH:,} times and had not finished")
        return super().__getitem__(key)


def watched(turns: list[Turn]) -> list[Turn]:
    """The same turns, each of which ends a walk without an end."""
    return [WatchedTurn(turn) for turn in turns]


def conversation(*rows: tuple[str, str, list[int]]) -> list[Turn]:
    """Turns 1, 2, … from rows (names read, names written, next turns).

    >>> conversation(("", "a", [2]), ("a", "b c", []))[1]
    {'id': 2, 'use': ['a'], 'def': ['b', 'c'], 'succ': []}
    """
    return [
        {"id": i, "use": use.split(), "def": defs.split(), "succ": succ}
        for i, (use, defs, succ) in enumerate(rows, start=1)
    ]


def straight(*rows: tuple[str, str]) -> list[Turn]:
    """Turns that follow one another, from rows (names read, names written)."""
    last = len(rows)
    return conversation(*((*row, [i + 1] if i < last else []) for i, row in enumerate(rows, start=1)))


def random_conversations(count: int = 80, seed: int = 2041, branches: bool = True) -> Iterator[list[Turn]]:
    """Conversations of 1 to 7 turns, small ones first, so that the first failure is easy to read.

    With `branches`, turns go on to several turns, back to earlier ones, or to themselves.
    """
    rng = random.Random(seed)
    for number in range(count):
        size = 1 + number * 7 // count
        rows = [(_some(rng, "abc"), _some(rng, "abc")) for _ in range(size)]
        turns = straight(*rows)
        for turn in turns if branches else ():
            if rng.random() < 0.4:
                turn["succ"] = sorted({rng.randint(1, size) for _ in range(rng.randint(1, 2))})
        yield turns


def sketch(turns: list[Turn]) -> str:
    """A conversation in a few short lines, for a message.

    >>> print(sketch(straight(("", "a"), ("a b", ""))))
    1: writes a, then 2
    2: reads a b, then ends
    """
    return "\n".join(_line(turn) for turn in turns)


def agree(answer: Any, turns: list[Turn], expected: dict[Any, Any], why: str) -> None:
    """Require that the learner's function gives `expected` for `turns`, part by part, else tell `why`."""
    got = run(answer, watched(turns), shown=sketch(turns))
    require(isinstance(got, dict), f"a dict is asked for, and your function returned {small(got)}.")
    place = next((key for key in [*expected, *got] if not _same(got.get(key), expected.get(key))), None)
    require(
        place is None,
        f"{why}\nLook at {place!r}: you have {small(got.get(place, 'nothing'))}, in the "
        f"conversation\n{sketch(turns)}",
    )


def agree_on_all(answer: Any, expected: Callable[[list[Turn]], dict[Any, Any]]) -> None:
    """Require agreement with `expected` on all the random conversations."""
    for turns in random_conversations():
        agree(answer, turns, expected(turns), "your function and the library differ here.")


def names(answer: Any, what: str = "names") -> set[Any]:
    """The answer as a set; a text alone is not a set of names."""
    require(answer != {}, "{} is an empty dict; the empty set is written set().")
    if not isinstance(answer, (set, frozenset, list, tuple)):
        raise NotYet(f"a set of {what} in braces is asked for, and {small(answer)} is not one.")
    try:
        return set(answer)
    except TypeError:  # a list in a set
        raise NotYet(f"a flat set of {what} is asked for, and {small(answer)} has lists in it.") from None


def parts(answer: Any, *keys: str) -> list[set[Any]]:
    """The sets under `keys` of an answer that must be a dict with just these keys."""
    good = isinstance(answer, dict) and set(answer) == set(keys)
    require(good, f"keep the dict of the starter, with the keys {', '.join(map(repr, keys))}.")
    return [names(answer[key]) for key in keys]


def _same(ours: Any, theirs: Any) -> bool:
    """Equal, where an entry with nothing in it counts as no entry, and list, tuple and set as one."""
    if isinstance(theirs or ours, dict):
        return (ours or {}) == (theirs or {})
    return set(ours or ()) == set(theirs or ())


def _line(turn: Turn) -> str:
    facts = [
        f"{word} {' '.join(turn[key])}" for word, key in (("reads", "use"), ("writes", "def")) if turn[key]
    ]
    goes = "then " + " or ".join(map(str, turn["succ"])) if turn["succ"] else "then ends"
    return f"{turn['id']}: {', '.join([*(facts or ['neither reads nor writes']), goes])}"


def _some(rng: random.Random, letters: str) -> str:
    return " ".join(letter for letter in letters if rng.random() < 0.35)
