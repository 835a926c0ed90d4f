"""`memlab liveness`: what it prints, and one clear line for everything that is no program."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from memlab import cli

# a is read on a branch and dead on the other; b is never written; c is written and never read
PROGRAM = [
    {"id": 1, "use": [], "def": ["a", "c"], "succ": [2, 3]},
    {"id": 2, "use": ["a"], "def": [], "succ": []},
    {"id": 3, "use": ["b"], "def": [], "succ": []},
]


@pytest.fixture
def program(tmp_path):
    def write(content) -> str:
        path = tmp_path / "program.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return write


def test_json(program, capsys):
    assert cli.main(["liveness", program(PROGRAM), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "statements": [
            {"id": 1, "live_in": ["b"], "live_out": ["a", "b"], "pressure": 2},
            {"id": 2, "live_in": ["a"], "live_out": [], "pressure": 1},
            {"id": 3, "live_in": ["b"], "live_out": [], "pressure": 1},
        ],
        "live_ranges": [
            {"variable": "a", "first": 1, "last": 2},
            {"variable": "b", "first": 1, "last": 1},
            {"variable": "b", "first": 3, "last": 3},
        ],
        "dead_definitions": [{"variable": "c", "statement": 1}],
        "dangling_uses": [{"variable": "b", "statement": 3, "every_path": True}],
        "pressure": 2,
    }


def test_text(program, capsys):
    assert cli.main(["liveness", program(PROGRAM)]) == 0
    assert capsys.readouterr().out == (
        "Live sets (3 statements)\n"
        "  statement  held  live-in  live-out\n"
        "          1     2  b        a, b\n"
        "          2     1  a        -\n"
        "          3     1  b        -\n"
        "\n"
        "Live ranges (statement to statement, in program order)\n"
        "  a  1 to 2\n"
        "  b  1 to 1\n"
        "  b  3 to 3\n"
        "\n"
        "Dead definitions\n"
        "  c  written at 1, never read after it\n"
        "\n"
        "Dangling uses\n"
        "  b  read at 3, written before it on no path\n"
        "\n"
        "Pressure: 2 at most are held at once\n"
    )


def test_columns_stand_below_each_other_with_chinese_names(program, capsys):
    cli.main(["liveness", program([{"id": "过敏", "use": [], "def": [], "succ": []}])])
    assert "  statement  held  live-in  live-out\n  过敏          0  -        -\n" in capsys.readouterr().out


def test_a_name_cannot_play_with_the_terminal_or_break_a_line(program, capsys):
    cli.main(["liveness", program(statement(use=["a\nb", "\x1b[31m"]))])
    assert "          1     2  \\x1b[31m, a\\nb  -\n" in capsys.readouterr().out


def test_half_a_character_comes_out_as_json_writes_it(program):
    command = [sys.executable, "-m", "memlab", "liveness", program(statement(use=["\ud800"])), "--json"]
    out = subprocess.run(command, capture_output=True, check=True).stdout
    assert json.loads(out)["statements"][0]["live_in"] == ["\ud800"]


def test_an_empty_program(program, capsys):
    assert cli.main(["liveness", program([])]) == 0
    assert "Live sets (0 statements)" in capsys.readouterr().out


def test_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(PROGRAM).encode()), encoding="utf-8")
    )
    assert cli.main(["liveness", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pressure"] == 2


def test_the_mark_that_some_editors_put_first_is_no_error(program):
    assert cli.main(["liveness", program(b"\xef\xbb\xbf[]")]) == 0


def test_a_long_program(program, capsys):
    size = 100_000
    chain = [{"id": i, "use": ["a"], "def": ["b"], "succ": [i + 1][: i + 1 < size]} for i in range(size)]
    assert cli.main(["liveness", program(chain), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["statements"]) == size


def statement(**fields):
    return [{"id": 1, "use": [], "def": [], "succ": [], **fields}]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["not JSON", "line 1, column 1"]),
        (b'[{"id": 1,\n "use": }]', ["not JSON", "line 2, column 9"]),
        (b"\xff\xfe[\x00]\x00", ["not UTF-8", "byte 0"]),
        (b'["\xe9"]', ["not UTF-8", "byte 2"]),
        ({"id": 1}, ["an object, not a list"]),
        (3, ["a number, not a list"]),
        ([1], ["item 1", "a number"]),
        ([None], ["item 1", "null"]),
        (b"[" * 100_000, ["nested too deep"]),
        (b'[{"id": NaN}]', ["NaN"]),
        (b'[{"id": 1, "use": [], "use": ["a"], "def": [], "succ": []}]', ["'use'", "twice"]),
        (statement(id=[1]), ["item 1", "id", "a list", "string or a finite number"]),
        (statement(id=True), ["item 1", "id", "true"]),
        (statement(id=None), ["item 1", "id", "null"]),
        (statement(succ=[{}]), ["item 1", "succ", "an object"]),
        (statement(succ=[2]), ["succ", "2"]),
        (statement(succ=None), ["succ"]),
        (statement(use="abc"), ["use", "'abc'"]),
        (statement(use=[["a"]]), ["item 1", "use", "a list"]),
        (statement(**{"def": [None]}), ["item 1", "def", "null"]),
        (b'[{"id": 1e400, "use": [], "def": [], "succ": []}]', ["item 1", "id", "infinite"]),
        (statement() * 2, ["id", "1"]),
        ([{"id": 1, "def": [], "succ": []}], ["use"]),
    ],
)
def test_what_is_no_program_is_told_in_one_line(program, capsys, content, words):
    file = program(content)
    assert cli.main(["liveness", file]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"memlab liveness: {file}: ") and err.count("\n") == 1
    assert all(word in err for word in words), err


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["liveness", name]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"memlab liveness: cannot read {name}: ") and err.count("\n") == 1
