"""Liveness of a program: live sets, live ranges, dead definitions, dangling uses, pressure.

FILE is a JSON list of statements, for example

    [{"id": 1, "use": [],    "def": ["a"], "succ": [2]},
     {"id": 2, "use": ["a"], "def": [],    "succ": []}]

"id" is a number or a string; "succ" holds the ids of the statements that may come next.
"""

from __future__ import annotations

import argparse
import json
import math
import pathlib
import sys
from typing import TYPE_CHECKING, Any

from memlab.checks import shown
from memlab.cli.errors import CommandError

if TYPE_CHECKING:
    from memlab.flow import Program

Report = dict[str, Any]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the program; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(options: argparse.Namespace) -> int:
    program = read(options.file)
    result = report(program)
    if options.json:
        whole = sys.stdout.encoding.lower() == "utf-8"  # any other encoding lacks some characters
        print(json.dumps(result, ensure_ascii=not whole))
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines(result))
    return 0


def read(file: str) -> Program:
    """The program in a file, or a CommandError that says what is wrong with it."""
    from memlab.flow import Program

    name = "standard input" if file == "-" else file
    try:
        return Program.from_dicts(_statements(_text(file)))
    except ValueError as error:  # a ProgramError, or what is refused here before it gets that far
        raise CommandError(f"{name}: {error}") from None
    except RecursionError:
        raise CommandError(
            f"{name}: brackets nested too deep; a program is a flat list of statements"
        ) from None


def _text(file: str) -> str:
    """What a file holds; UTF-8, with or without the mark that some editors put first."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else pathlib.Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 (byte {error.start}); save the file as UTF-8") from None


def _statements(text: str) -> list[dict[str, Any]]:
    try:
        statements = json.loads(text, object_pairs_hook=_fields, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    if not isinstance(statements, list):
        raise ValueError(f"holds {_kind(statements)}, not a list of statements: put [ ] around them")
    for position, statement in enumerate(statements, start=1):
        _check_names(position, statement)
    return statements


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(
            f"the field {shown(twice)} stands twice in one statement ({_short(fields)}); keep one of them"
        )
    return fields


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value; use a number or a string")


def _check_names(position: int, statement: Any) -> None:
    """What JSON can hold but what names no statement and no variable is refused here, with the place."""
    if not isinstance(statement, dict):
        raise ValueError(f'item {position} is {_kind(statement)}, not a statement like {{"id": 1, …}}')
    if "id" in statement:
        _check_name(position, "id", statement["id"])
    for field in ("use", "def", "succ"):
        names = statement.get(field)
        for name in names if isinstance(names, list) else ():
            _check_name(position, field, name)


def _check_name(position: int, field: str, name: Any) -> None:
    number = isinstance(name, (int, float)) and not isinstance(name, bool)
    if not isinstance(name, str) and not (number and abs(name) < math.inf):  # 1e400 is read as infinity
        raise ValueError(
            f"item {position}: {field} holds {_kind(name)}; a name is a string or a finite number"
        )


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a string", bool: str(value).lower(), type(None): "null"}
    return names.get(type(value), "an infinite number" if value in (math.inf, -math.inf) else "a number")


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 60 else text[:57] + "..."


def report(program: Program) -> Report:
    """Everything that the command tells, as plain data; order is program order."""
    from memlab import flow

    solution = flow.solve(program, flow.LIVENESS)
    held = flow.pressure(program)
    ids = program.ids
    order = {variable: n for n, variable in enumerate(program.variables)}

    def names(variables: frozenset) -> list:
        return sorted(variables, key=order.__getitem__)

    return {
        "statements": [
            {
                "id": i,
                "live_in": names(solution.before[i]),
                "live_out": names(solution.after[i]),
                "pressure": held[i],
            }
            for i in ids
        ],
        "live_ranges": [
            {"variable": variable, "first": ids[r.first], "last": ids[r.last]}
            for variable, ranges in flow.live_ranges(program).items()
            for r in ranges
        ],
        "dead_definitions": [
            {"variable": variable, "statement": i} for variable, i in flow.dead_definitions(program)
        ],
        "dangling_uses": [
            {"variable": use.variable, "statement": use.statement, "every_path": use.every_path}
            for use in flow.dangling_uses(program)
        ],
        "pressure": max(held.values(), default=0),
    }


def lines(result: Report) -> list[str]:
    """The report as text: one line a statement, so that it can be searched and cut."""
    statements = result["statements"]
    live = [("statement", "held", "live-in", "live-out")]
    live += [(s["id"], s["pressure"], _set(s["live_in"]), _set(s["live_out"])) for s in statements]
    ranges = [(r["variable"], f"{r['first']} to {r['last']}") for r in result["live_ranges"]]
    dead = [
        (d["variable"], f"written at {d['statement']}, never read after it")
        for d in result["dead_definitions"]
    ]
    dangling = [
        (
            u["variable"],
            f"read at {u['statement']}, written before it on {'no' if u['every_path'] else 'not every'} path",
        )
        for u in result["dangling_uses"]
    ]
    return [
        f"Live sets ({len(statements)} statements)",
        *_columns(live),
        *_section("Live ranges (statement to statement, in program order)", ranges),
        *_section("Dead definitions", dead),
        *_section("Dangling uses", dangling),
        "",
        f"Pressure: {result['pressure']} at most are held at once",
    ]


def _set(names: list) -> str:
    return ", ".join(map(str, names)) or "-"


def _section(title: str, rows: list[tuple]) -> list[str]:
    return ["", title, *(_columns(rows) if rows else ["  none"])]


def _columns(rows: list[tuple]) -> list[str]:
    """Rows with their columns below each other, numbers to the right; a Chinese character is two wide."""
    from rich.cells import cell_len

    texts = [[_visible(str(cell)) for cell in row] for row in rows]
    widths = [min(40, max(cell_len(row[c]) for row in texts)) for c in range(len(texts[0]) - 1)]

    def padded(cell: object, text: str, width: int) -> str:
        space = " " * (width - cell_len(text))
        return space + text if isinstance(cell, int) else text + space

    return [
        "  " + "  ".join([*map(padded, row, text, widths), text[-1]])
        for row, text in zip(rows, texts, strict=True)
    ]


def _visible(text: str) -> str:
    """A name as one line that does nothing to the terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
