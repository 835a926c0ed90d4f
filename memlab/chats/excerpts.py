"""What a report shows of a text: its beginning, on one line, masked, and harmless to a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memlab.chats.privacy import mask, seen

TITLE, LINE = 60, 200  # characters that are shown at most
LOOKED_AT = 1_000  # of a text: a mark is shorter than what it stands for, so more is read than is shown
_INSIDE = re.compile(r"[^\s，。；！？、,;!?]{0,200}$")


class Excerpts:
    """Beginnings of texts; with `reveal` they are not masked.

    >>> Excerpts(False, ()).line("Mail me:\\n\\tlin@example.org")
    'Mail me: [e-mail]'
    """

    def __init__(self, reveal: bool, names: Iterable[str]) -> None:
        self.masked, self._names = not reveal, tuple(names)

    def title(self, text: str) -> str:
        """The name of something."""
        return self._shown(text, TITLE)

    def line(self, text: str) -> str:
        """The beginning of a message."""
        return self._shown(text, LINE)

    def _shown(self, text: str, most: int) -> str:
        part = text[:LOOKED_AT]
        if len(text) > LOOKED_AT:
            part = _INSIDE.sub("", part)  # half a number is no pattern, and would be shown
        plain = " ".join("".join(c if c.isprintable() else " " for c in seen(part)).split())
        plain = mask(plain, self._names) if self.masked else plain  # a number may go on on the next line
        whole = len(plain) <= most and len(text) <= LOOKED_AT
        return plain if whole else plain[: most - 1].rstrip() + "…"
