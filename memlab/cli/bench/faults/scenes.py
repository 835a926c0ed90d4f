"""Scenes: the write paths beside the store, each with what must be so after a writer was killed in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from memlab.bank import MemoryBank, PriorityMemory
from memlab.bank import Settings as Caps
from memlab.cli import notebooks
from memlab.cli.bench.faults.conversations import Conversation, Letting
from memlab.cli.bench.faults.killing import kills
from memlab.cli.bench.faults.outcome import Outcome
from memlab.cli.bench.faults.scene import Scene
from memlab.cli.bench.faults.stores import Clock
from memlab.replay import read_trace
from memlab.tiers import MemoryStore
from memlab.tiers.migration import Migration
from memlab.whole import write_whole


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
