"""Indexing: the full-text index and the identifiers of a row, kept with it in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from memlab.tiers.analysis import FIELDS, NEIGHBOURS, Indexed
from memlab.tiers.errors import Corrupt
from memlab.tiers.memory import Memory
from memlab.tiers.warm import bodies, rows, tenants
from memlab.tiers.warm.codes import Codes
from memlab.tiers.warm.engines import Connection
from memlab.tiers.warm.rows import Row

Analyse = Callable[[Memory, Sequence[Memory], Sequence[Memory]], Indexed]
_EDGE = 2**62  # beyond every place
SIDES = {"<": -_EDGE, ">": _EDGE}  # before and after, and how far that goes
TURNS = ("turn", "reply")  # kinds that stand in a row; other memories of a session are nobody's neighbours
OF_NEIGHBOURS = ("asked", "before", "after", "near")  # fields with what other turns say
_OF_SESSION = f"tenant = ? AND session = ? AND session <> '' AND agent = ? AND kind IN {TURNS}"


class Index:
    """What is found by words and by identifiers. It holds codes; the words lie with the bodies."""

    def __init__(self, codes: Codes, analyse: Analyse) -> None:
        self.codes, self.analyse = codes, analyse

    def refresh(self, c: Connection, name: str, tenant: int, touched: Iterable[int]) -> None:
        """Read anew what the index holds of some rows; those whose text is elsewhere stay as they are."""
        for row in list(rows.select(c, touched, tenant)):
            for memory in _whole(row, name):
                before, after = neighbours(c, name, tenant, memory)
                self.put(c, tenant, row, self.analyse(memory, before, after))

    def put(self, c: Connection, tenant: int, row: Row, indexed: Indexed) -> None:
        """Enter a row in place of what was there of it."""
        text = _joined([indexed.fields.get(name, ()) for name in FIELDS])
        if row.fields is not None:
            if stored(c, row.fields) == text and self._identified(c, tenant, row.row, indexed.identifiers):
                return
            self.remove(c, tenant, row)
        self._enter(c, tenant, row.row, text)
        codes = ((tenant, self.codes.of(tenant, each), row.row) for each in indexed.identifiers)
        c.executemany("INSERT INTO identifiers VALUES(?, ?, ?)", codes)

    def strike(self, c: Connection, tenant: int, gone: Row, around: Iterable[int]) -> None:
        """Take a turn's words out of its neighbours whose own text is elsewhere, as it changes or goes.

        They cannot be read anew; a word that another neighbour said too goes with it.
        """
        said = set(split(stored(c, gone.fields))[0]) if gone.fields is not None else set()
        for row in list(rows.select(c, around, tenant)):
            if row.pointer is None or row.fields is None or row.row == gone.row:
                continue
            lines = zip(FIELDS, split(stored(c, row.fields)), strict=True)
            kept = [[t for t in line if name not in OF_NEIGHBOURS or t not in said] for name, line in lines]
            self._take_out(c, tenant, row.row, row.fields)
            self._enter(c, tenant, row.row, _joined(kept))

    def restore(self, c: Connection, tenant: int, row: Row) -> None:
        """Enter a row into an emptied index with the words that are stored of it."""
        text = stored(c, row.fields or 0)
        c.words.enter(c, tenant, row.row, self.coded(tenant, text))
        count(c, tenant, text, 1)

    def remove(self, c: Connection, tenant: int, row: Row) -> None:
        """Take a row out."""
        if row.fields is None:
            return
        c.execute("DELETE FROM identifiers WHERE row = ?", (row.row,))
        self._take_out(c, tenant, row.row, row.fields)

    def _enter(self, c: Connection, tenant: int, row: int, text: str) -> None:
        c.execute("UPDATE memories SET fields = ? WHERE row = ?", (bodies.write(c, text), row))
        c.words.enter(c, tenant, row, self.coded(tenant, text))
        count(c, tenant, text, 1)

    def _take_out(self, c: Connection, tenant: int, row: int, fields: int) -> None:
        text = stored(c, fields)
        c.words.remove(c, tenant, row, self.coded(tenant, text))
        bodies.erase(c, fields)
        c.execute("UPDATE memories SET fields = NULL WHERE row = ?", (row,))
        count(c, tenant, text, -1)

    def _identified(self, c: Connection, tenant: int, row: int, wanted: Iterable[str]) -> bool:
        there = {code for (code,) in c.execute("SELECT code FROM identifiers WHERE row = ?", (row,))}
        return there == {self.codes.of(tenant, each) for each in wanted}

    def coded(self, tenant: int, text: str) -> list[list[str]]:
        """The codes of each field of stored words."""
        return [[self.codes.of(tenant, token) for token in line] for line in split(text)]


def _joined(lines: Iterable[Iterable[str]]) -> str:
    """The tokens of all fields as one text, a line each."""
    return "\n".join(" ".join(line) for line in lines) + "\n."


def split(text: str) -> list[list[str]]:
    """The tokens of each field, as they are stored; of an analysis with other fields, all in the first."""
    lines = [line.split() for line in text.split("\n")[:-1]]
    if len(lines) == len(FIELDS):
        return lines
    return [[token for line in lines for token in line], *([] for _ in FIELDS[1:])]


def stored(c: Connection, num: int) -> str:
    """The words of a row as they are stored. Of damaged ones nothing is known: reindex() mends that."""
    try:
        return bodies.read(c, num)
    except Corrupt:
        return "\n" * len(FIELDS) + "."


def count(c: Connection, tenant: int, text: str, sign: int) -> None:
    """Keep the tenant's number of indexed rows and the lengths of its fields."""
    lengths = {name: len(line) for name, line in zip(FIELDS, split(text), strict=True)}
    tenants.counters(c, tenant).index(lengths, sign)


def neighbours(c: Connection, name: str, tenant: int, memory: Memory) -> tuple[list[Memory], list[Memory]]:
    """(turns before, turns after) in the session, the nearest first, as far as their text is here.

    Only of its own agent or of the shared area: a private turn must not be found by its shared neighbour.
    """
    if not memory.session or memory.kind not in TURNS:
        return [], []
    before, after = (
        [m for row in beside(c, tenant, memory, memory.agent, side) for m in _whole(row, name)]
        for side in SIDES
    )
    return before, after


class Spot(NamedTuple):
    """Where a memory stands in a conversation."""

    kind: str
    session: str
    place: int
    agent: str


def spot(c: Connection, row: int) -> Spot:
    """Where a row stands."""
    sql = "SELECT kind, session, place, agent FROM memories WHERE row = ?"
    return Spot(*c.execute(sql, (row,)).fetchone())


def around(c: Connection, tenant: int, spot: Spot) -> set[int]:
    """The rows in whose index a turn shows: the nearest turns, as each agent that sees it sees them.

    Of turns that share the place of the last of them, all.
    """
    if not spot.session or spot.kind not in TURNS or not isinstance(spot.place, int):
        return set()
    agents = [spot.agent] if spot.agent else list(_agents(c, tenant, spot.session))
    found = set()
    for side, agent in product(SIDES, agents):
        places = [place for place, _ in _nearest(c, tenant, spot, agent, side)]
        last = places[-1] if len(places) == NEIGHBOURS else SIDES[side]
        low, high = sorted((last, spot.place))
        sql = f"SELECT row FROM memories WHERE {_OF_SESSION} AND place BETWEEN ? AND ? AND place <> ?"
        for whose in sorted({"", agent}):
            values = (tenant, spot.session, whose, low, high, spot.place)
            found |= {row for (row,) in c.execute(sql, values)}
    return found


def beside(c: Connection, tenant: int, memory: Memory, agent: str, side: str) -> list[Row]:
    """The rows of the nearest turns before ("<") or after (">") a memory that an agent sees."""
    at = Spot(memory.kind, memory.session, memory.place, memory.agent)
    nearest = [row for _, row in _nearest(c, tenant, at, agent, side)]
    by_row = {row.row: row for row in rows.select(c, nearest, tenant)}
    return [by_row[row] for row in nearest]


def _nearest(c: Connection, tenant: int, spot: Spot, agent: str, side: str) -> list[tuple[int, int]]:
    order = "DESC" if side == "<" else "ASC"
    sql = (
        f"SELECT place, row FROM memories WHERE {_OF_SESSION} AND place {side} ?"
        f" ORDER BY place {order}, row {order} LIMIT {NEIGHBOURS}"
    )
    found = [
        each
        for whose in sorted({"", agent})
        for each in c.execute(sql, (tenant, spot.session, whose, spot.place)).fetchall()
    ]
    found = [each for each in found if isinstance(each[0], int)]  # SQLite takes a place that is none
    return sorted(found, reverse=side == "<")[:NEIGHBOURS]


def _agents(c: Connection, tenant: int, session: str) -> Iterator[str]:
    """Whoever has memories in a session, each found by one step in the index."""
    sql = "SELECT min(agent) FROM memories WHERE tenant = ? AND session = ? AND session <> '' AND agent > ?"
    agent: str | None = ""
    while isinstance(agent, str):
        yield agent
        (agent,) = c.execute(sql, (tenant, session, agent)).fetchone()


def _whole(row: Row, name: str) -> list[Memory]:
    """The memory of a row; nothing if its text is elsewhere or does not read."""
    try:
        return [] if row.pointer else [row.memory(name)]
    except Corrupt:
        return []
