"""keys: words without one of which a pattern cannot match, so that most patterns are never tried."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memlab.facts.english.words import word_set

_COMMON = word_set(
    "the a an to in on at is of for and or my me it be i am was with by as that this from do so are not"
)
_QUANTIFIER = re.compile(r"[?*+]\??|\{\d*,?\d*\}\??")
_GROUP = re.compile(r"\((?:\?:|\?P<\w+>|(?P<look>\?<?[=!]))?")
_ATOM = re.compile(r"\{[a-z]+\}|\\.|\[(?:\\.|[^\]])*\]|.", re.S)


def key(word: str) -> str:
    """Under what a word is found: its first three letters."""
    return word[:3]


def keys(pattern: str) -> frozenset[str]:
    """The keys of words one of which every match of `pattern` contains; empty if no such words are known.

    >>> sorted(keys("{who} (?:live|reside)s? in {value}")), keys("an? {value}")
    (['liv', 'res'], frozenset())
    """
    best = _Parser(pattern).alternatives(True).best
    return best if best is not None else frozenset()


@dataclass
class _Part:
    """What is known of a part: the `best` set of keys (None: none), whether a word may begin after it."""

    best: frozenset[str] | None
    opens: bool


class _Parser:
    """Walks over a regular expression once; knows as much of its grammar as the question needs."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0

    def alternatives(self, opens: bool) -> _Part:
        """The part up to the end of the group: every alternative must have keys for it to have any."""
        parts = [self._sequence(opens)]
        while self.pattern[self.at : self.at + 1] == "|":
            self.at += 1
            parts.append(self._sequence(opens))
        sets = [p.best for p in parts]
        known = [s for s in sets if s is not None]
        return _Part(
            frozenset().union(*known) if len(known) == len(sets) else None, all(p.opens for p in parts)
        )

    def _sequence(self, opens: bool) -> _Part:
        best, word = None, None
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            group = _GROUP.match(self.pattern, self.at)
            if group:
                best, word = _better(best, _known(word, False)), None
                opens, found = self._group(group, opens)
                best = _better(best, found)
                continue
            atom = _ATOM.match(self.pattern, self.at).group()  # type: ignore[union-attr]
            self.at += len(atom)
            optional, repeated = self._quantified()
            plain = (
                len(atom) == 1 and (atom.isalpha() or (atom in "'-" and word is not None)) and not repeated
            )
            ends = atom in " ,:" or (atom[0] == "\\" and not atom[1].isalnum())
            if plain and (word is not None or opens):
                word = (word or "") + atom.lower()
            else:
                best, word = _better(best, _known(word, ends)), None
            opens = True if atom in " ,:" else opens and (optional or atom in ("\\b", "^", "$"))
        return _Part(_better(best, _known(word, True)), opens)

    def _group(self, group: re.Match[str], opens: bool) -> tuple[bool, frozenset[str] | None]:
        """(whether a word may begin after the group, its keys)."""
        self.at = group.end()
        part = self.alternatives(opens)
        self.at += 1
        optional, _ = self._quantified()
        if group["look"]:
            return opens, None
        return (opens and part.opens, None) if optional else (part.opens, part.best)

    def _quantified(self) -> tuple[bool, bool]:
        """(whether what was read may be left out, whether it is quantified at all)."""
        match = _QUANTIFIER.match(self.pattern, self.at)
        if not match:
            return False, False
        self.at = match.end()
        return match.group()[0] in "?*" or match.group().startswith(("{0", "{,")), True


def _known(word: str | None, whole: bool) -> frozenset[str] | None:
    """The key of a literal word (`whole`: nothing follows it); None if it tells nothing."""
    if not word or word in _COMMON or (len(word) < 3 and not whole):
        return None
    return frozenset([key(word)])


def _better(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    """The smaller of two sets of keys."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other, key=len)
