"""Capacity: how many servers a number of tenants needs, as arithmetic that can be read line by line."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import ceil
from typing import NamedTuple

from memlab import checks

DAY, GB, TB = 86_400, 1e9, 1e12
WHERE = ("Redis", "PostgreSQL", "cold")


@dataclass(frozen=True)
class Assumptions:
    """What a plan starts from; everything that can be measured should be.

    - `tenants`; `awake`: the share of them in the hot tier at once (the others' keys have expired).
    - `memories` of a tenant in the warm tier, `hot` of them in the hot one while it is awake.
    - `hot_bytes`, `warm_bytes`, `cold_bytes`: what one memory takes in each, indexes and keys included.
    - `writes`, `reads`: of a tenant a day; `peak`: the busiest second against the mean one.
    - `versions`: lines of the cold tier for one memory; `batch`: lines put there at once, as one object.
    - `trips`: round trips of an operation to Redis; `pages`: pages that PostgreSQL writes for one memory.
    - `copies` of everything in Redis and PostgreSQL; `full`: the share of a node that may be used.
    - a node's measure: `redis_bytes`, `redis_calls` a second, `postgres_bytes`, `postgres_pages` a second.
    """

    tenants: int = 10_000_000
    awake: float = 0.05
    memories: int = 200
    hot: int = 40
    hot_bytes: int = 1_000
    warm_bytes: int = 3_000
    cold_bytes: int = 600
    writes: float = 5
    reads: float = 15
    peak: float = 4
    versions: float = 1.5
    batch: int = 10
    trips: int = 4
    pages: int = 10
    copies: int = 2
    full: float = 0.6
    redis_bytes: float = 32 * GB
    redis_calls: float = 50_000
    postgres_bytes: float = 4 * TB
    postgres_pages: float = 20_000

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "int":
                checks.whole(field.name, value, 1)
            else:
                most = 1 if field.name in ("awake", "full") else checks.HUGE
                checks.number(
                    field.name, value, 0, most, above=field.name not in ("awake", "writes", "reads")
                )


class Line(NamedTuple):
    """One line of the plan: `value` in `unit` is the quantity `what` of a tier, and how it was computed."""

    tier: str
    what: str
    how: str
    value: float
    unit: str


@dataclass(frozen=True)
class Plan:
    """The lines of a plan in order; each uses only assumptions and lines above it."""

    assumptions: Assumptions
    lines: tuple[Line, ...]

    def value(self, tier: str, what: str) -> float:
        """The value of one line. KeyError if there is no such line."""
        return {(line.tier, line.what): line.value for line in self.lines}[tier, what]


def plan(assumptions: Assumptions | None = None) -> Plan:
    """Servers and requests for these assumptions: counts of nodes, bytes and requests, and no prices.

    A tier has as many nodes as its bytes need or its peak, whichever is more, times the copies; a Redis
    cluster has three masters at least. ValueError for an assumption out of range.

    >>> made = plan(Assumptions(tenants=1_000_000))
    >>> made.value("Redis", "nodes"), made.value("PostgreSQL", "nodes"), made.value("cold", "storage")
    (6, 2, 180000000000.0)
    """
    a = Assumptions() if assumptions is None else assumptions
    return Plan(a, (*_redis(a), *_postgres(a), *_cold(a)))


def _redis(a: Assumptions) -> list[Line]:
    memory = a.tenants * a.awake * a.hot * a.hot_bytes
    calls = a.tenants * (a.writes + a.reads) / DAY * a.peak * a.trips
    stored = f"{a.tenants:,} × {a.awake:.3g} awake × {a.hot} hot × {a.hot_bytes:,} B"
    asked = f"{a.tenants:,} × {a.writes + a.reads:g} a day × {a.trips} trips × {a.peak:g} peak"
    usable = a.redis_bytes * a.full, a.redis_calls * a.full
    return _tier("Redis", (memory, calls), usable, (stored, asked, "memory", "round trips"), 3, a)


def _postgres(a: Assumptions) -> list[Line]:
    storage = a.tenants * a.memories * a.warm_bytes
    pages = a.tenants * a.writes / DAY * a.peak * a.pages
    noun = "memory" if a.memories == 1 else "memories"
    stored = f"{a.tenants:,} × {a.memories:,} {noun} × {a.warm_bytes:,} B"
    asked = f"{a.tenants:,} × {a.writes:g} writes a day × {a.pages} pages × {a.peak:g} peak"
    usable = a.postgres_bytes * a.full, a.postgres_pages * a.full
    return _tier("PostgreSQL", (storage, pages), usable, (stored, asked, "storage", "pages"), 1, a)


def _tier(
    tier: str,
    needs: tuple[float, float],
    usable: tuple[float, float],
    words: tuple[str, str, str, str],
    least: int,
    a: Assumptions,
) -> list[Line]:
    """The five lines of a tier that is bound by its bytes or by its busiest second."""
    (stored, asked), (room, load) = needs, usable
    how_stored, how_asked, bytes_are, calls_are = words
    by_bytes, by_calls = ceil(stored / room), ceil(asked / load)
    most = max(by_bytes, by_calls, least)
    return [
        Line(tier, bytes_are, how_stored, stored, "B"),
        Line(tier, f"{calls_are} at the peak", how_asked, asked, f"{calls_are}/s"),
        Line(tier, f"nodes for {bytes_are}", f"{size(stored)} ÷ {size(room)} usable", by_bytes, "nodes"),
        Line(tier, f"nodes for {calls_are}", f"{asked:,.0f}/s ÷ {load:,.0f}/s usable", by_calls, "nodes"),
        Line(tier, "nodes", f"{most:,} (at least {least}) × {a.copies} copies", most * a.copies, "nodes"),
    ]


def _cold(a: Assumptions) -> list[Line]:
    kept = a.tenants * a.memories * a.versions
    puts = a.tenants * a.writes * 30 / a.batch
    stored = f"{a.tenants:,} × {a.memories:,} × {a.versions:g} versions × {a.cold_bytes:,} B"
    often = f"{a.tenants:,} × {a.writes:g} × 30 days ÷ {a.batch}"
    return [
        Line("cold", "storage", stored, kept * a.cold_bytes, "B"),
        Line("cold", "objects", f"{kept:,.0f} lines ÷ {a.batch} in an object", kept / a.batch, "objects"),
        Line("cold", "puts", often, puts, "requests/month"),
    ]


def size(size: float) -> str:
    """Bytes in words, decimal units, three digits.

    >>> size(20e9), size(1_234_567), size(950)
    ('20 GB', '1.23 MB', '0.95 kB')
    """
    for unit, name in ((1e15, "PB"), (TB, "TB"), (GB, "GB"), (1e6, "MB")):
        if size >= unit:
            return f"{float(f'{size / unit:.3g}'):,g} {name}"
    return f"{size / 1e3:.3g} kB"
