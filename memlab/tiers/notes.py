"""Notes: below a URL, the ids that the warm tier could not take when the cold one did."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from memlab.tiers.errors import StoreError

if TYPE_CHECKING:
    from memlab.tiers.objects import Objects


class Notes:
    """`Behind` below a URL: an object for each id, since nothing can be appended to."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects

    def mark(self, ids: Iterable[str]) -> bool:
        """Note ids; whether they are. What is not noted is not read before it is reconciled: refuse it."""
        with suppress(StoreError), self._objects.telling():
            for id in ids:
                self._objects.fs.pipe_file(self._path(id), json.dumps(id).encode())
            return True
        return False

    def ids(self) -> frozenset[str]:
        """The ids noted; a note that does not read is passed over."""
        with suppress(StoreError):
            paths = [f"{self._objects.root}/behind/{name}" for name in self._objects.names("behind")]
            return frozenset(filter(None, map(_id, self._objects.read([(path, 0, None) for path in paths]))))
        return frozenset()

    def clear(self, known: frozenset[str]) -> None:
        """Take away the notes of what has been healed."""
        for id in known:
            with suppress(Exception):
                self._objects.fs.rm_file(self._path(id))

    def _path(self, id: str) -> str:
        name = hashlib.blake2b(id.encode("utf-8"), digest_size=16).hexdigest()
        return f"{self._objects.root}/behind/{name}.json"


def _id(line: bytes) -> str:
    with suppress(ValueError):
        found = json.loads(line)
        return found if isinstance(found, str) else ""
    return ""
