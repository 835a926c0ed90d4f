"""Every figure that chapter 03 says in words is what the library counts; one without a claim is found."""

from __future__ import annotations

import inspect

import pytest

from memlab import course, tokens
from memlab.bank import Policy, play
from memlab.course.story import MEMORIES, SERVICE_CALL
from memlab.flow import Program, pressure

WORDS = [
    "no", "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "eleven", "twelve", "thirteen",
]  # fmt: skip
POLICIES = ("fifo", "lru", "lfu", "article", "scored", "liveness")
ROOM = 5
GIVEN = (  # what is set and not found out: the story's choices, and ways to speak
    "Mira room for **five** memories",
    "With room for five",
    "Room for five, the whole call",
    "with room for five:",
    "four numbers: how important it is, when it was written, when it was last used, and how often",
    "the same four, as",
    "three small pieces",
    "four things more: it measures in tokens, it takes other policies, it logs its reasons, and it answers",
    "importance from 0 to 1",
    "the first at 0",
    "half a log",
    "the first half speaks",
    "its count is 0, the smallest there is",
    "A hundred looks count nothing",
    "weather (0.1) was chatted about five times",
    "The third place of a key",
    "Third, the bank itself",
    "characters ÷ 4",
    "capacity to 5",
    "has `liveness` a 0",
    "> 1. Under",
)


def runs(policy):
    return {room: play(SERVICE_CALL, MEMORIES, room, policy) for room in range(1, len(MEMORIES) + 1)}


def gone(policy, room=ROOM):
    return [(f.turn, e) for f in play(SERVICE_CALL, MEMORIES, room, policy).frames for e in f.evicted]


def turn_of(name, kind):
    return [turn["id"] for turn in SERVICE_CALL if name in turn[kind]]


def about_the_call():
    (told,), (checked,) = turn_of("allergy", "def"), turn_of("allergy", "use")
    (coupon,), (_, address) = turn_of("coupon", "def"), turn_of("address", "def")
    readings = sum(len(turn["use"]) for turn in SERVICE_CALL)
    yield f"In turn {told} she says that she is allergic"
    yield f"In turn {coupon} she has a coupon"
    yield f"in turn {address} she changes the address"
    yield f"In turn {checked}, {WORDS[checked - told]} turns later, the agent checks every item"
    yield "carry that one fact across"
    yield f"*once*, {WORDS[checked - told]} turns after it was written"
    few = f"with {WORDS[len(SERVICE_CALL)]} turns and five places"
    yield f"goes wrong {few} goes wrong with twelve thousand turns and five thousand places"
    yield f"still be there in turn {checked}?"
    yield f"the allergy there in turn {checked}?"
    yield f"knows in turn {told} that turn {checked} will ask for peanuts"
    yield f"The allergy has the highest: {max(worth for _, worth in MEMORIES.values())}."
    yield f"The allergy (importance {MEMORIES['allergy'][1]})"
    yield f"how many of the {readings} readings found nothing"


def about_recall(score):
    hits, recalls, importance = (score(*one) for one in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    most = next(n for n in range(20) if score(0, n, 0) == score(0, n + 1, 0))
    yield f"No law says {hits}, {recalls} and {importance}"
    yield f"{WORDS[most].capitalize()} recalls are worth {score(0, most, 0)}"
    yield f"importance is worth {importance}"
    yield f"stops counting at {WORDS[most]}"
    yield f"earlier recalls (up to {WORDS[most]})"


def about_tokens():
    sentence, line = SERVICE_CALL[1]["text"], SERVICE_CALL[5]["text"]
    more = sorted(round(tokens.count(text) / (len(text) / 4)) for text in (sentence, line))
    yield f"`{sentence}` has {len(sentence)} characters"
    yield f"{WORDS[tokens.count(sentence)].capitalize()}, not {WORDS[round(len(sentence) / 4)]}."
    yield f"need {WORDS[more[0]]} or {WORDS[more[1]]} times as much"


def about_size():
    sizes = [tokens.count(MEMORIES[name][0]) for name in ("name", "user_id", "allergy", "cart")]
    new = tokens.count("note = " + "Lin Yue likes her oolong roasted twice. " * 2)
    least = next(n for n in range(5) if sum(sizes[n:]) + new <= 40)
    yield f"{WORDS[len(sizes)].capitalize()} notes fill {sum(sizes)} of 40 tokens. A fifth comes, of {new}."
    yield f"{WORDS[least].capitalize()}: one big memory throws out several"


def about_the_log():
    (_, (turn, second), *_) = victims = gone("article")
    unread = sum(candidate.key[0] == 0 for candidate in second.candidates)
    assert second.id == "allergy" and [n for n, e in victims if e.id == "order"] == [10]
    yield f"The second victim is the allergy: importance {MEMORIES['allergy'][1]}, gone in turn {turn}."
    yield "In turn 8 the agent looked for it"
    yield f"{WORDS[unread].capitalize()} had no recall"
    yield "where four stand nearer to the door"
    (_, order), worth = next(pair for pair in victims if pair[1].id == "order"), MEMORIES["order"][1]
    others = [MEMORIES[candidate.id][1] for candidate in order.candidates if candidate.id != "order"]
    assert sum(other < worth for other in others) > len(others) / 2 and order.candidates[0].key[0] == 0
    yield "In turn 10 the order T-7316 is placed, and in turn 10 `order` is thrown out."
    yield f"Its importance is {worth}, higher than that of most."
    yield f"in turn {next(n for n, e in victims if e.id == 'deadline')} the deadline, in the same way"
    yield "candidates of turn 10"


def about_the_cure():
    after = play(SERVICE_CALL, MEMORIES, ROOM, "article_protected")
    (turn,) = [frame.turn for frame in after.frames if "order" in [e.id for e in frame.evicted]]
    solution = course.exercises()["03.4"]
    key = solution.answer_in(solution.solution)
    mine = type("Mine", (Policy,), {"spares_newcomer": False, "key": lambda _, item, now: key(item, now)})
    cured = play(SERVICE_CALL, MEMORIES, ROOM, mine())
    assert "order" not in [name for frame in cured.frames for name in frame.missed]
    trapped = play(SERVICE_CALL, MEMORIES, ROOM, "article").misses
    yield f"It survived turn {turn - 1} and went in turn {turn}"
    yield f"With the key as it was, {trapped} readings find nothing; with a right one it is {cured.misses}"
    yield f"the order is there when turn {turn_of('order', 'use')[0]} asks for it"


def about_the_policies():
    misses = {policy: {room: run.misses for room, run in runs(policy).items()} for policy in POLICIES}
    lost = [policy for policy in POLICIES if "allergy" in missed(policy)]
    enough = {policy: min(room for room in row if row[room] == 0) for policy, row in misses.items()}
    same = [room for room, count in misses["lru"].items() if count == misses["lru"][4]]
    assert all(misses["liveness"][room] == min(row[room] for row in misses.values()) for room in same)
    assert set(missed("scored")) == {"cart", "total"} and lost == ["fifo", "lru", "lfu", "article"]
    yield f"each of {WORDS[len(POLICIES)]} policies"
    yield f"{WORDS[len(POLICIES)].capitalize()} policies"
    yield f"> 2. Which of the {WORDS[len(POLICIES)]} keeps it"
    yield f"All {WORDS[len(lost)]} throw it out"
    yield f"With room for {WORDS[enough['scored']]} it misses nothing"
    yield f"from {WORDS[enough['liveness']]} on it misses nothing"
    yield f"misses {WORDS[misses['lru'][4]]} with room for {same[0]}, for {same[1]} and for {same[2]}"
    yield f"for room for {ROOM}:"
    peak = max(pressure(Program.from_dicts(SERVICE_CALL)).values())
    yield f"And room for {WORDS[peak]} is enough, as chapter 02 could have told"


def about_liveness():
    turns = {e.id: turn for turn, e in gone("liveness")}
    written = turn_of("address", "def")
    assert min(turns, key=turns.get) == "weather" and turns["address"] == written[0] + 1
    yield f"address of turn {written[0]}, though it is only a turn old: turn {written[1]} replaces it"


def about_what_does_not_work():
    keys = [[c.key for c in e.candidates] for room in runs("article") for _, e in gone("article", room)]
    assert not any(key[:2] == k[0][:2] and key[2] != k[0][2] for k in keys for key in k)
    held = play(SERVICE_CALL, MEMORIES, ROOM, "article").frames[-1].resident
    assert not {item.id for item in held} & set(SERVICE_CALL[-1]["use"])
    yield f"Never, in {WORDS[len(runs('article'))]} capacities"
    yield f"Not one of these is read in turn {len(SERVICE_CALL)}"
    yield f"Every capacity from 1 to {len(MEMORIES) + 1}"


def missed(policy):
    return [name for frame in play(SERVICE_CALL, MEMORIES, ROOM, policy).frames for name in frame.missed]


def recall_score(hits, recalls, importance):  # as the chapter's cell has it
    return round(0.5 * hits + 0.2 * min(recalls, 5) + 0.3 * importance, 6)


@pytest.fixture(scope="module")
def claims():
    best_three = ("the best three", "the best three come back")
    parts = [part for name, part in globals().items() if name.startswith("about_")]
    said = [
        c for part in parts for c in (part(recall_score) if inspect.signature(part).parameters else part())
    ]
    return [*said, *best_three]


def test_every_claim_is_in_the_chapter(prose, claims):
    text = prose("03")
    assert [claim for claim in (*claims, *GIVEN) if claim not in text] == []


def test_no_figure_is_without_a_claim(unproved, claims):
    assert unproved("03", (*claims, *GIVEN)) == []


def test_the_score_of_the_chapter_is_the_one_that_is_checked_here(repo):
    source = (repo / "notebooks" / "03_memory_bank.ipynb").read_text(encoding="utf-8")
    assert "return 0.5 * hits + 0.2 * min(recalls, 5) + 0.3 * importance" in source
