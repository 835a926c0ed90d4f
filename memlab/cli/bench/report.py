"""The results of the benchmark as lines of a table, one under the other as they are made."""

from __future__ import annotations

from collections.abc import Mapping

from memlab.cli.bench.results import Count, LeftOut, Measurement, Result

HEAD = "ratio = the peer's time / memlab's time; a goal below 1 says how much slower is still good"


def header(result: type) -> str:
    """What stands over lines of this kind."""
    if result is Count:
        return f"{'count':<60} {'tried':>9}  seen; must never be"
    return _row("measurement", "memlab", "peer", "ratio", "goal", "")


def line(result: Result) -> str:
    """One result as a line of the table."""
    if isinstance(result, LeftOut):
        return f"{result.name}: left out, {result.why}"
    if isinstance(result, Count):
        told = "; ".join(filter(None, (_listed(result.seen), _listed(result.never))))
        return f"{result.name:<60} {result.tried:>9,}  {told}{'' if result.met else '  NOT MET'}"
    return _measurement(result)


def _measurement(m: Measurement) -> str:
    goal, verdict = ("", "") if m.goal is None else (f"{m.goal:g} x", "met" if m.met else "NOT MET")
    ours, peer = (seconds(v) if m.unit == "s" else f"{v:.3g}" for v in (m.ours, m.peer))
    return _row(f"{m.name} (peer: {m.peer_name})", ours, peer, f"{m.ratio:.3g} x", goal, verdict)


def seconds(value: float) -> str:
    """A time with three significant digits and a fitting unit.

    >>> seconds(0.00123456), seconds(2.5), seconds(0.0000005)
    ('1.23 ms', '2.5 s', '0.5 µs')
    """
    factor, unit = (1, "s") if value >= 1 else (1e3, "ms") if value >= 1e-3 else (1e6, "µs")
    return f"{value * factor:.3g} {unit}"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _row(name: str, ours: str, peer: str, ratio: str, goal: str, verdict: str) -> str:
    return f"{name:<60} {ours:>9} {peer:>9} {ratio:>10} {goal:>7} {verdict}".rstrip()
