"""What a view returns: a picture with its title, its description and its equivalent in text."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isinf
from pathlib import Path
from typing import Any

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_UNPRINTABLE = {"Cc", "Cs", "Co", "Cn"}
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture of one answer: notebooks show `svg`, terminals and tests read `text`.

    `repr` is the text form, so it holds no address and no coordinate and is the same on every machine.

    >>> Picture("Room for two", "A card.", "Room for two: cart, coupon", "<svg/>")
    Room for two: cart, coupon
    """

    title: str
    description: str
    text: str
    svg: str

    def __repr__(self) -> str:
        return self.text

    @property
    def height(self) -> float:
        """The height of the picture in pixels; all are 720 wide."""
        return float(self.svg.split('height="', 1)[1].split('"', 1)[0])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"image/svg+xml": self.svg, "text/plain": self.text}

    def save(self, path: str | Path) -> Path:
        """Write the SVG to a file and return its path."""
        target = Path(path)
        target.write_text(self.svg, encoding="utf-8", newline="\n")
        return target


def clean(value: object) -> str:
    """A value as one line of text: no control characters, no lone surrogates (XML forbids both).

    >>> clean("two\\nlines"), clean("茶".encode())
    ('two lines', '茶')
    """
    return _clean(value.decode(errors="replace") if isinstance(value, bytes) else str(value))


@lru_cache(4096)  # a name stands in many rows
def _clean(text: str) -> str:
    return "".join("�" if _garbles(c) else c for c in " ".join(text.split()))


def _garbles(char: str) -> bool:
    """Whether it cannot be printed, or turns around what stands behind it."""
    return unicodedata.category(char) in _UNPRINTABLE or unicodedata.bidirectional(char) in _TURNING


def number(value: float) -> str:
    """Three significant digits; whole numbers below ten million stay whole.

    >>> number(0.12345), number(1234567), number(12345.6), number(0.5), number(float("inf"))
    ('0.123', '1,234,567', '12,300', '0.5', '∞')
    >>> number(10**12), number(0.0000123)
    ('10¹²', '1.23×10⁻⁵')
    """
    if value != value or isinf(value):
        return "?" if value != value else "∞" if value > 0 else "-∞"
    if value == 0 or (isinstance(value, int) and abs(value) < 10**7):
        return f"{int(value):,}"
    rounded = float(f"{value:.2e}")
    mantissa, power = f"{rounded:.2e}".split("e")
    if not -4 <= int(power) < 7:
        return f"{float(mantissa):g}×10{str(int(power)).translate(_RAISED)}".removeprefix("1×")
    whole, _, rest = f"{rounded:,.{max(2 - int(power), 0)}f}".partition(".")
    return f"{whole}.{rest}".rstrip("0").rstrip(".") if rest else whole


def counted(count: float, noun: str) -> str:
    """A number and what it counts, in the singular for one of it.

    >>> counted(1, "memory"), counted(0, "memory"), counted(1234, "turn"), counted(2.5, "token")
    ('1 memory', '0 memories', '1,234 turns', '2.5 tokens')
    """
    several = noun.removesuffix("y") + "ies" if noun.endswith("y") else f"{noun}s"
    return f"{number(count)} {noun if count == 1 else several}"


def title_case(value: object) -> str:
    """A name as the beginning of a title."""
    text = clean(value)
    return text[:1].upper() + text[1:]


def listing(values: Iterable[object], at_most: int = 12) -> str:
    """Values in one line: all of them, or the first ones and a count.

    >>> listing(["cart", "coupon"]), listing([])
    ('cart, coupon', '–')
    """
    found = list(values)
    more = f", … ({len(found)} in all)" if len(found) > at_most else ""
    return ", ".join(map(clean, found[:at_most])) + more if found else "–"


def ordered(facts: Iterable[Hashable], place: Mapping[Hashable, int]) -> list[Hashable]:
    """Facts by their place, the rest behind them by their text: sets have no order of their own."""
    return sorted(facts, key=lambda fact: (place.get(fact, len(place)), str(fact)))


@lru_cache(8192)
def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(bool(unicodedata.combining(c)) for c in text)


def table(
    title: str, header: Sequence[str], rows: Sequence[Sequence[object]], notes: Iterable[str] = ()
) -> str:
    """A small table in plain text; columns of numbers (None: nothing there) are right-aligned.

    >>> print(table("Held", ["turn", "held"], [[1, "cart"], [10, "–"]]))
    Held
    turn  held
       1  cart
      10  –
    """
    cells = [[_cell(c) for c in row] for row in rows]
    right = [
        bool(rows) and all(isinstance(r[i], int | float | None) for r in rows) for i in range(len(header))
    ]
    widths = [max(map(_columns, column)) for column in zip(header, *cells, strict=True)]
    lines = []
    for row in [list(header), *cells] if rows else []:
        padded = zip(row, widths, right, strict=True)
        lines.append("  ".join(_pad(cell, width, left) for cell, width, left in padded).rstrip())
    return "\n".join([clean(title), *lines, *map(clean, notes)])


def _cell(value: object) -> str:
    return "–" if value is None else number(value) if isinstance(value, int | float) else clean(value)


def _pad(cell: str, width: int, right: bool) -> str:
    gap = " " * (width - _columns(cell))
    return gap + cell if right else cell + gap
