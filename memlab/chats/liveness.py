"""live: which messages are needed again, until when, and how many tokens that makes after each message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True)
class Live:
    """Message n is live from when it is said until the last later message that needs it; else it is dead."""

    needed_by: tuple[tuple[int, ...], ...]  # of each message the later ones that need it, rising
    tokens: tuple[int, ...]  # live after each message
    dead_messages: int
    dead_tokens: int

    @property
    def peak_tokens(self) -> int:
        """The most that is live at once."""
        return max(self.tokens, default=0)

    @property
    def peak_turn(self) -> int:
        """After which message that is first so; 0 if nothing is ever needed again."""
        return self.tokens.index(self.peak_tokens) + 1 if self.peak_tokens else 0


def live(needs: Sequence[Sequence[int]], sizes: Sequence[int]) -> Live:
    """Liveness of a conversation, which has no branches: one pass, where `flow.solve` takes any program.

    >>> found = live([(), (), (1,), (1,)], [5, 7, 3, 2])
    >>> found.tokens, found.dead_tokens, found.needed_by[0]
    ((5, 5, 5, 0), 12, (3, 4))
    """
    users: list[list[int]] = [[] for _ in sizes]
    for number, used in enumerate(needs, start=1):
        for earlier in used:
            users[earlier - 1].append(number)
    changes = [0] * (len(sizes) + 1)
    for place, (by, size) in enumerate(zip(users, sizes, strict=True)):
        if by:
            changes[place] += size
            changes[by[-1] - 1] -= size
    dead = [size for by, size in zip(users, sizes, strict=True) if not by]
    return Live(tuple(map(tuple, users)), tuple(accumulate(changes[:-1])), len(dead), sum(dead))
