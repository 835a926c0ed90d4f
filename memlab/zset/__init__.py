"""A Redis-style scored set: two ways to keep one, and a Redis in this process that uses it.

`ScoredSet` (on sortedcontainers) and `SkipList` (as Redis does it) answer the same questions alike;
`EmulatedRedis` speaks redis-py's language.
"""

from __future__ import annotations

from memlab.zset.client import EmulatedRedis
from memlab.zset.scored_set import ScoredSet
from memlab.zset.skip_list import SkipList

__all__ = ["EmulatedRedis", "ScoredSet", "SkipList"]
