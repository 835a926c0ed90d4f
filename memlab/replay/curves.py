"""Miss-ratio curves: how many reads miss at which capacity, for several policies, in two processes."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from memlab import checks
from memlab.replay.curve import Curve
from memlab.replay.measure import check_capacity
from memlab.replay.processes import spread
from memlab.replay.simulate import maker, simulate
from memlab.replay.stacks import lru_curve
from memlab.replay.trace import Trace, trace_of

WORTH_A_PROCESS = 5_000_000  # accesses to replay, seconds of work: below it a start costs more than it saves

Progress = Callable[[int, int], object]


def curves(
    trace: Any,
    policies: Iterable[Any],
    capacities: Iterable[float] | None = None,
    unit: str = "items",
    *,
    workers: int = 2,
    progress: Progress | bool | None = None,
    **options: Any,
) -> dict[str, Curve]:
    """Each policy's name -> its misses at each capacity, as `simulate` counts them; `options` go to it.

    `policies` is a list of what `simulate` takes for one; no `capacities` are `capacities_for(trace)`.
    lru in items comes exact for every capacity out of one pass. The rest is replayed once for each capacity,
    where that is much work in `workers` processes; a policy or key that only this process knows (of a
    notebook) stays in it. `progress=True` shows a bar; a function is told (replays done, replays in all),
    and what it raises ends everything, as an interrupt does: no process stays behind.

    >>> curves("abcab", ["fifo", "belady"], capacities=[1, 2, 3])["belady"].misses
    (5, 4, 3)
    """
    trace = trace_of(trace)
    checks.whole("workers", workers, 1)
    given = tuple(capacities_for(trace, unit) if capacities is None else capacities)
    for capacity in given:
        check_capacity(capacity, unit)
    sizes = tuple(sorted(set(given)))
    policies = _several(policies)
    names = [_name(policy) for policy in policies]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"policies: {min(twice)!r} stands twice, allowed is each name once: rename one")
    jobs = [(p, size) for p in policies if not _in_one_pass(p, unit) for size in sizes]
    busy = len(trace) * len(jobs) >= WORTH_A_PROCESS
    with shown(progress, len(jobs)) as done:
        misses = iter(spread(_misses, (trace, unit, options), jobs, workers if busy else 1, done))
    return {
        name: lru_curve(trace)
        if _in_one_pass(policy, unit)
        else Curve(name, sizes, tuple(next(misses) for _ in sizes), trace.requests)
        for name, policy in zip(names, policies, strict=True)
    }


def _several(policies: Any) -> tuple[Any, ...]:
    if isinstance(policies, str) or not isinstance(policies, Iterable):
        one = checks.shown(policies)
        mend = f"write [{one}]" if isinstance(policies, str) else "put it into a list"
        raise TypeError(f"policies: {one} is one, allowed is a list of them: {mend}")
    return tuple(policies)


def _name(policy: Any) -> str:
    maker(policy)  # which refuses what is none
    return policy if isinstance(policy, str) else policy.name


def _in_one_pass(policy: Any, unit: str) -> bool:
    return policy == "lru" and unit == "items"


def _misses(trace: Trace, unit: str, options: dict[str, Any], policy: Any, capacity: float) -> int:
    return simulate(trace, policy, capacity, unit, **options).misses


@contextlib.contextmanager
def shown(progress: Progress | bool | None, total: int) -> Iterator[Callable[[], object]]:
    """A function to call after each of `total` steps, which moves a bar or tells another function.

    >>> with shown(lambda done, total: print(done, "of", total), 2) as step:
    ...     step()
    1 of 2
    """
    if callable(progress):
        counted = itertools.count(1)
        yield lambda: progress(next(counted), total)
    elif progress and total:
        from tqdm.auto import tqdm  # looks for a notebook, which takes a while

        with tqdm(total=total, leave=False) as bar:
            yield bar.update
    else:
        yield lambda: None


def capacities_for(trace: Any, unit: str = "items", count: int = 12) -> tuple[int, ...]:
    """Up to `count` capacities from 1 to the footprint, each about as many times larger than the last.

    >>> capacities_for(range(1000), count=4)
    (1, 10, 100, 1000)
    """
    checks.whole("count", count, 2)
    whole = min(math.ceil(trace_of(trace).footprint(unit)), int(checks.HUGE))
    steps = (round(whole ** (n / (count - 1))) for n in range(count - 1))
    return tuple(dict.fromkeys((*steps, whole))) if whole else ()  # a power may be rounded to less than all
