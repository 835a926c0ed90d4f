"""Shapes: what the layers' documents are made of, so that one which somebody else changed is told as that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memlab.tiers.memory import fits

Shape = Callable[[Any], bool]


def anything(value: Any) -> bool:
    """Whatever JSON carries."""
    return True


def text(value: Any) -> bool:
    """A text that every tier carries."""
    return fits("text", value)


def time(value: Any) -> bool:
    """Seconds."""
    return fits("at", value)


def end(value: Any) -> bool:
    """Seconds, or None."""
    return fits("until", value)


def count(value: Any) -> bool:
    """A whole number from 0."""
    return fits("access_count", value)


def many(shape: Shape) -> Shape:
    """A list of such values."""
    return lambda value: isinstance(value, list) and all(map(shape, value))


def named(shape: Shape) -> Shape:
    """Such values, each under a name."""
    return lambda value: isinstance(value, Mapping) and all(map(shape, value.values()))


def record(needed: Mapping[str, Shape], others: Mapping[str, Shape] | None = None) -> Shape:
    """Values of these names, the `others` if they are there, and no more.

    >>> session = record({"started": time}, {"count": count})
    >>> session({"started": 5.0}), session({"started": "5"}), session({"count": 1}), session([])
    (True, False, False, False)
    """
    allowed = {**needed, **(others or {})}

    def is_one(value: Any) -> bool:
        known = isinstance(value, Mapping) and needed.keys() <= value.keys() <= allowed.keys()
        return known and all(allowed[name](each) for name, each in value.items())

    return is_one
