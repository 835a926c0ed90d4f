"""Every figure that chapter 04 says in words is what its cells and the library count; each has a claim."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest

from memlab.bank import IMPORTANCE, PriorityMemory, Settings, score
from memlab.course.story import DAY_AT_THE_DESK
from memlab.zset import EmulatedRedis

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
DAY = {name: (minute, grade, pinned) for minute, name, _, grade, pinned in DAY_AT_THE_DESK}
NAMES = list(DAY)
END, ROOM, HALF = 60, 5, 30
BOOST = 10
GIVEN = (  # what is set and not found out: the story's choices, and ways to speak
    "room for five. The simplest rule",
    "Room for five, a half-life of 30 minutes",
    "at a half-life of 30 minutes?",
    "λ = ln 2 /",
    "each grid line is ten times the one below it",
    "`yours` is written in minute 0",
    "`yours` (grade 7)",
    "(chapter 03 had 0 to 1: the scale is a choice)",
    "> 1. ",
    "> 2. ",
    "1. For large ones",
    "2. At the floor",
    "the half that is left",
    "Two thousand random writes",
    "reads by rank, from 0, both ends included; −1 is the last",
    "a quarter of the nodes are also on level 2, a quarter of those on level 3",
    "ranks count from 0",
    "Two hundred searches in each size",
    "A hundred random memories",
    "so ranks 0 to *n* − 1 are exactly *n* members",
    "for scores 1.0000 and 1.0005 with a jitter of up to 0.001?",
    "the decay from 0 upwards",
    "fades with its age",
    "Recency** is 1 for a new memory",
    "Boost** is 1, and 10 for",
    "Three factors",
    "Four edges",
    "in which a half is lost",
    "it has three faults",
)


def at(name, minute=END, half_life=HALF):
    written, grade, pinned = DAY[name]
    decay = math.log(2) / half_life
    return score(grade, minute - written, decay=decay, boost=BOOST if pinned else 1)


def day(half_life=HALF, capacity=ROOM):
    now = [0.0]
    settings = Settings(capacity=capacity, decay=math.log(2) / half_life / 60)
    memory = PriorityMemory(EmulatedRedis(), "a test's tenant", settings, lambda: now[0])
    for minute, name, text, grade, pinned in DAY_AT_THE_DESK:
        now[0] = minute * 60.0
        memory.remember(name, text, grade, pinned=pinned)
    return memory


def there(name, half_life, capacity):
    return name in dict(day(half_life, capacity).hot())


def about_the_desk():
    pinned = [name for name in NAMES if DAY[name][2]]
    assert set(sorted(NAMES, key=at)[-len(pinned) :]) == set(pinned) and NAMES[-1] == "thanks"
    yield f"a grade of importance from {min(IMPORTANCE.values())} to {max(IMPORTANCE.values())}"
    yield f"Which five are left after minute {DAY['thanks'][0]}?"
    yield f"{WORDS[len(IMPORTANCE)].capitalize()} will do to begin with"
    minute, grade, _ = DAY["gateway"]
    yield f"It is minute {END}. The gateway error (grade {grade}) is {END - minute} minutes"
    yield f"the thank-you (grade {DAY['thanks'][1]}) is new"
    yield f"the whole desk in minute {END}"
    yield f"The {WORDS[len(pinned)]} pinned ones are on top"
    assert at("gateway") > at("thanks")


def about_the_picture(shown):
    lines = [line.split()[0] for line in shown("04", "DecayExplorer()").splitlines()[2:7]]
    minute, grade, _ = DAY["finding"]
    yield f"the others are {WORDS[len(set(lines) & set(NAMES))]} notes of Mira's day"
    yield f"`finding` (grade {grade}) comes in minute {minute}"
    yield f"`yours` has faded for {minute} minutes. It is below {grade} as soon as"


def about_looks(shown):
    rows = [list(map(int, re.findall(r"\d+", line))) for line in shown("04", "looks, or").splitlines()]
    (small, all_small, few_small), (large, all_large, few_large) = rows[1:]
    assert (small, large) == (1000, 100_000) and all_large == 100 * all_small
    more = f"a hundred times as many looks, or {WORDS[few_large - few_small]} more"
    yield f"From a thousand entries to a hundred thousand: {more}"
    same = int(re.search(r"\d+", shown("04", "len(library), library.range"))[0])
    yield f"The same {same} members in the same order"


def about_lanes(shown):
    text = shown("04", "skip_list(lanes")
    rank, jumps = int(re.search(r"rank (\d+)", text)[1]), int(re.search(r"in (\d+) jumps", text)[1])
    hops = re.findall(r"head –(\d+)→ roast|roast –(\d+)→ gateway", text)
    places = [next(filter(None, hop)) for hop in hops]
    steps = [float(row.split()[2]) for row in shown("04", "{steps(size)").splitlines()]
    assert rank + 1 == 7 == sum(map(int, places)) and jumps == 2
    assert max(b - a for a, b in pairwise(steps)) < 8
    yield f"{WORDS[len(NAMES)].capitalize()} memories; `gateway` is the seventh from below."
    yield "On the ground lane it takes seven links"
    yield f"{WORDS[jumps].capitalize()}. (The lots"
    yield f"answers ZRANK: {' + '.join(places)} places from the head"
    yield f"For {WORDS[len(NAMES)]} members that is no great gain"
    yield "Ten times the members cost fewer than eight steps more"


def about_sweeps(shown):
    minutes = re.findall(r"\d+", "(60, 90, 600)")
    assert shown("04", f"for now in ({', '.join(minutes)})") == ""  # its assertion held
    evicted, swept, unswept = eval(shown("04", "swept.sweep(), unswept.sweep()"))
    assert (evicted, unswept) == (90, 0)
    yield f"the right order in minute {minutes[0]}, {minutes[1]} and {minutes[2]}"
    yield f"Ninety evictions, the same ones. A sweep rewrites {WORDS[swept]} scores, forward decay none"


def about_ties(shown):
    cut, left = eval(shown("04", 'r.zremrangebyscore("hot"'))
    luck = float(shown("04", "10_000)) / 10_000"))
    yield f"One of these {WORDS[cut + len(left)]} must go"
    yield f"{WORDS[cut].capitalize()}. A cut by score"
    yield f"In about one case of {WORDS[round(1 / luck)]}"
    yield f"The default is {Settings().jitter:g}."


def about_edges(shown):
    yield f"Small talk is graded {IMPORTANCE['smalltalk']}"
    yield f"here for {Settings().protection:g} seconds"
    kept = int(re.search(r"(\d+) may be", shown("04", "memory.evict_log[-1].reason)"))[1])
    yield f"So a cap: {Settings().whitelist_cap} by default, here {kept}. One more"
    yield f"All three are instructions of grade {IMPORTANCE['instruction']}"
    yield f"pinned memories have {WORDS[int(Settings().boost)]} times as much"


def about_the_whole_day():
    memory = day()
    assert [e.id for e in memory.evict_log][-1] == "finding" and "allergy" in dict(memory.hot())
    yield f"In the last line the finding had {at('finding'):.2f} and the thank-you {at('thanks'):.2f}"
    yield f"is in exactly one of {WORDS[len(memory.counts()) - 1]} places"
    order = next(e for e in memory.evict_log if e.id == "order")
    assert (END * 60 - order.at) / 60 == 30
    yield f"The order was graded {DAY['order'][1]} and thrown out, and half an hour later she asked about it"


def about_agents(shown):
    raised = float(re.search(r"[\d.]+", shown("04", "overtaken: nothing written"))[0])
    yield f"though its score was {raised:g}"


def about_tuning():
    kept = {minutes: set(dict(day(minutes).hot())) for minutes in (5, 10, 20, 60, 600)}
    assert "roast" in kept[5] - kept[600] and "gateway" in kept[600] - kept[5]
    assert not any(there("order", minutes, ROOM) for minutes in (5, 20, 60, 600))
    assert [there("order", minutes, ROOM + 1) for minutes in (5, 20, 60)] == [True, False, True]
    yield f"{HALF} minutes, {BOOST} times, {Settings().protection:g} seconds, {WORDS[len(IMPORTANCE)]} grades"
    yield f"in minute {END}, for {WORDS[len(kept)]} half-lives?"
    yield f"With room for {WORDS[ROOM]} the order is there under no half-life of the row"
    yield f"With room for {WORDS[ROOM + 1]} it is there under 5 minutes and under 60, and not under 20"


@pytest.fixture(scope="module")
def claims(shown):
    parts = [part for name, part in globals().items() if name.startswith("about_")]
    return [c for part in parts for c in (part(shown) if part.__code__.co_argcount else part())]


def test_every_claim_is_in_the_chapter(prose, claims):
    assert [claim for claim in (*claims, *GIVEN) if claim not in prose("04")] == []


def test_no_figure_is_without_a_claim(unproved, claims):
    assert unproved("04", (*claims, *GIVEN)) == []
