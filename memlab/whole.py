"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import pathlib


def write_whole(path: pathlib.Path, content: bytes) -> None:
    """Write a file beside its place and move it there: a full disk or a stop leaves no half file behind.

    Errors: OSError; then what was there before is still there.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")  # two at once must not take it from each other
    part.unlink(missing_ok=True)  # of a process that was killed; or a link, which would be followed
    try:
        part.touch(exist_ok=False)
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
