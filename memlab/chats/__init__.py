"""Your own conversations: read what chat programs export, and see what a memory would have done with it.

Nothing here leaves the machine; only the readers touch the disk.
"""

from __future__ import annotations

from memlab.chats.conversation import Conversation, Message, Unread
from memlab.chats.formats import FORMATS
from memlab.chats.inspection import inspect_chats
from memlab.chats.reading import Chats, UnreadableChats, read_chats
from memlab.chats.report import Report

__all__ = [
    "FORMATS",
    "Chats",
    "Conversation",
    "Message",
    "Report",
    "Unread",
    "UnreadableChats",
    "inspect_chats",
    "read_chats",
]
