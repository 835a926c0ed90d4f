"""SessionLayer: the newest turns of a session whole, the older ones in a running summary, none lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memlab import checks, tokens
from memlab.facts.candidate import USER
from memlab.tiers.errors import UnknownMemory
from memlab.tiers.layers import shapes
from memlab.tiers.layers.documents import Documents, last_erased, turn_id
from memlab.tiers.layers.repeats import Said, digest, unknown
from memlab.tiers.layers.running import RunningSummary
from memlab.tiers.memory import Memory

SESSION = shapes.record(
    {"started": shapes.time, "last": shapes.time},
    {
        "count": shapes.count, "ended": shapes.end, "summaries": shapes.count, "tokens": shapes.count,
        "gone": shapes.named(shapes.text),
    },
)  # fmt: skip
KINDS = {USER: "turn", "assistant": "reply"}  # any other role's words are a turn, too


@dataclass(frozen=True)
class Session:
    """A session: `count` turns so far (those that were erased included), `ended` when it was over or None.

    `tokens` are those of the whole conversation, a line a turn. `gone` has a digest for each erased turn.
    """

    id: str
    started: float
    last: float
    count: int = 0
    ended: float | None = None
    summaries: int = 0  # the number of the summary in force, from 1; 0: there is none yet
    tokens: int = 0
    gone: Mapping[str, str] = field(default_factory=dict)  # place -> digest


class SessionLayer:
    """Short-term memory. Every turn is a memory of its own, and stays one when the window moves on.

    A session is over when it is ended, or when nothing was said for as long as a summary lives; to say
    something in it opens it again. `summarise(summary, turn)` may take the extractive summary's place: it is
    given the summary so far and the text of a turn that leaves the window.
    """

    def __init__(self, store: Any, summarise: Callable[[str, str], str] | None = None) -> None:
        self.store = store
        self._running = RunningSummary(store, summarise)
        self._sessions = Documents(store, "sessions", store.agent, SESSION)
        self._counter = Documents(store, "counters", store.agent, shapes.count)
        self._secret = Documents(store, "secret turns", store.agent)

    # -- the life of a session

    def new(self) -> str:
        """A session id that nobody of this tenant has had, though all may have been forgotten since."""
        while True:
            number = self._counter.change("sessions", lambda value: (value or 0) + 1)
            fresh = self.get(f"s{number}") is None and self._opened(f"s{number}", 0.0).count == 0
            if fresh:
                self._change(f"s{number}", lambda session: session)
                return f"s{number}"

    def get(self, session: str, at: float | None = None) -> Session | None:
        """The session as it is at a time (None: now), None if nothing was ever said in it."""
        found = self._sessions.get(_named(session))
        now = self.store.clock() if at is None else at
        return None if found is None else self._aged(Session(id=session, **found.value), now)

    def sessions(self, active: bool = False) -> list[Session]:
        """All sessions of this tenant and agent, or only those that are not over, in the order of opening."""
        now = self.store.clock()
        found = [self._aged(Session(id=key, **document.value), now) for key, document in self._sessions.all()]
        wanted = [session for session in found if not active or session.ended is None]
        return sorted(wanted, key=lambda session: (session.started, session.id))

    def end(self, session: str) -> Session:
        """Say that a session is over; its turns stay, its summary until its time is over."""
        if self.get(session) is None:
            known = ", ".join(s.id for s in self.sessions()[-5:]) or "none"
            raise UnknownMemory(
                f"session: {checks.shown(session)} is not known, the newest are {known}: correct it"
            )
        return self._change(session, lambda s: replace(s, ended=self.store.clock()))

    # -- what was said

    def append(self, session: str, messages: Iterable[Said]) -> list[Memory]:
        """Keep messages as turns; the memories they became. A batch does what single calls would do."""
        said = list(messages)
        if not said:
            return []
        after = self._change(session, lambda s: _longer(s, said))
        first = after.count - len(said) + 1
        rows = [self._row(session, place, message) for place, message in enumerate(said, first)]
        for receipt in self.store.add_many(rows):
            if receipt.problem:
                raise ValueError(receipt.problem)
        for row in rows:
            if row.get("secret"):
                self._secret.put(row["id"], True)
        self._summarised(after)
        return [self.store.get(row["id"]) for row in rows]

    def unknown(self, session: str, messages: Sequence[Said]) -> list[Said]:
        """The messages that the session does not have yet. O(its turns), of one message without a time O(1).

        One with a time is known by time, role and words. Of several without, those are known that go on from
        where they stand in the session already: the same conversation, or a longer one, handed over again.
        """
        known = self.get(session)
        if known is None or (known.count > 1 and len(messages) == 1 and not messages[0].timed):
            return list(messages)
        return unknown(messages, self.turns(session), known.gone, known.count)

    def unanswered(self, session: str, said: Said) -> Memory | None:
        """The last turn, if it is this message of the user, to which nobody has said anything yet."""
        known = self.get(session)
        last = self._get(self.turn_id(session, known.count)) if known and known.count else None
        same = last is not None and (last.speaker, last.text) == (said.role, said.text)
        return last if same and said.role == USER else None

    def window(self, session: str) -> list[Memory]:
        """The newest turns, the oldest of them first: as many as `settings.window`."""
        known = self.get(session)
        return (
            []
            if known is None
            else self._turns(session, known.count - self.store.settings.window, known.count)
        )

    def summary(self, session: str) -> str:
        """What was said before the window, in at most `settings.summary_tokens`; "" if there was nothing."""
        found = self.summary_memory(session)
        return found.text if found else ""

    def summary_memory(self, session: str) -> Memory | None:
        """The running summary as the memory that it is."""
        known = self.get(session)
        return self._running.get(session, known.summaries) if known else None

    def turns(self, session: str) -> list[Memory]:
        """All turns that are still there, in their order."""
        known = self.get(session)
        if known is None:
            return []
        found = self.store.items(kinds=set(KINDS.values()), session=session, statuses=("live", "superseded"))
        mine = {self.turn_id(session, place) for place in range(1, known.count + 1)}
        return sorted((m for m in found if m.id in mine), key=lambda m: m.place)

    def erased(self, turn: Memory) -> list[str]:
        """For a turn that is to be erased, superseded by now: its words leave the session.

        The ids of the summaries erased with it; a new one is made without it.
        """
        if self.get(turn.session) is None:
            return []
        words = {str(turn.place): digest(turn.speaker, turn.text)}
        known = self._change(turn.session, lambda s: replace(s, gone={**s.gone, **words}))
        return self._anew(known)

    def unmark(self, id: str) -> None:
        """After a turn was erased: there is nothing to hide any more."""
        self._secret.drop(id)

    def superseded(self, turn: Memory) -> list[str]:
        """After a turn was superseded: a summary that has it is made anew without it; the ids erased."""
        known = self.get(turn.session)
        summary = self.summary_memory(turn.session) if known else None
        told = summary is not None and any(line[0] == turn.place for line in summary.metadata["lines"])
        return self._anew(known) if known and told else []

    def secrets(self) -> list[Memory]:
        """The turns in which something must not be seen."""
        return [m for key, _ in self._secret.all() if (m := self._get(key)) is not None]

    # -- inside

    def _aged(self, session: Session, now: float) -> Session:
        """The session as it is then: over, if nothing was said for long."""
        patience = self.store.settings.lifetime("summary")
        if session.ended is not None or patience is None or now < session.last + patience:
            return session
        return replace(session, ended=session.last + patience)

    def _change(self, session: str, change: Callable[[Session], Session]) -> Session:
        def changed(value: Any | None) -> dict[str, Any]:
            now = self.store.clock()
            before = Session(id=session, **value) if value else self._opened(session, now)
            return {name: v for name, v in vars(change(before)).items() if name != "id"}

        return Session(id=session, **self._sessions.change(_named(session), changed))

    def _opened(self, session: str, now: float) -> Session:
        """A session in which nothing was said yet; ids that were erased are not given away again."""
        places = last_erased(self.store, self.turn_id(session, 0)[:-1])
        summaries = last_erased(self.store, self._running.id(session, 0)[:-1])
        return Session(session, now, now, count=places, summaries=summaries)

    def turn_id(self, session: str, place: int) -> str:
        """The id of the turn at a place of a session, from 1."""
        return turn_id(self.store.agent, session, place)

    def _row(self, session: str, place: int, said: Said) -> dict[str, Any]:
        return {
            "id": self.turn_id(session, place), "text": said.text, "kind": KINDS.get(said.role, "turn"),
            "at": said.at, "session": session, "place": place, "speaker": said.role,
            "source": f"session {session}", "private": bool(self.store.agent),
            **({"secret": True, "metadata": {"secret": said.secret}} if said.secret else {}),
        }  # fmt: skip

    def _anew(self, known: Session) -> list[str]:
        """Erase the summaries of a session and write one of the turns that are left; the ids erased."""
        gone = self._running.forget(known.id, known.summaries)
        if gone:
            self._summarised(known)
        return gone

    def _turns(self, session: str, after: int, last: int) -> list[Memory]:
        found = (self._get(self.turn_id(session, place)) for place in range(max(after, 0) + 1, last + 1))
        return [memory for memory in found if memory is not None]

    def _get(self, id: str) -> Memory | None:
        try:
            return self.store.get(id)
        except UnknownMemory:
            return None

    def _summarised(self, session: Session) -> None:
        """Take the turns that left the window into the summary."""
        out = session.count - self.store.settings.window
        if out <= 0:
            return
        old = self._running.get(session.id, session.summaries)
        lines = self._running.take_in(old, out, lambda after, last: self._turns(session.id, after, last))
        if lines is None:
            return
        if old is None:
            session = self._change(session.id, lambda s: replace(s, summaries=s.summaries + 1))
        self._running.write(
            self._running.id(session.id, session.summaries), session.id, session.last, lines, out
        )


def _named(session: str) -> str:
    return checks.text("session", session, empty=False)


def _longer(session: Session, said: Sequence[Said]) -> Session:
    first = min(message.at for message in said)
    new, last = session.tokens == 0, max(message.at for message in said)
    started = first if new else min(session.started, first)
    last = last if new else max(session.last, last)
    spoken = sum(tokens.count(f"{message.role}: {message.text}\n") for message in said)
    return replace(
        session, started=started, last=last, count=session.count + len(said), ended=None,
        tokens=session.tokens + spoken,
    )  # fmt: skip
