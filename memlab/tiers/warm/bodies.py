"""Bodies: texts with their checksums, in a table of their own; each engine erases them in its own way."""

from __future__ import annotations

from zlib import crc32

from memlab.tiers.errors import Corrupt
from memlab.tiers.warm.engines import Connection

_SUM = 8  # hex digits of the checksum in front of a text


def write(c: Connection, text: str) -> int:
    """Store a text; its number."""
    data = text.encode()
    return c.dialect.write_body(c, b"%08x%b" % (crc32(data), data))


def erase(c: Connection, num: int) -> None:
    """Erase a text for good, as far as the engine can do that at once."""
    c.dialect.erase_body(c, num)


def text_of(body: str | None) -> str:
    """The text of a stored body. Corrupt if it is not what was written."""
    text = (body or "")[_SUM:].rstrip(" ")
    if body is None or body[:_SUM] != f"{crc32(text.encode('utf-8', 'surrogateescape')):08x}":
        raise Corrupt("its text does not fit its checksum")
    return text


def read(c: Connection, num: int) -> str:
    """The text of that number. Corrupt if it is not what was written, or not there."""
    found = c.execute("SELECT CAST(body AS BLOB) FROM bodies WHERE num = ?", (num,)).fetchone()
    return text_of(decoded(found[0] if found else None))


def decoded(data: bytes | None) -> str | None:
    """A body read as bytes, so that no driver stumbles over what is no UTF-8."""
    return None if data is None else data.decode("utf-8", "surrogateescape")
