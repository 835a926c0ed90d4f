"""The report of `memlab eval facts`: counts over labelled conversations, split by split: data or tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from memlab.cli import table

if TYPE_CHECKING:
    from memlab.course.sentences import Counts, Finding

Report = dict[str, Any]
SHOWN = 20
UNTOLD = "(not told)"
SPLITS = {"held_out": "held out", "dev": "dev", "": "all"}


def report(findings: list[Finding]) -> Report:
    """Split -> "all", "lang", "attribute" and "kind" -> its counts. A file that tells no splits has "all"."""
    from memlab.course.sentences import add_up, by, by_attribute

    found: Report = {}
    for split in SPLITS:
        part = [finding for finding in findings if finding.labelled.split == split]
        if part:
            tables = {trait: by(trait, part) for trait in ("lang", "kind")}
            tables["attribute"] = by_attribute(part)
            rows = {name: {key: _row(c) for key, c in counts.items()} for name, counts in tables.items()}
            found[split or "all"] = {"all": _row(add_up(part)), **rows}
    return found


def _row(c: Counts) -> Report:
    return {
        "conversations": c.conversations,
        "passed": c.passed,
        "in_force": {
            "right": c.right,
            "wrong": c.wrong,
            "missed": c.missed,
            "precision": c.precision,
            "recall": c.recall,
        },
        "pending": {"right": c.held, "wrong": c.held_wrongly, "missed": c.not_held},
    }


def lines(found: Report) -> list[str]:
    """All splits by language, then the first one (held out, if there is such) by attribute and kind."""
    first = next(iter(found))
    name = SPLITS.get(first, first)
    whole = [
        _cells(f"{SPLITS.get(h, h)}{s}", row) for h, part in found.items() for s, row in _languages(part)
    ]
    return [
        *_table("Values in force, and contradictions held pending, over labelled conversations", whole),
        "  right, wrong, missed: values in force that are so, are not so, are not there",
        "  held, idle, lost: contradictions held, held for nothing, not held",
        "",
        *_table(f"By attribute, {name}", [_cells(*pair) for pair in found[first]["attribute"].items()]),
        *_by_kind(name, found[first]["kind"]),
        *(["", _TUNED] if "dev" in found else []),
    ]


_TUNED = "dev: in view while the rules were tuned. held out: not seen by who wrote them."


def _languages(part: Report) -> Iterable[tuple[str, Report]]:
    yield "", part["all"]
    if any(part["lang"]):  # else no line tells its language
        yield from ((f", {language or UNTOLD}", row) for language, row in part["lang"].items())


def _by_kind(name: str, kinds: dict[str, Report]) -> list[str]:
    rows = [_cells(kind or UNTOLD, row) for kind, row in kinds.items()]
    return ["", *_table(f"By kind, {name}", rows)] if any(kinds) else []


def _cells(name: str, row: Report) -> list[str]:
    values, pending = row["in_force"], row["pending"]
    ratios = ["-" if values[key] is None else table.ratio(values[key]) for key in ("precision", "recall")]
    counts = [f"{values[key]:,}" for key in ("right", "wrong", "missed")]
    return [name, *counts, *ratios, *(f"{pending[key]:,}" for key in ("right", "wrong", "missed"))]


def _table(title: str, rows: list[list[str]]) -> list[str]:
    headings = ["", "right", "wrong", "missed", "prec.", "recall", "held", "idle", "lost"]
    return [title, *table.lines(headings, rows)]


def failures(findings: list[Finding]) -> list[str]:
    """The first conversations that went wrong; none of those held out, since who reads them tunes on them."""
    bad = [f for f in findings if not f.passed and f.labelled.split != "held_out"]
    found = [line for finding in bad[:SHOWN] for line in _failure(finding)]
    return found + [f"and {len(bad) - SHOWN:,} more"] * (len(bad) > SHOWN)


def _failure(finding: Finding) -> list[str]:
    named = {
        "wrong": sorted(map(": ".join, finding.wrong)),
        "missed": sorted(map(": ".join, finding.missed)),
        "held and should not be": sorted(finding.held_wrongly),
        "not held": sorted(finding.not_held),
    }
    told = "; ".join(f"{what} {', '.join(names)}" for what, names in named.items() if names)
    said = [text if role == "user" else f"{role}: {text}" for role, text in finding.labelled.turns]
    return [table.visible(f"{finding.labelled.id} {' / '.join(said)}"), table.visible(f"    {told}")]
