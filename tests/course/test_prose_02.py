"""Every figure that chapter 02 says in words is what the story and the library say."""

from __future__ import annotations

import pytest

from memlab.course import bril
from memlab.course.story import FIVE_STATEMENTS, RETURN_DESK, SERVICE_CALL
from memlab.flow import (
    LIVENESS,
    Program,
    interference,
    liveness_analysis,
    next_use,
    pressure,
    slots,
    solve,
    spills,
)

CALL, DESK = Program.from_dicts(SERVICE_CALL), Program.from_dicts(RETURN_DESK)
LIVE = solve(CALL, LIVENESS)


@pytest.fixture(scope="session")
def text(prose):
    return prose("02")


def passes(turns):
    """How often the chapter's version by hand goes through the list until nothing changes."""
    before, old, count = {turn["id"]: set() for turn in turns}, None, 0
    while before != old:
        old, count = dict(before), count + 1
        for turn in turns:
            after = set().union(*(before[later] for later in turn["succ"]))
            before[turn["id"]] = (after - set(turn["def"])) | set(turn["use"])
    return count


def test_at_turn_8_nine_things_are_written_and_two_of_the_four_newest_are_useless(text):
    written = [name for turn in SERVICE_CALL[:8] for name in turn["def"]]
    kept = set(written[-4:])
    assert len(written) == 9 and kept - LIVE.after[8] == {"coupon", "address"}
    assert LIVE.after[8] - kept == {"user_id", "name"} and "name" in CALL[1].defs
    assert "Nine things have been told" in text and "keep the last four" in text
    assert "Two of the four kept ones are useless: the coupon" in text
    assert "Two that will be needed are gone: the customer number, and Lin Yue's name" in text


def test_four_steps_lead_up_to_the_point_after_turn_8(text):
    assert len(SERVICE_CALL) - 8 == 4 and "Four steps, and the last line is the answer" in text


def test_the_passes(text):
    looped = [dict(turn) for turn in RETURN_DESK[:4]]
    looped[3]["succ"] = [2]
    assert (passes(FIVE_STATEMENTS[::-1]), passes(looped[::-1]), passes(RETURN_DESK[::-1])) == (2, 3, 2)
    assert (passes(FIVE_STATEMENTS), passes(SERVICE_CALL)) == (3, 12)
    assert len(FIVE_STATEMENTS) == 5 and "Two passes: one that finds everything" in text
    assert "Three passes for the loop, two for the whole desk" in text
    assert "Three and twelve." in text and "Eleven passes carry it up" in text
    assert [id for id in DESK.ids if id > 4 and "order" in DESK[id].use] == [7, 8]


def test_the_longest_way_of_a_need_is_the_names(text):
    ways = {
        name: (turn["id"], max(r["id"] for r in SERVICE_CALL if name in r["use"]))
        for turn in SERVICE_CALL
        for name in turn["def"]
        if any(name in r["use"] for r in SERVICE_CALL)
    }
    assert max(ways.values(), key=lambda way: way[1] - way[0]) == ways["name"] == (1, 12)
    assert "the name's, said in turn 1 and read in turn 12" in text


def test_ten_times_the_turns_are_a_hundred_times_the_work(text):
    def looks(n):
        turns = [{"id": i, "use": [], "def": [], "succ": [i - 1]} for i in range(n)]
        turns[0].update(use=["name"], succ=[])
        return liveness_analysis(turns)[2] * n

    assert [looks(n) for n in (10, 40)] == [n * (n + 1) for n in (10, 40)]  # so a pass more than turns
    assert round(100_000 * 100_001 / 1e9) == 10 and 90 < looks(100) / looks(10) < 100
    assert "Ten times the turns, a hundred times the work" in text
    assert "At 100,000 turns that is ten billion looks" in text


def test_the_refund(text):
    assert {"refund"} == {name for name in DESK[7].defs} and "refund" in DESK[9].use
    assert "refund" in solve(DESK, LIVENESS).before[1] and "refund" not in DESK[8].defs
    assert "`refund` is written in turn 7 only" in text and "In turn 9 the refund is read" in text


def test_never_more_than_five_of_eleven_are_held(text):
    assert len(CALL.variables) == 11 and max(pressure(CALL).values()) == 5
    assert "Eleven variables were written in this call, and never more than five had to be held" in text


def test_with_room_for_four_and_for_three(text):
    four, three = ({s.statement: s.variables for s in spills(CALL, room)} for room in (4, 3))
    assert set().union(*four.values()) == {"name"} and (min(four), max(four)) == (6, 10)
    assert "it goes out at turn 6 and can come back at turn 11" in text
    assert max(map(len, three.values())) == 2 and "two wait at the busiest turns" in text
    assert len(CALL[10].use) == 4 and "turn 10 is beyond help: it reads four memories at once" in text


def test_the_places(text):
    plan, graph = slots(CALL), interference(CALL)
    assert (plan.needed, plan.at_least) == (6, 5) and "Six places, although no turn" in text
    assert {"cart", "allergy", "total"} <= set(graph["address"])
    renamed = [dict(turn) for turn in SERVICE_CALL]
    renamed[8]["def"] = ["new_address"]
    renamed[9]["use"] = ["user_id", "safe_cart", "total", "new_address"]
    better = interference(Program.from_dicts(renamed))
    assert {"cart", "allergy"} <= set(better["address"]) and "total" in better["new_address"]
    assert slots(Program.from_dicts(renamed)).needed == 5 and "Five, and proven" in text


def test_how_soon_before_turn_7(text):
    soon = next_use(CALL).before[7]
    assert [soon[v] for v in ("cart", "coupon", "allergy", "name")] == [0, 0, 1, 5]
    assert max(soon, key=soon.get) == "name" and "the name only five turns later" in text


def test_the_compilers_function_has_eight_instructions(text):
    (gcd,) = [f for f in bril.functions() if f.name.endswith("#gcd")]
    assert len(gcd.turns) == 8 and "eight instructions that find the greatest common divisor" in text
