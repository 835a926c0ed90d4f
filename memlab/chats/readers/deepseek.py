"""DeepSeek's export: a tree as ChatGPT's, each message in fragments of what was asked, thought and said."""

from __future__ import annotations

from dataclasses import replace

from memlab.chats.contents import text_of
from memlab.chats.conversation import Message
from memlab.chats.fields import as_list, moment, name

_ROLES = {"REQUEST": "user", "RESPONSE": "assistant", "THINK": "assistant"}  # of any other a tool
_UNSAID = ("type", "id", "elapsed_secs", "status", "queries")


def fragments(value: dict) -> list[Message]:
    """The messages in a node's message; files are named before what was asked."""
    at = moment(value.get("inserted_at"))
    said = [_said(part, at) for part in as_list(value.get("fragments")) if isinstance(part, dict)]
    files = [name(file.get("file_name")) for file in as_list(value.get("files")) if isinstance(file, dict)]
    named = "\n".join(f"[file: {file}]" for file in filter(None, files))
    if named and said:
        said[0] = replace(said[0], text=f"{named}\n{said[0].text}".strip())
    return [message for message in said if message.text.strip()]


def _said(part: dict, at: float | None) -> Message:
    kind = str(part.get("type"))
    text = text_of({key: value for key, value in part.items() if key not in _UNSAID})
    role = _ROLES.get(kind, "tool")
    return Message(
        role, text, at, kind.lower() if role == "tool" else "", kind not in ("REQUEST", "RESPONSE")
    )
