"""How a memory ranks for a question: a sum of terms, each at most 1, times its weight. Pure, no disk.

- words: BM25F over the fields of the index (Robertson, Zaragoza and Taylor 2004), the best candidate being 1.
- identifiers: exact ones of the question that the memory holds; more than all other terms together.
- vector: the cosine of the embeddings, where it is over 0.
- session: the words of the three best others of its session, their mean.
- answer: the memory holds what the question word asks for: a time, a number, a name.
- detail: how much the memory tells that the other candidates do not.
- asking: minus the share of the memory that is itself a question.
- recency, importance: small, so that they order what is alike.
- conflict: 1 for what corrects another memory, -1 for what waits to be confirmed or was corrected.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from memlab import checks
from memlab.bank.scoring import recency
from memlab.facts.text import fold
from memlab.tiers import small_words, synonyms, synonyms_english
from memlab.tiers.analysis import FIELDS, questions, tokens_of
from memlab.tiers.identifiers import LOOSE, asked_of
from memlab.tiers.kinds_of_answer import answers, asked_for
from memlab.tiers.memory import Memory

SATURATION = 1.0  # k1: how soon more of the same word counts no more
FIELD_WEIGHTS = {
    "text": 1.0, "asked": 0.5, "before": 0.4, "after": 0.35, "near": 0.3, "speaker": 1.0, "date": 0.5,
}  # fmt: skip
LENGTH = {"text": 0.3, "asked": 0.5, "before": 0.6, "after": 0.6, "near": 0.6, "speaker": 0.0, "date": 0.0}
"""b of BM25F: how much of a field's length counts against what it holds."""

SPEAKER = math.log(5)  # least rarity of a speaker's name: half the turns may be hers, and still it tells
LONE_NAME = 0.05  # what a name of one word tells besides: it is a word already
ALONE = 3  # candidates up to which a word is told by few
BESIDE = 3  # other memories of its session that speak for a memory
DETAIL = 15  # such words of a memory that make its detail 1
FADE = math.log(2) / (30 * 86_400)  # the recency of what is a month old is a half
MOST = 1_000  # different words of a question: what has more is a document
LARGEST = 1e6  # of a weight


@dataclass(frozen=True)
class Weights:
    """What each term counts. None is below 0; 0 turns a term off.

    The terms themselves: `help("memlab.tiers.ranking")`.

    >>> Weights(recency=0.5).recency, Weights().words
    (0.5, 1.0)
    """

    words: float = 1.0
    identifiers: float = 4.0
    vector: float = 0.05
    answer: float = 0.15
    detail: float = 0.1
    asking: float = 0.3
    recency: float = 0.02
    importance: float = 0.02
    conflict: float = 0.1
    session: float = 0.2

    def __post_init__(self) -> None:
        for each in fields(self):
            checks.number(each.name, getattr(self, each.name), 0, LARGEST)

    @classmethod
    def only(cls, **weights: float) -> Weights:
        """The terms that are named, all others being off.

        >>> Weights.only(vector=1).vector, Weights.only(vector=1).words
        (1, 0.0)
        """
        return cls(**{**{each.name: 0.0 for each in fields(cls)}, **weights})


@dataclass(frozen=True)
class Corpus:
    """What is known of all memories that a question is asked of.

    `count` of them, the mean length of each field, in how many each token and each identifier occurs.
    """

    count: int
    lengths: Mapping[str, float]
    frequencies: Mapping[str, int]
    shared: Mapping[str, int] = field(default_factory=dict)

    def rarity(self, occurrences: int) -> float:
        """The inverse document frequency of BM25, above 0: ln(1 + (n - df + 1/2) / (df + 1/2))."""
        return math.log(1 + max(0.0, self.count - occurrences + 0.5) / (occurrences + 0.5))


class Candidate(NamedTuple):
    """A memory that some channel found: its tokens by field, its identifiers asked for, its cosine."""

    memory: Memory
    fields: Mapping[str, Sequence[str]]
    identifiers: frozenset[str] = frozenset()
    cosine: float = 0.0


@dataclass(frozen=True)
class Question:
    """A question as it is searched for: token -> weight, in order; identifiers; none of both: nothing."""

    text: str
    tokens: Mapping[str, float]
    identifiers: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Question:
        """Small words have no weight, unless there are no others; words bring those that stand for them.

        >>> list(Question.of("what is the plum?").tokens), list(Question.of("who are you?").tokens)
        (['plum'], ['who', 'be', 'you'])
        """
        folded = fold(text).text
        weighed = {token: small_words.weight(token) for token in _distinct(small_words.unasked(folded))}
        telling = {token: weight for token, weight in weighed.items() if weight}
        own = telling or dict.fromkeys(_distinct(folded), 1.0)
        tokens = synonyms_english.widened(own) | synonyms.widened(folded) | own
        return cls(text, tokens, asked_of(text))


def _distinct(text: str) -> list[str]:
    return list(dict.fromkeys(tokens_of(text)))[:MOST]


Terms = dict[str, float]  # term -> weight × value; their sum, in their order, is the score


def rank(
    question: Question, candidates: Sequence[Candidate], corpus: Corpus, weights: Weights, now: float
) -> list[tuple[float, Terms, Candidate]]:
    """The candidates, best first: (score, terms, candidate). Equal scores: the newer first, then by id.

    O(tokens of all candidates).
    """
    words = _words(question, candidates, corpus)
    sessions = _sessions([candidate.memory.session for candidate in candidates], words)
    columns = zip(candidates, words, sessions, _details(candidates), strict=True)
    speakers, wanted = _speakers(candidates), asked_for(question.text)
    rows = []
    for candidate, said, session, detail in columns:
        memory = candidate.memory
        values = {
            "words": said,
            "identifiers": _identified(question, candidate, corpus),
            "vector": max(0.0, candidate.cosine),
            "answer": answers(wanted, memory.text, speakers),
            "detail": detail,
            "asking": -_asking(memory.text),
            "recency": recency(now - memory.at, FADE),
            "importance": memory.importance / 10,
            "conflict": _conflict(memory),
            "session": session,
        }
        terms = {name: getattr(weights, name) * value for name, value in values.items()}
        rows.append((sum(terms.values()), terms, candidate))
    return sorted(rows, key=lambda row: (-row[0], -row[2].memory.at, -row[2].memory.seq, row[2].memory.id))


def _speakers(candidates: Sequence[Candidate]) -> frozenset[str]:
    return frozenset(token for c in candidates for token in c.fields.get("speaker", ()))


def _words(question: Question, candidates: Sequence[Candidate], corpus: Corpus) -> list[float]:
    """BM25F of each candidate, the best being 1. A speaker's name counts as who spoke, not who is called."""
    speakers = _speakers(candidates) & question.tokens.keys()
    weights = {}
    for token, weight in question.tokens.items():
        rarity = corpus.rarity(corpus.frequencies.get(token, 0))
        weights[token] = weight * (max(rarity, SPEAKER) if token in speakers else rarity)
    found = [_bm25f(candidate, weights, speakers, corpus.lengths) for candidate in candidates]
    best = max(found, default=0.0) or 1.0
    return [each / best for each in found]


def _bm25f(
    candidate: Candidate, weights: Mapping[str, float], names: frozenset[str], lengths: Mapping[str, float]
) -> float:
    found: dict[str, float] = {}
    spoken = bool(candidate.fields.get("speaker"))
    asked = weights.keys()
    for name in FIELDS:
        tokens = candidate.fields.get(name, ())
        if asked.isdisjoint(tokens):
            continue
        hits = [token for token in tokens if token in asked]
        long = LENGTH[name] * len(tokens) / (lengths.get(name) or 1.0)
        each = FIELD_WEIGHTS[name] / (1 - LENGTH[name] + long)
        for token in hits:
            if not (spoken and token in names and name != "speaker"):
                found[token] = found.get(token, 0.0) + each
    return sum(weights[token] * n * (SATURATION + 1) / (n + SATURATION) for token, n in found.items())


def _identified(question: Question, candidate: Candidate, corpus: Corpus) -> float:
    """(the best match + the share of all matches) / 2: one decisive identifier is at least a half."""
    asked = {each: _telling(each, corpus) for each in corpus.shared if each in question.identifiers}
    held = sorted(asked[each] for each in candidate.identifiers if each in asked)
    return (held[-1] + sum(held) / max(1.0, sum(asked.values()))) / 2 if held else 0.0


def _telling(identifier: str, corpus: Corpus) -> float:
    """1 for a decisive identifier; a name or an amount tells the less, the more memories hold it."""
    if not identifier.startswith(LOOSE):
        return 1.0
    rarity = corpus.rarity(corpus.shared[identifier]) / (corpus.rarity(1) or 1.0)
    return rarity**2 * (1.0 if " " in identifier or any(map(str.isdigit, identifier)) else LONE_NAME)


def _sessions(sessions: Sequence[str], words: Sequence[float]) -> list[float]:
    """For each candidate, the mean words term of the best others of its session; 0 if it is in none."""
    best: dict[str, list[float]] = {}
    for said, session in sorted(zip(words, sessions, strict=True), reverse=True):
        if len(best.setdefault(session, [])) <= BESIDE:
            best[session].append(said)
    return [
        (sum(best[session]) - max(said, best[session][-1])) / BESIDE if session else 0.0
        for said, session in zip(words, sessions, strict=True)
    ]


def _details(candidates: Sequence[Candidate]) -> list[float]:
    """For each candidate, how many of its words hardly another one has, on a logarithmic scale up to 1."""
    said = [set(candidate.fields.get("text", ())) - small_words.SMALL for candidate in candidates]
    common = Counter(token for tokens in said for token in tokens)
    rare = [sum(common[token] <= ALONE for token in tokens) for tokens in said]
    return [min(1.0, math.log1p(n) / math.log1p(DETAIL)) for n in rare]


def _asking(text: str) -> float:
    return len(questions(text)) / len(text) if text else 0.0


def _conflict(memory: Memory) -> float:
    if memory.status != "live":
        return -1.0
    return 1.0 if memory.replaces else 0.0
