"""Gate: the one door by which a memory comes into a prompt."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone

from memlab import checks, tokens
from memlab.context.layers import LeftOut, Piece
from memlab.context.masking import Secrets, as_data
from memlab.tiers.memory import Memory

NOT_CONFIRMED = {"en": "(not confirmed) ", "zh": "（未确认）"}


@dataclass(frozen=True)
class Draft:
    """A memory that may go in. `prefix` + `body` is its line; `rank` 0 is the most valuable of its layer."""

    layer: str
    rank: int
    prefix: str
    body: str
    id: str = ""
    day: str = ""  # under which its line stands
    order: tuple[float, ...] = ()  # by time, session place and write
    pinned: bool = False
    key: str = ""  # memories of one key say the same thing of one thing: the later one corrects the earlier
    replaces: tuple[str, ...] = ()
    shortened: bool = False

    @property
    def line(self) -> str:
        return self.prefix + self.body

    def piece(self) -> Piece:
        return Piece(self.id, self.layer, self.line, tokens.count(self.line), self.shortened)

    def left_out(self, why: str) -> LeftOut:
        return LeftOut(self.id, self.layer, self.line, tokens.count(self.line), why)

    def with_body(self, body: str) -> Draft:
        return replace(self, body=body, shortened=True)


class Gate:
    """Lets memories in, once each, as data, without secrets; `left_out` says what stays outside, and why.

    `now` None: nothing is looked upon as expired. `memories`: of all
    that there are the newest version of an id counts.
    """

    def __init__(
        self,
        question: str,
        secrets: Secrets,
        agent: str,
        now: float | None,
        lang: str,
        memories: Iterable[Memory] = (),
    ) -> None:
        self._secrets, self._agent, self._now, self._lang = secrets, agent, now, lang
        self._newest: dict[str, int] = {}
        for memory in memories:
            self._newest[memory.id] = max(memory.version, self._newest.get(memory.id, 0))
        self._seen: dict[str, tuple[str, set[str]]] = {_norm(question): ("the question", {""})}
        self._ids: set[str] = set()
        self.left_out: list[LeftOut] = []

    def admit(self, layer: str, entries: Sequence[Memory | str]) -> list[Draft]:
        """The drafts of a layer's memories, the most valuable first."""
        drafts = (self._draft(layer, rank, entry) for rank, entry in enumerate(entries))
        return [draft for draft in drafts if draft is not None and self._is_new(draft)]

    def _draft(self, layer: str, rank: int, entry: Memory | str) -> Draft | None:
        if isinstance(entry, str):
            return Draft(layer, rank, "- ", as_data(self._secrets.masked(entry)))
        draft, why = self._of_memory(layer, rank, entry), self._refused(entry)
        if why:
            self.left_out.append(draft.left_out(why))
        return None if why else draft

    def _of_memory(self, layer: str, rank: int, memory: Memory) -> Draft:
        private = memory.agent not in ("", self._agent)
        return Draft(
            layer,
            rank,
            prefix=f"- {'' if private else self._speaker(memory)}",
            body=f"[private: {memory.id}]" if private else as_data(self._secrets.body(memory)),
            id=memory.id,
            day=_day(memory.at),
            order=(memory.at, memory.place, memory.seq),
            pinned=memory.pinned,
            key=str(memory.metadata.get("key", "")),
            replaces=tuple(memory.replaces),
        )

    def _speaker(self, memory: Memory) -> str:
        doubt = NOT_CONFIRMED[self._lang] if memory.status == "pending" else ""
        name = self._secrets.masked(memory.speaker).strip()
        return (as_data(f"{name}: a")[:-1] if name else "") + doubt  # "a": what follows is a word

    def _refused(self, memory: Memory) -> str:
        if memory.agent not in ("", self._agent):
            return "private to another agent"
        if self._now is not None and memory.expired(self._now):
            return "expired"
        if memory.version < self._newest.get(memory.id, 0):
            return f"version {memory.version}: version {self._newest[memory.id]} of it is here, too"
        if memory.status not in ("live", "pending"):
            return f"{memory.status}: no longer so"
        return ""

    def _is_new(self, draft: Draft) -> bool:
        """Whether neither its id nor its words are in yet; the same words of another day are other words."""
        first, days = self._seen.setdefault(
            _norm(draft.body), (draft.id or f"a text in {draft.layer}", set())
        )
        why = "" if draft.body else "empty"
        if draft.id and draft.id in self._ids:
            why = f"duplicate of {draft.id}"
        elif days and (draft.day in days or "" in days or not draft.day):
            why = f"duplicate of {first}"
        if why:
            self.left_out.append(draft.left_out(why))
            return False
        days.add(draft.day)
        self._ids.add(draft.id)
        return True


def entries(field: str, given: Iterable[Memory | str]) -> list[Memory | str]:
    """The entries of a list, if all are memories or texts."""
    if isinstance(given, (str, bytes, Memory)) or not isinstance(given, Iterable):
        raise TypeError(f"{field}: {checks.shown(given)}, allowed is a list of Memory or str: pass a list")
    found = list(given)
    for n, entry in enumerate(found):
        if not isinstance(entry, (Memory, str)):
            allowed = "allowed is Memory or str: pass the memory of a hit"
            raise TypeError(f"{field}[{n}]: {checks.shown(entry)}, {allowed}")
    return found


def one_tenant(memories: Mapping[str, Iterable[Memory | str]], tenant: str | None) -> None:
    """ValueError if a memory is not the tenant's (None: not that of the first memory)."""
    for field, listed in memories.items():
        for n, entry in enumerate(listed):
            if isinstance(entry, str):
                continue
            tenant = entry.tenant if tenant is None else tenant
            if entry.tenant != tenant:
                whose = f"memory {checks.shown(entry.id)} belongs to tenant {checks.shown(entry.tenant)}"
                allowed = f"allowed is {checks.shown(tenant)}: recall from that tenant's own store"
                raise ValueError(f"{field}[{n}]: {whose}, {allowed}")


def _norm(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _day(at: float) -> str:
    """The day (UTC) of a time; "" for none: 0, or beyond the calendar."""
    try:
        return datetime.fromtimestamp(at, timezone.utc).strftime("%Y-%m-%d") if at else ""
    except (ValueError, OverflowError, OSError):
        return ""
