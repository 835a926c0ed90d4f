"""Cold: a tenant's journal in JSON Lines. Every write appends; only erasure overwrites, in place."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from memlab import checks
from memlab.tiers import journal
from memlab.tiers.errors import Corrupt, StoreError
from memlab.tiers.journal import Entry, Grave, Pointer
from memlab.tiers.memory import Memory
from memlab.tiers.objects import Objects
from memlab.tiers.remote import local_folder
from memlab.tiers.segments import Segments

UNREAD = (ValueError, TypeError, KeyError)  # by a line that is no entry
ROUNDS = 20  # of erasing a text that somebody else's erasing brought back


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
    """One tenant's lines, in files below a directory or in objects below a URL; for threads and processes.

    What `append` has returned from outlives a crash: in files it is one write under a lock, then fsync
    (`Segments`); at a URL one new object that nobody can overwrite (`Objects`). An unfinished last line of a
    file (a crash in mid-write) is no line; the next append cuts it off. Any other damaged line is skipped and
    reported by `problems()`. StoreError names the place and the mend; then nothing was written. The index
    (id -> newest line) is read in one pass when it is first asked for, and then kept up with what was
    appended since, by whomever.
    """

    def __init__(self, where: str | os.PathLike[str], tenant: str, segment_bytes: int = 64_000_000) -> None:
        self.tenant = checks.text("tenant", tenant, empty=False)
        self.segment_bytes = checks.whole("segment_bytes", segment_bytes, 1)
        folder = local_folder(where)
        self._lines: Segments | Objects = (
            Objects(str(where), tenant) if folder is None else Segments(folder, tenant, segment_bytes)
        )
        self.behind = self._lines.behind
        self._mine = threading.RLock()
        self._forget_index()

    @property
    def folder(self) -> Path:
        """The tenant's own folder. TypeError at a URL, which has none."""
        if isinstance(self._lines, Segments):
            return self._lines.folder
        raise TypeError(f"folder: {self._lines.place} is no directory: read it by its URL")

    @property
    def segments(self) -> list[int]:
        """The numbers of the files or objects, the oldest first."""
        return self._lines.numbers

    # -- writing

    def append(self, entries: Iterable[Entry]) -> list[Pointer]:
        """Write a line for each entry, all of them or none; where they lie."""
        lines = [journal.write(self.tenant, entry) for entry in entries]
        if not lines:
            return []
        segment, offset = self._lines.append(b"".join(lines))
        pointers = []
        for line in lines:
            pointers.append(Pointer(segment, offset, len(line)))
            offset += len(line)
        return pointers

    def erase(self, ids: Iterable[str] | None) -> int:
        """Overwrite every record of these ids (None: of all) with an empty line of its length; how many.

        Tombstones stay. No line changes its place, so every pointer to another line stays right.
        """
        with self._lines.alone():
            names = self._ids() if ids is None else list(ids)
            doomed = self.unerased(names)
            self._lines.blank(doomed)
            if self._lines.shared and doomed:
                self._erase_again(names, {pointer.segment for pointer in doomed})
        return len(doomed)

    def _erase_again(self, names: list[str], written: Collection[int]) -> None:
        """See that the texts are gone, and those of others, which rewriting an object may have brought back.

        Who erases has written a tombstone before, so it is known here whose text must not be there.
        """
        for _ in range(ROUNDS):
            with self._mine:
                self._catch_up()
                buried = [id for id, held in self._latest.items() if held.tombstone]
            left = self.unerased({*names, *buried}, written)
            if not left:
                return
            self._lines.blank(left)
        raise StoreError(
            f"{self._lines.place}: others rewrite it all the time: erase again when they are done"
        )

    # -- reading

    def read(self, pointer: Pointer, id: str) -> Memory:
        """The record at a place. Corrupt if it is not there: erased, damaged or another's."""
        (line,) = self._lines.at([Pointer(*pointer)])
        return self._record(pointer, line, id)

    def _record(self, pointer: Pointer, line: bytes, id: str) -> Memory:
        entry = self._entry(pointer, line)
        if not isinstance(entry, Memory) or entry.id != id:
            place = f"{self._lines.where(pointer[0])}, byte {pointer[1]}"
            raise Corrupt(f"{place}: no record of {checks.shown(id)} (any more)")
        return entry

    def entry(self, pointer: Pointer) -> Entry:
        """The record or tombstone at a place."""
        (line,) = self._lines.at([Pointer(*pointer)])
        return self._entry(pointer, line)

    def _entry(self, pointer: Pointer, line: bytes) -> Entry:
        place = f"{self._lines.where(pointer[0])}, byte {pointer[1]}"
        try:
            entry = journal.read(self.tenant, line)
        except UNREAD as problem:
            raise Corrupt(f"{place}: {problem}; reconcile() heals what can be") from None
        if entry is None:
            raise Corrupt(f"{place}: it was erased; reconcile() heals what can be")
        return entry

    def history(self, id: str) -> list[Memory]:
        """All records of an id that are still there, in the order in which they were written."""
        with self._mine:
            self._catch_up()
            places = list(self._places.get(id, ()))
        there = [(p, line) for p, line in zip(places, self._lines.at(places), strict=True) if _says(p, line)]
        return [self._record(pointer, line, id) for pointer, line in there]

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
        for pointer, line in self._lines.lines():
            try:
                entry = journal.read(self.tenant, line)
            except UNREAD:
                continue
            if entry is not None:
                yield pointer, entry

    def unerased(self, ids: Iterable[str], segments: Collection[int] | None = None) -> list[Pointer]:
        """Where text of these ids still lies (in these files): records, and damaged lines that name them."""
        with self._mine:
            self._catch_up()
            wanted = list(ids)
            own = [pointer for id in wanted for pointer in self._places.get(id, ())]
            damaged = [problem.pointer for problem in self._problems]
        own, damaged = (_within(segments, places) for places in (own, damaged))
        return self._saying(own) + self._saying(damaged, wanted)

    def problems(self) -> tuple[Problem, ...]:
        """The lines that are skipped."""
        with self._mine:
            self._catch_up()
            found = list(self._problems)
        saying = set(self._saying([problem.pointer for problem in found]))
        return tuple(problem for problem in found if problem.pointer in saying)

    # -- the index

    def _forget_index(self) -> None:
        self._latest: dict[str, Held] = {}
        self._places: dict[str, list[Pointer]] = {}
        self._problems: list[Problem] = []
        self._read_to: dict[int, int] = {}

    def _ids(self) -> list[str]:
        with self._mine:
            self._catch_up()
            return list(self._places)

    def _catch_up(self) -> None:
        """Read what was appended since the last time."""
        lines = self._lines.since(self._read_to)
        if lines is None:  # somebody put other files there
            self._forget_index()
            lines = self._lines.since({})
        for pointer, line in lines or ():
            self._enter(pointer, line)

    def _enter(self, pointer: Pointer, line: bytes) -> None:
        self._read_to[pointer.segment] = pointer.offset + pointer.length
        try:
            entry = journal.read(self.tenant, line)
        except UNREAD as problem:
            name = self._lines.where(pointer.segment).replace("\\", "/").rpartition("/")[2]
            self._problems.append(Problem(name, pointer, str(problem)))
            return
        if entry is None:
            return
        grave = isinstance(entry, Grave)
        if not grave:
            self._places.setdefault(entry.id, []).append(pointer)
        old = self._latest.get(entry.id)
        if old is None or (entry.version, grave) >= (old.version, old.tombstone):
            self._latest[entry.id] = Held(entry.version, grave, pointer)

    def _saying(self, places: Sequence[Pointer], ids: Sequence[str] | None = None) -> list[Pointer]:
        """The places whose lines still say something (about one of these ids)."""
        return [p for p, line in zip(places, self._lines.at(places), strict=True) if _says(p, line, ids)]


def _within(segments: Collection[int] | None, places: list[Pointer]) -> list[Pointer]:
    return places if segments is None else [p for p in places if p.segment in segments]


def _says(pointer: Pointer, line: bytes, ids: Sequence[str] | None = None) -> bool:
    if line == journal.erased(pointer.length):
        return False
    return ids is None or any(journal.names(line, id) for id in ids)
