"""The keys: values by type, deadlines by an injected clock, and who watches what."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, TypeVar

from redis.exceptions import ResponseError

from memlab.zset import parse
from memlab.zset.scored_set import ScoredSet

WRONG_TYPE = "WRONGTYPE Operation against a key holding the wrong kind of value"

MOST_DRAWN = 10_000_000  # items that one …RANDMEMBER draws with repeats


class PlainSet(dict[bytes, None]):
    """A set of members in order of arrival, so that a seeded run gives the same replies every time."""


TYPE_NAMES: dict[type, bytes] = {
    bytes: b"string",
    ScoredSet: b"zset",
    dict: b"hash",
    PlainSet: b"set",
    list: b"list",
}
T = TypeVar("T")


class Session:
    """What the server remembers of one connection: a transaction that is being queued, watched keys."""

    def __init__(self) -> None:
        self.queue: list[Callable[[], Any]] | None = None
        self.refused = False  # a command could not even be queued: EXEC will abort
        self.watching: set[bytes] = set()
        self.stale = False  # a watched key was changed: EXEC will do nothing


class Keyspace:
    """One database. A container that becomes empty takes its key with it, as in Redis.

    Expired keys vanish when they are looked at; what looks at all keys drops all expired ones first. A key
    is gone at its deadline, not a millisecond later: with a clock that stands still the difference shows.
    """

    def __init__(self, clock: Callable[[], float], seed: int | None) -> None:
        self.clock = clock
        self.random = random.Random(seed)
        self.values: dict[bytes, Any] = {}
        self.deadlines: dict[bytes, int] = {}
        self._watchers: defaultdict[bytes, set[Session]] = defaultdict(set)

    def now(self) -> int:
        """The time in whole milliseconds."""
        return round(self.clock() * 1000)

    def draw(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different items or as many as there are; a negative count draws with repeats."""
        if count >= 0:
            return self.random.sample(items, min(count, len(items)))
        if -count > MOST_DRAWN:  # a server would run out of memory here, sooner or later
            raise ResponseError("value is out of range")
        return self.random.choices(items, k=-count) if items else []

    # -- looking ---------------------------------------------------------------------------------------

    def get(self, key: bytes, kind: type[T]) -> T | None:
        """The value at key, None if there is none; WRONGTYPE if it is not of this kind."""
        if self.deadlines:
            self._expire(key)
        value = self.values.get(key)
        if value is None or type(value) is kind:
            return value
        raise ResponseError(WRONG_TYPE)

    def peek(self, key: bytes) -> Any:
        """The value at key whatever its type."""
        self._expire(key)
        return self.values.get(key)

    def obtain(self, key: bytes, kind: type[T]) -> T:
        """The value at key, or a new empty one put there; end with `changed`, and put something in."""
        value = self.get(key, kind)
        if value is None:
            value = self.values[key] = kind()
        return value

    def live_keys(self) -> list[bytes]:
        """Every key that has not expired, in order of arrival."""
        for key in list(self.deadlines):
            self._expire(key)
        return list(self.values)

    def _expire(self, key: bytes) -> None:
        deadline = self.deadlines.get(key)
        if deadline is not None and deadline <= self.now():
            self.delete(key)

    # -- writing ---------------------------------------------------------------------------------------

    def changed(self, key: bytes) -> None:
        """After a value was changed in place: tell the watchers."""
        for session in self._watchers.get(key, ()):
            session.stale = True

    def shrunk(self, key: bytes) -> None:
        """After something was taken out of a container: tell the watchers, and drop it if it is empty."""
        self.changed(key)
        if not self.values[key]:
            self.delete(key)

    def put(self, key: bytes, value: Any, deadline: int | None = None) -> None:
        """Replace whatever was there; an empty container only deletes."""
        if value or type(value) is bytes:
            self.values[key] = value
            self.expire_at(key, deadline)
        else:
            self.delete(key)

    def expire_at(self, key: bytes, deadline: int | None) -> None:
        """Set or lift the deadline (milliseconds) of a key that exists."""
        if deadline is None:
            self.deadlines.pop(key, None)
        else:
            self.deadlines[key] = deadline
        self.changed(key)

    def delete(self, key: bytes) -> bool:
        """Remove a key; False if there was none."""
        self.deadlines.pop(key, None)
        if self.values.pop(key, None) is None:
            return False
        self.changed(key)
        return True

    # -- watching --------------------------------------------------------------------------------------

    def watch(self, session: Session, keys: Iterable[bytes]) -> None:
        """Mark the session stale as soon as one of the keys changes."""
        for key in keys:
            self._expire(key)
            self._watchers[key].add(session)
            session.watching.add(key)

    def unwatch(self, session: Session) -> None:
        """Forget what the session watched and whether it changed."""
        for key in session.watching:
            self._watchers[key].discard(session)
            if not self._watchers[key]:
                del self._watchers[key]
        session.watching, session.stale = set(), False

    def is_stale(self, session: Session) -> bool:
        """Whether a watched key changed or expired since it was watched."""
        for key in session.watching:
            self._expire(key)
        return session.stale


def sweep(found: Iterable[bytes], words: list[bytes], row: int = 1) -> list[Any]:
    """A SCAN reply for items of `row` words each, the first of which MATCH is held against.

    Everything comes in one reply with cursor 0, as a small collection comes from Redis: nothing can be
    missed or seen twice while others write. COUNT is checked, and is only a hint.
    """
    pattern = scan_options(words)
    items = list(found)
    if pattern is None:
        return [b"0", items]
    wanted = parse.glob(pattern).fullmatch
    rows = [items[i : i + row] for i in range(0, len(items), row)]
    return [b"0", list(chain.from_iterable(r for r in rows if wanted(r[0])))]


def scan_options(words: list[bytes], types: list[bytes] | None = None) -> bytes | None:
    """Read MATCH and COUNT (and TYPE into `types`, where it is allowed); the pattern or None."""
    pattern = None
    for i in range(0, len(words), 2):
        option, value = words[i].upper(), words[i + 1 : i + 2]
        if option == b"COUNT" and value:
            if parse.integer(value[0]) < 1:
                raise ResponseError(parse.SYNTAX)
        elif option == b"MATCH" and value:
            pattern = value[0]
        elif option == b"TYPE" and value and types is not None:
            types.extend(value)
        else:
            raise ResponseError(parse.SYNTAX)
    return pattern
