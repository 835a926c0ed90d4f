"""Lists of messages as the chat APIs take them: `role` and `content` (a string or parts), calls of tools.

Also the items of the Responses API, `from`/`value` pairs, and records that hold such a message inside, or
several versions of one.
"""

from __future__ import annotations

from typing import Any

from memlab.chats.contents import answer, call, spoken, text_of, thought
from memlab.chats.conversation import Message
from memlab.chats.fields import as_dict, as_list, role, told_at, unknown_role
from memlab.chats.readers.reader import Reader, Talk

SPEAKER = ("role", "from", "speaker", "author", "sender")
SAID = ("content", "parts", "value", "text", "message", "body")
_TIMES = "created_at create_time timestamp createdAt inserted_at created date time ts"
WHEN = frozenset(_TIMES.split())
CALLED, ANSWERS = ("function_call", "tool_call"), "_output"
ARGUMENTS = ("arguments", "input", "action", "code", "queries")
ALONE = ("tool_calls", "function_call", "refusal", "audio")  # of a message without content


def _is_message(value: dict) -> bool:
    if inner := _inner(value):
        return isinstance(inner.get("role"), str)
    if any(isinstance(value.get(f), str) for f in SPEAKER):
        return any(f in value for f in SAID + ALONE)
    kind = value.get("type")
    return isinstance(kind, str) and ("call_id" in value or kind == "reasoning" or kind.endswith("_call"))


def _inner(value: dict) -> dict:
    """The message that a record bears, {} if it is one itself."""
    borne: dict = next((value[f] for f in ("message", "payload") if isinstance(value.get(f), dict)), {})
    return borne or _chosen(value)


def _chosen(value: dict) -> dict:
    """Of the versions of a message, as LM Studio keeps them, the one that is shown; an answer has steps."""
    versions, place = as_list(value.get("versions")), value.get("currentlySelected")
    if not versions:
        return {}
    there = isinstance(place, int) and 0 <= place < len(versions)
    chosen = as_dict(versions[place if there else -1])  # type: ignore[index]
    return {"content": chosen.get("steps"), **chosen}


def _messages(value: dict, talk: Talk) -> list[Message]:
    if inner := _inner(value):
        return _messages({**{f: value[f] for f in WHEN if f in value}, **inner}, talk)
    at = told_at(value, WHEN)
    kind = str(value.get("type"))
    if "call_id" in value and kind.endswith(ANSWERS):
        return answer(value.get("output"), value.get("name"), value["call_id"], at, talk.calls)
    if "role" not in value and ("call_id" in value or kind.endswith("_call")):
        return _of_call(value, kind, at, talk)
    if kind == "reasoning" and "role" not in value:
        return thought([value.get("summary"), value.get("content")], at)
    return _said(value, at, talk)


def _responds(content: Any) -> bool:
    """Whether the answers of tools stand in the parts, as Gemini has them."""
    parts = content if isinstance(content, list) else []
    return any(isinstance(p, dict) and p.keys() & {"functionResponse", "function_response"} for p in parts)


def _of_call(value: dict, kind: str, at: float | None, talk: Talk) -> list[Message]:
    """A call of a tool, and what it gave where that stands beside it."""
    call_id, named = value.get("call_id") or value.get("id"), value.get("name") or kind
    made = call(named, _first(value, ARGUMENTS), call_id, at, talk.calls)
    return made + answer(_first(value, ("output", "outputs", "results")), named, call_id, at, talk.calls)


def _first(value: dict, fields: tuple[str, ...]) -> Any:
    return next((value[field] for field in fields if value.get(field) is not None), None)


def _said(value: dict, at: float | None, talk: Talk) -> list[Message]:
    field = next((f for f in SPEAKER if isinstance(value.get(f), str)), "")
    label = value.get(field)
    content = next((value[f] for f in SAID if value.get(f)), None)
    who = role(label)
    if who is None and str(label).lower() in CALLED:
        return call(value.get("name"), content, None, at, talk.calls)
    if who is None and field not in ("", "role"):
        who = talk.role_of(str(label))
    if who is None:
        raise ValueError(unknown_role(label))
    if who == "tool" and not _responds(content):
        return answer(content, value.get("name"), value.get("tool_call_id"), at, talk.calls)
    thoughts = _thoughts(value, at)
    said = spoken(who, content, at, talk.calls, hidden=who == "system")
    return thoughts + (said or _refused(value, who, at)) + called(value, at, talk)


def _thoughts(value: dict, at: float | None) -> list[Message]:
    found = [value[f] for f in ("reasoning_content", "reasoning") if value.get(f)]
    return thought(found, at) if found else []


def _refused(value: dict, who: str, at: float | None) -> list[Message]:
    text = text_of([value.get("refusal"), value.get("audio")])
    return [Message(who, text, at)] if text else []


def called(value: dict, at: float | None, talk: Talk) -> list[Message]:
    """The calls of tools beside a message's content."""
    listed = value.get("tool_calls")
    calls: list[Any] = [c for c in listed if isinstance(c, dict)] if isinstance(listed, list) else []
    if isinstance(value.get("function_call"), dict):
        calls.append({"function": value["function_call"]})
    return [message for c in calls for message in _call(c, at, talk)]


def _call(value: dict, at: float | None, talk: Talk) -> list[Message]:
    function = next((value[f] for f in ("function", "custom") if isinstance(value.get(f), dict)), value)
    arguments = next(
        (function[f] for f in ("arguments", "args", "input") if function.get(f) is not None), None
    )
    return call(function.get("name"), arguments, value.get("id") or value.get("tool_call_id"), at, talk.calls)


OPENAI = Reader("openai", _is_message, _messages)
