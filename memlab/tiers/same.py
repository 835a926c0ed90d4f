"""same: when two texts say one thing, and what speaks against it. Pure; in pairs, never in chains."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from memlab.facts.text import fold
from memlab.tiers.analysis import tokens_of
from memlab.tiers.identifiers import identifiers_of

_WORD = re.compile(r"(?:(?<!\w)-(?=\d))?[^\W_]+(?:'[^\W_]+)?|[^\w\s]")
_SIGNS = "#%&@/\\?"  # that mean something, as do symbols: of C, C++ and C# no two are one
_FILLER = frozenset(["a", "an", "the", "really", "very", "so", "just", "quite", "also", "please"])
_CHINESE_FILLER = re.compile("非常|真的|十分|特别|很|也|啊|呢|哦|啦|的呀|呀")
_NUMBER = re.compile(r"(?:(?<!\w)-)?\d+(?:[.,:/-]\d+)*")
_NOT = re.compile(
    r"\b(?:not?|never|none|nobody|nothing|neither|nor|without|cannot|hardly|stopp?(?:ed|s)?|quits?|no longer"
    r"|dis\w+|un\w+)\b|n't\b|[不没无未别勿莫戒停]|非(?!常)"
)
READ = 4_000  # characters of a text in which a contradiction is looked for
NAME = "name:"  # an identifier that is a name
_SETTLED = frozenset({"new", "addition", "duplicate", "ignored"})


def words(text: str) -> tuple[str, ...]:
    """The words and signs of a text in their order, without case, punctuation and what only fills.

    >>> words("I really like TEA!") == words("i like tea") != words("I liked tea")
    True
    >>> words("Ann owes Bob") == words("Bob owes Ann")
    False
    """
    plain = unicodedata.normalize("NFKC", fold(text).text.casefold())
    plain = _CHINESE_FILLER.sub("", plain)
    return tuple(word for word in _WORD.findall(plain) if word not in _FILLER and _tells(word))


def _tells(word: str) -> bool:
    """Whether it is more than punctuation. Decoration such as ~ is not."""
    if word[-1].isalnum() or word in _SIGNS:
        return True
    return unicodedata.category(word) in ("Sc", "Sm", "So") and word not in "~|"


def against(old: str, new: str) -> str:
    """What speaks against taking two texts for one, "" if nothing does.

    >>> against("The budget is 500", "The budget is 700"), against("I like tea", "I do not like tea")
    ('they name different numbers', 'only one of them denies something')
    >>> against("I live in Oslo", "I live in Oslo now")
    ''
    """
    if words(old) == words(new):
        return ""
    if _numbers(old) != _numbers(new):
        return "they name different numbers"
    if _others(old, new) or _others(new, old):
        return "they name different things"
    if _denials(old) != _denials(new):
        return "only one of them denies something"
    return conflict(old, new)


def _others(one: str, other: str) -> bool:
    """Whether a text names what the other does not; a name at the head of a sentence looks like any word."""
    lacking = identifiers_of(one) - identifiers_of(other)
    said = words(other) if lacking else ()
    return any(not (each.startswith(NAME) and set(words(each[len(NAME) :])) <= set(said)) for each in lacking)


def conflict(old: str, new: str) -> str:
    """What a book of facts that heard the old text says against the new one, "" if nothing."""
    from memlab.facts import FactBook

    book = FactBook("same", clock=lambda: 0.0)
    book.hear(old[:READ], at=0.0)
    told = [d for d in book.hear(new[:READ], at=1.0) if d.kind not in _SETTLED]
    return f"the later one contradicts the earlier one ({told[0].kind})" if told else ""


def _numbers(text: str) -> Counter[str]:
    return Counter(_NUMBER.findall(fold(text).text))


def _denials(text: str) -> int:
    return len(_NOT.findall(fold(text).text.casefold()))


def contradiction(old: str, new: str) -> str:
    """What keeps two texts that somebody wants merged from being one, "" if nothing does.

    >>> contradiction("likes tea", "no longer likes tea"), contradiction("likes tea", "drinks it at four")
    ('only one of them denies something', '')
    """
    a, b = set(tokens_of(old)), set(tokens_of(new))
    if len(a & b) * 2 >= min(len(a), len(b)):  # about the same thing
        if _denials(old) != _denials(new):
            return "only one of them denies something"
        numbers = _numbers(old).keys(), _numbers(new).keys()
        if not (numbers[0] <= numbers[1] or numbers[1] <= numbers[0]):
            return "they name different numbers"
    return conflict(old, new)
