"""Search: the part of `Warm` that finds candidates. Every channel returns rows of the tenant, filtered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from memlab import checks
from memlab.tiers.warm import searching, tenants, vectors
from memlab.tiers.warm.base import Base
from memlab.tiers.warm.engines import Connection
from memlab.tiers.warm.filters import condition
from memlab.tiers.warm.records import Totals

if TYPE_CHECKING:
    from memlab.tiers.warm.matrix import Matrix

OVER = 4  # times as many as asked for are taken from the matrix before the filters


class Search(Base):
    """The part of `Warm` for candidates: by words, by identifiers, by vector."""

    def search_words(
        self, tenant: str, tokens: Iterable[str], *, limit: int = 500, **filters: Any
    ) -> list[int]:
        """Rows that hold some of the tokens in any field, best first: by BM25 over the whole file on
        SQLite, by the rarity of the words on PostgreSQL.

        A choice for a ranking, not the ranking. No tokens, no rows. The rarest words are looked up, as many
        as have READ entries together; a word that alone has more gives the newest rows that hold it.
        """
        self._current()
        checks.whole("limit", limit, 0)
        with self._db.reading() as c:
            num = tenants.find(c, tenant)
            codes = set(searching.coded(self._codes, num, tokens).values())
            found = self._frequencies(c, num, codes)
            return searching.words(c, num, found, condition(num, **filters), limit)

    def search_identifiers(
        self, tenant: str, identifiers: Iterable[str], *, limit: int = 500, **filters: Any
    ) -> list[int]:
        """Rows that hold some of the identifiers, those with the most of them first, then the newest."""
        self._current()
        checks.whole("limit", limit, 0)
        with self._db.reading() as c:
            num = tenants.find(c, tenant)
            codes = set(searching.coded(self._codes, num, identifiers).values())
            return searching.identifiers(c, num, codes, condition(num, **filters), limit)

    def numbers(self, text: str) -> tuple[float, ...]:
        """What the embedding returns for a text. StoreError if it fails or returns no finite numbers."""
        return self._embedder.numbers(text)

    def search_vectors(
        self, tenant: str, vector: Sequence[float], *, limit: int = 100, **filters: Any
    ) -> list[tuple[int, float]]:
        """(row, cosine) of the nearest, best first. O(vectors of the tenant); the first call reads them all.

        `vector` is what the embedding returned; one of only zeros is near nothing. StoreError for another
        embedding, or number of dimensions, than that of the vectors here.
        """
        checks.whole("limit", limit, 0)
        unit = vectors.unit(vector)
        if not unit or not limit:
            return []
        with self._db.reading() as c:
            num = tenants.find(c, tenant)
            passes, values = condition(num, **filters)
            where = f"{passes} AND m.embedded = 1", values  # the matrix may know vectors that are gone
            made_by = vectors.origin(c)
            if not num or not made_by:
                return []
            self._embedder.same(made_by, len(unit))
            matrix = self._matrix(num, len(unit))
            matrix.refresh(c, num)
            best = matrix.nearest(unit, limit * OVER)
            passing = searching.passing(c, where, [row for row, _ in best])
            if len(passing) < limit and len(best) == limit * OVER:
                passing = searching.passing(c, where)
                best = matrix.among(unit, passing, limit)
            return [(row, cosine) for row, cosine in best if row in passing][:limit]

    def document_frequencies(self, tenant: str, tokens: Iterable[str]) -> dict[str, int]:
        """Token -> in how many of the tenant's memories it is, in any field."""
        with self._db.reading() as c:
            num = tenants.find(c, tenant)
            codes = searching.coded(self._codes, num, tokens)
            found = self._frequencies(c, num, set(codes.values()))
            return {token: found[code] for token, code in codes.items()}

    def identifier_frequencies(self, tenant: str, identifiers: Iterable[str]) -> dict[str, int]:
        """Identifier -> in how many of the tenant's memories it is."""
        sql = "SELECT count(*) FROM identifiers WHERE tenant = ? AND code = ?"
        with self._db.reading() as c:
            num = tenants.find(c, tenant)
            codes = searching.coded(self._codes, num, identifiers)
            return {each: c.execute(sql, (num, code)).fetchone()[0] for each, code in codes.items()}

    def totals(self, tenant: str) -> Totals:
        """How many memories of the tenant are indexed, and the mean length of each field in tokens."""
        with self._db.reading() as c:
            return searching.totals(c, tenants.find(c, tenant))

    def fields_of(self, tenant: str, numbers: Iterable[int]) -> dict[int, dict[str, list[str]]]:
        """Row -> field -> its tokens in order, for rows of a search."""
        with self._db.reading() as c:
            return searching.fields(c, tenants.find(c, tenant), numbers)

    def _frequencies(self, c: Connection, tenant: int, codes: Iterable[str]) -> dict[str, int]:
        """Code -> in how many rows it is; remembered for as long as nothing is written."""
        moment = searching.moment(c, tenant)
        when, known = self._counted.get(tenant, ((), {}))
        if when != moment:
            self._counted[tenant] = moment, (known := {})
        known.update(c.words.frequencies(c, sorted(set(codes) - known.keys())))
        return {code: known[code] for code in codes}

    def _matrix(self, tenant: int, dimension: int) -> Matrix:
        from memlab.tiers.warm.matrix import Matrix  # numpy is loaded with the first search by vector

        return self._matrices.setdefault((tenant, dimension), Matrix(dimension))
