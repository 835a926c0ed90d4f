"""The door of the store: every argument is checked here, whichever way a memory comes in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from memlab import checks
from memlab.facts.moments import moment
from memlab.tiers.memory import STATUSES, Memory
from memlab.tiers.same import words
from memlab.tiers.settings import Settings

OWNERS = frozenset({"tenant", "tenant_id", "user_id", "owner", "agent", "agent_id"})
"""Names that metadata may not bear: elsewhere they have moved a memory to another owner."""

_FIXED = {
    "tenant": "a memory never changes its owner: add it to the other tenant's store",
    "id": "an id names one memory for good: add another one",
    "agent": "share(id) puts a private memory into the shared area",
    "version": "every write counts it",
    "seq": "every write counts it",
    "access_count": "touch(id) counts an access",
    "last_access": "touch(id) counts an access",
    "provenance": "merge(ids) sets it",
}


def said(value: Any) -> str:
    """A text that says something."""
    if not checks.text("text", value).strip():
        raise ValueError(f"text: {checks.shown(value)} says nothing, allowed is some text: forget(id) erases")
    return value


def metadata(value: Any) -> dict[str, Any]:
    """A copy of JSON-able metadata, which nobody outside holds."""
    if value is None:
        return {}
    checks.kind("metadata", value, Mapping, "pass a dict")  # type: ignore[type-abstract]
    for name in value:
        checks.text("metadata", name)
        if name in OWNERS:
            why = "the owner is no metadata: open the other tenant's store, or choose another name"
            raise ValueError(f"metadata: {checks.shown(name)} is not allowed, {why}")
    try:
        copy = json.dumps(dict(value), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as problem:
        mend = "allowed is what JSON can carry, without NaN: convert it"
        raise ValueError(f"metadata: {checks.shown(value)}: {problem}; {mend}") from None
    checks.text("metadata", copy)
    return json.loads(copy)


def ids(field: str, value: Any) -> tuple[str, ...]:
    """Some ids, in the order given, each once."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{field}: {checks.shown(value)}, allowed is an iterable of ids: pass a list")
    return tuple(dict.fromkeys(checks.text(field, id, empty=False) for id in value))


def _flag(field: str) -> Callable[[Any], bool]:
    return lambda value: checks.kind(field, value, bool, "pass True or False")


def _words(field: str, empty: bool = True) -> Callable[[Any], str]:
    return lambda value: checks.text(field, value, empty=empty)


def _status(value: Any) -> str:
    if value not in STATUSES:
        raise ValueError(f"status: {checks.shown(value)}, allowed are {', '.join(STATUSES)}: choose one")
    return value


DOOR: Mapping[str, Callable[[Any], Any]] = {
    "text": said,
    "kind": _words("kind", empty=False),
    "at": lambda value: moment(value)[0],
    "importance": lambda value: float(checks.number("importance", value, 0, 10, above=True)),
    "confidence": lambda value: float(checks.number("confidence", value, 0, 1)),
    "session": _words("session"),
    "place": lambda value: checks.whole("place", value, 0),
    "speaker": _words("speaker"),
    "source": _words("source"),
    "pinned": _flag("pinned"),
    "secret": _flag("secret"),
    "metadata": metadata,
    "replaces": lambda value: ids("replaces", value),
    "status": _status,
    "expires_at": lambda value: None if value is None else moment(value, "expires_at")[0],
    "until": lambda value: None if value is None else moment(value, "until")[0],
    "ttl": lambda value: (
        None if value is None else float(checks.number("ttl", value, 0, checks.HUGE, above=True))
    ),
}
"""Field -> what takes a value in. `ttl` is no field of a memory: it becomes `expires_at`."""


def clean(given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields given, checked and copied. ValueError or TypeError names the one that is not allowed."""
    for name in given:
        if name in _FIXED:
            raise ValueError(f"{name}: cannot be set, {_FIXED[name]}")
        if name not in DOOR:
            raise ValueError(f"{checks.shown(name)} is no field, allowed are {', '.join(DOOR)}: correct it")
    return {name: DOOR[name](value) for name, value in given.items()}


def expiry(given: Mapping[str, Any], kind: str, at: float, now: float, settings: Settings) -> float | None:
    """When a memory will be absent: `expires_at`; or `ttl` from now; or its kind's lifetime from `at`.

    A lifetime counts from when it was said and not from when it was stored: an old conversation that comes in
    today brings no preference of three years ago back to life.
    """
    if given.get("ttl") is not None:
        return now + given["ttl"]
    if "expires_at" in given:
        return given["expires_at"]
    lifetime = settings.lifetime(kind)
    return None if lifetime is None else at + lifetime


def made(tenant: str, agent: str, given: Mapping[str, Any], now: float, settings: Settings) -> Memory:
    """A first version of the memory that these checked fields describe, its id still to be given."""
    fields = {name: value for name, value in given.items() if name not in ("ttl", "expires_at")}
    at = fields.setdefault("at", now)
    fields["expires_at"] = expiry(given, fields.get("kind", "note"), at, now, settings)
    if fields.get("status", "live") != "live":
        fields.setdefault("until", now)
    return Memory(tenant=tenant, id="", agent=agent, **fields)


def name(memory: Memory, nth: int) -> str:
    """An id made of what a memory says, when and where: the same turn read again gets the same one.

    >>> turn = Memory("u1", "", "tea", at=5.0)
    >>> name(turn, 0) == name(turn, 0) != name(turn, 1)
    True
    """
    said = (memory.kind, memory.agent, memory.session, memory.place, memory.speaker, memory.at, memory.text)
    return "m" + hashlib.blake2b(json.dumps([*said, nth]).encode(), digest_size=6).hexdigest()


def overlay(old: Memory, given: Mapping[str, Any], now: float, settings: Settings) -> Memory:
    """An old memory with the given fields: metadata is merged, a pin stays, what is not given stays."""
    fields = {name: value for name, value in given.items() if name not in ("ttl", "expires_at")}
    new = old.with_(**fields)
    new = new.with_(metadata={**old.metadata, **given.get("metadata", {})}, pinned=new.pinned or old.pinned)
    ends = expiry(given, new.kind, given.get("at", now), now, settings)
    if "ttl" not in given and "expires_at" not in given:
        ends = (
            max(ends, old.expires_at) if ends is not None and old.expires_at is not None else old.expires_at
        )
    if old.status != "live" and "status" not in given and words(new.text) != words(old.text):
        new = new.with_(status="live", until=None)  # the same words read again bring nothing back
    return new.with_(expires_at=ends)


def changed(old: Memory, given: Mapping[str, Any], now: float, settings: Settings) -> Memory:
    """An old memory after `update`: what is given takes the place of what was, metadata is merged."""
    fields = {name: value for name, value in given.items() if name not in ("ttl", "expires_at")}
    fields["metadata"] = {**old.metadata, **given.get("metadata", {})}
    if "status" in given and "until" not in given:
        fields["until"] = None if given["status"] == "live" else now
    new = old.with_(**fields)
    usual = old.expires_at == expiry({}, old.kind, old.at, now, settings)  # else somebody asked for it
    if given.keys() & {"ttl", "expires_at"} or (usual and given.keys() & {"at", "kind"}):
        new = new.with_(expires_at=expiry(given, new.kind, new.at, now, settings))
    return new
