"""The table in priority's docstring, cell by cell: each state of a memory meets each event."""

from __future__ import annotations

import pytest

from memlab.bank import PriorityMemory, Settings, priority
from memlab.zset import EmulatedRedis

WINDOW, TTL = 30.0, 1000.0


def cells():
    """(state, event, outcome) of every cell, read from the docstring."""
    lines = (priority.__doc__ or "").splitlines()
    top = next(n for n, line in enumerate(lines) if line.strip().startswith("state "))
    columns = [(line_start, line_end) for line_start, line_end in spans(lines[top + 1])]
    events = [lines[top][a:b].strip() for a, b in columns]
    for line in lines[top + 2 :]:
        if not line.strip():
            return
        state, *outcomes = (line[a:b].strip() for a, b in columns)
        for event, outcome in zip(events[1:], outcomes, strict=True):
            yield state, event, outcome


def spans(rule):
    """Where the columns begin and end: as far as the dashes reach, the last to the end of the line."""
    starts = [n for n, mark in enumerate(rule) if mark == "-" and rule[n - 1] != "-"]
    return list(zip(starts, [*starts[1:], 200], strict=True))


CELLS = list(cells())


class World:
    """A layer for six, three of them pinned, in which `x` is the lowest of its kind and in a given state."""

    def __init__(self, state: str) -> None:
        self.now = 0.0
        self.client = EmulatedRedis()
        self.memory = self.with_cap(3)
        self.state = state
        pinned, protected = state.startswith("pinned"), "protected" in state
        for id in ("p1", "p2", "q1", "q2"):
            self.memory.remember(id, "x", 9, pinned=id.startswith("p"))
        if not protected:
            self.put(pinned)
        self.now += WINDOW
        if state == "all protected":
            for id in ("q1", "q2"):
                self.memory.remember(id, "x", 9)
        if protected:
            self.put(pinned)
        if state == "at the floor":
            self.now += 500
            for id in ("p1", "p2", "q1", "q2"):
                self.memory.remember(id, "x", 9)
            self.now += WINDOW
        if state == "pinned, layer full":
            self.memory.remember("q3", "x", 9)
            self.now += WINDOW
        if state == "archived":
            for id in ("q3", "q4"):
                self.memory.remember(id, "x", 9)
            assert self.memory.archived() == ["x"]
        if state == "expired":
            self.now = TTL + WINDOW

    def with_cap(self, cap):
        settings = Settings(capacity=6, whitelist_cap=cap, protection=WINDOW, decay=0.01)
        return PriorityMemory(self.client, "u1", settings, lambda: self.now)

    def put(self, pinned):
        self.memory.remember("x", "x", 2, pinned=pinned, ttl=TTL)

    def happen(self, event):
        if event == "over capacity":
            room = 6 - self.memory.counts()["resident"]
            for n in range(room + 1):
                self.memory.remember(f"z{n}", "x", 9.5)
        elif event == "ttl ends":
            self.now += TTL
        elif event == "whitelist over cap":
            known = ["q1"] if self.state.startswith("pinned") else ["q1", "q2"]  # the cap is three
            for id in ["new"] if self.state == "pinned, layer full" else known:
                self.memory.remember(id, "x", 9.5, pinned=True)
        else:
            getattr(self.memory, event.removesuffix("()"))("x")

    @property
    def outcome(self):
        log = [entry.cause for entry in self.memory.evict_log if entry.id == "x"]
        if "x" in self.memory.archived():
            return "archived"
        if self.memory.get("x") is None:
            return "gone"
        return "demoted" if "demotion" in log else "kept"


def test_the_table_is_whole():
    assert len({state for state, _, _ in CELLS}) == 9
    assert len({event for _, event, _ in CELLS}) == 5
    assert len(CELLS) == 45


@pytest.mark.parametrize(("state", "event", "outcome"), CELLS, ids=[f"{s} / {e}" for s, e, _ in CELLS])
def test_cell(state, event, outcome):
    world = World(state)
    world.happen(event)
    assert world.outcome == outcome
    counts = world.memory.counts()
    assert counts["pushed"] == counts["resident"] + counts["archived"] + counts["forgotten"]
    assert counts["resident"] <= 6
