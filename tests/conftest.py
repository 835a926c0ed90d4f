"""What every test may ask for: where the project lies, its test data, and the material beside it."""

from __future__ import annotations

import os
import pathlib

import pytest

REPO = pathlib.Path(__file__).resolve().parent.parent


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
        pytest.skip(
            f"../shared is not here: {folder} holds the large case files and is only on the project's own machines"
        )
    return folder
