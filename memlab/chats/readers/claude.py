"""Claude's export: conversations.json, each conversation with its `chat_messages`."""

from __future__ import annotations

from typing import Any

from memlab.chats.contents import spoken
from memlab.chats.conversation import Message
from memlab.chats.fields import as_list, clean, moment, name, role, unknown_role
from memlab.chats.notes import Notes
from memlab.chats.readers.reader import Reader, Talk
from memlab.chats.readers.tree import branch

ROOTS = frozenset({"00000000-0000-4000-8000-000000000000"})  # the parent of a first message


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
    if len(nodes) < len(said) or not any(m.get("parent_message_uuid") for m in nodes.values()):
        return said
    if any(m.get("parent_message_uuid") not in nodes.keys() | ROOTS for m in said[1:]):
        return said  # the tree has gaps: the order of the file is the better guess
    return branch(
        nodes, chat.get("current_leaf_message_uuid"), "parent_message_uuid", ROOTS | _missing(nodes), notes
    )


def _missing(nodes: dict[str, dict]) -> frozenset:
    parents = {m.get("parent_message_uuid") for m in nodes.values()}
    return frozenset(p for p in parents if isinstance(p, str) and p not in nodes)


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
                title = f"[file: {name(file.get('file_name')) or name(file.get('file_uuid')) or '?'}]"
                found.append("\n".join(filter(None, (title, clean(file.get("extracted_content"))))))
    return found


CLAUDE = Reader("claude", _is_message, _messages, _is_chat, _branch)
