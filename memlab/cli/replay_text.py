"""What `memlab replay` prints: a table for each capacity, the curves, and what to ship."""

from __future__ import annotations

import argparse
import math
from typing import Any

from memlab.cli import table

Row = dict[str, Any]


def lines(result: Row, options: argparse.Namespace) -> list[str]:
    """The report as text."""
    trace = result["trace"]
    found = [
        f"{table.visible(trace['name'])}: {trace['accesses']:,} accesses, {trace['requests']:,} of them "
        f"reads; {trace['memories']:,} memories of {trace['tokens']:,.12g} tokens"
    ]
    if trace["dataset"]:
        found.append(
            f"Its conversations are joined here; each by itself: memlab eval {trace['dataset']} FILE"
        )
    for replay in result["replays"]:
        found += ["", _title(replay, result), *_table(replay, result)]
    found.append("  share: of the optimum's hits; regret: misses more than the optimum's")
    if not result["replays"][0]["optimum"]["exact"]:
        found.append("  sizes differ: the optimum is a bound that perhaps no policy reaches")
    if any(row["knows_the_future"] for row in result["replays"][0]["policies"].values()):
        found.append(table.FORESIGHT)
    if "curves" in result:
        found += ["", f"Miss ratio by capacity in {result['unit']}", *_curve_table(result["curves"])]
    return [*found, "", *_advice(result, options)]


def _title(replay: Row, result: Row) -> str:
    unit = result["unit"]
    whole = result["trace"]["memories" if unit == "items" else "tokens"]
    share = f", {table.percent(replay['capacity'] / whole)} of all" if whole else ""
    return f"Capacity {replay['capacity']:,.12g} {unit}{share}"


def _table(replay: Row, result: Row) -> list[str]:
    weighted = not result["trace"]["equal_sizes"]
    headings = ["policy", "hits", "misses", "miss ratio", "evicted", "share", "regret"]
    policies = sorted(replay["policies"].items(), key=lambda pair: pair[1]["misses"])
    best = {**replay["optimum"], "share_of_optimum": 1, "regret": 0}
    rows = [_cells("optimum", best, weighted), table.RULE]
    rows += [_cells(name + " *" * row["knows_the_future"], row, weighted) for name, row in policies]
    bound = {**result["unbounded"], "share_of_optimum": None, "regret": None}
    rows += [table.RULE, _cells("unbounded", bound, weighted)]
    return table.blocks(headings[:4] + ["by tokens"] * weighted + headings[4:], rows)


def _cells(name: str, row: Row, weighted: bool) -> list[str]:
    def cell(field: str, form: Any) -> str:
        return "-" if row.get(field) is None else form(row[field])

    return [
        name,
        f"{row['hits']:,}",
        f"{row['misses']:,}",
        table.ratio(row["miss_ratio"]),
        *([cell("weighted_miss_ratio", table.ratio)] if weighted else []),
        cell("evictions", "{:,}".format),
        cell("share_of_optimum", table.percent),
        cell("regret", "{:,}".format),
    ]


def _curve_table(curves: Row) -> list[str]:
    names = list(curves["miss_ratio"])
    columns = zip(*curves["miss_ratio"].values(), strict=True)
    sizes = [f"{size:,}" for size in curves["capacities"]]
    wide = max(map(len, ("capacity", *sizes)))
    rows = [[size.rjust(wide), *map(table.ratio, row)] for size, row in zip(sizes, columns, strict=True)]
    return table.blocks(["capacity", *names], rows)


def _advice(result: Row, options: argparse.Namespace) -> list[str]:
    """The best policy that can be shipped, and the bank that has it or the next best."""
    from memlab.bank import POLICIES

    replay = result["replays"][0]
    online = {name: row for name, row in replay["policies"].items() if not row["knows_the_future"]}
    ranked = sorted(online, key=lambda name: online[name]["misses"])
    if not ranked:
        return ["No online policy among them: all know the future"]
    at, best = f"at capacity {replay['capacity']:,.12g}", online[ranked[0]]
    if not best["hits"]:
        return [f"No online policy hits anything {at}: try a larger --capacity"]
    share = table.percent(best["share_of_optimum"])
    found = [f"Best online policy {at}: {ranked[0]}, {share} of the optimum"]
    in_bank = next((name for name in ranked if name in POLICIES), None)
    if in_bank:
        also = "" if in_bank == ranked[0] else f" ({in_bank} is the best of those that a bank has)"
        found += [f"As a bank{also}:", *_snippet(in_bank, replay["capacity"], options)]
    return found


def _snippet(policy: str, capacity: float, options: argparse.Namespace) -> list[str]:
    named = f'"{policy}"'
    imports = "from memlab import bank" + (", tokens" if options.unit == "tokens" else "")
    if policy == "scored" and options.half_life:
        named = f"bank.Scored(bank.Settings(decay={math.log(2) / options.half_life:.6g}))"
    size = ", size=tokens.count" if options.unit == "tokens" else ""
    return [f"  {imports}", f"  memory = bank.MemoryBank(capacity={capacity:.12g}, policy={named}{size})"]
