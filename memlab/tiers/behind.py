"""Behind: a note beside the cold files of ids that the warm tier could not take when the cold one did."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


class Behind:
    """A file of one JSON line an id; there is none as long as the warm tier has everything.

    It is written before the cold line that it announces, so a crash between leaves at worst an id too many.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def mark(self, ids: Iterable[str]) -> bool:
        """Note ids; whether they are. What is not noted is not read before it is reconciled: refuse it."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(self._path, "ab") as file:
                file.write(
                    "".join(f"\n{json.dumps(id)}\n" for id in ids).encode()
                )  # never glued to a torn line
                file.flush()
                os.fsync(file.fileno())
            return True
        except OSError:
            return False

    def ids(self) -> frozenset[str]:
        """The ids noted; a line that does not read is passed over."""
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError:
            return frozenset()
        return frozenset(id for id in map(_id, lines) if id is not None)

    def clear(self, known: frozenset[str]) -> None:
        """Take the note away, if it says nothing but what has been healed."""
        if self.ids() <= known:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def _id(line: bytes) -> str | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, str) else None
