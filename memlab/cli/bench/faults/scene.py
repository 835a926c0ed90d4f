"""Scene: a write path, what it told before it was killed, and a look at what is wrong then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from memlab.cli.bench.faults.killing import Row, Say
from memlab.cli.bench.faults.outcome import Outcome


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
