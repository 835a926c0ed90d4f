"""What every test may ask for: where the project lies, its test data, and the material beside it."""

from __future__ import annotations

import os
import pathlib

import hypothesis
import pytest

REPO = pathlib.Path(__file__).resolve().parent.parent

# No deadline: a busy machine is no bug. In CI the same examples every time: a red run can be repeated.
hypothesis.settings.register_profile(
    "memlab",
    deadline=None,
    derandomize=os.environ.get("MEMLAB_CI") == "1",
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("memlab")


@pytest.fixture(scope="session")
def repo() -> pathlib.Path:
    """The root of the checkout."""
    return REPO


@pytest.fixture(scope="session")
def data() -> pathlib.Path:
    """tests/data: cases that travel with the project."""
    return REPO / "tests" / "data"


@pytest.fixture(scope="session")
def shared() -> pathlib.Path:
    """The folder of larger case files, which a user's machine does not have."""
    folder = pathlib.Path(os.environ.get("MEMLAB_SHARED", REPO.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"../shared is not here: {folder} holds case files too large to travel along")
    return folder
