"""The page of the benchmark: tables and pictures of the two documents that `memlab bench --json` wrote.

They lie in assets/ and are written by `make bench-page`, never by hand.
"""

from __future__ import annotations

import json
import pathlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memlab.publish.pictures import figure
from memlab.view.picture import clean, number
from memlab.view.scaling import duration, scaling

ASSETS = pathlib.Path(__file__).parent / "assets"
BENCH, SCALING = ASSETS / "bench.json", ASSETS / "scaling.json"
Document = dict[str, Any]
TITLES = {
    "flow": "Liveness",
    "zset": "Sorted sets",
    "replay": "Replaying policies",
    "facts": "Reading facts",
    "tiers": "Recall and writes",
    "context": "Rebuilding a context",
    "chats": "Reading chats",
    "servers": "On servers",
    "view": "Pictures and widgets",
}


def lay_benchmarks(source: pathlib.Path) -> None:
    """Write the page, benchmarks.md, and its pictures where Sphinx reads them."""
    text, pictures = page(*(json.loads(path.read_text(encoding="utf-8")) for path in (BENCH, SCALING)))
    folder = source / "_static" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures.items():
        (folder / name).write_text(svg, encoding="utf-8", newline="\n")
    (source / "benchmarks.md").write_text(text, encoding="utf-8")


def page(bench: Document, growth: Document) -> tuple[str, dict[str, str]]:
    """(the page in Markdown, file name -> SVG of its pictures) of what the two commands printed."""
    figures, pictures = [], {}
    for grown in growth["scaling"]:
        picture = scaling(grown["name"], grown["things"], grown["sizes"], grown["seconds"])
        name = f"growth-{grown['room']}.svg"
        pictures[name] = picture.svg
        # a blank line would end the block of HTML
        figures.append(
            re.sub(r"\n\s*\n", "\n", figure(picture.svg, f"_static/pictures/{name}", picture.text))
        )
    filled = {
        "run": _run(bench, growth),
        "ratios": _ratios(bench["measurements"]),
        "scaling": "\n\n".join(figures),
        "counts": _counts(bench["counts"]),
        "total": _total(bench["counts"]),
        "left out": _left_out([*bench["left_out"], *growth["left_out"]]),
    }
    text = (ASSETS / "benchmarks.md").read_text(encoding="utf-8")
    return re.sub(r"{{([a-z ]+)}}", lambda found: filled[found[1]], text).rstrip() + "\n", pictures


def _run(bench: Document, growth: Document) -> str:
    """On what machine, when, of what, how long."""
    rows = [(name.capitalize(), told) for name, told in bench["machine"].items()]
    rows += [("Ratios and faults", _when(bench)), ("Growth", _when(growth))]
    return _table(("of this run", "what is known"), rows)


def _when(document: Document) -> str:
    seconds = sum(document["seconds"].values())
    took = f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} seconds"
    of = f" ({document['commit']})" if document["commit"] else ""
    quick = ", a quick run on smaller inputs" if document["quick"] else ""
    return f"{document['date']}, memlab {document['version']}{of}, {took}{quick}"


def _ratios(measurements: Sequence[Mapping[str, Any]]) -> str:
    """A table for each room."""
    parts = []
    for room in dict.fromkeys(m["room"] for m in measurements):
        rows = [_ratio(m) for m in measurements if m["room"] == room]
        head = ("what", "peer", "memlab:", "peer:", "ratio:", "goal:")
        parts += [f"### {TITLES.get(room, room)}", _table(head, rows)]
    return "\n\n".join(parts)


def _ratio(m: Mapping[str, Any]) -> tuple[str, ...]:
    goal = "" if m["goal"] is None else f"{number(m['goal'])} × {'met' if m['met'] else 'not met'}"
    told = (_amount(m["ours"], m["unit"]), _amount(m["peer"], m["unit"]), f"{number(m['ratio'])} ×", goal)
    return m["name"], m["peer_name"], *(value.replace(" ", "\N{NO-BREAK SPACE}") for value in told)


def _amount(value: float, unit: str) -> str:
    return duration(value) if unit == "s" else f"{number(value)} {unit}"


def _counts(counts: Sequence[Mapping[str, Any]]) -> str:
    """A row for each fault, a column for each thing that must never be."""
    if not counts:
        return "None were done in this run."
    never = dict.fromkeys(name for count in counts for name in count["never"])
    rows = [
        (c["name"], number(c["tried"]), _listed(c["seen"]), *(_times(c["never"], name) for name in never))
        for c in counts
    ]
    return _table(("fault", "times:", "seen", *(f"{name}:" for name in never)), rows)


def _total(counts: Sequence[Mapping[str, Any]]) -> str:
    never: Counter[str] = Counter()
    for count in counts:
        never.update(count["never"])
    return f"Of {number(sum(c['tried'] for c in counts))} times: {_listed(never)}." if counts else ""


def _times(counts: Mapping[str, int], name: str) -> str:
    return number(counts[name]) if name in counts else ""


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number(count)}" for name, count in counts.items())


def _left_out(rows: Sequence[Mapping[str, str]]) -> str:
    if not rows:
        return ""
    lines = [f"- {_cell(row['name'])}: {_cell(row['why'])}" for row in rows]
    return "\n".join(["## Left out in this run", "", *lines])


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown; a column whose title ends in a colon is aligned right."""
    rules = ["---:" if title.endswith(":") else "---" for title in head]
    titles = [title.removesuffix(":") for title in head]
    return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in (titles, rules, *rows))


def _cell(value: object) -> str:
    """Text that no sign in it turns into markup."""
    return re.sub(r"([\\`*_\[\]<>|$#])", r"\\\1", clean(value))
