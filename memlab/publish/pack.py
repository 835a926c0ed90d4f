"""A folder with everything that a laptop needs to take the course in a room without internet."""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

import memlab
from memlab.publish import SITE_NEEDS, SLIDES_NEED, missing
from memlab.publish.own_wheel import own_wheel
from memlab.publish.place import NotOurs
from memlab.publish.platforms import Target
from memlab.publish.wheels import Gathered, Told, gather
from memlab.whole import write_whole

MANIFEST, FIRST, WHEELS, SITE, SLIDES = "pack.json", "START_HERE.md", "wheels", "site", "slides"
COURSE = Requirement("memlab[lab]")
UNIX = (
    "python3{} -m venv memlab-class",
    "memlab-class/bin/python -m pip install --no-index --find-links wheels 'memlab[lab]'",
)
WINDOWS = (
    "py{} -m venv memlab-class",
    'memlab-class\\Scripts\\python -m pip install --no-index --find-links wheels "memlab[lab]"',
)


@dataclass(frozen=True)
class Pack:
    """What was gathered: for each target its wheels and what is missing, and the size of all in bytes."""

    folder: pathlib.Path
    gathered: tuple[Gathered, ...]
    size: int

    @property
    def complete(self) -> bool:
        return not any(one.missing for one in self.gathered)


def make_pack(
    folder: pathlib.Path, targets: Sequence[Target], notebooks: pathlib.Path, told: Told = print
) -> Pack:
    """Gather wheels for the targets, the site and the slides into `folder`, with the lines that install.

    Called again it fetches only what is missing and throws out what no target needs any more. The list of
    what must be there, with digests, is written last. Errors: NotOurs, PipFailed, OSError.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        raise NotOurs(f"{folder} is not empty, and memlab did not write it; name a new or an empty folder")
    wheels = folder / WHEELS
    wheels.mkdir(parents=True, exist_ok=True)
    _drop_damaged(folder)
    _write(folder / MANIFEST, "{}\n")  # not whole yet, but ours
    told("making memlab's own wheel")
    own_wheel(wheels)
    gathered = tuple(gather(target, [COURSE], wheels, told) for target in targets)
    _throw_out(wheels, {name for one in gathered for name in one.wheels})
    _publish(notebooks, folder, told)
    _write(folder / FIRST, start_here(gathered))
    _write(folder / MANIFEST, json.dumps(manifest(folder, gathered), indent=1, sort_keys=True) + "\n")
    return Pack(folder, gathered, sum(path.stat().st_size for path in _files(folder)))


def manifest(folder: pathlib.Path, gathered: Iterable[Gathered]) -> dict:
    """What the pack holds, for `memlab doctor --class`: the wheels of each target, a digest of each file."""
    return {
        "memlab": memlab.__version__,
        "targets": [
            {"system": g.target.system, "python": g.target.python, "wheels": g.wheels, "missing": g.missing}
            for g in gathered
        ],
        "files": {
            path.relative_to(folder).as_posix(): digest(path)
            for path in _files(folder)
            if path.name != MANIFEST
        },
    }


def digest(path: pathlib.Path) -> str:
    """SHA-256 of a file, in hex."""
    sha = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            sha.update(piece)
    return sha.hexdigest()


def start_here(gathered: Sequence[Gathered]) -> str:
    """The page that lies on top: two lines that install, one that opens, and for which laptops it is."""
    rows = [f"| {g.target.system} | {g.target.python} | {_state(g)} |" for g in gathered]
    pythons = {g.target.python for g in gathered}
    python = max(pythons) if len(pythons) == 1 else ""
    unix = [line.format(python[1:]) for line in UNIX]
    windows = [line.format(python and f" -{python}") for line in WINDOWS]
    return "\n".join(
        [
            "# The memlab course, without internet",
            "",
            "Copy this whole folder to the laptop and open a terminal in it. The laptop needs Python (see",
            "the table) and a browser, nothing else. These two lines install the course, on macOS and Linux:",
            "",
            *("    " + line for line in unix),
            "",
            "and on Windows:",
            "",
            *("    " + line for line in windows),
            "",
            "Look whether all is well, then open the course (on Windows `memlab-class\\Scripts\\memlab`):",
            "",
            "    memlab-class/bin/memlab doctor --class .",
            "    memlab-class/bin/memlab lab",
            "",
            *_reading(),
            "| laptop | Python | wheels |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def _reading() -> list[str]:
    if not _can_publish():
        return []
    return [
        "To read without running anything, open `site/index.html`; the slides are in `slides/index.html`.",
        "",
    ]


def _state(gathered: Gathered) -> str:
    lacking = f"; missing: {', '.join(gathered.missing)}" if gathered.missing else ""
    return f"{len(gathered.wheels)}{lacking}"


def _drop_damaged(folder: pathlib.Path) -> None:
    """Wheels that are no longer what they were, or were cut off on the way: they are fetched anew."""
    known = read_manifest(folder).get("files", {}) if (folder / MANIFEST).is_file() else {}
    for path in (folder / WHEELS).glob("*.whl"):
        sha = known.get(f"{WHEELS}/{path.name}")
        if not (_is_wheel(path.name) and (digest(path) == sha if sha else _sound(path))):
            path.unlink()


def _sound(wheel: pathlib.Path) -> bool:
    try:
        with zipfile.ZipFile(wheel) as archive:
            return archive.testzip() is None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError):
        return False  # damaged, encrypted, or packed in a way that no wheel is


def _is_wheel(name: str) -> bool:
    try:
        parse_wheel_filename(name)
    except InvalidWheelFilename:
        return False
    return True


def _throw_out(wheels: pathlib.Path, needed: set[str]) -> None:
    for path in wheels.glob("*.whl"):
        if path.name not in needed:
            path.unlink()


def _can_publish() -> bool:
    return not missing(*SITE_NEEDS, *SLIDES_NEED)


def _publish(notebooks: pathlib.Path, folder: pathlib.Path, told: Told) -> None:
    if not _can_publish():
        told("no site and no slides in this pack: they need pip install 'memlab[site]'")
        return
    from memlab.publish.site import build_site
    from memlab.publish.slides import build_slides

    told("building the site and the slides")
    build_site(notebooks, folder / SITE)
    build_slides(notebooks, folder / SLIDES)


def _files(folder: pathlib.Path) -> list[pathlib.Path]:
    """What the pack consists of; an environment or notebooks made in it by a learner are not part of it."""
    inside = [path for part in (WHEELS, SITE, SLIDES) for path in (folder / part).rglob("*")]
    return sorted(path for path in [*inside, folder / FIRST, folder / MANIFEST] if path.is_file())


def _write(path: pathlib.Path, text: str) -> None:
    """Readable to all who may read the folder, as a temporary file would not be."""
    write_whole(path, text.encode())


def read_manifest(folder: pathlib.Path) -> dict:
    """What a pack says it holds; {} while it is being made. Errors: OSError, ValueError."""
    try:
        content = json.loads((folder / MANIFEST).read_bytes())
    except (ValueError, RecursionError):  # other bytes, half of it, or brackets without end
        content = None
    if not _is_manifest(content):
        raise ValueError(f"{MANIFEST} was not written by memlab")
    return content


def _is_manifest(content: Any) -> bool:
    """Whether it has the shape of one, and names files of the pack only, for what it names is read."""
    if not isinstance(content, dict):
        return False
    rows, files = content.get("targets", []), content.get("files", {})
    return (
        isinstance(rows, list)
        and all(isinstance(row, dict) and _is_target(row) for row in rows)
        and isinstance(files, dict)
        and all(isinstance(sha, str) and _is_inside(name) for name, sha in files.items())
    )


def _is_target(row: dict) -> bool:
    python, lists = row.get("python"), [row.get("wheels"), row.get("missing")]
    return (
        isinstance(row.get("system"), str)
        and isinstance(python, str)
        and re.fullmatch(r"3\.\d{1,3}", python, re.A)
        is not None  # it becomes part of a command that is shown
        and all(isinstance(one, list) and all(isinstance(name, str) for name in one) for one in lists)
    )


def _is_inside(name: str) -> bool:
    parts = pathlib.PurePosixPath(name).parts
    return (
        "\\" not in name
        and "\0" not in name
        and parts[:1] != ("/",)
        and ".." not in parts
        and ":" not in name
    )


def remade(folder: pathlib.Path, pack: dict, python: str) -> str:
    """The command that makes the pack anew, for its versions of Python and this one."""
    pythons = dict.fromkeys([*(row["python"] for row in pack.get("targets", [])), python])
    return f'memlab pack "{folder}"' + "".join(f" --python {each}" for each in pythons)


def installable(pack: dict, system: str | None, python: str) -> str:
    """Why a laptop cannot install from a pack with this manifest; "" if it can."""
    rows = [row for row in pack.get("targets", []) if (row["system"], row["python"]) == (system, python)]
    if not rows:
        made = ", ".join(f"{row['system']} with Python {row['python']}" for row in pack.get("targets", []))
        here = f"{system or 'a system of another kind'} with Python {python}"
        return f"the pack is for {made or 'nobody yet'}, and this is {here}"
    return f"the pack lacks {', '.join(rows[0]['missing'])}" if rows[0]["missing"] else ""


def damaged(folder: pathlib.Path, pack: dict) -> list[str]:
    """Files of the pack that are not there or are not what they were."""
    return [
        name
        for name, sha in pack.get("files", {}).items()
        if not (folder / name).is_file() or digest(folder / name) != sha
    ]
