"""What a replacement policy is: told of each access, it names the victim when room is needed.

A policy is handed one access at a time and nothing else, so it cannot look ahead. Those with `foresight` are
handed the next reads as well; they are the yardsticks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from memlab.bank.scoring import Settings


@dataclass(frozen=True)
class Options:
    """What a policy may be told. `capacity` is in the unit of the sizes; the rest only some policies read."""

    capacity: float
    seed: int = 0
    settings: Settings = field(default_factory=Settings)  # of the scored policy
    pinned: frozenset[int] = frozenset()  # ids of the whitelist, which the scored policy boosts
    names: Sequence[Any] = ()  # what the ids stand for


class Replacement:
    """A policy as a state machine over ids, which are small ints.

    `hit(id)`: a resident memory was read or rewritten. `victim(id)`: room is needed so that `id` can come in;
    return who leaves and forget it (the newcomer itself may be returned: it is passed over). `admit(id)`: it
    is resident now. `drop(id)`: a resident memory leaves for another reason. `see`, where a policy needs more
    than keys, is told (time, size, importance, write) of each access before the others are called.
    Each call should take O(1) or O(log n).
    """

    name = "custom"
    about = ""  # one line for tables and menus
    foresight = False
    notes: bytearray | None = None  # where a policy has several kinds of victim: one code a victim …
    meanings: tuple[str, ...] = ()  # … and what the codes mean

    see: Callable[[float, float, float, int], None] | None = None

    def __init__(self, options: Options) -> None:
        self.options = options

    def hit(self, id: int) -> None:
        raise NotImplementedError

    def rewrite(self, id: int) -> None:
        """A resident memory was written again; as a rule that is a use."""
        self.hit(id)

    def admit(self, id: int) -> None:
        raise NotImplementedError

    def victim(self, id: int) -> int:
        raise NotImplementedError

    def drop(self, id: int) -> None:
        raise NotImplementedError
