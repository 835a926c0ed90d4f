"""Fields of exported records as they should be: text that UTF-8 carries, UTC seconds, one of four roles."""

from __future__ import annotations

import json
import math
import re
from datetime import datetime, timezone
from typing import Any

from memlab.chats.conversation import ROLES
from memlab.checks import shown

ROLE_OF = {
    "user": "user human me you q prompt customer 用户 使用者 用戶 我 你 人类 问 提问 客户 顾客 访客 买家"
    " prompter client visitor caller",
    "assistant": "assistant ai bot model gpt chatgpt claude gemini copilot deepseek llm agent a response"
    " answer 助手 助理 机器人 模型 答 回答 回复 客服 人工智能 智能助手 豆包 通义千问 文心一言"
    " 卖家 商家 元宝 cursor codex kimi qwen doubao grok mistral llama perplexity bing bard chatbot"
    " support operator",
    "system": "system developer instructions 系统 系統",
    "tool": "tool function observation ipython tool_result toolresult tool_response function_response"
    " 工具 函数",
}
LABELS = {word: role for role, words in ROLE_OF.items() for word in words.split()}
_DATE = re.compile(
    r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?"
)
_UNITS = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3))  # nanoseconds, microseconds, milliseconds
LATEST = 253402300800.0  # the year 10,000


def role(value: Any) -> str | None:
    """The role that a label stands for, None if it is none that is known.

    >>> role("Human"), role("developer"), role("助手"), role("robot")
    ('user', 'system', 'assistant', None)
    """
    return LABELS.get(value.strip().lower()) if isinstance(value, str) else None


def unknown_role(value: Any) -> str:
    """What to tell of a role that is none."""
    return f"role = {shown(value)}: allowed are {', '.join(ROLES)}"


def as_dict(value: Any) -> dict:
    """A field that should be an object; {} if it is none."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list:
    """A field that should be a list; [] if it is none."""
    return value if isinstance(value, list) else []


def clean(value: Any) -> str:
    """A string that UTF-8 can carry: lone halves of one become U+FFFD; '' for no string."""
    if not isinstance(value, str):
        return ""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def name(value: Any) -> str:
    """A name, title or id on one line: a string or a number, without control characters."""
    if isinstance(value, str) and len(value) < 500 and value.isprintable():
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**30:
        return str(value)
    return " ".join("".join(c if c.isprintable() else " " for c in clean(value)[:500]).split())


def compact(value: Any) -> str:
    """A JSON value as text; a string is itself."""
    if value is None or isinstance(value, str):
        return clean(value)
    try:
        return clean(json.dumps(value, ensure_ascii=False, default=str))
    except (ValueError, RecursionError):
        return shown(value)


def told_at(record: dict, fields: frozenset[str]) -> float | None:
    """When a record says it was made, in one of the fields."""
    there = record.keys() & fields
    return moment(*(record[field] for field in sorted(there))) if there else None


def moment(*values: Any) -> float | None:
    """The first of the values that is a time, in UTC seconds: a number or ISO 8601, without a zone UTC.

    Milli-, micro- and nanoseconds are told by their size.

    >>> moment(None, 1700000000.5), moment(1700000000500), moment("2023-11-14T22:13:20.500000Z")
    (1700000000.5, 1700000000.5, 1700000000.5)
    """
    for value in values:
        found = _dated(value) if isinstance(value, str) else _counted(value)
        if found is not None:
            return found
    return None


def _counted(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        seconds = float(value)
    except OverflowError:
        return None
    for least, unit in _UNITS:
        if seconds >= least:
            seconds /= unit
            break
    return seconds if math.isfinite(seconds) and 0 < seconds < LATEST else None


def _dated(value: str) -> float | None:
    text = value.strip()[:64]
    if re.fullmatch(r"\d{1,19}(\.\d+)?", text, re.ASCII):
        return _counted(float(text)) if len(text.partition(".")[0]) >= 9 else None
    match = _DATE.match(text)
    if not match:
        return None
    *numbers, fraction, zone = match.groups()
    try:
        when = datetime(*(int(number or 0) for number in numbers), tzinfo=timezone.utc)  # type: ignore[arg-type, misc]
    except ValueError:
        return None
    return when.timestamp() + float(fraction or 0) - _offset(zone)


def _offset(zone: str | None) -> float:
    if not zone or zone in ("Z", "UTC"):
        return 0.0
    hours, minutes = int(zone[1:3]), int(zone[-2:])
    return (hours * 3600 + minutes * 60) * (-1 if zone[0] == "-" else 1)
