"""StateLayer: how far each task is, as snapshots with versions, and which steps a state machine allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from memlab import checks
from memlab.tiers.errors import StoreError, VersionConflict
from memlab.tiers.layers import shapes
from memlab.tiers.layers.documents import Documents, plain

STATE = shapes.record({"state": shapes.text, "data": shapes.anything})
MACHINE = shapes.record(
    {
        "steps": shapes.named(shapes.many(shapes.text)),
        "start": lambda value: value is None or shapes.text(value),
    }
)


class ForbiddenTransition(StoreError):
    """The task's state machine has no such step. The state is as it was."""


@dataclass(frozen=True)
class StateMachine:
    """The states of a kind of task: state -> those that may follow; one that none follows is final.

    >>> refund = StateMachine({"asked": ["approved", "refused"], "approved": ["paid"]}, start="asked")
    >>> refund.final
    ('refused', 'paid')
    """

    steps: Mapping[str, Iterable[str]]
    start: str | None = None  # the first state; None: any

    def __post_init__(self) -> None:
        checks.kind("steps", self.steps, Mapping, 'write {"asked": ["approved"]}')  # type: ignore[type-abstract]
        steps = {}
        for state, following in self.steps.items():
            checks.text("state", state, empty=False)
            if isinstance(following, str) or not isinstance(following, Iterable):
                shown = checks.shown(following)
                raise TypeError(f"steps[{state!r}]: {shown}, allowed is a list of states: pass a list")
            steps[state] = tuple(checks.text("state", name, empty=False) for name in following)
        object.__setattr__(self, "steps", steps)
        if self.start is not None and self.start not in self.states:
            raise ValueError(
                f"start: {checks.shown(self.start)}, allowed are {', '.join(self.states)}: correct it"
            )

    @property
    def states(self) -> tuple[str, ...]:
        """All states, in the order in which they are named."""
        return tuple(dict.fromkeys([*self.steps, *(s for after in self.steps.values() for s in after)]))

    @property
    def final(self) -> tuple[str, ...]:
        """The states that none follows."""
        return tuple(state for state in self.states if not self.steps.get(state))

    def allowed(self, state: str | None) -> tuple[str, ...]:
        """What may follow a state; None: what a task may begin with."""
        if state is None:
            return self.states if self.start is None else (self.start,)
        return tuple(self.steps.get(state, ()))


@dataclass(frozen=True)
class Snapshot:
    """The state of a task at one moment. `version` counts its writes; times are UTC seconds."""

    task: str
    state: str
    data: Mapping[str, Any] = field(default_factory=dict)
    version: int = 1
    at: float = 0.0
    expires_at: float | None = None
    final: bool = False

    def __str__(self) -> str:
        about = ", ".join(f"{name}: {value}" for name, value in self.data.items())
        return f"{self.task}: {self.state}{f' ({about})' if about else ''}"


class StateLayer:
    """Business state: kept outside the model, of which a task is never told twice where it stands.

    A state is absent once `settings.lifetime("state")` has passed since its last write. All agents of a
    tenant share the states.
    """

    def __init__(self, store: Any) -> None:
        self.store = store
        self._states = Documents(store, "states", shape=STATE)
        self._machines = Documents(store, "machines", shape=MACHINE)

    def declare(self, task: str, machine: StateMachine) -> None:
        """Say which steps a task may take; kept for whoever opens the store. Its state must fit."""
        checks.kind("machine", machine, StateMachine, 'write StateMachine({"asked": ["approved"]})')
        now = self.get_state(task)
        if now is not None and now.state not in machine.states:
            known = ", ".join(machine.states)
            raise ForbiddenTransition(
                f"task {checks.shown(task)} is {now.state!r}, the machine's states are {known}: add it"
            )
        steps = {state: list(after) for state, after in machine.steps.items()}
        self._machines.put(_named(task), {"steps": steps, "start": machine.start})

    def set_state(self, task: str, state: str, *, expected: int | None = None, **data: Any) -> Snapshot:
        """Take a task to a state. What `data` does not name stays as it was; None takes a name away.

        `expected`: the version that it was read in (0: there was none); VersionConflict if somebody wrote
        since. ForbiddenTransition names the states that are allowed. To stay in a state is always allowed.
        """
        checks.text("state", state, empty=False)
        fields = {name: plain(name, value) for name, value in data.items()}
        if expected is not None:
            checks.whole("expected", expected, 0)
        while True:
            before = self.get_state(task)
            version = before.version if before else 0
            if expected is not None and expected != version:
                raise VersionConflict(
                    f"task {checks.shown(task)}: version {version} is there, {expected} was expected: "
                    "read the state again, then write with its version"
                )
            self._check(task, before, state)
            merged = {**(before.data if before else {}), **fields}
            kept = {name: value for name, value in merged.items() if value is not None}
            try:
                return self._put(task, state, kept, version)
            except VersionConflict:
                if expected is not None:
                    raise
                continue  # overtaken: whether the step is allowed is asked anew

    def get_state(self, task: str) -> Snapshot | None:
        """The task's snapshot; None if there is none or its time is over."""
        found = self._states.get(_named(task))
        return None if found is None else self._snapshot(task, found)

    def history(self, task: str) -> list[Snapshot]:
        """All snapshots of a task, the oldest first, those whose time is over included."""
        return [self._snapshot(task, document) for document in self._states.history(_named(task))]

    def states(self) -> list[Snapshot]:
        """The tasks that are under way, the one that was changed last first."""
        found = [self._snapshot(key, document) for key, document in self._states.all()]
        return sorted((s for s in found if not s.final), key=lambda s: (-s.at, s.task))

    def forget(self, task: str) -> None:
        """Erase a task's snapshots and its state machine."""
        self._states.drop(_named(task))
        self._machines.drop(task)

    # -- inside

    def _put(self, task: str, state: str, data: Mapping[str, Any], version: int) -> Snapshot:
        now, lifetime = self.store.clock(), self.store.settings.lifetime("state")
        ends = None if lifetime is None else now + lifetime
        value = {"state": state, "data": dict(data)}
        there = self.store.warm.get_document(self.store.tenant, "states", task)
        old = there.version if there is not None else 0  # of one whose time is over, too
        over = there is None or (there.expires_at is not None and now >= there.expires_at)
        if version != (0 if over else old):
            raise VersionConflict(f"task {checks.shown(task)}: version {old} is there, not {version}")
        written = self._states.put(task, value, expected=old, expires_at=ends)
        return Snapshot(task, state, data, written, now, ends, self._is_final(task, state))

    def _check(self, task: str, before: Snapshot | None, state: str) -> None:
        machine = self.machine(task)
        now = before.state if before else None
        if machine is None or state == now:
            return
        allowed = machine.allowed(now)
        if state not in allowed:
            here = f"is {now!r}" if now is not None else "has not begun"
            names = ", ".join(map(repr, allowed)) or f"none: {now!r} is final"
            raise ForbiddenTransition(
                f"state: {checks.shown(state)}; task {checks.shown(task)} {here}, allowed are {names}"
            )

    def machine(self, task: str) -> StateMachine | None:
        """The state machine that was declared for a task."""
        found = self._machines.get(_named(task))
        return None if found is None else StateMachine(found.value["steps"], found.value["start"])

    def _is_final(self, task: str, state: str) -> bool:
        machine = self.machine(task)
        return machine is not None and state in machine.final

    def _snapshot(self, task: str, document: Any) -> Snapshot:
        value = document.value
        final = self._is_final(task, value["state"])
        return Snapshot(
            task, value["state"], value["data"], document.version, document.at, document.expires_at, final
        )


def _named(task: str) -> str:
    return checks.text("task", task, empty=False)
