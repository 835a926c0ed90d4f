"""Replays of one trace, each made once: what a moved slider shows is mostly known already."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memlab.bank import Settings
from memlab.replay import Result, Trace, simulate
from memlab.replay.curve import Curve
from memlab.replay.optimum import optimum

READ_SETTINGS = ("scored",)  # the policies that another half-life, boost or protection changes
KEPT = 1_500_000  # accesses of all results that are kept together; of the other replays the misses are kept
LEAST_KEPT = 24
GUESS = 1e-5  # seconds for an access under a policy that was not timed yet
OPTIMUM, BOUND = "optimum", "lower bound"  # of the misses, where sizes differ
Job = tuple[str, float]  # a policy, or the optimum, and a capacity


@dataclass(frozen=True)
class Setup:
    """What a replay is told besides its policy and its capacity."""

    unit: str = "items"
    settings: Settings = field(default_factory=Settings)


class Replays:
    """The replays of a trace; memories of grade 10 (importance 1) are pinned.

    `pace` holds the seconds that an access took under each policy; another trace's may be handed on.

    >>> replays = Replays(Trace.of_keys("abcab"))
    >>> replays.result("lru", 2, Setup()) is replays.result("lru", 2, Setup())
    True
    >>> replays.curve("lru", (2, 3), Setup()).misses, replays.missing(["lru"], (2, 3), Setup())
    ((5,), [('lru', 3)])
    """

    def __init__(self, trace: Trace, pace: dict[str, float] | None = None) -> None:
        self.trace, self.pace = trace, {} if pace is None else pace
        self.kept = max(LEAST_KEPT, KEPT // max(len(trace), 1))
        grade_ten = (id for id, grade in zip(trace.ids, trace.importances, strict=True) if grade == 1)
        self.pinned = tuple(trace.names[id] for id in dict.fromkeys(grade_ten))
        self._results: OrderedDict[tuple, Result] = OrderedDict()
        self._misses: dict[tuple, int] = {}

    # -- making; nothing is kept, so another thread may do it

    def replay(self, policy: str, capacity: float, setup: Setup, timeline: bool = False) -> Result:
        """A replay, with `timeline` all worked out that one needs."""
        start = time.perf_counter()
        made = simulate(self.trace, policy, capacity, setup.unit, settings=setup.settings, pinned=self.pinned)
        self.pace[policy] = (time.perf_counter() - start) / max(len(self.trace), 1)
        if timeline:
            made.spans(0, 0)
        return made

    def measure(self, policy: str, capacity: float, setup: Setup) -> int:
        """The misses of a policy or of the optimum."""
        if policy == OPTIMUM:
            return optimum(self.trace, capacity, setup.unit).misses
        return self.replay(policy, capacity, setup).misses

    # -- keeping

    def keep(self, made: Result, setup: Setup) -> Result:
        """Keep a result, the one used longest ago no longer."""
        key = _key(made.policy.name, made.capacity, setup)
        self._misses[key] = made.misses
        self._results[key] = made
        while len(self._results) > self.kept:
            self._results.popitem(last=False)
        return made

    def note(self, job: Job, setup: Setup, misses: int) -> None:
        """Keep what was measured."""
        self._misses[_key(*job, setup)] = misses

    # -- asking

    def has(self, policy: str, capacity: float, setup: Setup) -> bool:
        """Whether the whole result is kept."""
        return _key(policy, capacity, setup) in self._results

    def result(self, policy: str, capacity: float, setup: Setup) -> Result:
        """The whole result, made now if it is not kept."""
        key = _key(policy, capacity, setup)
        if key not in self._results:
            return self.keep(self.replay(policy, capacity, setup), setup)
        self._results.move_to_end(key)
        return self._results[key]

    def within(
        self, seconds: float, policies: Sequence[str], capacity: float, setup: Setup
    ) -> dict[str, Result]:
        """The results that are kept, and those that can be made in this time; one at least."""
        found: dict[str, Result] = {}
        for policy in sorted(policies, key=lambda policy: self.pace.get(policy, GUESS)):
            cost = self.pace.get(policy, GUESS) * len(self.trace)
            if not self.has(policy, capacity, setup):
                if found and cost > seconds:
                    continue
                seconds -= cost
            found[policy] = self.result(policy, capacity, setup)
        return found

    def known(self, policy: str, capacities: Iterable[float], setup: Setup) -> list[Result]:
        """The whole results that are kept of a policy at these capacities."""
        return [self.result(policy, c, setup) for c in capacities if self.has(policy, c, setup)]

    def missing(self, policies: Iterable[str], capacities: Iterable[float], setup: Setup) -> list[Job]:
        """The points of curves that are not known, capacity by capacity."""
        names = list(policies)
        jobs = ((policy, capacity) for capacity in capacities for policy in names)
        return [job for job in jobs if _key(*job, setup) not in self._misses]

    def curve(self, policy: str, capacities: Iterable[float], setup: Setup) -> Curve:
        """The misses at those of these capacities at which they are known."""
        known = ((c, self._misses.get(_key(policy, c, setup))) for c in sorted(set(capacities)))
        points = [(c, misses) for c, misses in known if misses is not None]
        exact = policy != OPTIMUM or setup.unit == "items" or self.trace.equal_sizes
        name = policy if exact else BOUND
        return Curve(name, tuple(c for c, _ in points), tuple(m for _, m in points), self.trace.requests)


def _key(policy: str, capacity: float, setup: Setup) -> tuple:
    more = (setup.settings,) if policy in READ_SETTINGS else ()
    return (policy, capacity, setup.unit, *more)
