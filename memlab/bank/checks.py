"""Arguments checked at the door: an error names the field, the value, what is allowed and the mend."""

from __future__ import annotations

import math
from typing import Any


def number(field: str, value: Any, low: float, high: float = math.inf, *, above: bool = False) -> float:
    """`value` if it is a finite number in [low, high] (`above`: strictly more than low).

    >>> number("importance", 0.5, 0, 1)
    0.5
    """
    allowed = f"a finite number {'>' if above else '>='} {low:g}" + (
        f" and <= {high:g}" if high < math.inf else ""
    )
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(
            f"{field}: {value!r} is {type(value).__name__}, allowed is {allowed}: pass int or float"
        )
    if not (math.isfinite(value) and low <= value <= high) or (above and value == low):
        raise ValueError(f"{field}: {value!r} is not allowed, allowed is {allowed}: correct the value")
    return value


def hashable(field: str, value: Any) -> Any:
    """`value` if it can be a key."""
    try:
        hash(value)
    except TypeError:
        raise TypeError(
            f"{field}: {value!r} is not hashable, allowed is str or tuple: turn it into one"
        ) from None
    return value


def text(field: str, value: Any, *, empty: bool = True) -> str:
    """`value` if it is a string that UTF-8 can carry."""
    if not isinstance(value, str):
        raise TypeError(
            f"{field}: {value!r} is {type(value).__name__}, allowed is str: decode or format it first"
        )
    if not value and not empty:
        raise ValueError(f"{field}: '' is not allowed, allowed is a non-empty string: name it")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        mend = "decode the source with errors='replace'"
        raise ValueError(f"{field}: {value!r} has a lone surrogate, allowed is text: {mend}") from None
    return value
