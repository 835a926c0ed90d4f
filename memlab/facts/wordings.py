"""Words without their endings and without function words: two wordings of one thing have one set."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import ceil
from typing import Any

from memlab.facts.places import plain

ALIKE = 0.75  # Jaccard similarity from which two instructions are one
_WORD = re.compile(r"[a-z0-9][a-z0-9+#'\-]*|[㐀-鿿豈-﫿]+|[^\W\d_]+")
_LITTLE = """a an the some any my your our their his her its of to for in on at with and or is are be am was
were do does did me i you we us it that this please all such really very so too also just kind lots lot much
anything everything always things thing stuff eat eating drink drinking"""
_FUNCTION = frozenset(_LITTLE.split())
_FORBID = """no not never don't dont do't doesn't didn't won't can't cannot without stop avoid quit nothing
none neither nor refrain"""
_NEGATION = frozenset(_FORBID.split())
_SHORT = {
    "st": "street",
    "rd": "road",
    "ave": "avenue",
    "apt": "apartment",
    "blvd": "boulevard",
    "ln": "lane",
}
_SHORT |= {
    "favorite": "favourite",
    "color": "colour",
    "colours": "colour",
    "colors": "colour",
    "veggie": "vegetarian",
}
_HAN_AROUND = re.compile(
    r"^(?:请|吃|喝|(?:看|听|玩|打)(?=..)|所有的?|各种|一切)+(?=.)|(?<=.)(?:的?东西|的?食物|食品|类|的|了|啦|呢|吧)+$"
)
_HAN_LITTLE = re.compile(
    "请|麻烦|以后|今后|一直|永远|记得|务必|再|给我|跟我|对我|向我|我|你|您|的|了|都|要|也|就|吧|啊|呢|任何"
)
_HAN_NEGATION = re.compile("不要|不能|不许|不准|不用|不必|禁止|停止|切勿|避免|别|勿|不|没|无")


def words(text: str) -> str:
    """The words of a folded text as one key: stems in order of the alphabet, function words apart.

    >>> words("the peanuts") == words("Peanut"), words("吃辣的东西") == words("辣"), words("a book")
    (True, True, 'book')
    """
    low = plain(text)
    stems, rest = set(), []
    for token in _WORD.findall(low):
        if token >= "㐀":
            stems.add(_HAN_AROUND.sub("", token) or token)
        elif token in _FUNCTION:
            rest.append(token)
        else:
            stems.add(stem(_SHORT.get(token, token)))
    return " ".join(sorted(stems or rest)) or low.strip()


def content(text: str) -> tuple[frozenset[str], bool]:
    """(the stems and pairs of Chinese characters that an instruction is made of, whether it forbids).

    >>> content("Never send me marketing messages") == content("please don't send any marketing message")
    True
    """
    low = plain(text)
    found: set[str] = set()
    negated = False
    for token in _WORD.findall(low):
        if token >= "㐀":
            bare, forbids = _HAN_NEGATION.subn("", token)
            bare = _HAN_LITTLE.sub("", bare)
            negated = negated or forbids > 0
            found.update(bare[n : n + 2] for n in range(max(len(bare) - 1, min(len(bare), 1))))
        elif token in _NEGATION:
            negated = True
        elif token not in _FUNCTION:
            found.add(stem(token))
    return frozenset(found or {low.strip()}), negated


def alike(one: frozenset[str], two: frozenset[str]) -> bool:
    """Whether one set holds the other and at most a quarter more: a word exchanged is another order.

    >>> alike(frozenset("abcd"), frozenset("abc")), alike(frozenset("abcd"), frozenset("abce"))
    (True, False)
    """
    small, large = sorted((one, two), key=len)
    return small <= large and len(small) >= ALIKE * len(large)


def prefix(stems: frozenset[str]) -> list[str]:
    """The stems of which two alike sets share one: the first n - ⌈0.75 n⌉ + 1 in order of the alphabet.

    Source: Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins" (2006), prefix filter.
    """
    return sorted(stems)[: len(stems) - ceil(ALIKE * len(stems)) + 1]


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """The stem of an English word in lower case; words with digits stay as they are."""
    word = word.removesuffix("'s").strip("'-")
    return _stemmer().stemWord(word) if word.isalpha() and word.isascii() and len(word) < 40 else word


@cache
def _stemmer() -> Any:
    import snowballstemmer  # some hundredths of a second: only when words are compared

    return snowballstemmer.stemmer("english")
