"""memlab's own wheel: built from a checkout, or made again from what is installed, without a registry."""

from __future__ import annotations

import base64
import hashlib
import pathlib
import zipfile
from importlib import metadata

import memlab
from memlab.publish.pip import PipFailed, pip

NOT_IN_A_WHEEL = ("INSTALLER", "REQUESTED", "direct_url.json", "RECORD")


def own_wheel(folder: pathlib.Path) -> pathlib.Path:
    """Write memlab's wheel of this very version into `folder`. Errors: PipFailed, OSError."""
    for old in folder.glob("memlab-*.whl"):
        old.unlink()
    root = pathlib.Path(memlab.__file__).parents[1]
    if (root / "pyproject.toml").is_file() and (root / "notebooks").is_dir():
        return _built(root, folder)
    return _packed_again(folder)


def _built(root: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    if not pip("wheel", "--quiet", "--no-deps", f"--wheel-dir={folder}", str(root)):
        raise PipFailed("memlab's wheel is built with hatchling, and pip finds none: pip install hatchling")
    return next(folder.glob("memlab-*.whl"))


def _packed_again(folder: pathlib.Path) -> pathlib.Path:
    """A wheel is a zip of the installed files and a list of their digests."""
    try:
        installed = metadata.distribution("memlab")
    except metadata.PackageNotFoundError:
        installed = None
    if installed is None or not installed.files:
        raise PipFailed("memlab was not installed by pip, so its files are not listed: pip install memlab")
    target = folder / f"memlab-{installed.version}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file in installed.files:
            if _belongs(file):
                content = pathlib.Path(str(file.locate())).read_bytes()
                wheel.writestr(file.as_posix(), content)
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                record.append(f"{_quoted(file.as_posix())},sha256={digest},{len(content)}")
        listing = f"memlab-{installed.version}.dist-info/RECORD"
        wheel.writestr(listing, "\n".join([*record, f"{listing},,", ""]))
    return target


def _belongs(file: metadata.PackagePath) -> bool:
    outside = ".." in file.parts  # the command itself: pip writes it anew for each machine
    return not outside and file.name not in NOT_IN_A_WHEEL and file.suffix != ".pyc"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"' if any(mark in name for mark in ',"') else name
