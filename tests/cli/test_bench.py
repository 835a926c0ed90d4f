"""`memlab bench`: the table, the ratios, the exit code. How fast anything is is told and never asserted."""

from __future__ import annotations

import json

import pytest

from memlab import cli
from memlab.cli import bench
from memlab.cli.bench import Measurement

FAST = Measurement("sort a thousand", ours=0.0012, peer_name="bubble sort", peer=0.6, goal=25)
SLOW = Measurement("sort ten", ours=2.0, peer_name="sorted", peer=1.0, goal=0.75)
TOLD = Measurement("sort one", ours=0.000002, peer_name="nothing", peer=0.000001)


@pytest.fixture
def measured(monkeypatch):
    """Makes these the measurements of one room."""
    calls = []

    def set_to(*made: Measurement):
        monkeypatch.setattr(bench, "rooms", lambda: ("sorting",))
        monkeypatch.setattr(bench, "measure", lambda room, quick: calls.append((room, quick)) or iter(made))
        return calls

    return set_to


def test_a_line_each_with_ratio_and_goal(measured, capsys):
    measured(FAST, SLOW, TOLD)
    assert cli.main(["bench"]) == 1
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert rows[0].startswith("ratio = the peer's time / memlab's time")
    assert rows[1:] == [
        "measurement memlab peer ratio goal",
        "sort a thousand (peer: bubble sort) 1.2 ms 600 ms 500 x 25 x met",
        "sort ten (peer: sorted) 2 s 1 s 0.5 x 0.75 x NOT MET",
        "sort one (peer: nothing) 2 µs 1 µs 0.5 x",
    ]


@pytest.mark.parametrize(("made", "code"), [((FAST,), 0), ((TOLD,), 0), ((FAST, SLOW), 1), ((), 0)])
def test_the_exit_code_tells_whether_every_goal_is_met(measured, made, code):
    measured(*made)
    assert cli.main(["bench"]) == code


def test_json(measured, capsys):
    measured(FAST)
    cli.main(["bench", "--json"])
    (row,) = json.loads(capsys.readouterr().out)
    assert row["name"] == "sort a thousand" and row["ratio"] == pytest.approx(500) and row["met"] is True


def test_rooms_and_quick_are_passed_on(measured):
    calls = measured(FAST)
    cli.main(["bench", "sorting", "--quick"])
    cli.main(["bench"])
    assert calls == [("sorting", True), ("sorting", False)]


def test_an_unknown_room_is_told_with_those_that_there_are(measured, capsys):
    measured(FAST)
    assert cli.main(["bench", "cooking"]) == 2
    assert capsys.readouterr().err == "memlab bench: no measurements for cooking; there are: sorting\n"


def test_a_missing_peer_is_told_with_the_mend(monkeypatch, capsys):
    def missing(room, quick):
        raise ModuleNotFoundError("No module named 'fakeredis'", name="fakeredis")

    monkeypatch.setattr(bench, "measure", missing)
    assert cli.main(["bench", "zset"]) == 2
    assert "fakeredis is not installed; mend it with: pip install" in capsys.readouterr().err


@pytest.mark.parametrize("room", bench.rooms())
def test_every_room_gives_measurements(room):
    """The first of each, on small input: that it runs, and not how fast."""
    measurement = next(bench.measure(room, quick=True))
    assert measurement.ours > 0 and measurement.peer > 0 and measurement.name and measurement.peer_name
