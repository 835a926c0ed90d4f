"""The machine that measured, in words that identify nobody: no name of host or user, no path."""

from __future__ import annotations

import os
import pathlib
import platform
import re
import subprocess
from collections.abc import Iterator
from importlib import metadata

import memlab
from memlab.cli import servers

PEERS = ("cachetools", "fakeredis", "redis", "sortedcontainers", "numpy", "psycopg", "tiktoken")

REVISION = ("rev-parse", "--short", "HEAD")
CHANGES = ("diff", "HEAD", "--name-only", "--", "*.py")  # the documents themselves are written while it runs


def machine() -> dict[str, str]:
    """What a reader needs to judge the figures, each in a few words.

    >>> sorted(machine())[:3]
    ['cores', 'memory', 'packages']
    """
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count() or "unknown"),
        "memory": _memory(),
        "system": f"{_system()}, {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": ", ".join(_packages()),
        "servers": ", ".join(_servers()) or "none",
    }


def commit() -> str | None:
    """The commit of the checkout that memlab lies in, with a + if its Python differs from it; else None."""
    folder = pathlib.Path(memlab.__file__).parents[1]
    if not (folder / ".git").exists():
        return None
    try:
        known, changed = (_git(folder, *words) for words in (REVISION, CHANGES))
    except (OSError, subprocess.CalledProcessError):
        return None
    return known + "+" * bool(changed)


def _git(folder: pathlib.Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _processor() -> str:
    """Its model; where the system tells none, its architecture."""
    try:
        told = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        told = ""
    model = re.search(r"^(?:model name|Model)\s*:\s*(.+)$", told, re.MULTILINE)
    return " ".join(model[1].split()) if model else platform.processor() or platform.machine()


def _system() -> str:
    """A kernel's own name may tell whose machine it is, so Linux goes by its distribution."""
    if platform.system() != "Linux":
        return f"{platform.system()} {platform.release()}"
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return "Linux"


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on Windows
        return "unknown"
    return f"{size / 2**30:.0f} GiB"


def _packages() -> Iterator[str]:
    for name in PEERS:
        try:
            yield f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue


def _servers() -> Iterator[str]:
    """Those that are installed, with their versions."""
    for name, program in (("Redis", servers.redis_program), ("PostgreSQL", _postgres)):
        try:
            told = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
        except (servers.Missing, OSError, subprocess.CalledProcessError):
            continue
        version = re.search(r"\d+(?:\.\d+)+", told)
        yield f"{name} {version[0] if version else 'of unknown version'}"


def _postgres() -> str:
    return f"{servers.postgres_programs()}/postgres"
