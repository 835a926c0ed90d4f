"""The text of a message's content, however it is packed: a string, parts, blocks, calls of tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from memlab.chats.conversation import Message
from memlab.chats.fields import as_dict, clean, compact, name

DEEPEST = 6  # contents are packed in contents; nobody packs deeper
TEXTS = (
    "text",
    "content",
    "parts",
    "value",
    "transcript",
    "refusal",
    "result",
    "output",
    "summary",
    "thinking",
    "reasoning",
)
MEDIA = ("image", "audio", "video", "file", "document", "asset")


def text_of(content: Any, deep: int = 0) -> str:
    """Everything in a content that is text, in order; a picture, a sound or a file is named in brackets.

    >>> text_of([{"type": "text", "text": "茶?"}, {"type": "image_url", "image_url": {"url": "data:…"}}])
    '茶?\\n[image]'
    """
    if isinstance(content, str):
        return clean(content)
    if deep > DEEPEST or content is None:
        return ""
    if isinstance(content, list):
        return "\n".join(filter(None, (text_of(part, deep + 1) for part in content)))
    return _part(content, deep) if isinstance(content, dict) else compact(content)


def _part(part: dict, deep: int) -> str:
    if part.get("type") == "document" and (said := _document(part, deep)):
        return said
    for field in TEXTS:
        found = text_of(part.get(field), deep + 1) if part.get(field) else ""
        if found:
            return found
    return medium(part) or _unknown(part)


def _document(part: dict, deep: int) -> str:
    """A document that the model was given as text."""
    source = as_dict(part.get("source"))
    text = text_of(source.get("content") or source.get("data"), deep + 1)
    if not text or source.get("type") not in ("text", "content"):
        return ""
    title = name(part.get("title"))
    return f"[file{': ' + title if title else ''}]\n{text}"


def _unknown(part: dict) -> str:
    """A part of a kind that nobody knows is told: by its kind, or whole where it does not say that."""
    if not part or any(field in part for field in TEXTS):
        return ""
    kind = name(part.get("type") or part.get("content_type"))
    return f"[{kind}]" if kind else compact(part)


def medium(part: dict) -> str:
    """What stands for a part that is no text: '[image]', '[file: plan.pdf]', '' if unknown."""
    kind = f"{part.get('type') or ''} {part.get('content_type') or ''}".lower()
    if not kind.strip():
        kind = " ".join(f"{key} {_mime(part[key])}" for key in list(part)[:8]).lower()  # {"image_url": …}
    file = name(part.get("file_name") or part.get("filename") or part.get("name"))
    found = next((word for word in MEDIA if word in kind), "")
    what = {"asset": "file", "document": "file"}.get(found, found)
    return f"[{what}{': ' + file if file else ''}]" if what else ""


def _mime(value: Any) -> str:
    """Of Gemini's {"inlineData": {"mimeType": "image/png", "data": …}}."""
    held = as_dict(value)
    return str(held.get("mimeType") or held.get("mime_type") or "")


def spoken(role: str, content: Any, at: float | None, calls: dict[str, str], **told: Any) -> list[Message]:
    """The messages in a content: runs of text, and by themselves thoughts, calls of tools and their answers.

    `calls` (call id -> tool) learns the calls and names the tool that answers.
    """
    if role == "tool":  # of which nobody says the name
        told = {"tool": "tool", **told, "hidden": True}
    if isinstance(content, str):
        text = clean(content).strip("\n")
        return [Message(role, text, at, **told)] if text else []
    found: list[Message] = []
    parts = content if isinstance(content, list) else [content]
    for make, run in _runs(parts):
        if make is not None:
            found += make(run[0], at, calls)
        elif text := text_of(run).strip("\n"):
            found.append(Message(role, text, at, **told))
    return found


def _runs(parts: list) -> Iterator[tuple[Callable[..., list[Message]] | None, list]]:
    """(what makes messages of it, the parts): texts that stand together, and each other part alone."""
    run: list = []
    for part in parts:
        make = _maker(part) if isinstance(part, dict) else None
        if make is None:
            run.append(part)
            continue
        if run:
            yield None, run
        yield make, [part]
        run = []
    if run:
        yield None, run


def _maker(part: dict) -> Callable[..., list[Message]] | None:
    """What makes messages of a part by itself: by its type, or by its key, as Gemini has them."""
    key = next((key for key in _KEYED if isinstance(part.get(key), dict)), "")
    return _KEYED[key] if key else _BLOCKS.get(str(part.get("type")))


def call(tool: Any, arguments: Any, call_id: Any, at: float | None, calls: dict[str, str]) -> list[Message]:
    """A tool is called: never shown, its arguments are the text."""
    named = name(tool) or "tool"
    if isinstance(call_id, str):
        calls[call_id] = named
    return [Message("assistant", compact(arguments) or "{}", at, named, hidden=True)]


def answer(content: Any, tool: Any, call_id: Any, at: float | None, calls: dict[str, str]) -> list[Message]:
    """A tool answers; its name is that of the call where it is not told."""
    raw = (
        isinstance(content, dict) and "type" not in content
    )  # a value, not a part that says of what kind it is
    text = compact(content) if raw else text_of(content) or compact(content or None)
    named = name(tool) or calls.get(call_id if isinstance(call_id, str) else "", "") or "tool"
    return [Message("tool", text, at, named, hidden=True)] if text else []


def thought(content: Any, at: float | None) -> list[Message]:
    """What a model thought before it spoke: the page folds it away."""
    text = text_of(content)
    return [Message("assistant", text, at, hidden=True)] if text else []


def _use(part: dict, at: float | None, calls: dict[str, str]) -> list[Message]:
    arguments = next((part[f] for f in ("input", "arguments", "args") if part.get(f) is not None), None)
    return call(part.get("name"), arguments, part.get("id") or part.get("call_id"), at, calls)


def _result(part: dict, at: float | None, calls: dict[str, str]) -> list[Message]:
    content = next((part[f] for f in ("content", "output", "func_response") if part.get(f) is not None), None)
    call_id = part.get("tool_use_id") or part.get("tool_call_id") or part.get("call_id")
    return answer(content, part.get("name"), call_id, at, calls)


def _thinking(part: dict, at: float | None, calls: dict[str, str]) -> list[Message]:
    return thought([part.get(f) for f in ("thinking", "reasoning", "summary", "text", "content")], at)


def _nothing(part: dict, at: float | None, calls: dict[str, str]) -> list[Message]:
    return []


_BLOCKS: dict[str, Callable[[dict, float | None, dict[str, str]], list[Message]]] = {
    **dict.fromkeys(("tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "function_call"), _use),
    **dict.fromkeys(("tool_result", "mcp_tool_result", "tool_return", "function_call_output"), _result),
    **dict.fromkeys(("thinking", "reasoning", "summarized_reasoning"), _thinking),
    # counters of the page, and thoughts that the provider has encrypted
    **dict.fromkeys(
        ("token_budget", "redacted_thinking", "redacted_reasoning", "omitted_reasoning"), _nothing
    ),
}
_KEYED: dict[str, Callable[[dict, float | None, dict[str, str]], list[Message]]] = {
    "functionCall": lambda part, at, calls: _use(part["functionCall"], at, calls),
    "function_call": lambda part, at, calls: _use(part["function_call"], at, calls),
    "functionResponse": lambda part, at, calls: _responded(part["functionResponse"], at, calls),
    "function_response": lambda part, at, calls: _responded(part["function_response"], at, calls),
}


def _responded(part: dict, at: float | None, calls: dict[str, str]) -> list[Message]:
    return answer(part.get("response"), part.get("name"), part.get("id"), at, calls)
