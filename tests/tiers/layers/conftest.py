"""A clock that is set by hand, and stores in one directory."""

from __future__ import annotations

import pytest

from memlab.tiers.store import MemoryStore


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock():
    return Clock(1.9e9)


@pytest.fixture
def opened(tmp_path, clock):
    """`opened(tenant="u1", **options)`: a store in the test's directory, closed at its end."""
    stores = []

    def make(tenant="u1", **options):
        stores.append(MemoryStore(tenant, tmp_path / "memory", clock=clock, **options))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def store(opened):
    return opened()
