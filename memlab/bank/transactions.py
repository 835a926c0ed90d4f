"""Transactions: a step on a tenant's books, done exactly once, whoever overtakes it and whatever breaks."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

import redis
from redis.exceptions import ExecAbortError, MovedError, OutOfMemoryError, ReadOnlyError

from memlab import checks
from memlab.bank.books import Books
from memlab.bank.desk import Desk
from memlab.bank.errors import OtherRules, Torn
from memlab.bank.keys import keys
from memlab.bank.link import ELSEWHERE, LOST, cause_of_loss, follow, watched
from memlab.bank.scoring import Settings

ATTEMPTS = 1000  # of a transaction that others overtake; one of the rivals gets through each time
PAUSE = 0.005  # seconds, at most, after the first lost race; up to twenty times as much after more
BACK_OFF = 0.02  # seconds, at most, after the first lost connection, twice as many after each further one
LONGEST = 1.0  # of these pauses
WRONG_TYPE = "WRONGTYPE"  # how the server's error begins where a key holds another kind of value
UNREAD = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)  # by books of another shape
T = TypeVar("T")

MENDS = {
    OutOfMemoryError: "give it more maxmemory, or let tenants expire (Settings.idle) or archive nothing",
    ReadOnlyError: "connect to the primary, this is a replica",
    ExecAbortError: "see what it says",
}
CLUSTER = 'it is a node of a cluster, connect("redis+cluster://host:port")'


class Transactions:
    """One tenant's transactions. A connection that breaks is made anew, with back-off: `patience` seconds.

    Where it broke after EXEC was sent, the write may have been done. Each write leaves its mark in the same
    transaction, so the next attempt looks for it: there, it is done, and its result stands. Not there, it
    is not done and never will be, once this attempt has written: both watch the same keys.
    """

    def __init__(
        self, client: Any, tenant: str, settings: Settings, clock: Callable[[], float], patience: float
    ) -> None:
        self._client, self._tenant, self._settings, self._clock = client, tenant, settings, clock
        self._keys, self._patience = keys(tenant), patience

    def run(self, step: Callable[[Desk], T], id: str | None = None) -> T:
        """What `step` returns, from the transaction that was applied; `id` is read ahead."""

        def attempt(pipe: Any, doubtful: dict[str, T]) -> T:
            return self._attempt(pipe, step, id, doubtful)

        return self._repeat(attempt)

    def clear(self) -> None:
        """Delete all keys of the tenant."""

        def attempt(pipe: Any, doubtful: object) -> None:
            pipe.delete(*self._keys.values())
            pipe.execute()

        self._repeat(attempt)

    def _repeat(self, attempt: Callable[[Any, dict[str, T]], T]) -> T:
        doubtful: dict[str, T] = {}  # mark → result of a write of which no reply came
        waits = _Waits(self._tenant, self._patience, doubtful)
        while True:
            try:
                with watched(self._client, self._keys["meta"]) as pipe:
                    return attempt(pipe, doubtful)
            except (redis.RedisError, OSError) as error:
                lost = cause_of_loss(self._client, error)
                if lost is not None:
                    waits.after_loss(lost)
                    follow(self._client)
                elif isinstance(error, redis.WatchError):
                    waits.after_race()
                else:
                    raise self._refusal(error) from error

    def _attempt(self, pipe: Any, step: Callable[[Desk], T], id: str | None, doubtful: dict[str, T]) -> T:
        now = checks.moment(self._clock())
        try:
            books = Books(pipe, self._keys, now, id, self._settings.idle)
        except Exception as error:
            if not _unread(error):
                raise
            pipe.multi()  # an overtaken reader sees half of a write
            pipe.exists(self._keys["meta"])
            pipe.execute()
            raise self._changed(error) from error
        if doubtful and (done := self._done(books, doubtful)) is not None:
            return doubtful[done]
        try:
            result = step(Desk(books, self._settings, now))
        except LOST + ELSEWHERE:
            raise
        except Exception as error:
            books.verify()  # an overtaken reader sees half of a write, and may fail in any way
            if isinstance(error, Torn):
                raise self._torn(error) from None
            if _unread(error):
                raise self._changed(error) from error
            raise
        try:
            books.commit()
        except Exception as error:
            if books.mark and cause_of_loss(self._client, error) is not None:
                doubtful[books.mark] = result
            if WRONG_TYPE in str(error):
                raise self._changed(error) from error
            raise
        return result

    def _done(self, books: Books, doubtful: dict[str, T]) -> str | None:
        try:
            return books.was_done(doubtful)
        except LookupError as error:
            told = f"tenant {self._tenant!r}: the connection broke at a write, and {error}"
            raise redis.DataError(
                f"{told}: whether it was done is not known; look before writing it again"
            ) from None

    def _torn(self, error: Torn) -> Torn:
        why = f"tenant {self._tenant!r}: {error}: it took some away for want of memory, and nothing adds up"
        mend = "set maxmemory-policy noeviction, then clear() the tenant and write its memories anew"
        return Torn(f"{why}: {mend}")

    def _changed(self, error: Exception) -> Torn:
        told = f"tenant {self._tenant!r}: its keys hold what memlab did not write there ({error})"
        return Torn(f"{told}: clear() the tenant and write its memories anew")

    def _refusal(self, error: Exception) -> Exception:
        """An error of redis-py's, as it is or with what it means and without the words of the command."""
        moved = isinstance(error, MovedError) or str(error).startswith("MOVED ")
        mend = CLUSTER if moved else next((MENDS[k] for k in MENDS if isinstance(error, k)), None)
        if mend is None:
            return error
        said = str(error).rpartition("caused error: ")[2]
        told = f"tenant {self._tenant!r}: the server refused, and nothing has changed: {said}: {mend}"
        return redis.ResponseError(told) if moved else type(error)(told)


def _unread(error: Exception) -> bool:
    """Whether books that nobody is writing do not read: another program has changed them."""
    if isinstance(error, OtherRules):
        return False
    return isinstance(error, UNREAD) or WRONG_TYPE in str(error)


class _Waits:
    """The pauses between the attempts of one transaction, and the error when there were enough of them."""

    def __init__(self, tenant: str, patience: float, doubtful: dict[str, Any]) -> None:
        self._tenant, self._patience, self._doubtful = tenant, patience, doubtful
        self._races = self._losses = 0
        self._born, self._began = time.monotonic(), 0.0  # the first attempt, and its loss

    def after_race(self) -> None:
        self._races += 1
        if self._races >= ATTEMPTS:
            told = f"tenant {self._tenant!r}: {ATTEMPTS} transactions were overtaken; try again"
            raise redis.WatchError(told)
        time.sleep(PAUSE * random.random() * min(self._races, 20))  # in step they would overtake again

    def after_loss(self, error: BaseException) -> None:
        now = time.monotonic()
        self._began = self._began or now
        pause = min(LONGEST, BACK_OFF * 2.0**self._losses) * random.random()
        if now - self._began + pause >= self._patience:
            raise self._lost(error, now - self._born) from error
        time.sleep(pause)
        self._losses += 1

    def _lost(self, error: BaseException, waited: float) -> Exception:
        """The same kind of error, with how long it was tried and what is not known."""
        state = "the write may have been done, look before writing it again"
        state = state if self._doubtful else "nothing has changed"
        tried = f"{self._losses + 1} attempt{'s' * (self._losses > 0)} in {waited:.1f} s"
        text = f"tenant {self._tenant!r}: the server does not answer ({error}), {tried}: {state}"
        return (redis.TimeoutError if isinstance(error, redis.TimeoutError) else redis.ConnectionError)(text)
