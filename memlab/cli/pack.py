"""Gather in DIR all that a laptop needs without internet: wheels for each system, the site, the slides.

START_HERE.md in it has the two lines that install. Called again, only what is missing is fetched. Versions
are those installed here where there are wheels of them. This command needs the network; the laptops do not.
"""

from __future__ import annotations

import argparse
import pathlib

from memlab.cli.errors import CommandError
from memlab.cli.notebooks import source
from memlab.cli.publishing import errors


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=pathlib.Path)
    parser.add_argument(
        "--system",
        action="append",
        metavar="NAME",
        type=_system,
        help="linux-x86_64, linux-aarch64, macos-arm64, macos-x86_64 or windows-amd64 only (may be repeated)",
    )
    parser.add_argument(
        "--python",
        action="append",
        metavar="3.N",
        type=_version,
        help="the laptops' Python (may be repeated; default: the one that runs this)",
    )


def _system(text: str) -> str:
    from memlab.publish.platforms import SYSTEMS

    if text not in SYSTEMS:
        raise argparse.ArgumentTypeError(f"{text!r}: allowed are {', '.join(SYSTEMS)}")
    return text


def _version(text: str) -> str:
    major, _, minor = text.partition(".")
    if major != "3" or not minor.isdecimal() or int(minor) < 10:
        raise argparse.ArgumentTypeError(
            f"{text!r}: a version of Python is asked for, 3.10 or newer, such as 3.12"
        )
    return f"3.{int(minor)}"


def run(options: argparse.Namespace) -> int:
    from memlab.publish.pack import make_pack
    from memlab.publish.pip import PipFailed
    from memlab.publish.platforms import SYSTEMS, targets, this_python

    wanted = list(targets(options.system or list(SYSTEMS), options.python or [this_python()]))
    try:
        with errors():
            pack = make_pack(options.folder, wanted, source(), lambda line: print(line, flush=True))
    except PipFailed as error:
        raise CommandError(str(error)) from None
    print()
    for one in pack.gathered:
        print(f"{one.target}: {len(one.wheels)} wheels" + "".join(f"\n  missing: {m}" for m in one.missing))
    print(f"{pack.size / 1e6:,.0f} MB; what to do with it stands in {options.folder / 'START_HERE.md'}")
    return int(not pack.complete)
