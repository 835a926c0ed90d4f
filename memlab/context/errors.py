"""What may go wrong with a language model."""

from __future__ import annotations


class LLMError(RuntimeError):
    """The model gave no answer. The message says where, why, what was kept and how to mend it.

    `status` is the HTTP status, None if there was no answer at all.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status
