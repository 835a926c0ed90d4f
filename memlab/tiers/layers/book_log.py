"""BookLog: a fact book in the warm tier, a document a write; who is overtaken reads and hears again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from memlab.facts.book import FactBook
from memlab.facts.changes import Changes, book_of
from memlab.tiers.errors import Corrupt, VersionConflict
from memlab.tiers.layers import shapes
from memlab.tiers.layers.documents import ATTEMPTS, Documents, last_erased, plain

CHANGES = shapes.record(
    {},
    {
        "rows": shapes.named(shapes.anything), "base": shapes.named(shapes.anything),
        "offset": shapes.count,
    },
)  # fmt: skip
_Result = TypeVar("_Result")


class BookLog:
    """Document n holds the rows that the n-th write changed. It may be written only by one who has seen all
    before it: two processes never lose a turn of one another. A document with "base" holds the whole book;
    what came before it was erased.
    `prefix`: what the ids of the mirrored facts begin with. A book that begins anew after all was forgotten
    gives no erased id away again: its facts are counted on from `offset`.
    """

    def __init__(self, store: Any, prefix: str, **options: Any) -> None:
        self._store, self._prefix, self._options = store, prefix, options
        self._documents = Documents(store, "facts", store.agent, CHANGES)
        self._book: FactBook | None = None
        self._changes: Changes | None = None
        self._last: Any = None  # the last write that was seen
        self.number = 0  # its number
        self.offset = 0

    def book(self) -> FactBook:
        """The book with all that anybody wrote. O(1) if nobody did since, else O(size of the book)."""
        if self._book is None or not self._is_newest():
            self._load()
        assert self._book is not None
        return self._book

    def write(self, act: Callable[[FactBook], _Result]) -> _Result:
        """Do something to the book and keep it. An error of `act` or of the store leaves it as it was."""
        for _ in range(ATTEMPTS):
            book = self.book()
            try:
                result = act(book)
                self._keep({"rows": self._changed()})
                return result
            except VersionConflict:
                self._book = None
            except BaseException:
                self._book = None  # what is in memory may be ahead of what is kept
                raise
        raise VersionConflict(f"facts of {self._store.tenant!r}: overtaken {ATTEMPTS} times: try again")

    def erase(self, act: Callable[[FactBook], _Result]) -> _Result:
        """Do something to the book of which nothing old may be kept: the whole book is written anew."""

        def all_anew(book: FactBook) -> _Result:
            result = act(book)
            self._changes = Changes(book)
            self._keep({"base": self._changes.all})
            return result

        result = self.write(all_anew)
        self._drop_before(self.number)
        return result

    # -- inside

    def _is_newest(self) -> bool:
        """Whether the last write that was seen is the last one, and still there: all may be forgotten."""
        last = self._documents.get(_key(self.number)) if self.number else None
        same = self.number == 0 or (last is not None and last.value == self._last)
        return same and self._documents.get(_key(self.number + 1)) is None

    def _changed(self) -> dict[str, Any]:
        assert self._changes is not None
        return self._changes.take()

    def _keep(self, value: dict[str, Any]) -> None:
        if value.get("rows") == {}:
            return
        offset = self.offset if self.number else last_erased(self._store, self._prefix)
        value = plain("facts", {**value, **({"offset": offset} if offset else {})})
        self._documents.put(_key(self.number + 1), value, expected=0)
        self._last, self.offset, self.number = value, offset, self.number + 1

    def _load(self) -> None:
        """Read all documents; what an erasure could not drop any more is dropped now."""
        rows: dict[str, Any] = {}
        number = base = offset = 0
        last = None
        for key, document in sorted(self._documents.all(), key=lambda pair: pair[0]):
            number, last = self._number(key), document.value
            offset = last.get("offset", 0)
            if "base" in document.value:
                rows, base = dict(document.value["base"]), number
            rows.update(document.value.get("rows", {}))
        book = book_of(rows, self._store.tenant, clock=self._store.clock, **self._options)
        broken = [d.reason for d in book.decisions if d.reason.startswith("row ")]
        if broken:
            raise Corrupt(f"facts of {self._store.tenant!r}: {broken[0]}: restore the database from a backup")
        self._book, self._changes, self.number = book, Changes(book), number
        self._last, self.offset = last, offset
        if base > 1:
            self._drop_before(base)

    def _number(self, key: str) -> int:
        if key.isdecimal():
            return int(key)
        where = f"facts {key!r} of {self._store.tenant!r}"
        raise Corrupt(f"{where}: another program wrote it: restore the database from a backup")

    def _drop_before(self, number: int) -> None:
        for key, _ in list(self._documents.all()):
            if self._number(key) < number:
                self._documents.drop(key)


def _key(number: int) -> str:
    return f"{number:09d}"
