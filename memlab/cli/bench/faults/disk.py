"""Disk: no room left, and no right to write; in processes with mounts and users of their own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from memlab.bank import MemoryBank
from memlab.cli.bench.faults.outcome import Outcome, total
from memlab.cli.bench.faults.paths import PATHS, Writer, add, add_many
from memlab.cli.bench.faults.stores import Clock, StoreScene, examined, under
from memlab.replay import read_trace
from memlab.tiers.errors import StoreError
from memlab.whole import write_whole

SIZE = 4_000_000  # bytes of the disk
MOST = 60_000  # bytes that are still free when a write begins
NOBODY = 65534


class Disk:
    """A disk of its own, which can be filled up to some bytes."""

    def __init__(self, folder: Path) -> None:
        self.place, self._ballast = folder / "disk", folder / "disk" / "ballast"
        self.place.mkdir()
        options = f"size={SIZE}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "memlab", self.place], check=True)

    @contextmanager
    def full(self, free: int) -> Iterator[None]:
        with open(self._ballast, "wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        os.truncate(self._ballast, max(0, self._ballast.stat().st_size - free))
        try:
            yield
        finally:
            self._ballast.unlink()

    def close(self) -> None:
        subprocess.run(["umount", "-l", self.place], check=True)


class Limit:
    """No disk of its own: no file of this process may grow by more than some bytes."""

    def __init__(self, folder: Path) -> None:
        self.place = folder / "disk"
        self.place.mkdir()

    @contextmanager
    def full(self, free: int) -> Iterator[None]:
        import resource  # not on Windows

        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        sizes = [p.stat().st_size for p in self.place.rglob("*") if p.is_file()]
        resource.setrlimit(resource.RLIMIT_FSIZE, (min(sizes, default=0) + free, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    def close(self) -> None:
        pass


def full_disk(rounds: int, seed: int, mounts: bool, paths: int = 0) -> list[Outcome]:
    """Writes begin on a disk with hardly any room; then there is room again, and all goes on.

    Of every path, or of so many `paths`.
    """
    name = "full disk" if mounts else "no file may grow any more"
    draw, found = Random(seed), []
    for _ in range(rounds):
        with TemporaryDirectory(prefix="memlab-faults-") as folder:
            disk = Disk(Path(folder)) if mounts else Limit(Path(folder))
            try:
                chosen = draw.sample(sorted(PATHS), paths or len(PATHS))
                scene, life = StoreScene("add"), draw.getrandbits(30)
                found.append(
                    under(name, scene, disk.place / "memory", partial(_hardly, disk, draw), chosen, life)
                )
                found.append(_files_on_a_full_disk(name, disk, draw))
            finally:
                disk.close()
    return [total(name, found)]


def _hardly(disk: Disk | Limit, draw: Random) -> AbstractContextManager[None]:
    return disk.full(draw.randrange(MOST))


def _files_on_a_full_disk(name: str, disk: Disk | Limit, draw: Random) -> Outcome:
    """The record of accesses, and files that are written whole."""
    trace, progress, wrong = disk.place / "trace.jsonl", disk.place / "progress.json", []
    bank, known = MemoryBank(3, clock=Clock(), record=trace), []
    refused = 0
    for n in range(20):
        with disk.full(draw.randrange(300) if n % 2 else MOST):
            try:
                bank.add("tea " * 20, id=f"m{n}")
                known.append(f"m{n}")
            except OSError as error:
                refused += 1
                wrong += [] if str(trace) in str(error) else [f"unclear: {error}"]
            before = progress.read_bytes() if progress.exists() else None
            content = f"{n}\n".encode() * 9000
            try:
                write_whole(progress, content)
            except OSError:
                content = before if before is not None else b""
                refused += 1
        if (progress.read_bytes() if progress.exists() else b"") != content:
            wrong.append(f"{progress.name}: neither whole nor as before")
    keys = [access.key for access in read_trace(trace)]
    wrong += [] if keys == known else [f"recorded {keys}, acknowledged {known}"]
    wrong += [f"left behind: {part.name}" for part in disk.place.glob("*.part")]
    return Outcome(
        name, tried=40, opened=40 - refused, refused=refused, checked=len(known), wrong=tuple(wrong)
    )


# -- no right to write


def read_only(mounts: bool) -> list[Outcome]:
    """A store that may not be written to, or only in part: refused clearly, or opened; later all is there."""
    cases: dict[str, Callable[[Path], None]] = {
        "folder": lambda memory: _modes(memory, 0o555, 0o444),
        "database": lambda memory: (memory / "warm.sqlite").chmod(0o444),
        "cold files": lambda memory: _modes(memory / "cold", 0o555, 0o444),
        "one cold file": lambda memory: _modes(memory / "cold", 0o755, 0o444),
        "unreadable": lambda memory: _modes(memory, 0o755, 0o000),
    }
    found = [_without_rights(f"read-only: {what}", forbid) for what, forbid in cases.items()]
    if mounts:
        found.append(_without_rights("read-only: mount", _mounted, ("umount", "-l")))
    return [total("read-only folder, database, cold files", found)]


def _modes(folder: Path, folders: int, files: int) -> None:
    for path in [*folder.rglob("*"), folder]:
        path.chmod(folders if path.is_dir() else files)


def _mounted(memory: Path) -> None:
    subprocess.run(["mount", "--bind", memory, memory], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", memory], check=True)


def _without_rights(name: str, forbid: Callable[[Path], None], undo: tuple[str, ...] = ()) -> Outcome:
    with TemporaryDirectory(prefix="memlab-faults-") as place:
        scene, folder = StoreScene("add"), Path(place) / "memory"
        with scene.opened(folder) as store:
            writer = Writer(scene, store, folder, 1)
            for make in (add_many, add, PATHS["document"][0]):
                scene.truth.follow(make(writer))
        _hand_over(Path(place))
        forbid(folder)
        said = _as_nobody(lambda: _used(scene, folder))
        if undo:
            subprocess.run([*undo, folder], check=True)
        _modes(folder, 0o755, 0o644)
        looked = examined(name, lambda: scene.opened(folder), scene.truth, folder)
        if not said.startswith("fine"):
            return looked + Outcome(name, wrong=(f"{name}: {said}",))
        return looked + Outcome(name, refused=1, opened=-1) if "refused" in said else looked


def _used(scene: StoreScene, folder: Path) -> str:
    """Open, read, write; "fine", or what was raised that is no clear error."""
    try:
        with scene.opened(folder) as store:
            _, wrong = scene.truth.failings(store)
            store.recall("parcel", 3)
            with suppress(StoreError):
                store.add("one more", id="extra")
            return wrong[0] if wrong else "fine: opened"
    except StoreError as refused:
        return "fine: refused" if str(folder) in str(refused) else f"unclear: {refused}"
    except Exception as error:
        return f"raw {type(error).__name__}: {error}"


def _hand_over(folder: Path) -> None:
    """Root may write everywhere: let it be nobody's."""
    if os.geteuid() == 0:
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)


def _as_nobody(act: Callable[[], str]) -> str:
    """What a fork without root's rights says."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            os.write(theirs, act().encode()[:60_000])
        finally:
            os._exit(0)
    os.close(theirs)
    with open(ours, "rb") as heard:
        said = heard.read().decode()
    os.waitpid(child, 0)
    return said or "it said nothing"
