"""spent, taken_back: the turns that recall does not find any more, since what they said is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memlab.facts.book import FactBook
from memlab.facts.candidate import Candidate
from memlab.facts.fact import Decision
from memlab.facts.sentences import sentences
from memlab.facts.text import Folded
from memlab.facts.transcript import Heard
from memlab.facts.write import entity_key

ENDED = ("update", "retraction")
STANDING = ("active", "pending")


def spent(decisions: Iterable[Decision], book: FactBook) -> list[str]:
    """The sources of the facts that these decisions ended, if nothing else was said there.

    A turn with another sentence in it, or with a fact that is still in force, is not spent.

    >>> book = FactBook("u1", clock=lambda: 9.0)
    >>> first = book.hear("My budget is 500 euros.", at=1.0, source="turn:s1:1")
    >>> spent(book.hear("Correction: my budget is 700 euros.", at=2.0, source="turn:s1:2"), book)
    ['turn:s1:1']
    """
    ended = [f for d in decisions if d.kind in ENDED for f in d.reaching if f.source]
    if not ended:
        return []
    standing = {(f.at, f.text) for f in (*book.pending(), *_everyone(book))}
    told = {(f.at, f.text): f.source for f in ended if (f.at, f.text) not in standing}
    turns = {(h.turn.at, h.turn.text): h for h in book.heard() if (h.turn.at, h.turn.text) in told}
    return [told[key] for key, heard in turns.items() if _says_nothing_else(heard)]


def taken_back(decisions: Sequence[Decision], book: FactBook, source: str = "") -> list[str]:
    """The sources of the turns that told what the user wants forgotten, whatever else they told.

    What else they told is in the facts. `source`: the turn that asked for it, which is among them if it asks
    for nothing else.

    >>> book = FactBook("u1", clock=lambda: 9.0)
    >>> first = book.hear("I am Mira and I live in Oslo.", at=1.0, source="turn:s1:1")
    >>> taken_back(book.hear("Forget where I live.", at=2.0, source="turn:s1:2"), book, "turn:s1:2")
    ['turn:s1:1', 'turn:s1:2']
    """
    about = {
        (c.attribute, entity_key(c.entity)) for d in decisions if (c := d.candidate) is not None and c.forgets
    }
    if not about:
        return []
    found = [h for h in book.heard() if h.source and any(_tells(c, about) for c in h.turn.candidates)]
    asked = [h for h in book.heard() if source and h.source == source and _says_nothing_else(h)]
    return list(dict.fromkeys(h.source for h in (*found, *asked)))


def _tells(candidate: Candidate, about: set[tuple[str, str]]) -> bool:
    key = candidate.attribute, entity_key(candidate.entity)
    return key in about and not candidate.forgets


def _everyone(book: FactBook) -> list:
    return [f for entity in book.entities() for f in book.facts(entity)]


def _says_nothing_else(heard: Heard) -> bool:
    """Whether each sentence of a turn holds a fact."""
    clauses = [c.clause for c in heard.turn.candidates if c.is_fact]
    every = [s for s in sentences(Folded("", "", heard.turn.text)) if s.text.strip()]
    return all(any(s.start < end and start < s.end for start, end in clauses) for s in every)
