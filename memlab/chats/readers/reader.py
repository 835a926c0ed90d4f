"""What a reader of one kind of export is: two questions and an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from memlab.chats.conversation import Message
from memlab.chats.notes import Notes

NAMED = "no roles are named: who speaks first is taken for the user, others for the assistant"


@dataclass
class Talk:
    """What a reader may need to know of the conversation: which tool each call was for, who has spoken."""

    notes: Notes
    calls: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def role_of(self, name: str) -> str:
        """The role of somebody who is named and no role told: the first is the user."""
        if name not in self.names:
            self.names[name] = "assistant" if self.names else "user"
            self.notes.assume(NAMED)
        return self.names[name]


def never(value: dict) -> bool:
    """No record is a whole conversation of this kind: its messages tell it."""
    return False


def as_they_stand(chat: dict, notes: Notes) -> list[Any]:
    """No messages but those in lists."""
    return []


@dataclass(frozen=True)
class Reader:
    """How one kind of export is read.

    `messages` turns one record into messages, none if nothing was said in it; it raises ValueError with what
    to tell if it cannot be read. `branch` lists a whole chat's records in the order in which they were said.
    """

    name: str
    is_message: Callable[[dict], bool]
    messages: Callable[[dict, Talk], list[Message]]
    is_chat: Callable[[dict], bool] = never
    branch: Callable[[dict, Notes], list[Any]] = as_they_stand
