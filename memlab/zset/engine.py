"""The engine: one command at a time, transactions, and what a connection has under way."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from redis.exceptions import DataError, ExecAbortError, ResponseError

from memlab.zset import algebra, hashes, keys, lists, ranges, sets, sorted_sets, strings  # noqa: F401  (they register)
from memlab.zset.commands import TABLE, Words, encode
from memlab.zset.keyspace import Keyspace, Session

SHOWN = 128  # bytes of a name and of the words of a command that nobody knows


class Engine:
    """A database behind a lock. `run` takes one command to its raw RESP2 reply, bulk strings as bytes.

    Raises:
        redis.exceptions.ResponseError: with the server's text as redis-py shows it, without "ERR ".
        redis.exceptions.DataError: a word that redis-py would not send.
    """

    def __init__(self, clock: Callable[[], float], seed: int | None) -> None:
        self.db = Keyspace(clock, seed)
        self._lock = threading.RLock()

    def run(self, session: Session, args: tuple[Any, ...]) -> Any:
        """Run or queue one command of a session."""
        if not args:
            raise DataError("a command has a name: pass it as the first word")
        try:
            command = TABLE.get(args[0])  # redis-py writes names in capitals
        except TypeError:
            command = None
        if command is None:
            command = TABLE.get(name := encode(args[0]).upper().decode("latin-1"))
            if command is None:
                return self._control(session, name, [encode(word) for word in args])
        name, run, least, most, encoders = command
        words = [encoders.get(type(word), encode)(word) for word in args[1:]]
        if not least <= len(args) <= most:
            raise _refuse(session, f"wrong number of arguments for '{name.lower()}' command")
        with self._lock:
            if session.queue is None:
                return run(self.db, words)
            session.queue.append(partial(run, self.db, words))
            return b"QUEUED"

    # -- transactions ----------------------------------------------------------------------------------

    def _control(self, session: Session, name: str, words: Words) -> Any:
        if name not in CONTROLS:
            shown = _shown(words[1:])
            called = words[0][:SHOWN].decode(errors="replace")
            raise _refuse(session, f"unknown command '{called}', with args beginning with: {shown}")
        control, takes_keys = CONTROLS[name]
        if (len(words) > 1) is not takes_keys:
            error = f"wrong number of arguments for '{name.lower()}' command"
            if name == "EXEC":
                self.close(session)
                raise ExecAbortError(f"Transaction discarded because of: {error}")
            raise _refuse(session, error)
        with self._lock:
            return control(self, session, words[1:])

    def _multi(self, session: Session, words: Words) -> bytes:
        if session.queue is not None:
            raise ResponseError("MULTI calls can not be nested")
        session.queue = []
        return b"OK"

    def _exec(self, session: Session, words: Words) -> list[Any] | None:
        if session.queue is None:
            raise ResponseError("EXEC without MULTI")
        queue, refused, stale = session.queue, session.refused, self.db.is_stale(session)
        self._discard(session, words)
        if refused:
            raise ExecAbortError("Transaction discarded because of previous errors.")
        return None if stale else [_reply(run) for run in queue]

    def _discard(self, session: Session, words: Words) -> bytes:
        if session.queue is None:
            raise ResponseError("DISCARD without MULTI")
        session.queue, session.refused = None, False
        self.db.unwatch(session)
        return b"OK"

    def _watch(self, session: Session, words: Words) -> bytes:
        if session.queue is not None:
            raise ResponseError("WATCH inside MULTI is not allowed")
        self.db.watch(session, words)
        return b"OK"

    def _unwatch(self, session: Session, words: Words) -> bytes:
        if session.queue is not None:
            session.queue.append(lambda: b"OK")  # EXEC has let go of the keys by then
            return b"QUEUED"
        self.db.unwatch(session)
        return b"OK"

    def close(self, session: Session) -> None:
        """A connection went away: what it queued and watched is forgotten."""
        with self._lock:
            session.queue, session.refused = None, False
            self.db.unwatch(session)


CONTROLS: dict[str, tuple[Callable[[Engine, Session, Words], Any], bool]] = {
    "MULTI": (Engine._multi, False),
    "EXEC": (Engine._exec, False),
    "DISCARD": (Engine._discard, False),
    "WATCH": (Engine._watch, True),
    "UNWATCH": (Engine._unwatch, False),
}


def _shown(words: Words) -> str:
    """The beginning of the words of an unknown command, as much as Redis shows of it."""
    shown = b""
    for word in words:
        if len(shown) >= SHOWN:
            break
        shown += b"'%s' " % word[: SHOWN - len(shown)]
    return shown.decode(errors="replace")


def _refuse(session: Session, text: str) -> ResponseError:
    """An error that keeps a command from being queued makes the whole transaction abort."""
    session.refused = session.queue is not None
    return ResponseError(text)


def _reply(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except ResponseError as error:
        return error
