"""Three rules for the whole run.

Pictures in notebooks are not compared, in CI nothing is skipped silently, and a test has one name in every
process.

A plugin and not a conftest, because the rules hold for doctests and notebooks too, which lie outside tests/.
"""

from __future__ import annotations

import os
import re
from collections import Counter

import pytest

# Each version of Graphviz places boxes a little differently; the text form beside a picture is compared.
NOT_COMPARED = ("image/svg+xml", "text/html")

ADDRESS = re.compile(r" at 0x[0-9a-f]{6}")

# Under MEMLAB_CI=1 a skip whose reason is none of these is a failure. Each needs a reason here.
ALLOWED_SKIPS: frozenset[str] = frozenset()


def pytest_collectstart(collector: pytest.Collector) -> None:
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += NOT_COMPARED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """An address in a name makes workers collect different tests: they refuse to start, and say little."""
    named = [item.nodeid for item in items if ADDRESS.search(item.nodeid)]
    if named:
        raise pytest.UsageError(f"{named[0]}: an address in a test's name: give the parameter an id")


def _refuse_skip(report: pytest.CollectReport | pytest.TestReport) -> None:
    """In CI everything that tests need is there: a skip means that something is broken."""
    if not report.skipped or hasattr(report, "wasxfail") or os.environ.get("MEMLAB_CI") != "1":
        return
    reason = _reason(report)
    if reason not in ALLOWED_SKIPS:
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid}: skipped in CI, and not on the list in {__file__}: {reason}"


def _reason(report: pytest.CollectReport | pytest.TestReport) -> str:
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter) -> None:
    """Say once for each reason what was skipped: a user's machine may have no server and no browser."""
    reasons = Counter(map(_reason, terminalreporter.stats.get("skipped", [])))
    for reason, number in sorted(reasons.items()):
        terminalreporter.write_line(f"{number} skipped: {reason}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    _refuse_skip(report)
    return report
