"""pip, asked in a process of its own: what it does not have is told apart from what keeps it from looking."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

NO_PIP = (
    "this environment has no pip (uv makes such ones); mend it with: "
    f"{sys.executable} -m ensurepip, or with: uv pip install pip"
)
NO_NETWORK = "pip reaches no package index, and this command needs one; what is there stays: run it again"
NOT_THERE = ("No matching distribution found", "ResolutionImpossible")


class PipFailed(RuntimeError):
    """pip is not there, reaches nothing or breaks; the text says why and what to do."""


def pip(*arguments: str) -> bool:
    """Run pip; whether everything that was asked for is to be had. Errors: PipFailed."""
    if importlib.util.find_spec("pip") is None:
        raise PipFailed(NO_PIP)
    done = subprocess.run(
        [sys.executable, "-m", "pip", *arguments],
        env={**os.environ, "PIP_RETRIES": "2"},  # with five, a network that is not there is told late
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if "Retry(total=0" in done.stderr and done.returncode:
        raise PipFailed(NO_NETWORK)
    if done.returncode and not any(words in done.stderr for words in NOT_THERE):
        raise PipFailed(f"pip stopped: {done.stderr.strip()[-500:]}")
    return not done.returncode
