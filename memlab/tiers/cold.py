"""Cold: a tenant's journal in JSON Lines files. Every write appends; only erasure overwrites, in place."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from filelock import FileLock, Timeout

from memlab import checks
from memlab.tiers import journal
from memlab.tiers.errors import Corrupt, StoreError
from memlab.tiers.journal import Entry, Grave, Pointer
from memlab.tiers.memory import Memory

WAIT = 30.0  # seconds for the lock of a tenant's files
POLL = 0.002  # seconds between two looks at it
_BLOCK = 1 << 16


class Held(NamedTuple):
    """The newest line of an id."""

    version: int
    tombstone: bool
    pointer: Pointer


class Problem(NamedTuple):
    """A line that is skipped, and why."""

    file: str
    pointer: Pointer
    why: str


class Cold:
    """One tenant's files below `directory`, 00001.jsonl onwards; safe for threads and for processes.

    An append is one write under a lock, then fsync: when it returns, the lines outlive a crash. An unfinished
    last line (a crash in mid-write) is no line; the next append cuts it off. A damaged line in the middle is
    skipped and reported by `problems()`. StoreError names the file and the mend; then nothing was written.
    The index (id -> newest line) is read in one pass when it is first asked for, and then kept up with what
    was appended since, by whomever.
    """

    def __init__(
        self, directory: str | os.PathLike[str], tenant: str, segment_bytes: int = 64_000_000
    ) -> None:
        self.tenant = checks.text("tenant", tenant, empty=False)
        self.segment_bytes = checks.whole("segment_bytes", segment_bytes, 1)
        digest = hashlib.blake2b(tenant.encode("utf-8"), digest_size=16).hexdigest()
        self.folder = Path(directory) / digest  # any name, of any length, is a directory so
        self._mine = threading.RLock()
        self._forget_index()

    # -- writing

    def append(self, entries: Iterable[Entry]) -> list[Pointer]:
        """Write a line for each entry, all of them or none; where they lie."""
        lines = [journal.write(self.tenant, entry) for entry in entries]
        if not lines:
            return []
        with self._locked():
            segment = self._room_for(sum(map(len, lines)))
            offset = self._write(self._path(segment), b"".join(lines))
        pointers = []
        for line in lines:
            pointers.append(Pointer(segment, offset, len(line)))
            offset += len(line)
        return pointers

    def erase(self, ids: Iterable[str]) -> int:
        """Overwrite every record of these ids with an empty line of the same length; how many lines.

        Tombstones stay. The files keep their lengths, so every pointer to another line stays right.
        """
        with self._locked():
            doomed = self.unerased(ids)
            for segment in sorted({pointer.segment for pointer in doomed}):
                with self._told(self._path(segment)), open(self._path(segment), "r+b") as file:
                    for pointer in doomed:
                        if pointer.segment == segment:
                            file.seek(pointer.offset)
                            file.write(journal.erased(pointer.length))
                    file.flush()
                    os.fsync(file.fileno())
        return len(doomed)

    # -- reading

    def read(self, pointer: Pointer, id: str) -> Memory:
        """The record at a place. Corrupt if it is not there: erased, damaged or another's."""
        path = self._path(pointer[0])
        try:
            with self._told(path), open(path, "rb") as file:
                entry = journal.read(self.tenant, _at(file, Pointer(*pointer)))
        except ValueError as problem:
            raise Corrupt(f"{path}, byte {pointer[1]}: {problem}; reconcile() heals what can be") from None
        if not isinstance(entry, Memory) or entry.id != id:
            raise Corrupt(f"{path}, byte {pointer[1]}: no record of {checks.shown(id)} (any more)")
        return entry

    def latest(self) -> dict[str, Held]:
        """Id -> its newest line: the highest version, and of two lines of one version the later."""
        with self._mine:
            self._catch_up()
            return dict(self._latest)

    def newest(self, id: str) -> Held | None:
        """The newest line of one id."""
        with self._mine:
            self._catch_up()
            return self._latest.get(id)

    def records(self) -> Iterator[tuple[Pointer, Entry]]:
        """Every line that reads, in the order in which they were written; erased ones are left out."""
        for segment in self.segments:
            for pointer, line in self._lines(segment, 0):
                try:
                    entry = journal.read(self.tenant, line)
                except (ValueError, TypeError, KeyError):
                    continue
                if entry is not None:
                    yield pointer, entry

    def unerased(self, ids: Iterable[str]) -> list[Pointer]:
        """Where text of these ids still lies: their records, and damaged lines that name them."""
        with self._mine:
            self._catch_up()
            wanted = list(ids)
            own = [pointer for id in wanted for pointer in self._places.get(id, ()) if self._speaks(pointer)]
            return own + [p.pointer for p in self._problems if self._speaks(p.pointer, wanted)]

    def problems(self) -> tuple[Problem, ...]:
        """The lines that are skipped."""
        with self._mine:
            self._catch_up()
            return tuple(p for p in self._problems if self._speaks(p.pointer))

    @property
    def segments(self) -> list[int]:
        """The numbers of the files, the oldest first."""
        return sorted(int(path.stem) for path in self.folder.glob("*.jsonl") if path.stem.isdigit())

    # -- the files

    def _path(self, segment: int) -> Path:
        return self.folder / f"{segment:05d}.jsonl"

    def _room_for(self, size: int) -> int:
        """The file to append to: the newest, mended, or the next one if that has no room."""
        segments = self.segments
        if not segments:
            return 1
        path = self._path(segments[-1])
        with self._told(path):
            self._mend(path)
            there = path.stat().st_size
        return segments[-1] + (there > 0 and there + size > self.segment_bytes)

    def _mend(self, path: Path) -> None:
        """Cut an unfinished last line off, or finish it if only its newline is missing."""
        with open(path, "r+b") as file:
            end = file.seek(0, os.SEEK_END)
            start = _start_of_last_line(file, end)
            if start == end:
                return
            file.seek(start)
            tail = file.read() + b"\n"
            try:
                journal.read(self.tenant, tail)
                file.write(b"\n")
            except (ValueError, TypeError, KeyError):
                file.truncate(start)

    def _write(self, path: Path, data: bytes) -> int:
        """One write and fsync; where it began. If either fails, the file is as it was."""
        with self._told(path):
            new = not path.exists()
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
            try:
                start = os.lseek(file, 0, os.SEEK_END)
                try:
                    if os.write(file, data) < len(data):
                        raise OSError(f"only a part of {len(data)} bytes could be written: the disk is full")
                    os.fsync(file)
                except BaseException:
                    os.ftruncate(file, start)
                    raise
            finally:
                os.close(file)
            if new:
                _sync_folder(self.folder)
            return start

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """The tenant's files to oneself, among threads and processes."""
        with self._mine, self._told(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / ".lock", timeout=WAIT, poll_interval=POLL)
            with lock:
                yield

    @contextmanager
    def _told(self, path: Path) -> Iterator[None]:
        """What the system refuses, as an error that names the file and the mend."""
        try:
            yield
        except Timeout:
            raise StoreError(
                f"{path}: another process has held the lock for {WAIT:g} s; end it, then write again"
            ) from None
        except OSError as problem:
            mend = "free some space, or make the directory exist and writable; then write again"
            raise StoreError(
                f"{path}: {problem.strerror or problem}; nothing was written: {mend}"
            ) from problem

    # -- the index

    def _forget_index(self) -> None:
        self._latest: dict[str, Held] = {}
        self._places: dict[str, list[Pointer]] = {}
        self._problems: list[Problem] = []
        self._read_to: dict[int, int] = {}

    def _catch_up(self) -> None:
        """Read what was appended since the last time."""
        segments = self.segments
        sizes = {n: self._path(n).stat().st_size for n in segments}
        if any(sizes.get(n, 0) < end for n, end in self._read_to.items()):
            self._forget_index()  # somebody put other files there
        for segment in segments:
            if sizes[segment] > self._read_to.get(segment, 0):
                for pointer, line in self._lines(segment, self._read_to.get(segment, 0)):
                    self._enter(pointer, line)

    def _enter(self, pointer: Pointer, line: bytes) -> None:
        self._read_to[pointer.segment] = pointer.offset + pointer.length
        try:
            entry = journal.read(self.tenant, line)
        except (ValueError, TypeError, KeyError) as problem:
            self._problems.append(Problem(self._path(pointer.segment).name, pointer, str(problem)))
            return
        if entry is None:
            return
        grave = isinstance(entry, Grave)
        if not grave:
            self._places.setdefault(entry.id, []).append(pointer)
        old = self._latest.get(entry.id)
        if old is None or (entry.version, grave) >= (old.version, old.tombstone):
            self._latest[entry.id] = Held(entry.version, grave, pointer)

    def _lines(self, segment: int, start: int) -> Iterator[tuple[Pointer, bytes]]:
        """The finished lines of a file from a byte on."""
        path = self._path(segment)
        with self._told(path), open(path, "rb") as file:
            file.seek(start)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                yield Pointer(segment, start, len(line)), line
                start += len(line)

    def _speaks(self, pointer: Pointer, ids: Sequence[str] | None = None) -> bool:
        """Whether a line still says something (about one of these ids)."""
        with self._told(self._path(pointer.segment)), open(self._path(pointer.segment), "rb") as file:
            line = _at(file, pointer)
        if line == journal.erased(pointer.length):
            return False
        return ids is None or any(journal.names(line, id) for id in ids)


def _at(file: BinaryIO, pointer: Pointer) -> bytes:
    file.seek(pointer.offset)
    return file.read(pointer.length)


def _start_of_last_line(file: BinaryIO, end: int) -> int:
    """The byte after the last newline, searched from the end: files are long, torn lines are short."""
    while end > 0:
        begin = max(0, end - _BLOCK)
        file.seek(begin)
        newline = file.read(end - begin).rfind(b"\n")
        if newline >= 0:
            return begin + newline + 1
        end = begin
    return 0


def _sync_folder(folder: Path) -> None:
    """Make a new file's name outlive a crash, too (Windows needs and has no such call)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
