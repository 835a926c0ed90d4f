"""Exercises of chapter 04, Scored eviction."""

from __future__ import annotations

import math
from typing import Any

from memlab.course.exercise import Exercise, mutants, require, run, small
from memlab.course.oracles import Interrupted, first_difference, redis_recordings
from memlab.zset import EmulatedRedis


def _number(answer: Any) -> bool:
    return isinstance(answer, (int, float)) and not isinstance(answer, bool)


# 04.1: one rate, one order


def _check_crossing(answer: Any) -> None:
    if _number(answer) and answer != math.inf:
        require(answer >= 30, "roast is written in minute 30: before that there is nothing to compare.")
        gateway, roast = (grade * 0.5 ** ((answer - written) / 20) for grade, written in ((8, 12), (3, 30)))
        scores = f"in minute {answer:g} gateway scores {gateway:.3g} and roast {roast:.3g}"
        require(False, f"{scores}: gateway is still above.")
    never = answer == math.inf or (isinstance(answer, str) and answer.strip(" .!").lower() == "never")
    require(never, 'the answer is a number of minutes, or "never".')


_CROSSING = Exercise(
    id="04.1",
    kind="prediction",
    question="""
**Predict.** The half-life is 20 minutes and nothing is pinned. `gateway` (importance 8) is written in
minute 12, `roast` (importance 3) in minute 30. Both fade. In which minute does the older `gateway` fall
below the fresher `roast`? Answer with a number, or with `"never"`.""",
    starter="answer_04_1 = ...",
    check=_check_crossing,
    hints=(
        "Work out both scores for minute 30, then for minute 50. What happened to each?",
        "In 20 minutes both are halved. What does halving do to the order of two numbers?",
    ),
    solution='answer_04_1 = "never"',
    misconceptions=(
        ("answer_04_1 = 50", "gateway is still above"),
        ("answer_04_1 = 20", "before that there is nothing to compare"),
        ('answer_04_1 = "soon"', "a number of minutes"),
    ),
    praise="both fade by the same factor in the same time, so their order never changes.",
)

# 04.2: the strength must divide


def _check_retention(answer: Any) -> None:
    value = {(age, s): run(answer, age, s) for age in (0.0, 1.0, 5.0, 20.0) for s in (1.0, 2.0, 4.0)}
    require(all(map(_number, value.values())), "return one number.")
    require(value[5.0, 1.0] <= value[0.0, 1.0], "the weight rises with age: a decay needs its minus sign.")
    require(value[5.0, 4.0] > value[5.0, 1.0], _FAINTER)
    require(all(abs(value[0.0, s] - 1) < 1e-12 for s in (1.0, 2.0, 4.0)), _OUTSIDE)
    require(all(abs(v - math.exp(-age / (5 * s))) < 1e-9 for (age, s), v in value.items()), _TWICE)


_FAINTER = (
    "after 5 days the strong memory is fainter than the weak one: the strength must slow the fading down."
)
_OUTSIDE = "a new memory has weight 1 whatever its strength: the strength belongs into the exponent."
_TWICE = "strength 2 must take exactly twice as long to the same weight, and strength 1 must stay as it is."
_RETENTION = Exercise(
    id="04.2",
    kind="bug hunt",
    question="""
**Bug hunt.** A formula that one agent copied from the other. `age` is in days. A memory that was recalled
often has a higher `strength` and is meant to fade *more slowly*: strength 2 should need twice the time.
Try strength 1 and strength 4 at an age of 5 days, then mend it. Strength 1 is right as it stands.""",
    # not `import math`: a notebook compiles its cells line by line, and math.exp into other bytes than a file
    starter="""from math import exp


def answer_04_2(age, strength):
    return exp(-age / 5 * strength)""",
    check=_check_retention,
    hints=(
        "Print the value for age 5 and strengths 1, 2, 4. Which way does it go?",
        "`-age / 5 * strength` is read from left to right: `(-age / 5) * strength`. The strength multiplies.",
        "The strength must divide. Brackets do it.",
    ),
    solution=(
        _right
        := "from math import exp\n\n\ndef answer_04_2(age, strength):\n    return exp(-age / (5 * strength))"
    ),
    misconceptions=mutants(
        _right,
        ("-age / (5 * strength)", "-age * strength / 5", "is fainter than the weak one"),
        ("-age / (5 * strength)", "age / (5 * strength)", "needs its minus sign"),
        ("exp(-age / (5 * strength))", "strength * exp(-age / 5)", "into the exponent"),
        ("(5 * strength)", "(4 + strength)", "exactly twice as long"),
        ("return exp", "exp", "return one number"),
    ),
    praise="one pair of brackets. A test with two strengths at one age would have found it on the first day.",
)

# 04.3: a sorted set of your own, against Redis


def _check_mini(answer: Any) -> None:
    require(isinstance(answer, type), "a class is asked for.")
    for recording in redis_recordings():
        difference = first_difference(run(answer), recording)
        require(not difference, f"{recording.lesson} {difference}")


_BUILD = Exercise(
    id="04.3",
    kind="build",
    question="""
**Build.** A sorted set of your own. The judge is a real Redis server: its replies were recorded, to a few
drills and to 40 longer runs, and yours must give the same.

- `add(member, score)`: add it, or move it if it is there; returns nothing.
- `rank(member)`: how many members stand before it, or `None` if it is not there.
- `range(start, stop)`: the members from rank `start` to rank `stop`, *both included*; negative ranks count
  from the end.
- `pop_min()`: remove the first and return `(member, score)`, or `None` if the set is empty.

The order is by score, and among equal scores by member. Start from section 4's `MiniSet` if you like.""",
    starter="""class MiniSet:
    def __init__(self):
        ...

    def add(self, member, score):
        ...

    def rank(self, member):
        ...

    def range(self, start, stop):
        ...

    def pop_min(self):
        ...


answer_04_3 = MiniSet""",
    check=_check_mini,
    hints=(
        "Two structures: a dict `member -> score`, and a sorted list of pairs `(score, member)`.",
        "`bisect.insort` keeps a list sorted; `bisect.bisect_left` finds a pair: its index is the rank.",
        "A Python slice stops before its end, Redis includes it. Turn both ends into plain indices first.",
    ),
    solution=(
        _right := """from bisect import bisect_left, insort


class MiniSet:
    def __init__(self):
        self.scores, self.order = {}, []

    def add(self, member, score):
        if member in self.scores:
            self.order.remove((self.scores[member], member))
        self.scores[member] = score
        insort(self.order, (score, member))

    def rank(self, member):
        if member not in self.scores:
            return None
        return bisect_left(self.order, (self.scores[member], member))

    def range(self, start, stop):
        size = len(self.order)
        start = max(start + size, 0) if start < 0 else start
        stop = stop + size if stop < 0 else stop
        return [member for _, member in self.order[start : max(stop + 1, 0)]]

    def pop_min(self):
        if not self.order:
            return None
        score, member = self.order.pop(0)
        del self.scores[member]
        return member, score


answer_04_3 = MiniSet"""
    ),
    misconceptions=mutants(
        _right,
        ("self.order.remove((self.scores[member], member))", "pass", "its old place must go"),
        ("(score, member))", "(score, member), key=lambda pair: pair[0])", "not by who came first"),
        ("[start : max(stop + 1, 0)]", "[start:stop]", "-1 is the last rank"),
        ("stop + size if stop < 0 else stop", "size if stop == -1 else stop - 1", "the stop is included"),
        ("max(start + size, 0) if", "0 if", "a negative start counts from the end"),
        ("max(start + size, 0) if", "start + size if", "before the first member means the first"),
        (
            "            return None\n        return b",
            "            return -1\n        return b",
            "has no rank: None",
        ),
        ("self.order.pop(0)", "self.order[0]", "what was popped must be gone"),
        ("return member, score", "return score, member", "pop_min returns (member, score)"),
        ("        if not self.order:\n            return None\n", "", "Its input was: pop_min(), after"),
    ),
    praise="yours and Redis agree on every step. A skip list does the same and moves no list: section 6.",
)

# 04.4: asking the score who is pinned


def _check_sweep(answer: Any) -> None:
    scores = {"language": 10.0, "identity": 100.0, "gateway": 10.0, "order": 7.0}
    got = run(answer, scores, {"language", "identity"}, 0.5)
    require(isinstance(got, dict) and set(got) == set(scores), "return a new score for every memory: a dict.")
    require(got["order"] == 3.5, "order is not pinned: at rate 0.5 its 7.0 must become 3.5.")
    require(got["identity"] == 100.0, "identity is pinned, and faded all the same.")
    require(got["language"] == 10.0, "language is pinned (importance 1, boost 10), and faded all the same.")
    require(got["gateway"] == 5.0, _WORTH_TEN)
    require(run(answer, {"late": 4.0}, {"late"}, 0.5) == {"late": 4.0}, "a pinned memory may have any score.")


_WORTH_TEN = (
    "gateway has importance 10, so it scores 10.0 without being pinned, and it never fades. "
    "A score cannot say who is pinned."
)
_SWEEP = Exercise(
    id="04.4",
    kind="bug hunt",
    question="""
**Bug hunt.** In another author's bank, unlike ours, the pinned do not fade: a sweep lets all others fade. A
score is importance × recency × boost; importance runs from 1 to 10, the boost is 10 for a pinned memory and 1
for any other. So the author asks the *score* who is pinned. `scores` is `{name: score}`, `pinned` a set of
names. Find out who is treated wrongly, and mend it.""",
    starter="""def answer_04_4(scores, pinned, rate):
    return {name: score if score > 10 else score * rate for name, score in scores.items()}""",
    check=_check_sweep,
    hints=(
        "What is the score of a pinned memory of importance 1? Is it above 10?",
        "Would `>= 10` do? Think of a memory of importance 10 that nobody pinned.",
        "The set `pinned` knows the answer. The score does not.",
    ),
    solution=(
        _right := """def answer_04_4(scores, pinned, rate):
    return {name: score if name in pinned else score * rate for name, score in scores.items()}"""
    ),
    misconceptions=mutants(
        _right,
        ("name in pinned", "score > 10.0", "language is pinned (importance 1, boost 10)"),
        ("name in pinned", "score >= 10", "A score cannot say who is pinned"),
        ("name in pinned", "False", "identity is pinned, and faded"),
        ("score * rate", "score", "must become 3.5"),
        ("name in pinned", "name in pinned and score >= 10", "may have any score"),
    ),
    praise="who is pinned is a fact of its own. Store it; do not read it back out of a product.",
)

# 04.5: a lifetime for each member


def _check_protection(answer: Any) -> None:
    now = [0.0]
    require(isinstance(answer, type), "a class is asked for.")
    shield = answer(EmulatedRedis(decode_responses=True, clock=lambda: now[0]))
    seen: dict[float, list[str]] = {}
    for moment, name in ((0.0, "greeting"), (20.0, "order"), (25.0, None), (31.0, None), (51.0, None)):
        now[0] = moment
        if name:
            run(shield.protect, name, moment, 30)
        names = run(shield.names, moment)
        require(isinstance(names, list), "`names` must return a list of names.")
        seen[moment] = sorted(names)
    both = ["greeting", "order"]
    require((seen[25.0], seen[51.0]) != ([], both), "these are the ones whose protection is over.")
    require(seen[25.0] == both, f"in second 25 both are protected, and yours says {small(seen[25.0])}.")
    require(seen[51.0] != both, "in second 51 both are still protected: no lifetime ever ends.")
    require("greeting" not in seen[31.0], _PROLONGED)
    require(seen[31.0] == ["order"], _SHORTENED)
    require(
        seen[51.0] == [], f"in second 51 nobody is protected any more, and yours says {small(seen[51.0])}."
    )


_PROLONGED = (
    "in second 31 greeting is still protected: the order of second 20 prolonged it. "
    "A set has one lifetime for all; each member needs its own."
)
_SHORTENED = "in second 31 order lost its protection together with greeting; it had 19 seconds left."
_PROTECTION = Exercise(
    id="04.5",
    kind="bug hunt",
    question="""
**Bug hunt.** A newcomer is to be safe for `seconds`. The author put the name into one Redis set, and gave a
lifetime to another key. `names(now)` lists who is protected at this moment. Protect `greeting` in second 0
and `order` in second 20, each for 30 seconds: in second 31 only `order` may be left, in second 51 nobody.
Mend both methods. (`r` answers with text, not with bytes.)""",
    starter="""class Protection:
    def __init__(self, r):
        self.r = r

    def protect(self, name, now, seconds):
        self.r.sadd("protected", name)
        self.r.expire(f"protect:{name}", seconds)

    def names(self, now):
        return sorted(self.r.smembers("protected"))


answer_04_5 = Protection""",
    check=_check_protection,
    hints=(
        "Which key gets the lifetime, and which key is read?",
        "EXPIRE works on a whole key. A member of a set has no lifetime of its own.",
        "A sorted set holds a number beside each member. Let it be the moment at which the protection ends.",
    ),
    solution=(
        _right := """class Protection:
    def __init__(self, r):
        self.r = r

    def protect(self, name, now, seconds):
        self.r.zadd("protected", {name: now + seconds})

    def names(self, now):
        return self.r.zrangebyscore("protected", f"({now}", "+inf")


answer_04_5 = Protection"""
    ),
    misconceptions=mutants(
        _right,
        ('f"({now}", "+inf"', '"-inf", "+inf"', "no lifetime ever ends"),
        (
            'zadd("protected", {name: now + seconds})',
            'zadd("protected", {name: now + 999}); self.r.expire("protected", seconds)',
            "A set has one lifetime for all",
        ),
        (
            'zadd("protected", {name: now + seconds})',
            'zadd("protected", {name: now + 999}); self.r.expire("protected", seconds, nx=True)',
            "it had 19 seconds left",
        ),
        ("now + seconds", "now", "both are protected, and yours says []"),
        ('f"({now}", "+inf"', '"-inf", f"({now}"', "whose protection is over"),
    ),
    praise="each has a lifetime of its own. In a sorted set that is the score, and one range asks for all.",
)

# 04.6: the gap between ZRANGE and ZREM


def _check_race(answer: Any) -> None:
    require(callable(answer), "a function is asked for.")
    for n in (1, 2, 9):
        server = _server()
        got, left = answer(server, n), server.zrange("hot", 0, -1)
        require(isinstance(got, list) and all(isinstance(name, str) for name in got), _NAMES)
        require(got == _ALL[:n], f"with n = {n} the lowest are {_ALL[:n]}, and yours returned {small(got)}.")
        require(left == _ALL[n:], f"with n = {n}, {_ALL[n:]} must stay, and {left} stayed. {_CUTS}")
    _check_gap(answer)
    server = _server()
    require(answer(server, 0) == [] and server.zcard("hot") == len(_ALL), _NOTHING)


def _check_gap(answer: Any) -> None:
    server = _server()
    other = (server.zadd("hot", {"greeting": 50}) for _ in range(1))
    client = Interrupted(server, other)
    got = answer(client, 1)
    left = server.zrange("hot", 0, -1)
    too_late = "pipeline" in client.called and "watch" not in client.called
    require("greeting" in left, _TOO_LATE if too_late else _LOST)
    # greeting may be popped first and then written anew by the other agent: in both, and nothing is lost
    require([name for name in _ALL if name not in left] == [n for n in got if n != "greeting"], _UNTOLD)


def _server() -> EmulatedRedis:
    server = EmulatedRedis(decode_responses=True)
    server.zadd("hot", {"greeting": 1, "thanks": 1, "order": 2, "identity": 100})
    return server


_ALL = ["greeting", "thanks", "order", "identity"]
_NAMES = "return a list of names, without their scores."
_CUTS = "A cut by score takes every memory of that score; a cut by rank takes exactly n."
_STEP = "Finding and removing must be one step."
_LOST = (
    f"between two commands another agent raised greeting to 50, and you threw that fresh memory out. {_STEP}"
)
_TOO_LATE = f"a transaction around the removal alone is too late: the look was before it. {_STEP}"
_UNTOLD = f"between your two commands the order changed: others were removed than those you returned. {_STEP}"
_NOTHING = "with n = 0 nobody may go: the range from 0 to n - 1 is 0 to -1, and that means all."
_RACE = Exercise(
    id="04.6",
    kind="bug hunt",
    question="""
**Bug hunt.** This throws out the `n` lowest memories of the sorted set `hot` and returns their names. Alone
on the server it works. With two agents on one server, a memory that was raised a moment ago disappears now
and then. Find the gap and close it. And what happens for `n = 0`? (`r` answers with text, not bytes.)""",
    starter="""def answer_04_6(r, n):
    lowest = r.zrange("hot", 0, n - 1)
    for name in lowest:
        r.zrem("hot", name)
    return lowest""",
    check=_check_race,
    hints=(
        "Imagine that another agent writes after the first line and before the second.",
        "Section 5 has a command that finds the lowest and removes them in one step.",
        "`r.zpopmin(key, n)` returns pairs (name, score).",
    ),
    solution=(
        _right := """def answer_04_6(r, n):
    lowest = r.zpopmin("hot", n)
    return [name for name, score in lowest]"""
    ),
    misconceptions=mutants(
        _right,
        ("r.zpopmin", "r.zrange('hot', 0, n - 1, withscores=True)\n    r.zpopmin", "others were removed"),
        (
            'r.zpopmin("hot", n)',
            'r.zrange("hot", 0, n - 1, withscores=True)\n'
            '    r.zrem("hot", *[name for name, score in lowest])',
            "threw that fresh memory out",
        ),
        (
            'r.zpopmin("hot", n)',
            'r.zrange("hot", 0, n - 1, withscores=True)\n'
            "    p = r.pipeline()\n"
            '    p.zrem("hot", *[name for name, score in lowest])\n'
            "    p.execute()",
            "is too late: the look was before it",
        ),
        (
            'r.zpopmin("hot", n)',
            'r.zrange("hot", 0, n - 1, withscores=True)\n'
            '    r.zremrangebyscore("hot", "-inf", lowest[-1][1])',
            "A cut by score takes every memory of that score",
        ),
        (
            'r.zpopmin("hot", n)',
            'r.pipeline().zrange("hot", 0, n - 1, withscores=True)'
            '.zremrangebyrank("hot", 0, n - 1).execute()[0]',
            "that means all",
        ),
        ("[name for name, score in lowest]", "lowest", "without their scores"),
    ),
    praise="finding and removing are one step now. ZPOPMIN does it in one command, and takes 0 for none.",
)

EXERCISES = (_CROSSING, _RETENTION, _BUILD, _SWEEP, _PROTECTION, _RACE)
