"""ChatGPT's export: conversations.json, each conversation a tree of messages (`mapping`, `current_node`).

Also nodes of such a tree in a list, as shared pages have them, and DeepSeek's export: the tree is the same.
"""

from __future__ import annotations

from typing import Any

from memlab.chats.contents import text_of
from memlab.chats.conversation import Message
from memlab.chats.fields import as_dict, as_list, clean, compact, moment, name, role, unknown_role
from memlab.chats.notes import Notes
from memlab.chats.readers.deepseek import fragments
from memlab.chats.readers.reader import Reader, Talk
from memlab.chats.readers.tree import branch, latest

CONTEXT = ("user_editable_context", "model_editable_context")  # custom instructions, what was remembered
THOUGHTS = ("thoughts", "reasoning_recap")
WITH_URL = ("tether_quote", "sonic_webpage")
_FIELDS = (  # of contents that are no list of parts, in the order in which they are read
    "title",
    "url",
    "text",
    "content",
    "result",
    "summary",
    "name",
    "user_profile",
    "user_instructions",
    "model_set_context",
    "repository",
    "thoughts",
    "context_parts",
    "parts",
)


def _is_chat(value: dict) -> bool:
    return isinstance(value.get("mapping"), dict)


def _is_message(value: dict) -> bool:
    inner = _of_node(value)
    return isinstance(inner.get("author"), dict) and isinstance(inner.get("content"), dict)


def _of_node(value: dict) -> dict:
    """The message of a node of the tree; a message is itself."""
    inner = value.get("message")
    return inner if isinstance(inner, dict) and "author" not in value else value


def _branch(chat: dict, notes: Notes) -> list[Any]:
    nodes = {key: node for key, node in chat["mapping"].items() if isinstance(node, dict)}
    for key in chat["mapping"].keys() - nodes.keys():
        notes.at(f"node {name(key)}").tell("not an object: passed over")
    path = branch(nodes, chat.get("current_node"), "parent", frozenset(), notes)
    said = [node["message"] for node in path if node.get("message")]
    if not said and any(node.get("message") for node in nodes.values()):
        notes.tell("the last message stands before the first: the latest branch is used")
        said = [
            n["message"]
            for n in branch(nodes, latest(nodes, "parent"), "parent", frozenset(), notes)
            if n.get("message")
        ]
    return said


def _messages(value: dict, talk: Talk) -> list[Message]:
    value = _of_node(value)
    if isinstance(value.get("fragments"), list):
        return fragments(value)
    author, told = as_dict(value.get("author")), as_dict(value.get("metadata"))
    content = value.get("content")
    content = content if isinstance(content, dict) else {"content_type": "text", "parts": [content]}
    who, kind = role(author.get("role")), content.get("content_type")
    text = "\n".join(filter(None, [*_attached(told), _text(content, value)]))
    if not text.strip():
        return []
    if who is None:
        raise ValueError(unknown_role(author.get("role")))
    instructed = kind in CONTEXT or told.get("is_user_system_message") is True
    to = value.get("recipient")
    called = name(to) if who == "assistant" and isinstance(to, str) and to != "all" else ""
    tool = called or (name(author.get("name")) or "tool" if who == "tool" else "")
    hidden = instructed or bool(tool) or who == "system" or kind in THOUGHTS
    hidden = hidden or told.get("is_visually_hidden_from_conversation") is True
    return [
        Message("system" if instructed else who, text, moment(value.get("create_time")), tool, bool(hidden))
    ]


def _attached(told: dict) -> list[str]:
    """The names of attached files; a picture stands among the parts."""
    files = [file for file in as_list(told.get("attachments")) if isinstance(file, dict)]
    kinds = ((file, str(file.get("mime_type") or file.get("mimeType"))) for file in files)
    return [f"[file: {name(file.get('name'))}]" for file, kind in kinds if not kind.startswith("image/")]


def _text(content: dict, message: dict) -> str:
    """The text of a content of any kind; of the older custom instructions, which stand beside it."""
    parts = content.get("parts")
    text = text_of(parts) if parts else _of_fields(content)
    data = as_dict(as_dict(message.get("metadata")).get("user_context_message_data"))
    if not text.strip():
        return "\n\n".join(filter(None, (clean(part) for part in data.values())))
    return text


def _of_fields(content: dict) -> str:
    found = [
        _thoughts(content[f]) if f == "thoughts" else text_of(content[f]) for f in _FIELDS if content.get(f)
    ]
    text = "\n".join(filter(None, found))
    if text or content.get("content_type") in (None, "text", "multimodal_text", "code", *CONTEXT, *THOUGHTS):
        return text
    rest = {k: v for k, v in content.items() if k != "content_type" and v}
    return compact(rest) if rest else ""


def _thoughts(thoughts: Any) -> str:
    """Each thought has a summary and a content; both were shown and both cost tokens."""
    if not isinstance(thoughts, list):
        return text_of(thoughts)
    found = [
        [t.get("summary"), t.get("content") or t.get("chunks")] if isinstance(t, dict) else t
        for t in thoughts
    ]
    return text_of(found)


CHATGPT = Reader("chatgpt", _is_message, _messages, _is_chat, _branch)
