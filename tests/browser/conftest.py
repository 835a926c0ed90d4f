"""A JupyterLab of our own on a free port of this machine, and a Chromium that looks at it."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from memlab.cli.lab import SETTINGS

START = 120  # seconds; a small machine that runs other tests too needs many of them
ANNOUNCEMENTS = "@jupyterlab/apputils-extension:announcements"
# A command given before the notebook has its kernel is answered with a question in a dialog.
READY = """() => {
  const context = window.jupyterapp?.shell.currentWidget?.sessionContext
  const kernel = context?.session?.kernel
  return context?.isReady && kernel?.connectionStatus === 'connected' && kernel.status === 'idle'
}"""
# Not awaited: what the page does not finish, the waiting with a time limit below finds out.
RUN = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }"
# Cells that wait or run show [*], those that did not run show [ ].
DONE = """() => {
  const cells = [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')]
    .filter(cell => cell.querySelector('.cm-content').textContent.trim())
  const prompts = cells.map(cell => cell.querySelector('.jp-InputPrompt').textContent)
  return prompts.length > 0 && prompts.every(prompt => /\\[\\d+\\]/.test(prompt))
}"""
# From the key to the frame in which the new picture is on the screen: of one of the first `most` pictures.
WATCH = """most => {
  const pictures = [...document.querySelectorAll('.memlab-explorer .widget-html-content > svg')]
  const frames = new Set(pictures.slice(0, most).map(svg => svg.closest('.widget-html')))
  window.moves = []
  let pressed = null
  document.addEventListener('keydown', () => { pressed = performance.now() }, true)
  const watched = new MutationObserver(() => {
    if (pressed === null) return
    const start = pressed
    pressed = null
    requestAnimationFrame(() => setTimeout(() => window.moves.push(performance.now() - start), 0))
  })
  for (const frame of frames) watched.observe(frame, {childList: true, subtree: true, characterData: true})
}"""
CONFIGURATION = {
    # Every cell is in the page, also those that are scrolled out of sight.
    "settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
    # No question about news over the page.
    "path/labconfig/page_config.json": {
        "disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}
    },
}


@pytest.fixture
def page(chromium, artifacts, request):
    """A page; what it looks like at the end of a test is kept, above all for a test that failed."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(60_000)
    yield page
    name = re.sub(r"\W+", "-", request.node.name).strip("-")
    page.screenshot(path=artifacts / f"{name}.png")
    page.close()


@pytest.fixture(scope="session")
def lab_folder(tmp_path_factory) -> pathlib.Path:
    """The folder that the JupyterLab of this run shows."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="session")
def lab_home(tmp_path_factory) -> pathlib.Path:
    """What the JupyterLab of this run has in place of a user's home."""
    return tmp_path_factory.mktemp("jupyter")


@pytest.fixture(scope="session")
def lab(lab_folder, lab_home, repo):
    """The address of a running JupyterLab; the server ends with the tests, and no other server is touched."""
    pytest.importorskip("jupyterlab", reason="jupyterlab is not installed")
    home, port = lab_home, free_port()
    log = (home / "log.txt").open("w", encoding="utf-8")
    server = subprocess.Popen(
        command(lab_folder, port),
        env=environment(home, repo),
        stdout=log,
        stderr=log,
        stdin=subprocess.DEVNULL,
    )
    try:
        wait_for(server, port, home / "log.txt")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
        log.close()


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def command(folder: pathlib.Path, port: int) -> list[str]:
    return [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"),
        *("--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}"),
        *("--IdentityProvider.token=", "--ServerApp.password=", "--LabApp.expose_app_in_browser=True"),
        *("--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"),
        "--LabApp.extension_manager=readonly",
        f"--LabApp.app_settings_dir={SETTINGS}",  # as `memlab lab` does
    ]


def environment(home: pathlib.Path, repo: pathlib.Path) -> dict[str, str]:
    """Folders of our own for all that Jupyter reads and writes, so that no user setting takes part."""
    for name, content in CONFIGURATION.items():
        (home / name).parent.mkdir(parents=True)
        (home / name).write_text(json.dumps(content), encoding="utf-8")
    own = {
        "JUPYTERLAB_SETTINGS_DIR": home / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
        **{f"JUPYTER_{kind}_DIR": home / kind.lower() for kind in ("CONFIG", "DATA", "RUNTIME")},
        "IPYTHONDIR": home / "ipython",
        "JUPYTER_CONFIG_PATH": home / "path",
        "PYTHONPATH": os.pathsep.join(filter(None, (str(repo), os.environ.get("PYTHONPATH")))),
    }
    return {**os.environ, **{name: str(value) for name, value in own.items()}}


def wait_for(server: subprocess.Popen, port: int, log: pathlib.Path) -> None:
    """Until the server answers; a server that ended or stays silent fails with its log."""
    end = time.monotonic() + START
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=5):
            return
        time.sleep(0.3)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")


@pytest.fixture(scope="session")
def artifacts(repo) -> pathlib.Path:
    """Where screenshots are kept."""
    folder = pathlib.Path(os.environ.get("MEMLAB_ARTIFACTS", repo / "artifacts"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def desk(page, lab, lab_folder) -> Desk:
    """The page with a notebook on it."""
    return Desk(page, lab, lab_folder)


class Desk:
    """Writes, opens and runs notebooks in the JupyterLab of this run."""

    def __init__(self, page, lab: str, folder: pathlib.Path) -> None:
        self.page, self.lab, self.folder = page, lab, folder

    def notebook(self, *cells: str, outputs: dict | None = None) -> str:
        """A notebook of code cells; with `outputs`, as it was saved by somebody else."""
        made = [
            {
                "cell_type": "code",
                "id": f"cell-{i}",
                "metadata": {},
                "source": source,
                "execution_count": i if outputs else None,
                "outputs": [{"output_type": "display_data", "metadata": {}, "data": outputs}]
                if outputs
                else [],
            }
            for i, source in enumerate(cells, start=1)
        ]
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
        return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})

    def visit(self, name: str) -> None:
        """Open a notebook of the folder."""
        self.page.goto(f"{self.lab}/lab/workspaces/{name.partition('.')[0]}/tree/{name}")
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell")

    def run_all(self) -> None:
        """Run All Cells, and wait until they have."""
        self.page.wait_for_function(READY, timeout=120_000)
        self.page.evaluate(RUN)
        self.page.wait_for_function(DONE, timeout=180_000)

    def run(self, name: str, *cells: str) -> None:
        """Write a notebook of these cells, open it and run it."""
        (self.folder / name).write_text(self.notebook(*cells), encoding="utf-8")
        self.visit(name)
        self.run_all()

    def watch(self, most: int = 99) -> None:
        """From now on measure how long an explorer takes from a key to one of its first `most` pictures."""
        self.page.evaluate(WATCH, most)

    def press(self, key: str) -> float:
        """One key; how many milliseconds passed until its new picture was there."""
        known = self.page.evaluate("() => window.moves.length")
        self.page.keyboard.press(key)
        self.page.wait_for_function("known => window.moves.length > known", arg=known)
        return self.page.evaluate("() => window.moves.at(-1)")

    def keep(self, path: pathlib.Path) -> None:
        """A screenshot of the whole explorer, which is higher than a screen."""
        self.page.set_viewport_size({"width": 1280, "height": 2600})
        self.page.wait_for_timeout(500)
        self.page.locator(".memlab-explorer").screenshot(path=path)
        self.page.set_viewport_size({"width": 1280, "height": 900})

    def no_errors(self) -> None:
        """No cell and no widget shows an error."""
        for kind in ("error", "stderr"):
            assert self.page.locator(f"[data-mime-type='application/vnd.jupyter.{kind}']").count() == 0
        assert self.page.locator(".memlab-explorer [role=alert]").count() == 0
        assert self.page.get_by_text("Error displaying widget").count() == 0
