"""repeats: which messages a session has already, when a conversation is handed over once more."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memlab.tiers.memory import Memory


@dataclass(frozen=True)
class Said:
    """A message on its way into a session; `timed`: its time was given; `secret`: the part to be masked."""

    role: str
    text: str
    at: float
    timed: bool = False
    secret: str = ""


def digest(role: str, text: str) -> str:
    """What stays of an erased turn: enough to know it by when it comes again."""
    return hashlib.blake2b(f"{role}\n{text}".encode(), digest_size=8).hexdigest()


def unknown(
    messages: Sequence[Said], turns: Iterable[Memory], gone: Mapping[str, str], count: int
) -> list[Said]:
    """The messages that are not among a session's `count` turns, some `gone` (place -> digest)."""
    turns = list(turns)
    at = {(turn.at, turn.speaker, turn.text) for turn in turns}
    new = [m for m in messages if not (m.timed and _is_known(m, at, gone.values()))]
    if any(m.timed for m in messages):
        return new
    said = {turn.place: digest(turn.speaker, turn.text) for turn in turns}
    return new[overlap([said.get(n) or gone.get(str(n)) for n in range(1, count + 1)], new) :]


def overlap(there: Sequence[str | None], messages: Sequence[Said]) -> int:
    """How many of the messages, from the first, stand in the session already.

    Either all of them somewhere, or as many as the session ends with; a single one proves nothing, unless it
    is all that the session has.
    """
    new = [digest(m.role, m.text) for m in messages]
    if len(new) > 1 and any(list(there[n : n + len(new)]) == new for n in range(len(there) - len(new) + 1)):
        return len(new)
    fits = (n for n in range(min(len(there), len(new)), 0, -1) if list(there[-n:]) == new[:n])
    most = next(fits, 0)
    return most if most > 1 or most == len(there) else 0


def _is_known(message: Said, at: set[tuple[float, str, str]], gone: Iterable[str]) -> bool:
    key = (message.at, message.role, message.text)
    return key in at or digest(message.role, message.text) in gone
