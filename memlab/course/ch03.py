"""Exercises of chapter 03, The memory bank."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from memlab.bank import MemoryItem, play
from memlab.course.exercise import Exercise, given, mutants, require, run, small
from memlab.course.oracles import PUT_DRILLS, Put, fifo_in_tokens, random_puts
from memlab.course.story import MEMORIES, SERVICE_CALL

# 03.1: the victim of the article's key

_WRONG_VICTIMS = {
    "weather": "weather matters least, but importance is compared last: only where the recalls and the last "
    "access are equal.",
    "coupon": "three were never recalled, and coupon is the newest of them: the key asks for the oldest.",
    "cart": "cart was recalled once and three others never: the number of recalls is compared first.",
    "user_id": "user_id was recalled twice, more than any other: it is the last to go.",
}


def _check_victim(answer: Any) -> None:
    require(isinstance(answer, str), 'one name in quotes is asked for, such as "cart".')
    name = answer.strip()
    require(name not in _WRONG_VICTIMS, _WRONG_VICTIMS.get(name, ""))
    require(name == "allergy", "no such memory: the bank holds allergy, weather, cart, user_id and coupon.")


_VICTIM = Exercise(
    id="03.1",
    kind="check",
    question="""
**By hand.** The bank is too full, and its key is (recalls, last access, importance). Which memory goes first?

| memory | recalls | last access (minute) | importance |
|---|---:|---:|---:|
| `allergy` | 0 | 2 | 1.0 |
| `weather` | 0 | 4 | 0.1 |
| `cart` | 1 | 3 | 0.6 |
| `user_id` | 2 | 3 | 0.9 |
| `coupon` | 0 | 6 | 0.5 |

Answer with its name in quotes.""",
    starter="answer_03_1 = ...",
    check=_check_victim,
    hints=(
        "Write the five keys down as tuples. Tuples are compared from left to right.",
        "Three memories share the smallest first number. Now compare their second numbers.",
    ),
    solution='answer_03_1 = "allergy"',
    misconceptions=(
        ('answer_03_1 = "weather"', "importance is compared last"),
        ('answer_03_1 = "coupon"', "asks for the oldest"),
        ('answer_03_1 = "cart"', "number of recalls is compared first"),
        ('answer_03_1 = "user_id"', "the last to go"),
        ('answer_03_1 = "peanuts"', "no such memory"),
        ("answer_03_1 = 1", "one name in quotes"),
    ),
    praise="(0, 2, 1.0) is the smallest key. The most important memory goes: importance is asked last.",
)

# 03.2: promoting by one counter, evicting by another

Rule = Callable[[dict[str, Any]], float]  # the smallest goes first


def _check_counters(answer: Any) -> None:
    rng = random.Random(3)
    shelves = [_shelf(rng) for _ in range(200)]
    victims = [_victim(answer, shelf) for shelf in shelves]
    pairs = list(zip(shelves, victims, strict=True))
    for rule, message in _WRONG_RULES:
        require(any(rule(victim) > min(map(rule, shelf)) for shelf, victim in pairs), message)
    wrong = sum(victim["recalls"] > min(item["recalls"] for item in shelf) for shelf, victim in pairs)
    require(not wrong, f"on {wrong} of 200 banks one goes that was recalled more often than another.")
    coldest = [min(shelf, key=lambda item: (item["recalls"], item["last_access"])) for shelf in shelves]
    require(victims == coldest, _TIE)


def _victim(answer: Any, shelf: list[dict[str, Any]]) -> dict[str, Any]:
    by_id = {item["id"]: item for item in shelf}
    got = run(answer, shelf)
    require(isinstance(got, str) and got in by_id, 'return the id of one memory of the bank, such as "cart".')
    return by_id[got]


def _shelf(rng: random.Random) -> list[dict[str, Any]]:
    """Five memories whose two counters have nothing to do with each other."""
    names = ["allergy", "cart", "coupon", "weather", "name"]
    minutes = rng.sample(range(60), len(names))
    return [
        {"id": name, "recalls": rng.randrange(4), "prompts": rng.randrange(4), "last_access": minute}
        for name, minute in zip(names, minutes, strict=True)
    ]


_WRONG_RULES: tuple[tuple[Rule, str], ...] = (
    (lambda item: -item["recalls"], "this throws out the most recalled, which `promote` puts on top."),
    (lambda item: item["prompts"], "`prompts` still decides first; `promote` does not even look at it."),
    (
        lambda item: item["prompts"] + item["recalls"],
        "the sum of two counters is a third one, no compromise.",
    ),
    (
        lambda item: item["last_access"],
        "this goes by age alone; `promote` goes by recalls, so must the victim.",
    ),
)
_TIE = (
    "among memories recalled equally often, the one left alone for longest goes: compare `last_access` next."
)
_COUNTERS = Exercise(
    id="03.2",
    kind="bug hunt",
    question="""
**Bug hunt.** A bank has one place of honour, for the memory that was recalled most:

```python
def promote(items):
    return max(items, key=lambda item: item["recalls"])["id"]
```

Another author chose the victim, and counted how often a memory was *put into a prompt*. One evening the bank
promoted `allergy` and threw `allergy` out a second later. Mend the choice of the victim so that the two
agree: who was recalled least goes; of equals, the one with the oldest `last_access`.""",
    starter="""def answer_03_2(items):
    return min(items, key=lambda item: (item["prompts"], item["last_access"]))["id"]""",
    check=_check_counters,
    hints=(
        "Which entry of the dict does `promote` read, and which one does the victim read?",
        "The hottest by `recalls` may be the coldest by `prompts`. One counter must serve both.",
    ),
    solution=(
        _right := """def answer_03_2(items):
    return min(items, key=lambda item: (item["recalls"], item["last_access"]))["id"]"""
    ),
    misconceptions=mutants(
        _right,
        ('item["recalls"], item["last_access"]', 'item["prompts"], item["recalls"]', "still decides first"),
        ('item["recalls"], ', 'item["recalls"] + item["prompts"], ', "a third one"),
        ('item["recalls"], ', "", "by age alone"),
        ('(item["recalls"], item["last_access"])', '-item["recalls"]', "throws out the most recalled"),
        ('item["recalls"], ', 'item["recalls"] // 2, ', "recalled more often than another"),
        (', item["last_access"]', ', item["id"]', "compare `last_access` next"),
        ('["id"]', "", "return the id of one memory"),
    ),
    praise="promotion and eviction are the two ends of one order. Two counters make two orders.",
)

# 03.3: a bank that is measured in tokens


def _check_put(answer: Any) -> None:
    for puts, capacity, lesson in PUT_DRILLS:
        _compare_puts(answer, puts, capacity, lesson)
    rng = random.Random(34)
    for _ in range(100):
        _compare_puts(
            answer, random_puts(rng), 40, "all drills pass; in a random run yours and the library part."
        )


def _compare_puts(answer: Any, puts: list[Put], capacity: int, lesson: str) -> None:
    bank: dict[str, int] = {}
    library = fifo_in_tokens(capacity)
    for name, size in puts:
        expected, got = library(name, size), run(answer, bank, name, size, capacity)
        require(
            isinstance(got, tuple) and len(got) == 2,
            "return two things: the bank, and the list of evicted names.",
        )
        require(isinstance(got[0], dict), "the first thing returned must be the bank: a dict {name: size}.")
        same = list(got[0].items()) == list(expected[0].items()) and list(got[1]) == expected[1]
        asked = f"{_in_order(bank)}, {given(name, size, capacity)}"
        gives = f"({_in_order(expected[0])}, {small(expected[1])})"
        require(same, f"{lesson} {asked} gives {gives}, and yours ({_in_order(got[0])}, {small(got[1])}).")
        bank = expected[0]


def _in_order(bank: dict[Any, Any]) -> str:
    """The bank as it stands: `small` would sort its names, and the order is what is judged."""
    return "{" + ", ".join(f"{small(name)}: {small(size)}" for name, size in bank.items()) + "}"


_PUT = Exercise(
    id="03.3",
    kind="build",
    question="""
**Build.** A bank that is measured in tokens, first in, first out. `bank` is `{name: size}`, the oldest first.
Write `name` with `size` and return the new bank and the list of evicted names. Four rules:

1. An item larger than the capacity is refused: the bank stays as it is, nobody goes.
2. A name that is there is rewritten: its old size is given back, and it is now the newest.
3. The oldest go, one after the other, until the new item fits.
4. The item just written stays.

The judge is the library's `MemoryBank(capacity, policy="fifo", size=...)`: drills, then 100 random runs.""",
    starter="""def answer_03_3(bank, name, size, capacity):
    evicted = []
    ...
    return bank, evicted""",
    check=_check_put,
    hints=(
        "Refuse first: a refused call must change nothing.",
        "Build a copy of the bank without `name`. That gives its old size back.",
        "`next(iter(bank))` is the oldest. Use `while`, not `if`: one victim may be too small.",
    ),
    solution=(
        _right := """def answer_03_3(bank, name, size, capacity):
    evicted = []
    if size > capacity:
        return bank, evicted
    bank = {other: tokens for other, tokens in bank.items() if other != name}
    while sum(bank.values()) + size > capacity:
        oldest = next(iter(bank))
        del bank[oldest]
        evicted.append(oldest)
    bank[name] = size
    return bank, evicted"""
    ),
    misconceptions=mutants(
        _right,
        ("sum(bank.values()) + size > capacity", "len(bank) + 1 > capacity", "count tokens, not memories"),
        ("while sum", "if sum", "one victim may be too small"),
        (
            "    if size > capacity:\n        return bank, evicted\n",
            "    if size > capacity:\n        return {}, list(bank)\n",
            "refused and nobody goes",
        ),
        ("if size > capacity", "if size >= capacity", "exactly as large as the bank fits"),
        (
            "sum(bank.values()) + size > capacity",
            "sum(bank.values()) + size >= capacity",
            "full to the last token",
        ),
        ("if other != name}", "}", "gives its old size back"),
        (
            "    bank = {other: tokens for other, tokens in bank.items() if other != name}\n"
            "    while sum(bank.values()) + size >",
            "    while sum(bank.values()) - bank.get(name, 0) + size >",
            "gives ({'cart': 14, 'allergy': 11}, []), and yours ({'allergy': 11, 'cart': 14}, [])",
        ),
        ("return bank, evicted", "return bank", "return two things"),
    ),
    praise="that is the library's rule. The same code counts memories if every size is 1.",
)

# 03.4: the trap, closed


def _check_grace(answer: Any) -> None:
    now = 3600.0
    used = MemoryItem("used", "", 0.0, now - 300, access_count=2, importance=0.5)
    new = MemoryItem("new", "", now - 60, now - 60, importance=0.5)
    stale = MemoryItem("stale", "", 0.0, 0.0, importance=0.9)

    def first(*items: MemoryItem) -> str:
        keys = {item.id: run(answer, item, now) for item in items}
        require(
            all(isinstance(key, tuple) for key in keys.values()),
            "return a tuple, as the article's key is one.",
        )
        return str(min(keys, key=lambda name: keys[name]))

    once = replace(used, access_count=1)
    require(first(new, stale) == "stale", _NEWEST_FIRST)
    require(
        first(new, once) != "new", "the trap is still open: a newcomer goes before a memory recalled once."
    )
    require(first(new, used) != "new", _COUNTED_WRITE)
    require(first(stale, used) == "stale", _FOR_EVER)
    often = replace(used, id="often", last_access=now - 3000, access_count=5)
    require(first(often, used) == "used", _ARTICLE)
    touched = replace(used, id="touched", access_count=1, last_access=now - 10)
    require(first(touched, used) == "touched", _RENEWED)
    older = replace(new, id="older", created_at=now - 90, last_access=now - 90)
    require(
        first(new, older) == "older", "two newcomers: between them the article's key decides, the older goes."
    )
    require(first(replace(new, created_at=now - 121, last_access=now - 60), used) == "new", _TOO_LONG)


_NEWEST_FIRST = (
    "now the newcomer goes even before a memory that was never used in an hour: False sorts before True."
)
_COUNTED_WRITE = (
    "a newcomer still goes if all others were recalled twice: counting the write as one recall is not enough."
)
_FOR_EVER = "a memory that nobody used for an hour is protected for ever: the protection must end."
_ARTICLE = (
    "neither is a newcomer, so the article's order holds: the one recalled less goes, even if used later."
)
_RENEWED = "every recall renews the window: it must run from `created_at`, not from `last_access`."
_TOO_LONG = "121 seconds after it was written, the window is over and the article's key decides again."
_GRACE = Exercise(
    id="03.4",
    kind="build",
    question="""
**Build.** Close the trap of section 8. Write a key that protects a newcomer for 120 seconds after it was
written: in that time it goes only if all others are newcomers too. Apart from that the article's order holds:
(recalls, last access, importance). `item` is a `MemoryItem`; the smallest key goes first.""",
    starter="""def answer_03_4(item, now):
    return (item.access_count, item.last_access, item.importance)""",
    check=_check_grace,
    hints=(
        "Put one more part in front of the tuple: whether the item is a newcomer.",
        "`False < True` in Python, so what is not a newcomer goes first.",
        "A newcomer is an item with `now - item.created_at < 120`.",
    ),
    solution=(
        _right := """def answer_03_4(item, now):
    newcomer = now - item.created_at < 120
    return (newcomer, item.access_count, item.last_access, item.importance)"""
    ),
    misconceptions=mutants(
        _right,
        ("(newcomer, ", "(", "the trap is still open"),
        ("(newcomer, item.access_count", "(max(item.access_count, 1)", "is not enough"),
        (
            "now - item.created_at < 120",
            "item.access_count == 0",
            "the protection must end",
        ),
        ("item.created_at", "item.last_access", "not from `last_access`"),
        ("< 120", "> 120", "False sorts before True"),
        ("item.access_count, item.last_access", "item.access_count, -item.last_access", "the older goes"),
        ("item.access_count, item.last_access", "item.last_access, item.access_count", "recalled less goes"),
        ("< 120", "< 1200", "the window is over"),
        (
            "return (newcomer, item.access_count, item.last_access, item.importance)",
            "return item.access_count",
            "return a tuple",
        ),
    ),
    praise="one boolean in front of the tuple. Chapter 04 gives the same window to the scored memory.",
)

# 03.5: the smallest room


def _check_room(answer: Any) -> None:
    whole = isinstance(answer, int) and not isinstance(answer, bool)
    require(whole and answer > 0, "a whole number of memories above 0 is asked for.")
    misses = play(SERVICE_CALL, MEMORIES, answer, "liveness").misses
    require(misses == 0, f"with room for {answer}, liveness still misses {misses} of 12 readings.")
    require(
        answer < len(MEMORIES), "that is room for everything: then nobody needs a policy. It works with less."
    )
    smaller = play(SERVICE_CALL, MEMORIES, answer - 1, "liveness").misses if answer > 1 else 1
    require(smaller > 0, f"room for {answer} is enough, but room for {answer - 1} is enough too.")


_ROOM = Exercise(
    id="03.5",
    kind="prediction",
    question="""
**Predict.** What is the smallest room, in memories, in which `liveness` misses nothing in Mira's call?
Chapter 02 had a name for this number. Work it out; the picture and the table below tell if you are right.""",
    starter="answer_03_5 = ...",
    check=_check_room,
    hints=(
        "In which turn are the most memories alive at once?",
        "Turn 10 reads four memories, and one more is alive that turn 12 will read.",
    ),
    solution="answer_03_5 = 5",
    misconceptions=(
        ("answer_03_5 = 4", "still misses 1 of 12"),
        ("answer_03_5 = 7", "room for 6 is enough too"),
        ("answer_03_5 = 11", "room for everything"),
        ('answer_03_5 = "5"', "a whole number"),
    ),
    praise="it is the peak of chapter 02's pressure: five memories are alive before turn 10.",
)

EXERCISES = (_VICTIM, _COUNTERS, _PUT, _GRACE, _ROOM)
