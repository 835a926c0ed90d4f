"""The predicted policy: near the best online policy whatever the trace, from the past alone."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.replay import GENERATORS, READ, WRITE, Access, Trace, simulate
from memlab.replay.predicted import SLOTS, STARTS, Forecast, _lines, slot_of

RIVALS = ("lru", "lfu", "arc")


def wait(forecast, id):
    return forecast.farthest([id], [1] * len(forecast.last))[1]


@pytest.mark.parametrize("capacity", [0.05, 0.1, 0.25])
@pytest.mark.parametrize("name", GENERATORS)
def test_at_or_near_the_best_online_policy(name, capacity):
    trace = GENERATORS[name](5_000)
    capacity = max(2, int(capacity * len(trace.names)))
    best = max(simulate(trace, rival, capacity).share for rival in RIVALS)
    assert simulate(trace, "predicted", capacity).share >= best - 0.03


@pytest.mark.parametrize("capacity", [4, 8, 16])
def test_in_a_conversation_with_little_room(capacity):
    trace = GENERATORS["conversation"](2_000)
    shares = {name: simulate(trace, name, capacity).share for name in (*RIVALS, "predicted")}
    assert shares.pop("predicted") >= max(shares.values()) - 0.03


def test_in_a_loop_nearly_the_optimum_where_lru_has_nothing():
    trace = GENERATORS["loop"](20_000)
    assert simulate(trace, "lru", 100).hits == 0
    assert simulate(trace, "predicted", 100).share > 0.9


@given(st.lists(st.sampled_from("abcdef"), max_size=15), st.integers(1, 4))
def test_before_it_has_seen_much_it_is_lru(keys, capacity):
    mine, lru = (simulate(keys, name, capacity) for name in ("predicted", "lru"))
    assert (mine.missed, mine.evicted) == (lru.missed, lru.evicted)


def test_it_learns_that_a_rewritten_value_was_worth_nothing():
    """A status is written over and over and never read; each note is read once, some accesses later."""
    rows = []
    for n in range(200):
        rows += [Access(f"note {n}", n, WRITE), Access("status", n, WRITE)]
        rows += [Access(f"note {n - 2}", n, READ)] * (n >= 2)
    mine, lru, best = (simulate(rows, name, 3) for name in ("predicted", "lru", "belady_bypass"))
    assert lru.hits < 0.1 * best.hits
    assert mine.hits > 0.9 * best.hits


def test_where_sizes_differ_a_large_memory_must_be_worth_its_room():
    rows = []
    for n in range(600):
        rows += [Access(f"small {n % 20}", n, READ, 1), Access(f"large {n % 20}", n, READ, 10)]
    result = simulate(rows, "predicted", 30, "tokens")
    kept = [key for key in result.resident if key.startswith("small")]
    assert len(kept) >= 15
    assert result.hits > 2 * simulate(rows, "lru", 30, "tokens").hits


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from([READ, WRITE]), st.integers(0, 4))))
def test_it_is_a_policy_like_others(rows):
    trace = Trace.of([Access(key, 0, operation, size) for key, operation, size in rows])
    for unit in ("items", "tokens"):
        runs = [simulate(trace, "predicted", 5, unit, seed=3) for _ in range(2)]
        assert runs[0].evicted == runs[1].evicted
        assert runs[0].hits <= runs[0].optimum.hits or not runs[0].optimum.exact
        for gone in runs[0].evictions:
            assert (
                "refused" in gone.reason or gone.terms.get("unused for", 0) == gone.unused or not gone.terms
            )


def test_the_reason_tells_the_prediction():
    result = simulate("abcdabcdabcd" * 20, "predicted", 2)
    gone = result.evictions[-1]
    assert gone.passed_over
    assert gone.reason.startswith(
        "the newcomer itself was passed over: farthest predicted next use: in 4 acc"
    )
    assert gone.terms == {"predicted wait": pytest.approx(4, abs=0.5), "unused for": 0}
    sized = simulate([Access(key, 0, READ, 2) for key in "abc"], "predicted", 4, "tokens").evictions[0]
    assert sized.terms["size"] == 2 and sized.reason.endswith(", size 2")


@given(st.integers(1, 5_000_000))
def test_slots_part_the_idle_times(idle):
    slot = slot_of(idle)
    assert STARTS[slot] <= idle < STARTS[slot + 1]


def test_beyond_the_last_slot_idle_times_are_alike():
    assert slot_of(2**40) == SLOTS - 1
    forecast = Forecast(2)
    for now in (1, 2**40, 2**41):
        forecast.now = now
        forecast.use(0, 0)
    assert math.isfinite(wait(forecast, 0))


def test_in_a_steady_rhythm_the_wait_is_what_is_left_of_the_gap():
    forecast = Forecast(10)
    for now in range(2_000):
        forecast.now = now
        forecast.use(now % 10, 0)
    waits = [wait(forecast, (now - back) % 10) for back in range(10)]
    assert waits == sorted(waits, reverse=True)
    assert waits[0] == pytest.approx(10, rel=0.2) and waits[9] < 2.5


@given(st.integers(0, 10**9), st.integers(1, 8))
def test_the_wait_is_that_at_the_best_of_all_horizons(seed, power):
    draw, odds = Random(seed).random, []
    for _ in range(SLOTS):
        back = max(draw() ** power, 0.001)
        odds.append((back, draw() * (1 - back)))
    for slot, (line, start) in enumerate(zip(_lines(odds), STARTS, strict=False)):
        kept, reads, idle, waits = 0.0, 0.0, 1.0, []
        for (back, gone), begin, end in zip(odds[slot:], STARTS[slot:], STARTS[slot + 1 :], strict=False):
            kept += idle * (end - begin) * (1 - back / 2)
            reads += idle * back
            idle *= 1 - back - gone
            waits.append(kept / reads)
        assert line[0] + line[1] * start == pytest.approx(min(waits))
