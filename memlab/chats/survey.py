"""Survey: the first pass over chats. How rare each word is, what the user states, and what was when."""

from __future__ import annotations

from memlab import checks
from memlab.chats.conversation import Conversation
from memlab.chats.facts_told import FactFinder
from memlab.chats.references import READ, Rarity, terms_of

MINUTE = 60.0  # between two messages of which nobody knows the time


class Survey:
    """Conversations are taken in one by one, in the order of the source."""

    def __init__(self) -> None:
        self.rarity, self.finder = Rarity(), FactFinder()
        self.began: list[float | None] = []  # by place in the source
        self.messages = self.timed = self.long = 0  # in all; with a time; longer than what is read of one
        self.first_at: float | None = None
        self.last_at: float | None = None

    def take(self, conversation: Conversation) -> None:
        """Look at a conversation. TypeError for what is none."""
        checks.kind("chats, an item", conversation, Conversation, "pass what read_chats returns")
        stamps = [m.at for m in conversation.messages if m.at is not None]
        self._span(stamps)
        self.timed += len(stamps)
        self.messages += len(conversation.messages)
        began = conversation.at if conversation.at is not None else min(stamps, default=None)
        after = next((at for at in reversed(self.began) if at is not None), 0.0) if began is None else 0.0
        self.began.append(began)
        for message in conversation.messages:
            self.long += len(message.text) > READ
            self.rarity.add(terms_of(message.text))
        self.finder.take(len(self.began) - 1, conversation, times_of(conversation, after))

    def _span(self, stamps: list[float]) -> None:
        known = [at for at in (self.first_at, self.last_at) if at is not None] + stamps
        self.first_at, self.last_at = min(known, default=None), max(known, default=None)

    def numbers(self) -> dict[int, int]:
        """Place in the source, from 0 -> number, from 1 in the order of time.

        A conversation without a time follows the one before it.
        """
        order: list[tuple[float, int]] = []
        last = float("-inf")
        for place, at in enumerate(self.began):
            last = last if at is None else at
            order.append((last, place))
        return {place: number for number, (_, place) in enumerate(sorted(order), start=1)}


def times_of(conversation: Conversation, after: float = 0.0) -> list[float]:
    """A time for each message: its own, or a minute after the one before; the first when the chat began.

    >>> from memlab.chats.conversation import Message
    >>> times_of(Conversation("c", "", (Message("user", "a"), Message("user", "b", at=500.0)), at=400.0))
    [400.0, 500.0]
    """
    stamps = [m.at for m in conversation.messages if m.at is not None]
    now = conversation.at if conversation.at is not None else min(stamps, default=after)
    found: list[float] = []
    for message in conversation.messages:
        now = message.at if message.at is not None else now + MINUTE * bool(found)
        found.append(now)
    return found
