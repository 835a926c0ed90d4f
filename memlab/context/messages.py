"""messages: a conversation as somebody hands it over, as messages that are checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from memlab import checks
from memlab.facts.candidate import USER, speaker
from memlab.facts.masking import FENCE
from memlab.facts.moments import moment
from memlab.tiers.layers import Said

UNHEARD = ("system", "developer")  # instructions to the model: nobody's memory
FIELDS = ("role", "content", "at", "secret")
PROTOCOL = (  # what the messages of chat clients bear besides; nothing of it is kept
    *("name", "tool_calls", "tool_call_id", "function_call", "refusal", "annotations", "audio"),
)
TEXTS = ("text", "input_text", "output_text")  # the types of the parts of a content that are texts
_FENCED = re.compile(rf"{FENCE[0]}.*?(?:{FENCE[1]}|\Z)\s*", re.S | re.I)
_ROLES = {
    "user": USER,
    "human": USER,
    "用户": USER,
    "assistant": "assistant",
    "ai": "assistant",
    "助手": "assistant",
}
_LABEL = re.compile(rf"^[ \t]*({'|'.join(_ROLES)})[ \t]*[:：][ \t]*", re.I | re.M)


def said(messages: Any, now: float) -> tuple[list[Said], list[str]]:
    """(the messages to keep, why others are not): a text, or a list of texts or {"role", "content", "at"}.

    A text with lines such as "user: …" and "assistant: …" is taken apart. What recall had put into a message
    is taken out. ValueError or TypeError names the message that is none; then none is taken.

    >>> [(m.role, m.text) for m in said("User: Hi!\\nAssistant: Hello.", 0.0)[0]]
    [('user', 'Hi!'), ('assistant', 'Hello.')]
    """
    given = _of_text(messages) if isinstance(messages, str) else _listed(messages)
    found = [_message(n, message, now) for n, message in enumerate(given)]
    kept = [m for m in found if m.role not in UNHEARD and m.text.strip()]
    left = [f"message {n}: {_why_not(m)}" for n, m in enumerate(found) if m not in kept]
    return kept, left


def own_words(text: str) -> str:
    """A text without the memories that somebody put into it.

    >>> own_words("<memory>\\n- The user lives in Rome.\\n</memory>\\nWhere do I live?")
    'Where do I live?'
    """
    return _FENCED.sub("", text)


def _listed(messages: Any) -> list[Any]:
    if isinstance(messages, (bytes, Mapping)) or not isinstance(messages, Iterable):
        allowed = 'allowed is a text or a list of {"role": …, "content": …}: pass a list'
        raise TypeError(f"messages: {checks.shown(messages)}, {allowed}")
    return list(messages)


def _of_text(text: str) -> list[dict[str, str]]:
    labels = list(_LABEL.finditer(checks.text("messages", text)))
    if not labels or text[: labels[0].start()].strip():
        return [{"role": USER, "content": text}]
    ends = [label.start() for label in labels[1:]] + [len(text)]
    return [
        {"role": _ROLES[label[1].lower()], "content": text[label.end() : end].strip()}
        for label, end in zip(labels, ends, strict=True)
    ]


def _message(n: int, message: Any, now: float) -> Said:
    field = f"messages[{n}]"
    if isinstance(message, str):
        message = {"role": USER, "content": message}
    checks.kind(field, message, Mapping, 'pass {"role": "user", "content": …}')  # type: ignore[type-abstract]
    for name in message:
        if name not in (*FIELDS, *PROTOCOL):
            raise ValueError(f"{field}: {checks.shown(name)} is no field, allowed are {', '.join(FIELDS)}")
    if "content" not in message:
        raise ValueError(f"{field}: content is missing, allowed is a text: add it")
    text = _content(f"{field}: content", message)
    at = now if message.get("at") is None else moment(message["at"], f"{field}: at")[0]
    words, secret = own_words(text).strip(), message.get("secret")
    timed = message.get("at") is not None
    return Said(_role(field, message.get("role", USER)), words, at, timed, _secret(field, secret, words))


def _role(field: str, role: Any) -> str:
    try:
        return speaker(role)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{field}: {error}") from None


def _content(field: str, message: Mapping[str, Any]) -> str:
    """The text of a message: its content, or the parts of it that are texts; "" where it calls a tool."""
    content = message["content"]
    if content is None and (message.get("tool_calls") or message.get("function_call")):
        return ""
    if not isinstance(content, list):
        return checks.text(field, content)
    for n, part in enumerate(content):
        checks.kind(f"{field}[{n}]", part, Mapping, 'pass {"type": "text", "text": …}')  # type: ignore[type-abstract]
    texts = [part.get("text") for part in content if part.get("type") in TEXTS]
    return "\n".join(checks.text(field, text) for text in texts)


def _secret(field: str, value: Any, text: str) -> str:
    """What nobody may see of a text; "" for nothing."""
    if value is None or value is False or value == "":
        return ""
    if value is True:
        return text
    if checks.text(f"{field}: secret", value) not in text:
        raise ValueError(
            f"{field}: secret is not in the content, allowed is a part of it or True: correct it"
        )
    return value


def _why_not(message: Said) -> str:
    if message.role in UNHEARD:
        return f"said by the {message.role}: an instruction to the model is no memory"
    return "nothing in it but what recall had put there, or nothing at all"
