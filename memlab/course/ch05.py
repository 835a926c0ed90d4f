"""Exercises of chapter 05, Policies and the optimum."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from memlab.bank import MemoryItem, Policy
from memlab.course.exercise import Exercise, NotYet, given, mutants, require, run, small
from memlab.course.traces import (
    HONEST,
    PEEKING,
    Decide,
    distance,
    fewest_misses,
    peeks,
    random_logs,
    season,
    unnamed,
)
from memlab.replay import Result, Trace, simulate

# 05.1: the newest stay


def _names_of(answer: Any, *keys: str) -> list[list[str]]:
    good = isinstance(answer, dict) and set(answer) == set(keys)
    require(good, f"keep the dict of the starter, with the keys {', '.join(map(repr, keys))}.")
    lists = [answer[key] for key in keys]
    texts = all(isinstance(part, (list, tuple)) and all(isinstance(n, str) for n in part) for part in lists)
    require(texts, 'a list of names in quotes is asked for under each key, such as ["cart", "coupon"].')
    return [[name.strip() for name in part] for part in lists]


def _check_newest(answer: Any) -> None:
    evicted, missed = _names_of(answer, "evicted", "missed")
    known = {"allergy", "cart", "weather", "coupon"}
    strange = next((name for name in evicted + missed if name not in known), None)
    require(strange is None, f"{small(strange)} is none of the four: {', '.join(sorted(known))}.")
    require(evicted[:1] != ["cart"], _SAVED_BY_A_READ)
    require(evicted[:1] != ["coupon"], "the coupon is the newest, and the newest stay.")
    require(evicted[:1] == ["allergy"], "first out is who came in first: look at line 1.")
    require(len(missed) > 1, _NOT_FETCHED)
    require(
        missed == ["allergy", "cart"], "`missed` is not right yet: keep a list of the three, line by line."
    )
    require(len(evicted) != 2, "the second fetch needs room as well: one more goes.")
    require(evicted == ["allergy", "cart", "weather"], "`evicted` is not right yet: who goes for each fetch?")


_SAVED_BY_A_READ = (
    "by a read, the allergy is not written anew: only the rule `lru` counts a read as a new beginning."
)
_NOT_FETCHED = (
    "what misses is fetched again, and the fetched one needs room as well. Who goes for it, and is that one "
    "read later?"
)
_NEWEST = Exercise(
    id="05.1",
    kind="prediction",
    question="""
**Predict.** Room for three, the newest stay (`fifo`), and a read that misses is fetched again:

1. write `allergy`
2. write `cart`
3. write `weather`
4. read `allergy`
5. write `coupon`
6. read `allergy`
7. read `cart`
8. read `coupon`

Who is evicted, in order? Which reads miss, in order?""",
    starter='answer_05_1 = {"evicted": ..., "missed": ...}   # two lists of names in quotes',
    check=_check_newest,
    hints=(
        "Write down who is there after each line, the oldest in front.",
        "In line 5 there are four for three places. `fifo` does not mind that line 4 read one of them.",
        "The read of line 6 misses. The allergy comes in again, as the newest, and the oldest goes.",
    ),
    solution='answer_05_1 = {"evicted": ["allergy", "cart", "weather"], "missed": ["allergy", "cart"]}',
    misconceptions=(
        (
            'answer_05_1 = {"evicted": ["cart", "weather"], "missed": ["cart"]}',
            "counts a read as a new beginning",
        ),
        ('answer_05_1 = {"evicted": ["allergy"], "missed": ["allergy"]}', "what misses is fetched again"),
        ('answer_05_1 = {"evicted": ["coupon"], "missed": ["coupon"]}', "the newest stay"),
        ('answer_05_1 = {"evicted": ["weather", "cart"], "missed": []}', "look at line 1"),
        ('answer_05_1 = {"evicted": ["allergy", "cart"], "missed": ["allergy", "cart"]}', "one more goes"),
        (
            'answer_05_1 = {"evicted": ["allergy"], "missed": ["cart", "allergy"]}',
            "`missed` is not right yet",
        ),
        ('answer_05_1 = {"evicted": ["peanuts"], "missed": []}', "none of the four"),
        ('answer_05_1 = {"evicted": "allergy", "missed": "cart"}', "a list of names in quotes"),
    ),
    praise="one early fact went out, and its return pushed out the next: misses come in chains.",
)

# 05.2: the farthest next read, by hand

_LOG = "abcadabecad"
_WRONG_VICTIMS = {
    "bcdabe": "these are the victims of `lru`, which looks back. Look ahead.",
    "abcdabe": "these are the victims of `fifo`. Since when somebody is there does not matter.",
    "abcadbe": "these are the nearest next reads: each is thrown out just before it is needed.",
    "babc": "this counts how often each is still read. What matters is when it is read the next time.",
    "adbc": "this goes by the last read of each. The next one counts.",
}


def _check_by_hand(answer: Any) -> None:
    require(isinstance(answer, (str, list, tuple)), 'letters are asked for, such as "abc".')
    letters = "".join(filter(str.isalpha, str(answer))).lower()
    require(letters not in _WRONG_VICTIMS, _WRONG_VICTIMS.get(letters, ""))
    require(set(letters) <= set("abcde"), "the memories are called a, b, c, d and e.")
    right = "".join(_victims("belady"))
    place = next((n for n, pair in enumerate(zip(letters, right, strict=False)) if pair[0] != pair[1]), None)
    require(
        place is None,
        f"victim {(place or 0) + 1} is not right yet: how far is the next read of each of the three?",
    )
    require(len(letters) >= len(right), "this is right so far, and there is one more miss with a victim.")
    require(len(letters) == len(right), "the first ones are right, and then nobody misses any more.")


def _victims(policy: str) -> list[str]:
    return [str(departure.key) for departure in simulate(_LOG, policy, 3).evictions]


_BY_HAND = Exercise(
    id="05.2",
    kind="check",
    question=f"""
**By hand.** Room for three, and these are the reads; each letter is a memory:

```
place    1 2 3 4 5 6 7 8 9 10 11
read     {" ".join(_LOG[:9])} {"  ".join(_LOG[9:])}
```

Whenever somebody must go, it is the one whose next read is the farthest away; who is never read again goes
before all. Which letters go, in order? Answer with a text such as `"abc"`.""",
    starter="answer_05_2 = ...",
    check=_check_by_hand,
    hints=(
        "The first to need room is d, in place 5. There are a, b and c: in which places are they read next?",
        "a is read next in place 6, b in place 7, c in place 9.",
        "Then e comes in place 8. Make the same three-line table again.",
    ),
    solution='answer_05_2 = "cbe"',
    misconceptions=(
        ('answer_05_2 = "bcdabe"', "the victims of `lru`"),
        ('answer_05_2 = "abcdabe"', "the victims of `fifo`"),
        ('answer_05_2 = "abcadbe"', "nearest next reads"),
        ('answer_05_2 = "babc"', "how often each is still read"),
        ('answer_05_2 = "adbc"', "goes by the last read"),
        ('answer_05_2 = "cb"', "there is one more miss"),
        ('answer_05_2 = "cbea"', "nobody misses any more"),
        ('answer_05_2 = "cd"', "victim 2 is not right yet"),
        ('answer_05_2 = "xyz"', "are called a, b, c, d and e"),
        ("answer_05_2 = 3", "letters are asked for"),
    ),
    praise="six misses, three of them at the start. `lru` has nine here, `fifo` ten.",
)

# 05.3: the same as a function

_FARTHEST_DRILLS: tuple[tuple[list[str], str, str], ...] = (
    (list("ba"), "ab", "the one that is needed last goes; the nearest is the one to keep."),
    (list("abc"), "abba", "who is never read again goes before all others."),
    (list("ab"), "abbbb", "how often a memory is still read does not matter. Its next read does."),
    (list("ab"), "baaab", "the distance to the next read counts. Reads after that one do not matter."),
    (list("ab"), "", "with nothing left to read anybody may go, but somebody must: return a name."),
)


def _check_farthest(answer: Any) -> None:
    for residents, future, lesson in _FARTHEST_DRILLS:
        _compare_victim(answer, residents, list(future), lesson)
    for log in random_logs(60, seed=51, length=24):
        room = 2 + len(log) % 2
        mine = _misses(functools.partial(_compare_victim, answer, lesson="in a random replay:"), log, room)
        best = simulate(log, "belady", room).misses
        require(
            mine == best,
            f"the drills pass; on {small(''.join(log))} yours misses {mine}, the library {best}.",
        )
    for log, room, counted in fewest_misses():
        mine = _misses(functools.partial(_victim, answer), log, room)
        asked = f"a log of {len(log):,} reads, with room for {room}"
        require(
            mine == counted, f"on {asked}, yours misses {mine:,}; libCacheSim counted {counted:,}. {_LONG}"
        )


_LONG = "What is new there: names of more than one letter."


def _victim(answer: Any, residents: list[str], future: list[str]) -> str:
    got = run(answer, residents, future)
    require(
        isinstance(got, str) and got in residents, f"return one of the residents. {_asked(residents, future)}"
    )
    return str(got)


def _compare_victim(answer: Any, residents: list[str], future: list[str], lesson: str) -> str:
    got = _victim(answer, residents, future)
    far = max(distance(name, future) for name in residents)
    require(distance(got, future) == far, f"{lesson} {_asked(residents, future)}, and yours says {got!r}.")
    return got


def _asked(residents: list[str], future: list[str]) -> str:
    return f"The residents are {given(residents)}, to be read are {given(''.join(future))}"


def _misses(choose: Callable[[list[str], list[str]], str], log: list[str], room: int) -> int:
    residents: list[str] = []
    misses = 0
    for n, key in enumerate(log):
        if key in residents:
            continue
        misses += 1
        if len(residents) == room:
            residents.remove(choose(residents, log[n + 1 :]))
        residents.append(key)
    return misses


_FARTHEST = Exercise(
    id="05.3",
    kind="build",
    question="""
**Build.** Bélády's victim. `residents` are the names that are there, `future` the names that will be read, in
order. Return the resident whose next read is the farthest away; who is never read again goes before all. Of
equals, any may go.

The judge: drills, 60 random logs on which you must miss as often as `simulate(log, "belady")`, and two long
logs for which libCacheSim, a simulator of caches written in C, has counted the fewest misses: yours must be
the same number.""",
    starter="""def answer_05_3(residents, future):
    victim = ...
    return victim""",
    check=_check_farthest,
    hints=(
        "Write a small function first: how far is the next read of one name?",
        "`future.index(name)` is the place of the next read. It raises an error if there is none.",
        '`max(residents, key=distance)` is the farthest. For "never", `float("inf")` is a good distance.',
    ),
    solution=(
        _right := """def answer_05_3(residents, future):
    def distance(name):
        return future.index(name) if name in future else float("inf")

    return max(residents, key=distance)"""
    ),
    misconceptions=mutants(
        _right,
        ("max(", "min(", "the nearest is the one to keep"),
        (' if name in future else float("inf")', "", "stopped with ValueError"),
        ('float("inf")', "-1", "goes before all others"),
        (
            "future.index(name) if name in future",
            "len(future) - future[::-1].index(name) if name in future",
            "Reads after that one do not matter",
        ),
        (
            'future.index(name) if name in future else float("inf")',
            "-future.count(name)",
            "how often a memory is still read does not matter",
        ),
        ("max(residents, key=distance)", "distance(residents[0])", "return one of the residents"),
        ("future.index(name)", "''.join(future).index(name)", "libCacheSim counted"),  # m1 is found in m12
    ),
    praise="the best rule there is, in three lines, for whoever knows the future. libCacheSim agrees.",
)

# 05.4: does it look ahead?


def _check_peeks(answer: Any) -> None:
    for name, decide in HONEST.items():
        accused = [_verdict(answer, decide, log) for log in random_logs(12, seed=55)]
        require(not any(accused), f"`{name}` looks back only, and yours accuses it. {_AS_FAR}")
    farthest, single, statistic = (_caught(answer, decide) for decide in PEEKING.values())
    require(any(farthest), f"`the farthest next read` looks ahead, and yours never notices. {_CUT}")
    require(all(single + farthest), f"one that looks ahead by a single read gets past yours. {_EVERY_CUT}")
    require(
        all(statistic),
        "one that goes by a count over the whole log gets past yours. That is the future, too.",
    )


def _caught(answer: Any, decide: Decide) -> list[bool]:
    """The verdicts on logs on which this rule does look ahead."""
    return [_verdict(answer, decide, log) for log in random_logs(80, seed=56) if peeks(decide, log)]


def _verdict(answer: Any, decide: Any, log: list[str]) -> bool:
    require(callable(answer), f"a function is asked for, and {small(answer)} is not one.")
    got = run(lambda keys: answer(decide, keys), log, shown=f"a rule and the log {''.join(log)!r}")
    require(isinstance(got, bool), "return True or False.")
    return bool(got)


_AS_FAR = "Compare two runs entry by entry, and only as far as both were told the same."
_CUT = "Cut the log, ask again, and compare what was decided before the cut."
_EVERY_CUT = "Try every place for the cut, and compare up to the last decision before it."
_PEEKS = Exercise(
    id="05.4",
    kind="build",
    question="""
**Build.** A detector. `decide` is a rule in a sealed box: `decide(log)` takes a list of reads and returns a
list of the same length, with who was evicted at each read, or `None`. Does this rule look ahead on this log?
Return `True` if an earlier decision depends on a later read, else `False`.

The judge has three boxes that look back only and three that look ahead: one everywhere, one by a single read,
and one through a statistic that somebody took from the whole log.""",
    starter='''def answer_05_4(decide, log):
    """Whether a decision on `log` depends on what comes after it."""
    found = ...
    return found''',
    check=_check_peeks,
    hints=(
        "Who knows only the past decides the same if the rest of the log is missing.",
        "`decide(log)[:cut]` and `decide(log[:cut])` must be equal, for a rule that does not look ahead.",
        "For which cuts? For all of them: `any(... for cut in range(len(log)))`.",
    ),
    solution=(
        _right := """def answer_05_4(decide, log):
    whole = decide(log)
    return any(decide(log[:cut]) != whole[:cut] for cut in range(len(log)))"""
    ),
    misconceptions=mutants(
        _right,
        ("whole[:cut]", "whole", "yours accuses it"),
        ("any(decide(log[:cut]) != whole[:cut] for cut in range(len(log)))", "False", "yours never notices"),
        ("range(len(log))", "[len(log) // 2]", "Try every place for the cut"),
        ("any(decide(log[:cut]) != whole[:cut] for cut in range(len(log)))", "whole", "return True or False"),
    ),
    praise="cut and compare: the test that memlab's own policies pass, and that every rule of yours should.",
)

# 05.5: a recency that is counted from the wrong end

Shelf = dict[str, float]


def _check_recency(answer: Any) -> None:
    minutes: Shelf = {"roast": 30.0, "greeting": 1.0, "gateway": 12.0}
    alike = dict.fromkeys(minutes, 0.5)
    require(_goes(answer, minutes, alike) != "roast", _WRONG_END)
    require(
        _goes(answer, minutes, alike) == "greeting",
        "with equal importance the one unused for longest must go.",
    )
    trifle = {"roast": 0.1, "greeting": 1.0, "gateway": 1.0}
    require(
        _goes(answer, minutes, trifle) == "roast",
        "a trifle may be fresh and still go first: importance counts.",
    )
    close = {"roast": 0.5, "greeting": 0.507, "gateway": 0.6}
    require(_goes(answer, minutes, close) == "greeting", _RANKS)
    rng = random.Random(54)
    for _ in range(200):
        _compare_shelf(answer, *_random_shelf(rng))


def _goes(answer: Any, last_access: Shelf, importance: Shelf) -> str:
    got = run(answer, last_access, importance)
    require(isinstance(got, str) and got in last_access, 'return the name of one memory, such as "roast".')
    return str(got)


def _random_shelf(rng: random.Random) -> tuple[Shelf, Shelf]:
    names = ["allergy", "cart", "coupon", "weather", "name"]
    minutes = rng.sample(range(60), len(names))
    return dict(zip(names, map(float, minutes), strict=True)), {
        name: rng.randint(1, 99) / 100 for name in names
    }


def _compare_shelf(answer: Any, last_access: Shelf, importance: Shelf) -> None:
    newest_first = sorted(last_access, key=last_access.__getitem__, reverse=True)
    score = {name: importance[name] * 0.99**i for i, name in enumerate(newest_first)}
    got, lowest = _goes(answer, last_access, importance), min(score.values())
    require(
        score[got] <= lowest + 1e-9,
        f"on {given(last_access, importance)} the lowest is {lowest:.3f}, {got!r} has {score[got]:.3f}.",
    )


_WRONG_END = (
    "with equal importance the newest goes: 0.99 ** i falls with i, so the highest weight, i = 0, must go to "
    "the newest."
)
_RANKS = (
    "the weights are 1, 0.99 and 0.9801 from the newest to the oldest: one place more costs one per cent, "
    "however many minutes lie between."
)
_RECENCY = Exercise(
    id="05.5",
    kind="bug hunt",
    question="""
**Bug hunt.** The lowest importance × recency goes, and recency is 0.99 to the power of a memory's place: 1
for the newest, 0.99 for the next, 0.99² and so on. The code below raises no error. Find the fault and mend
it. `last_access` and `importance` are dicts `{name: number}`.""",
    starter="""def answer_05_5(last_access, importance):
    in_order = sorted(last_access, key=last_access.get)
    score = {name: importance[name] * 0.99**i for i, name in enumerate(in_order)}
    return min(score, key=score.get)""",
    check=_check_recency,
    hints=(
        'Call it with `{"greeting": 1.0, "roast": 30.0}` and the importance 0.5 for both. Who goes?',
        "`sorted` puts the smallest in front: the smallest time is the oldest. Which `i` does it get?",
        "One word mends it: `reverse=True`.",
    ),
    solution=(
        _right := """def answer_05_5(last_access, importance):
    newest_first = sorted(last_access, key=last_access.get, reverse=True)
    score = {name: importance[name] * 0.99**i for i, name in enumerate(newest_first)}
    return min(score, key=score.get)"""
    ),
    misconceptions=mutants(
        _right,
        ("reverse=True", "reverse=False", "with equal importance the newest goes"),
        ("importance[name] * ", "", "importance counts"),
        (", key=last_access.get", "", "the one unused for longest must go"),
        ("importance[name] * 0.99**i", "round(importance[name], 1) * 0.99**i", "the lowest is"),
        ("0.99**i", "0.99**(i // 2)", "one place more costs one per cent"),
        ("return min(score, key=score.get)", "return score", "return the name of one memory"),
    ),
    praise="a turned decay raises no error and passes every type check. Only a replay shows what it costs.",
)

# 05.6: a policy of your own

ROOM, PASS = 24, 0.82
HOUSE = ("fifo", "lru", "lfu", "article", "scored")
_SEEDS = (7316, 2041)  # of the hidden seasons


@functools.cache
def _hidden() -> tuple[Trace, ...]:
    """The hidden seasons, under names that say nothing."""
    return tuple(unnamed(season(seed)) for seed in _SEEDS)


def _share(policy: Callable[[], Policy | str]) -> float:
    """The share of the optimum's hits over the hidden seasons; each is replayed with a new policy."""
    return sum(result.hits for result in _replayed(policy)) / _optimum()


def _replayed(policy: Callable[[], Policy | str]) -> list[Result]:
    return [simulate(trace, policy(), ROOM) for trace in _hidden()]


@functools.cache
def _optimum() -> int:
    return sum(int(simulate(trace, "fifo", ROOM).optimum.hits) for trace in _hidden())


@functools.cache
def _house() -> str:
    """What the library's own policies reach, in one line."""
    return ", ".join(f"{name} {_share(lambda name=name: name):.0%}" for name in HOUSE)  # type: ignore[misc]


def _check_design(answer: Any) -> str:
    made = f"a class is asked for: {type(answer).__name__}, without the `()`."
    require(not isinstance(answer, Policy), made)
    own = isinstance(answer, type) and issubclass(answer, Policy)
    require(own, "a class is asked for, one that inherits from `Policy`.")
    require(answer.key is not Policy.key, "give the class a method `key(self, item, now)`.")
    _usable(answer)
    mine = _own_share(answer)
    said = f"on two seasons that you have not seen, yours reaches {mine:.1%} of the optimum ({_house()})."
    require(mine >= PASS, f"{said} {_diagnosis(answer)} {PASS:.0%} is asked for.")
    return said


def _own_share(answer: Any) -> float:
    try:
        one, other = _replayed(answer), _replayed(answer)
    except (NotYet, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise NotYet(f"the replay stopped with {type(error).__name__}: {small(str(error))[1:-1]}.") from None
    same = [list(result.evicted) for result in one] == [list(result.evicted) for result in other]
    require(
        same, "two replays of one season differ: a policy must not throw dice, or its log explains nothing."
    )
    return sum(result.hits for result in one) / _optimum()


_ITEM = MemoryItem(
    "m1", "", created_at=5e4, last_access=9e4, access_count=3, importance=0.7, seq=9, touched=90
)
_NOW = 1e5


def _key(answer: Any, item: MemoryItem, now: float = _NOW) -> Any:
    return run(answer().key, item, now)


def _usable(answer: Any) -> None:
    for item in (_ITEM, replace(_ITEM, created_at=_NOW, last_access=_NOW, access_count=0, importance=0.0)):
        key = _key(answer, item)
        require(isinstance(key, tuple), f"`key` must return a tuple, and returned {small(key)}: write (…,).")
        require(
            len(answer.parts) in (0, len(key)), "`parts` has names, one for each part of the key, or none."
        )
        require(
            all(part == part for part in key),
            f"`key` returned {small(key)}: nan is neither before nor after anything.",
        )


def _diagnosis(answer: Any) -> str:
    """What is likely wrong with a policy that falls short: the commonest slips, each on two memories."""
    key, stale = _key(answer, _ITEM), _key(answer, replace(_ITEM, last_access=6e4, touched=60))
    slips = (
        (_key(answer, replace(_ITEM, id="another")) != key, _BY_HEART),
        (key < stale, _FRESHEST),
        (key == stale, _AGELESS),
        (_key(answer, replace(_ITEM, importance=0.1)) == key, _WORTHLESS),
    )
    return next((message for made, message in slips if made), _WEIGH)


_BY_HEART = (
    "Its key depends on the name of a memory: what is known by heart from one season is worth nothing in "
    "another."
)
_FRESHEST = (
    "Of two memories that are alike, it throws out the one used last. Is a sign turned, or does the time of "
    "the last use stand where its age, `now - item.last_access`, belongs?"
)
_AGELESS = "It does not see when a memory was used last: what was important once stays for ever."
_WORTHLESS = "It does not see the importance: chat of the last minute counts as much as an allergy."
_WEIGH = (
    "All the signs are in it; weigh them otherwise. How long is chat worth keeping, and how long an order?"
)
_KEY = "(item.importance > 0.5 or age < 60, worth)"
_DESIGN = Exercise(
    id="05.6",
    kind="design",
    question=f"""
**Design.** A policy of your own for Mira's desk, with room for {ROOM}. The smallest key goes first. An `item`
has `importance` (0 to 1), `created_at` and `last_access` (seconds), `access_count`, `seq` and `touched` (the
numbers of its last write and of its last use); `now` is the time. Practise on `season(1)`. The judge replays
it on two other seasons, under names that say nothing, and asks for {PASS:.0%} of the optimum's hits.""",
    starter="""from memlab.bank import Policy


class Mine(Policy):
    name = "mine"

    def key(self, item, now):
        return (item.touched,)


answer_05_6 = Mine""",
    check=_check_design,
    hints=(
        "As it stands it is `lru`. What does it evict on `season(1)` and read again: which kind of note?",
        "Importance × recency is a good beginning, with `0.5 ** ((now - item.last_access) / half_life)` for "
        "the recency. Sweep the half-life from a minute to a week.",
        "Chat is of use for a minute, an order for weeks. A tuple can say first which kind goes, then who.",
    ),
    solution=(
        _right := """from memlab.bank import Policy

HOUR = 3600


class Mine(Policy):
    name = "mine"

    def key(self, item, now):
        age = now - item.last_access
        worth = item.importance * 0.5 ** (age / (8 * HOUR))
        return (item.importance > 0.5 or age < 60, worth)


answer_05_6 = Mine"""
    ),
    misconceptions=(
        *mutants(
            _right,
            (_KEY, "worth", "must return a tuple"),
            (_KEY, "(float('nan'),)", "nan is neither before nor after"),
            (_KEY, "(item.importance,)", "stays for ever"),
            (_KEY, "(item.last_access,)", "does not see the importance"),
            (_KEY, "(item.importance * 0.5 ** (item.last_access / (8 * HOUR)),)", "Is a sign turned"),
            (_KEY, "(item.importance * 0.5 ** (age / 36),)", "weigh them otherwise"),
            ('name = "mine"', 'name, parts = "mine", ("worth",)', "one for each part of the key, or none"),
            ("class Mine(Policy)", "class Mine", "inherits from `Policy`"),
            ("answer_05_6 = Mine", "answer_05_6 = Mine()", "is asked for: Mine, without the `()`"),
        ),
        (
            "import random\n\nfrom memlab.bank import Policy\n\n\nclass Mine(Policy):\n"
            "    def key(self, item, now):\n        return (random.random(),)\n\n\nanswer_05_6 = Mine",
            "must not throw dice",
        ),
        (
            "from memlab.bank import Policy\nfrom memlab.course.traces import season\n\n"
            "LAST = {access.key: place for place, access in enumerate(season(1))}\n\n\nclass Mine(Policy):\n"
            "    def key(self, item, now):\n        return (LAST.get(item.id, len(item.id)),)\n\n\n"
            "answer_05_6 = Mine",
            "known by heart from one season",
        ),
    ),
    praise="and 90% can be had without looking ahead. On which desk would yours be wrong?",
)

EXERCISES = (_NEWEST, _BY_HAND, _FARTHEST, _PEEKS, _RECENCY, _DESIGN)
