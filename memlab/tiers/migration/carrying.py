"""Carrying: a plan that changes nothing, then page by page, each with the note of how far it is.

Rows keep their numbers and the database its salt, so the codes of words, the vectors and the pointers into
the cold tier stay right. A page and the note of it are one transaction of the target: wherever the process
dies, the next run goes on behind the last page. Until the end no store opens the target.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from memlab.tiers import analysis
from memlab.tiers.errors import StoreError
from memlab.tiers.migration import ends, sums, tables
from memlab.tiers.migration.sums import Sums
from memlab.tiers.migration.tables import TABLES, TENANTS, Line
from memlab.tiers.warm import Warm, bodies, meta
from memlab.tiers.warm.codes import Codes
from memlab.tiers.warm.engines import Connection, Database
from memlab.tiers.warm.indexing import Index

_ANEW = "empty the target (drop its file or schema), then begin again"
NEW, UNDER_WAY, DONE, IN_USE = "new", "under way", "done", "in use"
Ticks = Callable[[int], object]


@dataclass(frozen=True)
class Plan:
    """What is there, what is to be written, and what stands in the way."""

    source: str
    target: str
    sums: Sums
    state: str  # of the target: NEW, UNDER_WAY, DONE or IN_USE
    done: int  # rows that are there from an earlier run
    obstacles: tuple[str, ...]


class Migration:
    """One database's warm tier carried into another that is empty. StoreError where one cannot be read.

    ValueError for a place that is none, StoreError where there is nothing to carry over.
    """

    def __init__(self, source: str, target: str) -> None:
        self._from, self._to = ends.place("from", source), ends.place("to", target)
        if self._from == self._to:
            raise ValueError("to: it is the same database as from, allowed is another one: name an empty one")
        if not ends.exists(self._from):
            mend = "name the file or the directory of a store, or its database"
            raise StoreError(f"from: there is no warm tier there, {ends.shown(self._from)}: {mend}")
        self._source = ends.opened(self._from)
        self._target: Database | None = None

    def close(self) -> None:
        """Close both databases."""
        self._source.close()
        if self._target is not None:
            self._target.close()

    def __enter__(self) -> Migration:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- the plan

    def plan(self, tick: Ticks = lambda rows: None) -> Plan:
        """Read the source, and look at the target; nothing is written. O(source)."""
        found = sums.read(self._source, tick)
        obstacles = list(found.problems)
        if found.told.get("index") != analysis.INDEX_VERSION:
            obstacles.append("its index is of another version of memlab: open the store and call reindex()")
        state, note = self._look()
        if state == IN_USE:
            mend = "name an empty file or database, or another ?schema=NAME of it"
            obstacles.append(f"the target holds something else: {mend}")
        elif note and note["source"] != found.fingerprint:
            obstacles.append(f"the source is another one than before, or was changed since: {_ANEW}")
        done = int(note["rows"]) if note else 0
        return Plan(ends.shown(self._from), ends.shown(self._to), found, state, done, tuple(obstacles))

    def _look(self) -> tuple[str, dict[str, Any] | None]:
        if self._target is None and not ends.exists(self._to):
            return NEW, None
        with self._there().reading() as c:
            note = _note(c)
            if note is None:
                return IN_USE if ends.in_use(c) else NEW, None
        return DONE if note["over"] else UNDER_WAY, note

    def _there(self) -> Database:
        if self._target is None:
            self._target = ends.opened(self._to)
        return self._target

    # -- the way

    def run(self, plan: Plan, tick: Ticks = lambda rows: None) -> list[str]:
        """Carry over what is not there yet, and look at all of it; what is not right then, one line each.

        StoreError if something stands in the way: nothing is written then. `tick` is told the rows done.
        """
        if plan.obstacles:
            raise StoreError(f"nothing was written: {plan.obstacles[0]}")
        note = self._begun(plan)
        tick(note["rows"])
        while not note["over"] and note["table"] < len(TABLES):
            before = note["rows"]
            note = self._step(plan, note)
            tick(note["rows"] - before)
        wrong = self._unlike(plan)
        if wrong:
            return wrong
        if not note["over"]:
            self._finish(plan, note)
        return self._unsound()

    def _begun(self, plan: Plan) -> dict[str, Any]:
        """The note of how far it is; a new target gets one, with the tenants and what the source says."""
        state, note = self._look()
        if note is not None:
            return note
        note = {
            "source": plan.sums.fingerprint,
            "table": 0,
            "after": None,
            "rows": len(plan.sums.names),
            "over": False,
        }
        with self._there().writing_all() as c:
            if state == IN_USE or ends.in_use(c) or _note(c) is not None:
                raise StoreError(f"{self._there().path}: somebody else writes there: name an empty one")
            meta.put(c, "salt", plan.sums.told["salt"])
            meta.put(c, "index", meta.UNFINISHED)
            made_by = {
                name: plan.sums.told[name] for name in ("embed", "dimension") if name in plan.sums.told
            }
            meta.enter(c, migration=json.dumps(note), **made_by)
            tables.write(c, TENANTS, list(sums.lines(self._source, TENANTS)))
        return note

    def _step(self, plan: Plan, note: dict[str, Any]) -> dict[str, Any]:
        """One page, and the note of it, in one transaction."""
        table = TABLES[note["table"]]
        with self._source.reading() as c:
            found = tables.page(c, table, note["after"])
        with self._writing(note) as writing:
            tables.write(writing.c, table, found)
            if table.name == "memories":
                self._index(writing.c, plan, found)
            last = len(found) < tables.PAGE
            writing.note = {
                **note,
                "table": note["table"] + last,
                "after": None if last else tables.key_of(table, found[-1]),
                "rows": note["rows"] + len(found),
            }
        return writing.note

    def _index(self, c: Connection, plan: Plan, found: Sequence[Line]) -> None:
        """Enter the words of some memories, which lie with them, into the full-text index."""
        index = Index(Codes(plan.sums.told["salt"]), analysis.analyse)  # type: ignore[arg-type]
        table = TABLES[0]
        for line in found:
            if line.bodies[1] is not None:
                row, tenant = (tables.column(table, line, name) for name in ("row", "tenant"))
                words = bodies.text_of(bodies.decoded(line.bodies[1]))
                c.words.enter(c, tenant, row, index.coded(tenant, words))

    @contextmanager
    def _writing(self, note: dict[str, Any]) -> Iterator[_Step]:
        """A transaction of the target that ends with a note, if that there is still the one known here."""
        with self._there().writing_all() as c:
            if _note(c) != note:
                raise StoreError(
                    f"{self._there().path}: another migration writes there: let it come to its end"
                )
            step = _Step(c, note)
            yield step
            meta.put(c, "migration", json.dumps(step.note))

    # -- the end

    def _unlike(self, plan: Plan) -> list[str]:
        """What in the target is not as it was in the source when this migration began."""
        if sums.read(self._source).fingerprint != plan.sums.fingerprint:
            return [f"the source was changed meanwhile: let nothing write to it, and {_ANEW}"]
        return plan.sums.unlike(sums.read(self._there()))

    def _finish(self, plan: Plan, note: dict[str, Any]) -> None:
        """From now on the target is a warm tier like any other."""
        with self._writing(note) as writing:
            ends.count_on(writing.c)
            meta.put(writing.c, "index", plan.sums.told["index"])
            writing.note = {**note, "over": True}

    def _unsound(self) -> list[str]:
        """What the target itself finds wrong: rows, words, pages."""
        warm = Warm(self._to)
        try:
            return [f"{problem.tenant!r} {problem.id!r}: {problem.what}" for problem in warm.check()]
        finally:
            warm.close()


@dataclass
class _Step:
    """A transaction of the target, and the note that it leaves."""

    c: Connection
    note: dict[str, Any]


def _note(c: Connection) -> dict[str, Any] | None:
    found = meta.read(c, "migration").get("migration")
    return None if found is None else json.loads(found)
