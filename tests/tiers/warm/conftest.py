"""A warm tier in a folder of its own, with a clock that stands still, and memories to put into it."""

from __future__ import annotations

import pytest

from memlab.tiers.analysis import tokens_of
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm


@pytest.fixture
def path(tmp_path):
    return tmp_path / "warm.sqlite"


@pytest.fixture
def open_warm(path):
    """Opens the tier, again and again if need be; all are closed at the end."""
    opened = []

    def open_warm(where=path, **options) -> Warm:
        opened.append(Warm(where, **{"clock": lambda: 1000.0, **options}))
        return opened[-1]

    yield open_warm
    for each in opened:
        each.close()


@pytest.fixture
def warm(open_warm):
    return open_warm()


@pytest.fixture
def note():
    """A memory of ann's."""

    def note(id: str, text: str = "Tea is green.", **fields) -> Memory:
        return Memory(**{"tenant": "ann", "id": id, "text": text, **fields})

    return note


@pytest.fixture
def turn(note):
    """A turn of a session of ann's."""

    def turn(place: int, text: str, **fields) -> Memory:
        fields = {"kind": "turn", "session": "s", "place": place, "at": float(place), **fields}
        return note(fields.pop("id", f"t{place}"), text, **fields)

    return turn


@pytest.fixture
def found(warm):
    """The ids that a search by the words of a text finds, best first."""

    def found(text: str, tenant: str = "ann", **filters) -> list[str]:
        rows = warm.search_words(tenant, tokens_of(text), **filters)
        memories = warm.load(tenant, rows)
        return [memories[row].id for row in rows]

    return found
