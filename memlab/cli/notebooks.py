"""Laying out the notebooks of the installed version, without ever touching a learner's work.

A manifest beside them remembers what each file was when it was laid: a file that is still so may be replaced
by a newer version's; any other is the learner's own, stays as it is, and gets the new one beside it.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
from dataclasses import dataclass

import memlab
from memlab.cli.errors import CommandError
from memlab.whole import write_whole

MANIFEST = ".memlab.json"


@dataclass(frozen=True)
class Laid:
    """What became of one file: new, same, replaced or kept; `beside` is where a kept one's new copy lies."""

    name: str
    status: str
    beside: str = ""


def source() -> pathlib.Path:
    """The notebooks of this very version: inside the wheel, or the checkout's own."""
    package = pathlib.Path(memlab.__file__).parent
    for folder in (package / "_notebooks", package.parent / "notebooks"):
        if any(folder.glob("00_*.ipynb")):
            return folder
    raise CommandError(
        f"the notebooks are missing beside {package}; "
        "install again from where it came: pip install --force-reinstall"
    )


def lay_out(folder: pathlib.Path) -> list[Laid]:
    """Bring a folder to this version's notebooks; nothing that the learner changed is overwritten.

    A folder that is the checkout's own is left as it is. Errors of the disk become a CommandError.
    """
    origin = source()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if folder.samefile(origin):
            return []
        return _lay_out(origin, folder)
    except FileExistsError:
        raise CommandError(f"{folder} is a file; name a folder: memlab lab DIR") from None
    except OSError as error:
        place = error.filename or folder
        raise CommandError(
            f"cannot write {place}: {error.strerror or error}; choose another: memlab lab DIR"
        ) from None


def _lay_out(origin: pathlib.Path, folder: pathlib.Path) -> list[Laid]:
    known = _manifest(folder)
    results = []
    for path in _files(origin):
        name = path.relative_to(origin).as_posix()
        content = path.read_bytes()
        results.append(_lay(folder, name, content, known.get(name)))
        known[name] = digest(content)
    manifest = {"memlab": memlab.__version__, "files": known}
    _write(folder / MANIFEST, (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode())
    return results


def _files(origin: pathlib.Path) -> list[pathlib.Path]:
    return sorted(
        p
        for p in origin.rglob("*")
        if p.is_file() and not any(part[0] in "._" for part in p.relative_to(origin).parts)
    )


def _lay(folder: pathlib.Path, name: str, content: bytes, known: str | None) -> Laid:
    target = folder / name
    if not target.parent.resolve().is_relative_to(folder.resolve()):
        raise CommandError(
            f"{target.parent} is a link that leads out of {folder}; choose another folder: memlab lab DIR"
        )
    if target.exists() and not target.is_file():  # a folder, or a pipe that nobody writes to
        raise CommandError(f"{target} is in the way and no file; choose another folder: memlab lab DIR")
    if not target.exists():
        _write(target, content)
        return Laid(name, "new")
    there = digest(target.read_bytes())
    if there == digest(content):  # perhaps run since, and so not the same bytes: leave the outputs
        return Laid(name, "same")
    if there == known:
        _write(target, content)
        return Laid(name, "replaced")
    return Laid(name, "kept", _write_beside(target, content).relative_to(folder).as_posix())


def _write_beside(target: pathlib.Path, content: bytes) -> pathlib.Path:
    """Write under the first free name like 02_liveness.memlab-0.1.0.ipynb, unless it is there already."""
    number = 1
    while True:
        again = f"-{number}" if number > 1 else ""
        path = target.with_name(f"{target.stem}.memlab-{memlab.__version__}{again}{target.suffix}")
        if not path.exists():
            _write(path, content)
            return path
        if digest(path.read_bytes()) == digest(content):
            return path
        number += 1


def digest(content: bytes) -> str:
    """A hash that tells a changed file. Of a notebook only what a person writes counts: a run is no change.

    >>> a = b'{"cells": [{"cell_type": "code", "source": ["1 + 1"], "outputs": []}]}'
    >>> b = b'{"cells": [{"cell_type": "code", "source": "1 + 1", "outputs": ["2"]}]}'
    >>> digest(a) == digest(b)
    True
    """
    try:
        cells = [[c["cell_type"], "".join(c["source"])] for c in json.loads(content)["cells"]]
        content = json.dumps(cells).encode()
    except (ValueError, KeyError, TypeError, RecursionError):
        pass  # no notebook: all of its bytes count
    return hashlib.sha256(content).hexdigest()


def _manifest(folder: pathlib.Path) -> dict[str, str]:
    """File name -> digest as laid; without a readable manifest every file counts as the learner's own."""
    try:
        if not (folder / MANIFEST).is_file():
            return {}
        files = json.loads((folder / MANIFEST).read_bytes())["files"]
        return {str(name): str(value) for name, value in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _write(path: pathlib.Path, content: bytes) -> None:
    """What is there already needs no write."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)
