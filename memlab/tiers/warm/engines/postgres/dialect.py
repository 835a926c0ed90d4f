"""What is PostgreSQL's own: arrays, and bodies that are rows, deleted when they are erased."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from memlab.tiers.warm.engines.protocols import Connection

AMONG = "(SELECT * FROM memories WHERE row = ANY(CAST(? AS BIGINT[])) OFFSET 0) m"
"""OFFSET 0 keeps other conditions outside: without statistics the server would go through all by them."""
ONE_OF = "= ANY(?)"


def array(values: Iterable[Any]) -> list[Any]:
    """Some values as one."""
    return list(values)


def kept(value: Any) -> str:
    """A value of meta as JSON, bytes by their hex digits."""
    return json.dumps({"hex": value.hex()} if isinstance(value, bytes) else value)


def told(stored: str) -> Any:
    """A stored value of meta.

    >>> [told(kept(value)) for value in ("hashed", 256, b"salt")]
    ['hashed', 256, b'salt']
    """
    value = json.loads(stored)
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def body_of(data: bytes) -> bytes:
    """A body as the table holds it."""
    return data


def write_body(c: Connection, data: bytes) -> int:
    """Store a body; its number."""
    return c.execute("INSERT INTO bodies(body) VALUES(?) RETURNING num", (data,)).fetchone()[0]


def erase_body(c: Connection, num: int) -> None:
    """Delete a body. Its bytes are the server's until it vacuums the table and reuses its log."""
    c.execute("DELETE FROM bodies WHERE num = ?", (num,))
