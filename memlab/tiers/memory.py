"""Memory: one record of an agent's long memory, the same in all three tiers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from memlab import checks
from memlab.checks import HUGE

STATUSES = (
    "live",  # found by recall
    "pending",  # contradicts what is live; recalled only if asked for
    "superseded",  # a newer one took its place
    "merged",  # went into another one
    "expired",  # its time ran out, and a sweep has seen it
)


@dataclass(frozen=True)
class Memory:
    """A memory at one moment. Frozen: what a picture or a receipt holds never changes afterwards.

    Times are UTC seconds: `at` when it was said or made, `last_access` when it was last used, `until` when it
    ceased to be live (None: it is), `expires_at` when it will be absent. `agent` "" is the shared area, any
    other name the private memory of that agent. `place` is the turn's place in its `session`: the neighbours
    of a turn are those at place - 1 and place + 1. `provenance` are the ids that it was made of, `replaces`
    the ids that it corrects. `version` counts the writes of this id, `seq` all writes of the tenant.
    """

    tenant: str
    id: str
    text: str
    kind: str = "note"  # turn, summary, note, preference, requirement, profile, reply …
    at: float = 0.0
    importance: float = 5.0  # over 0, to 10
    confidence: float = 1.0
    agent: str = ""
    session: str = ""
    place: int = 0
    speaker: str = ""
    source: str = ""
    pinned: bool = False
    secret: bool = False  # masked in a prompt
    expires_at: float | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    status: str = "live"
    replaces: tuple[str, ...] = ()
    provenance: tuple[str, ...] = ()
    version: int = 1
    seq: int = 0
    last_access: float | None = None  # None: never used, so it ages from `at`
    access_count: int = 0
    until: float | None = None

    def expired(self, now: float) -> bool:
        """Whether its time to live has run out; at the very second of `expires_at` it has."""
        return self.expires_at is not None and now >= self.expires_at

    def live(self, now: float) -> bool:
        """Whether recall may find it."""
        return self.status == "live" and not self.expired(now)

    def to_json(self) -> str:
        """One line of JSON, with the keys in the order of the fields: equal memories give equal bytes."""
        return json.dumps(
            {f.name: _plain(getattr(self, f.name)) for f in fields(self)},
            ensure_ascii=False,
            separators=(",", ":"),
            allow_nan=False,
        )

    @classmethod
    def from_json(cls, line: str) -> Memory:
        """The memory of a line of `to_json`. ValueError or TypeError for anything else."""
        row = json.loads(line)
        if not isinstance(row, dict):
            raise ValueError(f"a memory is a JSON object, not {type(row).__name__}")
        unknown = sorted(row.keys() - cls.__dataclass_fields__.keys())
        if unknown:
            raise ValueError(f"unknown field {unknown[0]!r}: a newer version wrote it")
        for name, value in row.items():
            if not fits(name, value):
                raise ValueError(f"{name}: {checks.shown(value)} is no value of it: somebody changed it")
        lists = {name: tuple(row[name]) for name in ("replaces", "provenance") if name in row}
        return cls(**{**row, **lists})

    def with_(self, **changes: Any) -> Memory:
        """The same memory with some fields changed."""
        return replace(self, **changes)


def content(memory: Memory) -> str:
    """What two versions of a memory are compared by: all but the numbers of writes and uses."""
    return memory.with_(version=1, seq=0, last_access=None, access_count=0).to_json()


def used(memory: Memory, now: float) -> Memory:
    """The memory after one more use; a clock that was set back makes no memory older."""
    last = memory.at if memory.last_access is None else memory.last_access
    return memory.with_(access_count=memory.access_count + 1, last_access=max(now, last))


def fits(name: str, value: Any) -> bool:
    """Whether a value that somebody else may have written can be that field's."""
    return _FITS[name](value)


def _is_text(value: Any) -> bool:
    try:
        return type(value) is str and value.encode() is not None
    except UnicodeEncodeError:  # a lone surrogate, which no tier can carry
        return False


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and -HUGE <= value <= HUGE


def _is_end(value: Any) -> bool:
    return value is None or _is_time(value)


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 63  # what a database has room for


def _are_ids(value: Any) -> bool:
    return type(value) is list and all(map(_is_text, value))


_FITS: Mapping[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("tenant", "id", "text", "kind", "agent", "session", "speaker", "source"), _is_text),
    **dict.fromkeys(("version", "seq", "access_count"), _is_count),
    **dict.fromkeys(("expires_at", "last_access", "until"), _is_end),
    **dict.fromkeys(("pinned", "secret"), _is_flag),
    **dict.fromkeys(("replaces", "provenance"), _are_ids),
    **dict.fromkeys(("at", "importance", "confidence"), _is_time),
    "place": lambda value: type(value) is int and abs(value) < 1 << 63,
    "metadata": lambda value: type(value) is dict,
    "status": lambda value: type(value) is str and value in STATUSES,
}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(sorted(value.items()))
    return list(value) if isinstance(value, tuple) else value
