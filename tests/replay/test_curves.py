"""Curves: the misses of single replays, however many processes count them."""

from __future__ import annotations

import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import bank
from memlab.replay import Trace, simulate
from memlab.replay.access import Access
from memlab.replay.curves import WORTH_A_PROCESS, capacities_for, curves
from memlab.replay.queues import LRU

module = importlib.import_module("memlab.replay.curves")  # the package may show the function by this name


class Queue(LRU):
    """A policy that only this process knows."""

    name = "queue"


def mixed(count: int) -> Trace:
    """Reads and writes of 50 keys whose sizes differ."""
    steps = [(n * n % 50, "write" if n % 7 == 0 else "read") for n in range(count)]
    return Trace.of([Access(key, n, operation, key % 5 + 1) for n, (key, operation) in enumerate(steps)])


def singly(trace, policies, capacities, unit):
    return {
        getattr(policy, "name", policy): tuple(simulate(trace, policy, c, unit).misses for c in capacities)
        for policy in policies
    }


def counted(found, capacities):
    return {
        name: tuple(round(curve.miss_ratio(c) * curve.requests) for c in capacities)
        for name, curve in found.items()
    }


@given(st.text("abcde"), st.lists(st.integers(0, 7), min_size=1, max_size=4, unique=True).map(sorted))
def test_the_same_as_single_replays(keys, capacities):
    policies = ["fifo", "lru", "belady"]
    assert counted(curves(keys, policies, capacities), capacities) == singly(
        keys, policies, capacities, "items"
    )


@pytest.mark.parametrize("unit", ["items", "tokens"])
def test_in_other_processes_too(unit, monkeypatch):
    monkeypatch.setattr(module, "WORTH_A_PROCESS", 0)
    trace, policies, capacities = mixed(300), ["fifo", "lru", Queue, "belady_bypass"], (1, 5.5, 20)
    found = curves(trace, policies, capacities, unit, workers=2)
    assert list(found) == ["fifo", "lru", "queue", "belady_bypass"]
    assert counted(found, capacities) == singly(trace, policies, capacities, unit)
    assert found["fifo"].capacities == capacities and not found["fifo"].exact_for_all
    assert found["lru"].exact_for_all == (unit == "items")


@pytest.mark.parametrize(
    ("count", "workers", "started"), [(1_000, 2, 1), (WORTH_A_PROCESS // 1_000, 2, 2), (1_000, 1, 1)]
)
def test_a_small_job_starts_no_process(count, workers, started, monkeypatch):
    asked = []
    monkeypatch.setattr(module, "spread", lambda *given: asked.append(given[3]) or [0] * 1_000)
    curves(range(count), ["fifo"], range(1_000), workers=workers)
    assert asked == [started]


def test_options_go_to_the_replays():
    trace = mixed(500)
    for seed in (1, 2):
        found = curves(trace, ["random"], [10], seed=seed)["random"].misses
        assert found == (simulate(trace, "random", 10, seed=seed).misses,)


def test_progress_is_told_after_each_replay():
    told = []
    curves(
        "abcab", ["fifo", "lru", "belady"], [2, 1], progress=lambda done, total: told.append((done, total))
    )
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)], "lru takes one pass and no replay"


def test_progress_may_end_it():
    def stop(done, total):
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        curves("abcab", ["fifo"], [1, 2], progress=stop)


def test_a_bar(capsys):
    curves("abcab", ["fifo"], [1, 2], progress=True)
    assert "0/2 [" in capsys.readouterr().err
    curves("abcab", ["fifo"], [1, 2])
    assert capsys.readouterr().err == ""


def test_nothing_to_do():
    assert curves("abc", []) == {}
    assert curves([], ["fifo"])["fifo"].capacities == ()
    assert curves("abc", ["fifo"], [])["fifo"].misses == ()


def test_what_is_refused():
    with pytest.raises(ValueError, match="'fifo' stands twice"):
        curves("abc", ["fifo", "fifo"])
    with pytest.raises(ValueError, match="workers"):
        curves("abc", ["fifo"], workers=0)
    with pytest.raises(ValueError, match="capacity: -1"):
        curves("abc", ["lru"], [2, -1])
    with pytest.raises(ValueError, match="best"):
        curves([], ["best"])
    with pytest.raises(TypeError, match="policy: 5"):
        curves("abc", [5])
    with pytest.raises(TypeError, match=r"policies: 'lru' is one, .* write \['lru'\]"):
        curves("abc", "lru")
    with pytest.raises(TypeError, match=r"policies: <policy lru> is one, .* put it into a list"):
        curves("abc", bank.LRU())


def test_policies_and_capacities_may_be_generators():
    found = curves("abcabc", iter(["fifo", "lru"]), iter([1, 3]))
    assert counted(found, (1, 3)) == {"fifo": (6, 3), "lru": (6, 3)}


def test_capacities_rise_from_1_to_all():
    assert capacities_for("abcab") == (1, 2, 3)
    assert capacities_for(range(5000), count=5) == (1, 8, 71, 595, 5000)
    assert capacities_for(mixed(300), "tokens")[-1] == mixed(300).footprint("tokens")
    assert capacities_for([]) == ()
    assert capacities_for(Trace.of([Access("a", size=0.25)]), "tokens") == (1,)
    with pytest.raises(ValueError, match="count"):
        capacities_for("abc", count=1)


def test_the_last_capacity_holds_all_however_large():
    def of_size(size):
        return Trace.of([Access("a", size=size), Access("b", size=1)])

    assert capacities_for(of_size(2**60), "tokens")[-1] == 2**60 + 1
    most = capacities_for(of_size(10**100), "tokens")
    assert curves(of_size(10**100), ["fifo"], unit="tokens")["fifo"].capacities == most
