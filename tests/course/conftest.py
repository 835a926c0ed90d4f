"""What the tests of chapters share."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def prose(repo) -> Callable[[str], str]:
    """`prose("02")` is all that chapter 02 says in words, on one line, links as their words: for tests of figures."""

    def of(chapter: str) -> str:
        (path,) = (repo / "notebooks").glob(f"{chapter}_*.ipynb")
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        written = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(" ".join(written).split()))

    return of
