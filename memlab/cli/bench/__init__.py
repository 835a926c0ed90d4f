"""Measure memlab: each measurement times memlab and a peer in the same run, and tells the ratio.

Faults are counted: what was tried, what was seen of it, and what must never be. The exit code is 1 where a
goal is not met or such a thing was. With --json the lines go to stderr and one document to stdout, with the
machine and the date. What takes part is told by ROOMS.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
import time
from collections.abc import Iterator, Sequence

from memlab.cli.bench.report import HEAD, document, lines
from memlab.cli.bench.results import Count, Growth, LeftOut, Measurement, Result
from memlab.cli.bench.scaling import GROWTHS
from memlab.cli.errors import CommandError

__all__ = ["Count", "Growth", "LeftOut", "Measurement", "Result", "measure", "rooms"]

ROOMS = ("flow", "zset", "replay", "facts", "tiers", "context", "chats", "servers", "view", "faults")


def rooms() -> tuple[str, ...]:
    """The rooms that are measured, in the order of the chapters: modules of this package."""
    return tuple(room for room in ROOMS if importlib.util.find_spec(f"{__name__}.{room}"))


def measure(room: str, quick: bool, scaling: bool = False) -> Iterator[Result]:
    """The results of one room, as they are made; `quick` takes smaller inputs, `scaling` growing ones."""
    if scaling:
        return importlib.import_module(f"{__name__}.scaling").growths(room, quick)
    return importlib.import_module(f"{__name__}.{room}").measurements(quick)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "rooms", metavar="ROOM", nargs="*", help=f"of {', '.join(rooms())}; all if none is named"
    )
    parser.add_argument("--quick", action="store_true", help="smaller inputs: seconds instead of minutes")
    parser.add_argument(
        "--scaling", action="store_true", help="instead: how time grows with size, over three decades"
    )
    parser.add_argument("--json", action="store_true", help="one document: machine, date and all results")


def run(options: argparse.Namespace) -> int:
    out = sys.stderr if options.json else sys.stdout
    made: list[tuple[str, Result]] = []
    seconds: dict[str, float] = {}
    if not options.scaling:
        print(HEAD, file=out)
    for room in _known(options.rooms, options.scaling):
        start = time.monotonic()
        for result in _measured(room, options.quick, options.scaling):
            print(*lines(result, made[-1][1] if made else None), sep="\n", file=out, flush=True)
            made.append((room, result))
        seconds[room] = time.monotonic() - start
    took = ", ".join(f"{room} {taken:.0f}" for room, taken in seconds.items())
    print(f"seconds: {took}; {sum(seconds.values()):.0f} in all", file=out)
    if options.json:
        print(json.dumps(document(made, seconds, options.quick), ensure_ascii=False, indent=1))
    return int(not all(result.met for _, result in made if isinstance(result, Measurement | Count)))


def _known(names: Sequence[str], scaling: bool) -> Sequence[str]:
    there = [room for room in rooms() if not scaling or room in GROWTHS]
    unknown = [name for name in names if name not in there]
    if unknown:
        raise CommandError(f"no measurements for {', '.join(unknown)}; there are: {', '.join(there)}")
    return names or there


def _measured(room: str, quick: bool, scaling: bool) -> Iterator[Result]:
    try:
        yield from measure(room, quick, scaling)
    except ModuleNotFoundError as error:
        raise CommandError(
            f"{error.name} is not installed; mend it with: pip install 'memlab[lab,bench]'"
        ) from None
