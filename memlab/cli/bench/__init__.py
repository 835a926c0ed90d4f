"""Measure memlab's speed: each measurement times memlab and a peer in the same run, and tells the ratio.

The exit code is 1 where a goal is not met. The rooms that are measured are the modules of this package.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from memlab.cli.errors import CommandError


@dataclass(frozen=True)
class Measurement:
    """Seconds, or what `unit` says, that memlab took (`ours`) and that a peer took for the same work.

    `goal` is the least ratio that counts as met; None where the figure is only told.

    >>> m = Measurement("sort", ours=0.5, peer_name="bubble sort", peer=5.0, goal=8)
    >>> m.ratio, m.met
    (10.0, True)
    """

    name: str
    ours: float
    peer_name: str
    peer: float
    goal: float | None = None
    unit: str = "s"

    @property
    def ratio(self) -> float:
        """How many times less than the peer it took (below 1: more)."""
        return self.peer / self.ours if self.ours else float("inf")

    @property
    def met(self) -> bool:
        """Whether the goal is reached; without a goal, always."""
        return self.goal is None or self.ratio >= self.goal


def rooms() -> tuple[str, ...]:
    """The rooms that have measurements: the modules of this package, by name."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def measure(room: str, quick: bool) -> Iterator[Measurement]:
    """The measurements of one room, as they are made; `quick` takes smaller inputs."""
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
    made = []
    measurements = _all(options.rooms or rooms(), options.quick)
    if not options.json:
        print("ratio = the peer's time / memlab's time; a goal below 1 says how much slower is still good")
        print(_row("measurement", "memlab", "peer", "ratio", "goal", ""))
    for measurement in measurements:
        made.append(measurement)
        if not options.json:
            print(line(measurement), flush=True)
    if options.json:
        print(
            json.dumps(
                [{**asdict(m), "ratio": m.ratio, "met": m.met} for m in made], ensure_ascii=False, indent=1
            )
        )
    return int(not all(m.met for m in made))


def _all(names: Sequence[str], quick: bool) -> Iterator[Measurement]:
    unknown = [name for name in names if name not in rooms()]
    if unknown:
        raise CommandError(f"no measurements for {', '.join(unknown)}; there are: {', '.join(rooms())}")
    try:
        return itertools.chain.from_iterable([measure(name, quick) for name in names])
    except ModuleNotFoundError as error:
        raise CommandError(
            f"{error.name} is not installed; mend it with: pip install 'memlab[lab,bench]'"
        ) from None


def line(m: Measurement) -> str:
    """One measurement as a line of the table."""
    goal, verdict = ("", "") if m.goal is None else (f"{m.goal:g} x", "met" if m.met else "NOT MET")
    ours, peer = (seconds(v) if m.unit == "s" else f"{v:.3g}" for v in (m.ours, m.peer))
    return _row(f"{m.name} (peer: {m.peer_name})", ours, peer, f"{m.ratio:.3g} x", goal, verdict)


def seconds(value: float) -> str:
    """A time with three significant digits and a fitting unit.

    >>> seconds(0.00123456), seconds(2.5), seconds(0.0000005)
    ('1.23 ms', '2.5 s', '0.5 µs')
    """
    factor, unit = (1, "s") if value >= 1 else (1e3, "ms") if value >= 1e-3 else (1e6, "µs")
    return f"{value * factor:.3g} {unit}"


def _row(name: str, ours: str, peer: str, ratio: str, goal: str, verdict: str) -> str:
    return f"{name:<60} {ours:>9} {peer:>9} {ratio:>10} {goal:>7} {verdict}".rstrip()
