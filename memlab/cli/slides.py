"""Build slides in DIR, a deck for each chapter, out of the cells that the notebooks mark for it.

They open from the folder, DIR/index.html; reveal.js lies beside them. In a deck: arrows go on and back,
S opens the speaker's notes, ?print-pdf behind the address makes it printable.
"""

from __future__ import annotations

import argparse
import pathlib

from memlab.cli.notebooks import source
from memlab.cli.publishing import errors, needed
from memlab.publish import SLIDES_NEED


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=pathlib.Path)


def run(options: argparse.Namespace) -> int:
    needed(*SLIDES_NEED)
    from memlab.publish.slides import build_slides

    with errors():
        decks = build_slides(source(), options.folder)
    print(f"{len(decks)} decks; open {options.folder / 'index.html'}")
    return 0
