"""A line of the cold tier: one full record, or the tombstone of an erased one, with a checksum over it."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from memlab.tiers.memory import Memory

_SUM = 16  # hex digits of the checksum
_HEAD = len('{"sum":"') + _SUM + len('",')
_ERASED = b'{"erased":true}'


class Pointer(NamedTuple):
    """Where a line lies: number of the file, first byte, length in bytes with its newline."""

    segment: int
    offset: int
    length: int


class Grave(NamedTuple):
    """What stays of an erased memory: never its text."""

    id: str
    version: int
    at: float


Entry = Memory | Grave


def write(tenant: str, entry: Entry) -> bytes:
    """The line of an entry, with its newline.

    >>> line = write("u1", Grave("m1", 3, 0.0))
    >>> line[26:]
    b'"tenant":"u1","id":"m1","version":3,"tombstone":0.0}\\n'
    >>> read("u1", line)
    Grave(id='m1', version=3, at=0.0)
    """
    body = f'"memory":{entry.to_json()}' if isinstance(entry, Memory) else f'"tombstone":{_json(entry.at)}'
    rest = f'"tenant":{_json(tenant)},"id":{_json(entry.id)},"version":{entry.version},{body}}}\n'.encode()
    return f'{{"sum":"{_digest(rest)}",'.encode() + rest


def read(tenant: str, line: bytes) -> Entry | None:
    """The entry of a line, None for an erased one. ValueError says what is wrong with any other; KeyError and
    TypeError name a field that somebody changed together with the checksum."""
    if line.rstrip() == _ERASED or line.isspace():
        return None
    if line[_HEAD - _SUM - 2 : _HEAD - 2] != _digest(line[_HEAD:]).encode():
        raise ValueError("its checksum does not fit: it was torn or changed")
    try:
        row = json.loads(line)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if row["tenant"] != tenant:
        raise ValueError("it bears another tenant's name")
    if "tombstone" in row:
        return Grave(row["id"], row["version"], row["tombstone"])
    memory = Memory.from_json(_json(row["memory"]))
    if (memory.tenant, memory.id, memory.version) != (tenant, row["id"], row["version"]):
        raise ValueError("its memory is another than its head says")
    return memory


def erased(length: int) -> bytes:
    """A line of the same length that says nothing.

    >>> len(erased(40)), erased(3)  # what a torn line left may be shorter than any word for it
    (40, b'  \\n')
    """
    return (_ERASED if length > len(_ERASED) else b"").ljust(length - 1) + b"\n"


def names(line: bytes, id: str) -> bool:
    """Whether a line that does not read seems to be about this id."""
    return _json(id).encode() in line


def _digest(rest: bytes) -> str:
    return hashlib.blake2b(rest, digest_size=_SUM // 2).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
