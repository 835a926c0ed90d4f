"""Print pyproject.toml's lower bounds as constraints for pip: each package at the oldest version it allows.

`make test-oldest` installs them into an environment of its own and runs tests there: so the ranges are true.
"""

from __future__ import annotations

import pathlib

from packaging.requirements import Requirement

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

PYPROJECT = pathlib.Path(__file__).resolve().parent.parent / "pyproject.toml"


def constraints() -> list[str]:
    """Lines like `networkx==3.2`, one for every dependency of the library and of its extras."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    requirements = [r for group in groups for r in map(Requirement, group) if r.name != project["name"]]
    return sorted({f"{r.name}=={s.version}" for r in requirements for s in r.specifier if s.operator == ">="})


if __name__ == "__main__":
    print("\n".join(constraints()))
