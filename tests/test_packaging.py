"""What a user gets: a wheel with the notebooks of its own version, and an sdist that builds the same."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile

import pytest

import memlab

TOP_LEVEL = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "environment.yml",
    "memlab",
    "notebooks",
    "pyproject.toml",
    "tests",
}


def build(source: pathlib.Path, target: pathlib.Path, kind: str) -> pathlib.Path:
    """Build without the network: with the hatchling that the tests have installed."""
    command = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        f"--{kind}",
        "--outdir",
        str(target),
        str(source),
    ]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    assert run.returncode == 0, run.stdout + run.stderr
    (built,) = target.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def checkout(repo, tmp_path_factory) -> pathlib.Path:
    """A copy of what is tracked, so that a build leaves nothing behind and takes nothing untracked along."""
    files = tracked(repo)
    copy = tmp_path_factory.mktemp("checkout")
    for name in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((repo / name).read_bytes())
    return copy


def tracked(repo: pathlib.Path) -> list[str]:
    if not (repo / ".git").exists():
        pytest.skip("not a git checkout: what is tracked is unknown")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=repo, capture_output=True, check=True).stdout
    return [name for name in os.fsdecode(listed).split("\0") if name and (repo / name).is_file()]


@pytest.fixture(scope="module")
def wheel(checkout, tmp_path_factory) -> pathlib.Path:
    return build(checkout, tmp_path_factory.mktemp("wheel"), "wheel")


def names(archive: pathlib.Path) -> set[str]:
    with zipfile.ZipFile(archive) as wheel:
        return set(wheel.namelist())


def test_the_notebooks_travel_inside_the_wheel(checkout, wheel):
    files = [
        p.relative_to(checkout / "notebooks") for p in (checkout / "notebooks").rglob("*") if p.is_file()
    ]
    assert files
    assert {f"memlab/_notebooks/{f.as_posix()}" for f in files} <= names(wheel)


@pytest.mark.parametrize("name", ["memlab/course/sentences.jsonl", "memlab/py.typed"])
def test_data_and_types_travel_inside_the_wheel(wheel, name):
    assert name in names(wheel)


def test_the_wheel_holds_the_library_and_nothing_else(wheel):
    tops = {name.split("/")[0] for name in names(wheel)}
    assert tops == {"memlab", f"memlab-{memlab.__version__}.dist-info"}
    assert not [
        name for name in names(wheel) if re.search(r"__pycache__|\.ipynb_checkpoints|(^|/)tests/", name)
    ]


def test_a_wheel_from_the_sdist_is_the_same(checkout, wheel, tmp_path):
    sdist = build(checkout, tmp_path / "sdist", "sdist")
    with tarfile.open(sdist) as archive:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # as Python 3.14
        archive.extractall(tmp_path / "unpacked", **safely)
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert names(build(unpacked, tmp_path / "wheel", "wheel")) == names(wheel)


LAY_OUT = """
import pathlib
import memlab
from memlab.cli import notebooks
print(memlab.__file__)
notebooks.lay_out(pathlib.Path("mine"))
"""


def test_a_learner_with_the_wheel_alone_gets_the_notebooks(checkout, wheel, tmp_path):
    """Unpacked somewhere else, away from the checkout, memlab lays out what it carries."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, "-c", LAY_OUT]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(str(tmp_path / "site"))
    laid = {p.relative_to(tmp_path / "mine") for p in (tmp_path / "mine").rglob("*.*") if p.suffix != ".json"}
    assert laid == {p.relative_to(checkout / "notebooks") for p in (checkout / "notebooks").rglob("*.*")}


@pytest.fixture(scope="module")
def release(repo):
    spec = importlib.util.spec_from_file_location("release", repo / "tests" / "release.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_a_release_finds_its_wheel_whole_and_another_not(release, wheel, tmp_path):
    assert release.lacking(wheel) == []
    poor = tmp_path / "poor.whl"
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(poor, "w") as part:
        for name in whole.namelist():
            if not name.endswith(("py.typed", "02_liveness.ipynb")):
                part.writestr(name, whole.read(name))
    assert release.lacking(poor) == ["memlab/py.typed", "memlab/_notebooks/02_liveness.ipynb"]


def test_a_release_that_says_it_is_offline_is(release):
    words = release.offline()
    code = "import socket; socket.create_connection(('192.0.2.1', 9), 5)"
    if not words:
        pytest.skip("this system cannot cut a command off the network")
    run = subprocess.run([*words, sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert "Network is unreachable" in run.stderr


def test_the_changelog_knows_the_version(repo):
    """The version stands in memlab/__init__.py alone; the changelog has a heading for it."""
    versions = re.findall(
        r"^## (\S+)( \(.+\))?$", (repo / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    named = [version for version, _ in versions]
    assert named[0] in ("Unreleased", memlab.__version__)
    assert next(name for name in named if name != "Unreleased") == memlab.__version__


def test_the_tests_that_the_makefile_names_are_there(repo):
    named = re.findall(r"(?<!\S)tests/[\w./]+", (repo / "Makefile").read_text(encoding="utf-8"))
    assert len(named) > 10 and [name for name in named if not (repo / name).exists()] == []


def test_the_top_level_is_tidy(repo):
    assert {name.split("/")[0] for name in tracked(repo)} == TOP_LEVEL
