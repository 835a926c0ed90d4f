"""`memlab bench`: the table, the ratios, the exit code. How fast anything is is told and never asserted."""

from __future__ import annotations

import gc
import getpass
import json
import os
import pathlib
import platform
import re
import subprocess

import pytest

import memlab
from memlab import cli
from memlab.cli import bench
from memlab.cli.bench import Count, Growth, LeftOut, Measurement, scaling
from memlab.cli.bench.machine import commit, machine
from memlab.cli.bench.scaling import GROWTHS, grown, sizes
from memlab.cli.bench.timing import side_by_side, timed

FAST = Measurement("sort a thousand", ours=0.0012, peer_name="bubble sort", peer=0.6, goal=25)
SLOW = Measurement("sort ten", ours=2.0, peer_name="sorted", peer=1.0, goal=0.75)
TOLD = Measurement("sort one", ours=0.000002, peer_name="nothing", peer=0.000001)
CUT = Count("power cut in a write", 1200, {"opened": 1199, "refused": 1}, {"lost": 0, "mixed": 0})
LOST = Count("full disk", 3, {"refused": 3}, {"lost": 1})
GROWTH = Growth(
    "sorting", "cards", (10, 100, 1000), {"memlab": [0.1, 1, 10], "bubble sort": [1.0, 100.0, None]}
)


@pytest.fixture
def measured(monkeypatch):
    """Makes these the measurements of one room, which also grows."""
    monkeypatch.setitem(GROWTHS, "sorting", None)
    calls = []

    def set_to(*made: bench.Result):
        def measure(room, quick, scaling):
            calls.append((room, quick, scaling))
            return iter(made)

        monkeypatch.setattr(bench, "rooms", lambda: ("sorting",))
        monkeypatch.setattr(bench, "measure", measure)
        return calls

    return set_to


def test_a_line_each_with_ratio_and_goal(measured, capsys):
    measured(FAST, SLOW, TOLD)
    assert cli.main(["bench"]) == 1
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert rows[0].startswith("ratio = the peer's time / memlab's time")
    assert rows[1:-1] == [
        "measurement memlab peer ratio goal",
        "sort a thousand (peer: bubble sort) 1.2 ms 600 ms 500 x 25 x met",
        "sort ten (peer: sorted) 2 s 1 s 0.5 x 0.75 x NOT MET",
        "sort one (peer: nothing) 2 µs 1 µs 0.5 x",
    ]
    assert re.fullmatch(r"seconds: sorting \d+; \d+ in all", rows[-1])


@pytest.mark.parametrize(("made", "code"), [((FAST,), 0), ((TOLD,), 0), ((FAST, SLOW), 1), ((), 0)])
def test_the_exit_code_tells_whether_every_goal_is_met(measured, made, code):
    measured(*made)
    assert cli.main(["bench"]) == code


def test_counts_stand_below_their_own_header(measured, capsys):
    measured(FAST, CUT, LOST, LeftOut("PostgreSQL", "it is not installed"))
    assert cli.main(["bench"]) == 1
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert rows[3:-1] == [
        "count tried seen; must never be",
        "power cut in a write 1,200 opened 1,199, refused 1; lost 0, mixed 0",
        "full disk 3 refused 3; lost 1 NOT MET",
        "PostgreSQL: left out, it is not installed",
    ]


def test_growth_is_told_with_its_exponents(measured, capsys):
    measured(GROWTH)
    assert cli.main(["bench", "--scaling"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Sorting: ten times the cards take 10 times the time (exponent 1)\n")
    assert "Exponents: memlab 1, bubble sort 2" in out and "ratio" not in out


def test_json_is_one_document_with_the_machine_and_the_date(measured, capsys):
    measured(FAST, CUT, GROWTH, LeftOut("PostgreSQL", "it is not installed"))
    assert cli.main(["bench", "--json", "--quick"]) == 0
    told = capsys.readouterr()
    document = json.loads(told.out)
    assert "sort a thousand" in told.err  # who redirects the document sees how far it is
    (row,) = document["measurements"]
    assert row["room"] == "sorting" and row["name"] == "sort a thousand"
    assert row["ratio"] == pytest.approx(500) and row["met"] is True
    assert document["counts"][0]["seen"] == {"opened": 1199, "refused": 1} and document["counts"][0]["met"]
    assert document["scaling"][0]["seconds"]["bubble sort"] == [1.0, 100.0, None]
    assert document["left_out"] == [{"room": "sorting", "name": "PostgreSQL", "why": "it is not installed"}]
    assert document["quick"] is True and document["version"] == memlab.__version__
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", document["date"]) and set(document["seconds"]) == {"sorting"}
    assert document["machine"] == machine()


def test_the_machine_is_described_and_nobody_identified():
    told = " ".join(machine().values())
    assert "Python" in told and "cachetools" in told
    for secret in (platform.node(), getpass.getuser(), str(pathlib.Path.home()), os.sep + "work"):
        assert secret not in told.split() and (len(secret) < 5 or secret not in told)


def test_the_commit_is_told_and_whether_the_code_differs_from_it(tmp_path, monkeypatch):
    package = tmp_path / "memlab"
    package.mkdir()
    monkeypatch.setattr(memlab, "__file__", str(package / "__init__.py"))
    assert commit() is None

    def git(*words):
        us = ("-c", "user.name=us", "-c", "user.email=us@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *us, *words], check=True, capture_output=True)

    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "told.json").write_text("", encoding="utf-8")
    git("init"), git("add", "."), git("commit", "-m", "all")
    (package / "told.json").write_text("{}", encoding="utf-8")
    assert re.fullmatch("[0-9a-f]+", commit())
    (package / "__init__.py").write_text("x = 1", encoding="utf-8")
    assert re.fullmatch(r"[0-9a-f]+\+", commit())


def test_rooms_and_options_are_passed_on(measured):
    calls = measured(FAST)
    cli.main(["bench", "sorting", "--quick"])
    cli.main(["bench", "--scaling"])
    assert calls == [("sorting", True, False), ("sorting", False, True)]


def test_sides_take_turns_and_their_medians_count():
    turns = []

    def side(name, *seconds):
        left = iter(seconds)
        return lambda: turns.append(name) or next(left)

    assert side_by_side(side("a", 9, 1, 2), side("b", 5, 4, 90), repeats=3) == [2, 5]
    assert "".join(turns) == "ababab"


def test_timing_keeps_the_collector_as_it_was():
    assert timed(lambda: not gc.isenabled() or pytest.fail("it collects")) >= 0 and gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        timed(lambda: 1 / 0)
    assert gc.isenabled()


def test_sizes_span_three_decades():
    assert sizes(500_000)[0] * 1_000 == sizes(500_000)[-1] == 500_000 and len(sizes(500_000)) == 7


def test_a_peer_that_takes_too_long_is_not_asked_for_more():
    asked = []

    def peer(size):
        asked.append(size)
        return lambda: size / 100

    growth = grown("work", "things", 10_000, {"memlab": lambda size: lambda: float(size), "peer": peer})
    assert growth.seconds["memlab"] == sizes(10_000)
    assert growth.seconds["peer"] == [0.1, 0.3, 1.0, None, None, None, None] and asked == [10, 30, 100]


def test_an_unknown_room_is_told_with_those_that_there_are(measured, capsys):
    measured(FAST)
    assert cli.main(["bench", "cooking"]) == 2
    assert capsys.readouterr().err == "memlab bench: no measurements for cooking; there are: sorting\n"


def test_a_room_without_growth_is_told(capsys):
    assert cli.main(["bench", "--scaling", "facts"]) == 2
    assert "no measurements for facts; there are: flow, zset, replay, tiers\n" in capsys.readouterr().err


def test_a_missing_peer_is_told_with_the_mend(monkeypatch, capsys):
    def missing(room, quick, scaling):
        raise ModuleNotFoundError("No module named 'fakeredis'", name="fakeredis")

    monkeypatch.setattr(bench, "measure", missing)
    assert cli.main(["bench", "zset"]) == 2
    assert "fakeredis is not installed; mend it with: pip install" in capsys.readouterr().err


@pytest.mark.parametrize("room", [room for room in bench.rooms() if room not in ("servers", "faults")])
def test_every_room_gives_measurements(room):
    """The first of each, on small input: that it runs, and not how fast."""
    measurement = next(bench.measure(room, quick=True))
    assert measurement.ours > 0 and measurement.peer > 0 and measurement.name and measurement.peer_name


def test_every_room_is_a_module_and_every_growth_a_room():
    assert set(bench.ROOMS) == set(bench.rooms()) and set(GROWTHS) <= set(bench.ROOMS)


@pytest.mark.parametrize("room", GROWTHS)
def test_every_growth_is_measured(room, monkeypatch):
    """On the two smallest sizes."""
    monkeypatch.setattr(scaling, "sizes", lambda most: sizes(most)[:2])
    monkeypatch.setattr(scaling, "REPEATS", {True: 1, False: 1})
    (growth,) = scaling.growths(room, quick=True)
    assert all(min(seconds) > 0 and len(seconds) == 2 for seconds in growth.seconds.values())
    assert next(iter(growth.seconds)) == "memlab" and len(growth.seconds) == 2
