"""Replay a trace of reads and writes under several policies, between the unbounded memory and the optimum.

FILE holds a key a line, CSV (time,key,op,size,importance; libCacheSim's too), JSON Lines (what a bank
records), or LoCoMo's or CrossWOZ's JSON; - reads standard input. --generate makes a trace instead.

    memlab replay accesses.jsonl --capacity 100,10% --policies lru,sieve,scored
    memlab replay log.csv --policies lru,scored --half-life 10m,6h
    memlab replay --generate scan_over_zipf --curves
"""

from __future__ import annotations

import argparse
import inspect
import json
import math
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memlab.cli import table
from memlab.cli.errors import CommandError, reason
from memlab.cli.replay_text import lines

if TYPE_CHECKING:
    from memlab.replay import Result, Trace

Row = dict[str, Any]
SKIPPED_SHOWN = 5
HALF_LIFE = re.compile(r"(\d+\.?\d*|\.\d+|\d+\.?\d*[eE][+-]?\d+)\s*([smhd]?)", re.A)
SECONDS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}
SHORTEST = 1e-6  # a half-life: below it the decay is beyond what Settings allows


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="the trace; - reads standard input")
    parser.add_argument("--generate", metavar="NAME", help="a made trace instead of FILE: zipf, loop, …")
    parser.add_argument("--format", help="keys, csv, jsonl, locomo or crosswoz; guessed if it is not given")
    parser.add_argument("--policies", metavar="NAMES", help="such as lru,sieve; all if none is named")
    parser.add_argument(
        "--capacity",
        metavar="SIZES",
        default="10%",
        help="such as 100 or 50,100,25%%; %% is of all memories together (default: 10%%)",
    )
    parser.add_argument(
        "--unit", choices=("items", "tokens"), default="items", help="what the capacity counts"
    )
    parser.add_argument(
        "--half-life",
        metavar="TIMES",
        help="of recency, for scored: seconds, or such as 10m,6h,7d, a row each (default: 1800)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of what is drawn at random (default: 0)")
    parser.add_argument("--curves", action="store_true", help="the miss ratio at more capacities as well")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(options: argparse.Namespace) -> int:
    try:
        trace = _trace(options)
        result = report(trace, options)
    except (ValueError, TypeError) as error:  # a TraceError, or what an option holds
        raise CommandError(str(error)) from None
    _tell_skipped(trace)
    if options.json:
        print(json.dumps(result, ensure_ascii=sys.stdout.encoding.lower() != "utf-8"))
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines(result, options))
    return 0


def _trace(options: argparse.Namespace) -> Trace:
    """The trace that is asked for, or a ValueError."""
    from memlab.replay import GENERATORS, read_trace

    if (options.file is None) == (options.generate is None):
        raise CommandError("name one trace: FILE, - for standard input, or --generate NAME")
    if options.generate is None:
        source = sys.stdin.buffer.read() if options.file == "-" else options.file
        name = "standard input" if options.file == "-" else None
        try:
            return read_trace(source, options.format, name)
        except OSError as error:
            raise CommandError(f"cannot read {options.file}: {reason(error)}") from None
    if options.generate not in GENERATORS:
        raise CommandError(f"no generator {options.generate!r}; there are {', '.join(GENERATORS)}")
    generator = GENERATORS[options.generate]
    seeded = "seed" in inspect.signature(generator).parameters
    return generator(seed=options.seed) if seeded else generator()


def _tell_skipped(trace: Trace) -> None:
    for problem in trace.problems[:SKIPPED_SHOWN]:
        print(f"skipped line {problem.line}, {table.visible(problem.text)}: {problem.why}", file=sys.stderr)
    if len(trace.problems) > SKIPPED_SHOWN:
        print(f"skipped {len(trace.problems) - SKIPPED_SHOWN:,} more places", file=sys.stderr)
    if trace.unread:
        names = ", ".join(map(table.visible, trace.unread[:SKIPPED_SHOWN]))
        more = f" and {len(trace.unread) - SKIPPED_SHOWN:,} more" * (len(trace.unread) > SKIPPED_SHOWN)
        mend = "what belongs to the key must be joined to it: ann/profile"
        print(f"columns not read: {names}{more} ({mend})", file=sys.stderr)


def report(trace: Trace, options: argparse.Namespace) -> Row:
    """Everything that the command tells, as plain data."""
    from memlab.replay import POLICIES, simulate

    names = options.policies.split(",") if options.policies else list(POLICIES)
    lives = _half_lives(options.half_life) if options.half_life is not None else {}
    runs = _runs(names, lives, options.seed)
    replays = _replays(trace, runs, options)  # first, for it refuses a wrong option
    unbounded = _row(simulate(trace, "lru", math.inf))
    found = {"trace": _about(trace), "unit": options.unit, "unbounded": unbounded, "replays": replays}
    return found | ({"curves": _curves(trace, runs, options)} if options.curves else {})


def _about(trace: Trace) -> Row:
    return {
        "name": trace.name,
        "dataset": trace.dataset,
        "accesses": len(trace),
        "requests": trace.requests,
        "memories": len(trace.names),
        "tokens": trace.footprint("tokens"),
        "equal_sizes": trace.equal_sizes,
        "fetched": trace.fetched,
        "unread": list(trace.unread),
        "skipped": [{"line": p.line, "text": p.text, "why": p.why} for p in trace.problems],
    }


class Run(NamedTuple):
    """A row of the table: its name, the policy and what `simulate` is told besides."""

    name: str
    policy: str
    told: Row
    half_life: float | None = None


def _runs(policies: Sequence[str], lives: Mapping[str, float], seed: int) -> list[Run]:
    """A run for each policy; of scored one for each half-life."""
    from memlab.bank import Settings

    if lives and "scored" not in policies:
        raise CommandError("--half-life: no policy named has one: add scored to --policies, or leave it out")
    found = []
    for policy in policies:
        if policy != "scored" or not lives:
            found.append(Run(policy, policy, {"seed": seed}))
            continue
        for text, seconds in lives.items():
            told = {"seed": seed, "settings": Settings(decay=math.log(2) / seconds)}
            found.append(Run(f"scored {text}" if len(lives) > 1 else policy, policy, told, seconds))
    return found


def _replays(trace: Trace, runs: Sequence[Run], options: argparse.Namespace) -> list[Row]:
    """A row for each capacity: the optimum there and every policy."""
    from memlab.replay import simulate
    from memlab.replay.curves import shown

    sizes, found = _capacities(options.capacity, trace, options.unit), []
    with shown(_bar(options), len(runs) * len(sizes)) as step:
        for capacity in sizes:
            rows = {}
            for run in runs:
                result = simulate(trace, run.policy, capacity, options.unit, **run.told)
                rows[run.name] = _row(result) | ({"half_life": run.half_life} if run.half_life else {})
                step()
            found.append({"capacity": capacity, "optimum": _optimum(result), "policies": rows})
    return found


def _bar(options: argparse.Namespace) -> bool:
    return sys.stderr.isatty() and not options.json


def _half_lives(text: str) -> dict[str, float]:
    """Each half-life as it was written -> seconds. Without a unit a number is of seconds.

    >>> _half_lives("600,10m,6h")
    {'600': 600.0, '10m': 600.0, '6h': 21600.0}
    """
    found = {}
    for part in map(str.strip, text.split(",")):
        parsed = HALF_LIFE.fullmatch(part)
        seconds = float(parsed[1]) * SECONDS[parsed[2]] if parsed else 0.0
        if not SHORTEST <= seconds < math.inf:
            allowed = "allowed are seconds above 0, or times such as 90s, 10m, 6h and 7d"
            raise CommandError(f"--half-life: {part!r}, {allowed}: write 1800 or 10m,6h")
        found[part] = seconds
    return found


def _capacities(text: str, trace: Trace, unit: str) -> list[float]:
    """Numbers, or percentages of the footprint, rounded to a whole number from 1 up."""
    whole, found = trace.footprint(unit), []
    for part in text.split(","):
        try:
            value = float(part.strip().removesuffix("%"))
            if not 0 <= value < math.inf:
                raise ValueError
        except ValueError:
            raise CommandError(
                f"--capacity: {part!r}, allowed are numbers from 0 up and shares of all: write 100 or 10%"
            ) from None
        size = max(1, round(whole * value / 100)) if part.strip().endswith("%") else value
        found.append(int(size) if size == int(size) else size)
    return list(dict.fromkeys(found))


def _row(result: Result) -> Row:
    return {
        "hits": result.hits,
        "misses": result.misses,
        "miss_ratio": result.miss_ratio,
        "weighted_miss_ratio": result.weighted_miss_ratio,
        "evictions": len(result.evicted),
        "refused": len(result.refused),
        "share_of_optimum": result.share,
        "regret": result.regret,
        "knows_the_future": result.policy.foresight,
    }


def _optimum(result: Result) -> Row:
    best, requests = result.optimum, result.requests
    ratio = best.misses / requests if requests else 0.0
    return {"hits": best.hits, "misses": best.misses, "miss_ratio": ratio, "exact": best.exact}


def _curves(trace: Trace, runs: Sequence[Run], options: argparse.Namespace) -> Row:
    from memlab.replay.curves import capacities_for, curves
    from memlab.replay.optimum import optimum

    sizes, found = capacities_for(trace, options.unit), {}
    together = [run.policy for run in runs if run.half_life is None]
    asked = [(together, {"seed": options.seed})] + [([run.policy], run.told) for run in runs if run.half_life]
    for policies, told in asked:
        made = curves(trace, policies, sizes, options.unit, progress=_bar(options), **told)
        found.update({(name, told.get("settings")): curve for name, curve in made.items()})
    ratios = {run.name: found[run.policy, run.told.get("settings")] for run in runs}
    best = [optimum(trace, size, options.unit).misses / (trace.requests or 1) for size in sizes]
    missed = {name: [curve.miss_ratio(size) for size in sizes] for name, curve in ratios.items()}
    return {"capacities": list(sizes), "miss_ratio": {"optimum": best, **missed}}
