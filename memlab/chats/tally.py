"""Tally: the second pass over chats. What each message needs, what is live and dead, sums and the largest."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from memlab import tokens
from memlab.chats.conversation import Conversation
from memlab.chats.excerpts import Excerpts
from memlab.chats.liveness import Live, live
from memlab.chats.references import needs, terms_of
from memlab.chats.report import ConversationReport, Totals, TurnReport
from memlab.chats.survey import Survey, times_of
from memlab.chats.windows import Windows

LISTED = 200  # conversations in the report: the largest ones
TURNS = 1_000  # messages of a conversation that are shown, where it is shown in detail


class Tally:
    """Conversations are taken in one by one, in the order of the survey."""

    def __init__(self, survey: Survey, windows: Windows, top: int, excerpts: Excerpts) -> None:
        self._survey, self._windows, self._top, self._excerpts = survey, windows, top, excerpts
        self._numbers = survey.numbers()
        self._sums: Counter = Counter()
        self._by_role: Counter = Counter()
        self._dead_by_role: Counter = Counter()
        self._peak = (0, 0)  # tokens, minus the conversation's number
        self._largest = 0
        self._listed: list[tuple[int, int, ConversationReport]] = []  # heaps: the least of them on top
        self._detailed: list[tuple[int, int, tuple[TurnReport, ...]]] = []

    def take(self, place: int, conversation: Conversation) -> None:
        """Work a conversation out."""
        number = self._numbers.get(place, place + 1)
        messages, keys = conversation.messages, self._survey.finder.keys
        said = (terms_of(m.text) | keys.get((place, n), frozenset()) for n, m in enumerate(messages, 1))
        used = needs(said, self._survey.rarity)
        sizes = [tokens.count(m.text) for m in messages]
        found = live(used, sizes)
        self._windows.add(number, messages, used, sizes, times_of(conversation))
        self._add(conversation, sizes, used, found)
        self._peak = max(self._peak, (found.peak_tokens, -number if found.peak_tokens else 0))
        self._list(number, place, conversation, sizes, found)

    @property
    def totals(self) -> Totals:
        """The sums so far."""
        s, survey = self._sums, self._survey
        return Totals(
            conversations=s["conversations"],
            empty=s["empty"],
            messages=s["messages"],
            tokens=s["tokens"],
            tokens_by_role=dict(sorted(self._by_role.items())),
            dead_messages=s["dead messages"],
            dead_tokens=s["dead tokens"],
            dead_by_role=dict(sorted(self._dead_by_role.items())),
            peak_tokens=self._peak[0],
            peak_conversation=-self._peak[1],
            needs=s["needs"],
            over_budget=s["over budget"],
            largest_message=self._largest,
            first_at=survey.first_at,
            last_at=survey.last_at,
        )

    @property
    def conversations(self) -> tuple[ConversationReport, ...]:
        """The largest, the largest first; the first few with their turns."""
        turns = {-number: rows for _, number, rows in self._detailed}
        return tuple(
            replace(row, turns=turns.get(row.number, ()))
            for _, _, row in sorted(self._listed, key=lambda entry: entry[:2], reverse=True)
        )

    def _add(
        self, chat: Conversation, sizes: Sequence[int], used: Sequence[Sequence[int]], found: Live
    ) -> None:
        whole = sum(sizes)
        self._sums["conversations"] += 1
        self._sums["empty"] += not chat.messages
        self._sums["messages"] += len(sizes)
        self._sums["tokens"] += whole
        self._sums["dead messages"] += found.dead_messages
        self._sums["dead tokens"] += found.dead_tokens
        self._sums["needs"] += sum(map(len, used))
        self._sums["over budget"] += whole > self._windows.budget
        self._largest = max(self._largest, *sizes, 0)
        for message, size, by in zip(chat.messages, sizes, found.needed_by, strict=True):
            self._by_role[message.role] += size
            self._dead_by_role[message.role] += 0 if by else size

    def _list(self, number: int, place: int, chat: Conversation, sizes: Sequence[int], found: Live) -> None:
        rank = sum(sizes), -number
        if _among(self._listed, rank, LISTED):
            _push(self._listed, (*rank, self._row(number, place, chat, sizes, found)), LISTED)
        if chat.messages and _among(self._detailed, rank, self._top):
            _push(self._detailed, (*rank, self._turns(chat, sizes, found)), self._top)

    def _row(
        self, number: int, place: int, chat: Conversation, sizes: Sequence[int], found: Live
    ) -> ConversationReport:
        return ConversationReport(
            number,
            self._excerpts.title(chat.title),
            self._excerpts.title(chat.place),
            self._survey.began[place] if place < len(self._survey.began) else chat.at,
            len(sizes),
            sum(sizes),
            found.dead_messages,
            found.dead_tokens,
            found.peak_tokens,
            found.peak_turn,
        )

    def _turns(self, chat: Conversation, sizes: Sequence[int], found: Live) -> tuple[TurnReport, ...]:
        rows = zip(chat.messages[:TURNS], sizes, found.needed_by, found.tokens, strict=False)
        return tuple(
            TurnReport(n, m.role, self._excerpts.line(m.text), size, m.at, by, now, m.hidden)
            for n, (m, size, by, now) in enumerate(rows, start=1)
        )


def _among(heap: list[Any], rank: tuple[int, int], most: int) -> bool:
    return len(heap) < most or (most > 0 and rank > heap[0][:2])


def _push(heap: list[Any], entry: Any, most: int) -> None:
    (heapq.heappush if len(heap) < most else heapq.heapreplace)(heap, entry)
