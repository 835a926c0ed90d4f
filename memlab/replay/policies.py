"""The policies by name."""

from __future__ import annotations

from memlab.replay.foresight import Belady, Bypass
from memlab.replay.queues import FIFO, LRU
from memlab.replay.replacement import Replacement

POLICIES: dict[str, type[Replacement]] = {policy.name: policy for policy in (FIFO, LRU, Belady, Bypass)}
