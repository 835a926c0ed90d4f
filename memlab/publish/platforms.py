"""Laptops that a pack is made for: which wheels they take, and which requirements apply to them."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from packaging import tags
from packaging.utils import canonicalize_name, parse_wheel_filename

OLDEST_GLIBC, NEWEST_GLIBC = 17, 28  # of manylinux_2_NN: what Linux laptops in use today have at least
MICROS = (0, 99)  # the x of 3.11.x is not known: what one end needs or the other comes along


@dataclass(frozen=True)
class Target:
    """One kind of laptop with one version of Python.

    >>> laptop = Target("windows-amd64", "3.11")
    >>> laptop.environment()["sys_platform"], laptop.rank("demo-1.0-py3-none-any.whl") is not None
    ('win32', True)
    >>> laptop.rank("demo-1.0-cp311-cp311-macosx_11_0_arm64.whl") is None
    True
    """

    system: str  # a name of SYSTEMS
    python: str  # "3.11"

    def __str__(self) -> str:
        return f"{self.system}, Python {self.python}"

    @property
    def platforms(self) -> list[str]:
        """Its platform tags, the best first."""
        return SYSTEMS[self.system][0]()

    def environment(self, micro: int = 0) -> dict[str, str]:
        """What the markers of requirements are judged by, in Python 3.N.micro."""
        os_name, sys_platform, system, machine = SYSTEMS[self.system][1]
        return {
            "os_name": os_name,
            "sys_platform": sys_platform,
            "platform_system": system,
            "platform_machine": machine,
            "platform_release": "",
            "platform_version": "",
            "implementation_name": "cpython",
            "implementation_version": f"{self.python}.{micro}",
            "platform_python_implementation": "CPython",
            "python_version": self.python,
            "python_full_version": f"{self.python}.{micro}",
        }

    @cached_property
    def tags(self) -> dict[tags.Tag, int]:
        """The tags of wheels that it takes, the best with the lowest number."""
        version = tuple(map(int, self.python.split(".")))
        abi = f"cp{version[0]}{version[1]}"
        known = [
            *tags.cpython_tags(version, [abi], self.platforms),  # not those of the Python that runs this
            *tags.compatible_tags(version, abi, self.platforms),
        ]
        return {tag: number for number, tag in reversed(list(enumerate(known)))}

    def rank(self, wheel: str) -> int | None:
        """How well the wheel of this file name suits, 0 best; None if it does not."""
        return min(
            (self.tags[tag] for tag in parse_wheel_filename(wheel)[3] if tag in self.tags), default=None
        )

    def best(self, name: str, wheels: Sequence[str]) -> str | None:
        """Of these file names the newest, best-suited wheel of a package; None if none suits."""
        suited = [
            (parse_wheel_filename(wheel)[1], -rank, wheel)
            for wheel in wheels
            if parse_wheel_filename(wheel)[0] == canonicalize_name(name)
            and (rank := self.rank(wheel)) is not None
        ]
        return max(suited)[2] if suited else None


def _linux(machine: str) -> Callable[[], list[str]]:
    def platforms() -> list[str]:
        newest_first = range(NEWEST_GLIBC, OLDEST_GLIBC - 1, -1)
        return [f"manylinux_2_{n}_{machine}" for n in newest_first] + [f"manylinux2014_{machine}"]

    return platforms


def _mac(machine: str) -> Callable[[], list[str]]:
    return lambda: list(tags.mac_platforms((14, 0), machine))


# name: (its platform tags, (os_name, sys_platform, platform_system, platform_machine))
SYSTEMS: dict[str, tuple[Callable[[], list[str]], tuple[str, str, str, str]]] = {
    "linux-x86_64": (_linux("x86_64"), ("posix", "linux", "Linux", "x86_64")),
    "linux-aarch64": (_linux("aarch64"), ("posix", "linux", "Linux", "aarch64")),
    "macos-arm64": (_mac("arm64"), ("posix", "darwin", "Darwin", "arm64")),
    "macos-x86_64": (_mac("x86_64"), ("posix", "darwin", "Darwin", "x86_64")),
    "windows-amd64": (lambda: ["win_amd64"], ("nt", "win32", "Windows", "AMD64")),
}


def this_system() -> str | None:
    """The name in SYSTEMS of the machine that this runs on; None if it is of another kind."""
    here = (sys.platform, platform.machine())
    return next((name for name, (_, markers) in SYSTEMS.items() if (markers[1], markers[3]) == here), None)


def this_python() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def targets(systems: Sequence[str], pythons: Sequence[str]) -> Iterator[Target]:
    """Each system with each version of Python."""
    return (Target(system, python) for system in systems for python in pythons)
