"""Filters: which memories of a tenant are meant, as one condition in SQL; values are always bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from memlab import checks
from memlab.tiers.memory import STATUSES


class Filters(NamedTuple):
    """What may be asked of a memory; None: anything.

    `since` and `until` bound `at`, both inclusive. `agent` sees the shared area and its own. `now`: nothing
    that is expired then. `written_after`: only what was written since the write of that `seq`.
    """

    kinds: Iterable[str] | None = None
    statuses: Iterable[str] | None = ("live",)
    session: str | None = None
    speaker: str | None = None
    since: float | None = None
    until: float | None = None
    agent: str | None = None
    now: float | None = None
    written_after: int | None = None


def condition(tenant: int, **given: Any) -> tuple[str, list[Any]]:
    """(condition on `m`, its values) for the memories of a tenant that pass the filters.

    >>> condition(7, kinds=["note"], now=10.0)[1]
    [7, 'note', 'live', 10.0]
    """
    filters = Filters(**given)
    parts, values = ["m.tenant = ?"], [tenant]

    def add(part: str, *bound: Any) -> None:
        parts.append(part)
        values.extend(bound)

    for name, wanted in (("kind", filters.kinds), ("status", _statuses(filters.statuses))):
        if wanted is not None:
            names = sorted(checks.keys(f"{name}s", wanted))
            marks = ", ".join("?" * len(names)) or "NULL"  # none: nothing passes
            add(f"m.{name} IN ({marks})", *(checks.text(name, n) for n in names))
    for name, same in (("session", filters.session), ("speaker", filters.speaker)):
        if same is not None:
            add(f"m.{name} = ?", checks.text(name, same))
    for name, sign, bound in (("since", ">=", filters.since), ("until", "<=", filters.until)):
        if bound is not None:
            add(f"m.at {sign} ?", checks.number(name, bound))
    if filters.agent is not None:
        add("m.agent IN ('', ?)", checks.text("agent", filters.agent))
    if filters.now is not None:
        add("(m.expires_at IS NULL OR m.expires_at > ?)", checks.number("now", filters.now))
    if filters.written_after is not None:
        add("m.seq > ?", checks.whole("written_after", filters.written_after, 0))
    return " AND ".join(parts), values


def _statuses(given: Iterable[str] | None) -> frozenset[str] | None:
    if given is None:
        return None
    wanted = checks.keys("statuses", given)
    for status in wanted - frozenset(STATUSES):
        allowed = ", ".join(STATUSES)
        raise ValueError(
            f"statuses: {checks.shown(status)} is not allowed, allowed are {allowed}: correct it"
        )
    return wanted
