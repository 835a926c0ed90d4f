"""`memlab lab`: what it says, how it starts JupyterLab, and that it really answers."""

from __future__ import annotations

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import nbformat
import pytest
from jupyter_client import KernelManager
from nbformat.sign import NotebookNotary

from memlab import cli
from memlab.cli import lab
from memlab.cli.notebooks import Laid


@pytest.fixture
def started(monkeypatch):
    """Records the arguments of a start instead of starting."""
    starts = []
    monkeypatch.setattr(lab, "start", lambda arguments: starts.append(arguments) or 0)
    return starts


@pytest.fixture(autouse=True)
def signatures(tmp_path, monkeypatch):
    """Signatures go to a folder of the test, not to the user's own."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def no_screen(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)


def test_it_lays_out_the_notebooks_and_opens_the_first(tmp_path, monkeypatch, started, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab"]) == 0
    assert (tmp_path / "memlab-notebooks" / lab.FIRST).is_file()
    assert f"--LabApp.default_url=/lab/tree/{lab.FIRST}" in started[0]
    assert f"--ServerApp.root_dir={tmp_path / 'memlab-notebooks'}" in started[0]
    assert re.search(r"\d+ files written to memlab-notebooks", capsys.readouterr().out)


def test_each_folder_has_its_own_tabs(tmp_path, started):
    """JupyterLab keeps what was open once for each user: another course's tabs would open, with kernels."""
    for name in ("a", "b", "a"):
        cli.main(["lab", str(tmp_path / name)])
    kept = [next(a for a in arguments if a.startswith("--LabApp.workspaces_dir=")) for arguments in started]
    assert kept[0] == kept[2] != kept[1] and str(tmp_path / "a") not in kept[0]


def trusted(path):
    return NotebookNotary().check_signature(nbformat.read(path, as_version=4))


def test_what_it_lays_is_trusted_and_what_the_learner_changed_is_not(tmp_path, started):
    folder = tmp_path / "mine"
    cli.main(["lab", str(folder)])
    assert all(trusted(path) for path in folder.glob("*.ipynb"))
    first = nbformat.read(folder / lab.FIRST, as_version=4)
    first.cells[0].source += " (mine)"
    nbformat.write(first, folder / lab.FIRST)
    cli.main(["lab", str(folder)])
    (beside,) = folder.glob("00_*.memlab-*.ipynb")
    assert trusted(beside) and not trusted(folder / lab.FIRST)


def test_where_signatures_cannot_be_kept_the_lab_starts_all_the_same(tmp_path, started, monkeypatch, capsys):
    def refused(self, notebook):
        raise PermissionError(13, "Permission denied", "notebook_secret")

    monkeypatch.setattr(NotebookNotary, "sign", refused)
    assert cli.main(["lab", str(tmp_path / "mine")]) == 0 and started
    assert "signatures cannot be kept" in capsys.readouterr().out


def test_the_lab_finds_the_commands_of_its_own_environment(monkeypatch):
    monkeypatch.setenv("PATH", "elsewhere")
    monkeypatch.setattr("jupyterlab.labapp.LabApp.launch_instance", lambda argv: None)
    lab.start([])
    found = os.environ["PATH"].split(os.pathsep)
    assert found == [str(pathlib.Path(sys.executable).parent), "elsewhere"]


def test_its_own_start_asks_no_news_and_listens_to_this_machine_alone(tmp_path, started):
    cli.main(["lab", str(tmp_path / "mine")])
    assert "--LabApp.news_url=None" in started[0]
    assert "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate" in started[0]
    assert "--ServerApp.ip=127.0.0.1" in started[0]


@pytest.mark.parametrize("known", [True, False])
def test_kernels_are_not_started_with_a_warning_where_that_can_be_helped(
    tmp_path, started, monkeypatch, known
):
    traits = KernelManager.class_trait_names() + ["transport_encryption"] * known
    traits = [name for name in traits if known or name != "transport_encryption"]
    monkeypatch.setattr(KernelManager, "class_trait_names", lambda: traits)
    cli.main(["lab", str(tmp_path / "mine")])
    assert ("--KernelManager.transport_encryption=auto" in started[0]) is known


def test_without_a_screen_no_browser_is_opened(tmp_path, started, no_screen, monkeypatch):
    cli.main(["lab", str(tmp_path / "mine")])
    monkeypatch.setenv("DISPLAY", ":0")
    cli.main(["lab", str(tmp_path / "mine")])
    cli.main(["lab", str(tmp_path / "mine"), "--no-browser"])
    assert ["--ServerApp.open_browser=False" in arguments for arguments in started] == [True, False, True]


def test_what_stands_after_two_dashes_goes_to_jupyterlab_last(tmp_path, started):
    cli.main(["lab", str(tmp_path / "mine"), "--", "--port=9000", "--help"])
    assert started[0][-2:] == ["--port=9000", "--help"]


def test_a_kept_notebook_is_told():
    laid = [
        Laid("01_a.ipynb", "new"),
        Laid("02_b.ipynb", "kept", "02_b.memlab-1.ipynb"),
        Laid("03_c.ipynb", "same"),
    ]
    assert lab.summary(laid, "mine") == [
        "1 files written to mine",
        "02_b.ipynb is yours and stays as it is; this version's lies beside it: 02_b.memlab-1.ipynb",
    ]


def test_without_the_lab_packages_it_says_what_to_install(tmp_path, started, monkeypatch, capsys):
    monkeypatch.setattr(
        lab.importlib.util, "find_spec", lambda name: None if name == "jupyterlab" else object()
    )
    assert cli.main(["lab", str(tmp_path / "mine")]) == 2
    assert capsys.readouterr().err == (
        "memlab lab: jupyterlab not installed; mend it with: pip install 'memlab[lab]'\n"
    )
    assert not started and not (tmp_path / "mine").exists()


def test_a_file_instead_of_a_folder_is_one_line_and_no_traceback(tmp_path, started, capsys):
    (tmp_path / "file").write_bytes(b"")
    assert cli.main(["lab", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1 and not started


def test_it_really_starts_and_the_address_that_it_prints_answers(tmp_path):
    command = [sys.executable, "-m", "memlab", "lab", str(tmp_path / "mine"), "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as server:
        try:
            address = next(
                m[0] for line in server.stdout if (m := re.search(r"http://127\.0\.0\.1\S+", line))
            )
            assert b"JupyterLab" in fetched(address)
            settings = json.loads(fetched(address.replace(f"/lab/tree/{lab.FIRST}", NOTIFICATIONS)))
            asked = settings["schema"]["properties"]["fetchNews"]["default"]
            assert asked == "false", "with none, JupyterLab asks about news at its first start"
            assert f"/lab/tree/{lab.FIRST}" in address and "token=" in address
        finally:
            server.send_signal(signal.SIGTERM)
            server.stdout.read()
            server.wait(timeout=60)


NOTIFICATIONS = "/lab/api/settings/@jupyterlab/apputils-extension:notification"


def fetched(address: str) -> bytes:
    """The page at an address; JupyterLab prints it a moment before it listens."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(address, timeout=60) as page:
                return page.read()
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")
