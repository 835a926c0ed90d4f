"""Lines become rows: a key a line, JSON Lines, CSV with a header or with libCacheSim's order of columns.

Each reader yields (line from 1, the line, a row), with the reason in place of the row where there is none.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from memlab import checks
from memlab.replay.access import TraceError
from memlab.replay.intake import Odd, Row, field_of, is_operation, time_of

Rows = Iterator[tuple[int, str, Any]]
DELIMITERS = ",\t;"
SAMPLE = 20  # lines from which a layout is guessed
LONGEST = 1_000  # lines that one row may span: a quote that nobody closes spoils no more than its own line


def json_rows(lines: Sequence[str]) -> Rows:
    """An object, a string or a number a line."""
    for n, line in enumerate(lines, start=1):
        if line.strip():
            yield n, line, _json_row(line)


def _json_row(line: str) -> Row | str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {str(error)[:80]}"
    if isinstance(value, dict):
        return _named(value)
    if isinstance(value, (list, bool)) or value is None:
        return "neither an object nor a key: write one JSON object a line"
    return {"key": value}


def _named(value: dict[str, Any]) -> Row:
    """The fields by our names; where two names mean one field, our own name counts, else the first."""
    row: Row = {}
    names: dict[str, str] = {}
    for name, content in value.items():
        field = field_of(name)
        if field and (field not in row or name == field):
            row[field], names[field] = content, name
    if len(row) < len(value):
        row["unread"] = [name for name in value if name not in names.values()]
    return row


def is_json_access(line: str) -> bool:
    """Whether a line is an access as JSON: an object that has a key, or a quoted key."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, str) or (isinstance(value, dict) and "key" in _named(value))


@dataclass(frozen=True)
class Layout:
    """Which column holds which field. `width` is the header's, 0 where there is none."""

    delimiter: str
    columns: dict[str, int]
    width: int = 0
    start: int = 0  # where the rows begin
    unread: tuple[str, ...] = ()  # the columns that hold no field, by name or as "column 4"


def csv_rows(lines: Sequence[str]) -> Rows:
    """The rows by `layout`. TraceError for a header without a key."""
    shape = layout(lines)
    least = shape.width or min(2, max(shape.columns.values()) + 1)
    for n, line, cells in _cells(lines, shape.delimiter, shape.start):
        if isinstance(cells, str):
            yield n, line, cells
        elif len(cells) < least:
            yield n, line, f"{len(cells)} of {least} cells are there"
        elif shape.width and any(map(str.strip, cells[shape.width :])):
            yield n, line, f"{len(cells)} cells, the header has {shape.width}: quote what holds a delimiter"
        else:
            there = len(cells)
            row: Row = {f: cells[at].strip() for f, at in shape.columns.items() if at < there}
            yield n, line, {**row, "unread": shape.unread} if shape.unread else row


def layout(lines: Sequence[str]) -> Layout:
    """As the header says; without one as the first lines suggest."""
    found = [_headed(lines, delimiter) for delimiter in DELIMITERS]
    best = max((shape for shape in found if shape), key=lambda shape: len(shape.columns), default=None)
    if best is None:
        return _headless(lines)
    if "key" not in best.columns:
        seen = lines[best.start - 1].strip()
        raise TraceError(f"header: {checks.shown(seen)} names no key: call its column key, id or obj_id")
    return best


def looks_like_csv(lines: Sequence[str]) -> bool:
    """Whether the first lines are a header with a key among others, or mostly rows that begin with a time."""
    found = [_headed(lines, delimiter) for delimiter in DELIMITERS]
    if any(shape and shape.width > 1 and "key" in shape.columns for shape in found):
        return True
    shape = _headless(lines)
    rows = _sample(lines, shape.delimiter)
    return 2 * sum(len(cells) > 1 and _is_time(cells[0]) for cells in rows) > len(rows)


def _headed(lines: Sequence[str], delimiter: str) -> Layout | None:
    """The layout if the first row names fields and holds no number."""
    start, first = next((n, line) for n, line in enumerate(lines, start=1) if line.strip())
    cells = next(_cells([first.lstrip("\ufeff# ")], delimiter), (0, "", ""))[2]
    if isinstance(cells, str) or any(map(_is_time, cells)):
        return None
    columns: dict[str, int] = {}
    for at, cell in enumerate(cells):
        field, name = field_of(cell), cell.strip().lower()
        if field and field != "hit" and (field not in columns or name == field):
            columns[field] = at
    held = columns.values()
    unread = tuple(cell.strip() for at, cell in enumerate(cells) if at not in held and cell.strip())
    return Layout(delimiter, columns, len(cells), start, unread) if columns else None


def _headless(lines: Sequence[str]) -> Layout:
    """libCacheSim's order, time, key, size, with the operation where operations stand; or our own order."""
    delimiter = max(DELIMITERS, key=lambda d: sum(line.count(d) for line in lines[:SAMPLE]))
    rows = _sample(lines, delimiter)
    width = Counter(map(len, rows)).most_common(1)[0][0] if rows else 1
    if width == 1:
        return Layout(delimiter, {"key": 0})
    acts = [
        at for at in range(2, width) if 2 * sum(is_operation(c[at]) for c in rows if at < len(c)) > len(rows)
    ]
    columns = {"time": 0, "key": 1, "size": 2, **({"op": acts[0]} if acts else {})}
    if acts[:1] == [2]:
        columns = {"time": 0, "key": 1, "op": 2, "size": 3, "importance": 4, "text": 5}
    unread = tuple(f"column {at + 1}" for at in range(width) if at not in columns.values())
    return Layout(delimiter, columns, unread=unread)


def _sample(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    return [cells for _, _, cells in _cells(lines[:SAMPLE], delimiter) if not isinstance(cells, str)]


def _cells(lines: Sequence[str], delimiter: str, start: int = 0) -> Rows:
    """The cells of each row that is not blank, or why they cannot be told."""
    n = start
    while n < len(lines):
        line, n = lines[n], n + 1
        if '"' in line:
            spanned, cells = _quoted([line], delimiter)
            if isinstance(cells, str):  # a quote may be closed further down
                spanned, cells = _quoted(lines[n - 1 : n - 1 + LONGEST], delimiter)
            yield n, line, cells
            n += spanned - 1
        elif line.strip():
            yield n, line, line.split(delimiter)


def _quoted(lines: Sequence[str], delimiter: str) -> tuple[int, list[str] | str]:
    """How many lines the row takes, and its cells: a quoted cell may hold delimiters and line breaks."""
    ended = (f"{line}\n" for line in lines)
    reader = csv.reader(ended, delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        cells = next(reader)
    except csv.Error as error:
        return 1, f"quotes: {error}"
    return reader.line_num, cells


def _is_time(cell: str) -> bool:
    try:
        time_of(cell)
    except Odd:
        return False
    return True
