"""erased: the rows of a book without what was told of something, so that not even the history holds it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

Row = Mapping[str, Any]
_MARK = re.compile(r"\[erased [0-9a-f]{16}\]")
_BLANK = re.compile(r"\[erased \d{1,15}\]")


def mark(text: str) -> str:
    """What stands in the place of a turn's text: by its digest the same words are known when heard again.

    >>> mark("I live in Rome.") == mark("I live in Rome!"), mark(mark("Hi")) == mark("Hi")
    (False, True)
    """
    if _MARK.fullmatch(text):
        return text
    return f"[erased {hashlib.blake2b(text.encode('utf-8'), digest_size=8).hexdigest()}]"


def is_mark(text: str) -> bool:
    """Whether a turn was erased."""
    return _MARK.fullmatch(text) is not None


def mentions(values: Iterable[str]) -> Callable[[str], bool]:
    """Whether a text has one of the values in it, as whole words; Chinese has no blanks between them.

    >>> rome = mentions(["Rome"])
    >>> [rome(text) for text in ("In ROME now", "Jerome", "我在Rome")]
    [True, False, True]
    """
    found = [_pattern(folded) for value in values if (folded := _folded(value).strip())]
    if not found:
        return lambda text: False
    words = re.compile("|".join(found))
    return lambda text: words.search(_folded(text)) is not None


def _pattern(folded: str) -> str:
    ahead = "(?<![a-z0-9])" if _latin(folded[0]) else ""
    behind = "(?![a-z0-9])" if _latin(folded[-1]) else ""
    return f"{ahead}{re.escape(folded)}{behind}"


def _latin(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def values_in(rows: Iterable[Row], about: Callable[[Row], bool]) -> set[str]:
    """Every value that the candidates tell that the rows are `about`."""
    told = [c for row in rows for c in _candidates(row) if about(c)]
    values = {value for c in told for value in (c["value"], c.get("replaces", "")) if value}
    return {value for value in values if not _BLANK.fullmatch(value)}


def erased(
    rows: Collection[Row],
    about: Callable[[Row], bool],
    texts: Callable[[str], bool],
    versions: Collection[int] = (),
    numbers: Collection[int] = (),
) -> list[dict[str, Any]]:
    """The rows without the values of the candidates that they are `about` and of the writes with these
    versions, and without the words of the turns that said them, that have these numbers, or whose text is
    one of `texts`.

    Numbers and versions stay. What stands in the place of a value is told apart by the version that first
    named it. Linear in the rows.
    """
    gone = {r["version"] for r in rows if r["row"] == "write" and _is_about(r, about, versions)}
    said = {r["turn"] for r in rows if r["row"] != "turn" and _is_about(r, about, versions)}
    said |= {
        r["number"] for r in rows if r["row"] == "turn" and (texts(r["text"]) or any(map(about, r["read"])))
    }
    said |= set(numbers)
    names: dict[str, int] = {}
    return [
        _without(r, about, texts, said, gone, numbers, names)
        for r in rows
        if not _is_lost_doubt(r, about, said)
    ]


def _candidates(row: Row) -> list[Row]:
    return [*row.get("read", ()), *([row["candidate"]] if "candidate" in row else ())]


def _is_about(row: Row, about: Callable[[Row], bool], versions: Collection[int]) -> bool:
    by_number = row.get("version") in versions or row.get("target") in versions
    return by_number or any(map(about, _candidates(row)))


def _is_lost_doubt(row: Row, about: Callable[[Row], bool], said: Collection[int]) -> bool:
    return row["row"] == "doubt" and (row["turn"] in said or about(row["candidate"]))


def _without(
    row: Row,
    about: Callable[[Row], bool],
    texts: Callable[[str], bool],
    said: Collection[int],
    gone: Collection[int],
    numbers: Collection[int],
    names: dict[str, int],
) -> dict[str, Any]:
    new = dict(row)
    blank = row.get("number", row.get("turn")) in said or texts(row.get("text", ""))
    if blank and row.get("text"):
        new["text"] = mark(row["text"])
    if "read" in row:
        kept = () if row["number"] in numbers else row["read"]
        new["read"] = [_placeless(c) for c in kept if not about(c)] if blank else row["read"]
    if "candidate" in row:
        candidate = _placeless(row["candidate"]) if blank else dict(row["candidate"])
        if row.get("version") in gone or row.get("target") in gone:
            fields = [name for name in ("value", "replaces") if candidate.get(name)]
            fields += ["entity"] if texts(candidate.get("entity", "")) else []
            candidate |= {name: _blank(candidate[name], row, names) for name in fields}
        new["candidate"] = candidate
    return new


def _blank(value: str, row: Row, names: dict[str, int]) -> str:
    if _BLANK.fullmatch(value):
        return value
    return f"[erased {names.setdefault(_folded(value), row['version'])}]"


def _placeless(candidate: Row) -> dict[str, Any]:
    """A candidate without the place of its words, which are gone."""
    return {name: value for name, value in candidate.items() if name != "clause"}


def is_blank(value: str) -> bool:
    """Whether a value was erased."""
    return _BLANK.fullmatch(value) is not None
