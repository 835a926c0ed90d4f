"""Exercises of chapter 10, Out of one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from math import ceil
from typing import Any

import redis

from memlab.course.exercise import Exercise, NotYet, describe, given, mutants, require, run, small
from memlab.tiers import MemoryStore
from memlab.tiers.scale.interleaving import PUSHED, RAISED, orders, play
from memlab.tiers.scale.wire import CUT, Wire
from memlab.zset import EmulatedRedis

# 10.1: how many orders go wrong

LOOK = "look, then remove"
_SAID = {
    20: "in AAABBB one process is done before the other begins: can that go wrong?",
    0: "play ABABAB on paper, letter by letter.",
    18: "more than the two orders without any mixing are right: play AABBAB.",
    8: "you have counted the orders that are right.",
    6: "both look before either removes: that is more than the orders that begin with AB AB.",
}


def wrong_orders() -> int:
    """In how many orders two processes archive one memory twice.

    >>> wrong_orders() == len([o for o in orders(LOOK) if max(o[:2].count(p) for p in "AB") == 1])
    True
    """
    return sum(bool(play(LOOK, order=order).faults) for order in orders(LOOK))


def _check_orders(answer: Any) -> None:
    good = isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer <= 20
    require(good, f"a whole number from 0 to 20 is asked for, not {small(answer)}.")
    told = _SAID.get(answer, "count those in which both have looked before either has removed.")
    require(answer == wrong_orders(), told)


_ORDERS = Exercise(
    id="10.1",
    kind="prediction",
    question="""
**Predict.** Processes A and B both evict: each looks (ZRANGE), removes (ZREM), archives (RPUSH). Each keeps
its own order, but the six commands may reach the server mixed in any way: AAABBB, AABABB, … There are 20 such
orders. In how many of them is `greeting` archived twice? The picture below the exercise has them all.""",
    starter="answer_10_1 = ...   # a number from 0 to 20",
    check=_check_orders,
    hints=(
        "Nothing is wrong if one has removed before the other looks. What does that say of the first two?",
        "An order is right exactly if it begins with AA or with BB.",
        "Behind AA there are four letters, one A and three B: how many arrangements? And behind BB?",
    ),
    solution="answer_10_1 = 12",
    misconceptions=(
        ("answer_10_1 = 20", "can that go wrong"),
        ("answer_10_1 = 0", "on paper"),
        ("answer_10_1 = 18", "play AABBAB"),
        ("answer_10_1 = 8", "that are right"),
        ("answer_10_1 = 6", "begin with AB AB"),
        ("answer_10_1 = 10", "before either has removed"),
        ("answer_10_1 = 0.6", "a whole number"),
    ),
    praise="4 orders begin with AA, 4 with BB, and in the others both have looked before anybody removes.",
)

# 10.2: evict and archive

LONGEST = 60  # trips of one answer
LOST = (
    redis.ConnectionError,
    redis.WatchError,
)  # while something is watched, redis-py tells one as the other


class Enough(BaseException):
    """Ends an answer that would go on for ever; `except Exception` in it does not stop this."""


def wired(before: Callable[[EmulatedRedis, int], object]) -> tuple[EmulatedRedis, redis.Redis, Wire]:
    """A server with the memories of section 1, a client whose every word is a trip, and its wire.

    `before(server, trip)` is what somebody else does just before each trip.
    """
    server = EmulatedRedis(decode_responses=True)
    server.zadd("hot", PUSHED)
    client = redis.Redis(connection_pool=server.connection_pool)

    def meanwhile(_: float) -> None:
        if wire.trips >= LONGEST:
            raise Enough(f"after {LONGEST} trips to the server there is no end in sight")
        before(server, wire.trips)

    wire = Wire(client, delay=1.0, sleep=meanwhile)
    return server, client, wire


def _raise(server: EmulatedRedis, done: list[int]) -> None:
    done.append(int(server.zadd("hot", {"greeting": RAISED}, xx=True, ch=True)))


def _evict(server: EmulatedRedis, done: list[int]) -> None:
    [lowest] = server.zrange("hot", 0, 0)
    done.append(int(server.zrem("hot", lowest)))
    server.rpush("archive", lowest)


_FASTER = "where somebody was faster EXEC stops with WatchError: nothing is written then, so begin again."
_REFUSED = "where somebody was faster yours did nothing, and there is still one to go: begin again."
_RAISED = (
    "between your look and your removal the other process raised greeting to 50, and it went all the same: "
    "what is looked at must be watched before the look."
)
_NOWHERE = "the connection was cut once, and now {} in neither set: removing and archiving belong together."
_TWICE = "the other process evicted in between, and now {} archived twice."


def _check_evict(answer: Any) -> None:
    require(callable(answer), f"a function is asked for, and {small(answer)} is not one.")
    _, client, _ = wired(lambda server, trip: None)
    name = run(lambda: answer(client), shown="five memories, nobody else there")
    require(name == "greeting", f"alone on the server the lowest, 'greeting', goes, and not {small(name)}.")
    for rival in (_raise, _evict):
        for trip in range(1, 9):
            _beside(answer, rival, trip)
    for trip in range(1, 9):
        for when in ("before", "after"):
            _severed(answer, trip, when)
    _empty(answer)


def _beside(answer: Any, rival: Callable[..., None], trip: int) -> None:
    """Somebody else writes once, just before that trip."""
    done: list[int] = []
    server, client, _ = wired(lambda server, n: rival(server, done) if n == trip else None)
    try:
        name = answer(client)
    except redis.WatchError:
        raise NotYet(_FASTER) from None
    hot, archive = server.zrange("hot", 0, -1), server.lrange("archive", 0, -1)
    if rival is _raise and done == [1]:
        require("greeting" in hot, _RAISED)
    doubled = sorted({n for n in hot + archive if (hot + archive).count(n) > 1})
    require(not doubled, _TWICE.format(f"{', '.join(doubled)} is"))
    require(sorted(hot + archive) == sorted(PUSHED), _NOWHERE.format("something is"))
    require(name is not None or len(archive) > (rival is _evict), _REFUSED)
    require(name in archive, f"return the name of the one that went, not {small(name)}.")


def _severed(answer: Any, trip: int, when: str) -> None:
    """The connection is cut at that trip: the answer may stop with an error, but nothing may be lost."""
    server, client, wire = wired(lambda server, n: None)
    wire.cut(trip, when)
    with suppress(*LOST):
        answer(client)
    there = server.zrange("hot", 0, -1) + server.lrange("archive", 0, -1)
    lost = sorted(set(PUSHED) - set(there))
    require(not lost, _NOWHERE.format(f"{', '.join(lost)} is"))
    require(len(there) == len(PUSHED), f"{CUT} once, and now something is in both sets.")


def _empty(answer: Any) -> None:
    server, client, _ = wired(lambda server, n: None)
    server.delete("hot")
    name = run(lambda: answer(client), shown="an empty set")
    require(name is None, f"of an empty set nothing can go: return None, not {small(name)}.")
    require(not server.llen("archive"), "of an empty set nothing is archived.")


_right = """\
from redis.exceptions import WatchError


def answer_10_2(r):
    while True:
        with r.pipeline() as p:
            p.watch("hot")
            lowest = p.zrange("hot", 0, 0)
            if not lowest:
                return None
            p.multi()
            p.zrem("hot", *lowest)
            p.rpush("archive", *lowest)
            try:
                p.execute()
            except WatchError:
                continue
            return lowest[0]"""
_EVICT = Exercise(
    id="10.2",
    kind="bug hunt",
    question="""
**Bug hunt.** This moves the lowest memory of the sorted set `hot` to the list `archive` and returns its name.
Its author had heard of WATCH. Find what is still open, and close it: another process may write before any of
your commands, and the power may fail between any two. Of an empty set nothing goes: return `None`. (`r`
answers with text, and knows no Lua.)""",
    starter="""\
from redis.exceptions import WatchError


def answer_10_2(r):
    lowest = r.zrange("hot", 0, 0)
    with r.pipeline() as p:
        p.watch("hot")
        p.multi()
        p.zrem("hot", *lowest)
        p.execute()
    r.rpush("archive", *lowest)
    return lowest[0]""",
    check=_check_evict,
    hints=(
        "In which order do WATCH and the look come? What is watched is only what happens *after* WATCH.",
        "Two writes that belong together stand between MULTI and EXEC. Here one of them stands outside.",
        "`while True:` around it, `except WatchError: continue`, and `return None` where nothing is found.",
    ),
    solution=_right,
    misconceptions=(
        *mutants(
            _right,
            (
                "except WatchError:\n                continue",
                "except ValueError:\n                continue",
                "EXEC stops with WatchError",
            ),
            (
                '            p.watch("hot")\n            lowest = p.zrange("hot", 0, 0)',
                '            lowest = r.zrange("hot", 0, 0)\n            p.watch("hot")',
                "watched before the look",
            ),
            ("                continue", "                return None", "still one to go"),
            ("            if not lowest:\n                return None\n", "", "Its input was: an empty set"),
            ("return lowest[0]", "return lowest", "alone on the server"),
            ('            p.rpush("archive", *lowest)\n', "", "something is in neither set"),
        ),
        (
            "def answer_10_2(r):\n    found = r.zpopmin('hot')\n    if not found:\n        return None\n"
            "    r.rpush('archive', found[0][0])\n    return found[0][0]",
            "now greeting is in neither set",
        ),
    ),
    praise="look, remove and archive are one step now, and whoever is overtaken has written nothing.",
)

# 10.3: what may be said twice

COMMANDS = {
    "a": ("ZADD hot 7 order", True, "the score is 7 after the first time and after the second."),
    "b": ("ZINCRBY hot 1 order", False, "said twice it adds two."),
    "c": ("RPUSH archive order", False, "a list takes a second entry."),
    "d": ('HSET items order "T-7316"', True, "the field holds the same text afterwards."),
    "e": ("ZREM hot order", True, "what is gone is gone; the second answer is 0, and that is all."),
    "f": ("ZPOPMIN hot", False, "the second time somebody else goes."),
    "g": ("SADD tags tea", True, "a set has each member once."),
}


def state_after(times: int, command: str) -> dict[str, Any]:
    """What a small server holds after a command was said so many times."""
    server = EmulatedRedis(decode_responses=True)
    server.zadd("hot", {"order": 3, "cart": 1, "allergy": 9})
    words = [word.strip('"') for word in command.split()]
    for _ in range(times):
        server.execute_command(*words)
    scores = server.zrange("hot", 0, -1, withscores=True)
    return {
        "hot": scores,
        "archive": server.lrange("archive", 0, -1),
        "items": server.hgetall("items"),
        "tags": sorted(server.smembers("tags")),
    }


def _check_twice(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == set(COMMANDS)
    require(good, "keep the dict of the starter, with the keys 'a' to 'g'.")
    for letter, said in answer.items():
        require(said in ("again", "never"), f"{letter}: {small(said)} is neither 'again' nor 'never'.")
    for letter, (_, safe, why) in COMMANDS.items():
        require(answer[letter] == ("again" if safe else "never"), f"look at {letter} again: {why}")


_LISTED = "\n".join(f"- {letter}: `{command}`" for letter, (command, _, _) in COMMANDS.items())
_TOLD = {letter: "again" if safe else "never" for letter, (_, safe, _) in COMMANDS.items()}
_TWICE_SAID = Exercise(
    id="10.3",
    kind="check",
    question=f"""
**Check.** The connection was cut, and nobody knows whether the command was done. Which may simply be said
`"again"`, since the server holds the same afterwards, and which `"never"`?

{_LISTED}""",
    starter="answer_10_3 = {" + ", ".join(f'"{letter}": ...' for letter in COMMANDS) + "}   # again or never",
    check=_check_twice,
    hints=(
        "Does the command say what *is*, or what is to *change*?",
        "It is the state of the server that counts. A second answer may differ from the first.",
        "Four may be said again.",
    ),
    solution="answer_10_3 = " + str(_TOLD).replace("'", '"'),
    misconceptions=tuple(
        (f"answer_10_3 = { {**_TOLD, letter: said}!r}", phrase)
        for letter, said, phrase in (
            ("a", "never", "after the first time and after the second"),
            ("b", "again", "adds two"),
            ("c", "again", "a second entry"),
            ("d", "never", "the same text"),
            ("e", "never", "the second answer is 0"),
            ("f", "again", "somebody else goes"),
            ("g", "never", "each member once"),
            ("a", "maybe", "is neither"),
        )
    ),
    praise="what says how it shall be may be repeated; what says how it shall change may not.",
)

# 10.4: exactly once

CUPS, STOCK = 2, 100


def _check_once(answer: Any) -> None:
    require(callable(answer), f"a function is asked for, and {small(answer)} is not one.")
    _once(answer, [("T-7316", 0, "")], "nothing is cut")
    for trip in range(1, 9):
        for when in ("before", "after"):
            _once(answer, [("T-7316", trip, when)], f"trip {trip} is cut {when} the server has done it")
    _once(answer, [("T-7316", 0, ""), ("T-7316", 0, "")], "the same order comes once more, an hour later")
    _once(answer, [("T-7316", 0, ""), ("T-7317", 0, "")], "a second order of another number comes")
    for trip in range(1, 9):
        _overtaken(answer, trip)
        _at_once(answer, trip, "T-7316")
        _at_once(answer, trip, "T-7317")


def _once(answer: Any, calls: list[tuple[str, int, str]], story: str) -> None:
    server, client, wire = wired(lambda server, n: None)
    server.set("stock", STOCK)
    left: Any = None
    for number, trip, when in calls:
        if trip:
            wire.cut(trip, when)
        try:
            left = answer(client, number, CUPS)
        except LOST:
            left = _run_once(answer, client, number, f"{story}, and the same is asked again")
        except Exception as error:
            raise NotYet(f"your function stopped with {describe(error)}, where {story}.") from None
    right = STOCK - CUPS * len({number for number, _, _ in calls})
    stock = int(server.get("stock") or 0)
    fault = "taken twice" if stock < right else "not taken"
    require(stock == right, f"{story}: {stock} cups are left, and {right} should be. Some were {fault}.")
    require(left == right, f"{story}: return what is left, {right} as a number, and not {small(left)}.")


def _at_once(answer: Any, trip: int, number: str) -> None:
    """The same function is called by another process just before that trip, and is done before it goes on."""

    def second(server: EmulatedRedis, n: int) -> None:
        if n == trip:
            answer(redis.Redis(connection_pool=server.connection_pool), number, CUPS)

    server, client, wire = wired(second)
    server.set("stock", STOCK)
    try:
        answer(client, "T-7316", CUPS)
    except redis.WatchError:
        raise NotYet(_FASTER) from None
    same = number == "T-7316" or wire.trips < trip
    stock, right = int(server.get("stock") or 0), STOCK - CUPS * (1 if same else 2)
    which = "the same order" if number == "T-7316" else "another order"
    told = f"{which} was taken by another process before your trip {trip}: {stock} are left, not {right}."
    require(stock == right, f"{told} Looking, noting the number and taking the cups must be one step.")


def _run_once(answer: Any, client: Any, number: str, story: str) -> Any:
    return run(lambda: answer(client, number, CUPS), shown=story)


def _overtaken(answer: Any, trip: int) -> None:
    """Another process sells a cup before that trip."""
    sold: list[int] = []
    server, client, _ = wired(lambda server, n: sold.append(server.decrby("stock", 1)) if n == trip else None)
    server.set("stock", STOCK)
    try:
        answer(client, "T-7316", CUPS)
    except redis.WatchError:
        raise NotYet(_FASTER) from None
    stock, right = int(server.get("stock") or 0), STOCK - CUPS - len(sold)
    told = f"another process sold a cup before your trip {trip}: {stock} are left, and {right} should be."
    require(stock == right, f"{told} What says how it shall be writes over what others did.")


_right = """\
import redis


def answer_10_4(r, order, cups):
    while True:
        with r.pipeline() as p:
            p.watch("taken")
            if p.sismember("taken", order):
                return int(p.get("stock"))
            p.multi()
            p.sadd("taken", order)
            p.decrby("stock", cups)
            try:
                return p.execute()[1]
            except redis.WatchError:
                continue"""
_ONCE = Exercise(
    id="10.4",
    kind="build",
    question="""
**Build.** Take `cups` from the number in `stock`, exactly once for each number of an order, and return how
many are left. Whoever gets no answer asks again with the same number, perhaps while the first try is still
under way, so remember which were taken, in a key of your own. Any trip to the server may be cut, before or
after the server has done it (let a ConnectionError go through), and others sell cups meanwhile. (No Lua here,
either.)""",
    starter='''\
import redis


def answer_10_4(r, order, cups):
    """How many cups are left, after this order has been taken from the stock once."""
    ...
    return r.decrby("stock", cups)''',
    check=_check_once,
    hints=(
        'A set holds the numbers: `r.sismember("taken", order)` says whether this one was taken.',
        "SADD and DECRBY must be one step. If one can happen without the other, a cut will find the gap.",
        "WATCH the set, look, MULTI, SADD, DECRBY, EXEC; on WatchError again. EXEC returns both answers.",
    ),
    solution=_right,
    misconceptions=(
        ("def answer_10_4(r, order, cups):\n    return r.decrby('stock', cups)", "Some were taken twice"),
        (
            "def answer_10_4(r, order, cups):\n    if not r.sadd('taken', order):\n"
            "        return int(r.get('stock'))\n    return r.decrby('stock', cups)",
            "Some were not taken",
        ),
        *mutants(
            _right,
            ('return int(p.get("stock"))', "return None", "return what is left"),
            (
                "redis.WatchError:\n                continue",
                "ValueError:\n                continue",
                "begin again",
            ),
        ),
        (
            "def answer_10_4(r, order, cups):\n    if r.sismember('taken', order):\n"
            "        return int(r.get('stock'))\n    p = r.pipeline()\n    p.sadd('taken', order)\n"
            "    p.decrby('stock', cups)\n    return p.execute()[1]",
            "must be one step",
        ),
        (
            _right.replace(
                "            p.multi()", '            left = int(p.get("stock"))\n            p.multi()'
            )
            .replace('p.decrby("stock", cups)', 'p.set("stock", left - cups)')
            .replace("return p.execute()[1]", "p.execute()\n                return left - cups"),
            "writes over what others did",
        ),
    ),
    praise="the token and the effect are one step: whoever asks again is told, and nothing is done twice.",
)

# 10.5: compare and set


class Overtaken:
    """A store in which somebody else adds a line before the first writes of whoever uses it."""

    def __init__(self, store: MemoryStore, times: int) -> None:
        self._store, self._times, self.added = store, times, 0
        self.updates = 0

    def get(self, id: str) -> Any:
        """As the store's."""
        return self._store.get(id)

    def update(self, id: str, *, expected: int | None = None, **changes: Any) -> Any:
        """As the store's, but somebody else is faster as long as there are times left."""
        self.updates += 1
        if self.updates >= LONGEST:
            raise Enough(f"after {LONGEST} tries there is no end in sight")
        if self.added < self._times:
            self.added += 1
            text = f"{self._store.get(id).text} Other {self.added}."
            self._store.update(id, text=text)
        return self._store.update(id, expected=expected, **changes)


def _check_set(answer: Any) -> None:
    require(callable(answer), f"a function is asked for, and {small(answer)} is not one.")
    for times in (0, 1, 3):
        with MemoryStore("lin-yue", clock=lambda: 0.0) as store:
            store.add("Wishes:", id="wishes", kind="state")
            beside = Overtaken(store, times)
            _changed(answer, beside, times)
            text = store.get("wishes").text
        missing = [n for n in range(1, times + 1) if f"Other {n}." not in text]
        why = (
            "say which version you have read"
            if beside.updates == 1
            else "your next text was made of an old one"
        )
        require(not missing, f"somebody else wrote meanwhile, and their lines are gone ({text}): {why}.")
        mine = text.count("Mine.")
        require(mine == 1, f"your own line is there {mine} times, with {times} writes of others: {text}")


def _changed(answer: Any, beside: Overtaken, times: int) -> None:
    from memlab.tiers import VersionConflict

    try:
        answer(beside, "wishes", lambda text: f"{text} Mine.")
    except VersionConflict:
        raise NotYet("a VersionConflict: somebody was faster. Read again, change again, try again.") from None
    except NotYet:
        raise
    except Exception as error:
        shown = given(times)
        raise NotYet(
            f"your function stopped with {type(error).__name__}: {error}, overtaken {shown} times."
        ) from None


_right = """\
from memlab.tiers import VersionConflict


def answer_10_5(store, id, change):
    while True:
        memory = store.get(id)
        try:
            return store.update(id, expected=memory.version, text=change(memory.text))
        except VersionConflict:
            continue"""
_SET = Exercise(
    id="10.5",
    kind="build",
    question="""
**Build.** `change` makes a new text of the old one. Write it into the memory `id` of the store so that
nobody's line is lost, however often others write between your reading and your writing. `store.get(id)` has
`text` and `version`; `store.update(id, expected=…, text=…)` raises `VersionConflict` if the version is
another one by now.""",
    starter="""\
from memlab.tiers import VersionConflict


def answer_10_5(store, id, change):
    memory = store.get(id)
    ...
    store.update(id, text=change(memory.text))""",
    check=_check_set,
    hints=(
        "Which version have you read? Say that it must be the one that you replace.",
        "On a VersionConflict your text was made of an old one. Which lines of the loop must run again?",
        "`while True:` get, `try:` update with expected, return; `except VersionConflict: continue`.",
    ),
    solution=_right,
    misconceptions=mutants(
        _right,
        ("expected=memory.version, ", "", "say which version you have read"),
        ("            continue", "            raise", "Read again, change again"),
        (
            "            continue",
            "            return store.update(id, text=change(memory.text))",
            "was made of an old one",
        ),
        ("            continue", "            return None", "your own line is there 0 times"),
    ),
    praise="seen from outside, reading, changing and writing are one step, and nobody had to wait.",
)

# 10.6: a plan with holes

_NAMES = ("tenants", "awake", "hot", "size", "copies", "node")
_PLANS = (  # values of these, what is to be learnt
    (
        (10_000_000, 0.05, 100, 1000, 1, 32 * 10**9),
        "who is asleep has no keys in the hot tier: 5% of all are awake.",
    ),
    (
        (1_000_000, 1.0, 100, 1000, 1, 32 * 10**9),
        "a node is full at 60%: the rest is for peaks, buffers and copies.",
    ),
    ((1_000_000, 1.0, 100, 1000, 3, 32 * 10**9), "whole masters first, then their copies."),
    (
        (1_000, 1.0, 10, 1000, 2, 32 * 10**9),
        "a cluster has three masters at least, and two copies make it six.",
    ),
    ((2_000_000, 0.48, 20, 6000, 2, 32 * 10**9), "exactly full is full enough: no node more."),
)


def redis_nodes(tenants: int, awake: float, hot: int, size: int, copies: int, node: float) -> int:
    """What 10.6 asks for.

    >>> redis_nodes(10_000_000, 0.05, 40, 1000, 2, 32e9)
    6
    """
    return max(ceil(round(tenants * awake * hot * size / (0.6 * node), 9)), 3) * copies


def _check_plan(answer: Any) -> None:
    for numbers, lesson in _plans():
        got, right, copies = run(answer, *numbers), redis_nodes(*numbers), numbers[4]
        good = isinstance(got, (int, float)) and not isinstance(got, bool)
        require(good, f"return a number of nodes, not {small(got)}.")
        lesson = "half a node is no node: round up." if got == _floor(*numbers) else lesson
        lesson = "the master is one of its `copies`." if got * copies == right * (copies + 1) else lesson
        asked = ", ".join(f"{name}={value:_}" for name, value in zip(_NAMES, numbers, strict=True))
        require(got == right, f"{lesson} With {asked} yours says {small(got)}.")


def _floor(tenants: int, awake: float, hot: int, size: int, copies: int, node: float) -> int:
    return max(int(tenants * awake * hot * size / (0.6 * node)), 3) * copies


def _plans() -> Iterator[tuple[tuple[Any, ...], str]]:
    yield from _PLANS
    for n in range(1, 40):
        yield (
            (n * 400_000, 0.02 * n, 7 * n, 900 + n, 1 + n % 3, 16 * 10**9),
            "other numbers, the same arithmetic.",
        )


_right = """\
from math import ceil


def answer_10_6(tenants, awake, hot, size, copies, node):
    masters = ceil(tenants * awake * hot * size / (0.6 * node))
    return max(masters, 3) * copies"""
_PLAN = Exercise(
    id="10.6",
    kind="bug hunt",
    question="""
**Bug hunt.** How many Redis nodes for so many tenants? The share `awake` of them has `hot` memories of `size`
bytes each in the hot tier, the others have none. A master of `node` bytes is filled to 60% at most, a cluster
has at least three masters, and everything is kept `copies` times: so many nodes for each master. What the
starter says goes wrong in the first busy hour. Find five faults.""",
    starter="""\
from math import ceil


def answer_10_6(tenants, awake, hot, size, copies, node):
    return tenants * hot * size * copies // node""",
    check=_check_plan,
    hints=(
        "Compare it with the question, word by word: which of the six names does it not use?",
        "How much of `node` may be used? And what does `//` do to half a node?",
        "First the masters, as a whole number and three at least. Then times `copies`.",
    ),
    solution=_right,
    misconceptions=mutants(
        _right,
        (" * awake", "", "who is asleep"),
        ("(0.6 * node)", "node", "a node is full at 60%"),
        (
            "ceil(tenants * awake * hot * size / (0.6 * node))",
            "tenants * awake * hot * size // (0.6 * node)",
            "half a node is no node",
        ),
        ("max(masters, 3) * copies", "masters * copies", "yours says 2."),
        ("max(masters, 3) * copies", "max(masters * copies, 3)", "yours says 3."),
        ("size / (0.6 * node))", "size * copies / (0.6 * node))", "whole masters first"),
        ("max(masters, 3) * copies", "max(masters, 3) * (1 + copies)", "the master is one of"),
        ("max(masters, 3) * copies", "str(masters)", "return a number"),
    ),
    praise="five factors and three rules. The rest of a plan is knowing which of them were measured.",
)

EXERCISES = (_ORDERS, _EVICT, _TWICE_SAID, _ONCE, _SET, _PLAN)
