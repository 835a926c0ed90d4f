"""All wheels that a laptop of some kind needs: requirements followed to their end, fetched by pip.

pip can fetch wheels for another system, but judges the markers of requirements by the machine it runs on: it
would leave out what only Windows needs. So what is required is worked out here, and pip only fetches.
"""

from __future__ import annotations

import pathlib
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from memlab.publish.pip import pip
from memlab.publish.platforms import MICROS, Target

Told = Callable[[str], None]


@dataclass
class Gathered:
    """What one target got: file names, the first needed first, and what there is no wheel of."""

    target: Target
    wheels: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)  # "pygraphviz: needed by memlab; ..."


def gather(target: Target, first: Sequence[Requirement], folder: pathlib.Path, told: Told) -> Gathered:
    """Fetch into `folder` every wheel that `first` needs on `target`; what is there is not fetched again.

    Takes the versions that are installed here, so that the class runs what the teacher tried; where the
    target has no wheel of that version, the newest that the requirement allows. One call of pip a round.
    Errors: PipFailed, OSError.
    """
    gathered = Gathered(target)
    seen: set[tuple] = set()
    todo = [(requirement, "the pack") for requirement in first]
    while todo := [(r, by) for r, by in {_key(r): (r, by) for r, by in todo}.values() if _key(r) not in seen]:
        seen.update(_key(requirement) for requirement, _ in todo)
        told(f"{target}: {len(gathered.wheels)} wheels, looking for {len(todo)} more")
        _fetch(target, [requirement for requirement, _ in todo], folder)
        todo = [pair for requirement, by in todo for pair in _needed(gathered, requirement, by, folder)]
    return gathered


def _key(requirement: Requirement) -> tuple:
    return canonicalize_name(requirement.name), frozenset(requirement.extras), requirement.specifier


def _needed(
    gathered: Gathered, requirement: Requirement, by: str, folder: pathlib.Path
) -> list[tuple[Requirement, str]]:
    """Note the wheel of a requirement, and hand on what it requires itself."""
    wheel = _chosen(gathered.target, requirement, folder)
    if wheel is None:
        gathered.missing.append(f"{requirement.name}{requirement.specifier}, needed by {by}")
        return []
    if wheel not in gathered.wheels:
        gathered.wheels.append(wheel)
    return [
        (more, requirement.name) for more in requires(folder / wheel, requirement.extras, gathered.target)
    ]


def _chosen(target: Target, requirement: Requirement, folder: pathlib.Path) -> str | None:
    """The file with the version that is installed here; if there is none, with the newest allowed."""
    return _there(target, as_installed(requirement), folder) or _there(target, requirement, folder)


def _there(target: Target, requirement: Requirement, folder: pathlib.Path) -> str | None:
    versions = {path.name: parse_wheel_filename(path.name)[1] for path in folder.glob("*.whl")}
    allowed = [name for name, v in versions.items() if requirement.specifier.contains(v, prereleases=True)]
    return target.best(requirement.name, allowed)


def requires(wheel: pathlib.Path, extras: Iterable[str], target: Target) -> list[Requirement]:
    """What the wheel's own metadata requires on the target, with these extras."""
    with zipfile.ZipFile(wheel) as archive:
        inside = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        own = min(inside, key=lambda name: name.count("/"))  # deeper ones are of what a wheel vendors
        stated = message_from_bytes(archive.read(own)).get_all("Requires-Dist") or []
    return [r for r in map(Requirement, stated) if applies(r, extras, target)]


def applies(requirement: Requirement, extras: Iterable[str], target: Target) -> bool:
    """Whether the marker of a requirement holds on the target, with one of the extras or with none."""
    marker = requirement.marker
    return marker is None or any(
        marker.evaluate({**target.environment(micro), "extra": extra})
        for extra in ("", *extras)
        for micro in MICROS
    )


def as_installed(requirement: Requirement) -> Requirement:
    """The requirement, held to the version that is installed here if it allows that one."""
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return requirement
    fits = requirement.specifier.contains(version, prereleases=True)
    return Requirement(f"{requirement.name}=={version}") if fits else requirement


def _fetch(target: Target, requirements: Sequence[Requirement], folder: pathlib.Path) -> None:
    """All at once as they are installed here; if that fails, one by one, then in any version allowed."""
    lacking = [r for r in requirements if _there(target, as_installed(r), folder) is None]
    if not lacking or _download(target, map(as_installed, lacking), folder):
        return
    for requirement in lacking:
        if not _download(target, [as_installed(requirement)], folder) and not _there(
            target, requirement, folder
        ):
            _download(target, [requirement], folder)


def _download(target: Target, requirements: Iterable[Requirement], folder: pathlib.Path) -> bool:
    """Whether pip found a wheel for each of these."""
    options = ["--quiet", "--no-deps", "--only-binary=:all:", f"--dest={folder}"]
    options += [f"--python-version={target.python}", "--implementation=cp"]
    options += [f"--platform={platform}" for platform in target.platforms]
    return pip("download", *options, *(f"{r.name}{r.specifier}" for r in requirements))
