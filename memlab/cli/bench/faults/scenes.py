"""Scenes: the write paths beside the store, each with what must be so after a writer was killed in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from memlab.bank import MemoryBank, PriorityMemory
from memlab.bank import Settings as Caps
from memlab.cli import notebooks
from memlab.cli.bench.faults.killing import Row, Say, kills
from memlab.cli.bench.faults.outcome import Outcome
from memlab.cli.bench.faults.stores import Clock
from memlab.cli.bench.faults.truth import files_with
from memlab.context import MemoryManager
from memlab.replay import read_trace
from memlab.tiers import MemoryStore, Settings
from memlab.tiers.errors import UnknownMemory
from memlab.tiers.migration import Migration
from memlab.whole import write_whole


class Told:
    """What a process told of its writes: those that were acknowledged, by number, and the one cut off."""

    def __init__(self) -> None:
        self.done: dict[int, Any] = {}
        self.cut: dict[int, Any] = {}

    def read(self, rows: list[Row]) -> None:
        begun = {row["n"]: row["what"] for row in rows if "begin" in row}
        ended = {row["n"] for row in rows if "done" in row}
        self.done |= {n: what for n, what in begun.items() if n in ended}
        self.cut = {n: what for n, what in begun.items() if n not in ended}


class Scene:
    """A path that writes `what(n)`, n = 0, 1, … without end; `look` yields what is wrong afterwards."""

    name = ""

    def __init__(self) -> None:
        self.told, self.next = Told(), 0

    def live(self, folder: Path, seed: int, say: Say) -> None:
        act = self.writer(folder)
        for beat, n in enumerate(count(self.next)):
            what = self.what(n)
            say({"begin": beat, "n": n, "what": what})
            act(n, what)
            say({"done": beat, "n": n})

    def check(self, folder: Path, rows: list[Row]) -> Outcome:
        self.told.read(rows)
        self.next = max([self.next, *(row["n"] + 1 for row in rows if "n" in row)])
        try:
            wrong = tuple(self.look(folder))
        except Exception as error:
            wrong = (f"raw: {type(error).__name__}: {error}",)
        checked = len(self.told.done)
        return Outcome(self.name, tried=1, opened=1, checked=checked, lost=len(wrong), wrong=wrong)

    def what(self, n: int) -> Any:
        return f"say number {n} of a long talk"

    def writer(self, folder: Path) -> Callable[[int, Any], object]:
        raise NotImplementedError

    def look(self, folder: Path) -> Iterator[str]:
        raise NotImplementedError


class Conversation(Scene):
    """process_message, store_session_memory, states and settings: the book of facts with them."""

    name = "MemoryManager"
    settings = Settings()

    def open(self, folder: Path) -> MemoryManager:
        return MemoryManager(
            "ann", folder, llm=lambda _: "Noted.", clock=Clock(), session="s1", settings=self.settings
        )

    def what(self, n: int) -> str:
        return f"Correction: my budget is {n + 1000} euros."

    def writer(self, folder: Path) -> Callable[[int, Any], object]:
        return self.acting(self.open(folder))

    def acting(self, manager: MemoryManager) -> Callable[[int, Any], object]:
        def act(n: int, what: str) -> None:
            if n % 3 == 2:
                manager.store_session_memory("s2", [what, f"Twice is {n} better."])
            else:
                manager.process_message(what)
            manager.set_state("trip", f"step {n}", n=n)
            manager.update_setting("last", n)

        return act

    def look(self, folder: Path) -> Iterator[str]:
        with self.open(folder) as manager:
            manager.store.reconcile()
            yield from (f"differs: {d}" for d in manager.store.reconcile())
            said = [m.text for m in manager.store.items(statuses=None, kinds=["turn"])]
            yield from (f"lost: {text}" for text in self.told.done.values() if said.count(text) < 1)
            yield from self._newest(manager, {max(self.told.done, default=-1), *self.told.cut})
            for n, what in self.told.cut.items():  # an agent does once more what was not acknowledged
                self.acting(manager)(n, what)
                self.told.done[n] = what
                yield from self._newest(manager, {n})
            yield from (f"differs: {d}" for d in manager.store.reconcile())
            yield from (f"unsound: {problem}" for problem in manager.store.warm.check())

    def _newest(self, manager: MemoryManager, allowed: set[int]) -> Iterator[str]:
        """Every layer has what was acknowledged last, or what was on its way; of a fact, recall too."""
        state = manager.get_state("trip")
        budgets = [int(value.split()[0]) - 1000 for value in manager.facts.values("budget")]
        shown = [m.metadata["value"] for m in manager.store.items(kinds=["requirement"])]
        have = {
            "state": -1 if state is None else state.data["n"],
            "setting": manager.setting("last", -1),
            "budget": budgets.pop() if budgets else -1,
            "fact that is recalled": int(shown.pop().split()[0]) - 1000 if shown else -1,
        }
        yield from (f"{what} {n}, allowed are {allowed}" for what, n in have.items() if n not in allowed)
        yield from (f"more than one budget: {more}" for more in (budgets, shown) if more)


class Letting(Conversation):
    """A turn or a fact is forgotten in every layer; who was cut off asks once more, and no word stays."""

    name = "MemoryManager.forget"
    settings = Settings(window=2)

    def live(self, folder: Path, seed: int, say: Say) -> None:
        manager = self.open(folder)
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
        with self.open(folder) as manager:
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


class Recording(Scene):
    """The record of a bank's accesses: every acknowledged one is a line of its own."""

    name = "access recorder"

    def writer(self, folder: Path) -> Callable[[int, Any], object]:
        bank = MemoryBank(3, clock=Clock(), record=folder / "trace.jsonl")
        return lambda n, what: bank.add(what, id=f"m{n}")

    def look(self, folder: Path) -> Iterator[str]:
        path = folder / "trace.jsonl"
        keys = [access.key for access in read_trace(path)] if self.told.done else []
        yield from (f"lost: m{n}" for n in self.told.done if keys.count(f"m{n}") != 1)
        unknown = set(keys) - {f"m{n}" for n in range(self.next)}
        yield from (f"never written: {key}" for key in unknown)


class WholeFile(Scene):
    """Files that are written whole: a course's progress, exports, pages."""

    name = "write_whole"

    def writer(self, folder: Path) -> Callable[[int, Any], object]:
        return lambda n, what: write_whole(folder / "progress.json", self.content(n))

    def content(self, n: int) -> bytes:
        return f"{n}\n".encode() * 20_000

    def look(self, folder: Path) -> Iterator[str]:
        path = folder / "progress.json"
        allowed = {
            self.content(n) for n in ({max(self.told.done)} if self.told.done else set()) | {*self.told.cut}
        }
        held = path.read_bytes() if path.exists() else None
        if held not in allowed and (self.told.done or held is not None):
            yield f"{path.name} holds {held and held[:20]!r}"
        self.told.done |= {n: "" for n in self.told.cut if held == self.content(n)}


class Laying(Scene):
    """`memlab lab` laying out its notebooks, one of which the learner has changed."""

    name = "memlab lab laying out notebooks"

    def writer(self, folder: Path) -> Callable[[int, Any], object]:
        def act(n: int, what: Any) -> None:
            notebooks.lay_out(folder / str(n % 2))

        return act

    def look(self, folder: Path) -> Iterator[str]:
        for place in (p for p in folder.iterdir() if p.is_dir()):
            own = place / "00_start_here.ipynb"
            own.write_text("my own work", encoding="utf-8")
            laid = notebooks.lay_out(place)
            yield from (
                f"{f.name} was taken for the learner's" for f in laid if f.beside and f.name != own.name
            )
            if own.read_text(encoding="utf-8") != "my own work":
                yield "the learner's own work was overwritten"
            for file in place.rglob("*"):
                file.unlink() if file.is_file() else None


class Carrying(Scene):
    """`memlab migrate`: the same command, given again, goes on, and all arrives as it was."""

    name = "memlab migrate"

    def __init__(self) -> None:
        super().__init__()
        self._looked: set[int] = set()
        self._texts = {f"m{n}": f"Parcel {n} waits at the gate." for n in range(60)}

    def writer(self, folder: Path) -> Callable[[int, Any], object]:
        if not (folder / "source").exists():
            with MemoryStore("ann", folder / "source", clock=Clock()) as store:
                store.add_many({"id": id, "text": text} for id, text in self._texts.items())
        return lambda n, what: self._carry(folder, n)

    def look(self, folder: Path) -> Iterator[str]:
        for n in (*self.told.cut, *(self.told.done.keys() - self._looked)):
            if n in self.told.cut:
                self._carry(folder, n)
            self._looked.add(n)
            warm = f"sqlite:{folder / str(n)}"
            with MemoryStore("ann", folder / "source", warm=warm, clock=Clock()) as there:
                if {m.id: m.text for m in there.items()} != self._texts:
                    yield f"carried over, there are {there.count()} of {len(self._texts)}"
                yield from (f"unsound: {problem}" for problem in there.warm.check())

    def _carry(self, folder: Path, n: int) -> None:
        with Migration(f"sqlite:{folder / 'source'}", f"sqlite:{folder / str(n)}") as migration:
            plan = migration.plan()
            if wrong := [*plan.obstacles, *migration.run(plan)]:
                raise ValueError(str(wrong))


class Priority(Scene):
    """A PriorityMemory on a Redis server: nothing counted twice, nothing lost between two of its layers."""

    name = "PriorityMemory on a server"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url

    def memory(self) -> PriorityMemory:
        import redis

        return PriorityMemory(redis.Redis.from_url(self.url), "ann", Caps(capacity=5, protection=0), Clock())

    def writer(self, folder: Path) -> Callable[[int, Any], object]:
        memory = self.memory()

        def act(n: int, what: str) -> None:
            memory.remember(f"m{n}", what, 1 + n % 9)
            memory.touch(f"m{n}")

        return act

    def look(self, folder: Path) -> Iterator[str]:
        memory = self.memory()
        counts = memory.counts()
        if counts["pushed"] != counts["resident"] + counts["archived"] + counts["forgotten"]:
            yield f"not conserved: {counts}"
        there = {item.id for item in memory.items()} | set(memory.archived())
        yield from (f"lost: m{n}" for n in self.told.done if f"m{n}" not in there)
        if len(there) != counts["pushed"]:
            yield f"{len(there)} are there, {counts['pushed']} were counted"


SCENES: Mapping[str, type[Scene]] = {
    scene.name: scene for scene in (Conversation, Letting, Recording, WholeFile, Laying, Carrying)
}


def killed_scenes(many: dict[str, int], seed: int) -> list[Outcome]:
    """The write paths beside the store, each killed so many times."""
    return [kills(SCENES[name], times, seed + n) for n, (name, times) in enumerate(many.items())]
