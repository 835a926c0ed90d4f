"""Exercises of chapter 00, Start here."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from memlab.course.exercise import Exercise, mutants, require, run, small
from memlab.course.programs import watched
from memlab.course.story import SERVICE_CALL, Turn

# 00.1: the one that nobody can fail


def _anything(answer: Any) -> None:
    """Nobody fails the first question."""


_HELLO = Exercise(
    id="00.1",
    kind="check",
    question="Put anything you like in place of the `...`: your name, a greeting, 你好, a number. "
    "Run the cell, then the check below it.",
    starter="answer_00_1 = ...",
    check=_anything,
    hints=(
        "Every answer is right here. `...` is how Python writes “nothing yet”.",
        'A text stands in quotes, as in `"hello"`.',
    ),
    solution='answer_00_1 = "你好, I am here."',
    praise="you are set. Every exercise works like this: answer, run, check; try as often as you like.",
)

# 00.2: three moments at the desk, and their words in a program

_WORDS = ("definition", "use", "dead store", "dangling reference", "spilling")


def _check_words(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == {"a", "b", "c"}
    require(good, "keep the dict of the starter, with the keys 'a', 'b' and 'c'.")
    a, b, c = (_word(answer[key]) for key in "abc")
    require(a != "use", "in a the number goes into a memory; a use takes something out of one.")
    require(a == "definition", "look at a again: the list has a word for the moment of writing.")
    require((b, c) != ("dangling reference", "dead store"), _SWAPPED)
    require(b != "spilling", "in b nobody will miss it. Spilling puts aside what is still needed.")
    require(b == "dead store", "look at b again: it was written, and the reader never comes.")
    require(c != "use", "in c Mira tries to use a memory, and there is none. That has a word of its own.")
    require(c == "dangling reference", "look at c again: there is a reader, and nobody ever wrote.")


def _word(answer: Any) -> str:
    word = answer.strip().lower() if isinstance(answer, str) else answer
    require(word in _WORDS, f"{small(answer)} is none of the words: {', '.join(_WORDS)}.")
    return str(word)


_SWAPPED = (
    "b and c are the wrong way round: one has a writer and no reader, the other a reader and no writer."
)
_MATCH = Exercise(
    id="00.2",
    kind="check",
    question="""
Three moments at Mira's desk. What does a program call them? Choose from `"definition"`, `"use"`,
`"dead store"`, `"dangling reference"` and `"spilling"`.

- a: Lin Yue gives her customer number, and Mira writes it down.
- b: Mira keeps a note that it has been raining all week. Nobody will ever ask.
- c: Mira wants to tell the tracking number. Nobody ever told her one.""",
    starter='answer_00_2 = {"a": ..., "b": ..., "c": ...}   # words in quotes',
    check=_check_words,
    hints=(
        "Ask of each: is there somebody who writes? Is there somebody who reads?",
        "In b the reader is missing, in c the writer. Look for both in the list of words.",
    ),
    solution='answer_00_2 = {"a": "definition", "b": "dead store", "c": "dangling reference"}',
    misconceptions=(
        ('answer_00_2 = {"a": "use", "b": "dead store", "c": "dangling reference"}', "a use takes something"),
        (
            'answer_00_2 = {"a": "definition", "b": "dangling reference", "c": "dead store"}',
            "wrong way round",
        ),
        ('answer_00_2 = {"a": "definition", "b": "spilling", "c": "use"}', "what is still needed"),
        ('answer_00_2 = {"a": "definition", "b": "dead store", "c": "use"}', "tries to use a memory"),
        ('answer_00_2 = {"a": "writing", "b": "dead store", "c": "use"}', "none of the words"),
        ('answer_00_2 = {"definition", "dead store", "dangling reference"}', "keep the dict"),
    ),
    praise="a writer without a reader, a reader without a writer: chapter 01 finds both by machine.",
)

# 00.3: a prediction about the allergy

_WRITES, _READS = (
    next(turn["id"] for turn in SERVICE_CALL if "allergy" in turn[key]) for key in ("def", "use")
)


def _check_stay(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == {"from", "to"}
    require(good, "keep the dict of the starter, with the keys 'from' and 'to'.")
    start, end = answer["from"], answer["to"]
    numbers = all(isinstance(turn, int) and not isinstance(turn, bool) for turn in (start, end))
    require(numbers, "two turn numbers are asked for, without quotes.")
    require(start >= _WRITES, "before that turn Lin Yue has not told her yet: there is nothing to keep.")
    require(
        start == _WRITES,
        "the first number is too late: Mira must keep it from the turn in which she is told.",
    )
    require(
        end != len(SERVICE_CALL), "she could keep it to the end, but who asks for it after the last check?"
    )
    require(end >= _READS, "too early: a later turn still needs it. Look for peanuts.")
    require(
        end == _READS, "later than needed: no turn after the check of the items needs the allergy itself."
    )


_STAY = Exercise(
    id="00.3",
    kind="prediction",
    question="""
A prediction, and no programming. In one turn Lin Yue tells of her allergy, and in another turn Mira needs it.
From which turn to which must the allergy be in memory? Read the call; the picture below will show you.""",
    starter='answer_00_3 = {"from": ..., "to": ...}   # turn numbers',
    check=_check_stay,
    hints=(
        "First find the turn in which she is told: 过敏 means “allergic”.",
        "Then go on to the last turn that cannot be spoken without knowing about the peanuts.",
    ),
    solution='answer_00_3 = {"from": 2, "to": 8}',
    misconceptions=(
        ('answer_00_3 = {"from": 2, "to": 12}', "who asks for it after the last check"),
        ('answer_00_3 = {"from": 2, "to": 10}', "needs the allergy itself"),
        ('answer_00_3 = {"from": 2, "to": 3}', "Look for peanuts"),
        ('answer_00_3 = {"from": 1, "to": 8}', "has not told her yet"),
        ('answer_00_3 = {"from": 8, "to": 8}', "the first number is too late"),
        ('answer_00_3 = {"from": "2", "to": "8"}', "without quotes"),
    ),
    praise="that is its live range. The next picture shows it, and chapter 02 computes such ranges.",
)

# 00.4: mend one line


def _check_lines(answer: Any) -> None:
    got = run(answer, SERVICE_CALL, shown="the call, SERVICE_CALL")
    require(got is not None, "your function returns nothing. `print` shows a value, `return` hands it over.")
    require(isinstance(got, list), f"a list is asked for, and your function returned {small(got)}.")
    require(len(got) > 0, "the list is empty. Compare letter by letter with what stands under `speaker`.")
    require(
        all(isinstance(line, str) for line in got),
        "a list of texts is asked for: take `text` out of each turn.",
    )
    said = {
        who: [turn["text"] for turn in SERVICE_CALL if turn["speaker"] == who]
        for who in ("customer", "agent")
    }
    require(got != said["agent"], "these are Mira's lines, the agent's. Whose lines are asked for?")
    require(len(got) < len(SERVICE_CALL), "these are all the lines, and Mira's are among them.")
    require(
        got == said["customer"],
        "lines are missing, or out of their order: keep them as they stand in the call.",
    )


_LINES = Exercise(
    id="00.4",
    kind="bug hunt",
    question="""
A bug hunt in one word. The function is meant to list what Lin Yue says, and it lists what Mira says. Try
`answer_00_4(SERVICE_CALL)` in a cell of your own, mend the function, run its cell again, then the check.""",
    starter='''\
def answer_00_4(turns):
    """What the customer says, line by line."""
    return [turn["text"] for turn in turns if turn["speaker"] == "agent"]''',
    check=_check_lines,
    hints=(
        "Read the line from right to left: which turns does it take, and what does it take out of each?",
        "The call was printed above: the second column says who speaks. What is Lin Yue called there?",
    ),
    solution=(
        _right := """\
def answer_00_4(turns):
    return [turn["text"] for turn in turns if turn["speaker"] == "customer"]"""
    ),
    misconceptions=mutants(
        _right,
        ('"customer"', '"Lin Yue"', "the list is empty"),
        ('turn["text"] for', "turn for", "take `text` out"),
        (' if turn["speaker"] == "customer"', "", "these are all the lines"),
        (
            'return [turn["text"] for turn in turns if turn["speaker"] == "customer"]',
            'print([turn["text"] for turn in turns if turn["speaker"] == "customer"])',
            "`return` hands it over",
        ),
        ('== "customer"', '!= "customer"', "these are Mira's lines"),
        ("turns if", "turns[::-1] if", "out of their order"),
        (
            '[turn["text"] for turn in turns if turn["speaker"] == "customer"]',
            "turns[0]['text']",
            "a list is asked for",
        ),
    ),
    praise="that is how code exercises work: run it, see what is wrong, mend, check.",
)

# 00.5: build the memory that most programs have


def _check_window(answer: Any) -> None:
    for turns, room in _rooms():
        texts = [turn["text"] for turn in turns]
        asked = f"turns with the texts {small(texts)} and room = {room}"
        kept = run(answer, watched(turns), room, shown=asked)
        fault = _window_fault(turns, room, kept)
        require(not fault, f"{fault}\nIt was given {asked}, and returned {small(_texts(kept))}.")


def _rooms() -> Iterator[tuple[list[Turn], int]]:
    """Conversations and rooms, each slip of its own first, then drawn at random, small ones first."""
    yield _said("tea", "green", "hi"), 8  # the last two leave one character over
    yield _said("tea", "green", "hi"), 7  # the last two fit exactly
    yield _said("no", "我对花生过敏，请记住。", "tea"), 6  # a short one behind a long one
    yield _said("no", "我对花生过敏，请记住。"), 5  # the newest one alone is too long
    rng = random.Random(2041)
    for size in range(1, 60):
        texts = ["茶" * rng.randrange(1, 6) for _ in range(size // 6)]
        yield _said(*texts), rng.randrange(20)


def _said(*texts: str) -> list[Turn]:
    return [{"id": i, "speaker": "customer", "text": text} for i, text in enumerate(texts, start=1)]


def _window_fault(turns: list[Turn], room: int, kept: Any) -> str:
    """What is wrong with `kept` as the newest turns within `room`; empty if nothing is."""
    if kept is None:
        return "your function returns nothing. Does it end in `return`?"
    if not isinstance(kept, list) or any(turn not in turns for turn in kept):
        return "a list of turns is asked for: the turns as they were given, not only their texts."
    newest = turns[len(turns) - len(kept) :]
    if kept != newest and kept[::-1] == newest:
        return "these are the right turns, and the newest stands first: keep the order of the call."
    if kept != newest and kept[-1] == turns[-1]:
        return (
            "there is a hole in it. The first turn that does not fit ends it, even if an older one would fit."
        )
    if kept != newest:
        return "the newest turn comes first of all: go through the turns from the end."
    return _room_fault(turns, room, len(kept))


def _room_fault(turns: list[Turn], room: int, kept: int) -> str:
    sizes = [len(turn["text"]) for turn in reversed(turns)]
    if sum(sizes[:kept]) > room:
        return "that is too much. What one turn takes up is no longer there for the next one."
    if kept < len(turns) and sum(sizes[: kept + 1]) <= room:
        return "one more turn fits. What is exactly as long as the room that is left still goes in."
    return ""


def _texts(kept: Any) -> Any:
    if isinstance(kept, list) and all(isinstance(turn, dict) for turn in kept):
        return [turn.get("text") for turn in kept]
    return kept


_WINDOW = Exercise(
    id="00.5",
    kind="build",
    question="""
Build the memory that most chat programs have: the newest turns that fit. Return the list of the newest
turns whose texts have at most `room` characters together, in the order of the call. A turn is kept whole or
not at all, and the first one that does not fit ends it.

The check draws calls at random and asks of your list: are these the newest turns, without a hole? Do they
fit? Would one more have fitted?""",
    starter='''\
def answer_00_5(turns, room):
    """The newest turns whose texts have at most `room` characters together."""
    kept = ...
    return kept''',
    check=_check_window,
    hints=(
        '`len(turn["text"])` counts the characters of a turn, and `reversed(turns)` begins with the newest.',
        "Begin with an empty list. Does the turn fit? Put it in and make the room smaller. Else stop.",
        "`break` leaves a loop, and `kept.insert(0, turn)` puts a turn in front of those that are there.",
    ),
    solution=(
        _fits := """\
def answer_00_5(turns, room):
    kept = []
    for turn in reversed(turns):
        if len(turn["text"]) > room:
            break
        room = room - len(turn["text"])
        kept.insert(0, turn)
    return kept"""
    ),
    misconceptions=mutants(
        _fits,
        ("> room", ">= room", "one more turn fits"),
        ("kept.insert(0, turn)", "kept.append(turn)", "the newest stands first"),
        ("break", "continue", "there is a hole in it"),
        ("reversed(turns)", "turns", "go through the turns from the end"),
        ('        room = room - len(turn["text"])\n', "", "that is too much"),
        ("insert(0, turn)", 'insert(0, turn["text"])', "not only their texts"),
        ("    return kept", "    print(len(kept))", "Does it end in `return`?"),
    ),
    praise="that much a window remembers. What it forgets, the next section counts.",
)

EXERCISES = (_HELLO, _MATCH, _STAY, _LINES, _WINDOW)
