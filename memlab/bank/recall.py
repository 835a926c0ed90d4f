"""Recall by keywords: which memories match, how their score adds up, and why one was or was not recalled."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from memlab.bank.item import MemoryItem
from memlab.bank.log import Explanation, say, say_terms
from memlab.checks import kind, shown


def fold(text: str) -> str:
    """Text as it is compared: ＡＢＣ = abc, and é is é however it was typed.

    >>> fold("ＡＢＣ") == fold("abc") and fold("Cafe\\u0301") == fold("Café")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def words(keywords: str | Iterable[str]) -> tuple[str, ...]:
    """The keywords, folded, without blank ones, which would match everything. A string is one keyword.

    >>> words("Tea"), words(["", " ", "茶"])
    (('tea',), ('茶',))
    """
    if isinstance(keywords, str):
        keywords = (keywords,)
    listed = tuple(kind("keywords", keywords, Iterable, "pass a string or a list of strings"))
    for keyword in listed:
        kind("keywords", keyword, str, "pass str(...)")
    return tuple(fold(keyword).strip() for keyword in listed if keyword.strip())


def terms_of(item: MemoryItem, keywords: tuple[str, ...]) -> dict[str, float]:
    """The terms whose sum is the recall score: hits · 0.5 + min(accesses, 5) · 0.2 + importance · 0.3.

    The weights are the article's. A memory without a hit has no other term: it is not a candidate.
    """
    content = fold(item.content)
    hits = sum(keyword in content for keyword in keywords)
    if not hits:
        return {"keywords": 0.0}
    return {
        "keywords": hits * 0.5,
        "accesses": min(item.access_count, 5) * 0.2,
        "importance": item.importance * 0.3,
    }


@dataclass(frozen=True)
class Recall:
    """One recall as it was scored: `ranked` best first, of which the first `top` were handed out."""

    seq: int
    ranked: tuple[tuple[Hashable, dict[str, float]], ...] = ()
    top: int = 0

    @classmethod
    def of(cls, seq: int, items: Iterable[MemoryItem], keywords: tuple[str, ...], top: int) -> Recall:
        """Score all items; equal scores stay in the order in which the memories were written."""
        scored = [(item.id, terms_of(item, keywords)) for item in items]
        hits = [pair for pair in scored if pair[1]["keywords"]]
        return cls(seq, tuple(sorted(hits, key=lambda pair: -sum(pair[1].values()))), top)

    @property
    def ids(self) -> tuple[Hashable, ...]:
        """The memories recalled, best first."""
        return tuple(id for id, _ in self.ranked[: self.top])

    def why(self, id: Hashable) -> Explanation:
        """Why `id`, which was there, was recalled or not."""
        terms = dict(self.ranked).get(id, {"keywords": 0.0})
        total, last, rest = sum(terms.values()), self.ranked[: self.top][-1:], self.ranked[self.top :]
        sum_text = f"{say_terms(terms, ' + ')} = {say(total)}"
        if id in self.ids:
            text = f"recalled with {sum_text}"
            other = rest[0] if rest else None
            text += f"; {shown(other[0])} came next with {say(sum(other[1].values()))}" if other else ""
            return Explanation(id, "recalled", text, terms, total, other and other[0], "sum")
        other = last[0] if last else None
        text = f"not recalled: {sum_text}" if total else "not recalled: none of the keywords occurs in it"
        text += f"; {shown(other[0])} took the last place with {say(sum(other[1].values()))}" if other else ""
        return Explanation(id, "kept", text, terms, total, other and other[0], "sum")
