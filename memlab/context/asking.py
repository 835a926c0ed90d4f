"""answered: a model asked for a prompt, and whatever it does wrong told as an error of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memlab import checks
from memlab.context.errors import LLMError
from memlab.context.layers import Context

LLM = Callable[[Any], str]
SHOWN = 200  # characters of an error that are passed on


def answered(model: LLM, context: Context, kept: str) -> str:
    """The model's answer to a prompt; `kept` is what the message of an error ends with.

    A model with `takes_messages` is given the messages, any other one the text. LLMError if it fails or says
    nothing, TypeError if it returns anything but text.
    """
    try:
        answer = model(context.messages if getattr(model, "takes_messages", False) else context.text)
    except Exception as error:
        why = f"{type(error).__name__}: {str(error)[:SHOWN]}"
        raise LLMError(f"the model failed ({why}); {kept}", getattr(error, "status", None)) from error
    if not isinstance(answer, str):
        given = f"{checks.shown(answer)}, {type(answer).__name__}"
        raise TypeError(f"llm returned {given}, allowed is str: return the text of the answer; {kept}")
    if not answer.strip():
        raise LLMError(f"the model's answer is empty; {kept}")
    return answer.encode("utf-8", "replace").decode("utf-8")
