"""What the terminal shows of a Report, conclusions first."""

from __future__ import annotations

from memlab.chats.report import Report


def text(report: Report) -> str:
    """The report in lines of at most 80 columns."""
    return report.source
