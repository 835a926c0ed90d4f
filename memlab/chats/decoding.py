"""Bytes to text: Unicode with or without a mark, GB 18030 where it is not UTF-8, line ends made one."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from memlab.chats.notes import Notes

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SAMPLE = 1 << 18  # bytes that decide


def encoding(start: bytes) -> str:
    """The encoding of a text by its first bytes.

    >>> [encoding("助手：好".encode(name)) for name in ("utf-8", "gbk", "utf-16")]
    ['utf-8', 'gb18030', 'utf-16']
    """
    for mark, found in _MARKS:
        if start.startswith(mark):
            return found
    if len(start) > 3 and start[:4].count(0) == 2:
        return "utf-16-le" if start[1] == 0 else "utf-16-be"
    return min(("utf-8", "gb18030"), key=lambda name: _spoilt(start, name))  # the first of equals


def _spoilt(start: bytes, name: str) -> int:
    """How many places of a text are none in an encoding."""
    return codecs.getincrementaldecoder(name)("replace").decode(start).count("\ufffd")


def text(pieces: Iterator[bytes], notes: Notes) -> Iterator[str]:
    """The text of a file, piece by piece; bytes that are none are shown as U+FFFD and told once."""
    start = next(pieces, b"")
    name = encoding(start[:SAMPLE])
    decoder = codecs.getincrementaldecoder(name)(errors="replace")
    spoilt = 0
    for piece in _with(start, pieces):
        decoded = decoder.decode(piece, final=not piece)
        if not spoilt and "\ufffd" in decoded and b"\xef\xbf\xbd" not in piece:
            spoilt += 1
            notes.tell(f"some bytes are not {name}: shown as U+FFFD")
        yield decoded


def _with(first: bytes, others: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from (piece for piece in others if piece)
    yield b""
