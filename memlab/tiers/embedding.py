"""hashed_embedding: a vector of a text without a model, alike on every machine and without a network."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b

from memlab.tiers.analysis import tokens_of

EMBED = Callable[[str], Sequence[float]]
"""What may stand in for `hashed_embedding`: a text -> as many numbers for every text."""

DIMENSIONS = 256  # a byte of a digest is a place
PLACES = 8  # of a word among the 256
GRAM = 4  # characters of the pieces of a word
PIECES = 0.5  # weight of all pieces of a word together, the word's own being 1


def hashed_embedding(text: str) -> list[float]:
    """256 numbers of length 1 (all zero for a text without words), the same in every process and machine.

    Words (stems; Chinese characters and pairs) and pieces of four characters are hashed to places and
    signs ("feature hashing", Weinberger et al. 2009), each counted as 1 + ln of how often it occurs. So it
    knows spelling, not meaning: texts that share words or parts of words are near, "car" and "automobile"
    are strangers. And it blurs: HS123456 is near HS123457, which a search for exactly one of them must not
    rely on. A model that knows meaning is any callable of the same shape. Linear in the text's length.

    >>> ours, near, far = map(hashed_embedding, ("green tea", "tea that is green", "a broken bike"))
    >>> cosine(ours, near) > 0.5 > cosine(ours, far)
    True
    """
    vector = [0.0] * DIMENSIONS
    for token, times in Counter(tokens_of(text)).items():
        for feature, weight in _features(token):
            for place, sign in _places(feature):
                vector[place] += sign * weight * (1 + math.log(times))
    length = math.sqrt(sum(x * x for x in vector))
    return [x / length for x in vector] if length else vector


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """The cosine of two vectors of length 1 (or 0): their inner product."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def _features(token: str) -> list[tuple[str, float]]:
    """A word and, of a long one, its pieces."""
    edged = f"<{token}>"
    pieces = [edged[i : i + GRAM] for i in range(len(edged) - GRAM + 1)] if len(token) > 2 else []
    return [(token, 1.0), *((f"#{piece}", PIECES / math.sqrt(len(pieces))) for piece in pieces)]


@lru_cache(maxsize=65_536)
def _places(feature: str) -> tuple[tuple[int, int], ...]:
    """Several places and signs: so that two words which share one of them are hardly any nearer for it."""
    digest = blake2b(feature.encode("utf-8", "replace"), digest_size=PLACES + 1).digest()
    return tuple((place, 1 if digest[-1] >> n & 1 else -1) for n, place in enumerate(digest[:PLACES]))
