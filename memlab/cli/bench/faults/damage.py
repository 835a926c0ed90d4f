"""Damage: files that are torn, flipped, emptied, lost or not what they should be."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from memlab.cli.bench.faults.outcome import Outcome, total
from memlab.cli.bench.faults.paths import PATHS, Writer, add_many, archive, document, turn
from memlab.cli.bench.faults.stores import StoreScene
from memlab.cli.bench.faults.truth import DOC, found
from memlab.tiers import MemoryStore, journal
from memlab.tiers.errors import Corrupt, StoreError
from memlab.tiers.memory import Memory

CHECK = "told by check()"
Spoil = Callable[[Path], object]
STEPS = (
    add_many, turn, turn, archive, add_many, *PATHS["correct"], *PATHS["merge"], *PATHS["forget"], document,
    *PATHS["import_"], *PATHS["update"], turn,
)  # fmt: skip


class Template:
    """A closed store with something of everything; each fault is done to a copy of it."""

    def __init__(self, folder: Path) -> None:
        self.scene, self.folder = StoreScene("add"), folder / "template"
        with self.scene.opened(self.folder) as store:
            writer = Writer(self.scene, store, self.folder, 7)
            for make in STEPS:
                self.scene.truth.follow(make(writer))
            self.scene.truth.failings(store)
            shutil.copytree(self.folder, folder / "open")  # as a crash leaves it: its log is not in the file
        self.crashed = folder / "open"


def damaged(many: int, seed: int) -> list[Outcome]:
    """Every kind of damage, the random ones so many times."""
    draw = Random(seed)
    with TemporaryDirectory(prefix="memlab-faults-") as place:
        template = Template(Path(place))
        kinds: dict[str, Iterable[Spoil]] = {
            "cold: corrupt tail": _tails(template, many),
            "cold: corrupt middle": [
                partial(_cold, spoil, draw.random()) for _ in range(many) for spoil in MIDDLE
            ],
            "cold: file lost, empty, a folder": [
                partial(_cold, spoil, 0.5) for spoil in (_lose, _empty, _folder)
            ],
            "SQLite: truncated": [partial(_cut, n / many) for n in range(many)],
            "SQLite: bits flipped": [partial(_flip_database, draw.random()) for _ in range(3 * many)],
            "SQLite: empty, no database, another's, a folder": [
                partial(_at, "warm.sqlite", spoil) for spoil in (_empty, _scribble, _anothers, _folder)
            ],
        }
        outcomes = [
            total(name, (_spoilt(template, name, spoil) for spoil in faults))
            for name, faults in kinds.items()
        ]
        logs = [partial(_at, "warm.sqlite-wal", s) for s in (_lose, _empty, _scribble, _flip_all, _folder)]
        logs += [partial(_at, "warm.sqlite-shm", s) for s in (_lose, _empty, _scribble)]
        name = "SQLite: log lost, empty, corrupt"
        return [*outcomes, total(name, (_spoilt(template, name, spoil, template.crashed) for spoil in logs))]


def _spoilt(template: Template, name: str, spoil: Spoil, source: Path | None = None) -> Outcome:
    with TemporaryDirectory(prefix="memlab-faults-") as place:
        folder = Path(place) / "memory"
        shutil.copytree(source or template.folder, folder)
        spoil(folder)
        first = _opened(template, name, folder)
        if first.refused or first.seen.get(CHECK):
            first += _recovered(template, name, folder, warm_only=not name.startswith("cold"))
        return first


def _opened(template: Template, name: str, folder: Path) -> Outcome:
    """Open, heal and read all: every text is right or told of; the error names what is broken."""
    try:
        with template.scene.opened(folder) as store:
            store.reconcile()
            again = store.reconcile()
            told, lost = _read(template, store)
            with suppress(Corrupt):  # what is lost is told by whatever would give it
                store.items()
            store.recall("parcel", 5), store.cold.problems()
            unsound = bool(store.warm.check())
            untold = ["lost, and problems() says nothing"] * (told > 0 and not store.problems())
            wrong = [*lost, *map(str, again), *untold]
            return Outcome(
                name, 1, opened=1, checked=len(template.scene.truth.may), lost=len(lost),
                differences=len(again), wrong=tuple(wrong), seen={"told lost": told, CHECK: unsound},
            )  # fmt: skip
    except StoreError as refused:
        clear = str(folder) in str(refused) and ": " in str(refused)
        return Outcome(name, 1, refused=1, wrong=() if clear else (f"unclear: {refused}",))
    except Exception as error:
        return Outcome(name, 1, wrong=(f"raw {type(error).__name__}: {error}",))


def _read(template: Template, store: MemoryStore) -> tuple[int, list[str]]:
    """(ids that are told to be lost, ids that are wrong without a word)."""
    told, wrong = 0, []
    for id, may in template.scene.truth.may.items():
        try:
            state = found(store, id)
        except StoreError:
            told += 1
            continue
        if state not in may and not id.startswith(DOC):  # documents are in warm alone
            wrong.append(f"{id}: {state}, acknowledged was {sorted(may)}")
    return told, wrong


def _recovered(template: Template, name: str, folder: Path, warm_only: bool) -> Outcome:
    """The way that the errors name: move the broken files away, open again, reconcile."""
    away = folder.with_name("away")
    away.mkdir()
    for path in folder.glob("warm.sqlite*" if warm_only else "cold/*/*.jsonl"):
        if warm_only or path.is_dir():
            shutil.move(path, away)
    again = _opened(template, name, folder)
    failed = [f"not recovered: {what}" for what in again.wrong] + ["not recovered"] * again.refused
    return Outcome(
        name, checked=again.checked, lost=again.lost, differences=again.differences, wrong=tuple(failed),
        seen={"recovered": not failed, **again.seen},
    )  # fmt: skip


# -- what is done to files


def _tails(template: Template, many: int) -> Iterator[Spoil]:
    """The last line cut off after every byte of it, or after so many of them."""
    last = max(template.folder.glob("cold/*/*.jsonl"))
    size, end = last.stat().st_size, len(last.read_bytes().splitlines(keepends=True)[-1])
    for cut in range(1, end + 1, max(1, end // (4 * many))):
        yield partial(
            _at, last.relative_to(template.folder), lambda path, cut=cut: _truncate(path, size - cut)
        )
    for rest in (b"\0" * 50, b"\n\n", b'{"sum":"', b"\xff\xfe\n"):
        yield partial(_at, last.relative_to(template.folder), lambda path, rest=rest: _append(path, rest))


def _cold(spoil: Callable[[Path, float], object], where: float, folder: Path) -> None:
    """Do something to one of the cold files."""
    paths = sorted(folder.glob("cold/*/*.jsonl"))
    spoil(paths[int(where * len(paths))], where)


def _at(name: str | Path, spoil: Callable[[Path, float], object] | Spoil, folder: Path) -> None:
    try:
        spoil(folder / name, 0.5)  # type: ignore[call-arg]
    except TypeError:
        spoil(folder / name)  # type: ignore[call-arg]


def _truncate(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])


def _append(path: Path, rest: bytes) -> None:
    path.write_bytes(path.read_bytes() + rest)


def _flip(path: Path, where: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(where * len(data))] ^= 1 << int(where * 1e6) % 8
    path.write_bytes(data)


def _flip_all(path: Path, where: float) -> None:
    path.write_bytes(bytes(byte ^ 1 for byte in path.read_bytes()))


def _zero(path: Path, where: float) -> None:
    data = path.read_bytes()
    at = int(where * len(data))
    path.write_bytes(data[:at] + b"\0" * min(100, len(data) - at) + data[at + 100 :])


def _halves(path: Path, where: float) -> None:
    data = path.read_bytes()
    at = int(where * len(data))
    path.write_bytes(data[:at] + data[at + 30 :])


def _foreign(path: Path, where: float) -> None:
    """A line of another tenant, sound in itself, among those of this one."""
    lines = path.read_bytes().splitlines(keepends=True)
    line = journal.write("bob", Memory("bob", "b1", "The heron of bob.", version=9))
    lines.insert(int(where * len(lines)), line)
    path.write_bytes(b"".join(lines))


def _lose(path: Path, where: float) -> None:
    path.unlink(missing_ok=True)


def _empty(path: Path, where: float) -> None:
    path.write_bytes(b"")


def _folder(path: Path, where: float) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def _scribble(path: Path, where: float) -> None:
    path.write_bytes(b"no such thing\n" * 700)


def _anothers(path: Path, where: float) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE flowers(name)")
    other.close()


def _cut(share: float, folder: Path) -> None:
    path = folder / "warm.sqlite"
    _truncate(path, int(share * path.stat().st_size))


def _flip_database(where: float, folder: Path) -> None:
    _flip(folder / "warm.sqlite", where)


MIDDLE = (_flip, _zero, _halves, _foreign)
