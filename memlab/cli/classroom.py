"""The pre-flight check of `memlab doctor --class`: what a laptop needs in a room of thirty."""

from __future__ import annotations

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from memlab.cli.doctor import INSTALL_LAB, there
from memlab.cli.finding import FAIL, OK, WARN, Finding

if TYPE_CHECKING:
    from nbformat import NotebookNode

MEMORY_GB, DISK_GB = 4, 1  # a browser, JupyterLab and two kernels; an environment and a copy of the notebooks
PORTS = range(8888, 8939)  # those that JupyterLab tries in turn
FIRST = "00_start_here.ipynb"


def memory() -> Iterator[Finding]:
    if not there("psutil"):
        yield Finding(WARN, "memory: not looked at without psutil", INSTALL_LAB)
        return
    import psutil

    total = psutil.virtual_memory().total / 1e9
    small = total < MEMORY_GB
    mend = "close other programs, or let two learners share a laptop"
    yield Finding(WARN if small else OK, f"{total:.0f} GB of memory", mend if small else "")


def disk() -> Iterator[Finding]:
    for folder in dict.fromkeys((os.getcwd(), tempfile.gettempdir())):
        free = shutil.disk_usage(folder).free / 1e9
        small = free < DISK_GB
        mend = f"make room: {DISK_GB} GB is needed" if small else ""
        yield Finding(FAIL if small else OK, f"{free:.0f} GB free in {folder}", mend)


def home() -> Iterator[Finding]:
    """JupyterLab keeps its running servers and signatures in the user's own folders."""
    from jupyter_core.paths import jupyter_data_dir, jupyter_runtime_dir

    for folder in (jupyter_data_dir(), jupyter_runtime_dir(), os.getcwd()):
        try:
            os.makedirs(folder, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                yield Finding(OK, f"{folder} can be written")
        except OSError as error:
            mend = "choose folders that can be written: JUPYTER_DATA_DIR, JUPYTER_RUNTIME_DIR, cd"
            yield Finding(FAIL, f"{folder} cannot be written: {error.strerror}", mend)


def port() -> Iterator[Finding]:
    """A free port of this machine for JupyterLab."""
    for number in PORTS:
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", number))
            except OSError:
                continue
            yield Finding(OK, f"port {number} is free for JupyterLab")
            return
    yield Finding(FAIL, f"no port from {PORTS[0]} to {PORTS[-1]} is free", "memlab lab -- --port=9100")


def proxy() -> Iterator[Finding]:
    """A proxy that is asked for the machine's own addresses makes JupyterLab look dead."""
    chosen = next((name for name in ("http_proxy", "HTTP_PROXY") if os.environ.get(name)), None)
    spared = os.environ.get("no_proxy", os.environ.get("NO_PROXY", ""))
    if chosen and "127.0.0.1" not in spared and spared != "*":
        mend = "set NO_PROXY=127.0.0.1,localhost, and spare them in the browser, too"
        yield Finding(WARN, f"{chosen} is set, and 127.0.0.1 is not spared from the proxy", mend)
    else:
        yield Finding(OK, "no proxy stands between the browser and JupyterLab")


def browser() -> Iterator[Finding]:
    try:
        name = getattr(webbrowser.get(), "name", "") or "the system's own"
        yield Finding(OK, f"a browser opens by itself: {pathlib.Path(name).name}")
    except webbrowser.Error:
        mend = "open the printed address in Firefox, Chrome, Edge or Safari by hand"
        yield Finding(WARN, "no browser that opens by itself", mend)


def fonts() -> Iterator[Finding]:
    """Half of the course's texts are Chinese; macOS and Windows bring their fonts."""
    if sys.platform in ("darwin", "win32") or not shutil.which("fc-list"):
        yield Finding(OK, "fonts for Chinese come with most systems; this one was not asked")
        return
    found = subprocess.run(["fc-list", ":lang=zh", "family"], capture_output=True, text=True).stdout.split(
        "\n"
    )
    if found[0]:
        yield Finding(OK, f"a font for Chinese: {found[0]}")
    else:
        yield Finding(
            WARN, "no font for Chinese: it shows as boxes", "install Noto Sans CJK (fonts-noto-cjk)"
        )


def chapter() -> Iterator[Finding]:
    """The first chapter is laid out and really run, in a folder of its own."""
    if not there("nbclient", "nbformat", "ipykernel"):
        yield Finding(FAIL, "chapter 00 cannot be run: the lab is not installed", INSTALL_LAB)
        return
    import nbformat
    from nbclient.exceptions import CellExecutionError

    from memlab.cli.notebooks import lay_out

    with tempfile.TemporaryDirectory(prefix="memlab-class-") as folder:
        laid = lay_out(pathlib.Path(folder))
        chapters = sum(1 for file in laid if file.name.endswith(".ipynb"))
        start = time.perf_counter()
        try:
            _run(nbformat.read(pathlib.Path(folder, FIRST), as_version=4), folder)
        except CellExecutionError as error:
            why = next(iter(error.evalue.splitlines()), "")
            yield Finding(FAIL, f"chapter 00 does not run: {error.ename}: {why}", INSTALL_LAB)
            return
        seconds = time.perf_counter() - start
    yield Finding(OK, f"{chapters} notebooks are laid out, and chapter 00 runs in {seconds:.0f} s")


def _run(notebook: NotebookNode, folder: str) -> None:
    from nbclient import NotebookClient

    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": folder}})
    manager = client.create_kernel_manager()
    if manager.has_trait("transport_encryption"):  # else the kernel warns of eavesdroppers
        manager.transport_encryption = "auto"
    client.execute()


def packed(folder: pathlib.Path) -> Callable[[], Iterator[Finding]]:
    """A check of a pack: it is whole, it is for this machine, and pip can install from it alone."""

    def pack() -> Iterator[Finding]:
        from memlab.publish.pack import WHEELS, damaged, installable, read_manifest, remade
        from memlab.publish.platforms import this_python, this_system

        try:
            manifest = read_manifest(folder)
        except (OSError, ValueError) as error:
            yield Finding(FAIL, f"{folder} is no pack: {error}", "name the folder that memlab pack made")
            return
        make = remade(folder, manifest, this_python())
        again = f"copy it again, or make it anew: {make}"
        if not manifest.get("files"):
            yield Finding(FAIL, "the pack was not finished", f"finish it: {make}")
            return
        if lost := damaged(folder, manifest):
            yield Finding(FAIL, f"damaged or gone: {lost[0]}{_more(lost)}", again)
        else:
            yield Finding(OK, f"the pack's {len(manifest['files'])} files are whole")
        if why := installable(manifest, this_system(), this_python()):
            yield Finding(FAIL, why, make)
            return
        yield _dry_run(folder / WHEELS, again)

    return pack


def _more(lost: list[str]) -> str:
    return f" and {len(lost) - 1} more files of the pack" if lost[1:] else ""


def _dry_run(wheels: pathlib.Path, again: str) -> Finding:
    if not there("pip"):
        return Finding(FAIL, "pip cannot install from the pack: it is not here", "python -m ensurepip")
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
    command += [
        "--no-index",
        "--only-binary=:all:",
        f"--find-links={wheels}",
        "memlab[lab]",
    ]  # no setup.py runs
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    done = subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env={**alone, "PIP_CONFIG_FILE": os.devnull},
    )
    if done.returncode:
        return Finding(FAIL, f"pip cannot install from the pack: {done.stderr.strip()[-300:]}", again)
    return Finding(OK, "pip can install the course from the pack alone")


CLASSROOM = (memory, disk, home, port, proxy, browser, fonts, chapter)
