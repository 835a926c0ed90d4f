"""What can be had from JSON that is damaged: the parts before, between and after the faults."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

DEEPEST = 200  # levels; what lies deeper is dropped
HOPELESS = 20_000  # levels that nobody means: there reading stops
_TOKEN = re.compile(r'[\s,:]*(?:("[^"\\]*(?:\\.[^"\\]*)*")|([{}\[\]])|([^\s{}\[\],:"]+)|("))', re.DOTALL)
_STRINGS = json.JSONDecoder(strict=False)
_NO_KEY = object()


@dataclass
class Mended:
    """A value as far as it could be read, where it ends, and what was wrong first (character, why)."""

    value: Any = None
    end: int = 0
    closed: bool = False  # False: the text ended within the value
    fault: tuple[int, str] | None = None
    hopeless: bool = False
    _stack: list[Any] = field(default_factory=list)
    _keys: list[Any] = field(default_factory=list)
    _below: int = 0  # levels below the deepest that are open

    def wrong(self, at: int, why: str) -> None:
        """Keep the first fault; those that follow mostly come of it."""
        self.fault = self.fault or (at, why)

    def put(self, value: Any) -> None:
        """A value in the container that is open; in an object, the first of two is the key."""
        if not self._stack:
            self.value = value
        if not self._stack or self._below:
            return
        inner, key = self._stack[-1], self._keys[-1]
        if isinstance(inner, list):
            inner.append(value)
        elif key is _NO_KEY and isinstance(value, str):
            self._keys[-1] = value
        elif key is not _NO_KEY:
            inner[key] = value
            self._keys[-1] = _NO_KEY

    def begin(self, at: int, container: Any) -> None:
        """An array or object begins; below the deepest level it is read and dropped."""
        if len(self._stack) == DEEPEST:
            self.wrong(at, f"nested deeper than {DEEPEST} levels")
            self._below += 1
            self.hopeless = self._below > HOPELESS
            return
        self.put(container)
        self._stack.append(container)
        self._keys.append(_NO_KEY)

    def close(self, at: int, kind: type) -> None:
        """An array or object ends, and with it those within that were never closed."""
        if self._below:
            self._below -= 1
            return None
        if not any(isinstance(inner, kind) for inner in self._stack):
            return self.wrong(at, "a bracket closes what none opened")
        if not isinstance(self._stack[-1], kind):
            self.wrong(at, "a bracket closes another than was opened")
        while self._stack:
            self._keys.pop()
            if isinstance(self._stack.pop(), kind):
                break
        return None


def mend(text: str, start: int, stop: int | None = None) -> Mended:
    """Read the value that begins at `start` in spite of faults, as if the text ended at `stop`: O(length).

    >>> mend('[{"role": "user", "content": bad}, {"role": "tool"}, {"ro', 0).value
    [{'role': 'user', 'content': None}, {'role': 'tool'}, {}]
    """
    found, last = Mended(end=start), len(text) if stop is None else min(stop, len(text))
    while not found.hopeless and (token := _TOKEN.match(text, found.end, last)):
        found.end = token.end()
        _take(found, token)
        if not found._stack and not (token[2] and token[2] in "}]" and found.value is None):
            found.closed = True
            return found
    if found.hopeless:
        return found
    found.end = last
    found.wrong(last, "the file ends in the middle")
    return found


def _take(found: Mended, token: re.Match[str]) -> None:
    string, bracket, word, quote = token.groups()
    at = token.end() - len(string or bracket or word or quote)
    if bracket and bracket in "{[":
        found.begin(at, {} if bracket == "{" else [])
    elif bracket:
        found.close(at, dict if bracket == "}" else list)
    elif quote:
        found.end = token.endpos
        found.wrong(at, "a string never ends")
    else:
        found.put(_scalar(found, at, string or word))


def _scalar(found: Mended, at: int, text: str) -> Any:
    try:
        return _STRINGS.decode(text)
    except (ValueError, RecursionError):
        found.wrong(at, "not JSON")
    if text.startswith('"'):  # a wrong escape: keep the letters
        return re.sub(r"\\(?![\"\\/bfnrtu])|\\u(?![0-9a-fA-F]{4})", "", text[1:-1])
    return None
