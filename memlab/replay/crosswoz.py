"""CrossWOZ: annotated Chinese service dialogues, each read as a program.

A statement is a message, a variable is a slot of a place, `酒店-电话`. Where a dialogue has two goals of one
domain, the later one's slots bear its number, `景点(3)-名称`, for they are other memories.

- An Inform of the user defines its slot: a wish that the agent is to keep in mind.
- A Request uses its slot.
- A reference uses: the first time the user speaks of a goal slot that refers to another goal (a taxi from
  `id=1`, a restaurant out of the list near `id=2`), that goal's name or list.

Nothing else defines or uses. What the agent answers it has looked up, so that most uses dangle: no definition
reaches them. A message's uses come before its definitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from memlab import checks, flow
from memlab.replay.access import Problem, TraceError
from memlab.replay.sources import loaded

NAME = "名称"
USER, INFORM, REQUEST, RECOMMEND = "usr", "Inform", "Request", "Recommend"
SILENT = ("General", "NoOffer", "Select")
REFERENCE = re.compile(r"id=(\d+)(?:的(周边..))?")

Slot = tuple[int, str]  # of which goal, which slot
Act = tuple[str, str, str, str]  # kind, domain, slot, value
Row = tuple[int, str, str, Any, bool]  # goal, domain, slot, value, spoken of


@dataclass(frozen=True)
class Dialogue:
    """A dialogue as a program. `problems` are what was skipped; their line is the message, 0 the goal."""

    name: str
    kind: str
    program: flow.Program
    problems: tuple[Problem, ...] = ()


def read_crosswoz(source: Any) -> list[Dialogue]:
    """The dialogues of a CrossWOZ file (a path or bytes) or of what it holds: one, a list, a dict by name.

    What is odd in a dialogue is skipped and stands in its `problems`. TraceError for what holds no dialogues,
    OSError for a file that cannot be read.

    >>> hello = {"role": "usr", "content": "订一张票", "dialog_act": [["Inform", "景点", "门票", "一张"]]}
    >>> [dialogue] = read_crosswoz({"1": {"goal": [], "messages": [hello]}})
    >>> dialogue.program.variables, dialogue.problems
    (('景点-门票',), ())
    """
    data = source if isinstance(source, (Mapping, list)) else loaded(source)
    if isinstance(data, Mapping):
        named = {"1": data} if "messages" in data else data
    elif isinstance(data, list):
        named = {str(n): dialogue for n, dialogue in enumerate(data, start=1)}
    else:
        raise TraceError(f"dialogues: {checks.shown(data)} is none, allowed is a dict or list of dialogues")
    if named and not any(map(_readable, named.values())):
        name, value = next(iter(named.items()))
        allowed = "allowed is a dict with a list of 'messages', and no other dialogue is there"
        raise TraceError(f"dialogue {name!r}: {checks.shown(value)}, {allowed}: pass CrossWOZ's own file")
    return [_dialogue(str(name), dialogue) for name, dialogue in named.items()]


def _readable(dialogue: Any) -> bool:
    return isinstance(dialogue, Mapping) and isinstance(dialogue.get("messages"), list)


def _dialogue(name: str, data: Any) -> Dialogue:
    if not _readable(data):
        why = "a dialogue is a dict with a list of 'messages': left out"
        return Dialogue(name, "", flow.Program([]), problems=(Problem(0, checks.shown(data), why),))
    reading = _Reading()
    reading.know(data.get("goal") or _first_state(data["messages"]))
    turns = [reading.turn(n, message) for n, message in enumerate(data["messages"], start=1)]
    kind = data.get("type")
    program = flow.Program.from_turns(turns)
    problems = tuple(reading.problems)
    return Dialogue(name, kind if isinstance(kind, str) else "", program, problems)


def _first_state(messages: list[Any]) -> Any:
    states = (m.get("user_state") for m in messages if isinstance(m, Mapping))
    return next((state for state in states if state), [])


@dataclass
class _Reading:
    """What is known while a dialogue is read message by message."""

    domains: dict[int, str] = field(default_factory=dict)  # goal -> its domain
    references: dict[Slot, Slot] = field(default_factory=dict)
    focus: dict[str, int] = field(default_factory=dict)  # domain -> the goal that is spoken of
    names: dict[tuple[str, str], int] = field(default_factory=dict)  # (domain, name) -> the goal it answers
    spoken: set[Slot] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    line: int = 0

    def know(self, goal: Any) -> None:
        """The goals, their domains, and what refers to what."""
        rows = list(self.rows(goal, "goal"))
        for n, domain, *_ in rows:
            self.domains.setdefault(n, domain)
            self.focus.setdefault(domain, n)
        for n, _, slot, value, _ in rows:
            found = REFERENCE.search(value) if isinstance(value, str) else None
            if found and int(found[1]) in self.domains:
                self.references[n, slot] = (int(found[1]), found[2] or NAME)
            elif found:
                self.skip(value, "refers to a goal that is not there: left out")

    def turn(self, n: int, message: Any) -> dict[str, Any]:
        """One message as a statement."""
        self.line = n
        if not isinstance(message, Mapping):
            self.skip(message, "a message is a dict with role, content and dialog_act: an empty statement")
            message = {}
        acts = list(self.acts(message.get("dialog_act") or []))
        new = self.newly_spoken(message.get("user_state") or [], acts)
        owned = [(kind, (self.owner(domain, slot, value, new), slot)) for kind, domain, slot, value in acts]
        said = {slot for kind, slot in owned if kind == INFORM and message.get("role") == USER}
        use = {slot for kind, slot in owned if kind == REQUEST}
        use |= {self.references[slot] for slot in new if slot in self.references}
        words = {key: value for key, value in _words(message) if isinstance(value, str)}
        return {"use": sorted(map(self.label, use)), "def": sorted(map(self.label, said)), **words}

    def newly_spoken(self, state: Any, acts: list[Act]) -> list[Slot]:
        """What the user speaks of for the first time; its goal, else the one that is named, is meant now."""
        rows = [row for row in self.rows(state, "user_state") if row[0] in self.domains]
        self.names |= {(d, v): n for n, d, slot, v, _ in rows if slot == NAME and v and isinstance(v, str)}
        spoken = {(n, slot): domain for n, domain, slot, _, now in rows if now}
        new = [slot for slot in spoken if slot not in self.spoken]
        self.spoken |= set(new)
        named = [(d, v) for _, d, slot, v in acts if slot == NAME and (d, v) in self.names]
        self.focus |= {d: self.names[d, v] for d, v in named} | {spoken[slot]: slot[0] for slot in new}
        return new

    def owner(self, domain: str, slot: str, value: str, new: list[Slot]) -> int:
        """The goal that an act is about: the one of that name, or whose slot is new, or last spoken of."""
        if domain not in self.focus:  # not of the user's goals: one of its own
            self.focus[domain] = n = -1 - len(self.domains)
            self.domains[n] = domain
        fresh = [n for n, new_slot in new if new_slot == slot and self.domains[n] == domain]
        named = self.names.get((domain, value)) if slot == NAME else None
        return named if named is not None else fresh[0] if len(fresh) == 1 else self.focus[domain]

    def label(self, slot: Slot) -> str:
        """`domain-slot`, with the goal's number where an earlier goal has the same domain."""
        n, domain = slot[0], self.domains[slot[0]]
        first = next(m for m, d in self.domains.items() if d == domain)
        return f"{domain}-{slot[1]}" if n == first else f"{domain}({n})-{slot[1]}"

    def acts(self, acts: Any) -> Iterator[Act]:
        """The acts that speak of a slot."""
        if not isinstance(acts, list):
            self.skip(acts, "dialog_act is a list of acts: read as none")
            return
        for act in acts:
            texts = isinstance(act, (list, tuple)) and len(act) == 4 and all(isinstance(x, str) for x in act)
            if not texts:
                self.skip(act, "an act is [kind, domain, slot, value], four texts: left out")
            elif act[0] in (INFORM, REQUEST, RECOMMEND):
                yield tuple(act)
            elif act[0] not in SILENT:
                self.skip(act, f"{act[0]!r} is no act that is known: left out")

    def rows(self, rows: Any, what: str) -> Iterator[Row]:
        """The rows of a goal or a state that are well formed."""
        good = isinstance(rows, list)
        for row in rows if good else ():
            if isinstance(row, (list, tuple)) and len(row) == 5 and type(row[0]) is int and _texts(row[1:3]):
                yield tuple(row)
            else:
                good = False
        if not good:
            self.skip(rows, f"{what} is a list of [number, domain, slot, value, spoken of]: the rest is read")

    def skip(self, what: Any, why: str) -> None:
        self.problems.append(Problem(self.line, checks.shown(what), why))


def _texts(values: Any) -> bool:
    return all(isinstance(value, str) for value in values)


def _words(message: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "text", message.get("content")
    yield "speaker", message.get("role")
