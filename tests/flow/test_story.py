"""The course's conversations, worked out by hand."""

from __future__ import annotations

import pytest

from memlab.course.story import FIVE_STATEMENTS, RETURN_DESK, SERVICE_CALL
from memlab.flow import (
    LIVENESS,
    STRONG_LIVENESS,
    DanglingUse,
    LiveRange,
    Program,
    Spill,
    dangling_uses,
    dead_definitions,
    def_use_chains,
    live_ranges,
    liveness_analysis,
    next_use,
    pressure,
    slots,
    solve,
    spills,
)


@pytest.fixture(scope="module")
def call() -> Program:
    return Program.from_dicts(SERVICE_CALL)


@pytest.fixture(scope="module")
def desk() -> Program:
    return Program.from_dicts(RETURN_DESK)


def test_five_statements():
    p = Program.from_dicts(FIVE_STATEMENTS)
    live = solve(p, LIVENESS)
    after = [{"user_id"}, {"cart"}, {"cart", "coupon"}, {"order"}, set()]
    assert [live.after[id] for id in p.ids] == after
    assert [live.before[id] for id in p.ids] == [set(), {"user_id"}, {"cart"}, {"cart", "coupon"}, {"order"}]
    assert pressure(p) == {1: 1, 2: 1, 3: 2, 4: 2, 5: 1}
    assert liveness_analysis(FIVE_STATEMENTS)[2] == 2  # one scan finds it all, one sees that nothing changes
    assert live.visits == 5


def test_the_same_turns_without_ids_and_successors():
    turns = [{k: v for k, v in turn.items() if k not in ("id", "succ")} for turn in FIVE_STATEMENTS]
    assert Program.from_turns(turns) == Program.from_dicts(FIVE_STATEMENTS)
    assert Program.from_turns(FIVE_STATEMENTS) == Program.from_dicts(FIVE_STATEMENTS)


def test_leaks_of_the_service_call(call):
    assert dead_definitions(call) == (("weather", 4), ("address", 5))  # nobody asks, and it is written again
    assert dangling_uses(call) == ()
    assert def_use_chains(call)["address", 5] == ()
    assert def_use_chains(call)["user_id", 1] == (3, 10)


def test_ranges_of_the_service_call(call):
    ranges = live_ranges(call)
    assert ranges["name"] == (LiveRange(0, 11),)
    assert ranges["address"] == (LiveRange(8, 9),)
    assert ranges["weather"] == ()
    assert list(ranges) == list(call.variables)


def test_pressure_of_the_service_call(call):
    assert list(pressure(call).values()) == [2, 3, 4, 4, 4, 5, 5, 5, 5, 5, 3, 3]
    assert pressure(call, size=lambda v: {"name": 10}.get(v, 1))[12] == 12
    assert spills(call, 4)[0] == Spill(6, ("name",))  # not needed before turn 12
    assert spills(call, 5) == ()


def test_slots_of_the_service_call(call):
    found = slots(call)
    # five are held at once, but the address written in vain at turn 5 needs the one slot that is free then,
    # and so does the total at turn 7, which is still held when the address is written again
    assert (found.needed, found.at_least) == (6, 5)


def test_the_return_desk(desk):
    live = solve(desk, LIVENESS)
    assert live.before[1] == {"refund", "tracking"}
    assert live.before[6] == {"order", "reason", "tracking"}  # turn 7 writes the refund
    assert live.after[4] == {"order", "reason", "refund", "tracking"}  # round the loop as well
    assert dangling_uses(desk) == (
        DanglingUse("refund", 9, every_path=False),
        DanglingUse("tracking", 9, every_path=True),
    )
    assert dead_definitions(desk) == (("label", 8),)
    assert live_ranges(desk)["refund"] == (LiveRange(0, 4), LiveRange(6, 8))


def test_strong_liveness_sees_through_a_leak(desk):
    strong = solve(desk, STRONG_LIVENESS)
    assert "order" in solve(desk, LIVENESS).before[8]
    assert "order" not in strong.before[8]  # it only goes into a label that nobody reads


def test_next_use_takes_the_shorter_branch(desk):
    next_ = next_use(desk)
    assert next_.before[5] == {"order": 1, "reason": 0, "refund": 2, "tracking": 2}
    assert next_.after[4] == {"order": 1, "reason": 1, "refund": 3, "tracking": 3}
    assert next_.after[9] == {}


def test_text_and_speaker_are_kept(call):
    assert call[2].text == "我对花生过敏，请记住。"
    assert call[2].speaker == "customer"
