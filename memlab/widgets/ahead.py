"""What the policy lab works out while nobody waits: what the picture lacks, then the next moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from memlab.widgets.replays import OPTIMUM, Replays, Setup

PAUSE = 0.5  # seconds without a move, before the next moves are worked out
NEAR = 6  # places of the capacity on either side, at most
SHOWN = 12  # points of curves, before they are shown


@dataclass(frozen=True)
class Wish:
    """What the controls ask for. `samples` are the capacities of the curves, `sizes` those of the slider."""

    ticked: tuple[str, ...]
    look: str
    capacity: int
    setup: Setup
    samples: Sequence[int]
    sizes: Sequence[int]

    @property
    def policies(self) -> list[str]:
        """The one that is looked at, and the ticked ones."""
        return list(dict.fromkeys([self.look, *self.ticked]))

    def near(self, kept: int) -> list[int]:
        """The places next to the capacity, the nearest first, as far as their results can be kept."""
        room = (kept - len(self.samples)) // max(len(self.policies), 1) - 1
        place = self.sizes.index(self.capacity)
        places = sorted(range(len(self.sizes)), key=lambda n: (abs(n - place), -n))
        return [self.sizes[n] for n in places[1 : 1 + max(0, min(2 * NEAR, room))]]


async def ahead(replays: Replays, wish: Wish) -> AsyncIterator[None]:
    """Complete what is wished in a thread of its own; each step is a reason to draw anew."""
    setup = wish.setup
    for policy in wish.policies:
        if await _kept(replays, wish, policy, wish.capacity):
            yield
    new = [await _kept(replays, wish, wish.look, capacity) for capacity in wish.samples]
    for n, job in enumerate(replays.missing([*wish.ticked, OPTIMUM], wish.samples, setup), start=1):
        replays.note(job, setup, await asyncio.to_thread(replays.measure, *job, setup))
        new.append(True)
        if n % SHOWN == 0:
            yield
    if any(new):
        yield
    await asyncio.sleep(PAUSE)
    for capacity in wish.near(replays.kept):
        for policy in wish.policies:
            await _kept(replays, wish, policy, capacity)


async def _kept(replays: Replays, wish: Wish, policy: str, capacity: float) -> bool:
    """Make a result, and say whether it was not kept before."""
    if replays.has(policy, capacity, wish.setup):
        return False
    made = asyncio.to_thread(replays.replay, policy, capacity, wish.setup, policy == wish.look)
    replays.keep(await made, wish.setup)
    return True
