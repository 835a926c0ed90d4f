"""What a replacement policy is: told of each access, it names the victim when room is needed.

A policy is handed one access at a time and nothing else, so it cannot look ahead. Those with `foresight` are
handed the whole trace; they are the yardsticks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memlab.bank.scoring import Settings
from memlab.replay.departures import Departure
from memlab.replay.trace import Trace


@dataclass(frozen=True)
class Options:
    """What a policy may be told. `capacity` is in the unit of the sizes; the rest only some policies read."""

    capacity: float
    seed: int = 0
    settings: Settings = field(default_factory=Settings)  # of the scored policy
    pinned: frozenset[int] = frozenset()  # ids of the whitelist, which the scored policy boosts
    names: Sequence[Any] = ()  # what the ids stand for; a policy of one's own is told ids alone
    trace: Trace | None = None  # for a policy with foresight, and for no other


class Replacement:
    """A policy as a state machine over ids, which are small ints. Each call should take O(1) or O(log n).

    `hit(id)`: a resident memory was read; by itself that changes nothing. `victim(newcomer)`: room is needed;
    return who leaves and forget it. `admit(id, size)`: it is resident now. `drop(id)`: a resident memory
    leaves without being a victim.

    A newcomer that `victim` returns is passed over and not admitted. Where no newcomer is there (it is None),
    a resident memory was rewritten and has grown: it was dropped, the others make room, and `restore(id,
    size)` brings it back.
    """

    name = "custom"
    about = ""  # one line for tables and menus
    foresight = False

    see: Callable[[float, float, float, int, str], None] | None = None
    """A method that is told (time, size, importance, write, text) of each access, before all else."""
    look: Callable[[int], None] | None = None
    """With foresight: a method that is told the position of each access, before all else."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def hit(self, id: int) -> None:
        """A resident memory was read."""

    def rewrite(self, id: int) -> None:
        """A resident memory was written again in its old size; as a rule that is a use."""
        self.hit(id)

    def admit(self, id: int, size: float) -> None:
        """It is resident now."""
        raise NotImplementedError(f"policy {self.name}: give it a method admit(id, size)")

    def victim(self, newcomer: int | None) -> int:
        """Who leaves so that the newcomer can come in."""
        raise NotImplementedError(f"policy {self.name}: give it a method victim(newcomer) that returns an id")

    def drop(self, id: int) -> None:
        """A resident memory leaves without being a victim."""
        raise NotImplementedError(f"policy {self.name}: give it a method drop(id)")

    def restore(self, id: int, size: float) -> None:
        """The memory just dropped is back: it was rewritten in another size."""
        self.admit(id, size)

    def explain(self, gone: Departure) -> tuple[str, Mapping[str, float]]:
        """Why it went, in words, and the numbers that decided; asked for after the replay."""
        return f"{self.name} put it first", {}


def accesses(n: int) -> str:
    """A number of accesses in words.

    >>> accesses(1), accesses(1200)
    ('1 access', '1,200 accesses')
    """
    return f"{n:,} access" if n == 1 else f"{n:,} accesses"
