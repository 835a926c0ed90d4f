"""Report: what an inspection of chats found, as plain data that goes into JSON, HTML and the terminal."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from memlab.chats.conversation import Unread

OPTIMUM, UNBOUNDED = "optimum", "unbounded"


@dataclass(frozen=True)
class TurnReport:
    """One message. Numbers count from 1 within its conversation; texts are masked unless revealed."""

    number: int
    role: str  # one of conversation.ROLES
    text: str  # the beginning of it, on one line
    tokens: int
    at: float | None  # UTC seconds
    needed_by: tuple[int, ...]  # the later messages that need it, rising; the answer to it does not count
    live_tokens: int  # of all messages up to here that a later one needs
    hidden: bool = False  # the chat's page never showed it

    @property
    def dead(self) -> bool:
        """Whether nothing needs it again once it has been answered."""
        return not self.needed_by


@dataclass(frozen=True)
class ConversationReport:
    """One conversation; `turns` are there for the biggest few only (`Report.detailed`)."""

    number: int  # from 1 in the order of time; facts and conflicts refer to it
    title: str
    place: str  # where it stands in the source
    at: float | None  # when it began, UTC seconds
    messages: int
    tokens: int
    dead_messages: int  # never needed again once they were answered
    dead_tokens: int
    peak_tokens: int  # the most tokens that were live at once: no smaller budget keeps all that is needed
    peak_turn: int  # after which message that was; 0 if nothing is ever needed again
    turns: tuple[TurnReport, ...] = ()


@dataclass(frozen=True)
class Totals:
    """Sums over all conversations."""

    conversations: int
    empty: int  # conversations of these that have no message
    messages: int
    tokens: int
    tokens_by_role: dict[str, int]
    dead_messages: int
    dead_tokens: int
    dead_by_role: dict[str, int]  # tokens
    peak_tokens: int  # the most that is live at once in one conversation
    peak_conversation: int  # the number of that conversation; 0 if nothing is ever needed again
    needs: int  # pairs of a message and a later one that needs it, the answer to it not counted
    over_budget: int  # conversations that are longer than the budget: only there something has to go
    largest_message: int  # tokens of it; what is larger than the budget never fits
    first_at: float | None  # UTC seconds of the first and the last message that bears a time
    last_at: float | None

    @property
    def dead_share(self) -> float:
        """Of all tokens those never needed again; 0 where there are none."""
        return self.dead_tokens / self.tokens if self.tokens else 0.0


@dataclass(frozen=True)
class FactReport:
    """A fact that is in force after all conversations."""

    key: str  # the attribute, "city"; of somebody or something else with its name before it, "Mira: city"
    value: str  # masked like every text
    at: float | None  # when it was said first, UTC seconds; None if the export has no times
    conversation: int  # ConversationReport.number
    turn: int  # the message of it that said it
    times: int = 1  # how often it was said
    confidence: float = 0.95


@dataclass(frozen=True)
class ConflictReport:
    """Two values of one key: which counts now, and why."""

    key: str
    kind: str  # "update": the newer value took the place; "contradiction": it waits to be confirmed
    counted: FactReport
    other: FactReport
    why: str  # without values, which may be masked
    times: int = 1  # how often these two met; the first time is told


@dataclass(frozen=True)
class Outcome:
    """What one policy does with a budget, each conversation being a window of its own, summed over all.

    "optimum" is the least that any policy can miss (or less: a bound), "unbounded" drops nothing.
    """

    policy: (
        str  # a name of memlab.replay.POLICIES, "optimum" or "unbounded"; with its half-life where it has one
    )
    foresight: bool  # it knows the future: a yardstick, not to be shipped
    dropped_messages: (
        int | None
    )  # evictions; what is fetched again may go again. None of the optimum: not known
    dropped_tokens: int | None
    needed: int  # uses of earlier messages, the same for all policies
    missed: int  # of these uses those that found their message gone
    missed_tokens: int | None  # what had to be fetched again for them; None of the optimum
    share: float  # hits for each hit of the optimum; 1 where not even that has any
    example: str = ""  # the costliest loss, in words: which message was gone when which one needed it

    @property
    def miss_ratio(self) -> float:
        """Missed for each needed; 0 where nothing is needed."""
        return self.missed / self.needed if self.needed else 0.0


@dataclass(frozen=True)
class CurveReport:
    """The misses of one policy at each of `Report.budgets`."""

    policy: str
    foresight: bool
    missed: tuple[int, ...]


@dataclass(frozen=True)
class Suggestion:
    """Which policy to ship for chats like these, and with what settings."""

    policy: str  # a name of memlab.bank.POLICIES
    budget: int  # tokens
    settings: dict[str, Any]  # what the policy is made with, such as {"half_life": 3600}, in seconds
    why: str
    enough: int | None  # the smallest of Report.budgets at which it misses at most one use in twenty
    code: str  # Python that runs as it stands


@dataclass(frozen=True)
class Report:
    """All that `inspect_chats` found; `str(report)` is what the terminal shows, `to_dict()` JSON's."""

    source: str
    format: str  # of the source; "" if the conversations came from elsewhere
    budget: int  # tokens of each conversation's window, for what is older than the message being answered
    masked: bool  # whether identifiers, addresses and secrets were masked
    vocabulary: str  # what counted the tokens
    exact: bool  # whether that is a real vocabulary and no estimate
    totals: Totals
    conversations: tuple[ConversationReport, ...]  # by tokens, the largest first; at most LISTED of them
    facts: tuple[FactReport, ...]  # in force, in the order of time
    conflicts: tuple[ConflictReport, ...]  # in the order of time
    outcomes: tuple[Outcome, ...]  # optimum, the policies by misses, unbounded
    budgets: tuple[int, ...]  # rising; the curves are measured there
    curves: tuple[CurveReport, ...]  # optimum first
    suggestion: Suggestion
    unread: tuple[Unread, ...]  # what could not be read; at most a thousand of `unread_total`
    unread_total: int
    method: str  # how it is known what is needed again, and how far that can be believed
    facts_total: int = 0  # in force in all, where more were found than are listed
    conflicts_total: int = 0
    notes: tuple[str, ...] = field(default=())  # what was assumed or shortened, a sentence each

    @property
    def detailed(self) -> tuple[ConversationReport, ...]:
        """The conversations that come with their turns, the largest first."""
        return tuple(conversation for conversation in self.conversations if conversation.turns)

    def outcome(self, policy: str) -> Outcome:
        """The outcome of a policy, of "optimum" or "unbounded"; KeyError for one that was not replayed."""
        for outcome in self.outcomes:
            if outcome.policy == policy:
                return outcome
        raise KeyError(
            f"policy: {policy!r} was not replayed, allowed are {', '.join(o.policy for o in self.outcomes)}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as dicts, lists, texts and numbers, for JSON. Properties are in it, too."""
        found = asdict(self)
        found["totals"]["dead_share"] = self.totals.dead_share
        for row, outcome in zip(found["outcomes"], self.outcomes, strict=True):
            row["miss_ratio"] = outcome.miss_ratio
        return found

    def __str__(self) -> str:
        from memlab.chats.report_text import text

        return text(self)
