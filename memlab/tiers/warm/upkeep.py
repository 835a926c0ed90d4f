"""Upkeep: looking whether a database is sound, and building its index anew."""

from __future__ import annotations

from memlab.tiers import analysis
from memlab.tiers.errors import Corrupt
from memlab.tiers.memory import Memory
from memlab.tiers.warm import bodies, rows, schema, tenants, vectors
from memlab.tiers.warm.base import Base
from memlab.tiers.warm.records import Problem


class Upkeep(Base):
    """The part of `Warm` for its own soundness."""

    @property
    def problems(self) -> list[Problem]:
        """What readers came across that does not read back, each once."""
        return list(self._problems)

    def check(self) -> list[Problem]:
        """Read everything; what does not read as what was written. Linear in the file."""
        found = []
        with self._db.reading() as c:
            found += [
                Problem("", "", said) for (said,) in c.execute("PRAGMA integrity_check") if said != "ok"
            ]
            names = dict(c.execute("SELECT num, name FROM tenants").fetchall())
            for num, name in names.items():
                for each in c.execute(f"{rows.SELECT} WHERE m.tenant = ?", (num,)):
                    found += self._check_row(c, name, rows.Row(*each))
        return found

    def _check_row(self, c, name: str, row: rows.Row) -> list[Problem]:
        found = []
        try:
            row.memory(name)
        except Corrupt as problem:
            found.append(Problem(name, row.id, str(problem)))
        try:
            bodies.read(c, row.fields)
        except Corrupt as problem:
            found.append(Problem(name, row.id, f"its words: {problem}: reindex()"))
        return found

    def reindex(self, tenant: str | None = None) -> int:
        """Build words, identifiers and vectors of every memory anew (of one tenant, or all); how many.

        Needed after a change of the embedding or of the analysis. Memories in the cold tier keep what they have.
        """
        raise NotImplementedError

    def _report(self, tenant: str, id: str, what: str) -> None:
        problem = Problem(tenant, id, what)
        if problem not in self._problems:
            self._problems.append(problem)


__all__ = ["Memory", "Upkeep", "analysis", "schema", "tenants", "vectors"]
