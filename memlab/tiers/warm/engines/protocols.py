"""What the rest of the warm tier sees of an engine: a database, its connections, and what differs in SQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from memlab.tiers.warm.tenants import Counters

Entered = Iterable[tuple[int, Sequence[Sequence[str]]]]
"""Rows, and the codes of each of their fields."""
Where = tuple[str, Sequence[Any]]
"""A condition on `m`, and its values."""


class Cursor(Protocol):
    """What a statement found."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection in a transaction. Values are always bound, at `?` marks."""

    numbers: dict[str, int]
    """Of tenants whose name was looked up in this transaction, the number."""
    counters: dict[int, Counters]
    """By the tenant's number, what this transaction has counted and will write when it ends."""

    @property
    def dialect(self) -> Dialect: ...

    @property
    def words(self) -> Words: ...

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Cursor: ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Cursor: ...


class Dialect(Protocol):
    """What is written differently for each engine, besides the words."""

    AMONG: str
    """FROM whose one value is array(rows): these rows of memories, as `m`, looked up one by one."""
    ONE_OF: str
    """A comparison whose one value is array(texts)."""

    def array(self, values: Iterable[Any]) -> Any:
        """Some values as one."""

    def kept(self, value: Any) -> Any:
        """A value of meta (a text, a whole number or bytes) as it is stored."""

    def told(self, stored: Any) -> Any:
        """A stored value of meta."""

    def body_of(self, data: bytes) -> Any:
        """A body as the table holds it."""

    def write_body(self, c: Any, data: bytes) -> int:
        """Store a body; its number."""

    def erase_body(self, c: Any, num: int) -> None:
        """Erase a body; one that is lost is told by check()."""


class Words(Protocol):
    """The full-text index. It holds codes of words; a row is found by any of its codes."""

    def enter(self, c: Any, tenant: int, row: int, fields: Sequence[Sequence[str]]) -> None:
        """Enter a row: the codes of each field."""

    def remove(self, c: Any, tenant: int, row: int, fields: Sequence[Sequence[str]]) -> None:
        """Take a row out that was entered with these."""

    def frequencies(self, c: Any, codes: Sequence[str]) -> dict[str, int]:
        """Code -> in how many rows it is. Linear in that number."""

    def best(
        self, c: Any, tenant: int, found: Mapping[str, int], limit: int, where: Where | None = None
    ) -> list[int]:
        """Rows that hold some of the codes (with their frequencies), best first."""

    def newest(self, c: Any, tenant: int, code: str, limit: int, where: Where | None = None) -> list[int]:
        """Rows that hold a code, the newest first."""

    def empty(self, c: Any) -> None:
        """Take everything out."""

    def unfit(self, c: Any, tenant: int, entered: Entered) -> list[int]:
        """The rows that do not stand in the index as they were entered."""


class Database(Protocol):
    """An open database, used by many threads and processes. Every failure is told as a StoreError."""

    @property
    def path(self) -> str:
        """Where it is, as messages name it: without a password."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection on which all statements see one moment."""

    def writing(self, tenants: Iterable[str], enter: bool = False) -> AbstractContextManager[Connection]:
        """A connection in a transaction that writes for some tenants: all of it happens, or none.

        Writes of one tenant follow one another. `enter`: tenants that are not here are entered.
        """

    def writing_all(self) -> AbstractContextManager[Connection]:
        """The same while nobody else writes, however long it takes."""

    def wipe_log(self) -> None:
        """What was overwritten goes out of the engine's log, too, as far as the engine can do that."""

    def unsound(self) -> list[str]:
        """What the engine itself finds wrong with its files."""

    def close(self) -> None:
        """Close all connections. Twice is once."""
