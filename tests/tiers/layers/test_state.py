"""Business state: snapshots with versions, state machines, expiry."""

from __future__ import annotations

import threading

import pytest

from memlab.tiers.errors import VersionConflict
from memlab.tiers.layers import ForbiddenTransition, StateLayer, StateMachine
from memlab.tiers.settings import DAY

REFUND = StateMachine({"asked": ["approved", "refused"], "approved": ["paid"]}, start="asked")


@pytest.fixture
def states(store):
    return StateLayer(store)


def test_a_state_is_kept_with_its_data_and_version(states, clock):
    first = states.set_state("refund 7", "waiting for finance", order="HS1", amount=30.5)
    assert (first.version, first.at, first.expires_at) == (1, clock(), clock() + 30 * DAY)
    clock.forward(60)
    second = states.set_state("refund 7", "approved", by="Ann", amount=None)
    assert second.data == {"order": "HS1", "by": "Ann"}
    assert states.get_state("refund 7") == second
    assert [s.state for s in states.history("refund 7")] == ["waiting for finance", "approved"]
    assert str(second) == "refund 7: approved (order: HS1, by: Ann)"


def test_compare_and_set(states):
    seen = states.set_state("t", "one", expected=0)
    states.set_state("t", "two", expected=seen.version)
    with pytest.raises(VersionConflict, match="version 2 is there, 1 was expected"):
        states.set_state("t", "three", expected=seen.version)
    with pytest.raises(VersionConflict):
        states.set_state("t", "three", expected=0)
    assert states.get_state("t").state == "two"


def test_of_many_who_write_at_once_one_wins_and_the_others_know(opened):
    layers = [StateLayer(opened()) for _ in range(4)]
    layers[0].set_state("t", "start")
    outcomes = []

    def write(n):
        try:
            outcomes.append(layers[n].set_state("t", f"by {n}", expected=1).state)
        except VersionConflict:
            outcomes.append("lost")

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes)[1:] == ["lost"] * 3
    assert layers[3].get_state("t").state == min(outcomes)


def test_without_a_version_nobodys_data_is_lost(opened):
    layers = [StateLayer(opened()) for _ in range(4)]

    def write(n):
        for k in range(5):
            layers[n].set_state("t", "running", **{f"from_{n}_{k}": k})

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(layers[0].get_state("t").data) == 20


def test_a_state_machine_allows_its_steps_and_no_others(states):
    states.declare("r", REFUND)
    with pytest.raises(ForbiddenTransition, match="has not begun, allowed are 'asked'"):
        states.set_state("r", "paid")
    states.set_state("r", "asked")
    with pytest.raises(ForbiddenTransition, match="is 'asked', allowed are 'approved', 'refused'"):
        states.set_state("r", "paid")
    states.set_state("r", "asked", note="still")
    states.set_state("r", "approved")
    assert states.set_state("r", "paid").final
    with pytest.raises(ForbiddenTransition, match="none: 'paid' is final"):
        states.set_state("r", "asked")


def test_a_state_machine_holds_for_whoever_opens_the_store(opened):
    StateLayer(opened()).declare("r", REFUND)
    with pytest.raises(ForbiddenTransition):
        StateLayer(opened()).set_state("r", "paid")


def test_a_machine_must_know_the_state_that_the_task_is_in(states):
    states.set_state("r", "lost")
    with pytest.raises(ForbiddenTransition, match="'lost'"):
        states.declare("r", REFUND)
    states.set_state("r", "anything")


def test_tasks_under_way_are_listed_the_last_changed_first(states, clock):
    states.declare("done", StateMachine({"open": ["closed"]}))
    for task in ("one", "done", "two"):
        states.set_state(task, "open")
        clock.forward(1)
    states.set_state("done", "closed")
    assert [s.task for s in states.states()] == ["two", "one"]


def test_a_state_expires_thirty_days_after_the_last_write(states, clock):
    states.set_state("t", "one", owner="Ann")
    clock.forward(29 * DAY)
    states.set_state("t", "two")
    clock.forward(30 * DAY - 1)
    assert states.get_state("t").state == "two"
    clock.forward(1)
    assert states.get_state("t") is None and states.states() == []
    assert [s.state for s in states.history("t")] == ["one", "two"]
    assert states.set_state("t", "again", expected=0).data == {}


def test_a_forgotten_task_leaves_nothing(states):
    states.set_state("t", "one", card="4111")
    states.forget("t")
    assert states.get_state("t") is None and states.history("t") == []


def test_tenants_are_apart(opened):
    StateLayer(opened("a")).set_state("t", "one")
    assert StateLayer(opened("a:b")).get_state("t") is None and StateLayer(opened("ab")).states() == []


@pytest.mark.parametrize(
    ("task", "state", "data"),
    [
        ("", "one", {}),
        (None, "one", {}),
        ("t", "", {}),
        ("t", 5, {}),
        ("t", "one", {"x": float("nan")}),
        ("t", "one", {"x": object()}),
        ("t", "one", {"x": {1: "a key that is no text"}}),
    ],
)
def test_bad_arguments_are_refused_and_nothing_changes(states, task, state, data):
    states.set_state("t", "before")
    with pytest.raises((TypeError, ValueError)):
        states.set_state(task, state, **data)
    assert states.get_state("t").state == "before"


@pytest.mark.parametrize("steps", [{"a": "bc"}, {"a": 5}, {"": ["b"]}, [("a", "b")]])
def test_bad_machines_are_refused(steps):
    with pytest.raises((TypeError, ValueError)):
        StateMachine(steps)
    with pytest.raises(ValueError, match="start"):
        StateMachine({"a": ["b"]}, start="c")


def test_data_that_json_would_change_or_cannot_carry_is_refused_by_its_name(states):
    ring: dict = {}
    ring["again"] = ring
    deep: dict = {}
    for _ in range(5000):
        deep = {"in": deep}
    for value in ([{1: 2}], {"a": ({2: 3},)}, ring, deep, ["\ud800"], {"\ud800": 1}, [float("nan")]):
        with pytest.raises((TypeError, ValueError), match=r"^amount"):
            states.set_state("refund", "asked", amount=value)
    assert states.get_state("refund") is None


@pytest.mark.parametrize("expected", [None, 0])
def test_who_writes_first_is_not_overwritten_by_who_saw_nothing(opened, monkeypatch, expected):
    slow, fast = StateLayer(opened()), StateLayer(opened())
    check = slow._check

    def overtaken(*given):
        monkeypatch.setattr(slow, "_check", check)
        fast.set_state("t", "one", fast=1)
        check(*given)

    monkeypatch.setattr(slow, "_check", overtaken)
    if expected is None:
        assert slow.set_state("t", "two", slow=2).data == {"fast": 1, "slow": 2}
    else:
        with pytest.raises(VersionConflict):
            slow.set_state("t", "two", expected=0, slow=2)
        assert fast.get_state("t").state == "one"
