"""The command as a whole: help, version, wrong words, and a reader that goes away."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize("words", [[], ["cook"], ["liveness"], ["demo", "--fast"]])
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
