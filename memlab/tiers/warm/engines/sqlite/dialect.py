"""What is SQLite's own: lists as JSON, and texts in a table from which they can be erased for good.

`PRAGMA secure_delete` overwrites a deleted row with zeros, but a row that SQLite once moved to another page
may leave a copy in the unused part of the old one (measured: 8 of 500 erased texts, after rows had grown). So
nothing moves here: a text is appended, padded to one of some sizes, and erasing overwrites it where it lies.
The place is given to the next text of its size.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

AMONG = "json_each(?) j CROSS JOIN memories m ON m.row = j.value"
"""Given rows, looked up one by one: left to itself SQLite may walk through all of the tenant's instead."""
ONE_OF = "IN (SELECT value FROM json_each(?))"
_SMALLEST = 64


def array(values: Iterable[Any]) -> str:
    """Some values as one."""
    return json.dumps(list(values))


def kept(value: Any) -> Any:
    """A value of meta: SQLite keeps each as it is."""
    return value


told = kept


def body_of(data: bytes) -> str:
    """A body as the table holds it."""
    return data.decode() + " " * (_size(len(data)) - len(data))


def write_body(c: sqlite3.Connection, data: bytes) -> int:
    """Store a body; its number."""
    size, body = _size(len(data)), body_of(data)
    free = c.execute("SELECT num FROM free WHERE size = ? LIMIT 1", (size,)).fetchone()
    if free is None:
        return c.execute("INSERT INTO bodies(body) VALUES(?)", (body,)).lastrowid or 0
    c.execute("DELETE FROM free WHERE size = ? AND num = ?", (size, free[0]))
    c.execute("UPDATE bodies SET body = ? WHERE num = ?", (body, free[0]))
    return free[0]


def erase_body(c: sqlite3.Connection, num: int) -> None:
    """Overwrite a body where it lies."""
    found = c.execute("SELECT length(CAST(body AS BLOB)) FROM bodies WHERE num = ?", (num,)).fetchone()
    if found is None:  # lost: check() tells
        return
    size = found[0]
    c.execute("UPDATE bodies SET body = ? WHERE num = ?", (" " * size, num))
    c.execute("INSERT INTO free VALUES(?, ?) ON CONFLICT DO NOTHING", (size, num))


def _size(length: int) -> int:
    """The next of the sizes 64, 128, … 512, then in steps of an eighth of a power of two."""
    step = max(_SMALLEST, 1 << max(0, (length - 1).bit_length() - 3))
    return -(-length // step) * step
