"""Objects: a tenant's lines below a URL, where there is neither appending nor a lock: an object an append."""

from __future__ import annotations

import io
import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from memlab.tiers import journal, remote
from memlab.tiers.errors import StoreError
from memlab.tiers.journal import Pointer
from memlab.tiers.notes import Notes
from memlab.tiers.places import told
from memlab.tiers.segments import by_segment, folder_of

AT_ONCE = 64  # objects that are asked for together
TRIES = 1000  # for a number that nobody else takes
PAUSE = 0.02  # seconds before asking again where two created one object at the same moment
_LOCKS = [threading.Lock() for _ in range(64)]  # by folder: in one process not every file system is atomic


class Objects:
    """The objects 00001.jsonl onwards below URL/tenant: each is one append, written once.

    Its number is one more than the last, and it is created only if nobody else has created it meanwhile. So
    there is no gap but where somebody deleted objects, which is reported, and what was appended since is read
    by asking for the next number: one request where there is nothing new. Endpoint and credentials are those
    of fsspec's configuration and environment.
    """

    shared = True  # nothing keeps apart who overwrites

    def __init__(self, url: str, tenant: str) -> None:
        self._url, self.place = url, told(url)
        self._opened: tuple[int, Any, str] | None = None
        self._folder = folder_of(tenant)
        self._last, self._sure = 0, False
        self._unsure = (0, b"")  # number and lines of a write that has not been answered
        self._lock = _LOCKS[int(self._folder, 16) % len(_LOCKS)]
        self.behind = Notes(self)
        with self.telling():
            remote.must_create(self.fs, self.place)

    @property
    def fs(self) -> Any:
        """The file system, opened anew in a process that was forked."""
        return self._open()[0]

    @property
    def root(self) -> str:
        """The tenant's folder in it."""
        return self._open()[1]

    @property
    def numbers(self) -> list[int]:
        """The numbers of the objects, the oldest first."""
        stems = [name.removesuffix(".jsonl") for name in self.names("") if name.endswith(".jsonl")]
        return sorted(int(stem) for stem in stems if stem.isdigit())

    def where(self, segment: int) -> str:
        """An object, as messages name it."""
        return f"{self.place.rstrip('/')}/{self._folder}/{segment:05d}.jsonl"

    # -- writing

    def append(self, data: bytes) -> tuple[int, int]:
        """Write lines into a new object; its number, and 0."""
        with self._lock, self.telling():
            self._make_sure()
            number = (self._last or max(self.numbers, default=0)) + 1
            if self._unsure[1] == data:  # the answer to it was lost: look there first
                number = self._unsure[0]
            for _ in range(TRIES):
                self._unsure = (number, data)
                if self._created(number, data):
                    self._last, self._unsure = max(number, self._last), (0, b"")
                    return number, 0
                number = max(number, *self.numbers[-1:]) + 1
        raise StoreError(f"{self.place}: others took {TRIES} numbers before this write; write again")

    def _created(self, number: int, data: bytes) -> bool:
        """Whether the object holds these lines: created now, or before an answer was lost."""
        for _ in range(TRIES):
            try:
                self.fs.pipe_file(self._path(number), data, mode="create")
                return True
            except FileExistsError:
                return self.fs.cat_file(self._path(number)) == data
            except OSError as problem:
                if "Conflict" not in str(problem):  # S3: another creates it at this moment
                    raise
                time.sleep(PAUSE)
        return False

    def _make_sure(self) -> None:
        """StoreError where the server overwrites what was to be created only if it is absent."""
        path = f"{self.root}/exclusive"
        for _ in range(0 if self._sure else 2):
            try:
                self.fs.pipe_file(path, b"{}\n", mode="create")
            except FileExistsError:
                self._sure = True
                return
        if not self._sure:
            mend = "use one that honours If-None-Match, such as S3 itself"
            raise StoreError(
                f"{self.place}: nothing was written: the server overwrites what is there: {mend}"
            )

    def blank(self, pointers: Iterable[Pointer]) -> None:
        """Overwrite lines: each object is written anew with a line of the same length."""
        with self._lock, self.telling():
            for segment, places in by_segment(pointers).items():
                data = bytearray(self.fs.cat_file(self._path(segment)))
                for place in places:
                    end = place.offset + place.length
                    if end <= len(data):
                        data[place.offset : end] = journal.erased(place.length)
                self.fs.pipe_file(self._path(segment), bytes(data))

    def alone(self) -> AbstractContextManager[None]:
        """There is no lock: see Cold.erase."""
        return nullcontext()

    # -- reading

    def at(self, pointers: Iterable[Pointer]) -> Iterator[bytes]:
        """The bytes at each place; b"" where the object is gone."""
        places = list(pointers)
        for start in range(0, len(places), AT_ONCE):
            asked = places[start : start + AT_ONCE]
            ranges = [(self._path(p.segment), p.offset, p.offset + p.length) for p in asked]
            yield from self.read(ranges)

    def lines(self) -> Iterator[tuple[Pointer, bytes]]:
        """Every line, in the order in which they were written."""
        yield from self._of(self.numbers)

    def since(self, read_to: Mapping[int, int]) -> Iterator[tuple[Pointer, bytes]]:
        """The lines of the objects that are newer than those that were read."""
        if not read_to:
            there = self.numbers
            return self._of(range(1, there[-1] + 1) if there else ())
        return self._following(max(read_to) + 1)

    def _of(self, numbers: Sequence[int]) -> Iterator[tuple[Pointer, bytes]]:
        for start in range(0, len(numbers), AT_ONCE):
            asked = numbers[start : start + AT_ONCE]
            for number, data in zip(asked, self._whole(asked), strict=True):
                yield from _lines(number, data or b"")

    def _following(self, number: int) -> Iterator[tuple[Pointer, bytes]]:
        """What there is from a number on: asked for one by one, then by more at once."""
        many = 1
        while True:
            found = self._whole(range(number, number + many))
            for data in found:
                if data is None:
                    return
                yield from _lines(number, data)
                number += 1
            many = min(2 * many, AT_ONCE)

    def _whole(self, numbers: Sequence[int]) -> list[bytes | None]:
        return self._read([(self._path(number), 0, None) for number in numbers])

    # -- how

    def names(self, folder: str) -> list[str]:
        """What lies in a folder of the tenant's; none where there is no such folder."""
        path = f"{self.root}/{folder}".rstrip("/")
        with self.telling():
            try:
                return [name.rstrip("/").rpartition("/")[2] for name in self.fs.ls(path, detail=False)]
            except FileNotFoundError:
                return []

    def read(self, ranges: Sequence[tuple[str, int, int | None]]) -> list[bytes]:
        """The bytes of some ranges (path, first, end), read at once; b"" where there is no such object."""
        return [data or b"" for data in self._read(ranges)]

    def _read(self, ranges: Sequence[tuple[str, int, int | None]]) -> list[bytes | None]:
        with self.telling():
            paths, starts, ends = (
                (list(part) for part in zip(*ranges, strict=True)) if ranges else ([], [], [])
            )
            found = self.fs.cat_ranges(paths, starts, ends, on_error="return")
            return [self._got(data, *asked) for data, asked in zip(found, ranges, strict=True)]

    def _got(self, data: Any, path: str, start: int, end: int | None) -> bytes | None:
        if isinstance(data, (bytes, bytearray)):
            return bytes(data)
        if isinstance(data, FileNotFoundError):
            return None
        try:  # a range behind the end is refused by some: what is there, then
            return self.fs.cat_file(path)[start:end]
        except FileNotFoundError:
            return None

    def _path(self, number: int) -> str:
        return f"{self.root}/{number:05d}.jsonl"

    def _open(self) -> tuple[Any, str]:
        if self._opened is None or self._opened[0] != os.getpid():
            fs, path = remote.file_system(self._url, self.place)
            self._opened = (os.getpid(), fs, f"{path.rstrip('/')}/{self._folder}")
        return self._opened[1:]

    def telling(self) -> AbstractContextManager[None]:
        """What the server or the way to it refuses, as a StoreError."""
        return remote.telling(self.place)


def _lines(number: int, data: bytes) -> Iterator[tuple[Pointer, bytes]]:
    """The lines of an object; of a torn one the last is short, of a missing one there is an empty one."""
    start = 0
    for line in io.BytesIO(data):
        yield Pointer(number, start, len(line)), line
        start += len(line)
    if not data:
        yield Pointer(number, 0, 0), b""
