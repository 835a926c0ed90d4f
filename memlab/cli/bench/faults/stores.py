"""Stores: the write paths of a MemoryStore under the knife, and what every store must keep after a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from memlab.cli.bench.faults.killing import Row, Say, kills
from memlab.cli.bench.faults.outcome import Outcome
from memlab.cli.bench.faults.paths import AGENT, PATHS, SMALL, START, Make, Writer, add, add_many
from memlab.cli.bench.faults.truth import Truth, files_with
from memlab.tiers import MemoryStore
from memlab.tiers.errors import StoreError

WHOLE = {"add", "add_many", "update", "correct", "share", "restore", "forget", "forget_many", "touch"}
"""Paths of one transaction: refused, they have changed nothing. The others may stop between two of theirs."""

TENANT, OTHER = "ann", "bob"
WITNESS = "The heron of bob stands in the reeds."
STEPS_OF_TIERS = {
    "hot": ("put", "drop", "touch"),
    "warm": ("put", "take", "erase", "bury", "demote", "promote", "touch", "put_document", "delete_document",
             "take_document", "reindex", "erase_all"),
    "cold": ("append", "erase"),
}  # fmt: skip


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class StoreScene:
    """One write path of a store; `client` makes the client of its hot tier, of which nothing else is kept."""

    def __init__(self, path: str, client: Callable[[], Any] | None = None, warm: str | None = None) -> None:
        self.name, self._path = path, path
        self._client, self._warm = client, warm
        self.truth, self.clock = Truth(), Clock()
        self._fresh = True

    def opened(self, folder: Path, tenant: str = TENANT, agent: str = AGENT) -> MemoryStore:
        client = self._client() if self._client else None
        return MemoryStore(
            tenant, folder, client=client, warm=self._warm, settings=SMALL, clock=self.clock, agent=agent
        )

    def live(self, folder: Path, seed: int, say: Say) -> None:
        with self.opened(folder) as store:
            writer = Writer(self, store, folder, seed)
            steps = PATHS[self._path]
            self._settle(folder, writer, steps[:-1], say)
            writer.watch = partial(watched, say=say)
            writer.watch(store)
            for n, make in enumerate(cycle((steps[-1], *steps[:-1]))):
                step = make(writer)
                say({"begin": n, "after": step.after, "clock": self.clock.now})
                self.truth.begin(step.after)
                step.act()
                say({"done": n, "after": step.after})
                self.truth.done(step.after)

    def check(self, folder: Path, rows: list[Row]) -> Outcome:
        self.truth.read(rows)
        self.clock.now = max([self.clock.now, *(row["clock"] for row in rows if "clock" in row)])
        self._fresh = False
        cut = (
            None if self._path == "reconcile" else {id for id, may in self.truth.may.items() if len(may) > 1}
        )
        return examined(self.name, lambda: self.opened(folder), self.truth, folder, self._other(folder), cut)

    def _settle(self, folder: Path, writer: Writer, steps: Sequence[Make], say: Say) -> None:
        """What comes before the write that is to be cut off; at first something of another tenant, too."""
        if self._fresh:
            with self.opened(folder, OTHER, "") as other:
                other.add(WITNESS, id="w")
        for make in (add_many, *steps):
            step = make(writer)
            self.truth.follow(step)
            say({"done": -1, "after": step.after, "clock": self.clock.now})

    def _other(self, folder: Path) -> Callable[[], MemoryStore]:
        return lambda: self.opened(folder, OTHER, "")


def watched(store: MemoryStore, say: Say) -> None:
    """Tell of every step in a tier."""
    for tier, names in STEPS_OF_TIERS.items():
        held = getattr(store, tier)
        for name in names:
            setattr(held, name, _told(getattr(held, name), tier, say))


def _told(method: Callable[..., Any], tier: str, say: Say) -> Callable[..., Any]:
    def step(*args: Any, **options: Any) -> Any:
        say({"in": tier})
        result = method(*args, **options)
        say({"in": ""})
        return result

    return step


def examined(
    name: str,
    reopen: Callable[[], MemoryStore],
    truth: Truth,
    folder: Path,
    other: Callable[[], MemoryStore] | None = None,
    cut: set[str] | None = None,
) -> Outcome:
    """Open a store after a fault, heal it, and look whether every promise was kept.

    `cut`: the ids of writes that were cut off; of those known, no other may differ from tier to tier.
    """
    try:
        store = reopen()
    except StoreError as refused:
        named = str(folder) in str(refused)
        return Outcome(name, tried=1, refused=1, wrong=() if named else (f"unclear: {refused}",))
    with store:
        told = {difference.id for difference in store.reconcile()} & truth.may.keys()
        again = store.reconcile()
        checked, lost = truth.failings(store)
        erased = set().union(*truth.erased.values()) if truth.erased else set()
        left = sorted({*files_with(folder, erased), *(erased & _in_hot(store))})
        unsound = [f"unsound: {problem}" for problem in (*store.warm.check(), *store.cold.problems())]
        unsound += [
            f"{id} differed, and no write of it was cut off" for id in told - (told if cut is None else cut)
        ]
        mixed = [*_others(store), *(_witness(other) if other else ())]
    wrong = (*lost, *(f"still there: {text}" for text in left), *map(str, again), *unsound, *mixed)
    return Outcome(
        name,
        tried=1,
        opened=1,
        checked=checked + len(erased),
        lost=len(lost) + len(left),
        differences=len(again),
        mixed=len(mixed),
        wrong=wrong,
    )


def under(
    name: str,
    scene: StoreScene,
    folder: Path,
    harm: Callable[[], AbstractContextManager[object]],
    paths: Sequence[str],
    seed: int,
) -> Outcome:
    """Write by each of these paths while something does harm; afterwards all must go on, and all be there."""
    wrong: list[str] = []
    tried = refused = 0
    with scene.opened(folder) as store:
        writer = Writer(scene, store, folder, seed)
        for path in paths:
            steps = PATHS[path]
            for make in (add_many, *steps[:-1]):
                scene.truth.follow(make(writer))
            step = steps[-1](writer)
            with harm():
                told = scene.truth.attempt(step, whole=path in WHOLE)
            tried, refused = tried + 1, refused + isinstance(told, StoreError)
            if told is not None and not isinstance(told, StoreError):
                wrong.append(f"{path}: raw {type(told).__name__}: {told}")
            scene.truth.follow(add(writer))
    looked = examined(name, lambda: scene.opened(folder), scene.truth, folder)
    return looked + Outcome(
        name, tried=tried - 1, refused=refused, opened=tried - refused - 1, wrong=tuple(wrong)
    )


def _in_hot(store: MemoryStore) -> set[str]:
    return {memory.text for memory in store.hot.memories().values() if memory is not None}


def _others(store: MemoryStore) -> Iterator[str]:
    """What a tenant sees of another."""
    seen = [m for m in store.items(statuses=None) if m.tenant != store.tenant or m.text == WITNESS]
    yield from (f"mixed: {store.tenant} sees {m.tenant}'s {m.id}" for m in seen)
    if any(hit.text == WITNESS for hit in store.recall("heron of bob in the reeds", 5).memories):
        yield f"mixed: {store.tenant} recalls what is {OTHER}'s"


def _witness(other: Callable[[], MemoryStore]) -> Iterator[str]:
    """What another tenant has must be as it was."""
    with other() as store:
        if [m.text for m in store.items()] != [WITNESS] or store.reconcile():
            yield f"mixed: {store.tenant} lost, or got, something"


def killed_paths(many: dict[str, int], seed: int) -> list[Outcome]:
    """The write paths of a store, each killed so many times."""
    return [kills(partial(StoreScene, path), count, seed + n) for n, (path, count) in enumerate(many.items())]
