"""Build what is committed, and try the wheel as a user has it: `make release`.

Steps of a release: write its heading in CHANGELOG.md and `__version__` in memlab/__init__.py, commit; pass
`make check`, `make test`, `make test-oldest` and `make test-newest`; `make release`; tag the commit; hand on
what lies in dist.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile

REPO = pathlib.Path(__file__).resolve().parent.parent
FIRST = "00_start_here.ipynb"
MUST_HOLD = ("memlab/py.typed", "memlab/course/sentences.jsonl", f"memlab/_notebooks/{FIRST}")
TRIED = (
    ("doctor",),
    ("demo",),
    ("lab", "course", "--", "--version"),  # lays out the notebooks; JupyterLab then only tells its version
)
EXECUTE = f"""
import nbformat
from nbclient import NotebookClient
for name in ("{FIRST}", "02_liveness.ipynb"):
    NotebookClient(nbformat.read("course/" + name, as_version=4), kernel_name="python3").execute()
    print(name, "runs")
"""


def run(*command: str | pathlib.Path, **options) -> None:
    print("$", *command, flush=True)
    subprocess.run(list(map(str, command)), check=True, **options)


def build(target: pathlib.Path) -> pathlib.Path:
    """The sdist and the wheel of the last commit, whatever lies about in the working tree."""
    with tempfile.TemporaryDirectory() as work:
        archive = pathlib.Path(work) / "commit.zip"
        run("git", "-C", REPO, "archive", "--output", archive, "HEAD")
        source = pathlib.Path(work) / "source"
        shutil.unpack_archive(archive, source)
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", target, source)
    return max(target.glob("memlab-*.whl"), key=lambda wheel: wheel.stat().st_mtime)


def lacking(wheel: pathlib.Path, notebooks: pathlib.Path = REPO / "notebooks") -> list[str]:
    """What should be in the wheel and is not."""
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
    wanted = [*MUST_HOLD, *(f"memlab/_notebooks/{path.name}" for path in notebooks.glob("*.ipynb"))]
    return [name for name in wanted if name not in there]


def offline() -> list[str]:
    """The words that cut a command off the network, loopback aside; none where this system cannot."""
    words = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    try:
        cut = subprocess.run([*words, "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        cut = False
    return words if cut else []


def try_out(wheel: pathlib.Path) -> None:
    """Install the wheel into an environment of its own, away from the checkout, and use it offline."""
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        run(python, "-m", "pip", "install", "--quiet", f"memlab[lab] @ {wheel.resolve().as_uri()}")
        words = offline()
        print("the network is cut off" if words else "this system cannot cut the network off: tried with it")
        home = {"HOME": work, "MEMLAB_PROGRESS": "off"}  # nothing of the user's own
        options = {"cwd": folder, "env": {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | home}
        for command in TRIED:
            run(*words, python, "-m", "memlab", *command, **options)
        run(*words, python, "-c", EXECUTE, **options)


def main(target: pathlib.Path) -> int:
    wheel = build(target)
    if missing := lacking(wheel):
        print(f"{wheel.name} lacks {', '.join(missing)}")
        return 1
    try_out(wheel)
    print(f"{wheel} is whole and works")
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
