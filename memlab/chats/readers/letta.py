"""Letta: agent files (.af) and the lists of messages that its API gives.

A Letta agent may speak by calling `send_message`, and its user's words may come packed in JSON.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from memlab.chats.contents import answer, call, spoken, text_of, thought
from memlab.chats.conversation import Message
from memlab.chats.fields import as_dict, as_list, moment, name, role, unknown_role
from memlab.chats.notes import Notes
from memlab.chats.readers.reader import Reader, Talk

SPEAKING = "send_message"  # the tool by which an agent speaks
OF_TYPE = {  # message_type -> role
    "system_message": "system",
    "user_message": "user",
    "assistant_message": "assistant",
    "reasoning_message": "thought",
    "hidden_reasoning_message": "thought",
    "tool_call_message": "call",
    "approval_request_message": "call",
    "tool_return_message": "tool",
    "approval_response_message": "",
    "summary_message": "system",
    "event_message": "system",
}


def _is_chat(value: dict) -> bool:
    agent = any(f in value for f in ("agent_type", "in_context_message_ids", "in_context_message_indices"))
    return agent and isinstance(value.get("messages"), list)


def _branch(chat: dict, notes: Notes) -> list[Any]:
    return chat["messages"]


def _is_message(value: dict) -> bool:
    if isinstance(value.get("message_type"), str):
        return value["message_type"].endswith("_message")
    letta = ("agent_id", "otid", "batch_item_id", "tool_returns")
    return isinstance(value.get("role"), str) and any(f in value for f in letta)


def _messages(value: dict, talk: Talk) -> list[Message]:
    at = moment(value.get("created_at"), value.get("date"))
    kind = value.get("message_type")
    who = OF_TYPE.get(kind) if isinstance(kind, str) else role(value.get("role")) or _approval(value)
    if who is None:
        raise ValueError(f"message_type = {kind!r}" if kind else unknown_role(value.get("role")))
    if who == "thought":
        return thought([value.get("reasoning"), value.get("hidden_reasoning")], at)
    if who == "tool":
        return _returned(value, at, talk)
    content = value.get("content") if value.get("content") is not None else value.get("text")
    if who == "user":
        return _heard(content, at, talk)
    said = (
        spoken(who, content, at, talk.calls, hidden=who == "system") if who in ("system", "assistant") else []
    )
    if who == "system" and not said:
        said = spoken(who, value.get("summary") or value.get("event_data"), at, talk.calls, hidden=True)
    called = _calls(value)
    if any(as_dict(c.get("function")).get("name") == SPEAKING for c in called):  # beside it, an agent thinks
        said = [replace(message, hidden=True) for message in said]
    return said + [m for c in called for m in _call(c, at, talk)]


def _approval(value: dict) -> str | None:
    """A question whether a tool may be called bears the call; the reply to it says nothing."""
    return "call" if value.get("role") == "approval" else None


def _heard(content: Any, at: float | None, talk: Talk) -> list[Message]:
    """The user's words; what the program says in the user's place (heartbeats, logins) is the system's."""
    text = text_of(content)
    packed = _unpacked(text)
    if packed.get("type") == "user_message" and isinstance(packed.get("message"), str):
        return spoken("user", packed["message"], at, talk.calls)
    if isinstance(packed.get("type"), str) and {"time", "reason", "message"} & packed.keys():
        return [Message("system", text, at, hidden=True)]
    return spoken("user", content, at, talk.calls)


def _unpacked(text: str) -> dict:
    if not text.startswith("{") or len(text) > 1 << 20:
        return {}
    try:
        return as_dict(json.loads(text, strict=False))
    except (ValueError, RecursionError):
        return {}


def _calls(value: dict) -> list[dict]:
    one = as_dict(value.get("tool_call"))
    return [c for c in [one, *as_list(value.get("tool_calls"))] if isinstance(c, dict) and c]


def _call(value: dict, at: float | None, talk: Talk) -> list[Message]:
    function = as_dict(value.get("function")) or value
    tool, arguments = name(function.get("name")), function.get("arguments")
    made = call(tool, arguments, value.get("id") or value.get("tool_call_id"), at, talk.calls)
    packed = _unpacked(arguments) if isinstance(arguments, str) else as_dict(arguments)
    if tool == SPEAKING and isinstance(packed.get("message"), str):
        return thought(packed.get("thinking"), at) + spoken("assistant", packed["message"], at, talk.calls)
    return made


def _returned(value: dict, at: float | None, talk: Talk) -> list[Message]:
    content = next((value[f] for f in ("content", "tool_return", "text") if value.get(f)), None)
    if content is None:
        content = [r.get("func_response") for r in as_list(value.get("tool_returns")) if isinstance(r, dict)]
    return answer(content, value.get("name"), value.get("tool_call_id"), at, talk.calls)


LETTA = Reader("letta", _is_message, _messages, _is_chat, _branch)
