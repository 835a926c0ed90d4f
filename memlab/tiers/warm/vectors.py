"""Vectors: what an embedding returned, checked, of length 1, as the bytes of 32-bit floats. Numpy-free."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from memlab import checks
from memlab.tiers.errors import StoreError
from memlab.tiers.warm import meta, tenants
from memlab.tiers.warm.engines import Connection

REMEMBERED = 1024  # texts whose vector is: a text is compared first and stored then
Embed = Callable[[str], Sequence[float]]


class Embedder:
    """An embedding under a name, held to what the vectors of a database were made by."""

    def __init__(self, embed: Embed, name: str) -> None:
        self._embed = checks.function("embed", embed)
        self.name = checks.text("embed_name", name, empty=False)
        self.numbers = lru_cache(REMEMBERED)(self._numbers)  # of a failure nothing is remembered

    def bytes_of(self, text: str) -> bytes | None:
        """The vector of a text as it is stored; None for a text without a letter or a digit, which has none.

        StoreError for an embedding that fails, returns something else than finite numbers, or only zeros.
        """
        if not any(map(str.isalnum, text)):
            return None
        numbers = self.numbers(text)
        length = math.sqrt(math.fsum(x * x for x in numbers))
        if not length or not math.isfinite(length):
            raise self._refused(f"it returned a vector of length {length:g}")
        return packed([x / length for x in numbers])

    def _numbers(self, text: str) -> tuple[float, ...]:
        """What the embedding returns, as floats."""
        try:
            numbers = tuple(float(x) for x in self._embed(text))
        except Exception as failure:
            raise self._refused(f"{type(failure).__name__}: {failure}") from failure
        if not numbers or not all(map(math.isfinite, numbers)):
            raise self._refused("it returned no numbers" if not numbers else "it returned NaN or infinity")
        return numbers

    def accept(self, c: Connection, data: bytes) -> None:
        """Hold a vector to the name and dimension of the others; the first decides."""
        made_by = origin(c)
        if made_by:
            self.same(made_by, len(data) // 4)
        else:
            meta.enter(c, embed=self.name, dimension=len(data) // 4)
            self.same(origin(c), len(data) // 4)  # another tenant's may have been the first meanwhile

    def same(self, made_by: dict[str, Any], dimension: int) -> None:
        """StoreError if the vectors here are of another embedding, or of another dimension."""
        if made_by != {"embed": self.name, "dimension": dimension}:
            raise StoreError(
                f"embed {self.name!r} makes {dimension} numbers, the vectors here are of "
                f"{made_by['embed']!r} with {made_by['dimension']}: use that one, or call reindex()"
            )

    def _refused(self, why: str) -> StoreError:
        return StoreError(f"embed {self.name!r}: {why}: mend it or pass another one; nothing was written")


def origin(c: Connection) -> dict[str, Any]:
    """Name and dimension of the embedding that made the vectors here; nothing if there are none."""
    return meta.read(c, "embed", "dimension")


def unit(vector: Sequence[float]) -> list[float]:
    """A vector at length 1; one of only zeros is empty. ValueError for NaN and infinity."""
    numbers = [checks.number("vector", float(x), -checks.HUGE, checks.HUGE) for x in vector]
    length = math.sqrt(math.fsum(x * x for x in numbers))
    return [x / length for x in numbers] if length else []


def packed(numbers: Sequence[float]) -> bytes:
    """Numbers as little-endian 32-bit floats."""
    values = array("f", numbers)
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def put(c: Connection, tenant: int, row: int, data: bytes | None) -> None:
    """The vector of a row, in place of the one before; None: none."""
    (before,) = c.execute("SELECT count(*) FROM vectors WHERE row = ?", (row,)).fetchone()
    c.execute("UPDATE memories SET embedded = ? WHERE row = ?", (int(data is not None), row))
    moment = tenants.counters(c, tenant).next_pulse((data is not None) - before)
    if data is None:
        c.execute("DELETE FROM vectors WHERE row = ?", (row,))
    else:
        sql = """INSERT INTO vectors VALUES(?, ?, ?, ?) ON CONFLICT("row") DO UPDATE
            SET tenant = excluded.tenant, pulse = excluded.pulse, vector = excluded.vector"""
        c.execute(sql, (row, tenant, moment, data))
