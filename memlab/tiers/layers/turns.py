"""spent: the turns that said nothing but what has been corrected since."""

from __future__ import annotations

from collections.abc import Iterable

from memlab.facts.book import FactBook
from memlab.facts.fact import Decision
from memlab.facts.sentences import sentences
from memlab.facts.text import Folded
from memlab.facts.transcript import Heard

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


def _everyone(book: FactBook) -> list:
    return [f for entity in book.entities() for f in book.facts(entity)]


def _says_nothing_else(heard: Heard) -> bool:
    """Whether each sentence of a turn holds a fact."""
    clauses = [c.clause for c in heard.turn.candidates if c.is_fact]
    every = [s for s in sentences(Folded("", "", heard.turn.text)) if s.text.strip()]
    return all(any(s.start < end and start < s.end for start, end in clauses) for s in every)
