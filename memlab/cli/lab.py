"""Lay out the notebooks of this version in DIR and open JupyterLab on the first chapter.

A notebook that you changed is never overwritten: the new one is written beside it.
What stands after -- goes to JupyterLab as it is, for example: memlab lab -- --port=9000
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import pathlib
import sys

from memlab.cli.errors import CommandError
from memlab.cli.notebooks import Laid, lay_out

FIRST = "00_start_here.ipynb"
SETTINGS = pathlib.Path(__file__).parent / "settings"  # JupyterLab reads overrides.json there


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "memlab lab [-h] [--no-browser] [DIR] [-- OPTION ...]"
    parser.add_argument("folder", metavar="DIR", nargs="?", default="memlab-notebooks", type=pathlib.Path)
    parser.add_argument(
        "--no-browser", action="store_true", help="only print the address (so it is without a screen)"
    )


def run(options: argparse.Namespace) -> int:
    missing = [name for name in ("jupyterlab", "ipywidgets") if importlib.util.find_spec(name) is None]
    if missing:
        raise CommandError(f"{' and '.join(missing)} not installed; mend it with: pip install 'memlab[lab]'")
    laid = lay_out(options.folder)
    try:
        sign(laid, options.folder)
    except OSError as error:
        print(f"Pictures will show after their cells have run: signatures cannot be kept ({error}).")
    for line in summary(laid, options.folder):
        print(line, flush=True)
    browser = not options.no_browser and has_screen()
    return start(server_arguments(options.folder, browser) + options.passed_on)


def sign(laid: list[Laid], folder: pathlib.Path) -> None:
    """Have JupyterLab trust what was just laid, so that its pictures show before anything has run.

    What the learner changed is never signed.
    """
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()
    fresh = [file.beside or file.name for file in laid if file.status in ("new", "replaced") or file.beside]
    for name in fresh:
        if name.endswith(".ipynb"):
            notary.sign(nbformat.read(folder / name, as_version=4))


def summary(laid: list[Laid], folder: pathlib.Path) -> list[str]:
    """What layout did, in a line or two, and a line for each file that is the learner's own."""
    written = sum(1 for file in laid if file.status in ("new", "replaced"))
    return [
        *([f"{written} files written to {folder}"] if written else []),
        *(
            f"{file.name} is yours and stays as it is; this version's lies beside it: {file.beside}"
            for file in laid
            if file.beside
        ),
    ]


def has_screen() -> bool:
    """Whether a browser can open here; else the address is printed."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def server_arguments(folder: pathlib.Path, browser: bool) -> list[str]:
    """Options for this start only: nothing is written into the user's own configuration."""
    from jupyter_client import KernelManager

    arguments = [
        f"--ServerApp.root_dir={folder.resolve()}",
        "--ServerApp.ip=127.0.0.1",  # the next free port from 8888 on is JupyterLab's own default
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        # No question about news in front of a class, and no call to the outside: news_url stops the server
        # from fetching, and only the setting stops the page from asking.
        f"--LabApp.app_settings_dir={SETTINGS}",
        f"--LabApp.workspaces_dir={workspaces(folder)}",  # else the tabs of another lab open, kernels and all
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--Application.log_level=WARN",  # the address alone, not forty lines about extensions
    ]
    if "transport_encryption" in KernelManager.class_trait_names():  # else each kernel warns of eavesdroppers
        arguments.append("--KernelManager.transport_encryption=auto")
    if not browser:
        arguments.append("--ServerApp.open_browser=False")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # in a container everybody is root
        arguments.append("--ServerApp.allow_root=True")
    return arguments


def workspaces(folder: pathlib.Path) -> pathlib.Path:
    """Where JupyterLab keeps what was open in this folder: among the user's data, by the folder's name."""
    from jupyter_core.paths import jupyter_data_dir

    name = hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return pathlib.Path(jupyter_data_dir()) / "memlab-workspaces" / name


def start(arguments: list[str]) -> int:
    """Run JupyterLab in this process until it is stopped."""
    from jupyterlab.labapp import LabApp

    # The lab's own terminals find `memlab`, also where nobody activated the environment.
    os.environ["PATH"] = os.pathsep.join(
        [str(pathlib.Path(sys.executable).parent), os.environ.get("PATH", "")]
    )
    LabApp.launch_instance(argv=arguments)
    return 0
