"""Changes: the rows of a book that were not there before, so that a write costs what it wrote."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from memlab.facts.book import FactBook
from memlab.facts.gate import Claim
from memlab.facts.rows import Row
from memlab.facts.transcript import Heard
from memlab.facts.transfer import claim_row, turn_row, write_row


class Changes:
    """What a book's export has, by keys that stay: sorted by them the rows are in the order of an export.

    >>> book = FactBook("u1", clock=lambda: 0.0)
    >>> changes = Changes(book)
    >>> decisions = book.hear("I live in Rome.")
    >>> sorted(changes.take()), changes.take()
    (['a000000001', 'c000000001'], {})
    """

    def __init__(self, book: FactBook) -> None:
        self._book = book
        self._heard: dict[int, Heard] = {}
        self._doubts: dict[str, tuple[Claim, int]] = {}
        self._written = 0
        self.all = {key: row for key, row in self.take().items() if row is not None}  # of the book as it was

    def take(self) -> dict[str, Row | None]:
        """Key -> row of what is new or changed since the last call; None: the row is gone. O(turns)."""
        heard = {h.number: h for h in self._book.heard()}
        rows = {**self._turns(heard), **self._doubted(heard), **self._writes(heard)}
        self._heard = heard
        return rows

    def _turns(self, heard: Mapping[int, Heard]) -> dict[str, Row | None]:
        new = (h for number, h in heard.items() if self._heard.get(number) is not h)
        return {f"a{h.number:09d}": turn_row(h, self._book.tenant) for h in new}

    def _doubted(self, heard: Mapping[int, Heard]) -> dict[str, Row | None]:
        gate = self._book._gate
        now = {_key(i, claim): (claim, gate.promoted.get(i, 0)) for i, (claim, _) in gate.short.items()}
        new = {key: held for key, held in now.items() if self._doubts.get(key) != held}
        gone: dict[str, Row | None] = dict.fromkeys(self._doubts.keys() - now.keys())
        self._doubts = now
        more = {key: {"promoted": by} if by else {} for key, (_, by) in new.items()}
        return gone | {
            key: claim_row(claim, heard, self._book.tenant) | more[key] for key, (claim, _) in new.items()
        }

    def _writes(self, heard: Mapping[int, Heard]) -> dict[str, Row | None]:
        log = self._book._store.log
        new, self._written = log[self._written :], len(log)
        return {f"c{w.version:09d}": write_row(w, heard, self._book.tenant) for w in new}


def _key(identity: tuple, claim: Claim) -> str:
    digest = hashlib.blake2b(repr(identity).encode("utf-8"), digest_size=8).hexdigest()
    return f"b{claim.turn:09d}.{claim.place[0]:09d}.{claim.place[1]:04d}.{digest}"


def book_of(rows: Mapping[str, Row | None], tenant: str, **options: Any) -> FactBook:
    """The book of rows by such keys; `options` are those of FactBook. FactError if none could be taken."""
    there = [row for _, row in sorted(rows.items()) if row is not None]
    return FactBook.from_export(there, tenant, **options) if there else FactBook(tenant, **options)
