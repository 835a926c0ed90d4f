"""LangChain's messages as it dumps them: `dumpd`, `messages_to_dict`, `model_dump`; LangGraph's states."""

from __future__ import annotations

from typing import Any

from memlab.chats.contents import answer, call, spoken
from memlab.chats.conversation import Message
from memlab.chats.fields import as_dict, as_list, moment, name, role, told_at, unknown_role
from memlab.chats.readers.openai import WHEN, called
from memlab.chats.readers.reader import Reader, Talk

ROLE = {
    "human": "user",
    "ai": "assistant",
    "system": "system",
    "tool": "tool",
    "function": "tool",
    "chat": "",  # its role stands beside it
    "remove": "",
}


def _kind(value: dict) -> str:
    """'human', 'ai', … of a message in any of the three forms, '' of anything else."""
    names = as_list(value.get("id"))
    if value.get("lc") == 1 and names and isinstance(names[-1], str):
        kind = names[-1] if isinstance(value.get("kwargs"), dict) else ""
    else:
        held = isinstance(value.get("data"), dict) or ("content" in value and "role" not in value)
        kind = value["type"] if held and isinstance(value.get("type"), str) else ""
    kind = kind.removesuffix("Chunk").removesuffix("Message").lower()
    return kind if kind in ROLE or (kind and value.get("type") == "chat") else ""


def _generated(value: dict) -> dict:
    """The message of a generation, as results of models hold it."""
    inner = as_dict(value.get("message"))
    return inner if inner and _kind(inner) else {}


def _is_message(value: dict) -> bool:
    if _generated(value):
        return True
    if value.get("type") == "chat" and "content" in value:
        return "additional_kwargs" in value or "response_metadata" in value
    return bool(_kind(value))


def _messages(value: dict, talk: Talk) -> list[Message]:
    value = _generated(value) or value
    kind = _kind(value) or "chat"
    held = as_dict(value.get("kwargs")) or as_dict(value.get("data")) or value
    if kind == "remove":  # an order to the program: nothing was said
        return []
    who = ROLE.get(kind) or role(held.get("role"))
    if who is None:
        raise ValueError(unknown_role(held.get("role")))
    extra, meta = as_dict(held.get("additional_kwargs")), as_dict(held.get("response_metadata"))
    at = moment(*(told_at(place, WHEN) for place in (held, extra, meta)))
    if who == "tool":
        return answer(held.get("content"), held.get("name"), held.get("tool_call_id"), at, talk.calls)
    said = spoken(who, held.get("content"), at, talk.calls, hidden=who == "system")
    return said + _calls(held, extra, at, talk, {m.tool for m in said if m.tool})


def _calls(held: dict, extra: dict, at: float | None, talk: Talk, told: set[str]) -> list[Message]:
    """The calls that the content has not told already, in LangChain's form or in the provider's."""
    listed: list[Any] = as_list(held.get("tool_calls")) + as_list(held.get("invalid_tool_calls"))
    made = [c for c in listed if isinstance(c, dict) and name(c.get("name")) not in told]
    if not listed:
        return called(extra, at, talk)
    return [m for c in made for m in call(c.get("name"), c.get("args"), c.get("id"), at, talk.calls)]


LANGCHAIN = Reader("langchain", _is_message, _messages)
