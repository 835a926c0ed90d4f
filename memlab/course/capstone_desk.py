"""The conversations of the capstone, made from a seed: a week at a desk that serves many customers at once.

They draw from `random.random()` alone: its sequence for a seed is what Python promises to keep.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, cycle
from typing import TypeVar

from memlab.course.capstone_story import HIDDEN, OPEN, QUESTIONS, Wordings
from memlab.course.capstone_talk import Talk, Turn

T = TypeVar("T")
Draw = Callable[[], float]


@dataclass(frozen=True, eq=False)
class Line:
    """A turn before it has a number."""

    tenant: str
    about: str
    text: str
    safe: bool = False
    needs: Line | None = None


def talk(seed: int, *, hidden: bool = False, chinese: float = 0.5, visits: int = 60) -> Talk:
    """A conversation; a seed gives the same one on every machine. `chinese` is the share of such customers.

    >>> one = talk(1)
    >>> one.turns == talk(1).turns, one.turns == talk(2).turns
    (True, False)
    """
    draw = random.Random(seed).random
    customers = _customers(draw, HIDDEN if hidden else OPEN, chinese)
    return Talk("hidden" if hidden else f"open {seed}", tuple(_merged(draw, customers, visits)))


@dataclass
class _Customer:
    """Who comes, and what is known of them by now: about → lines, the latest at the end."""

    name: str
    words: Wordings
    gossip: Iterator[str]  # in an order of its own, again and again
    safe: list[tuple[str, str]]  # (about, text) that will be said in one of the first visits
    known: dict[str, list[Line]]


def _customers(draw: Draw, pool: Sequence[Wordings], chinese: float, count: int = 12) -> list[_Customer]:
    left = {words: list(words.names) for words in pool}
    found = []
    for number in range(count):
        words = pool[int((number + 0.5) / count < chinese)]
        words = words if left[words] else pool[words is pool[0]]
        found.append(_customer(draw, words, left[words].pop(int(draw() * len(left[words])))))
    return _shuffled(draw, found)


def _customer(draw: Draw, words: Wordings, name: str) -> _Customer:
    allergens = _shuffled(draw, words.allergens)
    safe = [("food", _pick(draw, words.safe_food).format(a)) for a in allergens[: int(draw() * 3)]]
    safe += [("wish", text) for text in _shuffled(draw, words.safe_wish)[: int(draw() * 2.4)]]
    return _Customer(name, words, cycle(_shuffled(draw, words.chat)), _shuffled(draw, safe), {})


def _merged(draw: Draw, customers: list[_Customer], visits: int) -> Iterator[Turn]:
    """Visits one after the other, now and then two at once."""
    clock, numbers, reach = 8 * 3600.0, dict[Line, int](), _reach(len(customers))
    here: list[tuple[_Customer, Iterator[Line]]] = []
    while visits or here:
        if visits and (not here or (len(here) < 2 and draw() < 0.08)):
            who = customers[bisect_right(reach, draw() * reach[-1], hi=len(customers) - 1)]
            if all(who is not other for other, _ in here):
                clock += 0 if here else -1500 * math.log(1 - draw())
                here, visits = [*here, (who, _visit(draw, who))], visits - 1
            continue
        one = here[int(draw() * len(here))]
        line = next(one[1], None)
        if line is None:
            here.remove(one)
            continue
        clock += 5 + 40 * draw()
        numbers[line] = len(numbers) + 1
        needs = None if line.needs is None else numbers[line.needs]
        yield Turn(len(numbers), round(clock, 1), line.tenant, line.about, line.text, needs, line.safe)


def _reach(count: int) -> list[float]:
    """A few come often, most of them seldom."""
    return list(accumulate(1 / (place + 2) for place in range(count)))


def _visit(draw: Draw, who: _Customer) -> Iterator[Line]:
    """One visit: greeting, talk, perhaps an order, perhaps news, and what Mira has to know for it."""
    words, new = who.words, not who.known
    if new:
        yield _said(who, "name", _pick(draw, words.name).format(who.name))
        yield _said(who, "address", _pick(draw, words.address).format(_pick(draw, words.streets)))
    else:
        yield _asked(who, "name")
        if draw() < 0.12:
            yield _said(who, "address", _pick(draw, words.moved).format(_pick(draw, words.streets)))
    yield from _chat(draw, who)
    if who.safe and draw() < 0.75:
        about, text = who.safe.pop()
        yield _said(who, about, text, safe=True)
    if new or draw() < 0.6:
        yield from _ordering(draw, who)
    else:
        yield from _enquiry(draw, who)
    yield from _chat(draw, who)


def _chat(draw: Draw, who: _Customer) -> Iterator[Line]:
    """Small talk: half of it is taken up at once, and none of it ever again."""
    for _ in range(1 + int(3 * draw())):
        yield _said(who, "chat", next(who.gossip))
        if draw() < 0.5:
            yield _asked(who, "chat")


def _ordering(draw: Draw, who: _Customer) -> Iterator[Line]:
    words, number = who.words, f"T-{1000 + int(9000 * draw())}"
    yield _said(
        who, "order", _pick(draw, words.order).format(_pick(draw, words.teas), number, 2 + int(4 * draw()))
    )
    if draw() < 0.35:
        yield _said(who, "food", _pick(draw, words.food))
        yield _asked(who, "food")
    if draw() < 0.3:
        yield _said(who, "wish", _pick(draw, words.wish))
    yield _said(who, "date", _pick(draw, words.date).format(_pick(draw, words.days)))
    yield _asked(who, "order")
    yield from (_needed(who, turn) for turn in _safe(who, "food"))
    yield _asked(who, "address")
    yield from _chat(draw, who)
    yield from (_needed(who, turn) for turn in _safe(who, "wish") if draw() < 0.7)
    if who.known.get("wish") and not who.known["wish"][-1].safe and draw() < 0.8:
        yield _asked(who, "wish")
        who.known["wish"] = _safe(who, "wish")  # done: nobody asks for it again
    yield _asked(who, "date")


def _enquiry(draw: Draw, who: _Customer) -> Iterator[Line]:
    """Where is my order? And, now and then, another day."""
    yield _asked(who, "order")
    yield _asked(who, "date")
    if draw() < 0.5:
        words = who.words
        yield _said(who, "date", _pick(draw, words.changed).format(_pick(draw, words.days)))
        yield _asked(who, "address")
        yield from (_needed(who, turn) for turn in _safe(who, "wish"))
        yield _asked(who, "date")
    tastes = [turn for turn in who.known.get("food", []) if not turn.safe]
    if tastes and draw() < 0.3:
        yield _needed(who, tastes[-1])


def _said(who: _Customer, about: str, text: str, safe: bool = False) -> Line:
    line = Line(who.name, about, text, safe)
    who.known.setdefault(about, []).append(line)
    return line


def _asked(who: _Customer, about: str) -> Line:
    return _needed(who, who.known[about][-1])


def _needed(who: _Customer, source: Line) -> Line:
    return Line(who.name, source.about, QUESTIONS[source.about], needs=source)


def _safe(who: _Customer, about: str) -> list[Line]:
    return [turn for turn in who.known.get(about, []) if turn.safe]


def _pick(draw: Draw, options: Sequence[T]) -> T:
    return options[int(draw() * len(options))]


def _shuffled(draw: Draw, items: Sequence[T]) -> list[T]:
    return [item for _, _, item in sorted((draw(), place, item) for place, item in enumerate(items))]
