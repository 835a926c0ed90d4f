"""All wheels that a laptop of some kind needs: requirements followed to their end, fetched by pip.

pip can fetch wheels for another system, but judges the markers of requirements by the machine it runs on: it
would leave out what only Windows needs. So what is required is worked out here, and pip only fetches.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from memlab.publish.platforms import Target

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
    """
    gathered = Gathered(target)
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [(requirement, "the pack") for requirement in first]
    while todo := [(r, by) for r, by in {_key(r): (r, by) for r, by in todo}.values() if _key(r) not in seen]:
        seen.update(_key(requirement) for requirement, _ in todo)
        told(f"{target}: {len(gathered.wheels)} wheels, looking for {len(todo)} more")
        _fetch(target, [requirement for requirement, _ in todo], folder)
        todo = [pair for requirement, by in todo for pair in _needed(gathered, requirement, by, folder)]
    return gathered


def _key(requirement: Requirement) -> tuple[str, frozenset[str]]:
    return canonicalize_name(requirement.name), frozenset(requirement.extras)


def _needed(
    gathered: Gathered, requirement: Requirement, by: str, folder: pathlib.Path
) -> list[tuple[Requirement, str]]:
    """Note the wheel of a requirement, and hand on what it requires itself."""
    wheel = gathered.target.best(requirement.name, _within(requirement, folder))
    if wheel is None:
        gathered.missing.append(f"{requirement.name}{requirement.specifier}, needed by {by}")
        return []
    if wheel not in gathered.wheels:
        gathered.wheels.append(wheel)
    return [
        (more, requirement.name) for more in requires(folder / wheel, requirement.extras, gathered.target)
    ]


def _within(requirement: Requirement, folder: pathlib.Path) -> list[str]:
    return [
        path.name
        for path in folder.glob("*.whl")
        if requirement.specifier.contains(path.name.split("-")[1], prereleases=True)
    ]


def requires(wheel: pathlib.Path, extras: Iterable[str], target: Target) -> list[Requirement]:
    """What the wheel's own metadata requires on the target, with these extras."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        stated = message_from_bytes(archive.read(name)).get_all("Requires-Dist") or []
    return [r for r in map(Requirement, stated) if applies(r, extras, target)]


def applies(requirement: Requirement, extras: Iterable[str], target: Target) -> bool:
    """Whether the marker of a requirement holds on the target, with one of the extras or with none."""
    marker = requirement.marker
    return marker is None or any(
        marker.evaluate({**target.environment, "extra": extra}) for extra in ("", *extras)
    )


def _fetch(target: Target, requirements: Sequence[Requirement], folder: pathlib.Path) -> None:
    """All at once as they are installed here; if that fails, one by one, then in any version allowed."""
    lacking = [r for r in requirements if target.best(r.name, _within(r, folder)) is None]
    if not lacking or _pip(target, [_pinned(r) for r in lacking], folder):
        return
    for requirement in lacking:
        if not _pip(target, [_pinned(requirement)], folder):
            _pip(target, [f"{requirement.name}{requirement.specifier}"], folder)


def _pinned(requirement: Requirement) -> str:
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return f"{requirement.name}{requirement.specifier}"
    fits = requirement.specifier.contains(version, prereleases=True)
    return f"{requirement.name}=={version}" if fits else f"{requirement.name}{requirement.specifier}"


def _pip(target: Target, requirements: Sequence[str], folder: pathlib.Path) -> bool:
    """Whether pip found a wheel for each of these."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += [f"--dest={folder}", f"--python-version={target.python}", "--implementation=cp"]
    command += [f"--platform={platform}" for platform in target.platforms]
    return not subprocess.run([*command, *requirements], capture_output=True).returncode
