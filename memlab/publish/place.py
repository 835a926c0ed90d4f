"""Where a site or the slides go: whole or not at all, and never over what somebody else put there."""

from __future__ import annotations

import contextlib
import pathlib
import shutil
import tempfile
from collections.abc import Iterator

MARK = ".memlab-published"  # lies in every folder that was written here


class NotOurs(ValueError):
    """The folder holds something that was not published by memlab."""


@contextlib.contextmanager
def published(target: pathlib.Path) -> Iterator[pathlib.Path]:
    """A folder to write into; it takes the place of `target` when all went well. Errors: NotOurs, OSError."""
    if target.exists() and not _ours(target):
        raise NotOurs(f"{target} is not empty, and memlab did not write it; name a new or an empty folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".memlab-", dir=target.parent) as beside:
        fresh = pathlib.Path(beside) / "fresh"
        fresh.mkdir()
        yield fresh
        (fresh / MARK).touch()
        if target.exists():
            target.replace(pathlib.Path(beside) / "old")
        shutil.move(fresh, target)


def _ours(target: pathlib.Path) -> bool:
    return target.is_dir() and ((target / MARK).exists() or not any(target.iterdir()))
