"""Laptops of other kinds, judged from this one: tags of wheels, markers of requirements."""

from __future__ import annotations

import sys

import pytest
from packaging.requirements import Requirement

from memlab.publish import platforms
from memlab.publish.platforms import SYSTEMS, Target, targets, this_python, this_system
from memlab.publish.wheels import applies

WINDOWS, LINUX, MAC = (
    Target("windows-amd64", "3.11"),
    Target("linux-x86_64", "3.11"),
    Target("macos-arm64", "3.12"),
)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_wheel_of_pure_python_suits_every_laptop(system):
    assert Target(system, "3.10").rank("demo-1.0-py3-none-any.whl") is not None


@pytest.mark.parametrize(
    ("tag", "suits"),
    [
        ("cp311-cp311-win_amd64", WINDOWS),
        ("cp38-abi3-win_amd64", WINDOWS),
        ("cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64", LINUX),
        ("cp311-cp311-manylinux_2_28_x86_64", LINUX),
        ("py3-none-manylinux2014_x86_64", LINUX),
        ("cp312-cp312-macosx_11_0_arm64", MAC),
        ("cp312-cp312-macosx_10_13_universal2", MAC),
    ],
)
def test_a_wheel_suits_the_laptop_it_was_built_for_and_no_other(tag, suits):
    wheel = f"demo-1.0-{tag}.whl"
    assert [t for t in (WINDOWS, LINUX, MAC) if t.rank(wheel) is not None] == [suits]


@pytest.mark.parametrize(
    "tag",
    [
        "cp312-cp312-win_amd64",  # a newer Python
        "cp311-cp311t-win_amd64",  # without the lock
        "cp311-cp311-win32",
        "cp312-abi3-win_amd64",
        "py2-none-any",
    ],
)
def test_a_wheel_of_another_python_does_not_suit(tag):
    assert WINDOWS.rank(f"demo-1.0-{tag}.whl") is None


def test_a_linux_that_is_too_new_is_not_asked_for():
    assert LINUX.rank("demo-1.0-cp311-cp311-manylinux_2_39_x86_64.whl") is None


def test_the_newest_version_is_best_and_of_one_version_the_wheel_made_for_the_laptop():
    pure, made = "demo-1.0-py3-none-any.whl", "demo-1.0-cp311-cp311-win_amd64.whl"
    newer, other = "demo-1.10-py3-none-any.whl", "demo_more-9.0-py3-none-any.whl"
    assert WINDOWS.best("demo", [pure, made]) == made
    assert WINDOWS.best("Demo", [newer, "demo-1.9-py3-none-any.whl", made]) == newer
    assert WINDOWS.best("demo-more", [pure, other]) == other
    assert WINDOWS.best("demo", [other]) is None


@pytest.mark.parametrize(
    ("marker", "on"),
    [
        ("sys_platform == 'win32'", [WINDOWS]),
        ("os_name == 'nt'", [WINDOWS]),
        ("platform_system != 'Windows'", [LINUX, MAC]),
        ("platform_machine == 'arm64' and sys_platform == 'darwin'", [MAC]),
        ("python_version < '3.12'", [WINDOWS, LINUX]),
        ("python_full_version < '3.11.3'", [WINDOWS, LINUX]),  # which 3.11 it is nobody knows
        ("python_full_version >= '3.11.4' and python_version < '3.12'", [WINDOWS, LINUX]),
        ("platform_python_implementation == 'PyPy'", []),
        ("extra == 'lab'", []),
    ],
)
def test_markers_are_judged_by_the_laptop_and_not_by_this_machine(marker, on):
    requirement = Requirement(f"demo>=1; {marker}")
    assert [t for t in (WINDOWS, LINUX, MAC) if applies(requirement, (), t)] == on


def test_an_extra_brings_what_it_needs_and_keeps_what_is_needed_anyway():
    assert applies(Requirement("demo; extra == 'lab'"), ["lab"], LINUX)
    assert not applies(Requirement("demo; extra == 'test'"), ["lab"], LINUX)
    assert applies(Requirement("demo; extra != 'lab'"), ["lab"], LINUX), "it holds without the extra"
    assert not applies(Requirement("demo; extra == 'lab' and sys_platform == 'win32'"), ["lab"], LINUX)


@pytest.mark.parametrize(
    ("platform", "machine", "name"),
    [
        ("win32", "AMD64", "windows-amd64"),
        ("darwin", "arm64", "macos-arm64"),
        ("linux", "aarch64", "linux-aarch64"),
        ("win32", "ARM64", None),
        ("freebsd14", "amd64", None),
    ],
)
def test_a_machine_knows_its_own_name_or_that_it_has_none(monkeypatch, platform, machine, name):
    monkeypatch.setattr(platforms.sys, "platform", platform)
    monkeypatch.setattr(platforms.platform, "machine", lambda: machine)
    assert this_system() == name


def test_each_system_is_paired_with_each_python():
    made = list(targets(["linux-x86_64", "windows-amd64"], ["3.10", "3.12"]))
    assert [str(t) for t in made[:2]] == ["linux-x86_64, Python 3.10", "linux-x86_64, Python 3.12"]
    assert len(made) == 4
    assert this_python() == "{}.{}".format(*sys.version_info)
