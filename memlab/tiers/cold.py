"""Cold: a tenant's journal in JSON Lines files. Every write appends; only erasure overwrites, in place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memlab import checks
from memlab.tiers import journal
from memlab.tiers.errors import Corrupt
from memlab.tiers.journal import Entry, Grave, Pointer
from memlab.tiers.memory import Memory
from memlab.tiers.segments import Segments, line_at


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


class Cold(Segments):
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
        super().__init__(directory, tenant, segment_bytes)
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

    def erase(self, ids: Iterable[str] | None) -> int:
        """Overwrite every record of these ids (None: of all) with an empty line of its length; how many.

        Tombstones stay. The files keep their lengths, so every pointer to another line stays right.
        """
        with self._locked():
            doomed = self.unerased(self._places if ids is None else ids)
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
        entry = self.entry(pointer)
        if not isinstance(entry, Memory) or entry.id != id:
            path = self._path(pointer[0])
            raise Corrupt(f"{path}, byte {pointer[1]}: no record of {checks.shown(id)} (any more)")
        return entry

    def entry(self, pointer: Pointer) -> Entry:
        """The record or tombstone at a place."""
        path = self._path(pointer[0])
        try:
            with self._told(path), open(path, "rb") as file:
                entry = journal.read(self.tenant, line_at(file, Pointer(*pointer)))
        except (ValueError, TypeError, KeyError) as problem:
            raise Corrupt(f"{path}, byte {pointer[1]}: {problem}; reconcile() heals what can be") from None
        if entry is None:
            raise Corrupt(f"{path}, byte {pointer[1]}: it was erased; reconcile() heals what can be")
        return entry

    def history(self, id: str) -> list[Memory]:
        """All records of an id that are still there, in the order in which they were written."""
        with self._mine:
            self._catch_up()
            places = list(self._places.get(id, ()))
        return [self.read(place, id) for place in places if self._speaks(place)]

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

    def _speaks(self, pointer: Pointer, ids: Sequence[str] | None = None) -> bool:
        """Whether a line still says something (about one of these ids)."""
        with self._told(self._path(pointer.segment)), open(self._path(pointer.segment), "rb") as file:
            line = line_at(file, pointer)
        if line == journal.erased(pointer.length):
            return False
        return ids is None or any(journal.names(line, id) for id in ids)
