"""What every reader of chats hands on: conversations of messages, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass

ROLES = ("user", "assistant", "system", "tool")


@dataclass(frozen=True)
class Message:
    """One message as it was sent: who, what, and when (UTC seconds; None where the file does not say).

    >>> Message("user", "我对花生过敏。").tool
    ''
    """

    role: str
    text: str
    at: float | None = None
    tool: str = ""  # the tool that was called, or that answers here
    hidden: bool = False  # the chat's page never showed it: system text, custom instructions, tool traffic


@dataclass(frozen=True)
class Conversation:
    """The messages of one conversation in the order in which they were said, along the branch that was kept.

    >>> Conversation("c1", "Tea", (Message("user", "Which tea?"),)).messages[0].text
    'Which tea?'
    """

    id: str
    title: str
    messages: tuple[Message, ...]
    at: float | None = None  # when it began, UTC seconds
    place: str = ""  # where it stands in the file: "conversations.json, conversation 3"


@dataclass(frozen=True)
class Unread:
    """A place that could not be read, and why; everything else was.

    >>> print(Unread("chat.jsonl, line 7", "role = 'robot': allowed are user, assistant, system, tool"))
    chat.jsonl, line 7: role = 'robot': allowed are user, assistant, system, tool
    """

    place: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"
