"""Which memories are corrected by another one beside them: over budget they are the first to go."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from memlab.context.gate import Draft
from memlab.tiers.analysis import tokens_of
from memlab.tiers.small_words import SMALL

_CHANGE = re.compile(
    r"\b(?:correction|actually|no longer|not any ?more|instead|changed?|moved|postponed|updated?|replaced?)\b"
    r"|\b(?:is|are) now\b|\bnow (?:is|are)\b"
    r"|更正|纠正|改[成为到在由]|换成|变成|推迟|提前到|不再|其实|不是.{1,20}而是|现在是",
    re.I,
)
_NUMBERS = re.compile(r"\d+|(?:[〇零一二两兩三四五六七八九十百千万萬半]+[年月日号號点點时時刻分]?)+")
_CLAUSE = re.compile(r"[,.;!?](?=\s|$)|[，。；！？]| · ")
CORRECTION = 400  # characters: what is longer tells more than one change
SHARED, SHARE = 2, 0.45  # words at least, and of the shorter one's, that both have


def corrected(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts that another one corrects, the oldest first.

    B corrects A if it names A's id in `replaces`; if both have the same metadata["key"] and B is later; or if
    B is later, from the same speaker, speaks of a change, and has nearly half of its words (or of those of
    the clause with the change) from A, or all of them but the numbers. Of two that name each other the later
    one counts.
    """
    found = [*_named(drafts), *_of_one_key(drafts), *said_anew(drafts)]
    return sorted(dict.fromkeys(found), key=lambda draft: draft.order)


def _named(drafts: Sequence[Draft]) -> Iterator[Draft]:
    by_id = {draft.id: draft for draft in drafts if draft.id}
    for draft in drafts:
        for old in (by_id[id] for id in draft.replaces if id in by_id):
            if old.id != draft.id and not (draft.id in old.replaces and old.order > draft.order):
                yield old


def _of_one_key(drafts: Sequence[Draft]) -> Iterator[Draft]:
    keyed = [draft for draft in drafts if draft.key]
    newest: dict[str, Draft] = {}
    for draft in sorted(keyed, key=lambda draft: draft.order):
        newest[draft.key] = draft
    yield from (draft for draft in keyed if draft.order < newest[draft.key].order)


def said_anew(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Those that a later one from the same speaker corrects by its words, each once; of those with a day."""
    dated = sorted((draft for draft in drafts if draft.day), key=lambda draft: draft.order)
    changes = [d for d in dated if len(d.body) <= CORRECTION and _CHANGE.search(d.body)]
    known = [(draft, words(draft.body)) for draft in dated if changes]
    having = _by_word(known)
    for new in reversed(changes):
        both = (words(new.body), words(_changing(new.body)))
        near = set().union(*(having.get((new.prefix, word), ()) for word in both[0] | both[1]))
        for n in sorted(near):
            old, before = known[n]
            if old.order < new.order and _corrects(new, both, old, before):
                yield old
                for word in before:
                    having[old.prefix, word].discard(n)


def _by_word(known: Sequence[tuple[Draft, frozenset[str]]]) -> dict[tuple[str, str], set[int]]:
    """(prefix, word) -> the numbers of the drafts that have it: most pairs share no word."""
    having: dict[tuple[str, str], set[int]] = defaultdict(set)
    for n, (draft, said) in enumerate(known):
        for word in said:
            having[draft.prefix, word].add(n)
    return having


def _corrects(new: Draft, said: Sequence[frozenset[str]], old: Draft, before: frozenset[str]) -> bool:
    return any(_share(s, before) for s in said) or _other_number(new.body, old.body)


def _share(said: frozenset[str], before: frozenset[str]) -> bool:
    return len(said & before) >= max(SHARED, SHARE * min(len(said), len(before)))


def _other_number(new: str, old: str) -> bool:
    """Whether a change tells another number of the very thing that the old text was about."""
    new, old = _changing(new), _plain(old)
    numbers, before = _NUMBERS.findall(new), _NUMBERS.findall(old)
    if not numbers or not before or numbers == before:
        return False
    about = words(_NUMBERS.sub(" ", new))
    return bool(about) and about == words(_NUMBERS.sub(" ", old))


def _plain(text: str) -> str:
    return _CHANGE.sub(" ", text)


def _changing(text: str) -> str:
    """The clauses that speak of a change, without the words for it."""
    return " ".join(_plain(clause) for clause in _CLAUSE.split(text) if _CHANGE.search(clause))


def words(text: str) -> frozenset[str]:
    """The words that tell what a text is about: no grammar, and of Chinese the pairs."""
    return frozenset(word for word in tokens_of(text) if len(word) > 1 and word not in SMALL)
