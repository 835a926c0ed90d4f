"""Working values: there while the task runs, gone when it ends."""

from __future__ import annotations

import sys

import pytest

from memlab.tiers.errors import StoreError
from memlab.tiers.layers import WorkingLayer
from memlab.tiers.settings import HOUR


@pytest.fixture
def layer(store):
    return WorkingLayer(store)


def test_values_are_there_within_the_task_and_gone_after_it(layer):
    with layer.working("report") as values:
        values["rows"] = [1, 2, {"total": 3}]
        values["名字"] = "表"
        assert dict(values) == {"rows": [1, 2, {"total": 3}], "名字": "表"}
        del values["名字"]
        assert list(values) == ["rows"] and layer.tasks() == ["report"]
    assert layer.tasks() == []
    with layer.working("report") as values:
        assert dict(values) == {}


def test_another_process_takes_a_step_of_the_task(opened):
    mine, theirs = WorkingLayer(opened()), WorkingLayer(opened())
    with mine.working("report") as values:
        values["table"] = "A"
        with theirs.working("report") as step:
            assert step["table"] == "A"
            step["joined"] = "A and B"
        assert values["joined"] == "A and B", "the end of a step drops nothing"
    assert theirs.tasks() == []


def test_tasks_are_apart(layer):
    with layer.working("one") as one, layer.working("two") as two:
        one["x"], two["x"] = 1, 2
        assert (one["x"], two["x"]) == (1, 2)
    assert layer.tasks() == []


def test_a_task_that_fails_drops_its_values_and_says_which(layer):
    with pytest.raises(ZeroDivisionError) as caught, layer.working("report") as values:
        values["rows"], values["sum"] = 3, 0
        values["rows"] / values["sum"]
    assert layer.tasks() == []
    if sys.version_info >= (3, 11):
        assert "rows, sum" in caught.value.__notes__[0]


def test_the_values_of_a_task_that_died_expire(opened, clock):
    dead = WorkingLayer(opened()).working("report")
    dead.__enter__()["rows"] = 3
    layer = WorkingLayer(opened())
    clock.forward(HOUR - 1)
    assert layer.tasks() == ["report"]
    clock.forward(1)
    assert layer.tasks() == []
    with layer.working("report") as values:
        assert dict(values) == {}
    assert layer.tasks() == []


def test_an_owner_whose_values_expired_drops_nobody_elses(opened, clock):
    slow = WorkingLayer(opened())
    with slow.working("report"):
        clock.forward(2 * HOUR)
        other = WorkingLayer(opened()).working("report")
        other.__enter__()["x"] = 1
    assert slow.tasks() == ["report"]


@pytest.mark.parametrize("value", [float("nan"), object(), {1: 2}, b"bytes"])
def test_what_json_cannot_carry_is_refused(layer, value):
    with layer.working("report") as values:
        values["x"] = 1
        with pytest.raises((TypeError, ValueError)):
            values["x"] = value
        assert values["x"] == 1
        with pytest.raises(KeyError):
            del values["y"]


def test_a_tuple_comes_back_as_the_list_that_it_is_in_the_store(layer):
    with layer.working("report") as values:
        values["pair"] = (1, 2)
        assert values["pair"] == [1, 2]


def test_a_task_needs_a_name(layer):
    with pytest.raises(ValueError, match="task"), layer.working(""):
        pass


def test_values_that_are_written_after_the_end_are_refused(layer):
    with layer.working("report") as values:
        values["rows"] = 3
    with pytest.raises(StoreError, match="has ended here"):
        values["late"] = 1
    assert dict(values) == {} and layer.tasks() == []
    with layer.working("report") as again:
        again["rows"] = 4
        assert dict(values) == {}
    assert layer.tasks() == []


def test_what_is_written_once_the_values_are_gone_is_dropped_at_the_end(layer, clock):
    with layer.working("report") as values:
        values["rows"] = 3
        clock.forward(2 * 3600)
        values["rows"] = 4
        assert dict(values) == {"rows": 4}
    assert layer.tasks() == []
    owner = layer.working("report")
    owner.__enter__()["rows"] = 5
    with layer.working("report") as step:
        owner.__exit__(None, None, None)
        step["sum"] = 6
        assert dict(step) == {"sum": 6}
    assert layer.tasks() == []
