"""Recorder: what a running agent wrote and read, a JSON line an access, so that it can be replayed.

A line is appended by one write before the bank changes, so a full disk refuses the access and leaves bank and
file as they were; a crash in between leaves at most a line of an access that the bank never saw. The file is
opened for each write: nothing is left to close, several banks may share it, and it may be moved meanwhile.
Contents are never written: what was forgotten on request must not live on in a log.

A use of what is gone bears "hit": false. `read_trace` takes it and the write that brings the memory back for
one read, because a replay fetches by itself what it misses.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Hashable, Iterable
from typing import Any

from memlab import checks
from memlab.bank.item import MemoryItem


class Recorder:
    """Appends to one file. A pickled one goes on there; a deep copy is a what-if and records nothing."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        if not isinstance(path, (str, os.PathLike)):
            what = f"{checks.shown(path)} is {type(path).__name__}"
            raise TypeError(f"record: {what}, allowed is a path: pass a str or a Path")
        self.path = os.path.abspath(path)
        self._append(b"")  # what cannot be written is found now and not at the first access

    def append(self, op: str, now: float, accesses: Iterable[tuple[Hashable, MemoryItem | None]]) -> None:
        """A line for each (id, memory); no memory where a read missed. OSError, and nothing is written."""
        lines = [json.dumps(_row(op, now, id, item), ensure_ascii=False) + "\n" for id, item in accesses]
        if lines:
            self._append("".join(lines).encode("utf-8"))

    def _append(self, data: bytes) -> None:
        try:
            with open(self.path, "a+b", buffering=0) as file:
                end = file.seek(0, os.SEEK_END)
                if end and data and _last_byte(file) != b"\n":
                    data = b"\n" + data  # after a torn line: never glue two
                if (file.write(data) or 0) < len(data):
                    file.truncate(end)
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            mend = "nothing was recorded or changed, allowed is a file with room: free some or name another"
            raise OSError(error.errno, f"record: {error.strerror or error}; {mend}", self.path) from None
        except ValueError as error:  # a NUL, or half a character
            allowed = "allowed is a path: pass a str or a Path"
            raise ValueError(f"record: {checks.shown(self.path)} is none ({error}), {allowed}") from None

    def __deepcopy__(self, memo: dict[int, Any]) -> None:
        return None


def _row(op: str, now: float, id: Hashable, item: MemoryItem | None) -> dict[str, Any]:
    row = {"time": now, "key": _name(id), "op": op}
    return row | ({"size": item.size, "importance": item.importance} if item else {"hit": False})


def _name(id: Any) -> str | float:
    """The id as JSON carries it there and back."""
    if isinstance(id, str):
        return checks.text("id", id, empty=False)  # in a trace nothing is no name
    if isinstance(id, (int, float)):
        return id if isinstance(id, bool) else checks.number("id", id, -checks.HUGE, checks.HUGE)
    what = f"{checks.shown(id)} is {type(id).__name__}"
    raise TypeError(f"id: {what}, allowed with record= are str, int, float and bool: use its name")


def _last_byte(file: Any) -> bytes:
    file.seek(-1, os.SEEK_END)
    return file.read(1)
