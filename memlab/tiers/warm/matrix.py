"""Matrix: a tenant's vectors in memory, one a row, kept up with the database. The only user of numpy here."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from memlab.tiers.errors import Corrupt
from memlab.tiers.warm import tenants
from memlab.tiers.warm.engines import Connection

ROOM = 1.5  # for more rows than there are: growing copies everything
WASTE = 0.25  # share of erased rows from which the matrix is read anew


class Matrix:
    """All vectors of one tenant. A write anywhere raises the tenant's pulse; what is newer is read."""

    def __init__(self, dimension: int) -> None:
        self._rows = np.zeros(0, np.int64)
        self._vectors = np.zeros((0, dimension), np.float32)
        self._places: dict[int, int] = {}  # row -> place in the matrix
        self._pulse = -1
        self._lock = threading.Lock()

    def refresh(self, c: Connection, tenant: int) -> None:
        """Read what was written since the last time; O(that)."""
        with self._lock:
            pulse, there = c.execute("SELECT pulse, vectors FROM tenants WHERE num = ?", (tenant,)).fetchone()
            tenants.counted(pulse, there)
            if pulse <= self._pulse:
                return
            self._read(c, tenant)
            if len(self._places) * (1 - WASTE) > there:
                self._places, self._pulse = {}, -1
                self._read(c, tenant)
            self._pulse = pulse

    def nearest(self, vector: Sequence[float], most: int) -> list[tuple[int, float]]:
        """(row, cosine) of the nearest, best first; erased rows may be among them. O(rows × dimension)."""
        with self._lock:
            n = len(self._places)
            cosines = self._vectors[:n] @ np.asarray(vector, np.float32)
            best = np.argpartition(-cosines, most - 1)[:most] if most < n else np.arange(n)
            best = best[np.lexsort((self._rows[best], -cosines[best]))]
            return list(zip(self._rows[best].tolist(), cosines[best].tolist(), strict=True))

    def among(self, vector: Sequence[float], rows: set[int], most: int) -> list[tuple[int, float]]:
        """(row, cosine) of the nearest of some rows, best first. O(rows × dimension)."""
        with self._lock:
            known = np.array(sorted(row for row in rows if row in self._places), np.int64)
            places = np.array([self._places[row] for row in known.tolist()], np.int64)
            cosines = self._vectors[places] @ np.asarray(vector, np.float32)
            best = np.lexsort((known, -cosines))[:most]
            return list(zip(known[best].tolist(), cosines[best].tolist(), strict=True))

    def _read(self, c: Connection, tenant: int) -> None:
        sql = "SELECT row, vector FROM vectors WHERE tenant = ? AND pulse > ? ORDER BY pulse"
        found = c.execute(sql, (tenant, self._pulse)).fetchall()
        for row, _ in found:
            self._places.setdefault(row, len(self._places))
        self._grow(len(self._places))
        if found:
            places = np.fromiter((self._places[row] for row, _ in found), np.int64, len(found))
            size = 4 * self._vectors.shape[1]
            if any(type(vector) is not bytes or len(vector) != size for _, vector in found):
                raise Corrupt("a vector is none of this embedding: mend it by reindex()")
            data = b"".join(vector for _, vector in found)
            self._vectors[places] = np.frombuffer(data, "<f4").reshape(len(found), -1)
            self._rows[places] = [row for row, _ in found]

    def _grow(self, needed: int) -> None:
        if needed > len(self._rows):
            room = int(needed * ROOM)
            more = room - len(self._rows)
            self._rows = np.concatenate([self._rows, np.zeros(more, np.int64)])
            empty = np.zeros((more, self._vectors.shape[1]), np.float32)
            self._vectors = np.concatenate([self._vectors, empty])
