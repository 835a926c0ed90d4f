"""Every figure that chapter 05 says in words is what its cells and the library count; each has a claim."""

from __future__ import annotations

import re

import pytest

from memlab.bank import Rater
from memlab.course.story import WEDDING_CALL, WEDDING_MEMORIES
from memlab.course.traces import season
from memlab.flow import Program
from memlab.replay import Trace, simulate
from memlab.replay.generators import loop, zipf

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
ROOM = 6
FACTS = {"occasion", "guests", "budget", "allergy", "venue", "hours"}
LOG, OTHER = "abcdabebcdb", "abcdacacdca"
HOUR = 3600
GIVEN = (  # what is set and not found out: the story's choices, and ways to speak
    "no calls before ten in the morning",
    "deliver before June 3",
    "Mira's bank has room for six",
    "Six short turns, and room for *one*",
    "Take room for three and these reads",
    "places count from 0",
    "the eight lines, and who was there",
    "1 means: nobody",
    "Three ways to look ahead",
    "every five minutes so far, it will be read five minutes after",
    "ten seconds after it was written. Its rhythm is ten seconds, so it is *due* in ten seconds",
    "about a half of the log",
    "room for twelve",
    "Five logs, room for 50",
    "any of the last hundred",
    "ten memories are hot for a while, then ten others",
    "> 1. ",
    "> 2. ",
    "> 3. ",
    "1. `lfu`",
    "2. Most",
    "The same five logs as a table, room for 50",
    "with room for 150, too?",
    "Five logs, one room",
    "Room for four. The contract has four tokens, each of four notes has one",
    "contract, n1, n2, > n3, n4",
    "one place for the contract is four places for notes",
    "1 is the average turn",
    "lets the third pass by",
    "Check the third one",
    "a quarter of their tokens",
    "of ten very long conversations",
    "chapters 03 (policies, the log) and 04",
)


@pytest.fixture(scope="module")
def call():
    return Trace.of_program(Program.from_dicts(WEDDING_CALL), WEDDING_MEMORIES)


def turns_of(name, kind):
    return [turn["id"] for turn in WEDDING_CALL if name in turn[kind]]


def about_the_call(call, shown):
    said = [turn for name in FACTS for turn in turns_of(name, "def")]
    needed = [turn for name in FACTS for turn in turns_of(name, "use")]
    newest, (opera,) = simulate(call, "fifo", ROOM), turns_of("request", "def")
    chat = [name for name in ("puer", "pots", "opera", "tin") if len(turns_of(name, "use")) == 1]
    missed = {call[n].key for n in newest.missed}
    first_out = [gone.key for gone in newest.evictions if gone.key in FACTS and turn(call, gone) <= opera]
    later = next(gone for gone in newest.evictions if gone.key in FACTS - set(first_out))
    assert missed >= FACTS and simulate(call, "lru", ROOM).missed == newest.missed
    assert turn(call, later) == min(needed)
    turns = f"turns {min(said)} to {max(said)}"
    yield f"is said in {turns}: the occasion"
    yield f"Which of the six facts of {turns} are there when turns {min(needed)} to {max(needed)} need them?"
    yield f"Meanwhile {WORDS[len(chat)]} notes of chat had come in"
    newcomers, out = WORDS[len(chat) + 1].capitalize(), WORDS[len(first_out)]
    yield f"the question of turn {opera}. {newcomers} newcomers, {out} facts out"
    yield f"wait unread for {WORDS[min(needed) - max(said)]} turns"
    yield f"the rain of turn {turns_of('weather', 'def')[0]}"
    yield f"Misses, of {newest.requests} reads"
    assert all(simulate(call, "liveness", room).regret == 0 for room in range(1, len(WEDDING_MEMORIES) + 1))
    misses = {p: [simulate(call, p, room).misses for room in (2, 4, 6, 8, 10)] for p in ("lru", "predicted")}
    assert misses["lru"][:2] == misses["predicted"][:2]
    assert all(a > b for a, b in zip(misses["lru"][2:], misses["predicted"][2:], strict=True))


def turn(call, departure):
    return call.statements[departure.position]


def about_fetching(call, shown):
    gone = [int(n) for n in re.findall(r"(\d+) missed", shown("05", "gone for good: {run.misses}"))]
    fetched = [int(n) for n in re.findall(r"(\d+) missed", shown("05", "fetched again: {result.misses}"))]
    assert gone == [3, 1] and fetched == [1, 1]
    yield f"the coupon is read once, the allergy {WORDS[gone[0]]} times"
    yield f"Gone for good, the allergy costs {WORDS[gone[0]]} misses"


def about_belady(call, shown):
    best, other = simulate(LOG, "belady", 3), simulate(OTHER, "belady", 3)
    rows = [(gone.position + 1, LOG[gone.position], gone.key) for gone in best.evictions]
    for place, comes, goes in rows:
        there = sorted({*LOG[: place - 1]} - {key for at, _, key in rows if at < place})
        next_read = [
            (name, (LOG.index(name, place) + 1) if name in LOG[place:] else "never") for name in there
        ]
        told = ", ".join(f"{name}: {at}" for name, at in next_read)
        yield f"| {place} | {comes} | {', '.join(there)} | {told} | {goes} |"
    starts = best.misses - len(rows)
    yield f"the {WORDS[starts]} at the start and these {WORDS[len(rows)]}"
    yield f"In place {rows[0][0]} the {rows[0][1]} comes, and a, b and c are there"
    kept = LOG.index(rows[0][2], rows[0][0]) + 1
    yield f"in place {rows[0][0]} it knew what is read in place {kept}"
    differs = next(n for n, (a, b) in enumerate(zip(LOG, OTHER, strict=True), 1) if a != b)
    assert other.evictions[0].position == best.evictions[0].position
    yield f"decided otherwise in place {rows[0][0]}, because of what is read in place {differs}"
    yield "Two hundred logs, every possible choice"
    assert shown("05", "for _ in range(200):") == ""  # its assertions held


def about_seasons(call, shown):
    practice = season(1)
    customers = {access.key.split()[-1] for access in practice if access.key.startswith("identity")}
    regret = {policy: simulate(practice, policy, 24).regret for policy in ("lru", "predicted")}
    assert 25 < len(customers) <= 40 and 5 <= practice[-1].time / HOUR / 24 <= 8
    assert 0.45 < regret["predicted"] / regret["lru"] < 0.55
    yield "forty customers in about a week"
    yield "it has half the regret of `lru`"


def about_half_lives(call, shown):
    rows = [re.findall(r"[\d.]+", line) for line in shown("05", "HALF_LIVES = (").splitlines()[1:]]
    kiosk, project = ({float(row[0]): float(row[n]) for row in rows} for n in (1, 2))
    assert max(kiosk, key=kiosk.get) == 2 and kiosk[32] < kiosk[2] - 5
    assert min(hours for hours, share in project.items() if share == 100) == 16
    yield "For which of the two is a half-life of two hours better, for which one of two days"
    yield "At the kiosk two hours are best"
    yield "**project** three customers come back"
    yield "from sixteen hours on is perfect"
    yours = [float(n) for n in re.findall(r"[\d.]+", shown("05", "beside_lru(zipf"))]
    on_a_loop = [float(n) for n in re.findall(r"[\d.]+", shown("05", "beside_lru(loop"))]
    assert on_a_loop == [100, 0] and simulate(loop(500, keys=25), "lru", 20).hits == 0
    assert yours[1] == round(simulate(zipf(2000, keys=100), "lru", 20).share * 100, 1)
    yield f"has {yours[0]}% of the optimum's hits"
    yield "and a third of what is possible"


def about_the_lab(call, shown):
    table = shown("05", "max(row, key=row.get)}")
    names, rows = table.split("\n")[0].split(), {}
    for line in table.splitlines()[1:]:
        name, *cells = re.split(r"  +", line)
        rows[name] = dict(zip(names, [float(cell.rstrip("%")) for cell in cells[:-1]], strict=False))
    best = {name: max(row.values()) for name, row in rows.items()}
    assert rows["zipf"]["lfu"] > rows["zipf"]["lru"] + 10
    assert min(rows["sliding window"], key=rows["sliding window"].get) == "lfu"
    without = [policy for policy, share in rows["loop"].items() if share == 0]
    assert len(without) > len(names) / 2 and rows["loop"]["random"] > 0
    assert all(row["predicted"] > best[name] - 1 for name, row in rows.items())
    assert len({max(row, key=row.get) for row in rows.values()}) == 3
    yield "near the top on all five"
    yield "loop**: 120 memories round and round"


def about_room(call, shown):
    shares = [float(n) for n in re.findall(r"([\d.]+)% of", shown("05", "for room in (50, 150)"))]
    ticked = re.findall(r"^(\w+) +no", shown("05", "PolicyLab()"), re.M)
    lab = dict(zip(["lru", "lfu", "predicted"], shares[3:], strict=True))
    assert ticked[-1] == "lfu" and shares[1] < 50 and max(lab, key=lab.get) == "lfu"
    yield "the conversation and room for 50, and of the ticked ones `lfu` is the last there"
    yield "3. With room for 50 `lfu` has not half of what is possible"
    yield "With 150 and more none of the ticked ones beats it"
    yield "(Three of the topics have Chinese names"


def about_tokens(call, shown):
    found = [int(n) for n in re.findall(r"(\d+) of 15 found", shown("05", 'unit="tokens")'))]
    assert found == [0, 2, 8]
    yield "and four notes must go for it. Passing over keeps the contract and finds it twice"
    yield f"finds {WORDS[found[2]]}"
    yield f"Is {WORDS[found[2]]} better than {WORDS[found[1]]}?"
    fetched = shown("05", "tokens fetched").splitlines()
    assert fetched[0] == fetched[1]


def about_the_text(call, shown):
    rater = Rater()
    rated = {turn["id"]: rater.rate(turn["text"], turn["speaker"]).worth for turn in WEDDING_CALL}
    hers = [turn["id"] for turn in WEDDING_CALL if turn["speaker"] == "customer"]
    first = set(sorted(hers, key=rated.get, reverse=True)[:6])
    middle = {turn for name in FACTS for turn in turns_of(name, "def")}
    assert len(hers) == 16 and first == {1, 25} | middle and turns_of("date", "def") == [25]
    yield "Of Lin Yue's sixteen turns, > which six does it put first?"
    yield f"Her name, the date, and the {WORDS[len(first & middle)]} turns of the middle"


@pytest.fixture(scope="module")
def claims(call, shown):
    parts = [part for name, part in globals().items() if name.startswith("about_")]
    return [claim for part in parts for claim in part(call, shown)]


def test_every_claim_is_in_the_chapter(prose, claims):
    assert [claim for claim in (*claims, *GIVEN) if claim not in prose("05")] == []


def test_no_figure_is_without_a_claim(unproved, claims):
    assert unproved("05", (*claims, *GIVEN)) == []
