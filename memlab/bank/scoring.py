"""The scored memory's formula, score = importance × recency × boost, and its settings."""

from __future__ import annotations

import math
from dataclasses import dataclass

from memlab.checks import kind, number, shown, whole

IMPORTANCE: dict[str, int] = {
    "instruction": 10,
    "error": 8,
    "business": 7,
    "finding": 5,
    "context": 3,
    "smalltalk": 1,
}
"""The six grades: the user's own instruction or setting, a tool's error, business data, a conclusion the
agent reached, ordinary conversation, small talk. A skeleton: grade for your own case."""

LARGEST = 1e9  # of a setting: far beyond use, and no product of such numbers is infinite


def recency(age: float, decay: float) -> float:
    """e^(−decay · age), in [0, 1] and never rising with age; a time in the future counts as age 0.

    >>> recency(0, 0.1), recency(-5, 0.1), round(recency(10, 0.1), 3)
    (1.0, 1.0, 0.368)
    """
    return math.exp(-number("decay", decay, 0) * max(number("age", age), 0.0))


def score(importance: float, age: float, *, decay: float, boost: float = 1.0, floor: float = 0.0) -> float:
    """importance × recency × boost, but not below the floor. `age` in seconds, `decay` (λ) per second.

    ValueError or TypeError for what is no finite number, or below 0 (an age may be: it counts as 0).

    >>> half_an_hour = math.log(2) / 1800
    >>> round(score(8, 1800, decay=half_an_hour), 6), score(1, 1e9, decay=half_an_hour, floor=0.1)
    (4.0, 0.1)
    """
    for field, value in (("importance", importance), ("boost", boost), ("floor", floor)):
        number(field, value, 0, LARGEST)
    return max(floor, importance * recency(age, decay) * boost)


@dataclass(frozen=True)
class Settings:
    """What a scored memory may be told; every number is a starting point to be tuned, none is the best one.

    The policy "scored", in a bank and in a replay, reads `boost`, `decay`, `floor` and `protection`; all
    others are `PriorityMemory`'s alone (a bank and a replay are told their capacity themselves). A score is
    importance (0 to 10) × recency (0 to 1) × boost. ValueError or TypeError names the field out of range.

    - `capacity`: memories in the hot layer, a whole number from 1.
    - `whitelist_cap`: memories that may be pinned at once, from 0; never more than the capacity.
    - `boost`: factor of a pinned memory's score, from 1.
    - `decay`: λ of e^(−λ · age), per second; of a half-life of h seconds it is ln 2 / h; 0 fades nothing.
    - `floor`: least score, so that what is old ties there (`PriorityMemory`: of those not pinned).
    - `protection`: seconds in which a newcomer is no victim while others are there.
    - `evict_ahead`: memories archived besides, once one must go, so that the next writes need not evict.
    - `jitter`: up to so much is added at random to importance × boost; `seed` draws it.
    - `archive`: False lets go of what capacity puts out, for who keeps everything elsewhere (`counts` has it
      as forgotten, the log has its score and no text); else the archive grows with all that was ever written.
    - `idle`: seconds without a write or a use after which the server forgets the tenant, all keys at once and
      by its own clock; None: never.
    - `content_bytes`: bytes of UTF-8 that one content may have; None: no limit.
    - `decay_mode`: "forward" raises new scores, old ones stay; "sweep" multiplies all at each write, O(n).

    >>> Settings(capacity=50).whitelist_cap
    20
    """

    capacity: int = 100
    whitelist_cap: int = 20
    boost: float = 10.0
    decay: float = math.log(2) / 1800  # a half-life of half an hour
    floor: float = 0.1
    protection: float = 30.0
    evict_ahead: int = 0
    jitter: float = 0.0
    seed: int = 0
    decay_mode: str = "forward"
    archive: bool = True
    idle: float | None = None
    content_bytes: int | None = None

    def __post_init__(self) -> None:
        for field, low in (("capacity", 1), ("whitelist_cap", 0), ("evict_ahead", 0), ("seed", 0)):
            whole(field, getattr(self, field), low)
        for field, least in (("decay", 0), ("floor", 0), ("protection", 0), ("jitter", 0), ("boost", 1)):
            number(field, getattr(self, field), least, LARGEST)
        if self.idle is not None:
            number("idle", self.idle, 0.001, LARGEST)
        if self.content_bytes is not None:
            whole("content_bytes", self.content_bytes, 0)
        kind("archive", self.archive, bool, "pass True or False")
        if self.decay_mode not in ("forward", "sweep"):
            raise ValueError(
                f"decay_mode: {shown(self.decay_mode)}, allowed are 'forward' and 'sweep': choose one"
            )


def settings_of(settings: Settings | None) -> Settings:
    """The settings given, or the defaults."""
    return Settings() if settings is None else kind("settings", settings, Settings, "pass Settings(...)")
