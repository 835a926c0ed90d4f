"""Settings: how long each kind of memory lives, and how much of it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from memlab import checks

HOUR, DAY = 3600.0, 86_400.0

LIFETIMES: Mapping[str, float | None] = MappingProxyType(
    {
        "preference": 180 * DAY,
        "requirement": 180 * DAY,
        "profile": None,  # a name, a birthday, an allergy: until it is corrected
        "note": None,
        "turn": None,  # the archive takes it when it is old
        "reply": None,
        "summary": 12 * HOUR,
        "state": 30 * DAY,
        "working": 1 * HOUR,  # of a task that died: a task that ends drops its values itself
    }
)
"""Kind -> seconds from the last time it was said (or written) to its expiry; None: it does not expire.

Article 3 gives preference 180 days, state 30 days, the summary of a session some hours."""


@dataclass(frozen=True)
class Settings:
    """Everything that the layers and the tiers may be told, in one place.

    - `lifetimes`: kind -> seconds or None; what is not in it does not expire.
    - `window`: turns of a session that stay whole; older ones are in the running summary.
    - `summary_tokens`: most tokens of a running summary.
    - `hot`: memories in the hot tier; `quota`: live memories of a tenant in the warm one (None: no limit).
    - `hot_idle`: seconds without a write or a use after which Redis lets a tenant's hot tier go as a whole,
      to be filled again by what comes then (None: never).
    - `archive_after`: seconds after which an unpinned turn or reply may go to the cold tier.
    - `keep_grade`, `drop_grade`: an expired memory of at least keep_grade stays in the warm tier for
      analysis, one below drop_grade is erased once `drop_after` seconds have passed, all others are archived.
    - `same`: cosine from which two memories are taken for near duplicates (if nothing speaks against it).
    - `attempts`, `pause`: how often a tier is tried, and seconds before the second (then doubled).
    - `largest_drop`: share of the live memories that one sweep may take away without force.
    - `segment`: bytes after which a file of the cold tier is closed and the next one begun.

    >>> Settings().lifetime("preference") / DAY
    180.0
    """

    lifetimes: Mapping[str, float | None] = field(default_factory=lambda: LIFETIMES)
    window: int = 10
    summary_tokens: int = 120
    hot: int = 100
    hot_idle: float | None = None
    quota: int | None = None
    archive_after: float = 90 * DAY
    keep_grade: float = 7.0
    drop_grade: float = 3.0
    drop_after: float = 90 * DAY
    same: float = 0.95
    attempts: int = 3
    pause: float = 0.05
    largest_drop: float = 0.2
    segment: int = 64_000_000

    def __post_init__(self) -> None:
        for kind, lifetime in self.lifetimes.items():
            checks.text("lifetimes", kind, empty=False)
            if lifetime is not None:
                checks.number(f"lifetimes[{kind!r}]", lifetime, 0, checks.HUGE, above=True)
        for name in ("window", "summary_tokens", "hot", "attempts", "segment"):
            checks.whole(name, getattr(self, name), 1)
        if self.quota is not None:
            checks.whole("quota", self.quota, 1)
        if self.hot_idle is not None:
            checks.number("hot_idle", self.hot_idle, 0.001, checks.HUGE)
        for name, most in (("keep_grade", 10), ("drop_grade", 10), ("same", 1), ("largest_drop", 1)):
            checks.number(name, getattr(self, name), 0, most)
        for name in ("archive_after", "drop_after", "pause"):
            checks.number(name, getattr(self, name), 0, checks.HUGE)

    def lifetime(self, kind: str) -> float | None:
        """Seconds that a memory of this kind lives after it was last said; None: it does not expire."""
        return self.lifetimes.get(kind)
