"""Base: the open database of the warm tier and what all its methods share."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from memlab import checks
from memlab.tiers import analysis
from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.errors import Corrupt, StoreError
from memlab.tiers.warm import meta, tenants
from memlab.tiers.warm.codes import Codes
from memlab.tiers.warm.engines import open_database
from memlab.tiers.warm.indexing import Analyse, Index
from memlab.tiers.warm.records import Problem
from memlab.tiers.warm.vectors import Embed, Embedder

if TYPE_CHECKING:
    from memlab.tiers.warm.matrix import Matrix


class Base:
    """What `Warm` is made of."""

    def __init__(
        self,
        where: str | os.PathLike[str],
        *,
        analyse: Analyse = analysis.analyse,
        embed: Embed = hashed_embedding,
        embed_name: str | None = None,
        clock: Callable[[], float] = time.time,
        timeout: float = 30.0,
    ) -> None:
        own = "hashed" if embed is hashed_embedding else getattr(embed, "__qualname__", type(embed).__name__)
        self._embedder = Embedder(embed, own if embed_name is None else embed_name)
        self._clock = checks.function("clock", clock)
        checks.function("analyse", analyse)
        self._db = open_database(where, checks.number("timeout", timeout, 0))
        with self._db.reading() as c:
            told = meta.read(c, "index", "salt")
        if told.get("index") == meta.UNFINISHED:
            self._db.close()
            raise StoreError(f"{self.path}: {meta.UNFINISHED}")
        if not isinstance(told.get("salt"), bytes):
            self._db.close()
            raise Corrupt(f"{self.path}: its salt is gone, and with it its words: restore it from a backup")
        self._stale = told.get("index") != analysis.INDEX_VERSION
        self._codes = Codes(told["salt"])
        self._index = Index(self._codes, analyse)
        self._matrices: dict[tuple[int, int], Matrix] = {}  # by the tenant's number and the dimension
        self._counted: dict[int, tuple[tuple[int, ...], dict[str, int]]] = {}  # by tenant: when, what
        self._problems: list[Problem] = []

    @property
    def path(self) -> str:
        """The database's file, or its URL without the password."""
        return self._db.path

    def close(self) -> None:
        """Close the connections of all threads. Twice is once."""
        self._db.close()

    def _now(self) -> float:
        return checks.moment(self._clock())

    def _current(self) -> None:
        """StoreError if the index is that of another version of the analysis."""
        if self._stale:
            raise StoreError(f"{self.path}: its index is of another version of memlab: call reindex()")

    def _tenant(self, name: str) -> int:
        with self._db.reading() as c:
            return tenants.find(c, name)
