"""MemoryItem: one memory with what a policy needs to know about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class MemoryItem:
    """A memory at one moment. Frozen: a log entry or a picture that holds it never changes afterwards.

    Times are seconds of the bank's clock, `size` is in the unit of the capacity (memories or tokens).
    `seq` numbers the last write, `touched` the last write or use: they order one tick of the clock.
    """

    id: Any  # hashable
    content: str
    created_at: float
    last_access: float
    access_count: int = 0
    importance: float = 0.5
    seq: int = 0
    size: float = 1
    expires_at: float | None = None
    touched: int = 0

    def touch(self, now: float, touched: int) -> MemoryItem:
        """The same memory after one more use."""
        return replace(self, access_count=self.access_count + 1, last_access=now, touched=touched)

    def expired(self, now: float) -> bool:
        """Whether its time to live has run out; at the very second of `expires_at` it has."""
        return self.expires_at is not None and now >= self.expires_at
