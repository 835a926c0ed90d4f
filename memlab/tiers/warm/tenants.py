"""Tenants: a name, never optional and never widened, becomes a number that every statement carries."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

from memlab import checks
from memlab.tiers.errors import Corrupt
from memlab.tiers.memory import fits

if TYPE_CHECKING:
    from memlab.tiers.warm.engines import Connection


def checked(name: str) -> str:
    """A name that can be a tenant's."""
    return checks.text("tenant", name, empty=False)


def find(c: Connection, name: str) -> int:
    """The tenant's number; 0, which is nobody's, for one that has written nothing."""
    if checked(name) not in c.numbers:
        found = c.execute("SELECT num FROM tenants WHERE name = ?", (name,)).fetchone()
        c.numbers[name] = found[0] if found else 0
    return c.numbers[name]


def enter(c: Connection, name: str) -> int:
    """The tenant's number, a new one if need be."""
    if not find(c, name):
        sql = "INSERT INTO tenants(name) VALUES(?) RETURNING num"
        (c.numbers[name],) = c.execute(sql, (name,)).fetchone()
    return c.numbers[name]


@dataclass
class Counters:
    """What is counted of a tenant. A transaction reads it once and writes it once, at its end.

    `seq`: the last write; `indexed`: rows in the index; `lengths`: tokens by field, as JSON; `vectors`: how
    many; `pulse`: the last change of one of them.
    """

    seq: int
    indexed: int
    lengths: str
    vectors: int
    pulse: int

    def next_seq(self, wanted: int) -> int:
        """The number of the next write: a wanted one that lies ahead (of an import), else the next."""
        self.seq = max(self.seq + 1, wanted)
        return self.seq

    def next_pulse(self, more: int) -> int:
        """The number of one more change of the vectors, which makes them `more` than they were."""
        self.vectors += more
        self.pulse += 1
        return self.pulse

    def index(self, lengths: Mapping[str, int], sign: int) -> None:
        """One row more (or less, by the sign) in the index, with so many tokens in its fields."""
        total = Counter(lengths_of(self.lengths))
        total.update({name: sign * length for name, length in lengths.items()})
        self.indexed += sign
        self.lengths = json.dumps(total)


def counters(c: Connection, tenant: int) -> Counters:
    """The tenant's counters in the transaction that writes."""
    if tenant not in c.counters:
        sql = "SELECT seq, indexed, lengths, vectors, pulse FROM tenants WHERE num = ?"
        c.counters[tenant] = found = Counters(*c.execute(sql, (tenant,)).fetchone())
        counted(found.seq, found.indexed, found.vectors, found.pulse)
    return c.counters[tenant]


def counted(*numbers: Any) -> None:
    """Corrupt unless they are counts: a column of SQLite takes whatever somebody writes."""
    for number in numbers:
        if not fits("seq", number):
            raise Corrupt(f"what is counted of the tenant is {checks.shown(number)}: mend it by reindex()")


def lengths_of(text: Any) -> dict[str, int]:
    """Field -> how many tokens all of the tenant's memories have in it. Corrupt if it is anything else."""
    try:
        found = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Corrupt(f"the lengths of the tenant's fields are {checks.shown(text)}: mend them by reindex()")
    counted(*found.values())
    return found


def settle(c: Connection) -> None:
    """Write what the transaction has counted."""
    sql = "UPDATE tenants SET seq = ?, indexed = ?, lengths = ?, vectors = ?, pulse = ? WHERE num = ?"
    for tenant, counted in c.counters.items():
        c.execute(sql, (*astuple(counted), tenant))
