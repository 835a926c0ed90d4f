"""Carry a store's warm tier over, from SQLite to PostgreSQL or the other way, whole and verified.

    memlab migrate --from sqlite:memory --to postgresql://mira@host/memories --dry-run
    memlab migrate --from sqlite:memory --to postgresql://mira@host/memories

All tenants go, with memories of every status, their versions, tombstones, documents, notes of repairs,
vectors and words; recall finds the same afterwards. The cold files stay where they are, and the pointers to
them right: open the store with the same path (or cold=…) and the new warm=…. Let nothing write to the source
meanwhile: a change is noticed, and told. It goes in transactions of 1,000 rows; a run that was killed goes on
where it was when the same command is given again. At the end every table of every tenant is compared, by
count and by checksum, and the target is checked. A source in which something does not read is not carried
over at all: mend it first by MemoryStore(...).reconcile().

A password comes best from PGPASSWORD or ~/.pgpass: a command line can be read by others.
Exit code 0: done, or nothing stands in the way; 1: something does, or is not as it was; 2: wrong input.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from memlab.cli import table
from memlab.cli.errors import CommandError

if TYPE_CHECKING:
    from memlab.tiers.migration import Migration, Plan, Sums

SHOWN = 20  # tenants with a line of their own, and obstacles
COLUMNS = ("memories", "versions", "tombstones", "documents", "vectors", "identifiers", "repairs")


def arguments(parser: argparse.ArgumentParser) -> None:
    place = "sqlite:FILE, sqlite:DIRECTORY (of a store) or postgresql://user@host/database?schema=memlab"
    parser.add_argument("--from", dest="source", metavar="PLACE", required=True, help=place)
    parser.add_argument("--to", dest="target", metavar="PLACE", required=True, help="the same; an empty one")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and write nothing")


def run(options: argparse.Namespace) -> int:
    from memlab.tiers.errors import StoreError
    from memlab.tiers.migration import Migration

    try:
        with Migration(options.source, options.target) as migration:
            plan = _planned(migration)
            return _carry(migration, plan) if not (options.dry_run or plan.obstacles) else _only_told(plan)
    except (StoreError, ValueError) as problem:
        raise CommandError(str(problem)) from None


def _planned(migration: Migration) -> Plan:
    from tqdm import tqdm

    with tqdm(desc="reading", unit=" rows", disable=None, leave=False) as bar:
        plan = migration.plan(bar.update)
    print(f"from {plan.source}", f"to   {plan.target} ({plan.state})", "", sep="\n")
    print(*table.lines(["tenant", "archived", *COLUMNS], _rows(plan.sums)), "", sep="\n")
    tenants = f"{len(plan.sums.names):,} tenant{'s' * (len(plan.sums.names) != 1)}"
    print(f"{plan.sums.rows:,} rows of {tenants}; {plan.done:,} are there already")
    for obstacle in plan.obstacles[:SHOWN]:
        print(f"stands in the way: {obstacle}")
    if len(plan.obstacles) > SHOWN:
        print(f"stands in the way: {len(plan.obstacles) - SHOWN:,} more")
    sys.stdout.flush()
    return plan


def _only_told(plan: Plan) -> int:
    print("nothing was written" if plan.obstacles else "nothing stands in the way; nothing was written")
    return int(bool(plan.obstacles))


def _carry(migration: Migration, plan: Plan) -> int:
    from tqdm import tqdm

    from memlab.tiers.errors import StoreError

    try:
        with tqdm(total=plan.sums.rows, desc="carrying", unit=" rows", disable=None, leave=False) as bar:
            wrong = migration.run(plan, bar.update)
    except StoreError as problem:
        print(f"not done: {problem}", "give the same command again to go on", sep="\n")
        return 1
    for line in wrong[:SHOWN]:
        print(f"not as it was: {line}")
    if not wrong:
        print("done: every table of every tenant has the counts and checksums that it had, and reads back")
    return int(bool(wrong))


def _rows(sums: Sums) -> list[list[str]]:
    """A line for each of the largest tenants, one for the others, and the total."""
    order = sorted(sums.names, key=lambda num: (-sums.counts.get(("memories", num), 0), sums.names[num]))
    rows = [_row(table.visible(sums.names[num]), sums, [num]) for num in order[:SHOWN]]
    if order[SHOWN:]:
        rows.append(_row(f"{len(order) - SHOWN:,} others", sums, order[SHOWN:]))
    return [*rows, _row("all", sums, order)]


def _row(name: str, sums: Sums, numbers: list[int]) -> list[str]:
    counts = [sum(sums.counts.get((each, num), 0) for num in numbers) for each in COLUMNS]
    archived = sum(sums.archived.get(num, 0) for num in numbers)
    return [name, *(f"{count:,}" for count in (archived, *counts))]
