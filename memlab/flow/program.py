"""A conversation as a program: statements, what follows what, where it may start and end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NoReturn, TypeVar

import networkx as nx

from memlab.flow import graph
from memlab.flow.statement import ProgramError, Statement, Variables, listing, read_statement, shown

Value = TypeVar("Value")


class Program:
    """Statements in order, each with the ids of those that may follow it. It never changes.

    Entries are where the conversation may start: the first statement, each statement that nothing leads to
    and, for a loop that nothing outside leads into, its first statement. So every statement can be reached.

    >>> p = Program.from_dicts([{"id": 0, "use": [], "def": ["cart"], "succ": [1]},
    ...                         {"id": 1, "use": ["cart"], "def": [], "succ": []}])
    >>> p, p.entries, p.exits, p.variables
    (Program(2 statements, 1 variables), (0,), (1,), ('cart',))
    """

    def __init__(
        self, statements: Iterable[Statement], procedures: Mapping[Hashable, Program] | None = None
    ) -> None:
        self.statements = tuple(_many(statements))
        if not all(isinstance(s, Statement) for s in self.statements):
            self._refuse_statement()
        self.procedures: Mapping[Hashable, Program] = procedures or {}
        self._index = {s.id: n for n, s in enumerate(self.statements)}
        if len(self._index) < len(self.statements):
            self._refuse_duplicate()
        try:
            self.succ = [tuple(map(self._index.__getitem__, s.succ)) for s in self.statements]
        except KeyError:
            self._refuse_successor()
        self._check_calls()

    @classmethod
    def from_dicts(
        cls, items: Iterable[Mapping[str, Any]], procedures: Mapping[Hashable, Any] | None = None
    ) -> Program:
        """Read `[{"id", "use", "def", "succ"}, ...]`; ids and names are any hashables, "succ" holds ids.

        Optional keys: "text", "speaker", "call" (the name of a procedure); others are ignored. `procedures`
        maps names to programs, or to such lists, which may call one another and themselves. Raises
        ProgramError, which names statement and field. O(size of the input).
        """
        given = {} if procedures is None else procedures
        if not isinstance(given, Mapping):
            mend = "must be a dict of names and programs (or lists of dicts)"
            raise ProgramError(None, "procedures", procedures, mend)
        table: dict[Hashable, Any] = dict.fromkeys(given)  # the names first: any body may call any
        for name, body in given.items():
            try:
                table[name] = body if isinstance(body, Program) else cls(_read(body), table)
            except ProgramError as error:
                error.procedure = name
                raise
        return cls(_read(items), table)

    @classmethod
    def from_turns(cls, turns: Iterable[Mapping[str, Any]]) -> Program:
        """A straight conversation: turns `{"use", "def"}` with optional "text", "speaker"; ids count from 1.

        A turn may bear the very "id" and "succ" that it gets here; others are refused, for `from_dicts`
        reads them.

        >>> Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}]).ids
        (1, 2)
        """
        items = list(_many(turns))
        return cls.from_dicts([_placed(turn, n, len(items)) for n, turn in enumerate(items, start=1)])

    @classmethod
    def from_networkx(cls, g: nx.DiGraph) -> Program:
        """Nodes are ids with "use" and "def" (absent: empty), "text", "speaker", "call"; edges are succ.

        Parallel edges count once. The graph attribute "procedures", if there, is handed to `from_dicts`.
        """
        if not (isinstance(g, nx.Graph) and g.is_directed()):
            mend = "must be a networkx.DiGraph, for what follows what has a direction"
            raise ProgramError(None, "graph", g, mend)
        items = [{"use": (), "def": (), **g.nodes[n], "id": n, "succ": list(g.successors(n))} for n in g]
        return cls.from_dicts(items, g.graph.get("procedures"))

    def to_networkx(self) -> nx.DiGraph:
        """The graph that `from_networkx` reads back as an equal program."""
        g = nx.DiGraph(procedures=self.procedures)
        for s in self.statements:
            g.add_node(s.id, use=s.use, text=s.text, speaker=s.speaker, call=s.call, **{"def": s.defs})
        g.add_edges_from((s.id, t) for s in self.statements for t in s.succ)
        return g

    @cached_property
    def effects(self) -> Sequence[Any]:
        """The statements as analyses see them: a call has the summary of its sub-dialogue mixed in."""
        if all(s.call is None for s in self.statements):
            return self.statements
        from memlab.flow import calls  # summaries come from solving programs: that module imports this one

        return calls.effects(self)

    @cached_property
    def variables(self) -> tuple[Hashable, ...]:
        """In order of first appearance; those of one statement: uses before definitions, by name."""
        return in_order(self.effects)

    @cached_property
    def pred(self) -> list[list[int]]:
        """Positions of the statements that lead to each position."""
        return graph.reversed_edges(self.succ)

    @cached_property
    def order(self) -> graph.Order:
        """The reverse postorder of the positions, and the positions of the entries."""
        return graph.reverse_postorder(self.succ, self.pred)

    @property
    def ids(self) -> tuple[Hashable, ...]:
        """The ids of the statements, in program order."""
        return tuple(self._index)

    @property
    def entries(self) -> tuple[Hashable, ...]:
        """The ids of the statements where the conversation may start, in program order."""
        return tuple(self.statements[n].id for n in sorted(self.order.roots))

    @property
    def exits(self) -> tuple[Hashable, ...]:
        """The ids of the statements that nothing follows; none where every path runs in a circle."""
        return tuple(s.id for s in self.statements if not s.succ)

    def successors(self, id: Hashable) -> tuple[Hashable, ...]:
        """The ids of the statements that may follow; KeyError for an unknown id."""
        return self[id].succ

    def predecessors(self, id: Hashable) -> tuple[Hashable, ...]:
        """The ids of the statements that may come right before; KeyError for an unknown id."""
        return tuple(self.statements[n].id for n in self.pred[self.position(id)])

    def position(self, id: Hashable) -> int:
        """Where the statement stands, from 0."""
        try:
            return self._index[id]
        except KeyError:
            raise KeyError(f"no statement {shown(id)}; there are {listing(self._index)}") from None

    def __getitem__(self, id: Hashable) -> Statement:
        return self.statements[self.position(id)]

    def __len__(self) -> int:
        return len(self.statements)

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self.statements)

    def _parts(self) -> tuple[Any, ...]:  # procedures one level deep: they may call each other in a circle
        return self.statements, {name: p.statements for name, p in self.procedures.items()}

    def __repr__(self) -> str:
        return f"Program({len(self)} statements, {len(self.variables)} variables)"

    def _refuse_statement(self) -> NoReturn:
        n, s = next((n, s) for n, s in enumerate(self.statements) if not isinstance(s, Statement))
        raise ProgramError(n, "statement", s, "must be a Statement; Program.from_dicts reads dicts")

    def _refuse_duplicate(self) -> NoReturn:
        n, s = next((n, s) for n, s in enumerate(self.statements) if self._index[s.id] != n)
        mend = f"the statements at positions {n} and {self._index[s.id]} both have this id; give each its own"
        raise ProgramError(s.id, "id", s.id, mend)

    def _refuse_successor(self) -> NoReturn:
        s, t = next((s, t) for s in self.statements for t in s.succ if t not in self._index)
        twin = next((i for i in self._index if _alike(i, t)), None)
        have = listing(self._index)
        hint = f"; did you mean {shown(twin)}?" if twin is not None else ""
        raise ProgramError(s.id, "succ", t, f"no statement has this id; there are {have}{hint}")

    def _check_calls(self) -> None:
        for s in self.statements:
            if s.call is not None and s.call not in self.procedures:
                mend = f"no such procedure; procedures= holds {listing(self.procedures)}: add it"
                raise ProgramError(s.id, "call", s.call, mend)


def _placed(turn: Any, n: int, last: int) -> Any:
    """Turn n of a straight conversation with its id and successor."""
    if not isinstance(turn, Mapping):
        return turn  # refused, with its reason, by whoever reads it
    place = {"id": n, "succ": [n + 1] if n < last else []}
    for field, value in place.items():
        if field in turn and not _same(turn[field], value):
            mend = f"would be {value} in a straight conversation; other graphs are read by from_dicts"
            raise ProgramError(n, field, turn[field], mend)
    return {**turn, **place}


def _same(told: Any, value: Any) -> bool:
    return type(told) is type(value) and told == value


def _alike(id: Hashable, other: Hashable) -> bool:
    """Whether two ids look alike, as 1 and "1" do; an int of more digits than Python prints is like none."""
    try:
        return str(id) == str(other)
    except ValueError:
        return False


def _many(items: Any) -> Any:
    if isinstance(items, (str, bytes, Mapping)) or not isinstance(items, Iterable):
        mend = f"a program is a list of statements, not {type(items).__name__}"
        raise ProgramError(None, "statements", items, mend)
    return items


def _read(items: Any) -> Iterator[Statement]:
    shared: dict[Variables, Variables] = {}
    return (read_statement(item, n, shared.setdefault) for n, item in enumerate(_many(items)))


class ById(Mapping[Hashable, Value]):
    """Statement id -> a value that is worked out when it is asked for."""

    def __init__(self, program: Program, value: Callable[[int], Value]) -> None:
        self._program, self._value = program, value

    def __getitem__(self, id: Hashable) -> Value:
        return self._value(self._program.position(id))

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._program.ids)

    def __len__(self) -> int:
        return len(self._program)

    def __repr__(self) -> str:
        return f"<a value for each statement of {self._program!r}>"


def in_order(statements: Iterable[Any]) -> tuple[Hashable, ...]:
    """The variables of the statements as they first appear; sets have no order, so names decide."""
    seen: set[Hashable] = set()
    found: list[Hashable] = []
    for names in dict.fromkeys(chain.from_iterable((s.use, s.defs, s.may) for s in statements)):
        if new := names - seen:
            found += _named(new)
            seen |= new
    return tuple(found)


def _named(variables: frozenset[Hashable]) -> list[Hashable]:
    try:
        return sorted(variables, key=str)
    except ValueError:  # Python writes no number of more than 4,300 digits
        mend = "one is a number too long to be written: give it a shorter one or a text as its name"
        raise ProgramError(None, "variables", variables, mend) from None
