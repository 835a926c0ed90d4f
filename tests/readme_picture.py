"""Draw the README's picture anew: `python tests/readme_picture.py`. A test compares it with the one there."""

from __future__ import annotations

import pathlib

from memlab.course.story import SERVICE_CALL
from memlab.flow import Program
from memlab.view import live_range_chart

PICTURE = pathlib.Path(__file__).resolve().parent.parent / "notebooks" / "images" / "service_call.svg"


def drawn() -> str:
    """The live ranges of the course's service call."""
    return live_range_chart(Program.from_dicts(SERVICE_CALL)).svg


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(drawn(), encoding="utf-8", newline="\n")
