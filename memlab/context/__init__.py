"""context: the prompt made anew for each message, and the manager that makes it, for chapter 08."""

from __future__ import annotations

from memlab.context.errors import LLMError
from memlab.context.layers import LAYERS, Context, LayerUse, LeftOut, Piece, Step
from memlab.context.llm import offline_llm
from memlab.context.manager import MemoryManager
from memlab.context.openai_chat import OpenAIChat
from memlab.context.rebuild import rebuild

__all__ = [
    "LAYERS",
    "Context",
    "LLMError",
    "LayerUse",
    "LeftOut",
    "MemoryManager",
    "OpenAIChat",
    "Piece",
    "Step",
    "offline_llm",
    "rebuild",
]
