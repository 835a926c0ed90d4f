"""What the index knows of a memory: its words, field by field, and its exact identifiers. No disk here.

The same functions read a memory and a question, so that both come to the same tokens. A change in what they
return is a change of `INDEX_VERSION`: an index of another version has to be built anew.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import cache, lru_cache
from typing import Any

from memlab import checks
from memlab.facts.text import fold
from memlab.tiers.identifiers import identifiers_of
from memlab.tiers.irregular import IRREGULAR
from memlab.tiers.memory import Memory

INDEX_VERSION = 2
FIELDS = ("text", "asked", "before", "after", "near", "speaker", "date")
"""Of a turn: what it says, what the turn before it asks, the turn before it as a whole, the one after, those
two away, who spoke, and when.

A memory that belongs to no session has only a text, a speaker and a date."""

NEIGHBOURS = 2  # turns on either side that are fields of a turn's index
NEIGHBOUR_CHARACTERS = 2_000  # of a neighbour that are read: a megabyte of it would be indexed five times
LONGEST = 60  # characters of a token: what is longer is no word, and its first sixty tell it

_ASIAN = (  # written without spaces, or nearly so: Han, kana, Hangul
    "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
    "\U00020000-\U0003ffff"
)
_LETTER = rf"(?:(?![{_ASIAN}])[^\W_])"
_TOKEN = re.compile(
    rf"(?P<asian>(?:(?![\W_])[{_ASIAN}])+)"
    rf"|(?P<number>\d+(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)+)"
    rf"|(?P<word>{_LETTER}+)(?P<mark>\+\+|\#(?!{_LETTER}))?(?P<clitic>'(?:s|t|m|d|ll|ve|re)(?!{_LETTER}))?"
)
_ASKS = re.compile("[?？吗嗎]")
_END = ".!?…。！？\n"
_QUESTION = re.compile(rf"(?<![^{_END}])[^{_END}]*(?:[?？]+|(?<=[吗嗎])(?=[{_END}]|$))")
_ACCENT = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_NAMES = "january february march april may june july august september october november december"
_MONTHS = _NAMES.split()
_WEEK = "monday tuesday wednesday thursday friday saturday sunday"
_DAYS = _WEEK.split()


@dataclass(frozen=True)
class Indexed:
    """A memory as the index holds it: the tokens of each field of FIELDS, and its identifiers."""

    fields: dict[str, list[str]]
    identifiers: frozenset[str]


def analyse(memory: Memory, before: Sequence[Memory] = (), after: Sequence[Memory] = ()) -> Indexed:
    """What the index holds of a memory between its neighbours, the nearest first. Linear in their length."""
    near = [*before[1:NEIGHBOURS], *after[1:NEIGHBOURS]]
    fields = {
        "text": tokens_of(memory.text),
        "asked": [token for m in before[:1] for token in tokens_of(questions(m.text[:NEIGHBOUR_CHARACTERS]))],
        "before": _said(before[:1]),
        "after": _said(after[:1]),
        "near": _said(near),
        "speaker": tokens_of(memory.speaker),
        "date": date_tokens(memory.at),
    }
    return Indexed(fields, identifiers_of(memory.text))


def _said(neighbours: Sequence[Memory]) -> list[str]:
    return [token for memory in neighbours for token in tokens_of(memory.text[:NEIGHBOUR_CHARACTERS])]


def questions(text: str) -> str:
    """The sentences of a text that ask something, 吗 without a question mark included. Linear in its length.

    >>> questions("Nice! Where is it? I like it."), questions("不错。你住在哪里？我住这里。你来吗")
    (' Where is it?', '你住在哪里？你来吗')
    """
    return "".join(_QUESTION.findall(text)) if _ASKS.search(text) else ""


def tokens_of(text: str) -> list[str]:
    """The words of a text in the spelling of the index, in order, doubles included; linear in its length.

    NFKC, case folded, Latin letters without accents (who types cafe finds café; as identifiers they
    differ), simplified Chinese. English is stemmed and its irregular forms are joined (bought = buy); Han,
    kana and Hangul become single characters and pairs; a number is whole (1,000.5 = 1000.5) and makes a pair
    with the character after it (5月). No stop words are dropped: how rare a word is decides its weight. Each
    token is of letters and digits only. What has none, such as an emoji, has no tokens.

    >>> tokens_of("It's 3.50 for C++, not C: she bought cafés")
    ['it', '3point50', 'for', 'cplusplus', 'not', 'c', 'she', 'buy', 'cafe']
    >>> tokens_of("对青霉素過敏")
    ['对', '青', '对青', '霉', '青霉', '素', '霉素', '过', '素过', '敏', '过敏']
    """
    folded = _plain(checks.kind("text", text, str, "decode or format it first"))
    found: list[str] = []
    number_end = -1
    for match in _TOKEN.finditer(folded):
        if match["asian"]:
            found += _grams(match["asian"], found[-1] if number_end == match.start() else "")
        elif match["number"]:
            found.append(match["number"].replace(",", "").replace(".", "point")[:LONGEST])
            number_end = match.end()
        else:
            found.append(_word(match["word"], match["mark"], match["clitic"]))
            number_end = match.end() if found[-1].isdecimal() else -1
    return found


def _plain(text: str) -> str:
    """One spelling of a text: that of `fold`, case folded, Latin letters without accents."""
    folded = fold(text).text
    if folded.isascii():
        return folded.casefold()
    folded = unicodedata.normalize("NFKC", folded.casefold())
    if folded.isascii() or not _LATIN_ACCENTED.search(folded):
        return folded
    parts = (unicodedata.normalize("NFD", c) if _LATIN_ACCENTED.match(c) else c for c in folded)
    return _ACCENT.sub("", "".join(parts))


_LATIN_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")


def _grams(run: str, number: str) -> list[str]:
    """Each character of a run and its pair with the one before, which may be a number."""
    found = []
    for before, character in zip([number, *run], run, strict=False):
        found.append(character)
        if before:
            found.append((before + character)[:LONGEST])
    return found


def _word(word: str, mark: str | None, clitic: str | None) -> str:
    if mark:
        return (word[: LONGEST - 8] + ("plusplus" if mark == "++" else "sharp"))[:LONGEST]
    if clitic == "'t" and word.endswith("n"):
        return IRREGULAR.get(f"{word}'t", word[:-1])  # do + n't
    return _stem(word[:LONGEST])


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    word = IRREGULAR.get(word, word)
    return _stemmer().stemWord(word) if word.isascii() and word.isalpha() else word


@cache
def _stemmer() -> Any:
    import snowballstemmer  # only when there is a word to stem

    return snowballstemmer.stemmer("english")


def date_tokens(at: float) -> list[str]:
    """The words in which a day may be asked for, in English and in Chinese; none of a time without a date.

    >>> date_tokens(1714521600)
    ['2024', 'may', '1', 'wednesday', '2024年', '5月', '1日', '1号', '周三', '期三']
    """
    try:
        day = datetime.fromtimestamp(at, timezone.utc)
    except (ValueError, OverflowError, OSError):
        return []
    han = "一二三四五六日"[day.weekday()]
    english = [str(day.year), _stem(_MONTHS[day.month - 1]), str(day.day), _stem(_DAYS[day.weekday()])]
    return [
        *english,
        f"{day.year}年",
        f"{day.month}月",
        f"{day.day}日",
        f"{day.day}号",
        f"周{han}",
        f"期{han}",
    ]
