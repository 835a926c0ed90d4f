"""What is said in a record outside its lists of messages: instructions, a prompt, an answer, each a string.

The Responses API takes `instructions` and `input`, Anthropic's API `system`, chains give `input` and
`output`; data sets have pairs of a prompt and a completion.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memlab.chats.contents import text_of
from memlab.chats.fields import role

FIRST, LISTS, ASKED, ANSWERED = range(4)  # the order in which they were said
_NAMES = {
    FIRST: "system instructions system_prompt system_instruction systemInstruction",
    ASKED: "input prompt question query instruction user human",
    ANSWERED: "output outputs output_text response completion answer generations choices assistant ai bot",
}
ORDER = {name: order for order, names in _NAMES.items() for name in names.split()}
_ROLE = {FIRST: "system", ASKED: "user", ANSWERED: "assistant"}
Told = tuple[int, list[Any]]  # when it was said, the records


def told_by(key: str, value: Any) -> Iterator[Told]:
    """The record that a field is, if it is one.

    >>> list(told_by("system", "Answer briefly."))
    [(0, [{'role': 'system', 'content': 'Answer briefly.'}])]
    """
    order = ORDER.get(key)
    is_text = isinstance(value, str) or (order == FIRST and isinstance(value, (list, dict)))
    if order is not None and is_text and text_of(value).strip():
        yield order, [{"role": _ROLE[order], "content": value}]


def is_pair(told: list[Told]) -> bool:
    """Whether something is asked and answered here, without any list."""
    return {ASKED, ANSWERED} <= {order for order, _ in told}


def new(told: list[Told], said: list[Any]) -> list[Told]:
    """What the lists do not say once more; instructions only if they have none of their own."""
    texts = {text_of(record.get("content")) for record in said if isinstance(record, dict)}
    ruled = any(isinstance(record, dict) and role(record.get("role")) == "system" for record in said)
    return [
        (order, [record])
        for order, (record,) in told
        if not (order == FIRST and ruled) and text_of(record["content"]) not in texts
    ]
