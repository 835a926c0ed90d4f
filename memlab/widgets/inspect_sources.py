"""What the inspection lab reads: the invented sample, uploads, a path. Nothing is copied to the disk."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from typing import Any

from memlab.chats import Chats, Conversation, UnreadableChats, read_chats
from memlab.chats.notes import Problems

FILES = ".json,.jsonl,.ndjson,.zip,.gz,.txt,.md,.markdown,.log,.af"
QUICK = 1 << 20  # bytes that are inspected while one waits; more is worked out beside, with a bar


class Together:
    """Chats of several files as one: read one after the other, their problems in one list.

    >>> both = Together([read_chats([{"role": "user", "content": text}]) for text in ("茶?", "Tea?")])
    >>> [chat.messages[0].text for chat in both]
    ['茶?', 'Tea?']
    """

    def __init__(
        self, chats: Sequence[Chats], name: str = "", refused: Sequence[tuple[str, str]] = ()
    ) -> None:
        self.chats, self.source, self._refused = list(chats), name, list(refused)
        self.problems = Problems()

    def __iter__(self) -> Iterator[Conversation]:
        self.problems.clear()
        for place, why in self._refused:
            self.problems.add(place, why)
        for chats in self.chats:
            yield from chats
            for unread in chats.problems:
                self.problems.add(unread.place, unread.why)
            self.problems.total += chats.problems.total - len(chats.problems)

    @property
    def format(self) -> str:
        """The formats, each once."""
        return ", ".join(dict.fromkeys(chats.format for chats in self.chats))

    @property
    def size(self) -> int:
        """Bytes of all files, as far as they are known."""
        return sum(chats.size for chats in self.chats)

    @property
    def bytes_read(self) -> int:
        """Bytes that were read in this pass: those of the files that it has come to."""
        return sum(chats.bytes_read for chats in self.chats)


def of_sample() -> Together:
    """The invented export of the course."""
    from memlab.course.tea_chats import export

    return Together([read_chats(export())], "an invented export")


def of_uploads(files: Sequence[Any]) -> Together:
    """Files as an upload widget hands them over; of several, those that are no chats are listed.

    UnreadableChats if none is.
    """
    found, refused = [], []
    for file in files:
        content = io.BytesIO(bytes(file["content"]))
        content.name = str(file["name"])
        try:
            found.append(read_chats(content))
        except UnreadableChats as error:
            refused.append((content.name, str(error)))
    if not found:
        raise UnreadableChats("; ".join(f"{name}: {why}" for name, why in refused) or "no file was chosen")
    return Together(found, _named([str(file["name"]) for file in files]), refused)


def of_path(path: str) -> Together:
    """A file or a folder of this machine. OSError if it is not there, UnreadableChats if it holds no chat."""
    place = os.path.expanduser(path.strip().strip("\"'"))
    if not place:
        raise ValueError("path: it is empty, allowed is that of a file or folder with chats: write it first")
    return Together([read_chats(place)], os.path.basename(os.path.normpath(place)))


def _named(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
