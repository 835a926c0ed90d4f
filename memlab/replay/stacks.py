"""Stack distances: lru's misses at every capacity, from one pass over the trace."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from memlab.replay.curve import Curve
from memlab.replay.trace import Trace, trace_of

BITS = 4096  # of a block: as many positions as one operation on an int is quick for


def lru_curve(trace: Any) -> Curve:
    """lru's misses at every capacity in items, in one pass.

    At capacity c lru holds the c keys that were used last. So a read hits from that capacity on which is its
    stack distance: how many keys were used since its own last use, itself counted. Mattson et al., Evaluation
    techniques for storage hierarchies, 1970. An access takes
    O(BITS + n / BITS) steps, some thirty bits or one block each; memory is O(n).

    >>> lru_curve("abcabb").misses  # at 0, 1, 2 and 3
    (6, 5, 5, 3)
    """
    trace = trace_of(trace)
    requests = trace.requests
    counts = [0] * (len(trace.names) + 1)  # distance -> reads
    for distance, write in zip(_distances(trace), trace.writes, strict=True):
        if not write:
            counts[distance] += 1
    counts[0] = 0  # first uses: no capacity serves them
    hits = accumulate(counts)
    return Curve("lru", range(len(counts)), tuple([requests - n for n in hits]), requests, True)


def _distances(trace: Trace) -> list[int]:
    """Each access's stack distance, 0 where its key is new.

    A bit for each position, set where a key was used last: the distance is the number of bits from there on.
    """
    blocks: list[int] = []
    counts: list[int] = []  # the bits set in each block
    last = [-1] * len(trace.names)
    found = []
    for n, id in enumerate(trace.ids):
        if n % BITS == 0:
            blocks.append(0)
            counts.append(0)
        before, last[id] = last[id], n
        if before < 0:
            found.append(0)
        else:
            block, bit = divmod(before, BITS)
            word = blocks[block]
            found.append((word >> bit).bit_count() + sum(counts[block + 1 :]))
            blocks[block] = word ^ (1 << bit)
            counts[block] -= 1
        blocks[-1] |= 1 << n % BITS
        counts[-1] += 1
    return found
