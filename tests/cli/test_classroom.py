"""`memlab doctor --class`: what a laptop needs in a room, good, bad and broken."""

from __future__ import annotations

import json
import os
import pathlib
import socket
import subprocess
import types

import pytest

from memlab import cli
from memlab.cli import classroom, doctor
from memlab.cli.classroom import CLASSROOM, packed
from memlab.cli.doctor import FAIL, OK, WARN
from memlab.publish import pack
from memlab.publish.platforms import this_python, this_system


def found(check) -> list[tuple[str, str]]:
    return [(finding.status, str(finding)) for finding in doctor.examined(check)]


def only(check) -> tuple[str, str]:
    (finding,) = found(check)
    return finding


# Which checks there are


def test_the_classroom_comes_after_the_set_up_and_a_pack_last():
    assert doctor.checks(None) == doctor.CHECKS
    assert doctor.checks("") == (*doctor.CHECKS, *CLASSROOM)
    *rest, last = doctor.checks("DIR")
    assert tuple(rest) == doctor.checks("") and last.__name__ == "pack"


def test_the_command_runs_them_and_fails_where_one_fails(monkeypatch, capsys):
    good, bad = ([doctor.Finding(status, f"a thing that is {status}")] for status in (OK, FAIL))
    monkeypatch.setattr(doctor, "CHECKS", ())
    monkeypatch.setattr(classroom, "CLASSROOM", (lambda: good,))
    assert cli.main(["doctor", "--class"]) == 0
    monkeypatch.setattr(classroom, "CLASSROOM", (lambda: good, lambda: bad))
    assert cli.main(["doctor", "--class"]) == 1
    assert capsys.readouterr().out.count("a thing that is OK") == 2


def test_here_a_class_could_begin(monkeypatch):
    """Not a word of FAIL on the machine that runs the tests; the chapter has a test of its own."""
    for check in (classroom.memory, classroom.disk, classroom.home, classroom.port, classroom.fonts):
        assert not [line for status, line in found(check) if status == FAIL], check.__name__


# The laptop


def test_a_small_memory_is_a_warning(monkeypatch):
    psutil = pytest.importorskip("psutil")
    monkeypatch.setattr(psutil, "virtual_memory", lambda: types.SimpleNamespace(total=2.1e9))
    status, line = only(classroom.memory)
    assert status == WARN and "2 GB of memory" in line and "share a laptop" in line


def test_a_full_disk_fails_and_each_place_is_looked_at_once(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(classroom.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(classroom.shutil, "disk_usage", lambda folder: types.SimpleNamespace(free=2e8))
    status, line = only(classroom.disk)
    assert status == FAIL and str(tmp_path) in line and "make room" in line


def test_a_folder_of_jupyter_that_cannot_be_written_fails(monkeypatch, tmp_path):
    (tmp_path / "taken").write_text("a file, no folder", encoding="utf-8")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "taken"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "free"))
    lines = found(classroom.home)
    assert [status for status, _ in lines] == [FAIL, OK, OK]
    assert "taken cannot be written" in lines[0][1] and "JUPYTER_DATA_DIR" in lines[0][1]


def test_a_port_in_use_is_passed_over_and_all_in_use_fails(monkeypatch):
    with socket.socket() as taken, socket.socket() as other:
        taken.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        used, free = taken.getsockname()[1], other.getsockname()[1]
        other.close()
        monkeypatch.setattr(classroom, "PORTS", (used, free))
        assert only(classroom.port)[1].endswith(f"port {free} is free for JupyterLab")
        monkeypatch.setattr(classroom, "PORTS", (used, used))
        status, line = only(classroom.port)
    assert status == FAIL and "memlab lab -- --port=" in line


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({}, OK),
        ({"http_proxy": "http://proxy:3128"}, WARN),
        ({"HTTP_PROXY": "http://proxy:3128", "NO_PROXY": "school.example"}, WARN),
        ({"http_proxy": "http://proxy:3128", "no_proxy": "localhost,127.0.0.1"}, OK),
        ({"http_proxy": "http://proxy:3128", "NO_PROXY": "*"}, OK),
    ],
)
def test_a_proxy_that_would_be_asked_for_this_machine_is_a_warning(monkeypatch, settings, status):
    for name in ("http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert only(classroom.proxy)[0] == status
    assert "proxy:3128" not in only(classroom.proxy)[1], "an address of a proxy may hold a password"


def test_without_a_browser_the_address_is_to_be_opened_by_hand(monkeypatch):
    def none():
        raise classroom.webbrowser.Error

    monkeypatch.setattr(classroom.webbrowser, "get", none)
    status, line = only(classroom.browser)
    assert status == WARN and "by hand" in line


@pytest.mark.parametrize(("said", "status"), [("Noto Sans CJK SC\nOther\n", OK), ("", WARN)])
def test_fonts_for_chinese_are_asked_for_on_linux(monkeypatch, said, status):
    monkeypatch.setattr(classroom.sys, "platform", "linux")
    monkeypatch.setattr(classroom.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(classroom.subprocess, "run", lambda *_, **__: types.SimpleNamespace(stdout=said))
    assert only(classroom.fonts)[0] == status


def test_other_systems_bring_fonts_for_chinese(monkeypatch):
    monkeypatch.setattr(classroom.sys, "platform", "win32")
    assert only(classroom.fonts)[0] == OK


def test_the_first_chapter_is_laid_out_and_run_and_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(classroom.tempfile, "tempdir", str(tmp_path))
    status, line = only(classroom.chapter)
    assert status == OK and "chapter 00 runs in" in line
    assert os.listdir(tmp_path) == []


def test_a_chapter_that_does_not_run_is_told_in_one_line(monkeypatch):
    import nbclient
    from nbclient.exceptions import CellExecutionError

    def broken(client, **options):
        trace = "\x1b[31mTraceback\x1b[0m\n  many\n  lines\n"
        raise CellExecutionError(trace, "ModuleNotFoundError", "No module named 'memlab'")

    monkeypatch.setattr(nbclient.NotebookClient, "execute", broken)
    status, line = only(classroom.chapter)
    assert status == FAIL and "No module named 'memlab'" in line
    assert "\n" not in line and "\x1b" not in line


# The pack


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    """A pack for this very machine, with a wheel that is none."""
    folder = tmp_path / "a stick"
    (folder / "wheels").mkdir(parents=True)
    wheel = folder / "wheels" / "memlab-0.1.0-py3-none-any.whl"
    wheel.write_bytes(b"not opened here")
    row = {"system": this_system(), "python": this_python(), "wheels": [wheel.name], "missing": []}
    content = {"memlab": "0.1.0", "targets": [row], "files": {f"wheels/{wheel.name}": pack.digest(wheel)}}
    write(folder, content)
    return folder


def write(folder: pathlib.Path, content: object) -> None:
    (folder / pack.MANIFEST).write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def pip_says(monkeypatch):
    """Stands for pip: what it returns, and the words and the environment with which it was called."""
    calls = []

    def says(code: int, stderr: str = ""):
        def run(command, **options):
            calls.append((command, options["env"]))
            return subprocess.CompletedProcess(command, code, "", stderr)

        monkeypatch.setattr(classroom.subprocess, "run", run)
        return calls

    return says


def test_a_good_pack_is_whole_and_installs_from_itself_alone(folder, pip_says, monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "http://elsewhere.example/simple")
    calls = pip_says(0)
    assert [status for status, _ in found(packed(folder))] == [OK, OK]
    ((command, environment),) = calls
    assert "--no-index" in command and f"--find-links={folder / 'wheels'}" in command
    assert not [name for name in environment if name.startswith("PIP_") and name != "PIP_CONFIG_FILE"]


def test_a_damaged_file_is_named(folder, pip_says):
    pip_says(0)
    (folder / "wheels" / "memlab-0.1.0-py3-none-any.whl").write_bytes(b"other")
    status, line = found(packed(folder))[0]
    assert status == FAIL and "gone: wheels/memlab-0.1.0-py3-none-any.whl; mend: copy it again" in line


def test_what_pip_lacks_is_told(folder, pip_says):
    pip_says(1, "ERROR: No matching distribution found for tinybase\n")
    status, line = found(packed(folder))[-1]
    assert status == FAIL and "No matching distribution found for tinybase" in line


def test_without_pip_nothing_can_be_installed_and_the_mend_is_told(folder, monkeypatch):
    monkeypatch.setattr(classroom, "there", lambda *names: "pip" not in names)
    status, line = found(packed(folder))[-1]
    assert status == FAIL and "ensurepip" in line


def test_a_pack_for_other_laptops_says_for_which_and_how_to_make_one_for_this(folder, pip_says):
    calls = pip_says(0)
    row = {"system": this_system(), "python": "3.9", "wheels": [], "missing": []}
    write(folder, {"targets": [row], "files": {"START_HERE.md": ""}})
    status, line = found(packed(folder))[-1]
    assert status == FAIL and "with Python 3.9, and this is" in line
    assert f'memlab pack "{folder}" --python 3.9 --python {this_python()}' in line
    assert calls == []


@pytest.mark.parametrize("content", [{}, [], None])
def test_what_is_no_pack_or_not_finished_is_told(folder, content):
    write(folder, content) if content is not None else (folder / pack.MANIFEST).unlink()
    status, line = only(packed(folder))
    assert status == FAIL and "mend: " in line
    assert ("not finished" in line) == (content == {})
