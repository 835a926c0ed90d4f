"""Transcripts and Markdown chats: lines bear labels, and what follows a label is that speaker's."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from memlab.chats.conversation import Conversation, Message
from memlab.chats.fields import clean, moment, name
from memlab.chats.formats import finished
from memlab.chats.notes import Notes
from memlab.chats.readers.labels import STYLES, Label, marks_of, roles_in, style_of
from memlab.chats.readers.names import Cast, cast_of
from memlab.chats.readers.reader import NAMED
from memlab.chats.window import LARGEST, Window

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_TITLE = re.compile(r"#[ \t]+(.+)|(?:title|标题)[:：][ \t]*(.+)", re.I)
_FIELD = re.compile(
    r"[-*> \t]*(title|标题|date|created|created_at|create_time|日期|时间)\**[:：]\**[ \t]*(.+)", re.I
)
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}")


def labelled(window: Window, sample: str, only: str | None, notes: Notes) -> Labelled | None:
    """The reader of a text that begins so; None if its lines bear neither roles nor names."""
    style = only or style_of(sample)
    sure = style and {"user", "assistant"} <= roles_in(sample, style)
    if not sure and (cast := cast_of(sample)):
        notes.assume(NAMED)
        return Labelled(window, "markdown" if cast.form == "bold" else "transcript", notes, cast)
    return Labelled(window, style, notes, spelt=marks_of(sample, style)) if style else None


@dataclass
class Labelled:
    """Reads one file; a label counts if it is spelt as the first of its role, and not in a code block.

    With a cast, lines bear names instead of roles.
    """

    window: Window
    style: str
    notes: Notes
    cast: Cast | None = None
    _again: deque[tuple[int, str]] = field(default_factory=deque)
    _number: int = 0
    spelt: dict[str, tuple[str, str]] = field(default_factory=dict)
    _messages: list[Message] = field(default_factory=list)
    _head: dict = field(default_factory=dict)
    _label: Label | None = None
    _lines: list[tuple[int, str]] = field(default_factory=list)
    _held: int = 0
    _fence: tuple[str, int] = ("", 0)  # the mark of the code block that is open, where it began in _lines
    _open_fences: bool = True
    _parts: int = 0
    _line: int = 1  # where this conversation's first message stands
    _told: int = 0

    def conversations(self) -> Iterator[Conversation]:
        """The conversations: in Markdown a title right before a label begins another."""
        while True:
            line = self._next()
            if line is None:
                if not self._fence[0]:
                    break
                self._unfence()
                continue
            label = None if self._fence[0] else self._counts(line[1])
            if label is not None:
                yield from self._begin(label, line)
            else:
                self._keep(line)
            if self._held > LARGEST:
                yield from self._too_long()
        self._end()
        yield from self._finish()

    def _next(self) -> tuple[int, str] | None:
        if self._again:
            return self._again.popleft()
        self._open_fences = True
        line = self.window.read_line()
        self._number += 1
        return None if line is None else (self._number, line)

    def _counts(self, line: str) -> Label | None:
        label = (self.cast or STYLES[self.style])(line)
        if label is None or self.spelt.setdefault(label.role, label.spelt) != label.spelt:
            return None
        return label

    def _begin(self, label: Label, line: tuple[int, str]) -> Iterator[Conversation]:
        title = self._title_at_end()
        self._end()
        if title and self._messages:
            yield from self._finish()
            self._head = {"title": title}
        if not self._messages:
            self._line = line[0]
        self._label, self._lines = label, []
        self._keep((line[0], label.rest.lstrip(" \t")))

    def _keep(self, line: tuple[int, str]) -> None:
        fence = _FENCE.match(line[1])
        if fence and self._open_fences:
            mark, _ = self._fence
            if not mark:
                self._fence = (fence[1], len(self._lines))
            elif fence[1].startswith(mark) and not line[1].strip(" \t>`~"):
                self._fence = ("", 0)
        self._lines.append(line)
        self._held += len(line[1]) + 1

    def _unfence(self) -> None:
        """The block was never closed, so it is none: its lines are read again, as text."""
        start = self._fence[1] + 1
        self._again.extendleft(reversed(self._lines[start:]))
        self._held -= sum(len(line) + 1 for _, line in self._lines[start:])
        del self._lines[start:]
        self._fence, self._open_fences = ("", 0), False

    def _title_at_end(self) -> str:
        """The title that stands right before a label, taken out of the message above it."""
        rest = list(self._lines)
        while rest and (not rest[-1][1].strip() or _RULE.fullmatch(rest[-1][1])):
            rest.pop()
        found = _TITLE.fullmatch(rest[-1][1].strip()) if rest and self.style == "markdown" else None
        if not found or self._label is None:
            return ""
        self._lines = rest[:-1]
        return name(found[1] or found[2])

    def _end(self) -> None:
        """The message, or what stands before the first label, is complete."""
        label, lines = self._label, self._lines
        self._label, self._lines = None, []
        if label is None:
            return self._heading(lines)
        while lines and (not lines[-1][1].strip() or _RULE.fullmatch(lines[-1][1])):
            lines.pop()
        text = clean("\n".join(line for _, line in lines)).strip("\n")
        if text.strip():
            tool = "tool" if label.role == "tool" else ""
            hidden = label.role in ("system", "tool")
            self._messages.append(Message(label.role, text, label.at, tool, hidden))
        return None

    def _heading(self, lines: list[tuple[int, str]]) -> None:
        """What stands before the first label: a title, a date; anything else is told."""
        unread = []
        for number, line in lines:
            title, told = _TITLE.fullmatch(line.strip()), _FIELD.match(line)
            if title:
                self._head.setdefault("title", name(title[1] or title[2]).strip("\"'"))
            elif told and moment(told[2].strip()) is not None:
                self._head.setdefault("created_at", told[2].strip())
            elif line.strip() and not _RULE.fullmatch(line) and not told:
                unread.append(number)
        if unread:
            what = f"line {unread[0]}" if len(unread) == 1 else f"lines {unread[0]}–{unread[-1]}"
            self.notes.at(what).tell("nobody is named who says this")

    def _too_long(self) -> Iterator[Conversation]:
        if self._fence[0]:
            self._unfence()
            return
        label = self._label
        self._end()
        self._parts += 1
        yield from self._finish(f" (part {self._parts})")
        self._label = label  # who was speaking goes on

    def _finish(self, part: str = "") -> Iterator[Conversation]:
        if not part and self._parts:
            part = f" (part {self._parts + 1})"
        head = {**self._head, "title": f"{self._head.get('title', '')}{part}"}
        messages, self._messages, self._held = self._messages, [], 0
        if messages:
            self._told += 1
            done = finished(
                head, messages, self.notes.at(f"line {self._line}") if self._told > 1 else self.notes
            )
            yield from () if done is None else (done,)
