"""Memories for the benchmark: words as common and as rare as in speech, and questions about them."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Any

from memlab.tiers.analysis import Indexed, analyse
from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm

BATCH = 2_000  # memories in a transaction
MEASURED = ("few", "many")  # who is asked
DIFFERENT = 2_000  # texts of the owners who are only there
SYLLABLES = tuple(f"{a}{b}" for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ai"))


def filled(folder: Path, owners: dict[str, int], there: int = 0) -> Path:
    """A directory whose warm tier holds so many memories of each owner, of which so many are `there`.

    All but the first owner say the same DIFFERENT things again and again, in no session: written sooner.
    """
    folder.mkdir(exist_ok=True)
    read, embed = lru_cache(DIFFERENT)(_read), lru_cache(DIFFERENT)(hashed_embedding)
    for place, (tenant, memories) in enumerate(owners.items()):
        first = place == 0
        how: dict[str, Any] = (
            {} if first else {"analyse": lambda memory, before, after: read(memory.text), "embed": embed}
        )
        warm = Warm(folder / "warm.sqlite", embed_name="hashed", **how)
        different = memories if first else DIFFERENT
        for start in range(there, memories, BATCH):
            numbers = range(start, min(start + BATCH, memories))
            warm.put([memory(tenant, n, text(n % different)) for n in numbers])
        warm.close()
    return folder


def _read(text: str) -> Indexed:
    return analyse(Memory("", "", text))


def memory(tenant: str, n: int, text: str) -> Memory:
    """A turn of a conversation of twenty turns."""
    return Memory(
        tenant,
        f"m{n}",
        text,
        kind="turn",
        at=float(n),
        session=f"s{n // 20}" if tenant in MEASURED else "",
        place=n % 20,
        speaker=("Ann", "Bob")[n % 2],
    )


def text(n: int) -> str:
    """Fifteen words, common ones and rare ones as in speech (Zipf), and now and then an order number."""
    draw = random.Random(n)
    words = [_word(int(10 ** draw.uniform(0, 4.5))) for _ in range(15)]
    return " ".join(words) + (f" order T-{n}." if n % 10 == 0 else ".")


def _word(rank: int) -> str:
    word = ""
    while rank or not word:
        rank, place = divmod(rank, len(SYLLABLES))
        word += SYLLABLES[place]
    return word + "x"


def question(n: int, memories: int) -> str:
    """Eight words of one of the memories."""
    draw = random.Random(-n - 1)
    words = text(draw.randrange(memories)).rstrip(".").split()
    return " ".join(draw.sample(words, 8)) + "?"
