"""Arguments checked at the door: an error names the field, the value, what is allowed and the mend."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Iterable
from typing import Any

HUGE = 1e100  # more than anybody needs, and sums and products of such numbers are still finite

SHOWN = 80  # characters of a value in a message
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = SHOWN


def shown(value: Any) -> str:
    """A value as a message shows it: a megabyte in 80 characters, sets sorted, whatever its repr does.

    >>> shown("tea"), len(shown("tea" * 1000)), len(shown([["tea" * 30] * 9] * 9))
    ("'tea'", 80, 80)
    """
    try:
        text = _SHORT.repr(value)
    except Exception:  # an int of more digits than Python prints, too
        text = f"<{type(value).__name__}>"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."  # of nested values reprlib lists much


def number(
    field: str, value: Any, low: float = -math.inf, high: float = math.inf, *, above: bool = False
) -> float:
    """`value` if it is a finite number in [low, high] (`above`: strictly more than low).

    >>> number("importance", 0.5, 0, 1)
    0.5
    """
    a_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if a_number and _finite(value) and low <= value <= high and not (above and value == low):
        return value
    limits = [f"{'>' if above else '>='} {low:g}"] if low > -math.inf else []
    limits += [f"<= {high:g}"] if high < math.inf else []
    allowed = f"a finite number {' and '.join(limits)}".rstrip()
    if not a_number:
        raise TypeError(f"{_is_of_type(field, value)}, allowed is {allowed}: pass int or float")
    raise ValueError(f"{field}: {shown(value)} is not allowed, allowed is {allowed}: correct the value")


def whole(field: str, value: Any, low: int) -> int:
    """`value` if it is an int of at least `low`."""
    if not isinstance(number(field, value, low), int):
        raise TypeError(f"{_is_of_type(field, value)}, allowed is int: round it")
    return value


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an int beyond every float
        return False


def _is_of_type(field: str, value: Any) -> str:
    return f"{field}: {shown(value)} is {type(value).__name__}"


def kind(field: str, value: Any, wanted: type, mend: str) -> Any:
    """`value` if it is an instance of `wanted`."""
    if not isinstance(value, wanted):
        raise TypeError(f"{_is_of_type(field, value)}, allowed is {wanted.__name__}: {mend}")
    return value


def function(field: str, value: Any) -> Any:
    """`value` if it can be called."""
    if not callable(value):
        raise TypeError(f"{_is_of_type(field, value)}, allowed is a function: pass it without calling it")
    return value


def hashable(field: str, value: Any) -> Any:
    """`value` if it can be a key."""
    try:
        hash(value)
    except TypeError:
        raise TypeError(
            f"{field}: {shown(value)} is not hashable, allowed is str or tuple: turn it into one"
        ) from None
    return value


def keys(field: str, value: Any) -> frozenset:
    """The hashable keys of an iterable; a string is refused, whose letters are hardly meant.

    >>> sorted(keys("pinned", ["tea", "cart"]))
    ['cart', 'tea']
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{field}: {shown(value)}, allowed is an iterable of keys: pass a list")
    return frozenset(hashable(field, key) for key in value)


def text(field: str, value: Any, *, empty: bool = True) -> str:
    """`value` if it is a string that UTF-8 can carry."""
    kind(field, value, str, "decode or format it first")
    if not value and not empty:
        raise ValueError(f"{field}: '' is not allowed, allowed is a non-empty string: name it")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        mend = "decode the source with errors='replace'"
        raise ValueError(f"{field}: {shown(value)} has a lone surrogate, allowed is text: {mend}") from None
    return value


def moment(value: Any) -> float:
    """`value` if it is a time: what a clock returned."""
    return number("clock", value, -HUGE, HUGE)
