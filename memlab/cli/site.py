"""Build the course as a static site in DIR: contents, search, pictures, dark and light, print.

It opens from the folder, DIR/index.html, and asks no server for anything. Nothing is run: it shows what the
notebooks hold. What lies in DIR is replaced if memlab wrote it, else the command refuses.
"""

from __future__ import annotations

import argparse
import pathlib

from memlab.cli.notebooks import source
from memlab.cli.publishing import errors, needed
from memlab.publish import SITE_NEEDS


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=pathlib.Path)


def run(options: argparse.Namespace) -> int:
    needed(*SITE_NEEDS)
    from memlab.publish.site import build_site

    with errors():
        site = build_site(source(), options.folder)
    print(f"{site.pages} pages and {site.pictures} pictures; open {site.first}")
    for problem in site.problems:
        print(f"problem: {problem}")
    return int(bool(site.problems))
