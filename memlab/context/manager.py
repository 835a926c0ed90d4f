"""MemoryManager: the four layers of one tenant, and the loop that gives a model what it needs to know."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from memlab import checks, tokens
from memlab.context.asking import LLM, answered
from memlab.context.erasing import Eraser
from memlab.context.layers import Context
from memlab.context.letting_go import let_go
from memlab.context.messages import said
from memlab.context.rebuild import rebuild
from memlab.context.sources import Sources
from memlab.facts.candidate import USER
from memlab.facts.fact import Decision
from memlab.facts.moments import moment
from memlab.tiers.errors import StoreError
from memlab.tiers.layers import FactLayer, Said, SessionLayer, Snapshot, StateLayer, Working, WorkingLayer
from memlab.tiers.layers.documents import Documents, plain
from memlab.tiers.memory import Memory

SYSTEM = {
    "en": "You are an assistant with a memory. Answer from the notes below, and say so if they do not tell.",
    "zh": "你是一个有记忆的助手。根据下面的笔记回答；笔记里没有的，就说没有。",
}


class MemoryManager:
    """What an agent keeps of one tenant: sessions, facts, states, working values, in three tiers.

    `store`: a MemoryStore that is there already, else one is opened (`path`, `client`, `warm`, `cold`,
    `embed`, `clock` and `settings` are its own). `llm`: any function from a prompt to an answer; one with
    `takes_messages` is given {"role", "content"} messages. `budget` are the tokens of prompt and answer
    together, `reserve` those of the answer. `session`: the id to go on with; else the first message opens
    one. `extractor(text, role, at, context)` may read facts in place of the rules. With `agent` all that is
    kept is private until `share(id)`. `system` takes the place of the instruction to the model.

    With a `path` (a directory) a manager that is opened later goes on from all that was kept; without one it
    goes with `close`. Its parts: `store` (items, why, export, import_), `facts` (values, pending, history).
    """

    def __init__(
        self,
        tenant: str,
        path: Any = None,
        *,
        client: Any = None,
        warm: str | None = None,
        cold: str | None = None,
        settings: Any = None,
        embed: Any = None,
        clock: Callable[[], float] = time.time,
        agent: str = "",
        llm: LLM | None = None,
        budget: int = 3000,
        reserve: int = 500,
        store: Any = None,
        session: str | None = None,
        extractor: Callable[..., Any] | None = None,
        system: str | None = None,
    ) -> None:
        self.budget, self.reserve = checks.whole("budget", budget, 1), checks.whole("reserve", reserve, 0)
        self.llm = None if llm is None else checks.function("llm", llm)
        self.session = None if session is None else checks.text("session", session, empty=False)
        self.system = None if system is None else checks.text("system", system)
        if extractor is not None:
            checks.function("extractor", extractor)
        self._owned = store is None
        given = {"client": client, "warm": warm, "cold": cold, "settings": settings, "embed": embed}
        self.store = _opened(store, tenant, path, given, clock=clock, agent=agent)
        if self.store.tenant != tenant:
            mine = checks.shown(self.store.tenant)
            raise ValueError(
                f"tenant: {checks.shown(tenant)}, allowed is {mine}, the store's: open another store"
            )
        self.sessions, self.facts = SessionLayer(self.store), FactLayer(self.store, extractor)
        self.state_layer, self.working_layer = StateLayer(self.store), WorkingLayer(self.store)
        self._settings = Documents(self.store, "settings")
        self._sources = Sources(self)

    @property
    def tenant(self) -> str:
        """Whose memory it is."""
        return self.store.tenant

    # -- writing

    def store_session_memory(self, session_id: str, messages: Any) -> list[Decision]:
        """Keep what was said in a session, and the facts in it; what was decided about each candidate.

        `messages`: a text, or a list of texts or {"role", "content"[, "at", "secret"]}; of one with a secret
        (the part of it that nobody may see, or True for the whole) prompts show a mark. A candidate below the
        book's threshold (0.75) is reported as left out, and so are messages that are no memories. The same
        conversation read once more changes nothing.
        """
        kept, left = said(messages, self.store.clock())
        new = self.sessions.unknown(session_id, kept)
        decided = [Decision("ignored", why) for why in left]
        if len(new) < len(kept):
            decided.append(
                Decision("ignored", f"{len(kept) - len(new)} messages are in {session_id} already")
            )
        stored = self.sessions.append(session_id, new)
        if len(new) < len(kept):  # who was cut off after storing them comes again to have them read
            heard, said_again = {h.source for h in self.facts.book.heard()}, {m.text for m in kept}
            there = [m for m in self.sessions.turns(session_id) if m.text in said_again]
            stored = [m for m in there if m.id not in heard]
            for turn in there:
                self._let_go(turn)
        for turn in stored:
            decided += self._heard(turn)
        return decided

    def confirm(self, fact: Any) -> Decision:
        """Let a pending fact take effect; a fact, its version or its memory's id."""
        return self.facts.confirm(self._fact(fact))

    def reject(self, fact: Any) -> Decision:
        """Drop a pending fact."""
        return self.facts.reject(self._fact(fact))

    def share(self, id: str) -> Any:
        """Put a private memory into the area that all agents of the tenant see."""
        return self.store.share(id)

    def forget(self, id: str) -> list[str]:
        """Erase a memory from every tier, with what holds the same words; the ids that are gone.

        Of a turn: its line in the summary and the facts that it alone said. Of a fact: every value of it (of
        an attribute with many values this one), and the turns, replies, summaries and notes that have it in
        them. What happened is not kept either: `superseded` is for what was corrected.
        """
        return Eraser(self).forget(id)

    def forget_fact(self, attribute: str, entity: str = USER, erase: bool = False) -> list[Decision]:
        """Let a fact never come back, though it stays in the history; `erase`: not even there."""
        if erase:
            Eraser(self).forget_fact(attribute, entity)
            return self.facts.book.decisions[-1:]
        decided = self.facts.forget(attribute, entity)
        let_go(self, decided)
        return decided

    # -- asking

    def recall_memory(
        self, query: str, top_k: int = 5, recall_hours: float | None = None, **filters: Any
    ) -> Any:
        """The memories that fit a query best; `recall_hours`: only those of that many hours. No access.

        It has `memories`, `hits` with their scores, `explain(id)`, and a `note` where nothing is found.
        """
        with suppress(StoreError):  # what a crash left undone is done first, if anything can be written
            self.facts.mirror()
        return self.store.recall(query, top_k, window_hours=recall_hours, **filters)

    # -- states, working values, settings

    def set_state(self, task: str, state: str, *, expected: int | None = None, **data: Any) -> Snapshot:
        """Take a task to a state: see StateLayer."""
        return self.state_layer.set_state(task, state, expected=expected, **data)

    def get_state(self, task: str) -> Snapshot | None:
        """The snapshot of a task."""
        return self.state_layer.get_state(task)

    def states(self) -> list[Snapshot]:
        """The tasks under way, the last changed first."""
        return self.state_layer.states()

    @contextmanager
    def working(self, task: str) -> Iterator[Working]:
        """The values of a task while it runs: see WorkingLayer."""
        with self.working_layer.working(task) as values:
            yield values

    def update_setting(self, name: str, value: Any) -> None:
        """Keep a setting of the tenant, such as "active_project"; None takes it away."""
        checks.text("name", name, empty=False)
        self._settings.drop(name) if value is None else self._settings.put(name, plain(name, value))

    def setting(self, name: str, default: Any = None) -> Any:
        """A setting, or `default`."""
        found = self._settings.get(checks.text("name", name, empty=False))
        return default if found is None else found.value

    # -- the loop

    def process_message(
        self,
        text: str,
        llm: LLM | None = None,
        at: Any = None,
        *,
        secret: str | bool = False,
        reveal: Collection[str] = (),
    ) -> dict[str, Any]:
        """Extract, store, reset, recall, rebuild, call, store the reply.

        The model is given no history, but a context made for this message. What goes into it is no access,
        and what was recalled is never read as said. The result: "response", "context_used" (the prompt),
        "session_id", "tokens" ("context", "answer", "full_history": what all that was ever said would take as
        the prompt, "saved"), "context", "decisions", "recalled" (this message is found, too, and left out of
        the prompt's memories).

        `secret`: the part of the text (True: all of it) that is masked in every prompt, in this one too, but
        for whoever names its turn's id, or its tool, in `reveal`.

        LLMError if the model fails: the message is stored then, and the same message sent again is not stored
        twice. TypeError if it returns anything but text.
        """
        model = checks.function("llm", llm or self.llm)
        now = self.store.clock() if at is None else moment(at)[0]
        spoken = _spoken(text, now, secret)
        self._rebuilt(spoken.text, reveal=reveal)  # what cannot be asked is not stored
        session = self._session(now)
        turn = self.sessions.unanswered(session, spoken) or self.sessions.append(session, [spoken])[0]
        decisions = self._heard(turn)
        context, recalled = self.context_for(turn, reveal)
        account = self._account(context)
        answer = answered(model, context, f"your message is stored as {turn.id}: send it again to try again")
        self._reply(session, answer, max(now, turn.at))
        return {
            "response": answer,
            "context_used": context.text,
            "session_id": session,
            "tokens": {**account, "answer": tokens.count(answer)},
            "context": context,
            "decisions": decisions,
            "recalled": recalled,
        }

    def context_for(self, turn: Memory, reveal: Collection[str] = ()) -> tuple[Context, Any]:
        """(the rebuilt context for a turn of the user, what was recalled for it)."""
        layers, recalled = self._sources.layers(turn)
        return self._rebuilt(turn.text, reveal=reveal, **layers), recalled

    def _rebuilt(self, text: str, **layers: Any) -> Context:
        lang = self._sources.language(text)
        return rebuild(
            text,
            system=SYSTEM[lang] if self.system is None else self.system,
            budget=self.budget,
            reserve=self.reserve,
            secrets=self._sources.secrets(),
            tenant=self.tenant,
            agent=self.store.agent,
            now=self.store.clock(),
            **layers,
        )

    def close(self) -> None:
        """Close the store, if it was opened here."""
        if self._owned:
            self.store.close()

    def __enter__(self) -> MemoryManager:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<MemoryManager {checks.shown(self.tenant)}>"

    # -- inside

    def _session(self, at: float) -> str:
        """The session that goes on; a new one if there is none, or if it is over by then."""
        known = self.sessions.get(self.session, at) if self.session else None
        if self.session is None or (known is not None and known.ended is not None):
            self.session = self.sessions.new()
        return self.session

    def _heard(self, turn: Memory) -> list[Decision]:
        """Read a turn; what recall is not to find any more is superseded with it."""
        decided = self.facts.hear(turn.text, turn.at, turn.speaker, turn.id)
        self._let_go(turn)
        return decided

    def _let_go(self, turn: Memory) -> None:
        """What a turn ended, by the book and not by this call: who was cut off here finishes it."""
        let_go(self, self.facts.book.decided(turn.text, turn.at, turn.speaker), turn.id)

    def _fact(self, fact: Any) -> Any:
        found = self.facts.fact_of(fact) if isinstance(fact, str) else None
        return found or fact

    def _reply(self, session: str, answer: str, at: float) -> None:
        reply = self.sessions.append(session, [Said("assistant", answer, at)])[0]
        self._heard(reply)

    def _account(self, context: Context) -> dict[str, int]:
        history = sum(session.tokens for session in self.sessions.sessions())
        return {"context": context.tokens, "full_history": history, "saved": history - context.tokens}


def _spoken(text: Any, now: float, secret: Any) -> Said:
    found, left = said([{"role": USER, "content": text, "secret": secret}], now)
    if not found:
        raise ValueError(f"text: {checks.shown(text)} says nothing ({left[0]}): pass what the user said")
    return found[0]


def _opened(store: Any, tenant: str, path: Any, given: dict[str, Any], **known: Any) -> Any:
    """The store, or one with what was given; the rest is the store's own."""
    from memlab.tiers.store import MemoryStore

    if store is not None:
        return checks.kind("store", store, MemoryStore, "pass a MemoryStore, or a path")
    options = {name: value for name, value in given.items() if value is not None}
    return MemoryStore(tenant, path, **known, **options)
