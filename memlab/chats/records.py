"""Records of a file to conversations: whole ones as they come, messages gathered till their list ends."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from memlab.chats.conversation import Conversation, Message
from memlab.chats.fields import name
from memlab.chats.formats import (
    ID,
    chat_of,
    conversation,
    finished,
    read_message,
    reader_of_message,
)
from memlab.chats.jsons import Closed, Found
from memlab.chats.notes import Notes
from memlab.chats.readers.langchain import LANGCHAIN
from memlab.chats.readers.reader import Reader, Talk
from memlab.chats.window import LARGEST
from memlab.checks import shown

CARRIERS = (
    "",
    "conversations",
    "chats",
    "agents",
    "messages",
    "chat_messages",
    "data",
    "items",
    "history",
    "threads",
)
DEEPEST = 3  # levels of a record in which conversations are looked for
THREAD = tuple(
    f for f in ID if f not in ("id", "uuid", "custom_id")
)  # those which a message names its conversation by


@dataclass
class Loose:
    """Messages that came one by one, of the conversation that is being gathered."""

    notes: Notes
    talk: Talk
    thread: str = ""
    messages: list[Message] = field(default_factory=list)
    characters: int = 0
    parts: int = 0


@dataclass
class Records:
    """Reads the records of one file; `format` is that of the first record that was read."""

    notes: Notes
    only: str | None = None
    format: str = ""
    found: int = 0
    within: Records | None = None
    deep: int = 0
    _loose: Loose | None = None
    _state: Conversation | None = None  # of a program, which may come again, grown

    def conversations(self, records: Iterable[Found | Closed]) -> Iterator[Conversation]:
        """The conversations, each as soon as it is complete."""
        for record in records:
            if isinstance(record, Closed):
                yield from self._close(record.head)
            else:
                yield from self._one(record)
        yield from self._close({})
        if self._state is not None:
            yield self._state
            self._state = None

    def _one(self, record: Found) -> Iterator[Conversation]:
        if not record.value and not record.why:
            return
        chat, alone = None, reader_of_message(record.value, self.only)
        if alone is None:
            chat = chat_of(record.value, self.only)
        where = self._where(record, "conversation" if chat else "message" if alone else "record")
        if record.why:
            where.tell(record.why)
        if chat is not None:
            yield from self._close({})
            yield from self._whole(chat, where)
        elif alone is not None:
            yield from self._gather(alone, record, where)
        elif not (yield from self._within(record.value, where)):
            self._tell_of_none(record, where)

    def _tell_of_none(self, record: Found, where: Notes) -> None:
        expected = record.key in CARRIERS and self.within is None and not record.why
        if expected and record.value not in (None, {}, [], ""):
            where.tell(f"{_shape(record.value)} is neither a conversation nor a message")

    def _within(self, value: Any, where: Notes) -> Generator[Conversation, None, bool]:
        """Conversations that lie in lists and fields of a record; whether there was any."""
        inner = Records(where, self.only, within=self, deep=self.deep + 1)
        if self.deep < DEEPEST and isinstance(value, dict):
            for key, content in value.items():
                if isinstance(content, (list, dict)):
                    yield from inner.conversations(_listed(str(key), content))
        elif self.deep < DEEPEST and isinstance(value, list):
            yield from inner.conversations(_listed("", value))
        return inner.found > 0

    def _whole(self, chat: tuple[Reader, dict, list[Any]], where: Notes) -> Iterator[Conversation]:
        reader, head, said = chat
        self._count(reader)
        done = conversation(reader, head, said, where)
        if done is not None and reader is LANGCHAIN:
            yield from self._longest(done)
        elif done is not None:
            yield done

    def _longest(self, done: Conversation) -> Iterator[Conversation]:
        """Checkpoints hold a conversation again and again, longer each time: the longest is used."""
        before, self._state = self._state, done
        if before is None:
            return
        longer, shorter = (done, before) if len(done.messages) > len(before.messages) else (before, done)
        if longer.messages[: len(shorter.messages)] != shorter.messages:
            yield before
            return
        self._state = longer
        self.notes.problems.add(shorter.place, f"an earlier state of {longer.place}: counted once")

    def _gather(self, reader: Reader, record: Found, where: Notes) -> Iterator[Conversation]:
        self._count(reader)
        thread = next(filter(None, (name(record.value[f]) for f in THREAD if f in record.value)), "")
        if self._loose is not None and self._loose.thread != thread:
            yield from self._close({})
        loose = self._loose = self._loose or Loose(self.notes, Talk(self.notes), thread)
        new = read_message(
            reader, record.value, loose.talk, where.place.removeprefix(self.notes.place + ", ")
        )
        loose.messages += new
        loose.characters += sum(len(m.text) for m in new) + 100
        if loose.characters > LARGEST:
            yield from self._finish(loose, {}, more=True)

    def _close(self, head: dict) -> Iterator[Conversation]:
        """The list ends, and with it the conversation; its other fields may be one themselves."""
        loose, self._loose = self._loose, None
        if loose is not None and loose.messages:
            yield from self._finish(loose, head)
        elif chat := chat_of(head, self.only):
            yield from self._whole(chat, self.notes)

    def _finish(self, loose: Loose, head: dict, more: bool = False) -> Iterator[Conversation]:
        loose.parts += more or loose.parts > 0
        title = f"{loose.thread} (part {loose.parts})" if loose.parts else loose.thread
        named = {"id": title, "title": title, **head} if title else head
        done = finished(named, loose.messages, self.notes)
        loose.messages, loose.characters = [], 0
        if done is not None:
            yield done

    def _count(self, reader: Reader) -> None:
        self.found += 1
        self.format = self.format or reader.name
        if self.within is not None:
            self.within._count(reader)

    def _where(self, record: Found, what: str) -> Notes:
        if record.line:
            return self.notes.at(f"line {record.line}")
        if not record.number:
            return self.notes.at(record.key) if record.key else self.notes
        own = what if record.key in CARRIERS else f"{record.key}, {what}"
        return self.notes.at(f"{own} {record.number}")


def _shape(value: Any) -> str:
    """What a value is, without what it holds, which may be private."""
    if isinstance(value, dict):
        fields = ", ".join(repr(name(field)) for field in list(value)[:6])
        return f"an object with the fields {fields}{', …' if len(value) > 6 else ''}"
    if isinstance(value, (list, str)):
        return "a list" if isinstance(value, list) else "a string"
    return shown(value)


def _listed(key: str, value: list | dict) -> Iterator[Found | Closed]:
    """The records in a field."""
    if isinstance(value, dict):
        yield Found(value, key)
    else:
        yield from (Found(item, key, number) for number, item in enumerate(value, 1))
