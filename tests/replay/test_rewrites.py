"""What each policy makes of a memory that is rewritten in another size, or larger than the whole capacity."""

import pytest

from memlab import flow
from memlab.replay import POLICIES, Access, simulate
from memlab.replay.ghosts import Sized


def replayed(policy, capacity, steps):
    """Steps are keys that are read; with a number, such as a2, they are written in that size."""
    rows = [Access(s[0], operation="write", size=int(s[1:])) if s[1:] else Access(s) for s in steps.split()]
    return simulate(rows, policy, capacity, "tokens")


@pytest.mark.parametrize("policy", ["clock", "sieve"])
def test_the_bit_of_a_lost_value_is_forgotten(policy):
    """a was used, lost to a rewrite that is too large, and fetched again: unused, it is the first to go."""
    assert replayed(policy, 2, "a a a99 a b c").resident == ("b", "c")


def test_in_2q_it_stays_in_its_queue():
    """a has come back, so it is in the main queue, and there it still is after it has grown."""
    assert replayed("2q", 4, "a b c d e a a2 f g h").resident == ("a", "g", "h")


def test_in_arc_a_rewrite_is_a_use():
    assert replayed("arc", 3, "a a2 b c").resident == ("a", "c")


def test_in_lfu_the_uses_count_on():
    """a: read twice, rewritten twice; b: read three times; c: once, so it goes first."""
    assert [gone.key for gone in replayed("lfu", 3, "a a b b b a2 a1 c d").evictions] == ["c"]


@pytest.mark.parametrize("policy", POLICIES)
def test_it_is_not_passed_over(policy):
    """b is read next, a never again; still the rewrite of a needs room, and only b can make it."""
    result = replayed(policy, 2, "a1 b1 a2 b")
    assert (result.evictions[0].key, result.evictions[0].position) == ("b", 2)
    assert result.misses == 1


def test_of_two_that_are_as_far_the_longest_unused_goes():
    program = [
        {"id": 0, "use": [], "def": ["a", "b"], "succ": [1]},
        {"id": 1, "use": ["a"], "def": [], "succ": [2, 3]},
        {"id": 2, "use": [], "def": ["c"], "succ": [3]},
        {"id": 3, "use": ["a", "b", "c"], "def": [], "succ": []},
    ]
    assert simulate(flow.Program.from_dicts(program), "liveness", 2).evictions[0].key == "b"


def test_an_empty_queue_weighs_nothing_whatever_was_rounded():
    queue = Sized()
    queue.add(1, 0.1)
    queue.add(2, 0.2)
    queue.remove(1)
    queue.remove(2)
    assert queue.total == 0
