"""Ledger, Shelf: the writes of a variable in the order of time; the variables of one attribute."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from itertools import chain, islice
from operator import attrgetter

from memlab.facts.canonical import Form, same
from memlab.facts.conflict import apply
from memlab.facts.draft import State, Step, expired, has_expired
from memlab.facts.fact import Fact
from memlab.facts.rules import Rule
from memlab.facts.write import Write, forms_of

EMPTY = State()
by_order = attrgetter("order")
Awake = Callable[[int], bool]  # whether the write of a version counts: not undone, not withdrawn


class Ledger:
    """The writes of one variable, sorted by time, each with the step that it makes.

    The last write is added in O(1) beside its own rules. An earlier one is put in its place, and from there
    the steps are made again, until one leads to the state that it led to before.
    """

    __slots__ = ("_awake", "_buried", "_rule", "keys", "shown", "steps", "writes")

    def __init__(self, rule: Callable[[Write], Rule], awake: Awake) -> None:
        self._rule, self._awake, self._buried = rule, awake, False
        self.writes: list[Write] = []
        self.steps: list[Step] = []
        self.keys: list[str] = []  # of the values that it is about
        self.shown = EMPTY  # the state that the book's index has of it

    @property
    def state(self) -> State:
        """What is in force and pending after all."""
        return self.steps[-1].state if self.steps else EMPTY

    def put(self, write: Write) -> Step:
        """Add a write; the step that it makes at its place."""
        n = bisect_right(self.writes, write.order, key=by_order)
        self.writes.insert(n, write)
        self._buried |= write.candidate.forgets
        self.steps.insert(n, Step(EMPTY, "", ""))
        self._fold(n, n)
        return self.steps[n]

    def step(self, write: Write) -> Step | None:
        """The step that a write makes here, None if it is not here. O(log n)."""
        n = bisect_right(self.writes, write.order, key=by_order) - 1
        return self.steps[n] if n >= 0 and self.writes[n].version == write.version else None

    def take_in(self, others: Iterable[Write], shown: State) -> None:
        """Add the writes of another variable that turns out to be this one."""
        self.shown = State(self.shown.active + shown.active, self.shown.pending + shown.pending)
        self.writes = list(merge(self.writes, others, key=by_order))
        self._buried = any(w.candidate.forgets for w in self.writes)
        self.steps = [Step(EMPTY, "", "")] * len(self.writes)
        self._fold(0, len(self.writes))

    def refold(self, versions: set[int]) -> None:
        """Make the steps anew: these writes count again, or no longer."""
        places = [n for n, w in enumerate(self.writes) if w.version in versions]
        if places:
            self._fold(places[0], places[-1])

    def _fold(self, first: int, last: int) -> None:
        """From `first` on; after `last` only as long as the state differs from what it was.

        A tombstone depends on all that was said before it: with one, nothing is left out.
        """
        state = self.steps[first - 1].state if first else EMPTY
        for n in range(first, len(self.writes)):
            before = self.steps[n].state
            self.steps[n] = self._step(state, n)
            state = self.steps[n].state
            if n > last and not self._buried and state == before:
                return

    def _step(self, state: State, n: int) -> Step:
        write = self.writes[n]
        if not self._awake(write.version):
            return Step(state, "undone", "")
        return apply(state, write, self._rule(write), lambda: self._before(n))

    def _before(self, n: int) -> Iterator[Write]:
        return (w for w in self.writes[:n] if self._awake(w.version))

    def fate(self, fact: Fact, write: Write) -> Fact:
        """What became of the fact of a write: as it ended, or as it stands now."""
        n = bisect_right(self.writes, write.order, key=by_order) - 1
        later = (f for step in islice(self.steps, n, None) for f in step.closed if f.version == fact.version)
        now = (f for held in self.state[:3] for f in held if f.version == fact.version)
        return next(chain(later, now), fact)

    def at(self, time: float) -> State:
        """The state right after all that was said up to then. O(log n)."""
        n = bisect_right(self.writes, time, key=lambda w: w.at)
        return in_force(self.steps[n - 1].state, time) if n else EMPTY

    def history(self, now: float) -> Iterator[Fact]:
        """All facts that it ever held, each as it ended or stands now."""
        for step in self.steps:
            yield from step.closed
        yield from standing(self.state, now)


class Shelf:
    """The variables of one attribute of one entity: a single one, or one for each of many values.

    Values of one variable are linked by likeness, if need be by way of others: what is like a third value may
    have to be folded together, though it is never merged for that.
    """

    def __init__(self, rule: Callable[[Write], Rule], kind: Rule, awake: Awake) -> None:
        self._rule, self._kind, self._awake = rule, kind, awake
        self.ledgers: dict[Ledger, None] = {}  # a set in the order of opening
        self.wide: list[Write] = []  # about every value, those that are yet to come too
        self._home: dict[str, Ledger] = {}
        self._forms: dict[str, list[Form]] = {}  # near key -> the forms that bear it
        if not kind.many:
            self._opened("")

    def put(self, write: Write) -> list[tuple[Ledger, Step]]:
        """Add a write; each ledger that it went to and the step made there."""
        if write.wide:
            insort(self.wide, write, key=by_order)
        return [(ledger, ledger.put(write)) for ledger in self.ledgers_of(write)]

    def ledgers_of(self, write: Write) -> list[Ledger]:
        """Where a write belongs; ledgers that it links become one."""
        if write.wide or not self._kind.many:
            return list(self.ledgers)
        return [self._joined([self._home_of(form) for form in forms_of(write, self._kind.form)])]

    def _home_of(self, form: Form) -> Ledger:
        if form.key in self._home:
            return self._home[form.key]
        near = {f.key: f for key in form.near for f in self._forms.get(key, ()) if same(f, form)}
        home = self._joined([self._home[key] for key in near]) if near else self._opened(form.key)
        home.keys.append(form.key)
        self._home[form.key] = home
        for key in form.near:
            self._forms.setdefault(key, []).append(form)
        return home

    def _joined(self, homes: list[Ledger]) -> Ledger:
        first = max(homes, key=lambda ledger: len(ledger.writes))
        for ledger in {id(home): home for home in homes if home is not first}.values():
            first.take_in([w for w in ledger.writes if not w.wide], ledger.shown)
            first.keys += ledger.keys
            self._home.update(dict.fromkeys(ledger.keys, first))
            del self.ledgers[ledger]
        return first

    def _opened(self, key: str) -> Ledger:
        ledger = self._home[key] = Ledger(self._rule, self._awake)
        ledger.take_in(self.wide, EMPTY)
        self.ledgers[ledger] = None
        return ledger


def in_force(state: State, now: float) -> State:
    """The state without what has expired by then."""
    if not any(f.expires_at for f in (*state.active, *state.pending)):
        return state
    active, pending = (
        tuple(f for f in facts if not has_expired(f, now)) for facts in (state.active, state.pending)
    )
    return state._replace(active=active, pending=pending)


def standing(state: State, now: float) -> list[Fact]:
    """What a variable holds, as it stands now."""
    held = (*state.active, *state.pending, *state.denied)
    return [expired(f) if f.polarity and has_expired(f, now) else f for f in held]
