"""Which words a pattern cannot do without, so that most patterns need not be tried on most sentences."""

from __future__ import annotations

import re

_ATOM = re.compile(r"\{\w+\}|\\.|\[[^\]]*\]|[㐀-鿿]+|[A-Za-z]+|.", re.S)
_GROUP = re.compile(r"\((?:\?:|\?P<\w+>|\?=)?(?![?])")
_MAY_LACK = ("?", "*", "{0", "{,")
_HAN = re.compile("[㐀-鿿]+")
_WORD = re.compile("[㐀-鿿]+|[A-Za-z]+")


def needed(pattern: str) -> tuple[str, ...]:
    """Words one of which occurs wherever the pattern matches; () if none can be told.

    >>> needed("{who}(?:刚)?搬到{value}"), needed("{whose}(?:电话|手机号?){is}{value}"), needed("{who}[爱恨]{value}")
    (('搬到',), ('电话', '手机'), ('爱', '恨'))
    """
    words: list[str] = []
    for branch in _branches(pattern):
        found = [w for atom, after in branch if (w := _words(atom, after))]
        if not found:
            return ()
        words += sorted(found, key=_rarity)[0]
    return tuple(dict.fromkeys(words))


def _rarity(words: tuple[str, ...]) -> tuple[int, int]:
    """Few and long words are the rarest."""
    return len(words), -min(len(word) for word in words)


def _branches(pattern: str) -> list[list[tuple[str, str]]]:
    """The alternatives at the top level, each as (atom, what follows it); a group is one atom."""
    branches: list[list[tuple[str, str]]] = [[]]
    depth, start = 0, 0
    for match in _ATOM.finditer(pattern):
        depth += (match.group() == "(") - (match.group() == ")")
        if depth:
            continue
        atom = pattern[start : match.end()]
        if atom == "|":
            branches.append([])
        else:
            branches[-1].append((atom, pattern[match.end() : match.end() + 2]))
        start = match.end()
    return branches


def _words(atom: str, after: str) -> tuple[str, ...]:
    """The words one of which `atom` stands for; () if it may lack or can be anything."""
    may_lack = after.startswith(_MAY_LACK)
    if atom.startswith("("):
        group = _GROUP.match(atom)
        return needed(atom[group.end() : -1]) if group and not may_lack else ()
    if atom.startswith("["):
        return tuple(atom[1:-1]) if _HAN.fullmatch(atom[1:-1]) and not may_lack else ()
    word = atom[:-1] if may_lack else atom  # 家?: the last letter may lack
    return (word,) if _WORD.fullmatch(word) else ()
