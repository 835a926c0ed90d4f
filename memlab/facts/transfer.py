"""export, import_rows: the book as rows for JSON, and rows into a book, all through the gate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from memlab.facts.fact import Decision

if TYPE_CHECKING:
    from memlab.facts.book import FactBook


def export(book: FactBook) -> list[dict[str, Any]]:
    raise NotImplementedError


def import_rows(book: FactBook, rows: Iterable[Mapping[str, Any]]) -> list[Decision]:
    raise NotImplementedError
