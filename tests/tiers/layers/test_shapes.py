"""Documents of the layers that somebody else has changed: told as that, by name, never a bare error."""

from __future__ import annotations

import pytest

from memlab.context import MemoryManager, offline_llm
from memlab.tiers import Corrupt
from memlab.tiers.layers import SessionLayer, StateMachine, shapes

ODD = [None, 0, -1, 3.5, True, "", "x", [], [1], {}, {"a": 1}, {"": None}]


def used(path):
    """A manager that has written a document of every collection."""
    manager = MemoryManager("u1", path, llm=offline_llm, clock=lambda: 1_900_000_000.0)
    manager.process_message("I live in Ulm.")
    manager.state_layer.declare("refund", StateMachine({"asked": ["paid"]}, start="asked"))
    manager.set_state("refund", "asked", order="A-1")
    return manager


def counted(manager):
    with manager.working("count") as values:
        return dict(values)


ASKED = {
    "counters": lambda manager: SessionLayer(manager.store).new(),
    "facts": lambda manager: manager.facts.values("city"),
    "sessions": lambda manager: SessionLayer(manager.store).sessions(),
    "states": lambda manager: manager.get_state("refund"),
    "machines": lambda manager: manager.state_layer.machine("refund"),
    "working": counted,
}
KEYS = {
    "counters": "sessions", "facts": "000000001", "sessions": "s1", "states": "refund",
    "machines": "refund", "working": "count",
}  # fmt: skip


@pytest.mark.parametrize("collection", KEYS)
def test_another_shape_is_told_with_its_place(tmp_path, collection):
    for n, odd in enumerate(ODD):
        with used(tmp_path / str(n)) as manager:
            ASKED[collection](manager)  # there to be read
            manager.store.warm.put_document("u1", collection, KEYS[collection], odd)
            with MemoryManager("u1", tmp_path / str(n), llm=offline_llm) as again:
                if is_sound(collection, odd):
                    ASKED[collection](again)
                    continue
                with pytest.raises(Corrupt, match=f"{collection} '{KEYS[collection]}' of 'u1'.*backup"):
                    ASKED[collection](again)


def is_sound(collection, value):
    """The odd ones that could have been written."""
    if collection == "counters":
        return type(value) is int and value >= 0
    return collection == "facts" and value == {}


def test_a_record_is_what_it_needs_and_no_more():
    session = shapes.record({"started": shapes.time}, {"gone": shapes.named(shapes.text)})
    assert session({"started": 5}) and session({"started": 5.5, "gone": {"1": "x"}})
    for other in ({}, {"started": "5"}, {"started": float("nan")}, {"started": 5, "gone": {"1": 1}}):
        assert not session(other)
    assert not session({"started": 5, "later": 1}), "a newer memlab's is not read as if it were ours"
