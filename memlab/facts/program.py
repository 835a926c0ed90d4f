"""book_program, races: a book as the program of chapter 02, in which a conflict is a data race.

A turn that surely says something defines variables. One that contradicts what is in force defines them only
if it is confirmed: that is a branch, which may or may not be taken. So both definitions reach the next use.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memlab import checks
from memlab.checks import shown
from memlab.facts.candidate import USER, Turn
from memlab.facts.canonical import form
from memlab.facts.draft import has_expired
from memlab.facts.fact import Fact, FactError
from memlab.facts.rules import Rules
from memlab.facts.store import Entry
from memlab.facts.transcript import Heard
from memlab.facts.write import alike, entity_key, rule_of
from memlab.flow import REACHING, Program, solve

if TYPE_CHECKING:
    from memlab.facts.book import FactBook

NOW = "now"
IF_CONFIRMED = "if confirmed"
NO_TURN = Turn("", "")
Variable = tuple[str, ...]  # (entity, attribute), of a many-valued attribute also the value
Facts = tuple[Fact, ...]
Part = tuple[bool, dict[Variable, Facts]]  # whether it is optional, and what it defines


@dataclass(frozen=True)
class Race:
    """Definitions of one variable that reach the same use with different values.

    `statements` are their ids in the program, `facts` what they say, in the same order.
    """

    variable: Variable
    statements: tuple[Hashable, ...]
    facts: tuple[Fact, ...]


def book_program(book: FactBook, uses: Iterable[tuple[int, str]] = ()) -> Program:
    """The turns as statements: a turn has its number from 1 as id, what it defines if confirmed a branch.

    The last statement, "now", uses every variable; `uses` adds (turn number, attribute of the user) where an
    answer needs one. What the book was told by confirm, forget and the like are statements of their own.
    What a rollback undid and what was rejected never ran. O(turns + writes).

    >>> from memlab.facts import FactBook
    >>> book = FactBook("u1", clock=lambda: 0.0)
    >>> for n, text in enumerate(["I live in Berlin.", "I live in Munich."]):
    ...     decisions = book.hear(text, at=60 * n)
    >>> [(s.id, sorted(s.defs), s.succ) for s in book_program(book)]  # doctest: +NORMALIZE_WHITESPACE
    [(1, [('user', 'city')], (2,)), (2, [], ((2, 'if confirmed'), 'now')),
     ((2, 'if confirmed'), [('user', 'city')], ('now',)), ('now', [], ())]
    """
    return Translation(book, uses).program


def races(book: FactBook) -> list[Race]:
    """The variables of which `REACHING` shows different values at "now", in the order of the program.

    >>> from memlab.facts import FactBook
    >>> book = FactBook("u1", clock=lambda: 0.0)
    >>> for n, text in enumerate(["I live in Berlin.", "I live in Munich."]):
    ...     decisions = book.hear(text, at=60 * n)
    >>> [(r.variable, r.statements, [f.value for f in r.facts]) for r in races(book)]
    [(('user', 'city'), (1, (2, 'if confirmed')), ['Berlin', 'Munich'])]
    """
    translation = Translation(book)
    found = []
    for variable, reaching in translation.reaching(NOW).items():
        pairs = [(id, fact) for id in reaching for fact in translation.facts[variable, id]]
        if any(fact.status == "pending" for _, fact in pairs):
            found.append(Race(variable, tuple(id for id, _ in pairs), tuple(fact for _, fact in pairs)))
    return found


class Translation:
    """A book's program, and what each of its definitions says: `facts[variable, statement id]`."""

    def __init__(self, book: FactBook, uses: Iterable[tuple[int, str]] = ()) -> None:
        self._rules, self._now = book.rules, book.now
        self.facts: dict[tuple[Variable, Hashable], Facts] = {}
        self._statements: list[dict[str, Any]] = []
        self._optional: set[Hashable] = set()
        self._variables: dict[tuple, Variable] = {}  # fact -> the variable that it defines
        self._spelt: dict[tuple, str] = {}  # an entity, or a value of one -> as it was spelt first
        entries = book.journal()
        self._dropped = set(_dropped(entries))
        self._translate(book.heard(), entries, _wanted(uses, len(book.turns), book.rules))
        self.program = Program.from_dicts(self._linked())

    def reaching(self, id: Hashable) -> dict[Variable, list[Hashable]]:
        """variable -> the ids of its definitions that reach a statement; both in program order."""
        order = {statement: n for n, statement in enumerate(self.program.ids)}
        found: dict[Any, list[Hashable]] = {variable: [] for variable in self.program.variables}
        for variable, definition in solve(self.program, REACHING).before[id]:
            found[variable].append(definition)
        return {v: sorted(ids, key=order.__getitem__) for v, ids in found.items() if ids}

    # -- statements

    def _translate(self, heard: list[Heard], entries: list[Entry], wanted: dict[int, list[str]]) -> None:
        """Turns and commands in the order of time, and "now" at the end."""
        by_number: dict[int, list[Entry]] = {}
        for entry in entries:
            by_number.setdefault(entry.write.turn, []).append(entry)
        turns = {h.number: (n, h.turn) for n, h in enumerate(heard, start=1)}
        moments = {h.order for h in heard} | {(e.write.at, e.write.turn) for e in entries}
        for _, number in sorted(moments):
            done = by_number.get(number, [])
            n, turn = turns.get(number, (0, NO_TURN))
            self._say(n or (done[0].write.via, done[0].write.version), turn, done, wanted.get(n, []))
        ended = [
            (f, e) for e in _last_of_each(entries) for f in e.step.state.active if has_expired(f, self._now)
        ]
        if ended:
            self._add("expired", {self._variable(f, e): () for f, e in ended}, NO_TURN)
        self._add(NOW, {}, NO_TURN, use=[variable for variable, _ in self.facts])

    def _say(self, id: Hashable, turn: Turn, done: list[Entry], wanted: list[str]) -> None:
        """One statement for what is sure, one for what is not, and more only if it goes to and fro."""
        known = [v for v, _ in self.facts if v[0] == USER and v[1] in wanted] if wanted else []
        for n, (optional, defined) in enumerate(_parts(self._effects(done))):
            name = (id, IF_CONFIRMED) if optional else (id, n + 1) if n else id
            name = (id, IF_CONFIRMED, n + 1) if name in self._optional else name
            if optional:
                self._optional.add(name)
            self._add(name, defined, turn, use=() if n else known)

    def _add(
        self, id: Hashable, defined: dict[Variable, Facts], turn: Turn, use: Iterable[Variable] = ()
    ) -> None:
        statement = {"id": id, "use": set(use), "def": set(defined), "succ": []}
        self._statements.append(statement | {"text": turn.text, "speaker": turn.role})
        self.facts.update({(variable, id): facts for variable, facts in defined.items()})

    def _linked(self) -> list[dict[str, Any]]:
        """Each statement leads to the next; what is optional can be passed by."""
        after: list[Hashable] = []
        for statement in reversed(self._statements):
            statement["succ"] = after
            passed = after if statement["id"] in self._optional else []
            after = [statement["id"], *passed[-1:]]
        return self._statements

    # -- definitions

    def _effects(self, entries: list[Entry]) -> Iterator[Part]:
        for entry in entries:
            step = entry.step
            lapsed: dict[Variable, Facts] = {
                self._variable(f, entry): () for f in step.closed if f.status == "expired"
            }
            if lapsed:
                yield False, lapsed
            sure = self._sure(entry) if step.certain else {}
            if sure:
                yield False, sure
            for fact in self._waiting(entry, set(sure)):
                yield True, {self._variable(fact, entry): (fact,)}

    def _sure(self, entry: Entry) -> dict[Variable, Facts]:
        """The variables that the write surely defines, each with what is in force of it from then on."""
        step = entry.step
        touched = [f for f in (step.fact, *step.closed) if f and f.status not in ("past", "expired")]
        defined: dict[Variable, Facts] = {self._variable(f, entry): () for f in touched}
        for fact in step.state.active:
            variable = self._variable(fact, entry)
            if variable in defined:
                defined[variable] += (fact,)
        return defined

    def _waiting(self, entry: Entry, defined: set[Variable]) -> list[Fact]:
        """What may define after the write: what it holds, and what waits on in spite of a sure definition."""
        step = entry.step
        pairs = [(f, self._variable(f, entry)) for f in step.state.pending]
        waiting = [f for f, variable in pairs if f in step.held or variable in defined]
        return [f for f in waiting if (entry.ledger, _id(f)) not in self._dropped]

    def _variable(self, fact: Fact, entry: Entry) -> Variable:
        """The variable that a fact defines: it stays the one that it was at first."""
        key = entry.ledger, _id(fact)
        if key not in self._variables:
            self._variables[key] = self._new_variable(fact, entry)
        return self._variables[key]

    def _new_variable(self, fact: Fact, entry: Entry) -> Variable:
        rule = rule_of(self._rules, fact.attribute)
        who = self._spelt.setdefault((entity_key(fact.entity),), fact.entity)
        if rule is None or not rule.many:
            return who, fact.attribute
        for other in entry.step.reaching:
            known = self._variables.get((entry.ledger, _id(other)))
            if known and alike(other.value, fact.value, rule.form):
                return known
        poles = fact.attribute, self._rules.opposite_of(rule)
        group = next((a for a in self._rules if a in poles), fact.attribute)
        return who, group, self._spelt.setdefault((entry.ledger, form(fact.value, rule.form).key), fact.value)


def _parts(effects: Iterable[Part]) -> list[Part]:
    """The effects of one turn in as few parts as keep the order of those of one variable."""
    parts: list[Part] = [(False, {})]
    last: dict[Variable, int] = {}
    for optional, defined in effects:
        n = max((last.get(variable, -1) for variable in defined), default=-1) + 1
        while n < len(parts) and parts[n][0] != optional:
            n += 1
        if n == len(parts):
            parts.append((optional, {}))
        parts[n][1].update(defined)
        last.update(dict.fromkeys(defined, n))
    return parts


def _dropped(entries: list[Entry]) -> Iterator[tuple]:
    """What was pending and came to nothing without another definition: its branch was never taken."""
    for entry in entries:
        if not entry.step.certain:
            for fact in entry.step.closed:
                yield entry.ledger, _id(fact)


def _id(fact: Fact) -> tuple:
    return fact.version, fact.attribute, fact.value, fact.polarity


def _last_of_each(entries: list[Entry]) -> Iterable[Entry]:
    return {entry.ledger: entry for entry in entries}.values()


def _wanted(uses: Any, turns: int, rules: Rules) -> dict[int, list[str]]:
    wanted: dict[int, list[str]] = {}
    for use in checks.kind("uses", uses, Iterable, 'write [(turn, "city")]'):
        if not isinstance(use, tuple) or len(use) != 2:
            raise FactError(f'uses: {shown(use)}, allowed is (turn, attribute): write (1, "city")')
        turn, attribute = use
        if type(turn) is not int or not 1 <= turn <= turns:
            raise FactError(f"uses: there is no turn {shown(turn)}, allowed are 1 to {turns}: correct it")
        if not isinstance(attribute, str) or rule_of(rules, attribute) is None:
            known = f"{', '.join(rules)} and favourite_<anything>"
            raise FactError(f"uses: {shown(attribute)} is not in the table, allowed are {known}: correct it")
        wanted.setdefault(turn, []).append(attribute)
    return wanted
