"""memlab: an LLM agent's memory, treated as a program's memory."""

__version__ = "1.0.0"
