"""A turn of a conversation as a statement, read from a dict with errors that name the field."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NoReturn

Variables = frozenset[Hashable]
LISTS = (list, tuple, set, frozenset)
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80


class _Absent:
    def __repr__(self) -> str:
        return "absent"


ABSENT = _Absent()


class ProgramError(ValueError):
    """A program that cannot be read: `.statement` (its id, or position in the list), `.field`, `.value`.

    `.procedure` is the name of the sub-dialogue that it is in, if it is in one.
    """

    procedure: object = ABSENT

    def __init__(self, where: object, field: str, value: object, mend: str) -> None:
        super().__init__(where, field, value, mend)
        self.statement, self.field, self.value, self.mend = where, field, value, mend

    def __str__(self) -> str:
        inside = "" if self.procedure is ABSENT else f"procedure {shown(self.procedure)}, "
        place = "program" if self.statement is None else f"statement {shown(self.statement)}"
        return f"{inside}{place}, {self.field!r} = {shown(self.value)}: {self.mend}"


@dataclass(frozen=True, slots=True)
class Statement:
    """One turn: it reads `use`, then (if `call` is set) runs that sub-dialogue, then writes `defs`.

    `succ` holds the ids of the statements that may follow. `Program.from_dicts` checks what it reads; a
    statement made by hand is not checked.

    >>> Statement(1, use=frozenset({"cart"}), defs=frozenset({"total"}), succ=(2,)).defs
    frozenset({'total'})
    """

    id: Hashable
    use: Variables = frozenset()
    defs: Variables = frozenset()
    succ: tuple[Hashable, ...] = ()
    text: str = ""
    speaker: str = ""
    call: Hashable = None

    @property
    def may(self) -> Variables:
        """What it possibly writes: for a plain statement, exactly what it writes."""
        return self.defs


def read_statement(item: Any, position: int, share: Callable[[Variables, Variables], Variables]) -> Statement:
    """The statement in a dict `{"id", "use", "def", "succ"}`, with "text", "speaker" and "call" if there.

    `share` maps equal sets to one object: a million statements draw their sets from few.
    """
    try:
        use, defs, succ = item["use"], item["def"], item["succ"]
        if not (isinstance(use, LISTS) and isinstance(defs, LISTS) and isinstance(succ, LISTS)):
            raise TypeError
        use, defs = frozenset(use), frozenset(defs)
        after = tuple(sorted(succ, key=repr) if isinstance(succ, (set, frozenset)) else succ)
        hash((item["id"], after))
        after = after if len(after) < 2 else tuple(dict.fromkeys(after))
        extra = _extras(item) if len(item) > 4 else ()
    except (KeyError, TypeError, IndexError, ValueError):
        _explain(item, position)
    return Statement(item["id"], share(use, use), share(defs, defs), after, *extra)


def _extras(item: Mapping[str, Any]) -> tuple[Any, ...]:
    text, speaker, call = item.get("text", ""), item.get("speaker", ""), item.get("call")
    if not (isinstance(text, str) and isinstance(speaker, str)):
        raise TypeError
    hash(call)
    return text, speaker, call


def _explain(item: Any, position: int) -> NoReturn:
    """Find what is wrong with a dict that could not be read, and say it."""
    if not isinstance(item, Mapping):
        mend = "a statement is a dict with the keys 'id', 'use', 'def' and 'succ'"
        raise ProgramError(position, "statement", item, mend)
    where = item.get("id", position)
    for field in ("id", "use", "def", "succ"):
        if field not in item:
            has = listing(item)
            raise ProgramError(where, field, ABSENT, f"the key is missing; add it (there are {has})")
    _check_hashable(position, "id", item["id"])
    for field in ("use", "def", "succ"):
        _check_list(where, field, item[field])
    _check_hashable(where, "call", item.get("call"))
    for field in ("text", "speaker"):
        if not isinstance(item.get(field, ""), str):
            raise ProgramError(where, field, item[field], "must be a str; leave the key out if there is none")
    raise ProgramError(where, "statement", item, "cannot be read")


def _check_list(where: object, field: str, value: Any) -> None:
    if not isinstance(value, LISTS):
        mend = f"must be a list, tuple or set, not {type(value).__name__}"
        raise ProgramError(
            where, field, value, mend + (f"; write [{shown(value)}]" if isinstance(value, str) else "")
        )
    for name in value:
        _check_hashable(where, field, name)


def _check_hashable(where: object, field: str, value: Any) -> None:
    try:
        hash(value)
    except TypeError:
        mend = f"a {type(value).__name__} is not hashable, so it cannot be a name; use a str, number or tuple"
        raise ProgramError(where, field, value, mend) from None


def shown(value: object) -> str:
    """A value as an error message shows it: short, whatever it is."""
    try:
        text = _SHORT.repr(value)
    except Exception:  # an int of more digits than Python prints, too
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 80 else text[:77] + "..."


def listing(ids: Iterable[Hashable], most: int = 5) -> str:
    """The first few ids, for an error message."""
    few = [shown(i) for i in islice(ids, most + 1)]
    return ", ".join(few[:most]) + (", …" if len(few) > most else "") if few else "none"
