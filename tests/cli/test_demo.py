"""`memlab demo`: article 1's call, whole, in 80 columns, the same every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from rich.cells import cell_len

from memlab import cli
from memlab.course.story import FIVE_STATEMENTS, SERVICE_CALL
from memlab.flow import LIVENESS, Program, solve


@pytest.fixture
def shown(capsys) -> str:
    assert cli.main(["demo"]) == 0
    return capsys.readouterr().out


def test_it_fits_80_columns_with_chinese_counted_as_two(shown):
    assert "我对花生过敏" in shown
    assert max(map(cell_len, shown.splitlines())) <= 80


def test_it_is_plain_text(shown):
    assert "\x1b" not in shown and not re.search(r" +$", shown, re.MULTILINE)


def test_it_shows_live_in_and_live_out_of_the_five_statements(shown):
    solution = solve(Program.from_dicts(FIVE_STATEMENTS), LIVENESS)
    rows = [line.split("  ") for line in shown.split("2. ")[0].splitlines()]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    first = {row[0]: row for row in cells if row and row[0].isdigit()}
    for turn in FIVE_STATEMENTS:
        sides = (solution.before[turn["id"]], solution.after[turn["id"]])
        assert first[str(turn["id"])][-2:] == [", ".join(sorted(side)) or "-" for side in sides]


def test_every_eviction_is_told_with_its_reason(shown):
    bank = shown.split("4. ")[1].split("5. ")[0]
    reasons = re.findall(r"turn (\d+), (\w+):\s+(.+?)(?=\n  turn|\n*$)", bank.split("Why each")[1], re.DOTALL)
    assert len(reasons) >= 5
    assert all("capacity" in why and "importance" in why for _, _, why in reasons)
    assert {turn for turn, _, _ in reasons} <= {str(turn["id"]) for turn in SERVICE_CALL}


def test_with_the_program_known_nothing_is_missed(shown):
    misses = dict(re.findall(r"^(\w+) +(\d+) ", shown.split("5. ")[1], re.MULTILINE))
    assert misses["liveness"] == "0" and int(misses["article"]) > 0


def test_a_second_city_waits_until_a_word_of_change_and_the_sisters_is_another(shown):
    scene = shown.split("6. ")[1]
    cells = [re.split(r" {2,}", line.strip()) for line in scene.splitlines()]
    rows = {row[0]: row[2:] for row in cells if row[0].isdigit()}
    assert rows == {
        "1": ["new", "北京", "-"],
        "2": ["new", "北京", "-"],
        "3": ["contradiction", "北京", "Shanghai"],
        "4": ["update", "Shanghai", "-"],
    }
    reasons = re.findall(r"^  turn (\d), (\w+): .+", scene.split("Why:")[1], re.MULTILINE)
    assert reasons == [(turn, row[0]) for turn, row in rows.items()]


def test_the_same_bytes_whatever_the_terminal():
    command = [sys.executable, "-m", "memlab", "demo"]
    wide = {**os.environ, "COLUMNS": "200", "FORCE_COLOR": "1", "PYTHONHASHSEED": "1"}
    narrow = {**os.environ, "COLUMNS": "40", "NO_COLOR": "1", "TERM": "dumb", "PYTHONHASHSEED": "2"}
    outputs = {
        subprocess.run(command, env=env, capture_output=True, check=True).stdout for env in (wide, narrow)
    }
    assert len(outputs) == 1


def test_an_old_encoding_of_the_system_breaks_nothing():
    environment = {**os.environ, "LC_ALL": "en_US.ISO-8859-1", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = subprocess.run([sys.executable, "-m", "memlab", "demo"], env=environment, capture_output=True)
    assert run.returncode == 0 and "过敏" in run.stdout.decode("utf-8")
