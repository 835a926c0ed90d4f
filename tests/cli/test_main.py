"""The command as a whole: help, version, wrong words, and a reader that goes away."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import memlab
from memlab import cli

MEMLAB = [sys.executable, "-m", "memlab"]


def test_the_version(capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"memlab {memlab.__version__}\n"


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help(capsys, command):
    with pytest.raises(SystemExit, match="0"):
        cli.main([command, "--help"])
    assert capsys.readouterr().out.startswith(f"usage: memlab {command}")


@pytest.mark.parametrize("words", [["cook"], ["liveness"], ["demo", "--fast"]])
def test_wrong_words_are_told_in_short(capsys, words):
    with pytest.raises(SystemExit, match="2"):
        cli.main(words)
    assert capsys.readouterr().err.startswith("usage: memlab")


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    chain = [{"id": i, "use": [], "def": ["a"], "succ": []} for i in range(20_000)]
    (tmp_path / "long.json").write_text(json.dumps(chain), encoding="utf-8")
    command = [*MEMLAB, "liveness", str(tmp_path / "long.json")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout.readline().startswith(b"Live sets")
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0


def test_an_interrupt_ends_without_a_traceback(monkeypatch, capsys):
    def interrupted(options):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.importlib.import_module("memlab.cli.demo"), "run", interrupted)
    assert cli.main(["demo"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="there a file cannot be called so")
@pytest.mark.parametrize("command", [["replay"], ["eval", "crosswoz"], ["fit"], ["liveness"]])
def test_a_file_of_any_name_does_nothing_to_the_terminal(command, tmp_path, capsys):
    (tmp_path / "\x1b[31mred").write_bytes(b"\0")
    for name in ("\x1b[31mred", "no\x1b[2Jfile"):
        assert cli.main([*command, str(tmp_path / name)]) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"memlab {command[0]}: ") and r"\x1b[" in told
        assert told[:-1].isprintable()


STATEMENTS = [{"id": "过敏😀", "use": ["花生"], "def": [], "succ": []}]


@pytest.fixture
def chinese(tmp_path):
    path = tmp_path / "过敏 1.json"
    path.write_text(json.dumps(STATEMENTS), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk", "utf-8"])
def test_what_a_chosen_encoding_lacks_comes_out_escaped(chinese, encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for words in (["demo"], ["liveness", chinese], ["liveness", chinese, "--json"]):
        run = subprocess.run([*MEMLAB, *words], env=environment, capture_output=True)
        assert (run.returncode, run.stderr) == (0, b"")
        run.stdout.decode(encoding)
    assert json.loads(run.stdout.decode(encoding))["statements"][0]["id"] == STATEMENTS[0]["id"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "words", [["demo"], ["liveness"], ["liveness", "--json"], ["doctor"], ["replay", "--generate", "loop"]]
)
def test_a_full_disk_is_one_line_and_no_traceback(chinese, words):
    with open("/dev/full", "wb") as full:
        files = [chinese] if words[0] == "liveness" else []
        run = subprocess.run([*MEMLAB, *words, *files], stdout=full, stderr=subprocess.PIPE)
    assert run.returncode == 2
    assert run.stderr.startswith(f"memlab {words[0]}: ".encode()) and run.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="a stream is closed by a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_error(chinese, closed):
    script = f'"$@" {closed}'
    run = subprocess.run(["sh", "-c", script, "sh", *MEMLAB, "liveness", chinese], capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="a stream is closed by a POSIX shell")
def test_a_closed_standard_input_is_an_empty_one():
    run = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *MEMLAB, "liveness", "-"], capture_output=True)
    assert run.returncode == 2
    assert (
        run.stderr.startswith(b"memlab liveness: standard input: not JSON") and run.stderr.count(b"\n") == 1
    )


def test_without_a_command_it_lists_them(capsys):
    assert cli.main([]) == 2
    help = capsys.readouterr().err
    assert all(command in help for command in cli.COMMANDS)
