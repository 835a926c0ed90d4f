"""Outcome: what became of a store, and of what it had acknowledged, after one kind of fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memlab.cli.bench.results import Count

COUNTED = ("tried", "opened", "refused", "checked", "lost", "differences", "mixed")


@dataclass(frozen=True)
class Outcome:
    """Counts of one fault. `tried`: how often; after it the store `opened`, or `refused` with a clear error.

    `checked`: acknowledged writes and erasures that were looked for; of them `lost` (or, erased, still in a
    file); `differences` that a second `reconcile()` still found; `mixed`: what a tenant saw of another.
    `wrong`: everything that broke a promise, in words. `seen`: what else was counted.

    >>> total = Outcome("power cut", tried=2, opened=2) + Outcome("power cut", tried=1, refused=1, lost=1)
    >>> total.tried, total.opened, total.refused, total.ok
    (3, 2, 1, False)
    """

    name: str
    tried: int = 0
    opened: int = 0
    refused: int = 0
    checked: int = 0
    lost: int = 0
    differences: int = 0
    mixed: int = 0
    wrong: tuple[str, ...] = ()
    seen: Mapping[str, int] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.differences or self.mixed or self.wrong)

    def __add__(self, other: Outcome) -> Outcome:
        counts = {name: getattr(self, name) + getattr(other, name) for name in (*COUNTED, "wrong")}
        return Outcome(self.name, **counts, seen=dict(Counter(self.seen) + Counter(other.seen)))

    @property
    def count(self) -> Count:
        """As a line of the bench."""
        looked = {"opened": self.opened, "refused": self.refused, "acknowledged": self.checked}
        never = {"lost": self.lost, "differences": self.differences, "mixed": self.mixed}
        broken = max(0, len(self.wrong) - sum(never.values()))
        return Count(
            self.name, self.tried, {k: int(n) for k, n in {**looked, **self.seen}.items() if n},
            {**never, "otherwise wrong": broken},
        )  # fmt: skip


def total(name: str, outcomes: Iterable[Outcome], **seen: int) -> Outcome:
    """All of them as one."""
    return sum(outcomes, Outcome(name, seen=seen))
