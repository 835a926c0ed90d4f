"""A leaderboard's file: JSON Lines, the first line says which hidden conversation, each other is one entry.

Every line has a checksum. It finds what was changed by hand or by accident. Who wants to cheat can make one.
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from filelock import FileLock, Timeout

from memlab import checks
from memlab.course.capstone_verdict import score_of
from memlab.course.exercise import small

WAIT = 10.0  # seconds for others who write at this moment
HEAD = "memlab capstone"


class BoardError(ValueError):
    """The file is no board, is not there, or belongs to another conversation; the text says what to do."""


@dataclass(frozen=True)
class Entry:
    """One design that was handed in."""

    name: str
    design: str
    hits: int
    optimum: int
    lost: int
    mixed: int

    @property
    def share(self) -> float:
        """Hits ÷ the optimum's hits."""
        return self.hits / self.optimum

    @property
    def score(self) -> float:
        """Worked out anew from what was counted, never read."""
        return score_of(self.share, self.lost, self.mixed)


def path_of(file: Any) -> pathlib.Path:
    """The board's path; TypeError for what is none."""
    if not isinstance(file, (str, os.PathLike)) or not str(file):
        raise TypeError(f"board: {checks.shown(file)}, allowed is a file's name: pass a text or a path")
    return pathlib.Path(file).expanduser()


def create(path: pathlib.Path, hidden: int) -> None:
    """Write the first line, if there is no file yet. BoardError if there is one for another conversation."""
    checks.whole("hidden", hidden, 0)
    if not path.parent.is_dir():  # the lock would make it
        raise BoardError(f"board: there is no folder {path.parent}: make it first, or look at its name")
    with _locked(path):
        if path.exists() and path.stat().st_size:
            there = hidden_of(path)
            if there != hidden:
                raise BoardError(
                    f"board: {path} is for hidden={there}: choose a new file for hidden={hidden}"
                )
            return
        path.write_text(_line({"board": HEAD, "hidden": hidden}), encoding="utf-8")


def hidden_of(path: pathlib.Path) -> int:
    """Which hidden conversation a board is for. BoardError if it is none."""
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            row = _row(lines.readline(10_000))
    except FileNotFoundError:
        ask = f'a teacher opens one with course.open_board("{path}", hidden=NUMBER)'
        raise BoardError(f"board: there is no file {path}: look at the name, or {ask}") from None
    except OSError as error:
        raise BoardError(f"board: {path} cannot be read ({error.strerror}): choose another file") from None
    except ValueError as problem:
        raise BoardError(f"board: line 1 of {path} is no board's ({problem}): choose another") from None
    if row.get("board") != HEAD or not _is_count(row.get("hidden")):
        raise BoardError(f"board: line 1 of {path} is no board's. Choose another")
    return row["hidden"]


def append(path: pathlib.Path, entry: Entry) -> None:
    """Add an entry; one writer at a time. BoardError if the file cannot be written."""
    try:
        with _locked(path), path.open("r+b") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - 1))
            torn = end and file.read(1) != b"\n"  # somebody's writing was cut off: begin a line of our own
            file.write(b"\n" * bool(torn) + _line(asdict(entry)).encode())
    except OSError as error:
        raise BoardError(
            f"board: {path} cannot be written ({error.strerror}): ask whose folder it is"
        ) from None


def entries(path: pathlib.Path) -> Iterator[Entry | tuple[int, str]]:
    """Entry by entry, in the order in which they were handed in; (line, why) for a line that is none."""
    with path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        for number, text in enumerate(lines, start=1):
            if number == 1 or not text.strip():
                continue
            try:
                yield _entry(_row(text))
            except ValueError as problem:
                yield number, str(problem)


def _entry(row: dict[str, Any]) -> Entry:
    try:
        entry = Entry(**row)
    except TypeError:
        raise ValueError(f"it has other fields: {small(sorted(row))}") from None
    texts = all(isinstance(text, str) and 0 < len(text) <= 40 for text in (entry.name, entry.design))
    counts = all(map(_is_count, (entry.hits, entry.optimum, entry.lost, entry.mixed)))
    if not texts or not counts or not 0 <= entry.hits <= entry.optimum or not entry.optimum:
        raise ValueError("its values are none that a replay gives")
    return entry


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _row(text: str) -> dict[str, Any]:
    """A line's content; ValueError, in words, if it is not as it was written."""
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("it cannot be read, half of it may be missing") from None
    if not isinstance(row, dict):
        raise ValueError("it is no entry")
    if row.pop("check", None) != _check(row):
        raise ValueError("it was changed after it was written")
    return row


def _line(row: dict[str, Any]) -> str:
    return json.dumps({**row, "check": _check(row)}, ensure_ascii=False) + "\n"


def _check(row: dict[str, Any]) -> str:
    content = json.dumps(row, sort_keys=True) + HEAD
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:12]


class _locked:
    """One writer at a time, also over a shared folder; the lock's file stays beside the board."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path, self.lock = path, FileLock(f"{path}.lock", timeout=WAIT)

    def __enter__(self) -> None:
        try:
            self.lock.acquire()
        except Timeout:
            raise BoardError(f"board: others write to {self.path} all the time: try again") from None
        except (OSError, NotImplementedError) as error:
            raise BoardError(
                f"board: {self.path} cannot be locked ({error}): choose another folder"
            ) from None

    def __exit__(self, *problem: object) -> None:
        self.lock.release()
