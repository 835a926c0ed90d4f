"""What a room of the benchmark tells: times against a peer's, how they grow, counts, what was left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


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


@dataclass(frozen=True)
class Count:
    """How often something was tried, how often what was seen of it (`seen`), and what must stay 0 (`never`).

    >>> Count("kill -9 in a write", 500, {"opened": 499, "refused": 1}, {"lost": 0, "mixed": 0}).met
    True
    >>> Count("power cut", 1, never={"lost": 1}).met
    False
    """

    name: str
    tried: int
    seen: Mapping[str, int] = field(default_factory=dict)
    never: Mapping[str, int] = field(default_factory=dict)

    @property
    def met(self) -> bool:
        """Whether nothing happened that must never happen, in one try or more."""
        return self.tried > 0 and not any(self.never.values())


@dataclass(frozen=True)
class Growth:
    """Seconds that a work took, by who did it (memlab is the first), for each of the `sizes`, in `things`.

    Where a peer would have taken too long there is None.
    """

    name: str
    things: str
    sizes: Sequence[int]
    seconds: Mapping[str, Sequence[float | None]]


@dataclass(frozen=True)
class LeftOut:
    """What could not be measured on this machine, and why: no failure, but told."""

    name: str
    why: str


Result = Measurement | Count | Growth | LeftOut
