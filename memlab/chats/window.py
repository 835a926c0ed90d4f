"""A text that is read piece by piece: what has been used is let go, what is needed is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

LARGEST = 1 << 25  # characters of one value held at a time: no conversation is longer, memory stays bounded
PIECE = 1 << 20  # characters fetched at a time
HELD = 1 << 16  # of a value that may be damaged: Python counts the lines before each fault that it finds
_SPACE = re.compile(r"[\s,:\ufeff]*")
_BRACKET = re.compile(r"[{\[]+|[}\]]+|\"")
_QUOTE = re.compile(r"[\"\\]")


class Window:
    """The part of a text that is held: `text[at:]` is still to be used."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self.text = ""
        self.at = 0
        self.ended = False
        self._characters = 0  # let go before self.text

    def more(self, least: int = 1) -> bool:
        """Fetch at least so many characters, if there are so many; False: there are none."""
        self._let_go()
        got = [self.text]
        fetched = 0
        while fetched < least and not self.ended:
            piece = next(self._pieces, None)
            self.ended = piece is None
            got.append(piece or "")
            fetched += len(piece or "")
        self.text = "".join(got)
        return fetched > 0

    def _let_go(self) -> None:
        self._characters += self.at
        self.text, self.at = self.text[self.at :], 0

    def hold(self, most: int) -> None:
        """Keep that many characters and fetch the others again: a fault costs as much as what is held."""
        rest = self.text[self.at + most :]
        if rest:
            again = (rest[n : n + most] for n in range(0, len(rest), most))
            self.text, self._pieces, self.ended = (
                self.text[: self.at + most],
                chain(again, self._pieces),
                False,
            )

    @property
    def character(self) -> int:
        """Of the whole text, counted from 1."""
        return self._characters + self.at + 1

    def next(self) -> str:
        """The character after spaces, commas and colons, '' at the end; `at` stands on it."""
        while True:
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def rewind(self) -> None:
        """Back to the first character after a byte order mark, as long as it is held."""
        self.at = 1 if self.text.startswith("\ufeff") else 0

    def read_line(self) -> str | None:
        """The next line without its end, None after the last; a line longer than LARGEST comes in pieces."""
        searched = self.at
        while (end := self.text.find("\n", searched)) < 0:
            searched = len(self.text) - self.at
            if searched >= LARGEST or not self.more(max(searched, 1)):
                end = len(self.text)
                break
        line = self.text[self.at : end]
        if not line and end >= len(self.text) and self.ended:
            return None
        self.at = min(end + 1, len(self.text))
        return line.rstrip("\r")

    def skip_value(self) -> None:
        """Pass over an array or object of any size without holding it."""
        depth, pattern = 0, _BRACKET
        while True:
            found = pattern.search(self.text, self.at)
            self.at = found.end() if found else len(self.text)
            if self.at == len(self.text) and not self.more(PIECE):
                return
            letter = found[0] if found else ""
            if letter == "\\":
                self.at += 1
            elif letter == '"':
                pattern = _QUOTE if pattern is _BRACKET else _BRACKET
            elif found and letter[0] in "{[":
                depth += len(letter)
            elif found:
                depth -= len(letter)
                if depth <= 0:  # of a run of brackets, those beyond close what lies around
                    self.at += depth
                    return
