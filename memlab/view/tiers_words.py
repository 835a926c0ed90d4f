"""What the three tiers are in words: where a memory lies, in which state, and what its way was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from memlab.view.facts_axis import date
from memlab.view.facts_words import short
from memlab.view.picture import counted, listing, number, table
from memlab.view.scores import duration
from memlab.view.svg import BLUE, CARD, CONFLICT, DEAD, GREY, KEPT, PINNED, Mark

if TYPE_CHECKING:
    from memlab.tiers.memory import Memory
    from memlab.tiers.receipts import Difference, Move, Tiers

TIERS = {"hot": "hot 热", "warm": "warm 温", "cold": "cold 冷"}
EMPTY = {"hot": "nothing", "warm": "nothing", "cold": "nothing archived: the journal alone"}
ARCHIVED = Mark("archived: found there by recall", BLUE, CARD, dash="2 2", sign="↓")
EXPIRED = Mark("expired", GREY, DEAD.fill, dash=DEAD.dash, sign="e")
ENDED = Mark("superseded or merged", GREY, DEAD.fill, dash=DEAD.dash, sign="–")
WHEN = "%m-%d %H:%M"
DIFFERS = Mark("its tiers differ", CONFLICT.stroke, CONFLICT.fill, sign=CONFLICT.sign)


class Held:
    """The tiers at one moment: which memory lies where, and how it is to look."""

    def __init__(
        self,
        tiers: Tiers,
        moves: Sequence[Move],
        id: str | None,
        differences: Sequence[Difference],
        now: float | None,
    ) -> None:
        self.id, self.differences = id, list(differences)
        self.scores = dict(tiers.hot)
        self.warm = {memory.id: memory for memory in tiers.warm}
        self.ids = {"hot": list(self.scores), "warm": list(self.warm), "cold": list(tiers.cold)}
        self.legs = legs(move for move in moves if id is None or move.id == id)
        self.now = _latest(tiers.warm, moves) if now is None else now
        self._differ = {difference.id for difference in differences}

    def mark(self, tier: str, id: str) -> Mark:
        """The look of a memory in a tier: what speaks against it before what speaks for it."""
        memory = self.warm.get(id)
        if id in self._differ:
            return DIFFERS
        if memory is None:
            return ARCHIVED if tier == "cold" else KEPT
        if memory.status == "expired" or memory.expired(self.now):
            return EXPIRED
        if memory.status in ("superseded", "merged"):
            return ENDED
        return PINNED if memory.pinned else KEPT

    def value(self, tier: str, id: str) -> str:
        """What stands beside the id: its score in the hot tier, its age in the warm one."""
        if tier == "hot":
            return number(self.scores[id])
        return age(self.now - self.warm[id].at) if tier == "warm" else ""

    def says(self, id: str) -> str:
        """A memory, its version and its text, for the mouse that rests on it."""
        memory = self.warm.get(id)
        if memory is None:
            return short(id)
        about = f"{short(id)}, version {memory.version}, {self.mark('warm', id).name}"
        return f"{about}: {short(memory.text, 200)}" if memory.text else about

    # -- words

    @property
    def title(self) -> str:
        if self.id is not None and self.legs:
            return f"The way of {short(self.id, 40)}: {way(self.legs)}"
        parts = ", ".join(f"{len(self.ids[tier]):,} {tier}" for tier in TIERS)
        every = len({id for ids in self.ids.values() for id in ids})
        if self.differences:
            differ = counted(len(self._differ), "memory")
            verb = "differs" if len(self._differ) == 1 else "differ"
            return f"{parts}: !! {differ} {verb} between the tiers"
        return f"{counted(every, 'memory')} in three tiers: {parts}"

    @property
    def description(self) -> str:
        parts = (f"{tier}: {listing(map(short, self.ids[tier]), 20)}" for tier in TIERS)
        return f"Three bands, one below another. {'; '.join(parts)}. {self.title}."

    @property
    def text(self) -> str:
        every = dict.fromkeys(id for ids in self.ids.values() for id in ids)
        rows = [self._cells(id) for id in every]
        parts = [table(self.title, ["memory", *TIERS, "version", "state", "text"], rows)]
        if self.legs:
            header = ["move", "when", "memory", "from", "to", "why"]
            parts.append(table("Moves", header, [leg.cells(n) for n, leg in enumerate(self.legs, start=1)]))
        if self.differences:
            rows = [[short(d.id, 40), short(d.direction), short(d.why, 200)] for d in self.differences]
            parts.append(table("Differences", ["memory", "to heal", "why"], rows))
        return "\n\n".join(parts)

    def _cells(self, id: str) -> list[object]:
        memory = self.warm.get(id)
        state = self.mark("warm" if memory else "hot" if id in self.scores else "cold", id).name
        hot, version = self.scores.get(id), memory.version if memory else None
        warm = self.value("warm", id) if memory else None
        cold = "yes" if id in self.ids["cold"] else None
        return [short(id, 40), hot, warm, cold, version, state, short(memory.text, 100) if memory else None]


@dataclass(frozen=True)
class Leg:
    """One step on the way of a memory; of a write to all tiers, or an erasure from all, they are together."""

    id: str
    at: float
    why: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]

    def __str__(self) -> str:
        source, target = listing(map(short, self.sources)), listing(map(short, self.targets))
        if not self.targets:
            return f"out of {source}" if self.sources else "out"
        return f"{source} → {target}" if self.sources else f"into {target}"

    def cells(self, number: int) -> list[object]:
        """A row of the text form."""
        places = (listing(map(short, ids)) for ids in (self.sources, self.targets))
        return [number, date(self.at, WHEN), short(self.id, 40), *places, short(self.why, 200)]


def legs(moves: Iterable[Move]) -> list[Leg]:
    """The moves, those together that were made at once: written to, or erased from, several tiers."""

    def together(move: Move) -> tuple[Any, ...]:
        between = (move.source, move.target) if move.source and move.target else (bool(move.source),)
        return (move.id, move.at, move.why, between)

    found = []
    for (id, at, why, _), group in groupby(moves, key=together):
        made = list(group)
        ends = (
            tuple(dict.fromkeys(filter(None, (getattr(m, end) for m in made))))
            for end in ("source", "target")
        )
        found.append(Leg(id, at, why, *ends))
    return found


def _places(tiers: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, tiers)))


def way(steps: Sequence[Leg], most: int = 4) -> str:
    """The steps in words, the first ones of many."""
    return "; ".join([*map(str, steps[:most]), *["…"] * (len(steps) > most)])


def age(seconds: float) -> str:
    """An age as people say it; a future moment counts as age 0.

    >>> age(150), age(-5), age(3 * 86_400)
    ('2.5 min', '0', '3 d')
    """
    return duration(max(seconds, 0.0))


def _latest(warm: Sequence[Memory], moves: Sequence[Move]) -> float:
    return max([0.0, *(memory.at for memory in warm), *(move.at for move in moves)])
