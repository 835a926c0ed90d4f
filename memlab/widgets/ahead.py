"""What the policy lab works out while nobody waits: what the picture lacks, then the next moves."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from memlab.widgets.replays import OPTIMUM, Replays, Setup

PAUSE = 0.5  # seconds without a move, before the next moves are worked out
NEAR = 6  # places of the capacity on either side, at most
MOMENT = 0.05  # seconds in which another move may follow
LET_GO = 0.0005  # seconds, a tenth of what Python takes by itself
SHOWN = 12  # points of curves, before they are shown

_BESIDE = ThreadPoolExecutor(1, "policy-lab")


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
    def tells_itself(self) -> bool:
        """Whether how much room would have helped follows from the replay alone: so it is with lru."""
        return (self.look, self.setup.unit) == ("lru", "items")

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
    """Complete what is wished in a thread of its own; each step is a reason to draw anew.

    First comes what is missing at the capacity, then the two places next to it, the curves, and more places.
    """
    setup = wish.setup
    await asyncio.sleep(MOMENT)
    for policy in wish.policies:
        if await _kept(replays, wish, policy, wish.capacity):
            yield
    near = wish.near(replays.kept)
    for capacity in near[:2]:
        await _all_kept(replays, wish, capacity)
    tried = () if wish.tells_itself else wish.samples
    new = [await _kept(replays, wish, wish.look, capacity) for capacity in tried]
    for n, job in enumerate(replays.missing([*wish.ticked, OPTIMUM], wish.samples, setup), start=1):
        replays.note(job, setup, await _aside(replays.measure, *job, setup))
        new.append(True)
        if n % SHOWN == 0:
            yield
    if any(new):
        yield
    await asyncio.sleep(PAUSE)
    for capacity in near:
        await _all_kept(replays, wish, capacity)


async def _all_kept(replays: Replays, wish: Wish, capacity: float) -> None:
    for policy in wish.policies:
        await _kept(replays, wish, policy, capacity)


async def _kept(replays: Replays, wish: Wish, policy: str, capacity: float) -> bool:
    """Make a result, and say whether it was not kept before."""
    if replays.has(policy, capacity, wish.setup):
        return False
    made = await _aside(replays.replay, policy, capacity, wish.setup, policy == wish.look)
    replays.keep(made, wish.setup)
    return True


async def _aside(work: Callable[..., Any], *job: Any) -> Any:
    """Do it in the one thread beside: what a cancelled wish has begun there, the next one waits for."""
    return await asyncio.get_running_loop().run_in_executor(_BESIDE, _politely, work, *job)


def _politely(work: Callable[..., Any], *job: Any) -> Any:
    """Do it, and let go often: a message on its way to the picture waits for this thread many times."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(LET_GO)
    try:
        return work(*job)
    finally:
        sys.setswitchinterval(before)
