"""Exercises of chapter 01, A conversation is a program."""

from __future__ import annotations

from typing import Any

from memlab.course.exercise import Exercise, mutants, require, run, small
from memlab.course.programs import (
    agree,
    agree_on_all,
    conversation,
    names,
    parts,
    random_conversations,
    sketch,
    straight,
)
from memlab.course.story import RETURN_DESK, SERVICE_CALL, Turn
from memlab.flow import Program, dead_definitions, def_use_chains, summary

FIND_PARCEL = conversation(
    ("order", "depot", [2, 3]), ("depot", "place", [4]), ("address", "eta", [4]), ("depot", "note", [])
)
"""Mira's sub-dialogue of exercise 01.3: it reads the order, and the address only if the parcel has left."""


def _one_turn(answer: Any) -> None:
    use, defs = parts(answer, "use", "def")
    require(
        "tracking" not in use,
        "`tracking` appears here for the first time: nobody could have read it before. It is a result.",
    )
    require(
        not defs & {"name", "order", "address"},
        "a turn that only repeats a memory does not write it. What is new after this turn?",
    )
    require(
        "name" in use, "speaking to her by her name is reading, too. Go through the sentence word by word."
    )
    require(
        use == {"name", "order", "address"}, f"`use` is {small(use)}: which known facts are in the sentence?"
    )
    require(
        defs == {"tracking"}, f"`def` is {small(defs)}: what is known after this turn and was not before?"
    )


def _readers(answer: Any) -> None:
    turns = names(answer, "turn ids")
    require(
        9 not in turns, "turn 9 comes last, but look at its `use`: the mail is written from other memories."
    )
    require(1 not in turns, "turn 1 writes `order`; it does not read it.")
    require(turns != {2}, "the first reader does not use a memory up: walk on until somebody writes it anew.")
    require(
        not {7, 8} & turns or {7, 8} <= turns,
        "turn 5 goes two ways, and you followed one. A reader on any path is a reader.",
    )
    expected = set(def_use_chains(Program.from_dicts(RETURN_DESK))[("order", 1)])
    extra = sorted(map(small, turns - expected))
    require(
        not extra, f"no `order` stands in the `use` of {', '.join(extra)}: passing through is not reading."
    )
    require(
        turns == expected,
        "start at turn 1, follow `succ` everywhere, and note each turn with `order` in its `use`.",
    )


def _summary(answer: Any) -> None:
    use, defs = parts(answer, "use", "def")
    require(
        "depot" not in use,
        "`depot` is read inside, but the sub-dialogue wrote it itself before: no caller owes it.",
    )
    require(
        "address" in use,
        "on one path the address is read: a caller must be ready for that path.",
    )
    require(
        not defs & {"place", "eta"},
        "a caller may rely only on what is written whichever way the sub-dialogue goes.",
    )
    expected = summary(Program.from_dicts(FIND_PARCEL))
    require(use == set(expected.uses), f"`use` is {small(use)}: which memories must be there when it starts?")
    require(
        defs == set(expected.defs),
        f"`def` is {small(defs)}. Write down what each of the two paths writes: which names are in both?",
    )


def _leaks(answer: Any) -> None:
    cases = (
        (
            straight(("a", "a")),
            "a turn reads before it writes, so what it writes it cannot have read itself.",
        ),
        (
            straight(("", "a"), ("a", "a"), ("a", "")),
            "a turn reads before it writes: the turn that overwrites a memory may still read the old value.",
        ),
        (SERVICE_CALL, "a name can be read and one of its values never: look at the two addresses."),
    )
    for turns, why in cases:
        _same_leaks(answer, turns, why)
    for turns in random_conversations(branches=False):
        _same_leaks(answer, turns, "your function and the library differ here.")


def _same_leaks(answer: Any, turns: list[Turn], why: str) -> None:
    got = run(answer, turns, shown=sketch(turns))
    right = names(got, "pairs (variable, turn id)") == set(dead_definitions(Program.from_dicts(turns)))
    require(right, f"{why}\nYou found {small(got)} in the conversation\n{sketch(turns)}")


def _chains(answer: Any) -> None:
    cases = (
        (
            straight(("", "a"), ("a", "")),
            "a walk begins at the writer's successors, not at the writer itself.",
        ),
        (
            straight(("", "a"), ("", "a"), ("a", "")),
            "a second write hides the first one from all who come later.",
        ),
        (
            straight(("", "a"), ("a", "a"), ("a", "")),
            "a turn reads before it writes: the turn that overwrites may still read the old value.",
        ),
        (
            conversation(("", "a", [3, 2]), ("a", "", []), ("a", "", [])),
            "the conversation may go on in several ways: follow every successor.",
        ),
        (
            conversation(("a", "a", [1])),
            "in a loop a turn can read what it wrote itself the time before: the turn that writes is not "
            "visited yet.",
        ),
    )
    for turns, why in cases:
        agree(answer, turns, _library_chains(turns), why)
    agree_on_all(answer, _library_chains)


def _library_chains(turns: list[Turn]) -> dict[Any, Any]:
    return dict(def_use_chains(Program.from_dicts(turns)))


_CHAINS = """\
def readers(variable, start, by_id):
    found, seen, to_visit = set(), set(), list(start)
    while to_visit:
        turn = by_id[to_visit.pop()]
        if turn["id"] in seen:
            continue
        seen.add(turn["id"])
        if variable in turn["use"]:
            found.add(turn["id"])
        if variable not in turn["def"]:
            to_visit.extend(turn["succ"])
    return found


def answer_01_5(turns):
    by_id = {turn["id"]: turn for turn in turns}
    return {(v, turn["id"]): readers(v, turn["succ"], by_id) for turn in turns for v in turn["def"]}"""

EXERCISES = (
    Exercise(
        id="01.1",
        kind="check",
        question="Mira says: “Lin Yue, order T-7316 goes to 7 Willow Road. Its tracking number is HT-0452.” "
        "The tracking number is news; the rest was known. Which variables does this turn read, which does it "
        "write? Use the names `name`, `order`, `address`, `tracking`.",
        starter='answer_01_1 = {"use": ..., "def": ...}   # two sets of names, as in {"cart", "coupon"}',
        check=_one_turn,
        hints=(
            "Ask of every word: did Mira have to remember this to say it? Then the turn reads it.",
            "Ask of every word: is it known after the turn, and was it not before? Then the turn writes it.",
            "Three facts are repeated from memory, one is new.",
        ),
        solution='answer_01_1 = {"use": {"name", "order", "address"}, "def": {"tracking"}}',
        misconceptions=(
            (
                'answer_01_1 = {"use": {"name", "order", "address", "tracking"}, "def": {"tracking"}}',
                "appears here for the first time",
            ),
            (
                'answer_01_1 = {"use": {"name", "order"}, "def": {"tracking", "address"}}',
                "only repeats a memory does not write it",
            ),
            ('answer_01_1 = {"use": {"order", "address"}, "def": {"tracking"}}', "by her name is reading"),
            ('answer_01_1 = {"use": "order", "def": "tracking"}', "a set of names in braces"),
        ),
        praise="a turn reads what it needs from memory and writes what is new.",
    ),
    Exercise(
        id="01.2",
        kind="prediction",
        question="A prediction. Turn 1 of `RETURN_DESK` writes `order`. In which turns may exactly this "
        "value be read? Give the set of their ids; go by what each turn reads (in the picture above) and "
        "where it leads, then let the picture below tell you.",
        starter="answer_01_2 = ...   # a set of turn ids, as in {3, 4}",
        check=_readers,
        hints=(
            "Put a finger on turn 1 and move it along `succ`. At turn 5 you need two fingers.",
            "A finger stops where the conversation ends or where `order` is written again. It never is, "
            "here.",
            "Note each turn under a finger whose `use` contains `order`.",
        ),
        solution="answer_01_2 = {2, 7, 8}",
        misconceptions=(
            ("answer_01_2 = {2}", "does not use a memory up"),
            ("answer_01_2 = {2, 7}", "goes two ways, and you followed one"),
            ("answer_01_2 = {2, 5, 7, 8}", "passing through is not reading"),
            ("answer_01_2 = {2, 7, 8, 9}", "turn 9 comes last"),
            ("answer_01_2 = {1, 2, 7, 8}", "turn 1 writes `order`"),
        ),
        praise="that is the def-use chain of `order` from turn 1: every reader on every path.",
    ),
    Exercise(
        id="01.3",
        kind="check",
        question="A sub-dialogue, “find the parcel”:\n\n"
        "1. Mira looks up the order and learns the depot (reads `order`, writes `depot`), then 2 or 3.\n"
        "2. It is still there: she notes the place (reads `depot`, writes `place`), then 4.\n"
        "3. It has left: she works out when it comes (reads `address`, writes `eta`), then 4.\n"
        "4. She writes a note for the file (reads `depot`, writes `note`), end.\n\n"
        "What must be in memory when it starts, on at least one path (`use`)? What is surely there when it "
        "ends (`def`)?",
        starter='answer_01_3 = {"use": ..., "def": ...}',
        check=_summary,
        hints=(
            "Walk both paths, 1-2-4 and 1-3-4, and write down for each what it reads before it has written "
            "it.",
            "`use`: what at least one of the two paths needs from outside.",
            "`def`: what both paths write.",
        ),
        solution='answer_01_3 = {"use": {"order", "address"}, "def": {"depot", "note"}}',
        misconceptions=(
            (
                'answer_01_3 = {"use": {"order", "address", "depot"}, "def": {"depot", "note"}}',
                "wrote it itself before",
            ),
            ('answer_01_3 = {"use": {"order"}, "def": {"depot", "note"}}', "ready for that path"),
            (
                'answer_01_3 = {"use": {"order", "address"}, "def": {"depot", "note", "place", "eta"}}',
                "whichever way the sub-dialogue goes",
            ),
            ('answer_01_3 = {"use": {"order", "address"}, "def": {"note"}}', "which names are in both"),
            ('answer_01_3 = {"use": {"order", "address"}, "def": {}}', "the empty set is written set()"),
        ),
        praise="needs are taken from any path, promises only from all of them.",
    ),
    Exercise(
        id="01.4",
        kind="bug hunt",
        question="A bug hunt. This function looks for leaks in a conversation that runs straight on: "
        "memories that are written and never read. In `SERVICE_CALL` it finds the weather and misses one "
        "more. Mend it.",
        starter='''\
def answer_01_4(turns):
    """The set of pairs (variable, id of the turn that writes it) that nobody reads."""
    read = {variable for turn in turns for variable in turn["use"]}
    return {(variable, turn["id"]) for turn in turns for variable in turn["def"] if variable not in read}''',
        check=_leaks,
        hints=(
            "Run it on `SERVICE_CALL`. Which memory did Lin Yue correct before anybody needed it?",
            "A leak is not about a name. It is about one value: what was written at this turn.",
            "From the turn that writes, look at the later turns one by one. Who comes first: a reader or a "
            "new writer?",
            "Within one later turn, look at `use` before `def`: a turn reads before it writes.",
        ),
        solution="""\
def is_read(variable, later):
    for turn in later:
        if variable in turn["use"]:
            return True
        if variable in turn["def"]:
            return False
    return False


def answer_01_4(turns):
    return {
        (variable, turn["id"])
        for i, turn in enumerate(turns)
        for variable in turn["def"]
        if not is_read(variable, turns[i + 1 :])
    }""",
        misconceptions=(
            (
                "def answer_01_4(turns):\n"
                "    def read(v, later): return any(v in turn['use'] for turn in later)\n"
                "    return "
                "{(v, t['id']) for i, t in enumerate(turns) for v in t['def'] if not read(v, turns[i+1:])}",
                "a name can be read and one of its values never",
            ),
            (
                "def answer_01_4(turns):\n"
                "    def read(v, later): return any(v in turn['use'] for turn in later)\n"
                "    return "
                "{(v, t['id']) for i, t in enumerate(turns) for v in t['def'] if not read(v, turns[i:])}",
                "it cannot have read itself",
            ),
            (
                "def answer_01_4(turns):\n"
                "    def read(v, later):\n"
                "        for turn in later:\n"
                "            if v in turn['def']: return False\n"
                "            if v in turn['use']: return True\n"
                "        return False\n"
                "    return "
                "{(v, t['id']) for i, t in enumerate(turns) for v in t['def'] if not read(v, turns[i+1:])}",
                "may still read the old value",
            ),
        ),
        praise="a leak is a value, not a name. Chapter 02 finds it without looking at pairs of turns.",
    ),
    Exercise(
        id="01.5",
        kind="build",
        question="Build it. Write the def-use chains of any conversation, with branches and loops: a dict "
        "from (variable, id of the turn that writes it) to the set of ids of the turns that may read this "
        "very value. The check compares yours with `def_use_chains` of the library on conversations drawn at "
        "random.",
        starter='''\
def answer_01_5(turns):
    """{(variable, writing id): {reading ids}}; turns are dicts with "id", "use", "def" and "succ"."""
    chains = ...
    return chains''',
        check=_chains,
        hints=(
            "Make a dict from id to turn first. Then solve it for one write: a walk that starts at the "
            "writer's `succ`.",
            "At each turn of the walk: if it reads the variable, note it. If it writes it, do not walk past "
            "it.",
            "Keep a set of turns you have been at, or a loop will keep you for ever. It starts empty.",
        ),
        solution=_CHAINS,
        misconceptions=mutants(
            _CHAINS,
            ('turn["succ"], by_id', '[turn["id"]], by_id', "not at the writer itself"),
            ('if variable not in turn["def"]', "if True", "hides the first one"),
            ('        seen.add(turn["id"])\n', "", "NeverEnding: it looked at turn"),
            ('in turn["use"]', 'in set(turn["use"]) - set(turn["def"])', "may still read"),
            ("list(start)", "list(start)[:1]", "follow every successor"),
            ("by_id) for", 'by_id) - {turn["id"]} for', "what it wrote itself the time before"),
        ),
        praise="a few lines of walking, and the library agrees on every conversation.",
    ),
)
