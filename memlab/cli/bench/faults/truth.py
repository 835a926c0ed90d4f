"""Truth: what a store may say after what it acknowledged, and after the one write that was cut off."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from memlab.tiers import MemoryStore
from memlab.tiers.errors import Forgotten, StoreError


class State(NamedTuple):
    """What is so of one id: its status ("doc" of a document), its text, and the agent whose it is."""

    status: str
    text: str = ""
    agent: str = ""


class Step(NamedTuple):
    """A write: what it makes so of which ids, and how it is done."""

    after: Mapping[str, State]
    act: Callable[[], object]


GONE, NOWHERE = State("gone"), State("nowhere")
DOC, NEW = "doc:", "new:"  # what the keys of documents, and of memories named by the store, begin with


class Truth:
    """Of each id all that it may be now: one thing, or before and after where a write was cut off."""

    def __init__(self) -> None:
        self.may: dict[str, set[State]] = {}
        self.erased: dict[str, set[str]] = {}  # id -> its texts, which were acknowledged to be erased
        self._texts: dict[str, set[str]] = {}  # id -> every text that it ever had

    def begin(self, after: Mapping[str, State]) -> None:
        """A write sets out to make this so."""
        for id, state in after.items():
            self.may.setdefault(id, {NOWHERE}).add(state)
            if state.text:
                self._texts.setdefault(id, set()).add(state.text)

    def done(self, after: Mapping[str, State]) -> None:
        """It was acknowledged."""
        self.begin(after)
        for id, state in after.items():
            self.may[id] = {state}
            if state == GONE:
                self.erased.setdefault(id, set()).update(self._texts.pop(id, ()))
        for key in {NEW + state.text for state in after.values()} & self.may.keys() - after.keys():
            del self.may[key]  # it has a name now

    def follow(self, step: Step) -> None:
        """Do a write."""
        self.begin(step.after)
        step.act()
        self.done(step.after)

    def attempt(self, step: Step, whole: bool) -> Exception | None:
        """Do a write that may fail; how. `whole`: one that is refused has changed nothing."""
        before = {id: set(self.may[id]) for id in step.after if id in self.may}
        try:
            self.follow(step)
        except Exception as error:
            if whole and isinstance(error, StoreError):
                for id in step.after:
                    del self.may[id]
                self.may.update(before)
            return error
        return None

    def read(self, lines: list[dict[str, Any]]) -> None:
        """What a process told of its writes before it was killed."""
        for row in lines:
            step = self.begin if "begin" in row else self.done if "done" in row else None
            if step:
                step({id: State(*state) for id, state in row["after"].items()})

    def failings(self, store: MemoryStore) -> tuple[int, list[str]]:
        """(how much was looked for, what is not as it was acknowledged); what is so now is so from now on."""
        wrong = []
        self._adopt(store)
        for id, may in list(self.may.items()):
            now = found(store, id)
            if now not in may:
                wrong.append(f"{id}: {now}, acknowledged was {sorted(may)}")
            self.done({id: now})
        return len(self.may), wrong

    def _adopt(self, store: MemoryStore) -> None:
        """Find by their texts the memories whose ids the store made."""
        waiting = {s.text: key for key, may in self.may.items() if key.startswith(NEW) for s in may if s.text}
        if waiting:
            every = {m.text: m for m in store.items(statuses=None, limit=None)}
            for text, key in waiting.items():
                if text in every:
                    self.may[every[text].id] = self.may.pop(key)
                elif NOWHERE in self.may[key]:
                    del self.may[key]


def found(store: MemoryStore, id: str) -> State:
    """What a store says of an id."""
    if id.startswith(DOC):
        document = store.warm.get_document(store.tenant, "faults", id)
        return NOWHERE if document is None else State("doc", document.value)
    try:
        memory = store.newest(id)
    except Forgotten:
        return GONE
    return NOWHERE if memory is None else State(memory.status, memory.text, memory.agent)


def files_with(folder: Path, texts: set[str]) -> list[str]:
    """The texts of these that stand in any file of a folder, however JSON writes them."""
    forms = {text: {text.encode(), json.dumps(text)[1:-1].encode()} for text in texts}
    held = [p.read_bytes() for p in folder.rglob("*") if p.is_file() and not p.name.endswith("-shm")]
    return sorted(text for text, ways in forms.items() if any(w in data for w in ways for data in held))
