"""What a recall is in words: who was found by which channel, what made the score, what fell out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from memlab.view.facts_words import short
from memlab.view.picture import counted, listing, number, table
from memlab.view.svg import BLUE, CARD, CONFLICT, DEAD, GREEN, GREY, KEPT, MUTED, RULE, USED, Mark

if TYPE_CHECKING:
    from memlab.tiers.recall import Hit, Recalled

CHANNELS = ("identifiers", "words", "vector")
EXACT = Mark("exact identifier", BLUE, BLUE, sign="=")
FELL = Mark("fell out of the top k", GREY, DEAD.fill, dash=DEAD.dash, sign="×")
TERMS: dict[str, Mark] = {  # a term of the score: how its part of the bar looks
    "identifiers": EXACT,
    "words": Mark("words", BLUE, KEPT.fill, sign="w"),
    "vector": Mark("vector", GREEN, USED.fill, sign="v"),
    "session": Mark("session", BLUE, RULE, sign="s"),
    "answer": Mark("answer", BLUE, CARD, sign="a"),
    "detail": Mark("detail", GREY, CARD, sign="d"),
    "recency": Mark("recency", GREY, RULE, sign="r"),
    "importance": Mark("importance", MUTED, MUTED, sign="i"),
    "asking": Mark("asking", GREY, DEAD.fill, dash=DEAD.dash, sign="?"),
    "conflict": CONFLICT,
}
OTHER = Mark("other", MUTED, CARD, sign="+")
MOST_CANDIDATES = 50  # rows of the text form


class Told:
    """A recall, in the order of the picture."""

    def __init__(self, recalled: Recalled, top_k: int) -> None:
        self.recalled = recalled
        whole = {hit.memory.id: hit for hit in recalled.hits}  # with texts that lie in the cold tier
        self.ranking: list[Hit] = [whole.get(hit.memory.id, hit) for hit in recalled.considered]
        self.kept, self.fell = self.ranking[:top_k], self.ranking[top_k:]
        self.channels = {name: list(ids) for name, ids in recalled.channels.items()}
        self.columns = list(dict.fromkeys([*CHANNELS, *self.channels]))
        for name in self.columns:
            self.channels.setdefault(name, [])
        self.place = {name: {id: n for n, id in enumerate(ids)} for name, ids in self.channels.items()}

    @cached_property
    def exact(self) -> frozenset[str]:
        """The memories that an exact identifier of the question found."""
        return frozenset(self.channels["identifiers"])

    @cached_property
    def terms(self) -> list[str]:
        """The terms that occur, the known ones first."""
        found = {name for hit in self.ranking for name, value in hit.terms.items() if value}
        return [*(name for name in TERMS if name in found), *sorted(found - TERMS.keys())]

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {hit.memory.id: hit.memory.text for hit in self.ranking}

    def says(self, id: str) -> str:
        """A memory and its text, for the mouse that rests on it."""
        return f"{short(id)}: {short(self._texts.get(id, ''), 200)}"

    @property
    def title(self) -> str:
        """What came out, and which channel alone would have lost it."""
        if not self.kept:
            return "Recall finds nothing"
        first = self.kept[0].memory.id
        who = [name for name in self.columns if first in self.place[name]]
        ranks = listing((f"{name} {number(self.place[name][first] + 1)}" for name in who), 5)
        lost = [name for name in self.columns if self.channels[name] and first not in self.place[name]]
        missed = f"; not found by {' and '.join(lost)}" if lost else ""
        return f"{short(first, 40)} comes first ({ranks}{missed})"

    @property
    def notes(self) -> list[str]:
        """What the search says of itself, and the best memories in words."""
        note = [short(self.recalled.note, 200)] if self.recalled.note else []
        best = [f"{n}  {short(hit.memory.text, 200)}" for n, hit in enumerate(self.kept[:3], start=1)]
        return [*note, *best][:3]

    @property
    def description(self) -> str:
        parts = ", ".join(f"{name} found {len(self.channels[name])}" for name in self.columns)
        ranks = listing((short(hit.memory.id) for hit in self.kept), 20)
        return (
            f"The question {short(self.recalled.query, 100)!r}: {parts}. The fused ranking of "
            f"{counted(len(self.ranking), 'memory')}: {ranks}; {len(self.fell):,} fell out."
        )

    @property
    def text(self) -> str:
        header = ["rank", "memory", *self.columns, *map(short, self.terms), "score", "text"]
        rows = [self._cells(n, hit) for n, hit in enumerate(self.ranking[:MOST_CANDIDATES], start=1)]
        more = len(self.ranking) - MOST_CANDIDATES
        return table(self.title, header, rows, [*self._asides(), *[f"… and {more:,} more"] * (more > 0)])

    def _asides(self) -> list[str]:
        words = [f"question: {short(self.recalled.query, 300)}"]
        words += [f"{counted(len(self.kept), 'memory')} of {len(self.ranking):,} in the top k; × fell out"]
        return [*words, *[short(self.recalled.note, 300)] * bool(self.recalled.note)]

    def _cells(self, rank: int, hit: Hit) -> Sequence[object]:
        id = hit.memory.id
        places = [self.place[name].get(id, -1) + 1 or None for name in self.columns]
        terms = [hit.terms.get(name) for name in self.terms]
        kept = rank if rank <= len(self.kept) else f"× {rank}"
        return [kept, short(id, 40), *places, *terms, hit.score, short(hit.memory.text, 100)]
