"""Texts in a table from which they can be erased for good.

`PRAGMA secure_delete` overwrites a deleted row with zeros, but a row that SQLite once moved to another page
may leave a copy in the unused part of the old one (measured: 8 of 500 erased texts, after rows had grown). So
nothing moves here: a text is appended, padded to one of some sizes, and erasing overwrites it where it lies.
The place is given to the next text of its size.
"""

from __future__ import annotations

import sqlite3
from zlib import crc32

from memlab.tiers.errors import Corrupt

_SUM = 8  # hex digits of the checksum in front of a text
_SMALLEST = 64


def write(c: sqlite3.Connection, text: str) -> int:
    """Store a text; its number."""
    data = text.encode()
    size = _size(_SUM + len(data))
    body = f"{crc32(data):08x}{text}" + " " * (size - _SUM - len(data))
    free = c.execute("SELECT num FROM free WHERE size = ? LIMIT 1", (size,)).fetchone()
    if free is None:
        return c.execute("INSERT INTO bodies(body) VALUES(?)", (body,)).lastrowid or 0
    c.execute("DELETE FROM free WHERE size = ? AND num = ?", (size, free[0]))
    c.execute("UPDATE bodies SET body = ? WHERE num = ?", (body, free[0]))
    return free[0]


def erase(c: sqlite3.Connection, num: int) -> None:
    """Overwrite a text where it lies."""
    found = c.execute("SELECT length(CAST(body AS BLOB)) FROM bodies WHERE num = ?", (num,)).fetchone()
    if found is None:  # lost: check() tells
        return
    size = found[0]
    c.execute("UPDATE bodies SET body = ? WHERE num = ?", (" " * size, num))
    c.execute("INSERT OR IGNORE INTO free VALUES(?, ?)", (size, num))


def text_of(body: str | None) -> str:
    """The text of a stored body. Corrupt if it is not what was written."""
    text = (body or "")[_SUM:].rstrip(" ")
    if body is None or body[:_SUM] != f"{crc32(text.encode('utf-8', 'surrogateescape')):08x}":
        raise Corrupt("its text does not fit its checksum")
    return text


def read(c: sqlite3.Connection, num: int) -> str:
    """The text of that number. Corrupt if it is not what was written, or not there."""
    found = c.execute("SELECT CAST(body AS BLOB) FROM bodies WHERE num = ?", (num,)).fetchone()
    return text_of(decoded(found[0] if found else None))


def decoded(data: bytes | None) -> str | None:
    """A body read as bytes, so that SQLite's driver does not stumble over what is no UTF-8."""
    return None if data is None else data.decode("utf-8", "surrogateescape")


def _size(length: int) -> int:
    """The next of the sizes 64, 128, … 512, then in steps of an eighth of a power of two."""
    step = max(_SMALLEST, 1 << max(0, (length - 1).bit_length() - 3))
    return -(-length // step) * step
