"""Measure memlab's speed: each measurement times memlab and a peer in the same run, and tells the ratio.

The exit code is 1 where a goal is not met. The rooms that are measured are those of ROOMS.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from memlab.cli.bench.report import HEAD, header, line, seconds
from memlab.cli.bench.results import Count, LeftOut, Measurement, Result
from memlab.cli.errors import CommandError

__all__ = ["Count", "LeftOut", "Measurement", "Result", "line", "measure", "rooms", "seconds"]

ROOMS = ("flow", "zset", "replay", "facts", "tiers", "view", "faults")  # in the order of the chapters


def rooms() -> tuple[str, ...]:
    """The rooms that have measurements: modules of this package."""
    return tuple(room for room in ROOMS if importlib.util.find_spec(f"{__name__}.{room}"))


def measure(room: str, quick: bool) -> Iterator[Result]:
    """The results of one room, as they are made; `quick` takes smaller inputs."""
    return importlib.import_module(f"{__name__}.{room}").measurements(quick)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "rooms", metavar="ROOM", nargs="*", help=f"of {', '.join(rooms())}; all if none is named"
    )
    parser.add_argument("--quick", action="store_true", help="smaller inputs: seconds instead of minutes")
    parser.add_argument(
        "--json", action="store_true", help="print the measurements as a JSON list at the end"
    )


def run(options: argparse.Namespace) -> int:
    made: list[Result] = []
    kind: type | None = None
    results = _all(options.rooms or rooms(), options.quick)
    if not options.json:
        print(HEAD)
    for result in results:
        made.append(result)
        if not options.json:
            if type(result) not in (kind, LeftOut):
                kind = type(result)
                print(header(kind))
            print(line(result), flush=True)
    if options.json:
        print(json.dumps([_row(result) for result in made], ensure_ascii=False, indent=1))
    return int(not all(result.met for result in made if not isinstance(result, LeftOut)))


def _row(result: Result) -> dict:
    known = {} if isinstance(result, LeftOut) else {"met": result.met}
    return {**asdict(result), **({"ratio": result.ratio} if isinstance(result, Measurement) else {}), **known}


def _all(names: Sequence[str], quick: bool) -> Iterator[Result]:
    unknown = [name for name in names if name not in rooms()]
    if unknown:
        raise CommandError(f"no measurements for {', '.join(unknown)}; there are: {', '.join(rooms())}")
    try:
        return itertools.chain.from_iterable([measure(name, quick) for name in names])
    except ModuleNotFoundError as error:
        raise CommandError(
            f"{error.name} is not installed; mend it with: pip install 'memlab[lab,bench]'"
        ) from None
