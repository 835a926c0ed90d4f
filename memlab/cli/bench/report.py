"""The results of the benchmark: a line of a table each, as they are made, and one document for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from typing import Any

import memlab
from memlab.cli.bench.machine import commit, machine
from memlab.cli.bench.results import Count, Growth, LeftOut, Measurement, Result

KINDS: dict[type, str] = {
    Measurement: "measurements",
    Count: "counts",
    Growth: "scaling",
    LeftOut: "left_out",
}
HEAD = "ratio = the peer's time / memlab's time; a goal below 1 says how much slower is still good"


HEADERS: dict[type, str] = {Count: f"{'count':<60} {'tried':>9}  seen; must never be"}


def document(
    results: Sequence[tuple[str, Result]], seconds: Mapping[str, float], quick: bool
) -> dict[str, Any]:
    """What `memlab bench --json` prints: who measured what, where and when; times in seconds."""
    rows: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS.values()}
    for room, result in results:
        rows[KINDS[type(result)]].append({"room": room, **asdict(result), **_judged(result)})
    return {
        "version": memlab.__version__,
        "commit": commit(),
        "date": datetime.now(timezone.utc).date().isoformat(),
        "quick": quick,
        "machine": machine(),
        "seconds": {room: round(taken, 1) for room, taken in seconds.items()},
        **rows,
    }


def _judged(result: Result) -> dict[str, Any]:
    if isinstance(result, Measurement):
        return {"ratio": result.ratio, "met": result.met}
    return {"met": result.met} if isinstance(result, Count) else {}


def lines(result: Result, before: Result | None) -> list[str]:
    """One result as a line of the table, below a header where those before were of another kind."""
    new = type(before) is not type(result) and type(result) in HEADERS
    return [HEADERS[type(result)], line(result)] if new else [line(result)]


def line(result: Result) -> str:
    """One result as a line of the table."""
    if isinstance(result, LeftOut):
        return f"{result.name}: left out, {result.why}"
    if isinstance(result, Count):
        told = "; ".join(filter(None, (_listed(result.seen), _listed(result.never))))
        return f"{result.name:<60} {result.tried:>9,}  {told}{'' if result.met else '  NOT MET'}"
    if isinstance(result, Growth):
        from memlab.view import scaling

        return scaling(**vars(result)).text
    return _measurement(result)


def _measurement(m: Measurement) -> str:
    from memlab.view.scaling import duration

    goal, verdict = ("", "") if m.goal is None else (f"{m.goal:g} x", "met" if m.met else "NOT MET")
    ours, peer = (duration(v) if m.unit == "s" else f"{v:.3g}" for v in (m.ours, m.peer))
    return _row(f"{m.name} (peer: {m.peer_name})", ours, peer, f"{m.ratio:.3g} x", goal, verdict)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _row(name: str, ours: str, peer: str, ratio: str, goal: str, verdict: str) -> str:
    return f"{name:<60} {ours:>9} {peer:>9} {ratio:>10} {goal:>7} {verdict}".rstrip()


HEADERS[Measurement] = _row("measurement", "memlab", "peer", "ratio", "goal", "")
