"""The policies by name."""

from __future__ import annotations

from memlab.replay.foresight import Belady, Bypass, Liveness
from memlab.replay.ghosts import ARC, TwoQueues
from memlab.replay.keyed import Article, ArticleProtected, Worth
from memlab.replay.predicted import Predicted
from memlab.replay.queues import FIFO, LFU, LRU, Clock, Lot, Sieve
from memlab.replay.replacement import Replacement
from memlab.replay.scored import Scored

POLICIES: dict[str, type[Replacement]] = {
    policy.name: policy
    for policy in (
        FIFO,
        LRU,
        LFU,
        Clock,
        Sieve,
        TwoQueues,
        ARC,
        Lot,
        Article,
        ArticleProtected,
        Scored,
        Worth,
        Predicted,
        Liveness,
        Belady,
        Bypass,
    )
}
