"""What the warm tier hands out besides memories: plain records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple


class Repair(NamedTuple):
    """A write that another tier did not take: the id, its version, and why."""

    id: str
    version: int
    why: str


class Document(NamedTuple):
    """A JSON value under a name, at one of its versions; `expires_at` None: it does not expire."""

    value: Any
    version: int
    at: float
    expires_at: float | None


@dataclass(frozen=True)
class Totals:
    """What is in the index of a tenant: how many memories, and the mean length of each field in tokens."""

    count: int
    lengths: Mapping[str, float]


class Problem(NamedTuple):
    """Something in the database that does not read as what was written: of whom, which id, and what."""

    tenant: str
    id: str
    what: str
