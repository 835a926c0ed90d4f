"""Recall: which memories answer a question. Three channels look, one ranking orders what they find.

identifiers finds what holds an exact one of the question's, words whatever shares a word (full text), vector
what is near by embedding; filters hold for all of them. None is needed: what one finds is a candidate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from memlab import checks
from memlab.bank import Explanation
from memlab.facts.moments import moment
from memlab.tiers import why_recalled
from memlab.tiers.errors import Corrupt, StoreError
from memlab.tiers.identifiers import LOOSE
from memlab.tiers.memory import Memory
from memlab.tiers.ranking import Candidate, Corpus, Question, Weights, rank

if TYPE_CHECKING:
    from memlab.tiers.store import MemoryStore

HOUR = 3600.0
WORDS, EXACT, NEAR = 200, 200, 50  # candidates of each channel, at least; more if more are asked for
COMMON = 20  # memories up to which a name or an amount finds candidates by itself
NEAREST = 0.3  # least cosine of a candidate of the channel vector
NOTHING = "the query has no words: nothing is searched"
NOBODY = "no channel found anything"


@dataclass(frozen=True)
class Hit:
    """A memory with its score, the terms (weight × value) that sum to it, and its rank in each channel."""

    memory: Memory
    score: float
    terms: Mapping[str, float]
    ranks: Mapping[str, int]  # channel -> 1 for its first


@dataclass(frozen=True)
class Recalled:
    """What a recall found: `hits`, and all that was `considered`, both best first.

    `channels`: the ids that each found, in its own order. `note` says why there is nothing, or what is amiss.
    Iterates over the hits.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    considered: tuple[Hit, ...] = ()
    channels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    note: str = ""
    _look: Any = field(default=None, repr=False, compare=False)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    @property
    def memories(self) -> tuple[Memory, ...]:
        """The memories of the hits."""
        return tuple(hit.memory for hit in self.hits)

    def explain(self, id: str) -> Explanation:
        """Why a memory was recalled, was considered and beaten, or was not even considered.

        The terms sum to the score; the competitor is who came next, or who took the last place.
        """
        return why_recalled.explained(self, checks.text("id", id), self._look)


def recall(
    store: MemoryStore,
    query: str,
    top_k: int = 5,
    *,
    kinds: Iterable[str] | None = None,
    session: str | None = None,
    speaker: str | None = None,
    since: Any = None,
    until: Any = None,
    window_hours: float | None = None,
    weights: Weights | None = None,
    statuses: Iterable[str] = ("live",),
) -> Recalled:
    """The `top_k` memories that answer `query` best, of those that pass the filters; no access is counted.

    `since` and `until` are times of `at`, inclusive; `window_hours` counts back from now. Superseded, merged
    and expired memories are not found unless `statuses` names them; what is over its `expires_at`, another
    tenant's, or private to another agent, never. Archived ones are, their text is read from the cold tier.
    ValueError or TypeError names an argument that is not allowed. O(matches of the words + vectors).
    """
    question = Question.of(checks.text("query", query))
    checks.whole("top_k", top_k, 1)
    weights = Weights() if weights is None else checks.kind("weights", weights, Weights, "pass Weights(...)")
    filters = {
        "kinds": None if kinds is None else checks.keys("kinds", kinds),
        "session": session,
        "speaker": speaker,
        "since": _since(store, since, window_hours),
        "until": None if until is None else moment(until, "until")[0],
        "statuses": checks.keys("statuses", statuses),
    }
    look = why_recalled.Look(store, filters)
    if not question.tokens:
        return Recalled(query, note=NOTHING, _look=look)
    search = _Search(store, question, top_k, {**filters, "agent": store.agent, "now": store.now})
    considered = search.ranked(weights)
    hits, damaged = _whole(store, considered, top_k)
    notes = [search.note, damaged, "" if considered else NOBODY]
    return Recalled(query, hits, considered, search.ids, "; ".join(filter(None, notes)), look)


def _since(store: MemoryStore, since: Any, window_hours: float | None) -> float | None:
    times = [] if since is None else [moment(since, "since")[0]]
    if window_hours is not None:
        times.append(
            store.now - HOUR * checks.number("window_hours", window_hours, 0, checks.HUGE, above=True)
        )
    return max(times, default=None)


def _whole(store: MemoryStore, considered: Iterable[Hit], top_k: int) -> tuple[tuple[Hit, ...], str]:
    """The first hits with their texts; one whose text in the cold tier is damaged is told and left out."""
    hits: list[Hit] = []
    note = ""
    for hit in considered:
        if not hit.memory.text:
            try:
                hit = replace(hit, memory=store.whole(hit.memory))
            except Corrupt as problem:
                note = str(problem)
                continue
        hits.append(hit)
        if len(hits) == top_k:
            break
    return tuple(hits), note


class _Search:
    """One question's candidates."""

    def __init__(self, store: MemoryStore, question: Question, top_k: int, filters: dict[str, Any]) -> None:
        self.store, self.question, self.filters = store, question, filters
        self.warm, self.tenant = store.warm, store.tenant
        self.note = ""
        self.shared: dict[str, int] = {}  # identifier -> in how many memories
        self.holds: dict[int, set[str]] = {}  # row -> identifiers of the question
        exact = self._identified(max(EXACT, top_k))
        words = self.warm.search_words(
            self.tenant, question.tokens, limit=max(WORDS, 2 * top_k), **self.filters
        )
        self.cosines = self._near(max(NEAR, top_k))
        rows = {"identifiers": exact, "words": words, "vector": list(self.cosines)}
        found = self.warm.load(self.tenant, sorted({row for each in rows.values() for row in each}))
        self.memories = {row: memory for row, memory in found.items() if self._mine(memory)}
        self.ids = {
            channel: tuple(self.memories[row].id for row in each if row in self.memories)
            for channel, each in rows.items()
        }

    def _mine(self, memory: Memory) -> bool:
        """Asked once more of what the database handed out: the owner, the agent, the time."""
        return (
            memory.tenant == self.tenant
            and self.store.sees(memory)
            and not memory.expired(self.filters["now"])
        )

    def _identified(self, limit: int) -> list[int]:
        """Rows with an identifier of the question, decisive ones first, then those with most of them."""
        known = self.warm.identifier_frequencies(self.tenant, self.question.identifiers)
        self.shared = {
            each: n for each, n in sorted(known.items()) if n and (n <= COMMON or not each.startswith(LOOSE))
        }
        for each in self.shared:
            for row in self.warm.search_identifiers(self.tenant, [each], limit=limit, **self.filters):
                self.holds.setdefault(row, set()).add(each)

        def order(row: int) -> tuple[int, int, int]:
            held = self.holds[row]
            return -sum(not each.startswith(LOOSE) for each in held), -len(held), -row

        return sorted(self.holds, key=order)

    def _near(self, limit: int) -> dict[int, float]:
        try:
            vector = self.store.vector(self.question.text)
        except StoreError as problem:  # somebody else's code: the other channels do without it
            self.note = f"the channel vector is out: {problem}"
            return {}
        found = self.warm.search_vectors(self.tenant, vector, limit=limit, **self.filters)
        return {row: cosine for row, cosine in found if cosine >= NEAREST}

    def ranked(self, weights: Weights) -> tuple[Hit, ...]:
        """All candidates, best first."""
        fields = self.warm.fields_of(self.tenant, self.memories)
        candidates = [
            Candidate(
                memory,
                fields.get(row, {}),
                frozenset(self.holds.get(row, ())),
                self.cosines.get(row, 0.0),
            )
            for row, memory in self.memories.items()
        ]
        ranks: dict[str, dict[str, int]] = {}
        for channel, ids in self.ids.items():
            for place, id in enumerate(ids, start=1):
                ranks.setdefault(id, {})[channel] = place
        rows = rank(self.question, candidates, self._corpus(), weights, self.filters["now"])
        return tuple(Hit(c.memory, score, terms, ranks[c.memory.id]) for score, terms, c in rows)

    def _corpus(self) -> Corpus:
        totals = self.warm.totals(self.tenant)
        frequencies = self.warm.document_frequencies(self.tenant, self.question.tokens)
        return Corpus(totals.count, totals.lengths, frequencies, self.shared)
