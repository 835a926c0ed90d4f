"""Together: many processes write to the same tenants on one server or cluster, and all accounts balance.

Each process keeps what it was told: what it wrote anew, what it forgot, what it used. An observer looks at
all keys of a tenant in one transaction, over and over. In the end the books must say what the processes were
told, to the last write; no memory was evicted twice for one entry, and no key lies about that has no use.
"""

from __future__ import annotations

import multiprocessing
import queue
import random
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from memlab.bank import PriorityMemory, Settings, connect
from memlab.bank.keys import keys
from memlab.bank.link import ELSEWHERE, LOST, watched
from memlab.bank.tables import as_text

RULES = Settings(capacity=8, whitelist_cap=2, protection=0.01)
KEPT, FORGETTABLE = 20, 20  # ids of a tenant: those that nobody forgets, and those that anybody may
LATE = 60.0  # seconds after which a process that has not ended by itself is ended
BOOKKEEPING = {"meta", "log", "done"}  # keys that stay when all memories are forgotten


@dataclass
class Together:
    """What came of it: calls by name, what was acknowledged, looks of the observer, what was wrong."""

    calls: Counter[str] = field(default_factory=Counter)
    told: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # (tenant, what, id)
    evictions: int = 0
    looks: int = 0
    problems: list[str] = field(default_factory=list)

    def count(self, tenant: str, what: str) -> int:
        """How often the processes were told so of any id."""
        return sum(n for (whose, kind, _), n in self.told.items() if (whose, kind) == (tenant, what))


def together(
    url: str, seconds: float, processes: int = 8, tenants: int = 2, patience: float = 5.0
) -> Together:
    """Run it on tenants of its own, which are gone afterwards. `patience`: as of PriorityMemory."""
    names = [f"together {secrets.token_hex(4)} {n}" for n in range(tenants)]
    outcome, client = Together(), connect(url)
    memories = {name: PriorityMemory(client, name, RULES, patience=patience) for name in names}
    observer = _Observer(client, memories, outcome)
    for told in _working(url, names, seconds, processes, patience):
        if told is None:
            observer.look()
        elif isinstance(told, str):
            outcome.problems.append(told)
        else:
            outcome.calls.update(told[0])
            outcome.told.update(told[1])
    observer.look()
    for name, memory in memories.items():
        outcome.problems += _named(name, _wrong(name, memory, outcome))
        outcome.problems += _named(name, _leaked(client, name, memory))
    client.close()
    return outcome


# -- the processes


def _working(url: str, names: list[str], seconds: float, processes: int, patience: float) -> Iterator[Any]:
    """What the processes send when they end, and None all the time until then."""
    forks = "forkserver" in multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if forks else "spawn")
    if forks:
        context.set_forkserver_preload([__name__])  # imported once, not by each of them
    sent = context.Queue()
    workers = [
        context.Process(target=_work, args=(url, names, seconds, n, patience, sent)) for n in range(processes)
    ]
    for worker in workers:
        worker.start()
    end = time.monotonic() + seconds + LATE
    waiting = processes
    while waiting and time.monotonic() < end:
        yield None
        try:
            yield sent.get(timeout=0.005)
            waiting -= 1
        except queue.Empty:
            if not any(worker.is_alive() for worker in workers) and sent.empty():
                break
    for worker in workers:
        worker.join(1.0)
        worker.kill()
    if waiting:
        yield f"{waiting} processes did not end by themselves"


def _work(url: str, names: list[str], seconds: float, n: int, patience: float, sent: Any) -> None:
    chance, client = random.Random(n), connect(url)
    memories = [PriorityMemory(client, name, RULES, patience=patience) for name in names]
    calls, told = Counter[str](), Counter[tuple[str, str, str]]()
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            memory = chance.choice(memories)
            for what, id in _call(memory, chance, calls):
                told[memory.tenant, what, id] += 1
        sent.put((calls, told))
    except Exception as error:
        sent.put(f"process {n}: {type(error).__name__}: {error}")


def _call(memory: PriorityMemory, chance: random.Random, calls: Counter[str]) -> Iterator[tuple[str, str]]:
    """One call at random; what was told of which id."""
    name = chance.choices(("remember", "touch", "restore", "demote", "forget"), (5, 3, 2, 1, 2))[0]
    calls[name] += 1
    id = f"kept {chance.randrange(KEPT)}"
    if name == "forget" or chance.random() < 0.4:
        id = f"other {chance.randrange(FORGETTABLE)}"
    if name == "remember":
        item = memory.remember(
            id, "x" * chance.randrange(99), chance.randint(1, 10), pinned=chance.random() < 0.2
        )
        yield ("used" if item.access_count else "new"), id
    elif getattr(memory, name)(id):
        yield {"touch": "used", "forget": "forgotten"}.get(name, name), id


# -- what must be true


class _Observer:
    """Looks at all keys of a tenant in one transaction."""

    def __init__(self, client: Any, memories: dict[str, PriorityMemory], outcome: Together) -> None:
        self._client, self._memories, self._outcome = client, memories, outcome
        self._gone: dict[tuple[str, str], int] = {}  # (tenant, id) → number of its last eviction
        self._read: dict[str, int] = {}  # tenant → number of the last log entry seen

    def look(self) -> None:
        for name, memory in self._memories.items():
            try:
                self._outcome.problems += _named(name, self._sizes(name))
                self._outcome.problems += _named(name, self._twice(name, memory))
                self._outcome.looks += 1
            except (*LOST, *ELSEWHERE):  # it is being killed, perhaps, and the processes go on
                pass

    def _sizes(self, name: str) -> list[str]:
        where = keys(name)
        with watched(self._client, where["meta"]) as pipe:
            pipe.hmget(where["meta"], "pushed", "forgotten")
            pipe.hlen(where["items"]), pipe.hlen(where["archive"])
            for each in ("hot", "pinned", "protected"):
                pipe.zcard(where[each])
            (pushed, forgotten), items, archived, hot, pinned, protected = pipe.execute()
        wrong = []
        if int(pushed or 0) != items + archived + int(forgotten or 0):
            wrong.append(f"pushed {pushed} is not {items} + {archived} + {forgotten}")
        if not items == hot + pinned == protected:
            wrong.append(f"{items} memories, {hot} + {pinned} scores, {protected} windows")
        if items > RULES.capacity or pinned > RULES.whitelist_cap:
            wrong.append(f"{items} resident and {pinned} pinned are more than may be")
        return wrong

    def _twice(self, name: str, memory: PriorityMemory) -> Iterator[str]:
        """Evictions of one entry of a memory: between two of them it must have been written or restored."""
        for entry in memory.evict_log:
            if entry.seq <= self._read.get(name, 0):
                continue
            self._read[name] = entry.seq
            if entry.cause == "capacity":
                self._outcome.evictions += 1
                before = self._gone.get((name, entry.id), 0)
                if entry.item.seq <= before:
                    yield f"{entry.id} was evicted twice, by writes {before} and {entry.seq}"
                self._gone[name, entry.id] = entry.seq


def _named(name: str, wrongs: Iterable[str]) -> Iterator[str]:
    """What is wrong with a tenant; that it cannot even be looked at is wrong, too."""
    try:
        yield from (f"{name}: {wrong}" for wrong in wrongs)
    except RuntimeError as error:
        yield f"{name}: {error}"


def _wrong(name: str, memory: PriorityMemory, outcome: Together) -> Iterator[str]:
    """What the books say, against what the processes were told."""
    counts, there = memory.counts(), {item.id: item for item in memory.items()}
    for counted, what in (("pushed", "new"), ("forgotten", "forgotten")):
        if counts[counted] != (total := outcome.count(name, what)):
            yield f"{counts[counted]} {counted}, and the processes were told {total}"
    alive = {*there, *memory.archived()}
    for id in [f"kept {n}" for n in range(KEPT)] + [f"other {n}" for n in range(FORGETTABLE)]:
        told = {what: outcome.told[name, what, id] for what in ("new", "forgotten", "used")}
        if told["new"] - told["forgotten"] != (id in alive):
            yield f"{id}: there is {id in alive}, and told was {told}"
        if id in there and not told["forgotten"] and there[id].access_count != told["used"]:
            yield f"{id}: used {there[id].access_count} times, and told was {told}"


def _leaked(client: Any, name: str, memory: PriorityMemory) -> Iterator[str]:
    """Keys of the tenant that it should not have: at once, after forgetting all, after clearing."""
    where = keys(name)
    pattern = where["meta"].removesuffix("meta") + "*"
    for after, allowed in (("writing", set(where)), ("forgetting", BOOKKEEPING), ("clearing", set())):
        if after == "forgetting":
            for id in [*(item.id for item in memory.items()), *memory.archived()]:
                memory.forget(id)
        elif after == "clearing":
            memory.clear()
        found = {as_text(each) for each in client.scan_iter(match=pattern, count=1000)}
        if extra := found - {where[each] for each in allowed}:
            yield f"after {after} there are {sorted(extra)}"
