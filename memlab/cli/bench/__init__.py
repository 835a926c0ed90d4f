"""Speed as a ratio: each measurement times memlab and a peer in the same run, on the same machine."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """Seconds that memlab took (`ours`) and that a peer took (`peer`) for the same work.

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

    @property
    def ratio(self) -> float:
        """How many times faster than the peer (below 1: slower)."""
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
    yield from importlib.import_module(f"{__name__}.{room}").measurements(quick)
