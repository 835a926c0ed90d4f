"""The learner's record: what was checked and how it went, in one small file beside the notebooks.

It is written only inside a notebook's kernel, and not while MEMLAB_PROGRESS is "off", as in a test of it;
else it lives as long as the process. Whatever is wrong with the file, a check goes on.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pathlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from filelock import FileLock, Timeout

from memlab.whole import write_whole

FILE, SWITCH = ".memlab-progress.json", "MEMLAB_PROGRESS"
WAIT = 2.0  # seconds for another kernel that writes at this moment; then without the lock
Tried = dict[
    str, Any
]  # {"tries": how many wrong or right answers, "correct": the try that was right or None}


class Record:
    """Exercise id -> `Tried`, and the best score of the capstone; `folder` None keeps it in memory alone.

    >>> record = Record(None)
    >>> record.note("01.1", "incorrect"); record.note("01.1", "correct"); record.note("01.2", "not attempted")
    >>> record.read()
    {'exercises': {'01.1': {'tries': 2, 'correct': 2}}, 'capstone': None}
    """

    def __init__(self, folder: pathlib.Path | None) -> None:
        self._folder = folder
        self._seen: dict[str, Any] = _empty()  # what this kernel knows, should the file not be writable
        self.trouble = ""  # why the file cannot be used, in words

    @property
    def path(self) -> pathlib.Path | None:
        """The file; if the folder was renamed under a running kernel, in the kernel's own folder."""
        if self._folder is None or self._folder.is_dir():
            return self._folder and self._folder / FILE
        with contextlib.suppress(OSError):
            return pathlib.Path.cwd() / FILE
        return None

    def read(self) -> dict[str, Any]:
        """What is known by now, from the file and from this kernel."""
        return _merged(self._loaded(), self._seen)

    def note(self, id: str, status: str) -> None:
        """One more answer to exercise `id`; an untouched one is none."""
        if status in ("correct", "incorrect"):
            self._change(lambda known: _tried(known["exercises"], id, status == "correct"))

    def note_score(self, score: float) -> None:
        """The capstone's score counts if it is the best so far."""
        self._change(lambda known: known.update(capstone=max(score, known["capstone"] or 0)))

    def forget(self) -> None:
        """Start over: the file goes, and what this kernel knows."""
        self._seen, self.trouble, path = _empty(), "", self.path
        if path:
            with _locked(path):
                self._guarded(lambda: path.unlink(missing_ok=True))

    def _change(self, change: Callable[[dict[str, Any]], None]) -> None:
        path = self.path
        if path is None:
            return change(self._seen)
        with _locked(path):
            known = self.read()
            change(known)
            self._seen = known
            self._guarded(lambda: write_whole(path, (json.dumps(known, indent=1) + "\n").encode()))

    def _loaded(self) -> dict[str, Any]:
        path = self.path
        try:
            return _sound(json.loads(path.read_bytes())) if path and path.exists() else _empty()
        except (ValueError, RecursionError):  # half a file, or another's: put aside, never overwritten
            self._guarded(lambda: os.replace(str(path), f"{path}.unreadable"))
            return _empty()
        except OSError as error:
            self.trouble = error.strerror or str(error)
            return _empty()

    def _guarded(self, act: Callable[[], Any]) -> None:
        try:
            act()
            self.trouble = ""
        except OSError as error:
            self.trouble = error.strerror or str(error)


def _empty() -> dict[str, Any]:
    return {"exercises": {}, "capstone": None}


def _tried(exercises: dict[str, Tried], id: str, correct: bool) -> None:
    known = exercises.setdefault(id, {"tries": 0, "correct": None})
    known["tries"] += 1
    if correct and known["correct"] is None:
        known["correct"] = known["tries"]


def _sound(content: Any) -> dict[str, Any]:
    """What of a file's content is a record; ValueError if it is nothing of the kind."""
    if not isinstance(content, dict) or not isinstance(content.get("exercises"), dict):
        raise ValueError("no record")
    rows = {id: tried for id, tried in content["exercises"].items() if _is_tried(tried)}
    score = content.get("capstone")
    return {"exercises": rows, "capstone": score if is_score(score) else None}


def _is_tried(tried: Any) -> bool:
    if not isinstance(tried, dict) or not {"tries", "correct"} <= set(tried):
        return False
    tries, correct = tried["tries"], tried["correct"]
    return type(tries) is int and tries > 0 and (correct is None or type(correct) is int)


def is_score(score: Any) -> bool:
    """Whether it is a number from 0 to 100."""
    return isinstance(score, (int, float)) and not isinstance(score, bool) and 0 <= score <= 100


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Of each exercise the row with more tries; a correct one is never forgotten."""
    rows = dict(one["exercises"])
    for id, tried in other["exercises"].items():
        first, second = sorted((rows.get(id, tried), tried), key=lambda row: -row["tries"])
        rows[id] = {**first, "correct": first["correct"] or second["correct"]}
    scores = [score for score in (one["capstone"], other["capstone"]) if score is not None]
    return {"exercises": dict(sorted(rows.items())), "capstone": max(scores, default=None)}


@contextlib.contextmanager
def _locked(path: pathlib.Path) -> Iterator[None]:
    """One kernel at a time, as far as the system lets us; the lock lies with the temporary files."""
    name = hashlib.sha256(str(path).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    lock = FileLock(str(pathlib.Path(tempfile.gettempdir()) / f"memlab-{name}.lock"), timeout=WAIT)
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError, Timeout, NotImplementedError):
            stack.enter_context(lock)
        yield


def in_a_notebook() -> bool:
    """Whether this process is a notebook's kernel, and nobody switched the record off."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel") and os.environ.get(SWITCH, "").lower() != "off"


def _folder() -> pathlib.Path | None:
    with contextlib.suppress(OSError):  # a folder that somebody removed
        return pathlib.Path.cwd() if in_a_notebook() else None
    return None


RECORD = Record(_folder())  # the folder in which the kernel began, wherever a cell may go later
