"""Exercises of chapter 02, Which memory is alive?"""

from __future__ import annotations

from typing import Any

from memlab.course.bril import functions
from memlab.course.exercise import Exercise, mutants, require, run, small
from memlab.course.programs import agree, agree_on_all, conversation, names, sketch, straight, watched
from memlab.course.story import SERVICE_CALL, Turn
from memlab.flow import LIVENESS, Program, next_use, solve, spills

BRANCH = conversation(("", "a", [2]), ("", "", [4, 3]), ("a", "", []), ("", "", []))
# Two loops: a need of turn 1 goes back to turn 3 first, and then to turn 5. Two sweeps are not enough.
TWO_LOOPS = conversation(("a", "", [2]), ("", "", [3]), ("", "", [1, 4]), ("", "", [5]), ("", "", [3]))
LOOP = conversation(("", "q", [2]), ("q", "", [3]), ("", "a", [4]), ("a", "", [2, 5]), ("", "", []))


class CountingTurn(dict):
    """A turn that counts how often anyone looks at its `use`: the effort of a solver, without a clock."""

    looks = 0

    def __getitem__(self, key: str) -> Any:
        CountingTurn.looks += key == "use"
        return super().__getitem__(key)


def _after_turn_6(answer: Any) -> None:
    live = names(answer)
    require(
        "address" not in live,
        "`address` is read later, but look who writes it before that: the old value is dead.",
    )
    require("weather" not in live, "having been said is not being alive: who will ever read `weather`?")
    require(
        not live & {"total", "safe_cart", "order", "deadline"},
        "one of yours is not written yet. What comes later is read from that later writing, not from here.",
    )
    require(
        "name" in live,
        "distance does not matter: a memory that only the last turn reads is alive all the way.",
    )
    expected = solve(Program.from_dicts(SERVICE_CALL), LIVENESS).after[6]
    require(
        live == expected, "for each variable: does a turn after 6 read it before a turn after 6 writes it?"
    )


def _equation(answer: Any) -> None:
    cases: tuple[tuple[tuple[set[str], ...], str], ...] = (
        (
            ({"cart"}, set(), {"cart"}, {"cart"}),
            "a need before the turn comes from reading. This looks from the past to the future.",
        ),
        (
            (set(), {"order"}, {"order"}, set()),
            "what the turn writes itself does not have to be there before it.",
        ),
        (
            ({"total"}, {"total"}, {"total"}, {"total"}),
            "a turn reads first and writes then: the old value is needed even though a new one replaces it.",
        ),
        (
            ({"a"}, {"b"}, {"b", "c"}, {"a", "c"}),
            "whatever else is needed after the turn is needed before it.",
        ),
    )
    for (use, defs, out, expected), why in cases:
        got = run(answer, use, defs, out)
        require(
            got == expected,
            f"{why}\nFor use = {small(use)}, defs = {small(defs)}, out = {small(out)} you have {small(got)}.",
        )


def _first_spill(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == {"variable", "turn"}
    require(good, "keep the dict of the starter, with the keys 'variable' and 'turn'.")
    variable, turn = answer["variable"], answer["turn"]
    require(
        variable != "weather",
        "`weather` is dead from the start: it is dropped, not spilled, and frees nothing.",
    )
    require(
        variable not in ("cart", "coupon"), "that one is read in the very next turn. Who can wait longest?"
    )
    require(
        variable not in ("allergy", "user_id"),
        "importance and age do not count here, only when a memory is read next. Compare the live ones.",
    )
    first = spills(Program.from_dicts(SERVICE_CALL), 4)[0]
    require(variable in first.variables, "among the memories live at that turn: who is read latest?")
    require(isinstance(turn, int), f"the memory is right; a turn is a number, and {small(turn)} is none.")
    require(
        turn == first.statement,
        "the memory is right. At which turn are five live ones held for the first time?",
    )


def _live_after(turns: list[Turn]) -> dict[Any, Any]:
    return dict(solve(Program.from_dicts(turns), LIVENESS).after)


def _live_before(turns: list[Turn]) -> dict[Any, Any]:
    return dict(solve(Program.from_dicts(turns), LIVENESS).before)


def _distances(turns: list[Turn]) -> dict[Any, Any]:
    program = Program.from_dicts(turns)
    before = next_use(program).before
    return {id: dict(before[id]) for id in program.ids}


def _two_faults(answer: Any) -> None:
    agree(
        answer,
        BRANCH,
        _live_after(BRANCH),
        "at a branch nobody knows yet which way it goes: what one way needs must be kept.",
    )
    agree(
        answer,
        LOOP,
        _live_after(LOOP),
        "in a loop a late turn is followed by an early one, whose needs the sweep had not seen yet. When may "
        "you stop?",
    )
    agree(
        answer,
        TWO_LOOPS,
        _live_after(TWO_LOOPS),
        "a need may go round one loop and then round another: no fixed number of sweeps is enough. "
        "Sweep until one changes nothing.",
    )
    agree_on_all(answer, _live_after)


def _worklist(answer: Any) -> str:
    cases = (
        (
            straight(("", "a"), ("a", "a"), ("a", "")),
            "a turn reads first and writes then: look at the order of `-` and `|`.",
        ),
        (BRANCH, "at a branch what any way needs must be kept: take all successors together."),
        (LOOP, "when a turn's set changes, the turns before it must be looked at again."),
    )
    for turns, why in cases:
        agree(answer, turns, _live_before(turns), why)
    agree_on_all(answer, _live_before)
    _little_effort(answer)
    return _as_the_compiler(answer)


def _little_effort(answer: Any, size: int = 200) -> None:
    turns = [CountingTurn(id=i, use=[], succ=[i - 1] if i else [], **{"def": []}) for i in range(size)]
    turns[0]["use"] = ["a"]
    CountingTurn.looks = 0
    run(answer, turns, shown=f"{size} turns laid out in reverse")
    require(
        CountingTurn.looks <= 10 * size,
        f"the sets are right, but for {size} turns in reverse you looked at {CountingTurn.looks:,} turns, "
        f"and {10 * size:,} are allowed: sweeping over everything again is what a worklist avoids.",
    )


def _as_the_compiler(answer: Any) -> str:
    """Require the live sets that a real compiler's tool found, and say how many they are."""
    for function in functions():
        got = run(answer, watched(function.turns), shown=sketch(function.turns))
        for first, live in function.live_in.items():
            require(
                set(got.get(first, ())) == live,
                f"Bril's own tool differs in `{function.name}`: before instruction {first} it has "
                f"{small(live)}, and you have {small(got.get(first, 'nothing'))}.",
            )
    found = sum(len(function.live_in) for function in functions())
    return f"your live sets are those of Bril's own tool, before all {found} blocks of the five functions."


def _next_use(answer: Any) -> None:
    cases = (
        (
            straight(("", ""), ("a", "")),
            "count from the turn itself: what this very turn reads has distance 0.",
        ),
        (
            straight(("", "b"), ("b", "a"), ("a", "")),
            "a value about to be overwritten has no next use: nobody reads it before the new one is there.",
        ),
        (
            straight(("", "a"), ("a", "a"), ("a", "")),
            "a turn reads first and writes then: its own read is at distance 0.",
        ),
        (
            conversation(("", "", [2, 3]), ("a", "", []), ("", "", [4]), ("a", "", [])),
            "of several ways the shortest counts: somebody may read it that soon.",
        ),
        (LOOP, _ROUND),
        (TWO_LOOPS, _ROUND),
    )
    for turns, why in cases:
        agree(answer, turns, _distances(turns), why)
    agree_on_all(answer, _distances)


_ROUND = (
    "in a loop a late turn is followed by an early one, which the sweep comes to later: sweep until "
    "one changes nothing."
)
_TWO_FAULTS = '''\
def answer_02_4(turns):
    """{id: the memories that are live after this turn}"""
    before = {turn["id"]: set() for turn in turns}
    after = {turn["id"]: set() for turn in turns}
    for turn in reversed(turns):
        needs = [before[later] for later in turn["succ"]]
        after[turn["id"]] = set.intersection(*needs) if needs else set()
        before[turn["id"]] = (after[turn["id"]] - set(turn["def"])) | set(turn["use"])
    return after'''

_MENDED = """\
def answer_02_4(turns):
    before = {turn["id"]: set() for turn in turns}
    after = {turn["id"]: set() for turn in turns}
    changed = True
    while changed:
        changed = False
        for turn in reversed(turns):
            old = before[turn["id"]]
            after[turn["id"]] = set().union(*(before[later] for later in turn["succ"]))
            before[turn["id"]] = (after[turn["id"]] - set(turn["def"])) | set(turn["use"])
            changed = changed or before[turn["id"]] != old
    return after"""

_WORKLIST = """\
def answer_02_5(turns):
    by_id = {turn["id"]: turn for turn in turns}
    earlier = {name: [] for name in by_id}
    for turn in turns:
        for later in turn["succ"]:
            earlier[later].append(turn["id"])
    before = {name: set() for name in by_id}
    work = list(by_id)
    while work:
        turn = by_id[work.pop()]
        after = set().union(*(before[later] for later in turn["succ"]))
        need = (after - set(turn["def"])) | set(turn["use"])
        if need != before[turn["id"]]:
            before[turn["id"]] = need
            work.extend(earlier[turn["id"]])
    return before"""

_SWEEPS = """\
def answer_02_5(turns):
    before, changed = {turn["id"]: set() for turn in turns}, True
    while changed:
        changed = False
        for turn in reversed(turns):
            after = set().union(*(before[later] for later in turn["succ"]))
            need = (after - set(turn["def"])) | set(turn["use"])
            changed = changed or need != before[turn["id"]]
            before[turn["id"]] = need
    return before"""

_NEXT_USE = """\
def answer_02_6(turns):
    before = {turn["id"]: {} for turn in turns}
    changed = True
    while changed:
        changed = False
        for turn in reversed(turns):
            steps = {}
            for later in turn["succ"]:
                for variable, far in before[later].items():
                    steps[variable] = min(far + 1, steps.get(variable, far + 1))
            for variable in turn["def"]:
                steps.pop(variable, None)
            for variable in turn["use"]:
                steps[variable] = 0
            changed = changed or steps != before[turn["id"]]
            before[turn["id"]] = steps
    return before"""

_DROP = """\
            for variable in turn["def"]:
                steps.pop(variable, None)
"""
_ZERO = """\
            for variable in turn["use"]:
                steps[variable] = 0
"""

EXERCISES = (
    Exercise(
        id="02.1",
        kind="check",
        question="Which memories are live in `SERVICE_CALL` right after turn 6, when Lin Yue has named her "
        "coupon? Give the set of their names; go by what the later turns read and write, as listed above.",
        starter='answer_02_1 = ...   # a set of names, as in {"weather", "deadline"}',
        check=_after_turn_6,
        hints=(
            "Only turns 7 to 12 matter: nothing that was said before can make a memory live.",
            "List what turns 7 to 12 read. Then strike out what one of them writes before it is read.",
            "Five of the eleven names in the list are written after turn 6, one of them for the second time.",
        ),
        solution='answer_02_1 = {"name", "user_id", "allergy", "cart", "coupon"}',
        misconceptions=(
            (
                'answer_02_1 = {"name", "user_id", "allergy", "cart", "coupon", "address"}',
                "the old value is dead",
            ),
            ('answer_02_1 = {"name", "user_id", "allergy", "cart", "coupon", "weather"}', "having been said"),
            ('answer_02_1 = {"name", "user_id", "allergy", "cart", "coupon", "total"}', "not written yet"),
            ('answer_02_1 = {"user_id", "allergy", "cart", "coupon"}', "distance does not matter"),
        ),
        praise="live means: somebody reads it later, before anybody writes it anew.",
    ),
    Exercise(
        id="02.2",
        kind="bug hunt",
        question="A bug hunt in one line. `use` and `defs` are what a turn reads and writes, `out` is what "
        "must be in memory after it. The line should say what must be in memory before it. On most turns it "
        "does.",
        starter='''\
def answer_02_2(use, defs, out):
    """Three sets of names in, one set of names out."""
    return (out | use) - defs''',
        check=_equation,
        hints=(
            "Try a turn that reads and writes the same memory, as in “ten off the total”.",
            "Inside a turn, reading comes first. Going backwards, writing comes first.",
            "Take away what the turn writes before you add what it reads.",
        ),
        solution="def answer_02_2(use, defs, out):\n    return (out - defs) | use",
        misconceptions=(
            ("def answer_02_2(use, defs, out): return out.union(use) - defs", "the old value is needed"),
            ("def answer_02_2(use, defs, out): return out | use", "does not have to be there before it"),
            ("def answer_02_2(use, defs, out): return (out - use) | defs", "from the past to the future"),
            ("def answer_02_2(use, defs, out): return set(use)", "whatever else is needed"),
        ),
        praise="first take away what is written, then add what is read: the order is the whole point.",
    ),
    Exercise(
        id="02.3",
        kind="prediction",
        question="A prediction. Mira's window holds four memories. In `SERVICE_CALL`, which live memory is "
        "the first to be put aside, and at which turn does it become necessary? The rule: the one whose next "
        "reader is farthest away goes. The picture below will show you.",
        starter='answer_02_3 = {"variable": ..., "turn": ...}   # a name in quotes and a turn id',
        check=_first_spill,
        hints=(
            "Find the first turn at which five memories are live.",
            "For each of the five: which is the next turn that reads it?",
            "The farthest of these next readers is in the last turn of all.",
        ),
        solution='answer_02_3 = {"variable": "name", "turn": 6}',
        misconceptions=(
            ('answer_02_3 = {"variable": "weather", "turn": 4}', "dropped, not spilled"),
            ('answer_02_3 = {"variable": "allergy", "turn": 6}', "importance and age do not count"),
            ('answer_02_3 = {"variable": "coupon", "turn": 6}', "Who can wait longest"),
            ('answer_02_3 = {"variable": "name", "turn": 12}', "held for the first time"),
            ('answer_02_3 = {"variable": "name", "turn": "6"}', "a turn is a number"),
        ),
        praise="the farthest next reader waits best, however important it is. Chapter 05 shows that nothing "
        "beats this rule.",
    ),
    Exercise(
        id="02.4",
        kind="bug hunt",
        question="A bug hunt with two faults. This function is right on every conversation that runs "
        "straight on, and wrong at the return desk. Mend both.",
        starter=_TWO_FAULTS,
        check=_two_faults,
        hints=(
            "One fault shows at a branch, the other in a loop. Run it on `RETURN_DESK` and compare with the "
            "library.",
            "At a branch: must a memory be needed on all ways to be kept, or on one?",
            "In a loop: the turn you go back to was handled later in the sweep. Sweep until nothing changes.",
        ),
        solution=_MENDED,
        misconceptions=mutants(
            _MENDED,
            ("changed = changed or", "changed = False and", "When may you stop?"),
            ("changed = changed or", "changed = True or", "NeverEnding: it looked at turn"),
            (
                "    changed = True\n    while changed:\n        changed = False\n",
                "    changed = True\n    for _ in range(2):\n",
                "no fixed number of sweeps",
            ),
            ('turn["succ"]', 'turn["succ"][:1]', "what one way needs must be kept"),
        ),
        praise="union, because one way is enough to need it; again, because a loop brings needs from below.",
    ),
    Exercise(
        id="02.5",
        kind="build",
        question="Build it. Write liveness with a worklist: look again only at turns whose successors "
        "changed. Return a dict from each id to the set of memories live before that turn. The check "
        "compares yours with `solve` on conversations drawn at random, counts how often it looks at a turn, "
        "and then asks Bril.",
        starter='''\
def answer_02_5(turns):
    """{id: memories live before it}; turns are dicts with "id", "use", "def" and "succ"."""
    before = ...
    return before''',
        check=_worklist,
        hints=(
            "Begin with the sweeping version from this chapter; it is right, only too busy.",
            "Make a dict from each id to the ids of the turns that lead to it: its predecessors.",
            "Put all ids on a list. Take one off, compute its set; if it changed, put its predecessors on "
            "the list.",
        ),
        solution=_WORKLIST,
        misconceptions=(
            *mutants(
                _WORKLIST,
                ("work.extend", "list", "the turns before it must be looked at again"),
                ("work.pop()", "work[-1]", "NeverEnding: it looked at turn"),
                (
                    '(after - set(turn["def"])) | set(turn["use"])',
                    '(after | set(turn["use"])) - set(turn["def"])',
                    "look at the order of",
                ),
                ('in turn["succ"])', 'in turn["succ"][:1])', "take all successors together"),
            ),
            (_SWEEPS, "sweeping over everything again"),
        ),
        praise="that is the heart of the library's `solve`.",
    ),
    Exercise(
        id="02.6",
        kind="build",
        question="Build one more. Liveness says whether a memory will be read; now say how soon. Return, for "
        "each id, a dict from each memory to the number of turns until it is read, seen before the turn: 0 "
        "if this turn reads it, 1 if the next one does. On several ways the shortest counts; what is never "
        "read is left out.",
        starter='''\
def answer_02_6(turns):
    """{id: {memory: turns until its next use}}"""
    before = ...
    return before''',
        check=_next_use,
        hints=(
            "It is the equation of liveness with numbers in place of membership.",
            "Take the successors' numbers plus one, the smallest where they differ; drop what the turn "
            "writes; what it reads gets 0.",
            "Sweep until nothing changes, as before. With “the smallest” the numbers can only fall, so it "
            "ends.",
        ),
        solution=_NEXT_USE,
        misconceptions=mutants(
            _NEXT_USE,
            ("= 0", "= 1", "has distance 0"),
            ("steps.pop(variable, None)", "pass", "about to be overwritten"),
            (_DROP + _ZERO, _ZERO + _DROP, "its own read"),
            ("min(", "max(", "the shortest counts"),
            ("changed = changed or", "changed = False and", "sweep until one changes nothing"),
        ),
        praise="with this number in hand a memory bank knows whom to let go. Chapters 03 and 05 use it.",
    ),
)
