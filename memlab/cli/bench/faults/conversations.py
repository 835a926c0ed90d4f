"""Conversations: what is said to a MemoryManager, and forgotten, under the knife."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from memlab.cli.bench.faults.killing import Say
from memlab.cli.bench.faults.scene import Scene
from memlab.cli.bench.faults.stores import Clock
from memlab.cli.bench.faults.truth import files_with
from memlab.context import MemoryManager
from memlab.tiers import Settings
from memlab.tiers.errors import UnknownMemory


class Conversation(Scene):
    """process_message, store_session_memory, states and settings: the book of facts with them."""

    name = "MemoryManager"
    settings = Settings()

    def opened(self, folder: Path) -> MemoryManager:
        return MemoryManager(
            "ann", folder, llm=lambda _: "Noted.", clock=Clock(), session="s1", settings=self.settings
        )

    def what(self, n: int) -> str:
        return f"Correction: my budget is {n + 1000} euros."

    def writer(self, folder: Path) -> Callable[[int, Any], object]:
        return self.acting(self.opened(folder))

    def acting(self, manager: MemoryManager) -> Callable[[int, Any], object]:
        def act(n: int, what: str) -> None:
            if n % 3 == 2:
                manager.store_session_memory("s2", [what])
            else:
                manager.process_message(what)
            manager.set_state("trip", f"step {n}", n=n)
            manager.update_setting("last", n)

        return act

    def look(self, folder: Path) -> Iterator[str]:
        with self.opened(folder) as manager:
            manager.store.reconcile()
            yield from (f"differs: {d}" for d in manager.store.reconcile())
            said = [m.text for m in manager.store.items(statuses=None, kinds=["turn"])]
            yield from (f"lost: {text}" for text in self.told.done.values() if said.count(text) < 1)
            yield from self._newest(manager, {max(self.told.done, default=-1), *self.told.cut})
            for n, what in self.told.cut.items():  # an agent does once more what was not acknowledged
                self.acting(manager)(n, what)
                self.told.done[n] = what
                yield from self._newest(manager, {n})
                yield from self._corrected(manager, n)
            yield from (f"differs: {d}" for d in manager.store.reconcile())
            yield from (f"unsound: {problem}" for problem in manager.store.warm.check())

    def _newest(self, manager: MemoryManager, allowed: set[int]) -> Iterator[str]:
        """Every layer has what was acknowledged last, or what was on its way; of a fact, recall too."""
        state = manager.get_state("trip")
        budgets = [int(value.split()[0]) - 1000 for value in manager.facts.values("budget")]
        found = manager.recall_memory("What is my budget?", 9, kinds=["requirement"])
        shown = [m.metadata["value"] for m in found.memories]
        have = {
            "state": -1 if state is None else state.data["n"],
            "setting": manager.setting("last", -1),
            "budget": budgets.pop() if budgets else -1,
            "fact that is recalled": int(shown.pop().split()[0]) - 1000 if shown else -1,
        }
        yield from (f"{what} {n}, allowed are {allowed}" for what, n in have.items() if n not in allowed)
        yield from (f"more than one budget: {more}" for more in (budgets, shown) if more)

    def _corrected(self, manager: MemoryManager, newest: int) -> Iterator[str]:
        """Of the turns that a later one corrected none is live: the first one that said a text counts."""
        said = {m.text: m for m in reversed(manager.sessions.turns("s1"))}
        over = (said[text] for n, text in self.told.done.items() if n < newest and text in said)
        yield from (f"corrected, and recalled all the same: {m.text}" for m in over if m.status == "live")


class Letting(Conversation):
    """A turn or a fact is forgotten in every layer; who was cut off asks once more, and no word stays."""

    name = "MemoryManager.forget"
    settings = Settings(window=2)

    def live(self, folder: Path, seed: int, say: Say) -> None:
        manager = self.opened(folder)
        for beat, n in enumerate(count(self.next)):
            word = "".join(Random(f"{seed} {n}").choices("bdfgklmnprst", k=9))
            manager.process_message(f"My favourite tea is {word}leaf.")
            for k in range(3):
                manager.process_message(f"Say {n} and {k}.")
            held = [m.id for m in manager.store.items(statuses=None) if word in m.text and m.kind != "reply"]
            chosen = held[n % len(held)]
            say({"begin": beat, "n": n, "what": [word, chosen]})
            manager.forget(chosen)
            say({"done": beat, "n": n})

    def look(self, folder: Path) -> Iterator[str]:
        with self.opened(folder) as manager:
            manager.store.reconcile()
            yield from (f"differs: {d}" for d in manager.store.reconcile())
            for n, (word, chosen) in self.told.cut.items():
                with suppress(UnknownMemory):
                    manager.forget(chosen)
                self.told.done[n] = [word, chosen]
            asked = ((word, id) for word, id in self.told.done.values() if id.startswith(("fact", "turn")))
            done = dict(asked)  # who forgets a summary alone forgets no turn
            yield from (f"still there: {word}, of {done[word]}" for word in files_with(folder, set(done)))
            yield from (f"unsound: {problem}" for problem in manager.store.warm.check())
