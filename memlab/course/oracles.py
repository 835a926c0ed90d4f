"""Judges: the learner's structure must reply as a real Redis did, or as the library does.

A line of redis_replies.jsonl is {"cmds", "replies"}, raw commands and what a Redis 7.0.15 server replied; the
drills have a "lesson".
"""

from __future__ import annotations

import contextlib
import functools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any

from memlab.bank import MemoryBank, TooLarge
from memlab.course.exercise import run, small

Step = tuple[Any, ...]  # the name of a method, then its arguments
_LONGER = "the drills pass; in a longer run Redis replied otherwise."


class Interrupted:
    """A Redis client in whose first gap between two commands `interrupt` runs: another agent's write."""

    def __init__(self, inner: Any, interrupt: Iterator[Any], called: set[str] | None = None) -> None:
        self._inner, self._interrupt = inner, interrupt
        self.called = set() if called is None else called

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        return self._gap_after(name, method) if callable(method) else method

    def _gap_after(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            reply = method(*args, **options)
            self.called.add(name)
            if name == "pipeline":
                return Interrupted(reply, self._interrupt, self.called)
            if name not in ("watch", "multi"):
                next(self._interrupt, None)
            return reply

        return call

    def __enter__(self) -> Interrupted:
        return self

    def __exit__(self, *error: Any) -> None:
        self._inner.reset()


@dataclass(frozen=True)
class Recording:
    """Steps on a sorted set, what a real Redis 7.0.15 replied to each, and what they teach."""

    steps: list[Step]
    replies: list[Any]
    lesson: str


@functools.cache
def redis_recordings() -> tuple[Recording, ...]:
    """The drills in the order in which one would build the set, then forty longer runs.

    >>> redis_recordings()[2].steps, redis_recordings()[2].replies
    ([('add', 'b', 1.0), ('add', 'a', 1.0), ('range', 0, -1)], [None, None, ['a', 'b']])
    """
    lines = (resources.files(__package__) / "redis_replies.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_recording(**json.loads(line)) for line in lines)


def _recording(cmds: list[list[str]], replies: list[Any], lesson: str = _LONGER) -> Recording:
    """From raw commands and replies to the four methods that exercise 04.3 asks for."""
    pairs = [_step(*told) for told in zip(cmds, replies, strict=True)]
    return Recording([step for step, _ in pairs], [reply for _, reply in pairs], lesson)


def _step(cmd: list[str], reply: Any) -> tuple[Step, Any]:
    name, _, *args = cmd
    if name == "ZADD":
        return ("add", args[1], float(args[0])), None
    if name == "ZRANK":
        return ("rank", args[0]), reply
    if name == "ZRANGE":
        return ("range", *map(int, args)), reply
    return ("pop_min",), (reply[0], float(reply[1])) if reply else None


def first_difference(mine: Any, recording: Recording) -> str:
    """Do the steps on the learner's set; "" if all replies are Redis's, else the first that is not."""
    for number, (name, *args) in enumerate(recording.steps):
        before = "; ".join(map(spell, recording.steps[max(0, number - 4) : number])) or "nothing"
        step, expected = spell(recording.steps[number]), recording.replies[number]
        got = run(getattr(mine, name), *args, shown=f"{step}, after {before}.")
        if _plain(got) != _plain(expected):
            return f"After {before}: {step} gives {small(expected)} in Redis, and in yours {small(got)}."
    return ""


def spell(step: Step) -> str:
    """
    >>> spell(("add", "茶", 2.0))
    "add('茶', 2)"
    """
    return f"{step[0]}({', '.join(f'{a:g}' if isinstance(a, float) else repr(a) for a in step[1:])})"


def _plain(reply: Any) -> Any:
    return list(reply) if isinstance(reply, tuple) else reply


Put = tuple[str, int]  # a name and its size in tokens


def fifo_in_tokens(capacity: int) -> Callable[[str, int], tuple[dict[str, int], list[str]]]:
    """The library's bank under fifo, fed by puts: what it holds afterwards, and who went."""
    bank = MemoryBank(capacity, policy="fifo", size=len, clock=lambda: 0.0)

    def put(name: str, size: int) -> tuple[dict[str, int], list[str]]:
        before = len(bank.evict_log)
        with contextlib.suppress(TooLarge):
            bank.add("t" * size, id=name)
        return {str(i.id): int(i.size) for i in bank.items}, [str(e.id) for e in bank.evict_log[before:]]

    return put


def random_puts(rng: random.Random, length: int = 20) -> list[Put]:
    """Few names and sizes up to somewhat more than 40, so that rewriting and refusing are common."""
    return [(rng.choice("abcde"), rng.choice([1, 5, 10, 20, 39, 40, 41])) for _ in range(length)]


PUT_DRILLS: tuple[tuple[list[Put], int, str], ...] = (
    ([("allergy", 11), ("cart", 14), ("order", 20)], 40, "count tokens, not memories."),
    (
        [("allergy", 11), ("cart", 14), ("order", 15)],
        40,
        "a bank that is full to the last token is not too full.",
    ),
    (
        [("coupon", 6), ("total", 4), ("cart", 14), ("order", 25)],
        40,
        "one victim may be too small.",
    ),
    ([("allergy", 11), ("order", 40)], 40, "what is exactly as large as the bank fits, alone."),
    ([("allergy", 11), ("manual", 41)], 40, "what is larger than the whole bank is refused and nobody goes."),
    (
        [("allergy", 11), ("cart", 20), ("cart", 29)],
        40,
        "a memory that is rewritten gives its old size back first.",
    ),
    (
        [("allergy", 11), ("cart", 14), ("allergy", 11), ("order", 20)],
        40,
        "what was rewritten is the newest now.",
    ),
)
"""Small runs (puts, capacity, what they teach), the commonest slip first."""
