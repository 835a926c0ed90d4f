"""lru's curve from stack distances, against a replay at each capacity."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.replay import Access, Trace, simulate, stacks
from memlab.replay.curve import Curve
from memlab.replay.stacks import lru_curve

ROWS = st.lists(st.builds(Access, st.integers(0, 9), operation=st.sampled_from(["read", "read", "write"])))


@pytest.mark.parametrize("bits", [1, 2, 7, 4096])
@given(rows=ROWS)
def test_equals_a_replay_at_every_capacity(bits, rows):
    trace = Trace.of(rows)
    whole, stacks.BITS = stacks.BITS, bits
    try:
        curve = lru_curve(trace)
    finally:
        stacks.BITS = whole
    for capacity in range(len(trace.names) + 3):
        assert curve.miss_ratio(capacity) == simulate(trace, "lru", capacity).miss_ratio
    assert list(curve.misses) == [simulate(trace, "lru", c).misses for c in curve.capacities]


def test_a_long_trace_with_many_keys():
    keys = [n * n % 7919 for n in range(20_000)]
    curve = lru_curve(keys)
    for capacity in (1, 10, 100, 1000, 3000, 3960, 5000):
        assert curve.miss_ratio(capacity) == simulate(keys, "lru", capacity).miss_ratio


def test_nothing_and_everything():
    assert lru_curve([]).miss_ratio(5) == 0
    assert lru_curve("aaa").miss_ratio(0) == 1
    assert lru_curve("aaa").miss_ratio(math.inf) == 1 / 3


@pytest.mark.parametrize("capacity", [-1, math.nan])
def test_capacities_that_are_none_are_refused(capacity):
    with pytest.raises(ValueError, match=r"capacity: .*, allowed are 0 and above"):
        lru_curve("abc").miss_ratio(capacity)


def test_a_curve_of_some_capacities_knows_those():
    curve = Curve("fifo", (1, 2.5, math.inf), (6, 4, 3), 6)
    assert [curve.miss_ratio(c) for c in (1, 2.5, math.inf)] == [1, 4 / 6, 0.5]
    with pytest.raises(ValueError, match=r"capacity: 2, allowed are 1, 2.5, inf: choose one"):
        curve.miss_ratio(2)
