"""How a pattern of `mask` is written."""

from __future__ import annotations

import re
from collections.abc import Callable

START, END = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
Rule = tuple[re.Pattern[str], "str | Callable[[re.Match[str]], str]"]


def rule(pattern: str, mark: str | Callable[[re.Match[str]], str], flags: int = 0) -> Rule:
    """A pattern and its mark."""
    return re.compile(pattern, flags), mark
