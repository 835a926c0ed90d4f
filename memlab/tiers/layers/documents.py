"""Documents: a layer's small JSON values in the warm tier, each changed by compare-and-set."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from memlab import checks
from memlab.tiers.errors import Corrupt, VersionConflict
from memlab.tiers.layers.shapes import Shape, anything

_ESCAPES = {ord(mark): f"%{ord(mark):02X}" for mark in "%:/"}
ATTEMPTS = 200  # a loser begins again; so many losses in a row are no contention but a fault
_Value = TypeVar("_Value")


class Documents:
    """One collection of one tenant. A name that is given belongs to one agent alone.

    Corrupt where a value has another shape than those that are written.
    """

    def __init__(self, store: Any, collection: str, agent: str = "", shape: Shape = anything) -> None:
        self._store, self._shape = store, shape
        self.collection = collection if not agent else f"{collection}:{escaped(agent)}"

    def get(self, key: str) -> Any | None:
        """The document (value, version, at, expires_at), None if there is none or its time is over."""
        found = self._store.warm.get_document(self._store.tenant, self.collection, key)
        if found is None or (found.expires_at is not None and self._store.clock() >= found.expires_at):
            return None
        return self._sound(key, found)

    def put(
        self, key: str, value: Any, *, expected: int | None = None, expires_at: float | None = None
    ) -> int:
        """Write a value; its version. VersionConflict if `expected` (0: there is none yet) is not the one."""
        return self._store.warm.put_document(
            self._store.tenant, self.collection, key, value, expected=expected, expires_at=expires_at
        )

    def change(
        self, key: str, change: Callable[[Any | None], _Value], *, lifetime: float | None = None
    ) -> _Value:
        """Put what `change` makes of the value that is there (None: nothing), and again if overtaken."""
        for _ in range(ATTEMPTS):
            there = self._store.warm.get_document(self._store.tenant, self.collection, key)
            now = self._store.clock()
            over = there is None or (there.expires_at is not None and now >= there.expires_at)
            value = change(None if over or there is None else self._sound(key, there).value)
            ends = None if lifetime is None else now + lifetime
            try:
                self.put(key, value, expected=there.version if there else 0, expires_at=ends)
                return value
            except VersionConflict:
                continue
        raise VersionConflict(f"{self.collection} {checks.shown(key)}: overtaken {ATTEMPTS} times: try again")

    def drop(self, key: str) -> None:
        """Delete a document; nothing of it stays. Of one that is not there nothing happens."""
        self._store.warm.delete_document(self._store.tenant, self.collection, key)

    def history(self, key: str) -> list[Any]:
        """All versions of a document, the oldest first."""
        return list(self._store.warm.history_of_document(self._store.tenant, self.collection, key))

    def all(self) -> Iterator[tuple[str, Any]]:
        """(key, document) of those whose time is not over, by key."""
        now = self._store.clock()
        for key, document in self._store.warm.documents(self._store.tenant, self.collection):
            if document.expires_at is None or now < document.expires_at:
                yield key, self._sound(key, document)

    def _sound(self, key: str, document: Any) -> Any:
        if self._shape(document.value):
            return document
        where = f"{self.collection} {checks.shown(key)} of {checks.shown(self._store.tenant)}"
        mend = "upgrade memlab, or restore the database from a backup"
        raise Corrupt(
            f"{where}: another program or a newer memlab wrote {checks.shown(document.value)}: {mend}"
        )


def escaped(name: str) -> str:
    """A name as a part of an id: what separates the parts does not occur in it.

    >>> escaped("a:b/c"), escaped("北京")
    ('a%3Ab%2Fc', '北京')
    """
    return name.translate(_ESCAPES)


def turn_id(agent: str, session: str, place: int) -> str:
    """The id of the turn at a place of an agent's session, from 1."""
    return (
        f"turn:{escaped(agent)}/{escaped(session)}:{place}" if agent else f"turn:{escaped(session)}:{place}"
    )


def last_erased(store: Any, prefix: str) -> int:
    """The highest number n of the ids `prefix`n that were erased; 0 if none was. O(tombstones)."""
    ids = (grave.id for grave in store.warm.tombstones(store.tenant))
    numbers = (id[len(prefix) :].partition(":")[0] for id in ids if id.startswith(prefix))
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def session_of(source: str) -> str:
    """The session of a turn by its id; any other source as it is.

    >>> session_of(turn_id("", "a:b", 3)), session_of(turn_id("x", "s1", 3)), session_of("import")
    ('a:b', 's1', 'import')
    """
    parts = source.split(":")
    if parts[0] != "turn" or len(parts) != 3:
        return source
    name = parts[1].rpartition("/")[2]
    for mark in ":/%":
        name = name.replace(f"%{ord(mark):02X}", mark)
    return name


def plain(field: str, value: Any) -> Any:
    """The value as JSON gives it back. TypeError or ValueError for what JSON cannot carry, NaN too."""
    mend = "allowed are str, int, float, bool, None, lists and dicts of them with str keys: convert it"
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        _only_text_keys(field, value)
    except (TypeError, ValueError, RecursionError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"{field}: {checks.shown(value)} is no JSON value ({error}); {mend}") from None
    return json.loads(checks.text(field, text))


def _only_text_keys(field: str, value: Any) -> None:
    for key in value if isinstance(value, Mapping) else ():
        if not isinstance(key, str):
            raise TypeError(f"the key {checks.shown(key)} is {type(key).__name__}")
    inside = value.values() if isinstance(value, Mapping) else value
    for inner in inside if isinstance(value, (Mapping, list, tuple)) else ():
        _only_text_keys(field, inner)
