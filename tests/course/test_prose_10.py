"""Every figure that chapter 10 says in words is what the models, the counts and the plan say."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from memlab import course
from memlab.tiers.scale.capacity import Assumptions, plan
from memlab.tiers.scale.interleaving import PUSHED, RAISED, orders, play
from memlab.tiers.scale.retries import herd
from memlab.tiers.scale.slots import SLOTS, spread
from memlab.tiers.scale.waiting import waited

LOOK, WATCH = "look, then remove", "WATCH … EXEC"
CLAIMS = (  # each is held by a test below
    "plan one for ten million tenants",
    "chapters 04 (sorted sets, transactions) and 07 (tiers, reconcile)",
    "sections 1 to 4 are about two processes and one server, 5 to 9 about both tiers",
    "Here it is 5 on the left, and 4 + 2 on the right.",
    "1. Which order is the first to go wrong, counted from number 1? 2. B only *raises* the lowest, or cuts "
    "A's power. Does the sum find both? 3. A says WATCH first. Which of the 20 orders is still wrong?",
    "number 5 is the first such order, and 12 of the 20 are like it",
    "a memory worth 50 goes",
    "Four desks, one tenant, room for twenty.",
    "Sixty written, twenty here, forty in the archive",
    "Each key has one of 16,384 **hash slots**",
    "That is CRC16, a checksum of two bytes. Redis takes it modulo 16,384.",
    "Thirty tenants on three nodes.",
    "the second asks half as often as the busiest, the third a third as often, and so on (a skew of 1)?",
    "With a skew of 1 the busiest tenant",
    "Of 300 tenants it has a sixth of all calls, and its node more than that, be there three nodes or "
    "twelve.",
    "There are three promises",
    "A hundred clients lose the server at the same moment; it can answer ten in a tenth of a second.",
    "a second, ten, forty?",
    "from 0 to 1. Then put it back",
    "of which the server answers ten and turns the rest away",
    "the last one is back after about four seconds, and not after forty; here half of it is enough",
    "three tries, each of them made of three, are nine",
    "A longest wait of a tenth of a second has all back after two seconds, and three times the attempts.",
    "Four words of these lines: *usable* is 60% of a node, the rest is for peaks; a *page* is the piece of "
    "eight kilobytes in which PostgreSQL writes (ten for a memory",
    "The 300, counted:",
    "“no calls before ten in the morning”",
    "The unevenness moves the p95 much",
    "nothing is half there",
    "of ten processes that start at once one makes the tables | ten errors, and half a table",
    "a round trip takes about a tenth of a millisecond, in one data centre half of one, between two cities "
    "ten or more. A person notices a tenth of a second. Which of the five is noticed first",
    "**Move** the round trip to 10 ms",
    "`hot()` makes eight trips one after another, so at 10 ms it takes nine hundredths of a second, and one "
    "call in twenty more than a tenth. `remember()` makes three, and nobody notices.",
    "everything of sections 1, 4 and 7",
    "hundreds of times, and prints how many acknowledged writes were lost; it must say 0",
    "## 8 · Ten million tenants",
    "on a thousand memories, half English and half Chinese",
    "with five added and fifteen used",
    "Ten million tenants with two hundred memories each.",
    "has three because a cluster has no fewer. PostgreSQL has three for its bytes",
    "the memories of a tenant to five thousand; the peak to ten",
    "a thousand at once are a stampede",
    "The factor by which one is wrong is rarely below three.",
    "compare-and-set: four names for one step",
)


@pytest.fixture(scope="session")
def text(prose):
    return prose("10")


def test_there_is_no_figure_without_a_test(unproved, text):
    assert [claim for claim in CLAIMS if " ".join(claim.split()) not in text] == []
    assert unproved("10", CLAIMS) == []


def test_two_desks_that_both_look(shown):
    assert shown("10", 'r.zcard("hot"), r.lrange') == "(4, ['greeting', 'greeting'])"
    assert len(PUSHED) == 5 and RAISED == 50
    assert "the picture above" not in course.exercises()["10.1"].question


def test_the_orders_that_go_wrong_are_those_that_are_told(shown):
    wrong = [bool(play(LOOK, order=order).faults) for order in orders(LOOK)]
    assert (len(wrong), sum(wrong), wrong.index(True) + 1) == (20, 12, 5)
    assert not any(play(WATCH, order=order).faults for order in orders(WATCH))
    lines = shown("10", "orders go wrong").splitlines()
    assert len(lines) == 9 and [line for line in lines if " 0 of " not in line] == lines[:3]


def test_the_sum_finds_the_power_cut_and_not_the_raise():
    cut, raised = play(LOOK, "cuts A's power", "AABA"), play(LOOK, "raises the lowest", "ABAA")
    assert cut.faults and raised.faults
    sums = [p.counts["resident"] + p.counts["archived"] - p.counts["pushed"] for p in (cut, raised)]
    assert sums == [-1, 0]


def test_four_desks_in_any_order(shown):
    counts = shown("10", "desk.join()")
    assert counts == "{'pushed': 60, 'resident': 20, 'archived': 40, 'forgotten': 0}"


def test_slots_and_the_hot_tenant(text):
    assert SLOTS == 16_384 and "checksum of two bytes" in text
    for nodes in (3, 12):
        found = spread(300, nodes, 1.0)
        assert 0.15 < found.shares[0] < 0.175 and max(found.loads) > found.shares[0]
    assert spread(300, 3, 0, braces=False).torn > 290, "nearly every tenant"


def test_two_cups_and_one_order(shown):
    assert shown("10", 'r.incr("cups"))') == "attempt 1 · the connection was cut\nanswered: 2\n"
    assert shown("10", 'pipe.incr("cups")').splitlines()[-1] == "3"
    assert shown("10", "{pushed_after_a_cut(trip") == "{1}"


def test_the_stampede_and_its_cure():
    plain, half, full = (herd(100, 0.1, 5, jitter) for jitter in (0, 0.5, 1))
    assert 40 < plain.done < 43 and 3.5 < full.done < 4.5 and half.done < full.done
    crowd = herd(100, 0.1, 0.1, 0)
    assert 1.9 < crowd.done < 2.1 and 2.9 < crowd.attempts / full.attempts < 3.2
    assert {n for n in plain.answered if n} == {10} and max(plain.asked) == 100


def test_trips_are_counted_and_become_noticed(shown):
    trips = {name: int(n) for name, n in re.findall(r"(\w+) +(\d+) round", shown("10", "counted = {"))}
    assert len(trips) == 5 and trips["hot"] == max(trips.values()) == 8 and trips["remember"] == 3
    hot, remember = waited(8, 0.01), waited(3, 0.01)
    assert 0.085 < hot.p50 < 0.095 and hot.p95 > 0.1 > remember.p95


def test_reconcile_tells_what_was_behind(shown):
    lines = shown("10", "mira.hot.get").splitlines()
    assert lines[0].endswith("Willow Road.") and "Lotus Court" in lines[1]
    assert lines[2].startswith("address · warm → hot") and lines[-1].endswith("[]")


def test_the_plan_has_as_many_of_one_as_of_the_other(shown):
    made = plan()
    nodes = [made.value(t, "nodes") / Assumptions().copies for t in ("Redis", "PostgreSQL")]
    assert (Assumptions().full, Assumptions().pages) == (0.6, 10)
    assert nodes == [3, 3] and Assumptions().tenants == 10_000_000 and Assumptions().memories == 200
    assert made.value("Redis", "nodes for memory") == made.value("Redis", "nodes for round trips") == 2
    assert (made.value("PostgreSQL", "nodes for storage"), made.value("PostgreSQL", "nodes for pages")) == (
        3,
        2,
    )
    assert (Assumptions().writes, Assumptions().reads) == (5, 15)
    adding, using, mean = map(int, shown("10", "adding, using = trips").split())
    assert mean == -(-(5 * adding + 15 * using) // 20)


def test_the_sections_are_numbered_and_what_points_to_them_finds_them(text):
    numbers = [int(n) for n in re.findall(r"## (\d+) · ", text)]
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers))
    assert all(int(n) in numbers for n in re.findall(r"[Ss]ections? (\d+)(?!\.\d)", text))
    assert set(re.findall(r"exercise (\d\d\.\d)", text)) <= set(course.exercises())
