"""Segments: a tenant's numbered files, appended to under a lock, mended after a crash, failures told."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from memlab import checks
from memlab.tiers import journal
from memlab.tiers.errors import StoreError
from memlab.tiers.journal import Pointer

WAIT = 30.0  # seconds for the lock of a tenant's files
POLL = 0.002  # seconds between two looks at it
_BLOCK = 1 << 16


class Segments:
    """The files 00001.jsonl onwards in a folder of the tenant's own."""

    def __init__(self, directory: str | os.PathLike[str], tenant: str, segment_bytes: int) -> None:
        self.tenant = checks.text("tenant", tenant, empty=False)
        self.segment_bytes = checks.whole("segment_bytes", segment_bytes, 1)
        digest = hashlib.blake2b(tenant.encode("utf-8"), digest_size=16).hexdigest()
        self.folder = Path(directory) / digest  # any name, of any length, is a directory so
        self._mine = threading.RLock()

    @property
    def segments(self) -> list[int]:
        """The numbers of the files, the oldest first."""
        return sorted(int(path.stem) for path in self.folder.glob("*.jsonl") if path.stem.isdigit())

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
            with FileLock(self.folder / ".lock").acquire(WAIT, POLL):
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


def line_at(file: BinaryIO, pointer: Pointer) -> bytes:
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
