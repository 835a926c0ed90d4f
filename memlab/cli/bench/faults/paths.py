"""Paths: every way by which something is written to a store, each as a step that says what it makes so."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from memlab.cli.bench.faults.truth import DOC, GONE, NEW, NOWHERE, State, Step
from memlab.tiers import MemoryStore, Settings
from memlab.tiers.errors import StoreError
from memlab.tiers.memory import Memory

AGENT = "scout"
SMALL = Settings(hot=4, segment=6000, attempts=1, pause=0, drop_after=50.0, archive_after=0.0)
START = 1_900_000_000.0


class Writer:
    """Makes the steps of one store, by its own account of what is in it."""

    def __init__(self, scene: Any, store: MemoryStore, folder: Path, seed: int) -> None:
        self.store, self.clock, self.truth, self.draw = store, scene.clock, scene.truth, Random(seed)
        self.everybodys = partial(scene.opened, folder, agent="")
        self.watch: Callable[[MemoryStore], object] = lambda store: None
        self.seed, self.written = seed, 0

    def id(self) -> str:
        self.written += 1
        return f"m{self.seed}-{self.written}"

    def text(self) -> str:
        """A text that stands nowhere else."""
        mark = "".join(self.draw.choices("bcdfghjklmnpqrstvwxz", k=14))
        return self.draw.choice((f"The parcel {mark} waits at the gate.", f"包裹 {mark} 在门口等。")) + (
            " Bring it in before the rain." * self.draw.choice((0, 0, 1, 20))
        )

    def those(self, *statuses: str, agent: str | None = None) -> list[str]:
        """The ids that are in one of these statuses for sure."""
        sure = {id: next(iter(may)) for id, may in self.truth.may.items() if len(may) == 1}
        return [id for id, s in sure.items() if s.status in statuses and (agent is None or s.agent == agent)]

    def now(self, id: str) -> State:
        return next(iter(self.truth.may[id]))


def add(w: Writer) -> Step:
    id, text = w.id(), w.text()
    return Step({id: State("live", text)}, lambda: w.store.add(text, id=id))


def private(w: Writer) -> Step:
    id, text = w.id(), w.text()
    return Step({id: State("live", text, AGENT)}, lambda: w.store.add(text, id=id, private=True))


def turn(w: Writer) -> Step:
    id, text = w.id(), w.text()
    row = {"id": id, "text": text, "kind": "turn", "session": "s", "place": w.written, "speaker": "user"}
    return Step({id: State("live", text)}, lambda: w.store.add_many([row]))


def brief(w: Writer) -> Step:
    id, text = w.id(), w.text()
    grade = w.draw.choice((2.0, 5.0, 9.0))
    return Step({id: State("live", text)}, lambda: w.store.add(text, id=id, ttl=10.0, importance=grade))


def add_many(w: Writer) -> Step:
    rows = [{"id": w.id(), "text": w.text()} for _ in range(5)]
    return Step({r["id"]: State("live", r["text"]) for r in rows}, lambda: w.store.add_many(rows))


def update(w: Writer) -> Step:
    id, text = w.draw.choice(w.those("live", agent="")), w.text()
    return Step({id: State("live", text)}, lambda: w.store.update(id, text=text))


def correct(w: Writer) -> Step:
    old, id, text = w.draw.choice(w.those("live", agent="")), w.id(), w.text()
    after = {id: State("live", text), old: w.now(old)._replace(status="superseded")}
    return Step(after, lambda: w.store.add(text, id=id, replaces=(old,)))


def share(w: Writer) -> Step:
    id = w.draw.choice(w.those("live", agent=AGENT))
    return Step({id: w.now(id)._replace(agent="")}, lambda: w.store.share(id))


def restore(w: Writer) -> Step:
    id = w.draw.choice(w.those("superseded", "merged"))
    return Step({id: w.now(id)._replace(status="live")}, lambda: w.store.restore(id))


def merge(w: Writer) -> Step:
    ids, text = w.draw.sample(w.those("live", agent=""), 2), w.text()
    after = {id: w.now(id)._replace(status="merged") for id in ids} | {NEW + text: State("live", text)}

    def act() -> None:
        after[w.store.merge(ids, text).id] = after.pop(NEW + text)

    return Step(after, act)


def forget(w: Writer) -> Step:
    id = w.draw.choice(w.those("live", "superseded"))
    return Step({id: GONE}, lambda: w.store.forget(id))


def forget_many(w: Writer) -> Step:
    ids = w.draw.sample(w.those("live", "superseded"), 3)
    return Step(dict.fromkeys(ids, GONE), lambda: w.store.forget_many(ids))


def forget_all(w: Writer) -> Step:
    here = {id: GONE for id, may in w.truth.may.items() if may != {NOWHERE} and not id.startswith(DOC)}
    documents = {id: NOWHERE for id in w.truth.may if id.startswith(DOC)}

    store = w.everybodys()
    w.watch(store)

    def act() -> None:
        with store:
            store.forget_all()

    return Step(here | documents, act)


def sweep(w: Writer) -> Step:
    """Whatever is due, by what the store itself has of it."""
    w.clock.now += 100
    after = {}
    for id in w.those("live"):
        memory = w.store.newest(id)
        if memory is not None and memory.expired(w.clock.now):
            grade = memory.importance
            after[id] = GONE if grade < SMALL.drop_grade else w.now(id)._replace(status="expired")
    return Step(after, lambda: w.store.sweep(force=True))


def archive(w: Writer) -> Step:
    return Step({}, lambda: w.store.archive(0))


def import_(w: Writer) -> Step:
    made = [Memory(w.store.tenant, w.id(), w.text(), at=w.clock.now) for _ in range(3)]
    head = {"record": "memory", "tenant": w.store.tenant, "earlier": []}
    rows: list[dict[str, Any]] = [
        {**head, "memory": json.loads(m.to_json()), "archived": n == 0} for n, m in enumerate(made)
    ]
    grave = w.id()
    rows.append({"record": "tombstone", "tenant": w.store.tenant, "id": grave, "version": 2, "at": 0.0})
    after = {m.id: State("live", m.text) for m in made} | {grave: GONE}
    return Step(after, lambda: w.store.import_(rows))


def document(w: Writer) -> Step:
    key, text = f"{DOC}{w.draw.randrange(4)}", w.text()
    return Step(
        {key: State("doc", text)}, lambda: w.store.warm.put_document(w.store.tenant, "faults", key, text)
    )


def drop_document(w: Writer) -> Step:
    key = w.draw.choice(w.those("doc"))
    return Step({key: NOWHERE}, lambda: w.store.warm.delete_document(w.store.tenant, "faults", key))


def touch(w: Writer) -> Step:
    id = w.draw.choice(w.those("live"))
    return Step({}, lambda: w.store.touch(id))


def reindex(w: Writer) -> Step:
    return Step({}, w.store.reindex)


def behind(w: Writer) -> Step:
    """A write that one tier does not take: it is acknowledged all the same."""
    id, text = w.id(), w.text()
    tier, method = w.draw.choice(((w.store.cold, "append"), (w.store.warm, "put"), (w.store.hot, "put")))

    def act() -> None:
        with failing(tier, method):
            w.store.add(text, id=id)

    return Step({id: State("live", text)}, act)


def reconcile(w: Writer) -> Step:
    return Step({}, w.store.reconcile)


@contextmanager
def failing(tier: Any, method: str) -> Any:
    """One method of a tier refuses."""

    def refuse(*args: object, **options: object) -> None:
        raise StoreError("it is down")

    vars(tier)[method] = refuse
    try:
        yield
    finally:
        del vars(tier)[method]


Make = Callable[[Writer], Step]
PATHS: Mapping[str, tuple[Make, ...]] = {
    "add": (add,),
    "add_many": (add_many,),
    "update": (update,),
    "correct": (correct, add),
    "share": (private, share),
    "restore": (correct, restore, add),
    "merge": (add_many, merge),
    "forget": (add, forget),
    "forget_many": (add_many, forget_many),
    "forget_all": (add_many, document, forget_all),
    "sweep": (brief, brief, sweep),
    "archive": (turn, archive),
    "import_": (import_,),
    "document": (document, document, drop_document),
    "touch": (touch,),
    "reindex": (reindex,),
    "reconcile": (behind, reconcile),
    "all in turn": (add, update, turn, forget, correct, archive, document, touch, add_many),
}
"""Name of a write path -> the steps that a writer takes in turn, without end."""
