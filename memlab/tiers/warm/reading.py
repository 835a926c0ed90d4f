"""Reading: the part of `Warm` that hands out memories as they are, were, or no longer are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from memlab import checks
from memlab.tiers.errors import Corrupt
from memlab.tiers.journal import Grave, Pointer
from memlab.tiers.memory import Memory, fits
from memlab.tiers.warm import history, rows, tenants
from memlab.tiers.warm.filters import condition
from memlab.tiers.warm.upkeep import Upkeep

ORDERS = {"seq": ("m.seq", 0), "at": ("m.at", -math.inf)}  # a column, and what lies before all of it


class Reading(Upkeep):
    """The part of `Warm` for memories by their ids, by filters and by time."""

    def get(self, tenant: str, id: str) -> Memory | None:
        """The memory of an id, whatever its status; None if there is none. Of a stub the text is "".

        Corrupt, which names it, if it does not read back.
        """
        with self._db.reading() as c:
            row = rows.find(c, tenants.find(c, tenant), checks.text("id", id))
            return row and row.memory(tenant)

    def get_many(self, tenant: str, ids: Iterable[str]) -> dict[str, Memory]:
        """id -> memory of those that are there."""
        found = {id: self.get(tenant, id) for id in ids}
        return {id: memory for id, memory in found.items() if memory}

    def load(self, tenant: str, numbers: Iterable[int]) -> dict[int, Memory]:
        """Row -> memory, for rows of a search; what does not read back is noted in `problems`."""
        with self._db.reading() as c:
            found = list(rows.select(c, numbers, tenants.find(c, tenant)))
        return {row.row: memory for row in found for memory in self._readable(row, tenant)}

    def rows(
        self, tenant: str, *, order: str = "seq", limit: int | None = None, **filters: Any
    ) -> Iterator[Memory]:
        """Memories that pass the filters, by `seq` or by `at`.

        What does not read back is left out and noted in `problems`. Read in pages: what is written meanwhile
        may or may not be among them.
        """
        if order not in ORDERS:
            raise ValueError(
                f"order: {checks.shown(order)} is not allowed, allowed are seq and at: correct it"
            )
        where, values = condition(self._tenant(tenant), **filters)
        if limit is not None:
            checks.whole("limit", limit, 0)
        return self._pages(tenant, where, values, *ORDERS[order], limit)

    def count(self, tenant: str, **filters: Any) -> int:
        """How many memories pass the filters."""
        where, values = condition(self._tenant(tenant), **filters)
        with self._db.reading() as c:
            return c.execute(f"SELECT count(*) FROM memories m WHERE {where}", values).fetchone()[0]

    def pointer(self, tenant: str, id: str) -> Pointer | None:
        """Where the text of a stub lies in the cold tier; None for a memory that is whole, or not there."""
        with self._db.reading() as c:
            row = rows.find(c, tenants.find(c, tenant), id)
            return row and row.pointer

    def versions(self, tenant: str, id: str) -> list[Memory]:
        """All versions of an id, the oldest first, as they were written; none of an erased one."""
        with self._db.reading() as c:
            return history.versions(c, tenant, tenants.find(c, tenant), id)

    def replaced_at(self, tenant: str, id: str) -> list[float]:
        """When each version but the newest was replaced by the next, the oldest first."""
        with self._db.reading() as c:
            return history.replaced_at(c, tenants.find(c, tenant), id)

    def as_of(self, tenant: str, t: float) -> list[Memory]:
        """The memories that were live at time t, as they were then.

        Of each id the last version that held by t counts. A version holds from its `at`: what is added today
        about 2024 was live in 2024; one with the `at` of the version before it holds from when it was
        written: a text that was corrected is what it was before. It was live if t lies before its
        `expires_at` and before every `until` known since; one that waits to be confirmed never was. Erased
        ones are in no time, and of a stub the text is "". What does not read back is noted in `problems`.
        """
        checks.number("t", t)
        with self._db.reading() as c:
            lost = partial(self._report, tenant)
            return list(history.as_of(c, tenant, tenants.find(c, tenant), t, lost))

    def tombstones(self, tenant: str) -> list[Grave]:
        """What is left of the erased: id, version and time, by id."""
        sql = "SELECT id, version, at FROM tombstones WHERE tenant = ? ORDER BY id"
        with self._db.reading() as c:
            return [_grave(found) for found in c.execute(sql, (tenants.find(c, tenant),))]

    def tombstone(self, tenant: str, id: str) -> Grave | None:
        """What is left of an erased id."""
        sql = "SELECT id, version, at FROM tombstones WHERE tenant = ? AND id = ?"
        with self._db.reading() as c:
            found = c.execute(sql, (tenants.find(c, tenant), id)).fetchone()
            return _grave(found) if found else None

    def _pages(
        self, tenant: str, where: str, values: list[Any], column: str, first: float, limit: int | None
    ) -> Iterator[Memory]:
        left, after = limit, (first, 0)
        sql = f"{where} AND ({column}, m.row) > (?, ?)"
        while True:
            with self._db.reading() as c:
                found = rows.page(c, sql, (*values, *after), f"{column}, m.row")
                if found:
                    last = found[-1].row
                    after = c.execute(
                        f"SELECT {column}, row FROM memories m WHERE row = ?", (last,)
                    ).fetchone()
            for memory in (memory for row in found for memory in self._readable(row, tenant)):
                if left is not None and (left := left - 1) < 0:
                    return
                yield memory
            if len(found) < rows.PAGE:
                return


def _grave(found: tuple[str, int, float]) -> Grave:
    """A tombstone as it was read. Corrupt if somebody wrote other values into it."""
    grave = Grave(*found)
    if not (fits("version", grave.version) and fits("at", grave.at)):
        raise Corrupt(f"the tombstone of {grave.id!r} has no version or time: restore it from a backup")
    return grave
