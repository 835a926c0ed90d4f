"""Every figure that chapter 01 says in words is what the story and the library say."""

from __future__ import annotations

import json
import re

import pytest

from memlab.course.story import FIVE_STATEMENTS, RETURN_DESK, SERVICE_CALL
from memlab.flow import (
    REACHING,
    Program,
    dangling_uses,
    dead_definitions,
    def_use_chains,
    solve,
)
from memlab.tokens import count

CALL, DESK = Program.from_dicts(SERVICE_CALL), Program.from_dicts(RETURN_DESK)


@pytest.fixture(scope="session")
def text(prose):
    return prose("01")


def test_what_is_sent_if_each_turn_takes_all_turns_before_it_along(text):
    sizes = [count(turn["text"]) for turn in SERVICE_CALL]
    sent = sum(sum(sizes[:n]) for n in range(1, len(sizes) + 1))
    assert len(sizes) == 12 and 6 < sent / sum(sizes) < 7
    assert "Twelve turns, and more than six times their length was sent" in text


def test_turn_4_reads_two_memories_and_writes_a_third(text):
    turn = FIVE_STATEMENTS[3]
    assert (turn["id"], turn["use"], turn["def"]) == (4, ["cart", "coupon"], ["order"])
    assert f"Look at turn 4: “{turn['text']}”" in text and "needs two memories" in text


def test_turn_2_of_the_desk_has_two_predecessors(text):
    assert DESK.predecessors(2) == (1, 4)
    assert "Turn 2 is reached from turn 1 and, when the reason was not clear, from turn 4" in text


def test_twelve_values_are_written_and_two_for_nothing(text):
    assert len(def_use_chains(CALL)) == 12
    assert sorted(dead_definitions(CALL)) == [("address", 5), ("weather", 4)] and "address" in CALL[9].defs
    assert "Twelve times in the call above a memory is written. How many of the twelve" in text
    assert "Two. The weather" in text and "the address of turn 5, which was corrected in turn 9" in text


def test_the_tracking_number_dangles_on_every_path_and_the_refund_on_that_through_turn_8(text):
    assert {(u.variable, u.statement, u.every_path) for u in dangling_uses(DESK)} == {
        ("tracking", 9, True),
        ("refund", 9, False),
    }
    assert "refund" in DESK[7].defs and "refund" not in DESK[8].defs and DESK.predecessors(9) == (7, 8)
    assert "The refund was written in turn 7, but the way through turn 8 goes round it" in text


def test_the_two_addresses(text):
    maybe = [dict(turn) for turn in SERVICE_CALL]
    maybe[7]["succ"] = [9, 10]
    reach = [
        {turn for name, turn in solve(program, REACHING).before[10] if name == "address"}
        for program in (CALL, Program.from_dicts(maybe))
    ]
    assert reach == [{9}, {5, 9}] and "address" in CALL[10].use
    assert "Lin Yue named two addresses. In turn 10 the order is placed" in text
    assert "One, the second" in text and "Two definitions reach one use" in text


def test_turn_9_says_address_and_turn_10_reads_it(text):
    assert "地址" in SERVICE_CALL[8]["text"] and "address" not in SERVICE_CALL[8]["use"]
    assert "address" in SERVICE_CALL[9]["use"] and SERVICE_CALL[9]["text"] == "The order is placed."
    assert not re.search("address|地址", SERVICE_CALL[9]["text"])
    assert "Turn 9 says *address* (地址) and does not read it. Turn 10, “The order is placed”, reads" in text


def test_two_reads_of_the_short_call_dangle(text, repo):
    cells = json.loads((repo / "notebooks/01_conversation_as_program.ipynb").read_text(encoding="utf-8"))[
        "cells"
    ]
    (shown,) = [
        cell["outputs"][0]["text"] for cell in cells if "dangling_uses(short)" in "".join(cell["source"])
    ]
    assert [line.split()[0] for line in "".join(shown).splitlines()] == ["file", "allergy"]
    assert "Which two reads dangle?" in text
