"""Claude's export: conversations.json, each conversation with its `chat_messages`."""

from __future__ import annotations

from typing import Any

from memlab.chats.contents import spoken
from memlab.chats.conversation import Message
from memlab.chats.fields import as_list, clean, moment, name, role, unknown_role
from memlab.chats.notes import Notes
from memlab.chats.readers.reader import Reader, Talk
from memlab.chats.readers.tree import branch, parent_of

ROOTS = frozenset(
    {"00000000-0000-4000-8000-000000000000", "00000000-0000-0000-0000-000000000000"}
)  # of a first one

PARENT = "parent_message_uuid"


def _is_chat(value: dict) -> bool:
    return isinstance(value.get("chat_messages"), list)


def _is_message(value: dict) -> bool:
    return isinstance(value.get("sender"), str) and any(
        f in value for f in ("text", "content", "attachments")
    )


def _branch(chat: dict, notes: Notes) -> list[Any]:
    """The messages as listed; where they tell their parents, the branch that ends in the last one."""
    said = chat["chat_messages"]
    nodes = {m["uuid"]: m for m in said if isinstance(m, dict) and isinstance(m.get("uuid"), str)}
    parents = [parent_of(m, PARENT) for m in nodes.values()]
    if len(nodes) < len(said) or not any(parents):
        return said
    if any(parent is None or parent not in nodes.keys() | ROOTS for parent in parents[1:]):
        return said  # the tree has gaps: the order of the file is the better guess
    first = frozenset(parent for parent in parents[:1] if parent and parent not in nodes)
    return branch(nodes, chat.get("current_leaf_message_uuid"), PARENT, ROOTS | first, notes)


def _messages(value: dict, talk: Talk) -> list[Message]:
    at = moment(value.get("created_at"), value.get("updated_at"))
    who = role(value.get("sender"))
    if who is None:
        raise ValueError(unknown_role(value.get("sender")))
    said = spoken(who, value.get("content"), at, talk.calls, hidden=who == "system")
    if not any(m.role == who and not m.tool and m.text.strip() for m in said):
        said += spoken(who, value.get("text"), at, talk.calls, hidden=who == "system")
    return said + [Message(who, text, at) for text in _attached(value)]


def _attached(value: dict) -> list[str]:
    """The text of attached files, which the model was given; of other files the name."""
    found = []
    for field in ("attachments", "files"):
        for file in as_list(value.get(field)):
            if isinstance(file, dict):
                title = name(file.get("file_name"))
                said = clean(file.get("extracted_content"))
                found.append("\n".join(filter(None, (f"[file: {title}]" if title else "[file]", said))))
    return found


CLAUDE = Reader("claude", _is_message, _messages, _is_chat, _branch)
