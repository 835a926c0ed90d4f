"""Segments: a tenant's numbered files, appended to under a lock, mended after a crash, failures told."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from memlab.tiers import journal
from memlab.tiers.behind import Behind
from memlab.tiers.errors import StoreError
from memlab.tiers.journal import Pointer

WAIT = 30.0  # seconds for the lock of a tenant's files
POLL = 0.002  # seconds between two looks at it
_BLOCK = 1 << 16


class Segments:
    """The files 00001.jsonl onwards in a folder of the tenant's own."""

    shared = False  # between who may overwrite at one moment: a lock keeps them apart

    def __init__(self, directory: str | os.PathLike[str], tenant: str, segment_bytes: int) -> None:
        self.tenant, self.segment_bytes = tenant, segment_bytes
        self.folder = Path(directory) / folder_of(tenant)
        self.behind = Behind(self.folder / "behind")
        self._mine = threading.RLock()

    @property
    def place(self) -> str:
        """The folder, as messages name it."""
        return str(self.folder)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the files, the oldest first."""
        return sorted(int(path.stem) for path in self.folder.glob("*.jsonl") if path.stem.isdigit())

    def where(self, segment: int) -> str:
        """A file, as messages name it."""
        return str(self._path(segment))

    # -- writing

    def append(self, data: bytes) -> tuple[int, int]:
        """Write lines behind one another, all of them or none; the file and the byte at which they begin."""
        with self.alone():
            segment = self._room_for(len(data))
            return segment, self._write(self._path(segment), data)

    def blank(self, pointers: Iterable[Pointer]) -> None:
        """Overwrite lines where they lie."""
        for segment, places in by_segment(pointers).items():
            path = self._path(segment)
            with self._told(path), open(path, "r+b") as file:
                for pointer in places:
                    file.seek(pointer.offset)
                    file.write(journal.erased(pointer.length))
                file.flush()
                os.fsync(file.fileno())

    @contextmanager
    def alone(self) -> Iterator[None]:
        """The tenant's files to oneself, among threads and processes."""
        with self._mine, self._told(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            with FileLock(self.folder / ".lock").acquire(WAIT, POLL):
                yield

    # -- reading

    def at(self, pointers: Iterable[Pointer]) -> Iterator[bytes]:
        """The bytes at each place; what is not there any more reads as less."""
        for pointer in pointers:
            path = self._path(pointer.segment)
            with self._told(path), open(path, "rb") as file:
                left = file.seek(0, os.SEEK_END) - pointer.offset  # a length may be wrong
                file.seek(pointer.offset)
                line = file.read(max(0, min(pointer.length, left)))
            yield line

    def lines(self) -> Iterator[tuple[Pointer, bytes]]:
        """Every finished line, in the order in which they were written."""
        for segment in self.numbers:
            yield from self._lines(segment, 0)

    def since(self, read_to: Mapping[int, int]) -> Iterator[tuple[Pointer, bytes]] | None:
        """The finished lines behind what was read of each file; None if somebody put other files there."""
        sizes = {n: self._path(n).stat().st_size for n in self.numbers}
        if any(sizes.get(n, 0) < end for n, end in read_to.items()):
            return None
        grown = [n for n in sizes if sizes[n] > read_to.get(n, 0)]
        return (line for n in grown for line in self._lines(n, read_to.get(n, 0)))

    # -- how

    def _path(self, segment: int) -> Path:
        return self.folder / f"{segment:05d}.jsonl"

    def _room_for(self, size: int) -> int:
        """The file to append to: the newest, mended, or the next one if that has no room."""
        segments = self.numbers
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


def folder_of(tenant: str) -> str:
    """The name of a tenant's folder: any name, of any length, is one so."""
    return hashlib.blake2b(tenant.encode("utf-8"), digest_size=16).hexdigest()


def by_segment(pointers: Iterable[Pointer]) -> dict[int, list[Pointer]]:
    found: dict[int, list[Pointer]] = {}
    for pointer in pointers:
        found.setdefault(pointer.segment, []).append(pointer)
    return found


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
