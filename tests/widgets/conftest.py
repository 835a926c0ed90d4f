"""What every test of a widget runs in."""

from __future__ import annotations

import asyncio

import pytest


@pytest.fixture(scope="module", autouse=True)
def no_loop():
    """As outside a kernel: a browser that an earlier test opened in this process leaves its loop running."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)
