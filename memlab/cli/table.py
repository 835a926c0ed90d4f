"""Tables in the terminal: what stands at the left is a name, the rest are figures."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence

RULE: list[str] = []  # a row that is a line
FORESIGHT = "  * knows the future: a yardstick, not to be shipped"


def lines(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The rows below each other, the first column to the left, the others to the right.

    A Chinese character is two wide; a name does nothing to the terminal.

    >>> print(*lines(["policy", "hits"], [["lru", "9"], RULE, ["最优", "12"]]), sep="\\n")
      policy  hits
      lru        9
      ------------
      最优      12
    """
    from rich.cells import cell_len

    texts = [[visible(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(cell_len(row[c]) for row in texts if row) for c in range(len(headings))]

    def line(row: list[str]) -> str:
        if not row:
            return "-" * (sum(widths) + 2 * len(widths) - 2)
        spaces = [" " * (width - cell_len(cell)) for width, cell in zip(widths, row, strict=True)]
        return "  ".join(
            [row[0] + spaces[0], *(s + cell for s, cell in zip(spaces[1:], row[1:], strict=True))]
        )

    return [f"  {line(row)}".rstrip() for row in texts]


def blocks(headings: list[str], rows: list[list[str]]) -> list[str]:
    """A table of many columns, cut into tables as wide as the terminal (80 columns in a pipe)."""
    wide = shutil.get_terminal_size().columns
    for count in range(len(headings), 1, -1):
        found = lines(headings[:count], [row[:count] for row in rows])
        if max(map(len, found)) <= wide or count == 2:
            break
    rest = [row[:1] + row[count:] for row in rows]
    more = [*headings[:1], *headings[count:]]
    return found + (["", *blocks(more, rest)] if len(more) > 1 else [])


def visible(text: str) -> str:
    """A name as one line that does nothing to the terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def ratio(value: float) -> str:
    """Three digits after the point."""
    return f"{value:.3f}"


def percent(value: float) -> str:
    """One digit after the point.

    >>> percent(1), percent(0.9876)
    ('100.0%', '98.8%')
    """
    return f"{100 * value:.1f}%"
