"""What `memlab eval references FILE` tells: how often it is seen that a message needs an earlier one."""

from __future__ import annotations

from typing import Any

from memlab.cli import table

Report = dict[str, Any]


def report(file: str) -> Report:
    """The counts, precision and recall as plain data."""
    from dataclasses import asdict

    from memlab.chats.measured import measure

    found = measure(file)
    return asdict(found) | {"recall": found.recall, "precision": found.precision}


def lines(result: Report) -> list[str]:
    """The report as text."""
    return [
        f"What messages need, by the rule of memlab inspect, against {result['dataset']}'s annotations",
        f"  messages that need an earlier one: {result['needing']:,}; for {table.percent(result['recall'])} "
        "of them it is found",
        f"  needs that the rule sees: {result['pairs']:,}; {table.percent(result['precision'])} of them are "
        "annotated",
    ]
