"""The library as judge: the learner's structure and the library's run the same steps, and must agree."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from typing import Any

from memlab.bank import MemoryBank, TooLarge
from memlab.course.exercise import run, small
from memlab.zset import EmulatedRedis

Step = tuple[Any, ...]  # the name of a method, then its arguments


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


def first_difference(mine: Any, oracle: Callable[..., Any], steps: list[Step]) -> str:
    """Run `steps` on both; "" if all replies are equal, else the first step whose replies differ."""
    for number, (name, *args) in enumerate(steps):
        expected, got = oracle(name, *args), run(getattr(mine, name), *args)
        if _plain(got) != _plain(expected):
            before = "; ".join(spell(step) for step in steps[max(0, number - 4) : number]) or "nothing"
            return f"After {before}: {spell(steps[number])} gives {small(expected)}, and yours {small(got)}."
    return ""


def spell(step: Step) -> str:
    """
    >>> spell(("add", "茶", 2))
    "add('茶', 2)"
    """
    return f"{step[0]}({', '.join(map(repr, step[1:]))})"


def _plain(reply: Any) -> Any:
    return list(reply) if isinstance(reply, tuple) else reply


def redis_set() -> Callable[..., Any]:
    """A sorted set in an emulated Redis, with the four methods that exercise 04.3 asks for."""
    r = EmulatedRedis(decode_responses=True)
    methods: dict[str, Callable[..., Any]] = {
        "add": lambda member, score: (r.zadd("k", {member: score}), None)[1],
        "rank": lambda member: r.zrank("k", member),
        "range": lambda start, stop: r.zrange("k", start, stop),
        "pop_min": lambda: next(iter(r.zpopmin("k")), None),
    }
    return lambda name, *args: methods[name](*args)


def random_set_steps(rng: random.Random, length: int = 30) -> list[Step]:
    """Random steps over few members and few scores, so that updates and ties are common."""

    def step() -> Step:
        kind = rng.choice(["add", "add", "add", "rank", "range", "pop_min"])
        if kind == "range":
            return kind, rng.randint(-4, 4), rng.randint(-4, 4)
        member = rng.choice(["a", "b", "茶", "花生", "Z", "10", "9"])
        return {"add": (kind, member, rng.randrange(4)), "rank": (kind, member), "pop_min": (kind,)}[kind]

    return [step() for _ in range(length)]


SET_DRILLS: tuple[tuple[list[Step], str], ...] = (
    (
        [("add", "b", 2), ("add", "a", 1), ("range", 0, -1)],
        "the lowest score comes first; -1 is the last rank.",
    ),
    (
        [("add", "a", 1), ("add", "b", 2), ("add", "a", 3), ("range", 0, -1)],
        "a member has one score: adding it again moves it, and its old place must go.",
    ),
    (
        [("add", "b", 1), ("add", "a", 1), ("range", 0, -1)],
        "equal scores are ordered by member, not by who came first.",
    ),
    ([("add", "a", 1), ("add", "b", 2), ("add", "c", 3), ("range", 0, 1)], "in Redis the stop is included."),
    ([("add", "a", 1), ("add", "b", 2), ("range", -1, -1)], "a negative start counts from the end."),
    (
        [("add", "a", 1), ("add", "b", 2), ("add", "c", 3), ("range", -5, 0)],
        "a start before the first member means the first.",
    ),
    ([("add", "a", 5), ("add", "b", 2), ("rank", "a")], "the rank counts the members before it, from 0."),
    ([("add", "a", 5), ("rank", "b")], "a member that is not there has no rank: None."),
    ([("add", "b", 1), ("add", "a", 2), ("pop_min",)], "pop_min returns (member, score) of the lowest."),
    ([("add", "b", 1), ("pop_min",), ("range", 0, -1)], "what was popped must be gone."),
    ([("pop_min",)], "nothing can be popped from an empty set: None."),
)
"""Small runs in the order in which one would build the set, each with what it teaches."""


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
