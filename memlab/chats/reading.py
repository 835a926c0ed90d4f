"""read_chats: conversations from whatever a chat program has written down."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from itertools import chain
from typing import IO, Any

from memlab.chats.conversation import Conversation
from memlab.chats.decoding import text
from memlab.chats.fields import name as tidy
from memlab.chats.files import FAULTS, Part, parts, pieces, settled
from memlab.chats.formats import FORMATS, LABELLED
from memlab.chats.jsons import Closed, Found, documents, embedded, lines
from memlab.chats.notes import Notes, Problems
from memlab.chats.readers.labelled import labelled
from memlab.chats.records import Records
from memlab.chats.window import HELD, Window
from memlab.checks import shown

Source = str | os.PathLike | IO | bytes | list | dict
Progress = Callable[[int, int], Any]
SAMPLE = 1 << 18  # characters by which a text is judged
AHEAD = 1 << 22  # characters within which JSON Lines show their second line
ACCEPTED = (
    "ChatGPT's or Claude's export (the zip or its conversations.json), lists of messages with role and"
    " content (JSON, JSON Lines), LangChain or Letta dumps, 'role: text' transcripts, Markdown chats"
)


class UnreadableChats(ValueError):
    """Nothing in the source is a chat: what was looked for, what was found, what is accepted."""


def read_chats(source: Source, *, format: str | None = None, progress: Progress | None = None) -> Chats:
    """Conversations in a file, zip, gzip, folder, open file, bytes or a list of messages, read lazily.

    `format` is guessed from the content; one of FORMATS overrides. `progress(bytes_read, size)` is called as
    reading goes on. What cannot be read is listed in `.problems`, the rest is used. Raises UnreadableChats if
    nothing is a chat, OSError if there is no such file. Memory: one conversation; time: O(size).

    >>> chats = read_chats([{"role": "user", "content": "我对花生过敏。"}])
    >>> chats.format, [message.text for chat in chats for message in chat.messages]
    ('openai', ['我对花生过敏。'])
    """
    if format is not None and format not in FORMATS:
        raise ValueError(
            f"format: {shown(format)}, allowed are {', '.join(sorted(FORMATS))}: leave it out to guess"
        )
    chats = Chats(source, format, progress)
    chats._probe()
    return chats


class Chats:
    """Conversations, one in memory at a time; each iteration opens the source anew.

    `format` is that of the first conversation; `problems` lists what could not be read so far.
    """

    def __init__(self, source: Source, format: str | None, progress: Progress | None) -> None:
        self._source, self._only, self._progress = settled(source), format, progress
        self.format = format or ""
        self.problems = Problems()
        self.bytes_read = self.size = 0
        self._begun: Iterator[Conversation] | None = None

    def __iter__(self) -> Iterator[Conversation]:
        begun, self._begun = self._begun, None
        return begun or self._read_all()

    def _read_all(self) -> Iterator[Conversation]:
        self.problems.clear()
        self.bytes_read = self.size = 0
        seen: dict[int, str] = {}
        if isinstance(self._source, (list, dict)):
            yield from self._once(self._of_values(), seen)
            return
        files = parts(self._source, self.problems)
        self.size = sum(part.size for part in files)
        for part in files:
            yield from self._once(self._of_part(part), seen)

    def _once(self, chats: Iterator[Conversation], seen: dict[int, str]) -> Iterator[Conversation]:
        """Exports repeat themselves: a conversation that came before is told and left out."""
        for chat in chats:
            key = hash((chat.id, chat.title, chat.messages))
            if chat.id != chat.place and key in seen:
                self.problems.add(chat.place, f"the same conversation as in {seen[key]}: counted once")
                continue
            seen[key] = chat.place
            yield chat

    def _of_values(self) -> Iterator[Conversation]:
        values = self._source if isinstance(self._source, list) else [self._source]
        found = (Found(_plain(value), number=number) for number, value in enumerate(values, 1))
        yield from self._read(found, Notes(self.problems, ""))

    def _of_part(self, part: Part) -> Iterator[Conversation]:
        notes = Notes(self.problems, tidy(part.name))
        before = self.problems.total
        found = None
        for found in self._of_text(text(self._pieces(part, notes), notes), notes):
            yield found
        if found is None and self.problems.total == before:
            notes.tell("no chat in it")

    def _pieces(self, part: Part, notes: Notes) -> Iterator[bytes]:
        """The bytes of a part; where it cannot be read on, it ends, and what came before is used."""
        try:
            yield from pieces(part, self._told)
        except FAULTS as error:
            notes.tell(f"reading stopped: {tidy(str(error)) or type(error).__name__}")

    def _of_text(self, content: Iterator[str], notes: Notes) -> Iterator[Conversation]:
        window = Window(content)
        begins = window.next()
        if begins in ("{", "[") and self._only not in LABELLED and (begins == "{" or _is_array(window)):
            read = lines if _a_record_a_line(window) else documents
            window.hold(HELD)
            records = read(window)
            yield from self._read(records, notes)
        elif begins == "<" and self._only not in LABELLED and "jsonData" in window.text:
            yield from self._read(embedded(window), notes)
        elif self._only in (None, *LABELLED):
            yield from self._labelled(window, notes)
        else:
            notes.tell(f"not JSON, as {self._only} is")

    def _labelled(self, window: Window, notes: Notes) -> Iterator[Conversation]:
        window.rewind()
        sample = window.text[window.at : window.at + SAMPLE]
        if not sample.strip():
            notes.tell("it is empty")
            return
        reader = None if "\0" in sample else labelled(window, sample, self._only, notes)
        if reader is None:
            notes.tell("neither JSON nor a text whose lines begin with 'User:', 'Assistant:' or names")
            return
        for chat in reader.conversations():
            self.format = self.format or reader.style
            yield chat

    def _read(self, found: Iterator[Found | Closed], notes: Notes) -> Iterator[Conversation]:
        records = Records(notes, self._only)
        for chat in records.conversations(found):
            self.format = self.format or records.format
            yield chat

    def _told(self, read: int) -> None:
        self.bytes_read += read
        self.size = max(self.size, self.bytes_read)
        if self._progress is not None:
            self._progress(self.bytes_read, self.size)

    def _probe(self) -> None:
        """Look for the first conversation: now is the time to say that there is none."""
        reading = self._read_all()
        first = next(reading, None)
        if first is None:
            raise UnreadableChats(self._why_not())
        self._begun = chain((first,), reading)  # the first iteration goes on from here

    def _why_not(self) -> str:
        looked = f"as {self._only}" if self._only else "in any format"
        told = "; ".join(map(str, list(self.problems)[:3])) or "there is no file in it"
        return f"no chat was found {looked}: {told}. Accepted are {ACCEPTED}"


def _is_array(window: Window) -> bool:
    """Whether a bracket begins an array, and not '[10:31] User: …'."""
    start = window.text[window.at + 1 : window.at + 200].lstrip()
    return start[:1] in ("", "{", "[", '"', "]", "t", "f", "n") or start.startswith(("-", "N"))


def _a_record_a_line(window: Window) -> bool:
    """Whether this is JSON Lines: a line that is a whole record, and another that begins one."""
    while (
        window.text.count("\n", window.at) < 3 and len(window.text) < AHEAD and window.more(len(window.text))
    ):
        pass
    first, *others = (line.strip() for line in window.text[window.at :].split("\n", 3)[:3])
    if any(map(_sound, others)):
        return True
    return _sound(first) and any(other[:1] in ("{", "[") for other in others)


def _sound(line: str) -> bool:
    try:
        return isinstance(json.loads(line), (dict, list)) and line[-1:] in "}]"
    except (ValueError, RecursionError):
        return False


def _plain(value: Any) -> Any:
    """Messages as libraries hold them (pydantic models) are taken as they dump themselves."""
    dump = getattr(value, "model_dump", None)
    return dump() if callable(dump) and not isinstance(value, type) else value
