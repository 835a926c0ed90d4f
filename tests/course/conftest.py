"""What the tests of chapters share."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

import pytest

from memlab import course


@pytest.fixture(scope="session")
def prose(repo) -> Callable[[str], str]:
    """`prose("02")` is all that chapter 02 says in words, on one line, links as their words."""

    def of(chapter: str) -> str:
        (path,) = (repo / "notebooks").glob(f"{chapter}_*.ipynb")
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        written = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(" ".join(written).split()))

    return of


@pytest.fixture(scope="session")
def shown(repo) -> Callable[[str, str], str]:
    """`shown("04", "steps(size)")` is what the code cell with these words printed when it was run last."""

    def of(chapter: str, words: str) -> str:
        (path,) = (repo / "notebooks").glob(f"{chapter}_*.ipynb")
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        (cell,) = [c for c in cells if c["cell_type"] == "code" and words in "".join(c["source"])]
        outputs = [out.get("text") or out["data"]["text/plain"] for out in cell["outputs"]]
        return "".join("".join(text) for text in outputs)

    return of


NUMBERS = "three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|twenty|thirty|forty|fifty|ninety"
FIGURE = re.compile(rf"\d[\d.,]*|\b(?:{NUMBERS}|hundred|thousand|half|quarter|third)\b", re.I)
NO_FIGURE = re.compile(
    r"\$\$.*?\$\$|\$[^$]*\$|```.*?```|`[^`]*`"  # a formula, code
    r"|half-li(?:fe|ves)|[Cc]hapters? \d\d(?: and \d\d)?|[Ss]ections? \d+|[Ee]xercise \d\d\.\d"
    r"|#+ \d+ ·|Minutes:.*?Before"
)


@pytest.fixture(scope="session")
def unproved(prose) -> Callable[..., list[str]]:
    """`unproved("03", claims)` are the figures that no claim of a test holds, with the words around them."""

    def of(chapter: str, claims: Iterable[str]) -> list[str]:
        text = prose(chapter).split("## Where to read on")[0]
        asked = [exercise.question for id, exercise in course.exercises().items() if id[:2] == chapter]
        for told in sorted([*asked, *claims], key=len, reverse=True):
            text = text.replace(" ".join(told.split()), " ")
        text = NO_FIGURE.sub(" ", text)
        return [text[max(0, m.start() - 40) : m.end() + 30] for m in FIGURE.finditer(text)]

    return of
