"""The capstone's leaderboard: hand a design in, see who stands where, open a board for a class."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace

from memlab import checks
from memlab.course import board_file
from memlab.course.board_card import Board, Place, places, same
from memlab.course.board_file import BoardError, Entry
from memlab.course.capstone import hidden_talk, replay
from memlab.course.capstone_baselines import ORACLE, POLICIES, baselines
from memlab.course.capstone_parts import Design
from memlab.course.capstone_verdict import Verdict
from memlab.course.record import RECORD

HIDDEN = 7316
"""The hidden conversation of whoever learns alone."""


def submit(
    design: Callable[[], Design], name: str | None = None, board: str | os.PathLike | None = None
) -> Verdict:
    """Hand a design in: it is replayed on a conversation that the notebook does not show, and scored.

    With a `board` (a class's file) and a `name` the score is entered there; the best entry of a name counts.
    BoardError, TypeError or ValueError for a bad board or name. What cannot be replayed is not entered.
    """
    if (name is None) != (board is None):
        raise ValueError("name, board: one of them alone, allowed are both or none: pass name=… and board=…")
    path = None if board is None else board_file.path_of(board)
    called = None if name is None else checked_name(name)
    seed = HIDDEN if path is None else board_file.hidden_of(path)
    verdict = replay(design, hidden_talk(seed))
    if verdict.trouble:
        return verdict
    RECORD.note_score(verdict.score)
    if path is None or called is None:
        return replace(verdict, note=_compared(seed))
    entry = Entry(called, verdict.design, verdict.hits, verdict.optimum, verdict.lost, verdict.mixed)
    board_file.append(path, entry)
    return replace(verdict, note=f"{_compared(seed)} {_placed(path, called)}")


def _compared(seed: int) -> str:
    known = ", ".join(f"{v.design} {v.score:.1f} ({v.share:.0%})" for v in baselines(hidden_talk(seed)))
    return f"On the same conversation: {known}."


def _placed(path: os.PathLike, name: str) -> str:
    board = leaderboard(path)
    best = board.place_of(name)
    learners = sum(not place.baseline for place in board.places)
    return f"{best.name} has place {best.rank} of {learners} on the board, with {best.score:.1f}."


def leaderboard(board: str | os.PathLike) -> Board:
    """The board of a file, as a table. BoardError if the file is none; lines that were changed are listed."""
    path = board_file.path_of(board)
    seed = board_file.hidden_of(path)
    read = list(board_file.entries(path))
    ranked = _best(row for row in read if isinstance(row, Entry))
    problems = tuple(row for row in read if isinstance(row, tuple))
    return Board("Leaderboard", places(ranked, baselines(hidden_talk(seed))), problems)


def open_board(board: str | os.PathLike, hidden: int) -> Board:
    """For a teacher: a new board, on which everybody is judged by the hidden conversation of this number.

    `hidden` is any whole number from 0 on, each another conversation. A board that is there stays as it is.
    """
    path = board_file.path_of(board)
    board_file.create(path, hidden)
    return leaderboard(path)


def checked_name(name: object) -> str:
    """A learner's name as it will stand on the board. TypeError or ValueError for what cannot stand there."""
    text = " ".join(checks.kind("name", name, str, "pass a text").split())
    taken = text.casefold() in {*POLICIES, ORACLE, "memlab"}
    if not 0 < len(text) <= 40 or not text.isprintable() or taken:
        allowed = "allowed are 1 to 40 characters that are no policy's name: choose another"
        raise ValueError(f"name: {checks.shown(name)}, {allowed}")
    return unicodedata.normalize("NFC", text)


def _best(handed_in: Iterable[Entry]) -> list[tuple[str, Entry]]:
    """Of every name its best entry, the earlier one of equals."""
    best: dict[str, Entry] = {}
    for entry in handed_in:
        known = best.setdefault(same(entry.name), entry)
        if entry.score > known.score:
            best[same(entry.name)] = entry
    return [(entry.name, entry) for entry in best.values()]


__all__ = ["HIDDEN", "Board", "BoardError", "Place", "checked_name", "leaderboard", "open_board", "submit"]
