"""Which readers there are, and which of them a record is for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

from memlab.chats.beside import ANSWERED, LISTS, ORDER, Told, is_pair, new, told_by
from memlab.chats.conversation import Conversation, Message
from memlab.chats.fields import name, told_at
from memlab.chats.notes import Notes
from memlab.chats.readers.chatgpt import CHATGPT
from memlab.chats.readers.claude import CLAUDE
from memlab.chats.readers.langchain import LANGCHAIN
from memlab.chats.readers.letta import LETTA
from memlab.chats.readers.openai import OPENAI, WHEN
from memlab.chats.readers.reader import Reader, Talk
from memlab.checks import shown

READERS = {
    reader.name: reader for reader in (CHATGPT, CLAUDE, LANGCHAIN, LETTA, OPENAI)
}  # in this order they are asked
LABELLED = ("transcript", "markdown")
FORMATS = frozenset({*READERS, *LABELLED})
TITLE = ("title", "name", "topic", "subject", "summary")
ID = ("conversation_id", "id", "uuid", "session_id", "sessionId", "thread_id", "chat_id", "custom_id")
WRAPPERS = (  # fields within which a conversation lies whole
    "body data kwargs values state chat request response channel_values checkpoint thread conversation input"
    " inputs output outputs payload run result chat_memory"
)
DEEPEST = 4  # messages lie in a record; nobody packs them deeper


def reader_of_message(value: Any, only: str | None = None) -> Reader | None:
    """Who reads this record as one message."""
    if not isinstance(value, dict):
        return None
    return next((r for r in READERS.values() if only in (None, r.name) and r.is_message(value)), None)


def chat_of(value: Any, only: str | None = None) -> tuple[Reader, dict, list[Any]] | None:
    """(reader, the other fields, messages: [] where the reader finds them) if it is a conversation."""
    if isinstance(value, list):
        return _of_lists({}, [(LISTS, value)], [], only)
    if not isinstance(value, dict):
        return None
    whole = next((r for r in READERS.values() if only in (None, r.name) and r.is_chat(value)), None)
    if whole:
        return whole, value, []
    found = list(_told(value, only, 0))
    return _of_lists(
        value, [t for t, listed in found if listed], [t for t, listed in found if not listed], only
    )


def _of_lists(
    head: dict, lists: list[Told], beside: list[Told], only: str | None
) -> tuple[Reader, dict, list[Any]] | None:
    said = [message for _, one in lists for message in one]
    reader = next(filter(None, (reader_of_message(message, only) for message in said[:9])), None)
    if reader is None and is_pair(beside) and only in (None, OPENAI.name):
        reader = OPENAI
    if reader in (OPENAI, LANGCHAIN):  # they read what has a role
        lists = sorted([*lists, *new(beside, said)], key=lambda told: told[0])
    return (reader, head, [message for _, one in lists for message in one]) if reader else None


def _told(value: dict, only: str | None, deep: int) -> Iterator[tuple[Told, bool]]:
    """Every list of messages in a record (True), and what is said beside them."""
    for key, inner in value.items():
        while isinstance(inner, list) and len(inner) == 1 and isinstance(inner[0], list):
            inner = inner[0]  # batches of one
        if isinstance(inner, list) and any(reader_of_message(item, only) for item in inner[:9]):
            yield (ANSWERED if ORDER.get(key) == ANSWERED else LISTS, inner), True
        elif isinstance(inner, dict) and key in WRAPPERS.split() and deep < DEEPEST:
            for (order, records), listed in _told(inner, only, deep + 1):
                yield (max(order, ANSWERED * (ORDER.get(key) == ANSWERED)), records), listed
        else:
            yield from ((told, False) for told in told_by(key, inner))


def conversation(reader: Reader, head: dict, said: list[Any], notes: Notes) -> Conversation | None:
    """The conversation in a record, None (and told) if nothing was said in it."""
    records = said or reader.branch(head, notes)
    talk = Talk(notes)
    messages: list[Message] = []
    for number, record in enumerate(records, 1):
        messages += read_message(reader, record, talk, f"message {number}")
    return finished(head, messages, notes)


def finished(head: dict, messages: list[Message], notes: Notes) -> Conversation | None:
    """A conversation of the messages read, in the order in which they were said."""
    if not messages:
        notes.tell("no message with anything said in it")
        return None
    messages = in_order(messages)
    ident, title = (next(filter(None, (name(head.get(f)) for f in fields)), "") for fields in (ID, TITLE))
    at = told_at(head, WHEN) or next((m.at for m in messages if m.at is not None), None)
    return Conversation(ident or notes.place, title, tuple(messages), at, notes.place)


def read_message(reader: Reader, record: Any, talk: Talk, step: str) -> list[Message]:
    """The messages of one record; what it cannot be read for is told."""
    try:
        if isinstance(record, dict):
            return reader.messages(record, talk)
        raise ValueError(f"{shown(record)} is no message")
    except (ValueError, RecursionError) as error:
        talk.notes.at(step).tell(str(error))
        return []


def in_order(messages: list[Message]) -> list[Message]:
    """Lists that an API gave newest first are turned round; what was said at one time keeps its order."""
    times = [m.at for m in messages if m.at is not None]
    falling = all(a >= b for a, b in pairwise(times))
    if len(times) < len(messages) or not falling or times[0] == times[-1]:
        return messages
    moments = [list(group) for _, group in groupby(messages, key=lambda m: m.at)]
    return [message for group in reversed(moments) for message in group]
