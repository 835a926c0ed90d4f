"""What `memlab replay` prints: a table for each capacity, the curves, and what to ship."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator
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
    if trace["fetched"]:
        writes = "write that fetched" if trace["fetched"] == 1 else "writes that fetched"
        missed = f"{trace['fetched']:,} {writes} what had just been missed"
        found.append(f"{missed}: each is one with its read")
    if trace["dataset"]:
        found.append(
            f"Its conversations are joined here; each by itself: memlab eval {trace['dataset']} FILE"
        )
    for replay in result["replays"]:
        found += ["", _title(replay, result), *_table(replay, result)]
    found += _legend(result)
    if "curves" in result:
        found += ["", f"Miss ratio by capacity in {result['unit']}", *_curve_table(result["curves"])]
    return [*found, "", *_advice(result, options)]


def _legend(result: Row) -> list[str]:
    """What the columns and marks mean that stand in the tables."""
    replay = result["replays"][0]
    found = ["  share: of the optimum's hits; regret: misses more than the optimum's"]
    if not result["trace"]["equal_sizes"]:
        found.append("  by size: the share of the read tokens that missed")
    if not replay["optimum"]["exact"]:
        found.append("  sizes differ: the optimum is a bound that perhaps no policy reaches")
    if any(_in_bank(name, row) for name, row in replay["policies"].items()):
        found.append("  + a MemoryBank has it")
    if any(row["knows_the_future"] for row in replay["policies"].values()):
        found.append(table.FORESIGHT)
    return found


def _title(replay: Row, result: Row) -> str:
    unit = result["unit"]
    whole = result["trace"]["memories" if unit == "items" else "tokens"]
    share = f", {table.percent(replay['capacity'] / whole)} of all" if whole else ""
    return f"Capacity {replay['capacity']:,.12g} {unit}{share}"


def _table(replay: Row, result: Row) -> list[str]:
    weighted = not result["trace"]["equal_sizes"]
    headings = ["policy", "hits", "misses", "missed", "evicted", "share", "regret"]
    policies = sorted(replay["policies"].items(), key=lambda pair: pair[1]["misses"])
    best = {**replay["optimum"], "share_of_optimum": 1, "regret": 0}
    rows = [_cells("optimum", best, weighted), table.RULE]
    rows += [_cells(name + _mark(name, row), row, weighted) for name, row in policies]
    bound = {**result["unbounded"], "share_of_optimum": None, "regret": None}
    rows += [table.RULE, _cells("unbounded", bound, weighted)]
    return table.blocks(headings[:4] + ["by size"] * weighted + headings[4:], rows)


def _mark(name: str, row: Row) -> str:
    return " *" if row["knows_the_future"] else " +" if _in_bank(name, row) else ""


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
    """At each capacity the best policies that can be shipped; for the last one the bank."""
    if all(row["knows_the_future"] for row in result["replays"][0]["policies"].values()):
        return ["No online policy among them: all know the future"]
    found, bank = ["Best online policy, by its share of the optimum's hits:"], []
    for replay in result["replays"]:
        at = f"{replay['capacity']:,.12g} {result['unit']}"
        ranks = list(_ranks(replay))
        nothing = _nothing_to_choose(ranks)
        found += _wrapped(f"{at}: {nothing or _best(ranks)}")
        in_bank = next((rank for rank in map(_of_a_bank, ranks) if rank), None)
        if in_bank and not nothing:
            bank = [f"As a bank of {at}:", *_snippet(*next(iter(in_bank.items())), replay, options)]
    if not any(_of_a_bank(rank) for rank in ranks):
        bank = ["None of these is in a bank: add lru,scored,worth to --policies"]
    return [*found, *bank]


def _ranks(replay: Row) -> Iterator[Row]:
    """The online policies, those that miss alike together, the best first."""
    ranks: dict[int, Row] = {}
    for name, row in replay["policies"].items():
        if not row["knows_the_future"]:
            ranks.setdefault(row["misses"], {})[name] = row
    return (ranks[misses] for misses in sorted(ranks))


def _nothing_to_choose(ranks: list[Row]) -> str:
    """Why no policy is advised, if none is."""
    first = ranks[0].values()
    if not any(row["evictions"] or row["refused"] for rank in ranks for row in rank.values()):
        return "nothing is evicted, so there is nothing to choose: try a smaller --capacity"
    if not any(row["hits"] for row in first):
        return "no online policy hits anything: try a larger --capacity"
    if len(ranks) == 1 and len(first) > 1:
        return "all online policies miss alike, so there is nothing to choose: try a smaller --capacity"
    return ""


def _best(ranks: list[Row]) -> str:
    best = _shared(ranks[0])
    in_bank = next(filter(None, map(_of_a_bank, ranks)), None)
    if in_bank and not in_bank.keys() & ranks[0].keys():
        best += f"; of those a bank has: {_shared(in_bank)}"
    return best


def _of_a_bank(rank: Row) -> Row:
    return {name: row for name, row in rank.items() if _in_bank(name, row)}


def _in_bank(name: str, row: Row) -> bool:
    """Whether a MemoryBank can be given it by name: liveness needs the whole conversation."""
    from memlab.bank import POLICIES

    return not row["knows_the_future"] and name.partition(" ")[0] in POLICIES


def _shared(rank: Row) -> str:
    """Those that share a place, and their share of the optimum's hits."""
    *others, last = rank
    names = f"{', '.join(others)} and {last} alike," if others else last
    return f"{names} {table.percent(rank[last]['share_of_optimum'])}"


def _wrapped(text: str) -> list[str]:
    wide = shutil.get_terminal_size().columns
    return textwrap.wrap(text, wide, initial_indent="  ", subsequent_indent="    ", break_long_words=False)


def _snippet(name: str, row: Row, replay: Row, options: argparse.Namespace) -> list[str]:
    policy = name.partition(" ")[0]
    named, tokens = f'"{policy}"', options.unit == "tokens"
    imports = "from memlab import bank" + (", tokens" if tokens else "")
    if "half_life" in row:
        imports = f"from math import log; {imports}"
        named = f"bank.Scored(bank.Settings(decay=log(2) / {row['half_life']:.12g}))"
    size = ", size=tokens.count" if tokens else ""
    found = [f"  {imports}"]
    found += ["  # size: the same function that the log's sizes come from"] if tokens else []
    return [*found, f"  memory = bank.MemoryBank(capacity={replay['capacity']:.12g}, policy={named}{size})"]
